/* SPDX-License-Identifier: GPL-3.0-only */
/* engine.h - describes an engine to run: command, options, limits, and how long to wait for it.
 * Strings that are not marked as owned belong to the command line. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"
#include "engine/book/book.h"

typedef enum Protocol { PROTOCOL_AUTO, PROTOCOL_UCCI, PROTOCOL_UCI } Protocol;
extern const char *const protocol_words[];  /* auto, ucci, uci, NULL */
extern const char *const rank_base_words[]; /* 0, 1, NULL */

typedef struct MatchLimits { /* 0 in any field means that there is no such limit */
    int64_t base_us, increment_us;
    int period;      /* number of moves per base time; 0: the base time is for the whole game */
    int64_t move_us; /* time for each move */
    int64_t nodes, depth;
    int64_t margin_us; /* tolerated time beyond the end of a clock */
} MatchLimits;

typedef struct EngineOption {
    char name[128];
    const char *value; /* NULL if the option is a button */
} EngineOption;

typedef struct EngineSpec {
    char *name; /* owned; NULL until the engine has sent its name */
    const char *command;
    const char *directory;  /* NULL: the runner's working folder */
    const char *error_file; /* NULL: standard error is discarded */
    Protocol protocol;
    int rank_base; /* 1 if its ranks run from 1 to 10 */
    bool ponder;
    bool restart;          /* start it anew for each game */
    bool banmoves;         /* send the moves that would lose by repetition, with UCCI's banmoves */
    const char *book_file; /* the runner plays its moves from this book while it has any; NULL: none */
    int64_t book_depth;    /* the last move number with a book move; 0: no limit */
    Book *book;            /* owned; NULL until the match opens the file */
    MatchLimits limits;
    EngineOption *options; /* owned */
    int option_count;
} EngineSpec;

typedef struct Patience { /* waiting times in microseconds */
    int64_t answer_us;    /* time to wait for the handshake and for readyok */
    int64_t stall_us;     /* time to wait for a move without a clock */
    int64_t grace_us;     /* time to wait for a move after `stop`, and for the end after `quit` */
} Patience;

/* Returns a path as the engine sees it from its working directory; the caller frees it. NULL if an
 * allocation fails. */
char *engine_spec_path(const EngineSpec *spec, const char *path, size_t length) __attribute__((warn_unused_result));

/* Returns the path of the command's program; the caller frees it. NULL if the command gives no
 * path, so that $PATH is searched, or if an allocation fails. */
char *engine_spec_program(const EngineSpec *spec) __attribute__((warn_unused_result));

/* Returns the value that an option is set to, "" for a button; NULL if it is not set. */
const char *engine_option(const EngineSpec *spec, const char *name);

/* Returns true if the options select Xiangqi in Fairy-Stockfish, which then counts ranks from 1
 * under UCI. */
bool engine_is_fairy(const EngineSpec *spec);

/* Returns true if the engine may use its own opening books. Hanxin may only if one of its book
 * options is set, so that the match determines the openings. */
bool engine_keeps_books(const EngineSpec *spec, const char *id_name);

/* Sets an option from the word NAME=VALUE, or NAME alone for a button; replaces an earlier value.
 * The word is borrowed. Returns an exit status: EXIT_SUCCESS, or EXIT_USAGE or EXIT_FAILURE with
 * the reason. */
int engine_set_option(EngineSpec *spec, const char *word, Text *why) __attribute__((warn_unused_result));
