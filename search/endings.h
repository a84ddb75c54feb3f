/* SPDX-License-Identifier: GPL-3.0-only */
/* endings.h - use of endgame tables by the search.
 *
 * In the tree, a position covered by a table needs no search: the table's score is the result. At the
 * root, moves are ranked by result and distance, and only the best are searched, so that won positions
 * are finished within the natural limit. If the root is drawn, the search then continues without
 * tables, which would give all remaining moves the same score. Root moves are not ranked in MultiPV
 * mode.
 *
 * Table results are ignored for wins farther away than the natural limit, and for draws that the
 * rules of repetition may decide. */
#pragma once

#include "engine/board/movegen.h"
#include "search/worker.h"

/* Stores the score of a node that is not the root and returns true if a table covers the node. Requires
 * endgame_possible(). */
bool endings_decide(Worker *w, const StackEntry *ss, Score *score);

/* If a table covers all root moves, removes all but the best, or, if the table cannot be trusted, only
 * those that certainly lose. For the main worker; the others copy its moves. Returns the table's score
 * of the root, or SCORE_NONE if unknown. */
Score endings_keep_best_roots(Worker *w);

/* Returns true if `known`, a table's score or SCORE_NONE, is a winning score. */
static inline bool endings_is_win(Score known) { return known != SCORE_NONE && known > SCORE_DRAW; }

/* Returns the best of these legal moves by the tables, mates before captures, if it certainly wins;
 * otherwise MOVE_NONE. Each such move comes closer to the next capture or the end of the game, so a
 * winner that plays only such moves never repeats a position. */
Move endings_winning_move(Worker *w, const MoveList *moves);

/* Returns the table's score of the root. If the search found a mate, returns the given score instead. */
static inline Score endings_reported_score(const Shared *s, Score score)
{
    return s->root_known == SCORE_NONE || is_mate(score) ? score : s->root_known;
}
