/* SPDX-License-Identifier: GPL-3.0-only */
/* host.h - what all engines of this program have in common: they end with it, however it ends.
 *
 * On Windows each child's job sees to that (child.h). On POSIX systems a small process, the guardian, is forked before
 * any thread starts and waits at a pipe. When the runner ends, even by SIGKILL, its end of the pipe
 * closes. Then the guardian kills the process group of every engine, which includes engines started
 * by a shell script, and finally every process that has a mark.
 *
 * The mark finds helpers that left their process group (setsid) or parent (double fork), because
 * they still have the environment they were started with. Each engine's environment contains a
 * variable with a unique name, its mark; all marks of one runner begin with the same characters. This needs Linux's
 * /proc. Elsewhere no such helper is found, and killing the process group must suffice.
 *
 * host_posix.c and host_windows.c define the same functions; one of them is compiled. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/child.h"

enum { MAX_GROUPS = 4096, MARK_SIZE = 64 };

typedef struct ProcessHost {        /* state common to all Process objects,
                                     * in memory shared with the guardian */
    const atomic_bool *interrupted; /* set by a signal (signals.h) */
    atomic_bool over;               /* when set, all waits return promptly */
    atomic_int suspensions;         /* incremented whenever this process was stopped and continued */
    char marks[MARK_SIZE];          /* prefix of the environment variables that mark our engines' processes */
    atomic_int groups[MAX_GROUPS];  /* process groups of the running engines; 0: free entry */
} ProcessHost;

/* Forks the guardian and starts handling the signals that end, stop and continue this process.
 * While Ctrl-Z stops this process, its engines are stopped too. May be called once per process.
 * Returns NULL on failure. */
ProcessHost *host_start(void);

static inline bool host_ends(const ProcessHost *h) { return atomic_load(&h->over) || atomic_load(h->interrupted); }

/* Adds a running child to those that end with this process, or removes one that is about to be reaped. */
void host_adopt(ProcessHost *h, const Child *child);
void host_release(ProcessHost *h, const Child *child);

/* Kills all processes whose mark begins with `mark`, except the caller. Repeats this while it finds
 * any, since they may have started others meanwhile. The number of passes is limited, because a
 * process that hangs in a driver cannot be killed. Does nothing on Windows. */
void host_kill_marked(const char *mark);
