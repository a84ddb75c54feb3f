/* SPDX-License-Identifier: GPL-3.0-only */
/* endings.h - what endgame tables tell the search.
 *
 * In the tree a position that a table covers needs no search: its score is the result. At the root the moves are ranked by result and
 * distance, and only the best are searched, so that what is won is brought to an end within the natural limit. Where the root is
 * drawn the search then plays on without tables, as they call all that is left alike. Several lines are not ranked so.
 *
 * A win farther than the natural limit, and a draw that the rules of repetition may decide, tell nothing. */
#pragma once

#include "engine/board/movegen.h"
#include "search/worker.h"

/* The score of a node that is not the root, if a table has it. To be asked where endgame_possible() says yes. */
bool endings_decide(Worker *w, const Frame *f, Score *score);

/* Leaves of w->roots only the best, if a table knows all of them. For the main worker; others copy what it has. */
void endings_rank_roots(Worker *w);

/* Is a score of a table, or SCORE_NONE, that of a win? */
static inline bool endings_is_win(Score known) { return known != SCORE_NONE && known > SCORE_DRAW; }

/* Of these legal moves one that a table holds best, a mate before a capture, if it wins for certain; MOVE_NONE otherwise. Each
 * such move comes nearer to the next capture or the end, so that a game in which the winner plays nothing else repeats no
 * position. */
Move endings_winning_move(Worker *w, const MoveList *moves);

/* What a table knows of the root, unless the search found a mate; else the score itself. */
static inline Score endings_told(const Shared *s, Score score)
{
    return s->root_known == SCORE_NONE || is_mate(score) ? score : s->root_known;
}
