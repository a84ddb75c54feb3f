/* config.h - what a tournament is, as the command line says it. */
#ifndef HANXIN_MATCH_CONFIG_H
#define HANXIN_MATCH_CONFIG_H

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
    const char *event;
    const char *pgn, *json, *html, *log;
    bool resume;
    bool quiet;   /* no progress, only the final table */
    char **merge; /* files to add up instead of playing; within argv */
    int merge_count;
    char *merged_identity, *merged_event; /* of the files added up; owned, else NULL */
} Config;

enum { CONFIG_ERROR_SIZE = 320 };

typedef enum ConfigStatus { CONFIG_RUN, CONFIG_HELP, CONFIG_WRONG } ConfigStatus;

/* Reads the command line. CONFIG_WRONG: one line in error. Borrows argv. */
ConfigStatus config_read(Config *c, int argc, char **argv, char *error);
void config_clear(Config *c);

/* The text of --help. */
extern const char config_help[];

/* Limits as people write them, "40/60+0.5 nodes=100000"; out has room for 128. */
char *limits_text(const MatchLimits *l, char *out);

#endif
