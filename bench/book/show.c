/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/show.h"

#include <stdio.h>

#include "engine/base/why.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

bool show_position(const char *fen, const char *const *moves, int count, Position *pos, Text *why)
{
    position_start(pos);
    if (fen && !fen_read(fen, pos, why))
        return false;
    for (int i = 0; i < count; i++) {
        Move move;
        Undo undo;
        Text reason = WHY_INIT;
        if (move_from_text(pos, moves[i], &move, &reason) != READ_MOVE)
            return text_fail(why, "%s", *reason.data ? reason.data : moves[i]);
        position_make(pos, move, &undo);
    }
    return true;
}

static void show_line(const Position *pos, const BookMove *move, double share)
{
    char iccs[5], chinese[MOVE_TEXT_SIZE];
    printf("%s  %s  %5.1f %%  weight %d", move_to_iccs(move->move, iccs), move_to_text(pos, move->move, NOTATION_CHINESE, chinese), share,
           move->weight);
    if (move->score != SCORE_NONE)
        printf("  score %+d", move->score);
    putchar('\n');
}

bool show_book(const Book *book, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    const int count = book_moves(book, pos, moves);
    for (int i = 0; i < count; i++)
        show_line(pos, &moves[i], book_share(moves, count, &moves[i]));
    if (count == 0)
        puts("the book does not know this position");
    return count > 0;
}
