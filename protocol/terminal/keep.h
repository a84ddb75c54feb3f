/* SPDX-License-Identifier: GPL-3.0-only */
/* keep.h - saves the game after every move in one of a series of files, so that nothing is lost
 * when the program ends.
 *
 * The folder contains game-01.pgn to game-50.pgn, complete PGN files that `load` and other programs can
 * read, and a lock file for each, which a running program holds for its game. So two programs use
 * different files. A new game takes a free slot (a number from 1 to 50) or, if all are taken, that of
 * the oldest finished game, otherwise that of the oldest game. */
#pragma once

#include "engine/base/text.h"
#include "engine/notation/pgn.h"

enum { KEEP_PATH_SIZE = 1200 };

typedef struct Keep { /* if all fields are zero, no slot is chosen yet */
    int place;        /* slot from 1; 0: not chosen yet */
    FILE *lock;       /* lock of the slot, held while the slot is ours */
    bool behind;      /* the file is older than a copy saved elsewhere:
                       * set when saving there, cleared by keep_write() */
} Keep;

/* Writes the folder of the games to `path`. Returns false with the reason if the environment names
 * none. */
bool keep_folder(char *path, Text *why);

/* Writes the game to our slot with a tag for the time. If there is no slot yet, chooses one. On failure
 * returns false with the reason. */
bool keep_write(Keep *keep, GameTree *game, Text *why);

/* Writes the path of our slot's file. Returns false if there is no slot yet. */
bool keep_path(const Keep *keep, char *path);

/* Gives up the slot, because the next game is a different one. */
void keep_leave(Keep *keep);

/* Takes the latest unfinished game that is not being played now, together with its slot. Returns false
 * if there is none. Call tree_clear() in either case. */
bool keep_resume(Keep *keep, GameTree *game);
