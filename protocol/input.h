/* SPDX-License-Identifier: GPL-3.0-only */
/* input.h - the events that the session waits for: lines of standard input, and the end of its own
 * work.
 *
 * A separate thread reads, so that `stop` and `quit` are noticed whatever the engine does. All
 * lines of one read arrive together: if `go` and `stop` are written at once, they are seen in this
 * order before any result of the search. If memory is too short for the lines, the input ends with
 * those that were complete. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/clock.h"
#include "protocol/output.h"

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
    atomic_uint writes; /* the output's: see output.h */
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
