/* SPDX-License-Identifier: GPL-3.0-only */
/* hce.h - the handcrafted evaluation: generation 0 for training, and play without a net.
 *
 * A sum of weights, each with a middlegame and an endgame value, blended by the force still on the
 * board. Every term is listed once, in hce_terms.h: the player adds the weights up, the tuner
 * (eval/train/tune.c) collects how often each one counts. */
#pragma once

#include "engine/board/position.h"
#include "engine/board/score.h"

/* Centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score hce_evaluate(const Position *pos);

/* Less of it, in the same units: what stands where, and plain material. */
Score hce_tables(const Position *pos);
Score hce_material(const Position *pos);
