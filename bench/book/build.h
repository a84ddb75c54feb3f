/* SPDX-License-Identifier: GPL-3.0-only */
/* build.h - the command `build`: extends an analysis of openings in rounds. It chooses steps
 * (graph.h), searches them with several judges, and appends them to the file (analysis.h).
 *
 * The steps of a round depend on the graph alone, each search depends on its position alone, and
 * steps are written in the round's order. So the same program writes the same file with any number
 * of judges, however often it was interrupted. After an interruption, the steps of the round that
 * are already in the file are not searched again. */
#pragma once

#include "bench/book/command.h"
#include "bench/book/judge.h"

enum { GAME_FILES = 1000 };

typedef struct BuildOptions {
    int64_t nodes;               /* number of nodes of each search */
    int64_t positions;           /* stop when the graph has this many positions; 0: no limit */
    double minutes;              /* stop when a search ends after this many minutes; 0: no limit */
    NamedFile games[GAME_FILES]; /* collections whose popular moves are analysed too */
    int game_files;
} BuildOptions;

/* Extends the analysis in the output file until a limit is reached, no step is left, or Ctrl-C is
 * pressed, which discards the searches in progress. The file is valid in every case. Returns the exit
 * status. */
int build_command(const BookCommand *c, const GraphPrices *prices, const JudgeOptions *judges, const BuildOptions *o);

/* Adds a file of games to the options, for an ArgSink. NULL marks the start of another --games, which
 * keeps the earlier files. */
int build_take_games(void *options, const char *path);
