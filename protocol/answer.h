/* SPDX-License-Identifier: GPL-3.0-only */
/* answer.h - the engine's work for `go` and `bench`, from its start to the printed answer.
 *
 * A `go` gets its best move from the books, from a search, or at once if there is nothing to
 * search. Perft and bench run on their own thread, so that the session keeps reading. Each work is
 * ended by one answer_give() once its result is known. The session decides when: while the GUI
 * ponders and after `go infinite`, it holds the best move back. */
#pragma once

#include "protocol/parse.h"
#include "protocol/input.h"
#include "protocol/info.h"

/* Runs `bench ARGS`, printing lines; returns early when *stop becomes true. Provided by a program
 * that links the bench. */
typedef void SessionBench(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);

typedef struct SessionAnswer {
    Engine *engine; /* borrowed, like the next two */
    Inbox *inbox;
    const Printer *printer;
    SessionBench *bench;
    InfoLimiter limiter;

    bool infinite;     /* only `stop` may end it */
    bool for_a_move;   /* the move will be played: neither an analysis nor a ponder search */
    bool draw_offered; /* by the opponent */
    enum { NOT_SEARCHED, SEARCHED, COUNTED } how;
    int threads;         /* number of threads of the last search */
    bool known;          /* it is complete */
    SearchResult result; /* written by the search's thread before EVENT_DONE */

    /* for perft and bench: */
    pthread_t thread;
    atomic_bool leave_off; /* asks the work to return early */
    bool complete;         /* written before EVENT_DONE: perft reached its end; always true for bench */
    Position pos;
    int depth;
    char args[200];
} SessionAnswer;

/* Prepares an answer. `bench` may be NULL. */
void answer_init(SessionAnswer *a, Engine *engine, Inbox *inbox, const Printer *printer, SessionBench *bench);
void answer_clear(SessionAnswer *a);

/* Starts the work for a `go`, whose text is modified. Unless the result is known at once,
 * EVENT_DONE will follow. */
void answer_begin(SessionAnswer *a, const Game *game, const MoveList *bans, const GoArgs *go);

/* Starts a bench. Returns false if nothing was started. */
bool answer_begin_bench(SessionAnswer *a, const char *args);

void answer_stop(SessionAnswer *a);      /* stops the work as soon as possible; does not wait */
void answer_ponderhit(SessionAnswer *a); /* starts the clock */

/* Waits until the work is complete, if EVENT_DONE has not come yet. */
void answer_wait(SessionAnswer *a);

/* Prints the lines held back and the best move. Returns false if the result is not known yet. */
bool answer_give(SessionAnswer *a, bool stopped);
