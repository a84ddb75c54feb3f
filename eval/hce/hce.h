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

/* Sums of the terms of one group of hce_terms.h, in centipawns in favour of each Side. */
typedef struct HceGroup {
    const char *name; /* name of the group */
    int middle[2], end[2];
} HceGroup;

enum { HCE_GROUPS_MOST = 40 };

typedef struct HceTrace {
    int count;
    HceGroup groups[HCE_GROUPS_MOST];
    int phase, phase_full; /* middlegame values have weight phase / phase_full, endgame values the remaining weight */
} HceTrace;

/* Splits the evaluation into the groups of terms. hce_evaluate() returns their sum, blended by the
 * phase, rounded towards zero and seen from the side to move. */
void hce_trace(const Position *pos, HceTrace *trace);

/* Return simpler evaluations in the same units: the piece-square tables alone, or plain material. */
Score hce_tables(const Position *pos);
Score hce_material(const Position *pos);
