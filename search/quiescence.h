/* SPDX-License-Identifier: GPL-3.0-only */
/* quiescence.h - the leaves of the tree: captures, and checks where a mate is sought, until the
 * position is quiet. */
#pragma once

#include "search/worker.h"

/* Returns a score as alphabeta() does, at depth 0. */
Score quiescence(Worker *w, StackEntry *ss, Score alpha, Score beta);
