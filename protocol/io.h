/* SPDX-License-Identifier: GPL-3.0-only */
/* io.h - the lines to and from the GUI: an output that any thread may write to, and an inbox of the
 * events that the session waits for, which are lines of standard input and the end of its own work.
 *
 * Output: each line is written at once, in a single write. Some clients search raw chunks and miss a
 * `bestmove` that is split over two. GUIs read into buffers as small as 1024 bytes, so a line is at
 * most LINE_MOST bytes long. If a line cannot be written, the owner is notified and should end the
 * process, because other threads may be anywhere. Nothing here allocates memory.
 *
 * Input: a separate thread reads, so that `stop` and `quit` are noticed whatever the engine does. All
 * lines of one read arrive together: if `go` and `stop` are written at once, they are seen in this
 * order before any result of the search. If memory is too short for the lines, the input ends with
 * those that were complete. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/base/text.h"

/* ---- output ---- */

enum { LINE_MOST = 1000 }; /* including the terminator */

typedef struct Output {
    int descriptor; /* -1: lines go to the log only */
    void (*lost)(int fault);
    pthread_mutex_t lock;
    atomic_uint *writes; /* borrowed, or NULL: incremented when a write begins and when it ends, so odd during a write */
    FILE *log;           /* or NULL */
    int64_t log_start_ms;
    int log_fault; /* errno of the write that ended the log; 0 once it was queried */
} Output;

/* Prepares an output. `lost` gets the errno of a failed write; if it returns, further lines are
 * discarded. It may be NULL if no write can fail. */
void output_init(Output *out, int descriptor, void (*lost)(int fault));
void output_clear(Output *out); /* closes the log */

/* Writes `text`, which contains no line end, cut to LINE_MOST, and a line end. */
void output_line(Output *out, const char *text);
void output_linef(Output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts logging both directions to a file; "" stops it. An existing log is appended to. Returns
 * false with the reason if the file contains anything else or cannot be opened. */
bool output_log_to(Output *out, const char *path, Text *why);

/* Returns the errno that ended the log, once; otherwise 0. */
int output_log_lost(Output *out);

/* Logs a line received from the GUI, if there is a log. */
void output_log_received(Output *out, const char *text);

/* ---- input ---- */

/* Consecutive strings, each with its terminator. */
typedef struct Lines {
    char *data; /* owned */
    size_t length, room;
} Lines;

/* Grows the buffer to at least `needed` bytes. Returns false if memory is short. */
bool lines_grow(Lines *lines, size_t needed);

typedef enum EventKind {
    EVENT_NONE, /* nothing came in time */
    EVENT_LINE,
    EVENT_END,  /* end of input */
    EVENT_DONE, /* end of the search, perft or bench */
} EventKind;

enum { READ_SIZE = 1 << 15 };

/* What an inbox needs from the program. */
typedef struct InboxHost {
    const Clock *clock;
    bool (*is_last)(const char *line); /* true for the line after which nothing is read, `quit` */
    void (*leave)(const char *why);    /* ends the process with a failure: see input_start() */
} InboxHost;

typedef struct Inbox {
    InboxHost host;
    pthread_mutex_t lock; /* of the next seven */
    pthread_cond_t filled;
    Lines whole; /* complete lines, and from `line` on the incomplete last one */
    size_t line;
    bool done, done_passed, ended, starved;

    /* owned by the session: */
    Lines taken; /* lines, of which those from `at` on come next */
    size_t at;

    /* owned by the reader: */
    bool cut;        /* part of the current line was dropped */
    bool past_first; /* a byte-order mark is removed from the first line only */
    bool past_last;  /* the last line has come; nothing is read after it */

    /* for the end of the process */
    atomic_uint steps;  /* how often the session took an event, or found none */
    atomic_uint writes; /* the output's: see Output */
} Inbox;

/* Returns NULL if memory is short. An inbox lasts as long as the process, because the reading
 * thread holds it. The clock is borrowed. */
Inbox *inbox_new(InboxHost host);

/* Splits at most READ_SIZE bytes into lines at each LF; CRs before the LF are dropped. A rest
 * without LF waits for more. A line longer than 16 MB is cut off, and an unknown word is added at
 * its end. If memory is short, the input ends before the incomplete line. */
void inbox_feed(Inbox *inbox, const char *bytes, size_t count);
void inbox_end(Inbox *inbox); /* takes the rest, if any, as the last line */

/* Returns true if memory was too short for the input, of which the rest is lost. */
bool inbox_starved(Inbox *inbox);

void inbox_done(Inbox *inbox); /* adds EVENT_DONE; may be called from any thread */

/* Returns the next event, waiting up to timeout_ms, or forever if that is negative. If `lines` is
 * false, only other events are returned. *line may be modified and is valid until the next call. */
EventKind inbox_next(Inbox *inbox, bool lines, int timeout_ms, char **line);
bool inbox_is_empty(Inbox *inbox);

/* Starts the thread that reads standard input. It is never joined, because it may wait in a read
 * forever. `out` is the session's output, which from now on counts its writes in the inbox. Returns
 * false if no thread can be created.
 *
 * The thread calls leave() if the session itself may not be able to end the process:
 *   - with NULL, at once, if the reader of our output is gone;
 *   - after the last line, with the reason, if the session takes no event while a line of output
 *     has waited for its reader for 5 seconds, or a command has lasted for 10 minutes (a file on a
 *     network that hangs). Then answers are lost.
 * The end of input alone sets no limit: a command may take long, and so may a reader (a pager). */
bool input_start(Inbox *inbox, Output *out);
