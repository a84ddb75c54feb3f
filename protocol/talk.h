/* SPDX-License-Identifier: GPL-3.0-only */
/* talk.h - what the engine says to a GUI, in one of two dialects, UCCI and UCI: their words and lines, and what is answered
 * when. The session is the same under both and never asks which is spoken. */
#pragma once

#include "protocol/options.h"
#include "protocol/output.h"

typedef struct Dialect {
    const char *const *identity; /* lines that say who we are, up to a NULL */
    const char *handshake_end;   /* `ucciok` */
    const char *message;         /* what text for the user begins with */
    const char *no_move;         /* in place of the best move when there is nothing to play, and to a `stop` without a search */
    const char *farewell;        /* reply to quit, or NULL */
    Announced announced;         /* which options it shows */
    bool short_names;            /* ... by UCCI's names, and with 0 for "choose yourself" */
    bool evaluates_only;         /* `go depth 0` tells the evaluation and has no best move; else it searches one ply */
    bool answers_idle_stop;      /* `stop` without a search is answered */
    bool infinite_may_end;       /* an unlimited search may answer before `stop` where there is nothing to search */
    bool corrects_options;       /* says what is wrong with `setoption`; UCCI's clients set what their dialogs hold */
    bool tells_bounds;           /* slow searches tell scores that are but bounds */
    bool numbers_lines;          /* even a single line of play; else several */
    bool makes_offers;           /* behind the best move: draw, resign */
    bool shows_chances;          /* of win, draw and loss, if that is set */
    bool follows_variant;        /* counts ranks as clients do that name the variant */

    void (*add_score)(Text *line, Score score);
    void (*add_counts)(Text *line, const SearchInfo *info);
} Dialect;

extern const Dialect dialect_ucci, dialect_uci;

typedef struct Talk {
    Output *out; /* borrowed, as the settings */
    const Dialect *dialect;
    const Settings *settings;
    bool knows_uci; /* the client has greeted in UCI, perhaps in UCCI since */
} Talk;

/* Are the ranks of moves counted from 1 to 10, in both directions? */
bool talk_ranks_from_1(const Talk *talk);

/* A move as it is written to the GUI; returns `out`, which has room for TALK_MOVE bytes. */
enum { TALK_MOVE = 7 };
char *talk_move(const Talk *talk, Move m, char *out);

/* Who we are and what can be set. */
void talk_announce(const Talk *talk);

/* A line for the user. Words that clients look for anywhere in what we print are masked. */
void talk_message(const Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of play; the static evaluation, when nothing is searched: without a legal move it is a mate in 0. */
void talk_info(const Talk *talk, const SearchInfo *info);
void talk_static_score(const Talk *talk, Score score);

/* best may be MOVE_NONE: there is nothing to play. An offer is " draw", " resign" or "". */
void talk_bestmove(const Talk *talk, Move best, Move ponder, const char *offer);

/* The answer to a `stop` when nothing is searched, if there is one. */
void talk_idle_stop(const Talk *talk);

/* UCCI's answer to `probe`; NULL: nothing is known. UCI has no such command and gets the same. */
void talk_pophash(const Talk *talk, const Position *pos, const TtEntry *known);

/* What a score means: a logistic curve for the win, its mirror image for the loss, the rest draws. */
typedef struct Wdl {
    int win, draw, loss; /* per mille; their sum is 1000 */
} Wdl;
Wdl wdl_from_score(Score score);
