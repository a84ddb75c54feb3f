/* report.h - what a person watches: the progress line, notes on misbehaviour, the final tables. */
#ifndef HANXIN_MATCH_REPORT_H
#define HANXIN_MATCH_REPORT_H

#include "bench/match/config.h"
#include "bench/match/results.h"

typedef struct Report {
    const Config *config; /* borrowed, as is the next */
    const Results *results;
    FILE *out;
    bool live;   /* a terminal: one line, redrawn */
    int already; /* games read from files, not played now */
    int64_t start_us, last_us;
} Report;

void report_init(Report *r, const Config *c, const Results *results, FILE *out, bool live);

/* After each game. Notes games lost by misbehaviour, and draws or prints the progress line when it is
 * due. */
void report_game(Report *r, const GameRecord *g);

/* Clears or completes the progress line, before other text is printed. */
void report_break(Report *r);

/* Standings, statistics, endings, averages. */
void report_final(Report *r, bool interrupted);

#endif
