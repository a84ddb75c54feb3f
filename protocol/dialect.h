/* SPDX-License-Identifier: GPL-3.0-only */
/* dialect.h - formats the engine's output to a GUI in one of two dialects, UCCI and UCI, and defines
 * which commands are answered when. The session is the same for both and does not need to know the
 * dialect. */
#pragma once

#include "protocol/options.h"
#include "protocol/io.h"

typedef struct Dialect {
    const char *const *identity; /* lines that identify the engine, terminated by NULL */
    const char *handshake_end;   /* such as `ucciok` */
    const char *message;         /* beginning of a line with text for the user */
    const char *no_move;         /* sent instead of the best move if there is
                                  * none, and after a `stop` without a search */
    const char *farewell;        /* reply to quit, or NULL */
    Announced announced;         /* options to announce */
    bool short_names;            /* announces UCCI's names, and 0 as the minimum that means automatic */
    bool evaluates_only;         /* `go depth 0` prints the evaluation and no best move, instead of searching one ply */
    bool answers_idle_stop;      /* answers `stop` even without a search */
    bool infinite_may_end;       /* if there is nothing to search, `go infinite` is answered before `stop` */
    bool corrects_options;       /* reports a wrong `setoption`. UCCI's clients send whatever their dialogs contain */
    bool reports_bounds;         /* slow searches report lower and upper bounds */
    bool numbers_lines;          /* prints multipv even if there is only one PV */
    bool makes_offers;           /* adds `draw` or `resign` to the best move */
    bool capitalises_replies;    /* writes words of replies in messages in capitals */
    bool shows_chances;          /* prints the chances of win, draw and loss if that option is set */
    bool follows_variant;        /* counts ranks from 1 for clients that name the variant */

    void (*add_score)(Text *line, Score score);
    void (*add_counts)(Text *line, const SearchInfo *info);
} Dialect;

extern const Dialect dialect_ucci, dialect_uci;

typedef struct Printer {
    Output *out; /* borrowed, like the settings */
    const Dialect *dialect;
    const SessionSettings *settings;
    const EngineSettings *engine;
    bool knows_uci; /* true once the client has greeted in UCI, even if it speaks UCCI now */
} Printer;

/* Returns true if the ranks of moves count from 1 to 10, in both directions. */
bool printer_ranks_from_1(const Printer *printer);

/* Writes a move as the GUI expects it. Returns `out`, which has room for PRINTED_MOVE bytes. */
enum { PRINTED_MOVE = 7 };
char *printer_move(const Printer *printer, Move m, char *out);

/* Prints the engine's identity and its options. */
void printer_announce(const Printer *printer);

/* Prints a line for the user. Words that clients look for anywhere in our output are masked. */
void printer_message(const Printer *printer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Print an info line with a PV, and the static evaluation if nothing is searched; without a legal
 * move that is mate in 0. */
void printer_info(const Printer *printer, const SearchInfo *info);
void printer_static_score(const Printer *printer, Score score);

/* Prints the best move, or MOVE_NONE if there is no move to play. `offer` is " draw", " resign" or
 * "". */
void printer_bestmove(const Printer *printer, Move best, Move ponder, const char *offer);

/* Answers a `stop` without a search, if the dialect does so. */
void printer_idle_stop(const Printer *printer);

/* Prints UCCI's answer to `probe`; `known` is NULL if the table has no entry. UCI has no such command,
 * so its answer has the same form. */
void printer_pophash(const Printer *printer, const Position *pos, const TtEntry *known);
