/* config.h - what a tournament is, as the command line says it. */
#ifndef HANXIN_BENCH_MATCH_CONFIG_H
#define HANXIN_BENCH_MATCH_CONFIG_H

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
    const char *event; /* UTF-8, as are the engines' names */
    const char *pgn, *json, *html, *log;
    bool resume;
    bool force;   /* replace what stands at --html and --log; merge what is damaged */
    bool quiet;   /* no progress, only the final table */
    char **merge; /* files to add up instead of playing; within argv */
    int merge_count;
    char *merged_identity, *merged_event; /* of the files added up; owned, else NULL */
    char *own_event;                      /* --event, converted; owned */
} Config;

enum { CONFIG_ERROR_SIZE = 400 };

typedef enum ConfigStatus { CONFIG_RUN, CONFIG_HELP, CONFIG_VERSION, CONFIG_WRONG } ConfigStatus;

/* Reads the command line. CONFIG_WRONG: one line in error. Borrows argv. */
ConfigStatus config_read(Config *c, int argc, char **argv, char *error);
void config_clear(Config *c);

/* The text of --help. */
extern const char config_help[];

/* A name as the files and the terminal shall hold it: UTF-8 (converted from GBK if it is that), without control characters.
 * To be freed; NULL: no memory. */
char *name_clean(const char *text);

/* Limits as people write them, "40/60+0.5 nodes=100000"; out has room for 128. */
char *limits_text(const MatchLimits *l, char *out);

#endif
