/* SPDX-License-Identifier: GPL-3.0-only */
/* engine.h - an engine to be started and asked: its command, options and limits, and how long to wait for it. Texts that are not called
 * owned are the command line's own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"

typedef enum Protocol { PROTOCOL_AUTO, PROTOCOL_UCCI, PROTOCOL_UCI } Protocol;
extern const char *const protocol_words[];  /* auto, ucci, uci, NULL */
extern const char *const rank_base_words[]; /* 0, 1, NULL */

typedef struct MatchLimits { /* 0 everywhere: no such limit */
    int64_t base_us, increment_us;
    int period;      /* moves that the base is for, 0 for the whole game */
    int64_t move_us; /* time for each move */
    int64_t nodes, depth;
    int64_t margin_us; /* how far a clock may be overdrawn */
} MatchLimits;

typedef struct EngineOption {
    char name[128];
    const char *value; /* NULL: a button */
} EngineOption;

typedef struct EngineSpec {
    char *name; /* owned; NULL until the engine has told its own */
    const char *command;
    const char *directory;  /* NULL: the runner's */
    const char *error_file; /* NULL: standard error is thrown away */
    Protocol protocol;
    int rank_base; /* 1 when its ranks run from 1 to 10 */
    bool ponder;
    bool banmoves; /* tell it by UCCI's banmoves which moves would lose by repetition */
    MatchLimits limits;
    EngineOption *options; /* owned */
    int option_count;
} EngineSpec;

typedef struct Patience { /* microseconds to wait */
    int64_t answer_us;    /* for the handshake and for readyok */
    int64_t stall_us;     /* for a move when no clock runs */
    int64_t grace_us;     /* for a move after `stop`, and for the end after `quit` */
} Patience;

/* A path as the engine sees it, from its working directory; to be freed. NULL: no memory. */
char *engine_spec_path(const EngineSpec *spec, const char *path, size_t length) __attribute__((warn_unused_result));

/* Where the program of the command lies, if the command says so by a path; to be freed. NULL: it is looked for in $PATH, or no memory. */
char *engine_spec_program(const EngineSpec *spec) __attribute__((warn_unused_result));

/* What an option is set to, "" for a button; NULL if it is not set. */
const char *engine_option(const EngineSpec *spec, const char *name);

/* Fairy-Stockfish set to Xiangqi, by its options: it counts the ranks from 1 under UCI. */
bool engine_is_fairy(const EngineSpec *spec);

/* Does an engine of that name play from its own opening books? Hanxin, whose openings are the match's, only if it is to have an
 * option for books; of others that is not our business. */
bool engine_keeps_books(const EngineSpec *spec, const char *id_name);

/* Sets an option, NAME=VALUE, or NAME alone, which presses a button; in place of an earlier one of that name. The word is borrowed. An
 * exit status: EXIT_USAGE or EXIT_FAILURE with the reason. */
int engine_set_option(EngineSpec *spec, const char *word, Text *why) __attribute__((warn_unused_result));
