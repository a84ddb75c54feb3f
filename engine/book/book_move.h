/* SPDX-License-Identifier: GPL-3.0-only */
/* book_move.h - what an opening book says of a position: moves with their weights. */
#pragma once

#include "engine/board/move.h"
#include "engine/board/score.h"

typedef struct BookMove {
    Move move;
    int weight;  /* at least 1 */
    Score score; /* for the side to move; SCORE_NONE: the book has none */
} BookMove;

/* What part a move's weight is of those of them all, in per cent. */
static inline double book_share(const BookMove *moves, int count, const BookMove *of)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += moves[i].weight;
    return 100 * of->weight / sum;
}

/* Puts a move behind those that are not lighter, unless it is among them already. There is room for it. */
static inline void book_move_insert(BookMove *moves, int *count, BookMove entry)
{
    for (int i = 0; i < *count; i++)
        if (moves[i].move == entry.move)
            return;
    int at = (*count)++;
    for (; at > 0 && moves[at - 1].weight < entry.weight; at--)
        moves[at] = moves[at - 1];
    moves[at] = entry;
}
