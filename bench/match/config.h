/* config.h - what a tournament is, as the command line (cmdline.h) or the files to be merged (header.h) say it. */
#pragma once

#include "bench/match/game.h"
#include "bench/match/schedule.h"
#include "bench/match/stats.h"

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
