/* iterate.h - iterative deepening at the root of one worker. */
#ifndef HANXIN_SEARCH_ITERATE_H
#define HANXIN_SEARCH_ITERATE_H

#include "search/worker.h"

/* Fills w->roots with the moves the limits allow. Returns their number. */
int worker_set_roots(Worker *w, const Limits *limits);

/* Deepens until stopped or out of depth. Threads search the same and meet in the table (Lazy SMP, Dan Homan 2013): they
 * drift apart unaided. Who completes an iteration first has done it for all: the others break theirs off and
 * go on from its root moves (as Demolito breaks off what is obsolete). How long an iteration takes is so much a matter of
 * chance that the fastest of some is well ahead of the mean. Afterwards w->roots[0] is the best move found; the main worker
 * has reported each depth and raised the stop flag. */
void worker_iterate(Worker *w);

#endif
