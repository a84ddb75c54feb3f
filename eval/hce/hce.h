/* hce.h - the handcrafted evaluation: generation 0 for training, and play without a net.
 *
 * A sum of weights, each with a middlegame and an endgame value, blended by the force still on the
 * board. Every term is listed once, in hce_visit() (hce_terms.h): the player adds the weights up, the
 * tuner (eval/train/tune.c) collects how often each one counts. Piece-square terms are kept up to
 * date move by move (HceSum); the rest is computed from the position. */
#pragma once

#include "engine/board/makemove.h"
#include "engine/board/score.h"

/* The part of the evaluation that moves keep up to date, Red minus Black, in centipawns. */
typedef struct HceSum {
    int middle, end; /* material and piece-square values */
    int phase;       /* force left: a rook counts 4, a horse or cannon 2; PHASE_FULL at the start */
} HceSum;

enum { PHASE_FULL = 32 };

void hce_sum_init(HceSum *sum, const Position *pos);

/* The sum after the move recorded in undo; pos is the position after it. */
void hce_sum_update(HceSum *after, const HceSum *before, const Position *pos, const Undo *undo);

/* Centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score hce_evaluate(const Position *pos, const HceSum *sum);

/* Less of it, in the same units: the sum alone, and plain material. */
Score hce_blend(const Position *pos, const HceSum *sum);
Score hce_material(const Position *pos);
