/* SPDX-License-Identifier: GPL-3.0-only */
/* book_move.h - the moves of a position in an opening book, with their weights. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/move.h"
#include "engine/board/score.h"

typedef struct BookMove {
    Move move;
    int weight;  /* at least 1 */
    Score score; /* score for the side to move; SCORE_NONE if the book has none */
} BookMove;

/* Returns the share of a move's weight in the total, in per cent. */
static inline double book_share(const BookMove *moves, int count, const BookMove *of)
{
    assert(count >= 1 && of->weight >= 1);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += moves[i].weight;
    return 100 * of->weight / sum;
}

/* Inserts a move in descending order of weight, after moves of equal weight, unless it is already
 * in the list. The array must have room for it. */
static inline void book_move_insert(BookMove *moves, int *count, BookMove entry)
{
    assert(in_range(*count, 0, MAX_MOVES) && entry.weight >= 1);
    for (int i = 0; i < *count; i++)
        if (moves[i].move == entry.move)
            return;
    int at = (*count)++;
    for (; at > 0 && moves[at - 1].weight < entry.weight; at--)
        moves[at] = moves[at - 1];
    moves[at] = entry;
}
