/* SPDX-License-Identifier: GPL-3.0-only */
/* hce.h - the handcrafted evaluation, used for the first generation of training and for play
 * without a net.
 *
 * It is a sum of weights, each with a middlegame and an endgame value, which are blended by the
 * material left on the board. Every term is listed once, in hce_terms.h: the player adds up the
 * weights, the tuner (eval/train/tune.c) counts how often each one applies. */
#pragma once

#include "engine/board/position.h"
#include "engine/board/score.h"

/* Returns the evaluation in centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score hce_evaluate(const Position *pos);

/* What the terms of one group of hce_terms.h add up to: for each Side, in its favour, in centipawns. */
typedef struct HceGroup {
    const char *name; /* in that table */
    int middle[2], end[2];
} HceGroup;

enum { HCE_GROUPS_MOST = 40 };

typedef struct HceTrace {
    int count;
    HceGroup groups[HCE_GROUPS_MOST];
    int phase, phase_full; /* middlegame values count phase / phase_full, endgame values the rest */
} HceTrace;

/* The evaluation by its terms, as hce_evaluate() visits them. Rounded towards zero, and for the side to move, their blended sum is its
 * score. */
void hce_trace(const Position *pos, HceTrace *trace);

/* Less of it, in the same units: what stands where, and plain material. */
Score hce_tables(const Position *pos);
Score hce_material(const Position *pos);
