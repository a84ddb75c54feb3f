/* SPDX-License-Identifier: GPL-3.0-only */
/* explain.h - the static evaluation as a table, for people: `eval` of a session. */
#pragma once

#include "eval/nnue/network.h"
#include "engine/board/position.h"

enum { EXPLAIN_SIZE = 8000 };

/* Adds the handcrafted evaluation by its terms, the net's by its output rows unless `net` is NULL, and as the last line the score, which
 * is that of the net or, without one, of the terms. Each line has its end. */
void explain_evaluation(const Position *pos, const Network *net, Score score, Text *out);
