/* SPDX-License-Identifier: GPL-3.0-only */
/* input.h - the events that the session waits for: lines of standard input, and the end of its own
 * work.
 *
 * A separate thread reads, so that `stop` and `quit` are noticed whatever the engine does. All
 * lines of one read arrive together: if `go` and `stop` are written at once, they are seen in this
 * order before any result of the search. Lines wait in a buffer that grows. If memory is short,
 * input waits at its source until the session has taken lines out. */
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

typedef enum EventKind {
    EVENT_NONE, /* nothing came in time */
    EVENT_LINE,
    EVENT_OLD_LINE, /* a line that was kept */
    EVENT_END,      /* end of input */
    EVENT_DONE,     /* end of the search, perft or bench */
} EventKind;

enum { READ_SIZE = 1 << 15 };

typedef struct Inbox {
    const Clock *clock; /* borrowed */
    void (*leave)(const char *why);
    pthread_mutex_t lock; /* of the next six */
    pthread_cond_t filled;
    Lines whole; /* complete lines, and from `line` on the incomplete last one */
    size_t line;
    bool done, done_passed, ended;

    /* Owned by the session: [0, kept) are lines that must wait longer; those from `at` on come
     * next, and of these, the ones before `old` have waited before. */
    Lines taken;
    size_t kept, at, old;
    bool lost; /* there was no room for a line that had to wait */

    /* owned by the reader: */
    bool cut;        /* part of the current line was dropped */
    bool past_first; /* a byte-order mark is removed from the first line only */
    bool past_last;  /* `quit` has come; nothing is read after it */

    /* for the end of the process */
    atomic_uint steps;  /* how often the session took an event, or found none */
    atomic_uint writes; /* the output's: see output.h */
} Inbox;

/* NULL when memory is short. There is no end to it but the process's: the reading thread holds it. `leave` ends the process
 * with a failure: see input_start(). */
Inbox *inbox_new(const Clock *clock, void (*leave)(const char *why));

/* Splits at most READ_SIZE bytes into lines at each LF; CRs before the LF are dropped. A rest
 * without LF waits for more. A line is cut off if it is longer than 16 MB, or if there is no memory
 * for it within a second; then an unknown word is added at its end. */
void inbox_feed(Inbox *inbox, const char *bytes, size_t count);
void inbox_end(Inbox *inbox); /* takes the rest, if any, as the last line */

void inbox_done(Inbox *inbox); /* adds EVENT_DONE; may be called from any thread */

/* Returns the next event, waiting up to timeout_ms, or forever if that is negative. If `lines` is
 * false, only other events are returned. *line may be modified and is valid until the next call. */
EventKind inbox_next(Inbox *inbox, bool lines, int timeout_ms, char **line);
bool inbox_is_empty(Inbox *inbox); /* does not count kept lines */

/* Keep lines that cannot be handled yet: the one that came last, and all others that waited
 * before. */
void inbox_keep(Inbox *inbox, const char *line);
void inbox_keep_old(Inbox *inbox);
void inbox_again(Inbox *inbox); /* lets kept lines come again, before new ones */

/* Starts the thread that reads standard input. It is never joined: it may wait in a read for ever. False if no thread can
 * be created. `out` is the session's output, which from now on counts its writes in the inbox.
 *
 * The thread calls leave() where the session itself may not be able to end the process. If the reader of our output is gone,
 * it does so at once, with NULL: nobody is there to be told. After `quit` it does so with the reason, as answers are lost, if the
 * session takes no event and either a line of output has waited for its reader for 5 seconds, or a command has lasted for 10
 * minutes (a file on a network that hangs). The end of input alone sets no limit: a command may take long, and so may a reader (a
 * pager). */
bool input_start(Inbox *inbox, Output *out);
