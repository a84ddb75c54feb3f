/* SPDX-License-Identifier: GPL-3.0-only */
/* alphabeta.h - the tree: principal variation search, with quiescence at its leaves. */
#pragma once

#include "search/worker.h"

/* Score of the worker's position for the side to move, fail-soft, depth in plies (quiescence at 0 and
 * below). f is the position's frame; f->pv holds the line found when the window is open. cut_node: a
 * cutoff is expected. Meaningless once w->stopped. */
Score alphabeta(Worker *w, Frame *f, Score alpha, Score beta, int depth, bool cut_node);
