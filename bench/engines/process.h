/* SPDX-License-Identifier: GPL-3.0-only */
/* process.h - an engine as a child process: two pipes, line by line, with deadlines and a reliable
 * end.
 *
 * The child leads its own process group, so that Ctrl-C in the terminal does not reach it. Our pipe
 * ends never block: every wait has a deadline, whatever arrives, and ends early when host_ends(). Only one buffer of its output is stored, and its output rate is limited generously.
 * Times are those of clock_us(). Only the start has no deadline: a program on a hanging disk delays
 * it.
 *
 * No engine outlives the runner, however that ends. A small process, the guardian, is forked before
 * any thread starts and waits at a pipe. When the runner ends, even by SIGKILL, its end of the pipe
 * closes. Then the guardian kills the process group of every engine, which includes engines started
 * by a shell script, and finally every process that has a mark.
 *
 * The mark finds helpers that left their process group (setsid) or parent (double fork), because
 * they still have the environment they were started with. Each engine's environment contains a
 * variable with a unique name, its mark; all marks of one runner begin with the same characters. This needs Linux's
 * /proc. Elsewhere no such helper is found, and killing the process group must suffice. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench/engines/engine.h"
#include "engine/base/text.h"

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

typedef struct Process {
    ProcessHost *host; /* borrowed */
    pid_t pid;         /* 0 if no process is running */
    int to, from;      /* our ends of its input and output; -1 if closed */
    bool skipping;     /* true while the remainder of an overlong line is skipped */
    char *buffer;      /* owned; output not yet read as lines is in [start, used) */
    size_t start, used;
    Text cleaned;         /* the line last read, if it had to be changed */
    int64_t late_us;      /* time that this thread waited for a processor during the last wait */
    int64_t arrived_us;   /* time at which the last output was read, less late_us */
    int64_t level;        /* bytes of output, less OUTPUT_RATE per second; at least 0 */
    int suspensions;      /* the host's count when process_watch() was called */
    int64_t held_us;      /* longest time since then by which a wait ended too late */
    char mark[MARK_SIZE]; /* "NAME=1"; the name contains the address of this struct, so it is unique among running engines */
} Process;

typedef enum Io {
    IO_OK,
    IO_TIMEOUT,
    IO_CLOSED,  /* the other end of the pipe is closed */
    IO_STOPPED, /* host_ends() is true */
    IO_FLOOD,   /* the engine sends too much output */
} Io;

/* Limits of an engine's output: bytes at once, and bytes per second in the long run. */
enum { OUTPUT_BURST = 64 << 20, OUTPUT_RATE = 1 << 20 };

/* Starts the engine that `spec` describes: runs its command (words separated by blanks; '' and ""
 * group) in its directory, with standard error appended to its file or discarded. Returns false
 * with the reason if that fails. Then nothing is left behind and the program has not run, so the
 * engine is not to blame. */
bool process_start(Process *p, ProcessHost *host, const EngineSpec *spec, Text *why) __attribute__((warn_unused_result));

/* Reads the next line of output. *line is terminated, has no line end and, like arrived_us, is
 * valid until the next call. Output that arrived after the deadline is kept for a call with a later
 * one. Lines beyond 64 KiB are dropped whole. The line is converted to UTF-8 (from GBK if needed),
 * with control characters as question marks and tabs as blanks, so it may be shown and stored as it
 * is. */
Io process_read_line(Process *p, int64_t deadline_us, char **line);

/* Writes the whole text. */
Io process_write(Process *p, const char *text, size_t length, int64_t deadline_us);

/* Starts watching for delays. From here on process_held() returns true if this process was stopped,
 * the computer slept, or the process did not run for a second or more. Times
 * measured meanwhile say nothing about the engine. */
void process_watch(Process *p);
bool process_held(const Process *p);

/* Waits until the deadline for the child to end, then kills it and its descendants, and frees
 * everything; the Process may be started again. If `how` is NULL, the child is asked to quit by
 * closing its input. Otherwise it is taken to be beyond communication, and how it ended is added to
 * *how, such as "exited with status 3" or "killed by signal 11 (Segmentation fault)". */
void process_end(Process *p, int64_t deadline_us, Text *how);
