/* SPDX-License-Identifier: GPL-3.0-only */
/* io.h - the lines to and from the GUI: an output that any thread may write to, and an inbox of the
 * events that the session waits for, which are lines of standard input and the end of its own work.
 *
 * Output: each line is written at once, in a single write. Some clients search raw chunks and miss a
 * `bestmove` that is split over two. GUIs read into buffers as small as 1024 bytes, so a line is at
 * most LINE_MOST bytes long. If a line cannot be written, the owner is notified and should end the
 * process, because other threads may be doing anything. Nothing here allocates memory.
 *
 * Input: a separate thread reads, so that `stop` and `quit` are noticed whatever the engine does. All
 * lines of one read arrive together: if `go` and `stop` are written at once, they are seen in this
 * order before any result of the search. If there is not enough memory for the lines, the input ends
 * after those that were complete. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/clock.h"
#include "engine/base/text.h"

/* ---- output ---- */

enum { LINE_MOST = 1000 }; /* maximum length of a line, including the terminator */

typedef struct Output {
    int descriptor; /* -1: lines go to the log only */
    void (*lost)(int fault);
    pthread_mutex_t lock;
    atomic_uint *writes; /* borrowed, or NULL: incremented when a write begins and when it ends, so the number is odd during a write */
    FILE *log;           /* NULL if there is no log */
    int64_t log_start_ms;
    int log_fault; /* errno of the write that ended the log; 0 once it was queried */
} Output;

/* Prepares an output. `lost` is called with the errno of a failed write; if it returns, later lines are
 * discarded. `lost` may be NULL if writes cannot fail. */
void output_init(Output *out, int descriptor, void (*lost)(int fault));
void output_clear(Output *out); /* closes the log */

/* Writes `text`, which must not contain a line end, truncated to LINE_MOST, followed by a line end. */
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

/* Grows the buffer to at least `needed` bytes. Returns false if an allocation fails. */
bool lines_grow(Lines *lines, size_t needed);

typedef enum EventKind {
    EVENT_NONE, /* nothing came in time */
    EVENT_LINE,
    EVENT_END,  /* end of input */
    EVENT_DONE, /* end of the search, perft or bench */
} EventKind;

enum { READ_SIZE = 1 << 15 };

/* Functions that the program provides for an inbox. */
typedef struct InboxHost {
    const Clock *clock;
    bool (*is_last)(const char *line); /* returns true for the line after which nothing is read, `quit` */
    void (*leave)(const char *why);    /* ends the process with a failure: see input_start() */
} InboxHost;

typedef struct Inbox {
    InboxHost host;
    pthread_mutex_t lock; /* protects the next seven fields */
    pthread_cond_t filled;
    Lines whole; /* complete lines, and starting at `line` the incomplete last line */
    size_t line;
    bool done, done_passed, ended, starved;

    /* owned by the session: */
    Lines taken; /* lines taken by the session; those starting at `at` come next */
    size_t at;

    /* owned by the reader: */
    bool cut;        /* true if a part of the current line was dropped */
    bool past_first; /* true after the first line, the only one from which a byte-order mark is removed */
    bool past_last;  /* true once the last line has come; nothing is read after it */

    /* for the end of the process */
    atomic_uint steps;  /* number of times that the session took an event or found none */
    atomic_uint writes; /* see Output.writes */
} Inbox;

/* Creates an inbox, which lasts as long as the process, because the reading thread uses it. The clock
 * is borrowed. Returns NULL if an allocation fails. */
Inbox *inbox_new(InboxHost host);

/* Splits at most READ_SIZE bytes into lines at each LF; CRs before the LF are dropped. Text without an
 * LF is stored until more arrives. A line longer than 16 MB is truncated, and an unknown word is added
 * at its end. If an allocation fails, the input ends before the incomplete line. */
void inbox_feed(Inbox *inbox, const char *bytes, size_t count);
void inbox_end(Inbox *inbox); /* ends the input; remaining text without a newline becomes the last line */

/* Returns true if part of the input was lost because an allocation failed. */
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
 * The end of input alone does not limit the time: a command may take long, and so may a reader (a pager). */
bool input_start(Inbox *inbox, Output *out);
