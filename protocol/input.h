/* SPDX-License-Identifier: GPL-3.0-only */
/* input.h - what the session waits for: lines of standard input, and the end of its own work.
 *
 * A thread of its own reads, so that `stop` and `quit` are seen whatever the engine does. All lines of one read come in
 * together: `go` and `stop` written at once are seen in that order before any result of the search. Lines wait one behind
 * the other in a buffer that grows; what there is no memory for stays where it came from until the session has taken the rest. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "engine/base/clock.h"
#include "protocol/output.h"

/* Strings, one behind the other, each with its terminator. */
typedef struct Lines {
    char *data; /* owned */
    size_t length, room;
} Lines;

typedef enum EventKind {
    EVENT_NONE, /* nothing came in time */
    EVENT_LINE,
    EVENT_OLD_LINE, /* one that was kept */
    EVENT_END,      /* of input */
    EVENT_DONE,     /* the search or job has ended */
} EventKind;

enum { READ_SIZE = 1 << 15 };

typedef struct Inbox {
    const Clock *clock; /* borrowed */
    void (*leave)(const char *why);
    pthread_mutex_t lock; /* of the next six */
    pthread_cond_t filled;
    Lines whole; /* lines that have come in, and from `line` on the one that is not yet whole */
    size_t line;
    bool done, done_passed, ended;

    /* The session's: in [0, kept) those that must wait still; those from `at` on come next, of which up to `old` have
     * waited before. */
    Lines taken;
    size_t kept, at, old;
    bool lost; /* there was no room for one that had to wait */

    /* the reader's */
    bool cut;        /* something of the line was dropped */
    bool past_first; /* a byte order mark is only looked for in the first line */
    bool past_last;  /* `quit` has come, behind which nothing is read */

    /* for the end of the process */
    atomic_uint steps;  /* how often the session took an event, or found none */
    atomic_uint writes; /* the output's: see output.h */
} Inbox;

/* NULL when memory is short. There is no end to it but the process's: the reading thread holds it. `leave` ends the process
 * in failure: see input_start(). */
Inbox *inbox_new(const Clock *clock, void (*leave)(const char *why));

/* Takes at most READ_SIZE bytes apart into lines, at LF, with CRs before it dropped; a rest without LF waits for more. A line of more than
 * 16 MB, or for which there is no memory in a second, is cut off, and a word that nothing understands put at its end. */
void inbox_feed(Inbox *inbox, const char *bytes, size_t count);
void inbox_end(Inbox *inbox); /* the rest, if any, is a line, and the last */

void inbox_done(Inbox *inbox); /* from any thread: EVENT_DONE */

/* The next event; waits for one up to timeout_ms, for ever if negative. If `lines` is false lines are passed over. *line may
 * be cut up, and lasts until the next call. */
EventKind inbox_next(Inbox *inbox, bool lines, int timeout_ms, char **line);
bool inbox_is_empty(Inbox *inbox); /* but for what is kept */

/* Lines that cannot be dealt with yet: the one that came last; the others that waited before. */
void inbox_keep(Inbox *inbox, const char *line);
void inbox_keep_old(Inbox *inbox);
void inbox_again(Inbox *inbox); /* lets them come once more, before what is new */

/* Starts the thread that reads standard input. It is never joined: it may wait in a read for ever. False if no thread can
 * be created. `out` is the session's output, which
 * from now on counts its writes for the thread.
 *
 * The thread calls leave() where the session itself may not be able to end the process. If the reader of our output is gone,
 * it does so at once, with NULL: nobody is there to be told. After `quit` it does so with the reason, as answers are lost, if the
 * session takes no event and either a line of output has waited for its reader for 5 seconds, or a command has lasted for 10
 * minutes (a file on a network that hangs). The end of input alone sets no limit: a command may take long, and so may a reader (a
 * pager). */
bool input_start(Inbox *inbox, Output *out);
