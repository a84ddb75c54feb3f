/* SPDX-License-Identifier: GPL-3.0-only */
/* signals.h - handling of signals. SIGINT (Ctrl-C), SIGTERM and SIGHUP set a flag, for programs
 * that complete their output and then end with EXIT_INTERRUPTED (args.h). SIGTSTP (Ctrl-Z)
 * suspends the process. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

/* Effect of the second SIGINT or SIGTERM. */
typedef enum SecondSignal {
    SECOND_SIGNAL_WAITS,  /* no effect */
    SECOND_SIGNAL_LEAVES, /* ends the process at once */
} SecondSignal;

/* Makes SIGINT, SIGTERM and SIGHUP set a flag instead of ending the process. Returns the flag,
 * which has static storage. Signals that were ignored stay ignored (nohup; background jobs of a
 * script ignore SIGINT). With SECOND_SIGNAL_LEAVES, SIGINT and SIGTERM are handled even
 * if they were ignored. */
const atomic_bool *signals_watch(SecondSignal second);

/* Installs the handler. If the signal is ignored, leaves it ignored. */
void signals_catch(int signal_number, void (*handler)(int));

/* Does what SIGTSTP does by default: stops the process, and returns when it is continued. The
 * signal's handler may call it, in several threads at once. Not available on Windows. */
void signals_stop(void);
