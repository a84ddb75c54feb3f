/* SPDX-License-Identifier: GPL-3.0-only */
/* report.h - what a tournament has come to: for people, as the progress line, notes on misbehaviour and the final tables, and
 * as the object that closes a results file. */
#pragma once

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
    Progress progress; /* what else happens on the way is noted there too */
    int already;       /* games read from files, not played now */
    int64_t start_us;
    bool stale;          /* the line shows no game, since one has just ended */
    const Board *boards; /* borrowed: where the games stand that are being played, until report_final() */
    int board_count;
} Report;

void report_init(Report *r, const Config *c, const Results *results, FILE *out, bool live);

/* When a game begins and after each move: draws the progress line, or prints one now and then. */
void report_move(Report *r);

/* After each game. Notes games lost by misbehaviour, and draws or prints the progress line when it is
 * due. */
void report_game(Report *r, const GameRecord *g);

/* Standings, statistics, endings, averages. */
void report_final(Report *r, bool interrupted);

/* Engines, pairings with all statistics, endings. */
void summary_write(const Config *c, const Results *r, bool finished, Text *out);
