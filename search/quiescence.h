/* SPDX-License-Identifier: GPL-3.0-only */
/* quiescence.h - a leaf of the tree: captures, and checks where a mate is looked for, until the position is quiet. */
#pragma once

#include "search/worker.h"

/* As alphabeta(), at depth 0. */
Score quiescence(Worker *w, Frame *f, Score alpha, Score beta);
