/* SPDX-License-Identifier: GPL-3.0-only */
/* signals.h - what signals ask a program for: to end (Ctrl-C, SIGTERM, SIGHUP), as a flag, for programs that then finish what must be
 * whole and end with EXIT_INTERRUPTED (args.h); or to stop for a while (Ctrl-Z). */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP do not end the process but set the flag that is returned, which lasts as the process does.
 * Those that were ignored stay so (nohup; jobs in a script's background ignore SIGINT). By wish the second SIGINT or SIGTERM ends the
 * process at once; then these two are heard even where they were ignored. */
const atomic_bool *signals_watch(bool twice_leaves);

/* Has the handler called, unless the signal was to be ignored: that stays so. */
void signals_catch(int signal_number, void (*handler)(int));

/* What SIGTSTP does where nobody catches it: the process stops, and this returns when it is continued. The
 * signal's handler may call it, in several threads at once. Not on Windows. */
void signals_stop(void);
