/* SPDX-License-Identifier: GPL-3.0-only */
/* alphabeta.h - the tree search: principal variation search with quiescence at its leaves. */
#pragma once

#include "search/worker.h"

/* Returns the fail-soft score of the worker's position for the side to move, in plies of depth
 * (quiescence at 0 and below). f is the stack entry of the position; ss->pv receives the PV if the
 * window is open. cut_node: a cutoff is expected. The result is meaningless if w->stopped is
 * set. */
Score alphabeta(Worker *w, StackEntry *ss, Score alpha, Score beta, int depth, bool cut_node);
