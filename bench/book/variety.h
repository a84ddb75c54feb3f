/* SPDX-License-Identifier: GPL-3.0-only */
/* variety.h - games by a book alone: how many of them differ, and what do its weights cost? */
#pragma once

#include "engine/book/library.h"

typedef struct Variety {
    int64_t games, plies; /* so many, of so many plies at most; a game ends where the book does */
    Randomness randomness;

    /* found */
    int64_t different, different_views; /* positions at the ends; mirror images and colours as one */
    double average;                     /* plies */
    double cost;                        /* centipawns a side and game, by which its moves have scores below the best */
    int64_t moves, unscored;            /* that were played; those of them that have no score: what they cost is not known */
} Variety;

/* The same games each time. False if memory is short. */
bool book_variety(const Book *book, Variety *v);
