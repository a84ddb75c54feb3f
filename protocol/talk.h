/* SPDX-License-Identifier: GPL-3.0-only */
/* talk.h - formats what the engine says to a GUI, in one of two dialects, UCCI and UCI, and defines
 * what is answered when. The session is the same for both and does not need to know the dialect. */
#pragma once

#include "protocol/options.h"
#include "protocol/output.h"

typedef struct Dialect {
    const char *const *identity; /* lines that identify the engine, terminated by NULL */
    const char *handshake_end;   /* such as `ucciok` */
    const char *message;         /* beginning of a line with text for the user */
    const char *no_move;         /* sent instead of the best move if there is
                                  * none, and after a `stop` without a search */
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
    bool capitalises_replies;    /* words of replies in messages */
    bool shows_chances;          /* of win, draw and loss, if that is set */
    bool follows_variant;        /* counts ranks as clients do that name the variant */

    void (*add_score)(Text *line, Score score);
    void (*add_counts)(Text *line, const SearchInfo *info);
} Dialect;

extern const Dialect dialect_ucci, dialect_uci;

typedef struct Talk {
    Output *out; /* borrowed, like the settings */
    const Dialect *dialect;
    const Settings *settings;
    bool knows_uci; /* the client has once greeted in UCI, even if it speaks UCCI now */
} Talk;

/* Returns true if the ranks of moves count from 1 to 10, in both directions. */
bool talk_ranks_from_1(const Talk *talk);

/* Writes a move as the GUI expects it. Returns `out`, which has room for TALK_MOVE bytes. */
enum { TALK_MOVE = 7 };
char *talk_move(const Talk *talk, Move m, char *out);

/* Prints the engine's identity and its options. */
void talk_announce(const Talk *talk);

/* Prints a line for the user. Words that clients look for anywhere in our output are masked. */
void talk_message(const Talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Print an info line with a PV, and the static evaluation if nothing is searched; without a legal
 * move that is mate in 0. */
void talk_info(const Talk *talk, const SearchInfo *info);
void talk_static_score(const Talk *talk, Score score);

/* Prints the best move, which is MOVE_NONE if there is nothing to play. `offer` is " draw", "
 * resign" or "". */
void talk_bestmove(const Talk *talk, Move best, Move ponder, const char *offer);

/* Answers a `stop` without a search, if the dialect does so. */
void talk_idle_stop(const Talk *talk);

/* Prints UCCI's answer to `probe`; `known` is NULL if there is no entry. UCI has no such command
 * and gets the same answer. */
void talk_pophash(const Talk *talk, const Position *pos, const TtEntry *known);
