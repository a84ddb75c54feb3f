/* SPDX-License-Identifier: GPL-3.0-only */
/* keep.h - nothing is lost when the program ends: the game is kept after every move, in one of a row of files.
 *
 * The folder holds game-01.pgn to game-50.pgn, whole PGN files that `load` and every other program can read, and beside
 * each a lock, which a running program holds for the game it plays. So two at once have a file each. A new game takes a
 * free place or, when all are taken, that of the oldest finished game, else of the oldest. */
#pragma once

#include "engine/base/text.h"
#include "engine/notation/pgn.h"

enum { KEEP_PATH_SIZE = 1200 };

typedef struct Keep { /* all zero: no place yet */
    int place;        /* from 1; 0: none yet */
    FILE *lock;       /* of the place, held while it is ours */
    bool behind;      /* what lies there is older than what was saved elsewhere: set by who saves it, and taken back by keep_write() */
} Keep;

/* Where the games lie. False with the reason if the environment names no folder for them. */
bool keep_folder(char *path, Text *why);

/* Writes the game, with a tag that says when, to our place, of which there is one from now on. False with the reason. */
bool keep_write(Keep *keep, PgnGame *game, Text *why);

/* The file of our place; false if there is no place yet. */
bool keep_path(const Keep *keep, char *path);

/* What comes next is another game, for a place of its own. */
void keep_leave(Keep *keep);

/* The latest unfinished game that nobody plays now, and its place. False if there is none; the game is to be cleared either way. */
bool keep_resume(Keep *keep, PgnGame *game);
