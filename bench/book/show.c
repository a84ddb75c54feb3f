/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/show.h"

#include <stdio.h>

#include "engine/notation/notation.h"

static void show_line(const Position *pos, const BookMove *move, double share)
{
    char iccs[5], chinese[MOVE_TEXT_SIZE];
    printf("%s  %s  %5.1f %%  weight %d", move_to_iccs(move->move, iccs), move_to_text(pos, move->move, NOTATION_CHINESE, chinese), share,
           move->weight);
    if (move->score != SCORE_NONE)
        printf("  score %+d", move->score);
    putchar('\n');
}

void show_book(const Book *book, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    const int count = book_moves(book, pos, moves);
    for (int i = 0; i < count; i++)
        show_line(pos, &moves[i], book_share(moves, count, &moves[i]));
    if (count == 0)
        puts("the book does not know this position");
}
