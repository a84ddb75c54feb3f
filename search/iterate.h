/* iterate.h - iterative deepening at the root of one worker. */
#ifndef HANXIN_SEARCH_ITERATE_H
#define HANXIN_SEARCH_ITERATE_H

#include "search/worker.h"

/* Fills w->roots with the moves the limits allow. Returns their number. */
int worker_set_roots(Worker *w, const Limits *limits);

/* Deepens until stopped or out of depth; every thread for itself, meeting the others in the table alone
 * (Lazy SMP, Dan Homan 2013): they drift apart unaided. Afterwards w->roots[0] is the best move found; the main worker
 * has reported each depth and raised the stop flag. */
void worker_iterate(Worker *w);

#endif
