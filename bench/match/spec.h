/* spec.h - what the user said about an engine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum Protocol { PROTOCOL_AUTO, PROTOCOL_UCCI, PROTOCOL_UCI } Protocol;

typedef struct MatchLimits { /* 0 everywhere: no such limit */
    int64_t base_us, increment_us;
    int period;      /* moves that the base is for, 0 for the whole game */
    int64_t move_us; /* time for each move */
    uint64_t nodes;
    int depth;
    int64_t margin_us; /* how far a clock may be overdrawn */
} MatchLimits;

typedef struct EngineOption {
    char *name, *value; /* value NULL: a button */
} EngineOption;

typedef struct EngineSpec { /* all texts owned */
    char *name;             /* NULL until the engine has told its own */
    char *command;
    char *directory;  /* NULL: the runner's */
    char *error_file; /* NULL: standard error is thrown away */
    Protocol protocol;
    int rank_base; /* 1 when its ranks run from 1 to 10 */
    bool ponder;
    bool banmoves; /* tell it by UCCI's banmoves which moves would lose by repetition */
    MatchLimits limits;
    EngineOption *options;
    int option_count;
} EngineSpec;

void engine_spec_clear(EngineSpec *spec); /* frees what it owns */

/* Sets an option, in place of an earlier one of that name. False when memory is short. */
bool engine_spec_set_option(EngineSpec *spec, const char *name, const char *value) __attribute__((warn_unused_result));

/* Limits as people write them, "40/60+0.5 nodes=100000"; out has room for 128. */
char *limits_text(const MatchLimits *l, char *out);

/* The clock among them, "[MOVES/]BASE[+INC]" in seconds or m:s; *l is untouched if it is none. */
bool limits_read_tc(const char *text, MatchLimits *l) __attribute__((warn_unused_result));
