/* SPDX-License-Identifier: GPL-3.0-only */
/* report.h - the results of a tournament: for people, as progress line, notes on misbehaviour and
 * final tables, and for programs, as an object of JSON. */
#pragma once

#include "bench/match/results.h"
#include "engine/base/progress.h"

typedef struct Board { /* a game in progress */
    int game;          /* number of the game, from 0; -1 between games */
    int plies;
} Board;

typedef struct Report {
    const Config *config; /* borrowed, like the next */
    const Results *results;
    FILE *out;
    Progress progress; /* also prints all notes during the tournament */
    int already;       /* number of games read from files instead of played */
    int64_t start_us;
    bool stale;          /* the line shows no game, because one has just ended */
    const Board *boards; /* borrowed; the games in progress, set while a match runs */
    int board_count;
} Report;

void report_init(Report *r, const Config *c, const Results *results, FILE *out);

/* To be called when a game begins and after each move. Redraws the progress line, or prints one
 * from time to time. */
void report_move(Report *r);

/* To be called after each game. Reports a loss by misbehaviour, and redraws or prints the progress
 * line when it is due. */
void report_game(Report *r, const GameRecord *g);

/* Prints how many games were played before the interruption. */
void report_interruption(Report *r);

/* Prints standings, statistics, endings and averages. */
void report_final(Report *r);

/* Writes engines, pairings with all statistics, and endings as JSON. */
void summary_write(const Config *c, const Results *r, Text *out);
