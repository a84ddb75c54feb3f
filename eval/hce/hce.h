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

/* Return reduced evaluations in the same units: piece-square tables only, and material only. */
Score hce_tables(const Position *pos);
Score hce_material(const Position *pos);
