/* vote.h - after the search: which line is played, and which reply is expected. */
#pragma once

#include "search/worker.h"

/* The worker whose first standing line is played. */
Worker *vote_elect(Shared *shared);

/* The line's second move, or what the table expects after its first; MOVE_NONE if nothing is. */
Move vote_reply(Worker *w, const RootMove *line);
