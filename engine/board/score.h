/* SPDX-License-Identifier: GPL-3.0-only */
/* score.h - the scale of scores.
 *
 * Scores are centipawns for the side to move. There are four bands, outermost first:
 *   - mates at +-(SCORE_MATE - ply);
 *   - wins by the repetition rules at +-(SCORE_RULE - ply); inside the tree, those against the side of
 *     the root lie among the mates (search/alphabeta.h);
 *   - wins by an endgame table at +-(SCORE_TABLE - 500 for each guard of the loser - 1500 for its
 *     attacker - plies to the next capture), which are treated as very good evaluations;
 *   - evaluations within +-SCORE_EVAL_MAX.
 * The ply is counted from the root, so nearer wins are larger. A mate may be further away than the
 * longest search line, because the transposition table joins results of different searches. */
#pragma once

#include <stdbool.h>

#include "engine/base/contract.h"

typedef int Score;

enum {
    MAX_PLY = 128, /* maximum ply of a search line, quiescence included */
    SCORE_DRAW = 0,
    SCORE_MATE = 30000,
    SCORE_RULE = 29000,     /* win by the repetition rules */
    SCORE_TABLE = 24000,    /* win by an endgame table */
    SCORE_EVAL_MAX = 20000, /* largest absolute value of an evaluation */
    SCORE_INFINITE = 31000,
    SCORE_NONE = 32000, /* no score available */

    MATE_PLIES = 500, /* maximum distance of a mate */
    SCORE_MATE_LEAST = SCORE_MATE - MATE_PLIES,
    SCORE_WIN_LEAST = SCORE_RULE - MAX_PLY, /* smallest winning score: mates and wins by rule */
};

_Static_assert(SCORE_EVAL_MAX < SCORE_TABLE && SCORE_TABLE < SCORE_WIN_LEAST && SCORE_RULE < SCORE_MATE_LEAST, "bands do not overlap");
_Static_assert(SCORE_MATE < SCORE_INFINITE && SCORE_INFINITE < SCORE_NONE && SCORE_NONE <= 32767,
               "SCORE_NONE is no score; all fit 16 bits");

static inline Score mated_in(int ply)
{
    assert(in_range(ply, 0, MATE_PLIES));
    return -SCORE_MATE + ply;
}

static inline Score mate_in(int ply)
{
    assert(in_range(ply, 0, MATE_PLIES));
    return SCORE_MATE - ply;
}

static inline Score rule_loss_in(int ply)
{
    assert(in_range(ply, 0, MAX_PLY));
    return -SCORE_RULE + ply;
}

static inline bool is_mate(Score s) { return s >= SCORE_MATE_LEAST || s <= -SCORE_MATE_LEAST; }
/* Returns the distance to mate in moves, not plies: 1 if the side to move mates with its next move,
 * -1 if it is mated by the reply to its next move, 0 if it is mated already. */
static inline int mate_moves(Score s)
{
    assert(is_mate(s));
    return s > 0 ? (SCORE_MATE - s + 1) / 2 : -((SCORE_MATE + s) / 2);
}

static inline bool is_win(Score s) { return s >= SCORE_WIN_LEAST; }
static inline bool is_loss(Score s) { return s <= -SCORE_WIN_LEAST; }
static inline bool is_evaluation(Score s) { return s >= -SCORE_EVAL_MAX && s <= SCORE_EVAL_MAX; }
static inline bool is_decisive(Score s) { return is_win(s) || is_loss(s); }
static inline bool is_by_table(Score s) { return !is_evaluation(s) && !is_decisive(s); }

/* Probabilities that correspond to a score: a logistic curve for a win, its mirror image for a loss;
 * the remainder are draws. */
typedef struct Wdl {
    int win, draw, loss; /* per mille; the sum is 1000 */
} Wdl;
Wdl wdl_from_score(Score score);

/* Converts a score to an expected score: 0 for a loss, 0.5 for a draw, 1 for a win. */
double expected_from_score(Score score);
