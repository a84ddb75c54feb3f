/* SPDX-License-Identifier: GPL-3.0-only */
/* root.h - the root of a search: iterative deepening for one worker, proofs of mate between the
 * iterations, and the choice of the PV to play when all threads have finished. */
#pragma once

#include "search/worker.h"

/* Fills w->roots with the moves that the filter allows, or, if endgame tables cover the root, only with
 * the best of them. Also sets root_known and endgames_in_tree of w->shared. For the main worker.
 * Returns the number of moves. */
int worker_set_roots(Worker *w, const RootFilter *filter);

/* Copies the main worker's root moves to another worker. */
void worker_copy_roots(Worker *w, const Worker *main_worker);

/* Deepens until stopped or until the depth limit. Threads search the same root and share the table
 * (Lazy SMP, Dan Homan 2013); they diverge by themselves. When the first worker completes an iteration,
 * the others abandon theirs and continue from its root moves (as Demolito abandons obsolete
 * iterations). The duration of an iteration depends so much on chance that the fastest of several is
 * far ahead of the mean. The PVs of the last complete iteration are kept; an interrupted iteration adds
 * what it has found. Afterwards w->standing[0] holds the best move. The main worker reports the PVs of
 * each depth. */
void worker_iterate(Worker *w);

/* Returns the worker whose first PV is played, and reports it if necessary. A PV found by another
 * machine of the team is copied into the returned worker. */
Worker *election_hold(Shared *shared);
