/* SPDX-License-Identifier: GPL-3.0-only */
/* iterate.h - iterative deepening at the root of one worker. */
#pragma once

#include "search/worker.h"

/* Fills w->roots with the moves the filter allows, of what endgame tables know with the best alone; for the main worker. Returns
 * their number. The others take over what it has. */
int worker_set_roots(Worker *w, const RootFilter *filter);
void worker_copy_roots(Worker *w, const Worker *main_worker);

/* Deepens until stopped or out of depth. Threads search the same and meet in the table (Lazy SMP, Dan Homan 2013): they
 * drift apart unaided. Who completes an iteration first has done it for all: the others break theirs off and
 * go on from its root moves (as Demolito breaks off what is obsolete). How long an iteration takes is so much a matter of
 * chance that the fastest of some is well ahead of the mean. The lines of the last complete iteration stand; one that is broken
 * off adds what it had found. Afterwards w->standing[0] has the best move; the main worker has told each depth's lines. */
void worker_iterate(Worker *w);

/* Tells the listener the lines that stand. */
void worker_tell_lines(Worker *w);
