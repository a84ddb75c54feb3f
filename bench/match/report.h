/* report.h - what a person watches: the progress line, notes on misbehaviour, the final tables. */
#pragma once

#include "bench/match/config.h"
#include "bench/match/results.h"
#include "engine/base/progress.h"

typedef struct Board { /* a game that is being played */
    int game;          /* its number, from 0; -1: none */
    int plies;
} Board;

typedef struct Report {
    const Config *config; /* borrowed, as is the next */
    const Results *results;
    FILE *out;
    Progress progress;
    int already; /* games read from files, not played now */
    int64_t start_us;
    bool stale;          /* the line shows no game, since one has just ended */
    const Board *boards; /* borrowed; while games go on */
    int board_count;
} Report;

void report_init(Report *r, const Config *c, const Results *results, FILE *out, bool live);

/* Tells where the games stand that are being played, until report_final(). */
void report_boards(Report *r, const Board *boards, int board_count);

/* When a game begins and after each move: draws the progress line, or prints one now and then. */
void report_move(Report *r);

/* A line of its own about something that happened on the way. */
void report_note(Report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* After each game. Notes games lost by misbehaviour, and draws or prints the progress line when it is
 * due. */
void report_game(Report *r, const GameRecord *g);

/* Clears or completes the progress line, before other text is printed. */
void report_break(Report *r);

/* Standings, statistics, endings, averages. */
void report_final(Report *r, bool interrupted);
