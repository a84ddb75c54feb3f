/* SPDX-License-Identifier: GPL-3.0-only */
/* explain.h - the static evaluation as a table for people, printed by the command `eval`. */
#pragma once

#include "eval/nnue/network.h"
#include "engine/board/position.h"

enum { EXPLAIN_SIZE = 8000 };

/* Adds the terms of the handcrafted evaluation, the output rows of the net unless it is NULL, and in
 * the last line the score: the net's, or, without a net, the sum of the terms. */
void explain_evaluation(const Position *pos, const Network *net, Score score, Text *out);
