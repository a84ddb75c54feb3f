/* config.h - what a tournament is: engines and their limits, who plays whom, how games end, what is written.
 *
 * The command line says it (cmdline.h), or the files that are merged (record_text.h). What has a name in either is a row of a
 * table: by it a word KEY=VALUE is read, and a member of a JSON object both read and written. */
#pragma once

#include <stddef.h>

#include "bench/match/schedule.h"
#include "bench/match/stats.h"
#include "engine/base/why.h"
#include "engine/rules/rules.h"

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

typedef struct Patience { /* microseconds to wait */
    int64_t answer_us;    /* for the handshake and for readyok */
    int64_t stall_us;     /* for a move when no clock runs */
    int64_t grace_us;     /* for a move after `stop`, and for the end after `quit` */
} Patience;

typedef struct Adjudication {              /* counts are moves of each side; 0 switches a rule off */
    int draw_count, draw_score, draw_from; /* so many moves within +-score, from move number `draw_from` on */
    int win_count, win_score;              /* the loser sees itself so far behind for so many moves */
    bool win_both;                         /* ... and the winner itself so far ahead */
    int max_plies;                         /* drawn then */
    RuleSet rules;                         /* by which repetitions are judged */
    int limit;                             /* the natural limit: drawn after so many plies; 0: never */
    bool draw_offers;                      /* UCCI engines may agree on a draw */
} Adjudication;

typedef struct Config {
    EngineSpec *engines; /* owned; how many: schedule.engines */
    Schedule schedule;
    const char *openings_file; /* NULL: the start position; texts are the command line's own */
    bool random_order;
    int openings_first; /* from 1 */
    int openings_plies; /* for PGN */
    Adjudication adjudication;
    Sprt sprt;
    Patience patience;
    int concurrency;
    uint64_t seed;
    char *event; /* UTF-8, as are the engines' names; owned */
    const char *pgn, *json, *html, *log;
    bool resume;
    bool force;         /* replace what stands at --html and --log; merge what is damaged */
    bool quiet;         /* no progress, only the final table */
    const char **merge; /* files to add up instead of playing; the list is owned */
    int merge_count;
    char *merged_identity; /* of the files added up; owned, else NULL */
} Config;

void config_clear(Config *c);

/* Makes an owned name what files and terminal shall hold: UTF-8 (converted from GBK if it is that), without control
 * characters. False: no memory. */
bool name_clean(char **name) __attribute__((warn_unused_result));

/* Sets an option, in place of an earlier one of that name. False when memory is short. */
bool engine_spec_set_option(EngineSpec *spec, const char *name, const char *value) __attribute__((warn_unused_result));

/* A path as the engine sees it, from its working directory; to be freed. NULL: no memory. */
char *engine_spec_path(const EngineSpec *spec, const char *path, size_t length) __attribute__((warn_unused_result));

/* Limits as people write them, "40/60+0.5 nodes=100000"; out has room for 128. */
char *limits_text(const MatchLimits *l, char *out);

/* ---- settings ---- */

typedef enum SettingType {
    SETTING_INT,
    SETTING_BOOL,  /* 0 or 1 on the command line, or one of two words */
    SETTING_COUNT, /* uint64_t */
    SETTING_TIME,  /* int64_t, microseconds; on the command line in units of so many */
    SETTING_REAL,
    SETTING_TEXT,  /* char *, owned */
    SETTING_WORD,  /* an enum: the position of the word in `words` */
    SETTING_CLOCK, /* MatchLimits: "[MOVES/]BASE[+INC]" in seconds or m:s */
} SettingType;

typedef struct Setting {
    const char *key, *member; /* on the command line, and in JSON; NULL: not there */
    SettingType type;
    size_t at;                /* where in the struct */
    double least, most;       /* of a number, as on the command line */
    double unit;              /* of a time */
    bool optional;            /* 0 in JSON: it is not set */
    const char *const *words; /* ends with NULL */
    const char *is;           /* what it is: "a number of seconds" */
} Setting;

typedef struct SettingTable { /* a table */
    const Setting *rows;
    int count;
} SettingTable;

/* Of an EngineSpec, its limits and both; of a Schedule; of a Sprt; and of what the command line alone has, in a Config. */
extern const SettingTable engine_settings, limit_settings, engine_words, schedule_settings, sprt_settings, resign_settings, draw_settings,
    opening_settings;

/* Store a value in the struct's field. False if it cannot be so, or memory is short (the last). */
bool setting_store_number(const Setting *row, double value, void *into) __attribute__((warn_unused_result));
bool setting_store_word(const Setting *row, const char *word, void *into) __attribute__((warn_unused_result));
bool setting_store_text(const Setting *row, const char *text, void *into) __attribute__((warn_unused_result));

/* Reads KEY=VALUE into the struct. False with the reason. */
bool setting_read(SettingTable table, const char *word, void *into, Text *why) __attribute__((warn_unused_result));
