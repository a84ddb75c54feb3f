/* input.h - what the session waits for: lines of standard input, and word from its own threads.
 *
 * A thread reads standard input and never waits for the session (unless 64 MB lie unread), so `stop` is heard
 * whatever the engine does. All lines of one read enter the queue together: `go` and `stop` written at once are
 * seen in that order before any result of the search. No event is lost: those without text need no memory, and a
 * line waits for some, or takes one of the places set aside if it is short. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum EventKind {
    EVENT_LINE, /* text: a line without its end */
    EVENT_END,  /* end of input */
    EVENT_DONE, /* the search or job has ended */
} EventKind;

/* Owned by the inbox until it is popped, by whoever popped it until event_free(). */
typedef struct Event {
    EventKind kind;
    bool set_aside; /* one of the inbox's own */
    struct Event *next;
    size_t size;
    char *text; /* lies with the event; may be cut up */
} Event;

typedef struct EventList {
    Event *first, *last;
    size_t size; /* bytes of all lines, but for those of the inbox's own */
} EventList;

void event_list_add(EventList *list, Event *event);
Event *event_list_take(EventList *list);                  /* NULL when empty */
void event_list_append(EventList *list, EventList *tail); /* `tail` is empty afterwards */

enum { LINES_SET_ASIDE = 16, LINE_SET_ASIDE = 128 };

typedef struct Inbox {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    EventList queue;
    int notices; /* events of `queue` that are not lines */
    Event end, done;
    struct {
        Event event;
        bool taken;
        char text[LINE_SET_ASIDE];
    } aside[LINES_SET_ASIDE];

    const struct InputHooks *hooks; /* of input_start() */

    /* For the end of the process: the session has work that even `quit` waits for; and how often it took an event. */
    atomic_bool working;
    atomic_uint steps;
} Inbox;

void inbox_init(Inbox *inbox);
void inbox_clear(Inbox *inbox);

/* From any thread, and with certainty. No event of this kind may be in the queue. */
void inbox_post(Inbox *inbox, EventKind end_or_done);

/* The text is copied. */
void inbox_post_line(Inbox *inbox, const char *text);

/* Takes the oldest event, or if `lines` is false the oldest that is no line; waits for one up to timeout_ms, for ever if
 * negative. NULL on timeout. */
Event *inbox_pop(Inbox *inbox, bool lines, int timeout_ms);
bool inbox_is_empty(Inbox *inbox);
void event_free(Inbox *inbox, Event *event);

/* Splits bytes into lines, at LF, with CRs before it dropped; a rest without LF waits for more. A line of more than
 * 16 MB, or for which there is no memory in a second, is cut off, and a word that nothing understands put at its end. */
typedef struct LineSplitter {
    bool (*is_last)(const char *line); /* is it one after which nothing is read? May be NULL */
    char *rest;
    size_t length, capacity;
    bool cut;        /* of the line now coming in something was dropped */
    bool past_first; /* a byte order mark is only looked for in the first line */
    bool past_last;  /* such a line was among them */
} LineSplitter;
void splitter_feed(LineSplitter *splitter, Inbox *inbox, const char *bytes, size_t count);
void splitter_end(LineSplitter *splitter, Inbox *inbox); /* posts the rest, if any, and EVENT_END */

typedef struct InputHooks {
    bool (*is_last)(const char *line); /* as in LineSplitter */
    /* The process had better end, and nobody else may notice: ends it. Nobody reads our output any more; or else the last
     * line has come, and the session neither works nor has taken an event for five seconds: it is stuck, be it in waiting
     * for a reader. The end of input alone is no such order: a command may take long, and so may a reader (a pager). */
    void (*leave)(bool reader_is_gone);
} InputHooks;

/* Starts the thread that reads standard input and calls the hooks, which are borrowed. It is never joined: it may wait in
 * a read for ever. False if there is no thread to be had. */
bool input_start(Inbox *inbox, const InputHooks *hooks);
