/* SPDX-License-Identifier: GPL-3.0-only */
/* config.h - the description of a tournament: engines and their limits, schedule, adjudication, and
 * outputs.
 *
 * It comes from the command line (cmdline.h), with the words of configuration files, or from the results files that are merged (store.h).
 * Strings that are not marked as owned belong to the command line. */
#pragma once

#include <stdint.h>

#include "bench/engines/engine.h"
#include "bench/match/engines_file.h"
#include "bench/match/live.h"
#include "bench/match/schedule.h"
#include "bench/match/stats.h"
#include "engine/base/argfile.h"
#include "engine/base/args.h"
#include "engine/endgame/probe.h"
#include "engine/base/why.h"
#include "engine/rules/rules.h"

typedef struct Adjudication {                  /* counts are moves of each side; 0 switches a rule off */
    int64_t draw_count, draw_score, draw_from; /* drawn after this many moves within
                                                * +-score, from move `draw_from` on */
    int64_t win_count, win_score;              /* lost after the loser's score was
                                                * that low for this many moves */
    bool win_both;                             /* the winner's score must also be that high */
    int64_t max_plies;                         /* drawn at this length */
    RuleSet rules;                             /* judges repetitions */
    int64_t limit;                             /* natural limit: drawn after this many
                                                * plies without a capture; 0: never */
    bool draw_offers;                          /* UCCI engines may agree on a draw */
    const char *table_folders;                 /* folders of endgame tables besides those
                                                * built in; NULL: no tables are used */
    EndgameTables *tables;                     /* the opened tables; owned by Config */
} Adjudication;

typedef enum OpeningOrder { ORDER_SEQUENTIAL, ORDER_RANDOM } OpeningOrder;

typedef struct Config {
    Program program; /* name and language, for messages */
    ArgWords words;  /* the command line, with the words of --config */
    EnginesFile engines_file;
    const char *engines_path; /* NULL: no --engines */
    EngineSpec *engines;      /* owned; their number is schedule.engines */
    Schedule schedule;
    const char *openings_file; /* NULL: the start position */
    OpeningOrder order;
    int64_t openings_first; /* counts from 1 */
    int64_t openings_plies; /* number of plies to play in games in PGN */
    Adjudication adjudication;
    Sprt sprt;
    Patience patience;
    int64_t concurrency; /* 0: as many as there are processors for */
    bool affinity;       /* bind the engines of each game to processors of their own */
    int64_t pause_us;    /* between two games of a thread */
    uint64_t seed;
    char *event;   /* UTF-8, like the engines' names; owned */
    char *results; /* results file; owned; NULL if no results file is kept */
    char *used;    /* the words of the match, as for --config; owned */
    char *config;  /* file for them, next to the results file; owned; NULL if there is none */
    const char *pgn, *json, *html, *epd, *log;
    char *site;        /* UTF-8; owned */
    int64_t port;      /* of the server of the page; negative: none */
    Live *live;        /* that server; owned; NULL if there is none */
    const char *board; /* address for links of the page; NULL: none */
    bool resume;
    bool force;         /* replace existing exports and logs; merge damaged files */
    int64_t interval;   /* number of games between standings; 0: only at the end */
    bool quiet;         /* print only the final table */
    const char **merge; /* files to be merged instead of playing; the list is owned */
    int merge_count;
} Config;

void config_clear(Config *c);

/* Returns the number of processors that the engines of a game keep busy: the most threads that one is set to, and twice as many if one of
 * them ponders. */
int config_processors(const Config *c);

/* Return true if the words of the match may be written to c->config, which replaces only a file of this kind; and write them. On failure they return false with the reason. */
bool config_test(const Config *c, Text *why) __attribute__((warn_unused_result));
bool config_keep(const Config *c, Text *why) __attribute__((warn_unused_result));

/* Converts a name for files and terminal: to UTF-8 (from GBK if needed), without control
 * characters. The caller frees the result. Returns NULL if an allocation fails. */
char *name_clean(const char *name) __attribute__((warn_unused_result));

/* Writes limits in readable form, such as "40/60+0.5 nodes=100000"; `out` has room for 128
 * bytes. */
char *limits_text(const MatchLimits *l, char *out);
