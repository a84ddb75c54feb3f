/* SPDX-License-Identifier: GPL-3.0-only */
/* config.h - what a tournament is: engines and their limits, who plays whom, how games end, what is written.
 *
 * The command line says it (cmdline.h), or the files that are merged (record_text.h). Texts that are not called owned are the
 * command line's own. */
#pragma once

#include <stdint.h>

#include "bench/engines/engine.h"
#include "bench/match/schedule.h"
#include "bench/match/stats.h"
#include "engine/base/args.h"
#include "engine/endgame/probe.h"
#include "engine/base/why.h"
#include "engine/rules/rules.h"

extern const Program match_program; /* under whose name all of this speaks */

typedef struct Adjudication {                  /* counts are moves of each side; 0 switches a rule off */
    int64_t draw_count, draw_score, draw_from; /* so many moves within +-score, from move number `draw_from` on */
    int64_t win_count, win_score;              /* the loser sees itself so far behind for so many moves */
    bool win_both;                             /* ... and the winner itself so far ahead */
    int64_t max_plies;                         /* drawn then */
    RuleSet rules;                             /* by which repetitions are judged */
    int64_t limit;                             /* the natural limit: drawn after so many plies; 0: never */
    bool draw_offers;                          /* UCCI engines may agree on a draw */
    const char *table_folders;                 /* of endgame tables beside those built in; NULL: none are asked */
    EndgameTables *tables;                     /* these, once they are opened; owned by Config */
} Adjudication;

typedef enum OpeningOrder { ORDER_SEQUENTIAL, ORDER_RANDOM } OpeningOrder;

typedef struct Config {
    EngineSpec *engines; /* owned; how many: schedule.engines */
    Schedule schedule;
    const char *openings_file; /* NULL: the start position */
    OpeningOrder order;
    int64_t openings_first; /* from 1 */
    int64_t openings_plies; /* for PGN */
    Adjudication adjudication;
    Sprt sprt;
    Patience patience;
    int64_t concurrency;
    uint64_t seed;
    char *event; /* UTF-8, as are the engines' names; owned */
    const char *pgn, *json, *html, *log;
    bool resume;
    bool force;         /* replace what stands at --html and --log; merge what is damaged */
    bool quiet;         /* no progress, only the final table */
    const char **merge; /* files to add up instead of playing; the list is owned */
    int merge_count;
    struct json_t *merged; /* the header of the files added up; owned, else NULL */
} Config;

void config_clear(Config *c);

/* A name as files and terminal shall hold it, to be freed: UTF-8 (converted from GBK if it is that), without control
 * characters. NULL: no memory. */
char *name_clean(const char *name) __attribute__((warn_unused_result));

/* Limits as people write them, "40/60+0.5 nodes=100000"; out has room for 128. */
char *limits_text(const MatchLimits *l, char *out);
