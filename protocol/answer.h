/* answer.h - one `go` and its best move: from the books, from a search, or at once where there is nothing to search.
 *
 * Exactly one best move follows each answer_begin(), when answer_give() is called after all is known. When that may be
 * is the session's business: while the GUI ponders, and after `go infinite`, the best move is held back. */
#pragma once

#include "protocol/go.h"
#include "protocol/input.h"
#include "protocol/reporter.h"

typedef struct SessionAnswer {
    Player *player; /* borrowed, as the next two */
    Inbox *inbox;
    const Talk *talk;
    Reporter reporter;

    bool infinite;       /* nothing but `stop` may end it */
    bool draw_offered;   /* the opponent offers one */
    bool searched;       /* a search was started */
    bool known;          /* the result is complete */
    SearchResult result; /* written by the search's thread before EVENT_DONE */
} SessionAnswer;

void answer_init(SessionAnswer *a, Player *player, Inbox *inbox, const Talk *talk);
void answer_clear(SessionAnswer *a);

/* Begins with a `go`; cuts up its text. If a search is started, EVENT_DONE will come. */
void answer_begin(SessionAnswer *a, const Game *game, const MoveList *bans, const GoArgs *go);

void answer_stop(SessionAnswer *a);      /* as soon as possible; does not wait */
void answer_ponderhit(SessionAnswer *a); /* the clock starts now */

/* EVENT_DONE has come, or is to be waited for. */
void answer_wait(SessionAnswer *a);

/* Prints what was held back and the best move. False if it is not known yet. */
bool answer_give(SessionAnswer *a);
