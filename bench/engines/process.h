/* SPDX-License-Identifier: GPL-3.0-only */
/* process.h - an engine as a child process: two pipes, lines, deadlines, and a certain end.
 *
 * The child leads a process group of its own, so that Ctrl-C in the terminal does not reach it. Our pipe ends never block: every
 * wait has a deadline that holds whatever arrives, and ends early when everything shall end. What is kept of its output is one
 * buffer, and no more than a generous rate is listened to. Times are those of clock_us(). A start alone has no deadline: a program
 * on a disk that hangs holds it up.
 *
 * No engine outlives the runner, however it ends. A small process, the guardian, forked before any thread starts, sleeps on a
 * pipe; when the runner's end closes - the runner has ended, even by SIGKILL - it kills the process group of every engine, which
 * reaches one started through a shell script as well, and then whoever has a mark.
 *
 * A helper that leaves its process group (setsid) or its parent (a double fork) still has the environment it was
 * started with. So every engine gets a variable with a name of its own there, its mark. The marks of one runner begin
 * alike. Needs Linux's /proc; elsewhere nobody is found, and the process group has to do. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench/engines/engine.h"
#include "engine/base/text.h"

enum { MAX_GROUPS = 4096, MARK_SIZE = 64 };

typedef struct ProcessHost {        /* what all children share; in memory that the guardian shares too */
    const atomic_bool *interrupted; /* by a signal (signals.h) */
    atomic_bool over;               /* to be set: every wait ends soon */
    atomic_int suspensions;         /* grows whenever this process was stopped and continued */
    char marks[MARK_SIZE];          /* what all of them begin with */
    atomic_int groups[MAX_GROUPS];  /* of the engines that run; 0: none */
} ProcessHost;

/* Forks the guardian, and from now on watches the signals that end, stop and continue this process: while it is stopped by
 * Ctrl-Z, its engines are. Once in a process. NULL if it cannot. */
ProcessHost *host_start(void);

static inline bool host_ends(const ProcessHost *h) { return atomic_load(&h->over) || atomic_load(h->interrupted); }

typedef struct Process {
    ProcessHost *host; /* borrowed */
    pid_t pid;         /* 0 when none runs */
    int to, from;      /* our ends of its input and output; -1 when closed */
    bool skipping;     /* in the rest of a line too long for the buffer */
    char *buffer;      /* owned; output not yet read as lines lies in [start, used) */
    size_t start, used;
    Text cleaned;         /* the line last read, if it had to be changed */
    int64_t arrived_us;   /* when the last piece of output was read */
    int64_t level;        /* bytes of output lately, less what time has excused */
    int suspensions;      /* the host's count when process_watch() was called */
    int64_t held_us;      /* the longest time since then in which this process did not run although it should have */
    char mark[MARK_SIZE]; /* "NAME=1": no two engines that run at once have the same place in memory, which is in it */
} Process;

typedef enum Io {
    IO_OK,
    IO_TIMEOUT,
    IO_CLOSED,  /* the other end of the pipe is gone */
    IO_STOPPED, /* host_ends() */
    IO_FLOOD,   /* it sends more than anybody can want */
} Io;

/* An engine may send so much at once, and so much each second for as long as it likes. */
enum { OUTPUT_BURST = 64 << 20, OUTPUT_RATE = 1 << 20 };

/* Starts what `spec` names: its command (words split at blanks; quotes '' and "" group), in its directory, its standard error
 * appended to its file (NULL: thrown away). False with the reason when it cannot be started; then nothing is left behind, and
 * the program has not run: whatever the reason, it is not an engine's deed. */
bool process_start(Process *p, ProcessHost *host, const EngineSpec *spec, Text *why) __attribute__((warn_unused_result));

/* The next line of output, terminated and without line end, valid until the next call, as is arrived_us for it. What arrived after
 * the deadline stays for a call with a later one. Lines beyond 64 KiB are dropped whole. A line comes in UTF-8 (from GBK too),
 * control characters as question marks, tabs as blanks: it may be shown and stored as it is. */
Io process_read_line(Process *p, int64_t deadline_us, char **line);

/* Writes all of the text. */
Io process_write(Process *p, const char *text, size_t length, int64_t deadline_us);

/* From here on process_held() tells whether this process was stopped, its computer slept, or it was kept
 * from running for a second or more: then times measured meanwhile say nothing about the engine. */
void process_watch(Process *p);
bool process_held(const Process *p);

/* Gives the child until the deadline to leave, then kills it and its family, and frees; it may be started again. What has not
 * ended yet is asked to leave by closing its input, or, with `how`, told of: that is for one which cannot be talked to any more, and
 * to which is added how it ended, such as "exited with status 3" or "killed by signal 11 (Segmentation fault)". */
void process_end(Process *p, int64_t deadline_us, Text *how);
