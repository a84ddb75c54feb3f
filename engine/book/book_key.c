/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/book_key.h"

#include "engine/base/contract.h"
#include "engine/base/rng.h"

static uint64_t book_key_word(unsigned number)
{
    Rng rng = {number * 0x9E3779B97F4A7C15u}; /* splitmix64 advances by this step, so it can start at any word */
    return rng_next(&rng);
}

int book_point(const BookView *view, Square s)
{
    assert(on_board(s));
    int file = square_file(s), rank = square_rank(s);
    return (view->black ? RANKS - 1 - rank : rank) * FILES + (view->mirrored ? FILES - 1 - file : file);
}

Square book_square(const BookView *view, int point)
{
    assert(in_range(point, 0, SQUARES - 1));
    int file = point % FILES, rank = point / FILES;
    return square_make(view->mirrored ? FILES - 1 - file : file, view->black ? RANKS - 1 - rank : rank);
}

static uint64_t book_key_of(const Position *pos, const BookView *view)
{
    uint64_t key = 0;
    for (Bitboard all = occupied(pos); all;) {
        Square s = bb_pop(&all);
        Piece p = piece_at(pos, s);
        unsigned number = (unsigned)(piece_kind(p) - KING) + (piece_side(p) == pos->side ? 0 : KINDS - KING);
        key ^= book_key_word(number * SQUARES + (unsigned)book_point(view, s));
    }
    return key;
}

BookView book_view(const Position *pos)
{
    BookView plain = {.black = pos->side == BLACK}, mirror = {.black = plain.black, .mirrored = true};
    plain.key = book_key_of(pos, &plain);
    mirror.key = book_key_of(pos, &mirror);
    plain.symmetric = plain.key == mirror.key;
    return mirror.key < plain.key ? mirror : plain;
}
