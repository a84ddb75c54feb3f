/* go.h - from the arguments of `go` to the limits of a search. */
#pragma once

#include "protocol/command.h"
#include "search/search.h"

/* `*infinite` becomes true when nothing but `stop` may end the search. Times that may be in seconds are in milliseconds
 * if `in_ms`. Bans and temper are left to the caller. Cuts up the text of searchmoves. */
void go_limits(const GoArgs *args, bool in_ms, const Position *pos, Limits *limits, bool *infinite);
