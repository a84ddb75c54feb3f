/* SPDX-License-Identifier: GPL-3.0-only */
/* variety.h - plays games by a book alone and measures how many of them differ, and what the choice
 * of weaker moves costs. */
#pragma once

#include "engine/book/library.h"

typedef struct Variety {
    int64_t games, plies; /* number of games, and their maximum length; a game ends where the book ends */
    Randomness randomness;

    /* results */
    int64_t different, different_views; /* number of different final positions; mirror
                                         * images and swapped colours counted as one */
    double average;                     /* average length in plies */
    double cost;                        /* average loss per side and game by the book's scores, in centipawns */
    int64_t moves, unscored;            /* moves played, and those of them
                                         * without a score, whose loss is unknown */
} Variety;

/* Plays the games and fills in the results, which are the same each time. Returns false if memory
 * is short. */
bool book_variety(const Book *book, Variety *v);
