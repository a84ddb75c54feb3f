/* SPDX-License-Identifier: GPL-3.0-only */
/* process.h - an engine as a child process (child.h), line by line, with deadlines and a reliable end.
 *
 * Every wait has a deadline, whatever arrives, and ends early when host_ends(). Only one buffer of its output is stored, and its
 * output rate is limited generously. Times are those of clock_us(). Only the start has no deadline: a program on a hanging disk delays
 * it. */
#pragma once

#include "bench/engines/engine.h"
#include "bench/engines/host.h"
#include "engine/base/text.h"

typedef struct Process {
    ProcessHost *host; /* borrowed */
    Child *child;      /* owned; NULL if no process is running */
    bool skipping;     /* true while the remainder of an overlong line is skipped */
    char *buffer;      /* owned; output not yet read as lines is in [start, used) */
    size_t start, used;
    Text cleaned;         /* the line last read, if it had to be changed */
    int64_t late_us;      /* time that this thread waited for a processor during the last wait */
    int64_t arrived_us;   /* time at which the last output was read, less late_us */
    int64_t level;        /* bytes of output, less OUTPUT_RATE per second; at least 0 */
    int suspensions;      /* the host's count when process_watch() was called */
    int64_t held_us;      /* longest time since then by which a wait ended too late */
    char mark[MARK_SIZE]; /* host.h; "NAME=1"; the name contains the address of this struct, so it is unique among running engines */
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
