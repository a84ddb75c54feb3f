/* SPDX-License-Identifier: GPL-3.0-only */
/* answer.h - what the engine does for a `go` or `bench`, and its end.
 *
 * A `go` gets its best move from the books, from a search, or at once where there is nothing to search; a perft or bench is counted
 * on a thread of its own, so that the session goes on listening. What was begun is ended by one answer_give(), when all is
 * known. When that may be is the session's business: while the GUI ponders, and after `go infinite`, the best move is held back. */
#pragma once

#include "protocol/go.h"
#include "protocol/input.h"
#include "protocol/reporter.h"

/* Runs `bench ARGS`, printing lines; leaves early when *stop becomes true. Of programs above the session. */
typedef void SessionBench(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);

typedef struct SessionAnswer {
    Player *player; /* borrowed, as the next two */
    Inbox *inbox;
    const Talk *talk;
    SessionBench *bench;
    Reporter reporter;

    bool infinite;     /* nothing but `stop` may end it */
    bool for_a_move;   /* it is to be played: no analysis, nor a guess while the opponent thinks */
    bool draw_offered; /* the opponent offers one */
    enum { NOT_SEARCHED, SEARCHED, COUNTED } how;
    bool known;          /* it is complete */
    SearchResult result; /* written by the search's thread before EVENT_DONE */

    /* of perft and bench */
    pthread_t thread;
    atomic_bool leave_off; /* it looks at that now and then */
    bool complete;         /* written before EVENT_DONE: it came to its end, or needs none (bench) */
    Position pos;
    int depth;
    char args[200];
} SessionAnswer;

/* `bench` may be NULL. */
void answer_init(SessionAnswer *a, Player *player, Inbox *inbox, const Talk *talk, SessionBench *bench);
void answer_clear(SessionAnswer *a);

/* Begins with a `go`; cuts up its text. Unless it is known already, EVENT_DONE will come. */
void answer_begin(SessionAnswer *a, const Game *game, const MoveList *bans, const GoArgs *go);

/* The same for `bench`. False if nothing has begun. */
bool answer_begin_bench(SessionAnswer *a, const char *args);

void answer_stop(SessionAnswer *a);      /* as soon as possible; does not wait */
void answer_ponderhit(SessionAnswer *a); /* the clock starts now */

/* EVENT_DONE has come, or is to be waited for. */
void answer_wait(SessionAnswer *a);

/* Prints what was held back and the best move. False if it is not known yet. */
bool answer_give(SessionAnswer *a, bool stopped);
