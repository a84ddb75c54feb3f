/* SPDX-License-Identifier: GPL-3.0-only */
/* score.h - what a number for a position means.
 *
 * Centipawns for the side to move. Four bands, outermost first: true mates at +-(SCORE_MATE - ply), wins by the repetition rules
 * at +-(SCORE_RULE - ply), wins that an endgame table knows at +-(SCORE_TABLE - 500 for each guard of the loser - 1500 for its
 * attacker - plies to the next capture), which are treated as very good evaluations, and evaluations within +-SCORE_EVAL_MAX. The
 * ply is counted from the root, so nearer wins are larger. A mate may be much further than a line is long: the table joins what
 * was searched at different times. */
#pragma once

#include <stdbool.h>

typedef int Score;

enum {
    MAX_PLY = 128, /* of a search line, quiescence included */
    SCORE_DRAW = 0,
    SCORE_MATE = 30000,
    SCORE_RULE = 29000,     /* a win the repetition rules give */
    SCORE_TABLE = 24000,    /* a win by an endgame table */
    SCORE_EVAL_MAX = 20000, /* no evaluation lies beyond */
    SCORE_INFINITE = 31000,
    SCORE_NONE = 32000, /* no score at all */

    MATE_PLIES = 500, /* of the longest mate */
    SCORE_MATE_LEAST = SCORE_MATE - MATE_PLIES,
    SCORE_WIN_LEAST = SCORE_RULE - MAX_PLY, /* mates and rule wins */
};

static inline Score mated_in(int ply) { return -SCORE_MATE + ply; }
static inline Score mate_in(int ply) { return SCORE_MATE - ply; }
static inline Score rule_loss_in(int ply) { return -SCORE_RULE + ply; }

static inline bool is_mate(Score s) { return s >= SCORE_MATE_LEAST || s <= -SCORE_MATE_LEAST; }
/* A mate in moves, not plies: 1 is the very next own move, -1 the opponent's reply to our move; 0: it is on the board. */
static inline int mate_moves(Score s) { return s > 0 ? (SCORE_MATE - s + 1) / 2 : -((SCORE_MATE + s) / 2); }
static inline bool is_win(Score s) { return s >= SCORE_WIN_LEAST; }
static inline bool is_loss(Score s) { return s <= -SCORE_WIN_LEAST; }
static inline bool is_evaluation(Score s) { return s >= -SCORE_EVAL_MAX && s <= SCORE_EVAL_MAX; }
static inline bool is_decisive(Score s) { return is_win(s) || is_loss(s); }
static inline bool is_by_table(Score s) { return !is_evaluation(s) && !is_decisive(s); }
