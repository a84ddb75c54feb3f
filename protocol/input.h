/* input.h - what the session waits for: lines of standard input, and word from its own threads.
 *
 * A thread reads standard input and never waits for anything else, so `stop` is heard whatever the
 * engine does. All lines of one read enter the queue together: `go` and `stop` written at once are
 * seen in that order before any result of the search. */
#ifndef HANXIN_PROTOCOL_INPUT_H
#define HANXIN_PROTOCOL_INPUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum EventKind {
    EVENT_LINE, /* text: a line without its end, owned by whoever took the event */
    EVENT_END,  /* end of input */
    EVENT_DONE, /* the search or job has ended */
} EventKind;

typedef struct Event {
    EventKind kind;
    char *text;
} Event;

typedef struct EventNode EventNode;

typedef struct Inbox {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    EventNode *first, *last;
    atomic_bool patient; /* the session needs time after the end of input: batch mode */
} Inbox;

void inbox_init(Inbox *inbox);
void inbox_clear(Inbox *inbox);

/* From any thread. The text is copied. When memory is short the event is lost. */
void inbox_push(Inbox *inbox, EventKind kind, const char *text);

/* Takes the oldest event; waits for one up to timeout_ms, for ever if negative. False on timeout. */
bool inbox_pop(Inbox *inbox, int timeout_ms, Event *event);

/* Splits bytes into lines, at LF, with CRs before it dropped; a rest without LF waits for more. */
typedef struct LineSplitter {
    char *rest;
    size_t length, capacity;
    bool past_first; /* a byte order mark is only looked for before the first byte */
} LineSplitter;
void splitter_feed(LineSplitter *splitter, Inbox *inbox, const char *bytes, size_t count);
void splitter_end(LineSplitter *splitter, Inbox *inbox); /* pushes the rest, if any, and EVENT_END */

/* Starts the thread that reads standard input. It is never joined: it may wait in a read for ever.
 * After the end of input, or `quit`, it sees to it that the process ends soon (a second, three after `quit`) even if
 * the session is stuck, unless the inbox is `patient`. False if there is no thread to be had. */
bool input_start(Inbox *inbox);

#endif
