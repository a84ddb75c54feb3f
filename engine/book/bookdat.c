/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/bookdat.h"

#include "engine/base/bytes.h"
#include "engine/base/contract.h"
#include "engine/base/why.h"
#include "engine/board/legal.h"

/* ---- the locks ---- */

typedef struct Rc4 {
    uint8_t state[256], i, j;
} Rc4;

static uint8_t rc4_byte(Rc4 *rc4)
{
    uint8_t *a = &rc4->state[++rc4->i], kept = *a;
    uint8_t *b = &rc4->state[rc4->j += kept];
    *a = *b;
    *b = kept;
    return rc4->state[(uint8_t)(*a + kept)];
}

/* Returns the third word of the next triple. */
static uint32_t rc4_lock(Rc4 *rc4)
{
    uint32_t word = 0;
    for (int byte = 0; byte < 12; byte++)
        word = word >> 8 | (uint32_t)rc4_byte(rc4) << 24;
    return word;
}

void bookdat_locks(BookDat *book)
{
    Rc4 rc4 = {.i = 255};
    for (int i = 0; i < 256; i++)
        rc4.state[i] = (uint8_t)i;
    for (int i = 0; i < 256; i++) /* with a key of zeros, the key schedule is the same as generating output */
        rc4_byte(&rc4);
    rc4.i = rc4.j = 0;
    book->side = rc4_lock(&rc4);
    for (int p = 0; p < BOOKDAT_PIECES; p++)
        for (int s = 0; s < BOOKDAT_SQUARES; s++)
            book->piece[p][s] = rc4_lock(&rc4);
}

int bookdat_square(Square s)
{
    assert(on_board(s));
    return 16 * (12 - square_rank(s)) + 3 + square_file(s);
}

bool bookdat_point(int index, Square *s)
{
    assert(in_range(index, 0, BOOKDAT_SQUARES - 1));
    int file = index % 16 - 3, rank = 12 - index / 16;
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS)
        return false;
    *s = square_make(file, rank);
    return true;
}

/* Reads the move of a record. Returns false if its squares are off the board. */
static bool record_move(const unsigned char *record, Move *m)
{
    Square from, to;
    bool good = bookdat_point(record[4], &from) && bookdat_point(record[5], &to);
    if (good)
        *m = move_make(from, to);
    return good;
}

uint32_t bookdat_lock(const BookDat *book, const Position *pos)
{
    uint32_t lock = pos->side == BLACK ? book->side : 0;
    for (Bitboard all = occupied(pos); all;) {
        Square s = bb_pop(&all);
        Piece p = piece_at(pos, s);
        int type = (int)piece_kind(p) - KING + (piece_side(p) == BLACK ? BOOKDAT_PIECES / 2 : 0);
        lock ^= book->piece[type][bookdat_square(s)];
    }
    return lock;
}

/* ---- the file ---- */

static uint32_t record_lock(const BookDat *book, size_t i) { return bytes_get32(book->bytes + i * BOOKDAT_RECORD); }

static bool bookdat_check_records(const BookDat *book, Text *why)
{
    for (size_t i = 0; i < book->records; i++) {
        Move m;
        const char *fault = NULL;
        if (i > 0 && record_lock(book, i - 1) > record_lock(book, i))
            fault = tr(why_language(why), "not a book, or damaged: record %lu is out of order");
        else if (!record_move(book->bytes + i * BOOKDAT_RECORD, &m))
            fault = tr(why_language(why), "not a book, or damaged: record %lu is not a move");
        if (fault)
            return text_fail(why, fault, (unsigned long)i);
    }
    return true;
}

bool bookdat_init(BookDat *book, const unsigned char *bytes, size_t size, Text *why)
{
    book->bytes = bytes;
    book->records = size / BOOKDAT_RECORD;
    if (size == 0)
        return why_not(why, "empty file");
    if (size % BOOKDAT_RECORD != 0)
        return why_not(why, "not a book, or truncated: %lu bytes are not a whole number of records", (unsigned long)size);
    if (!bookdat_check_records(book, why))
        return false;
    bookdat_locks(book);
    return true;
}

/* ---- look-up ---- */

/* Returns the first record with this lock, or the number of records if there is none. */
static size_t bookdat_find_lock(const BookDat *book, uint32_t lock)
{
    size_t low = 0, high = book->records;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (record_lock(book, middle) < lock)
            low = middle + 1;
        else
            high = middle;
    }
    return low < book->records && record_lock(book, low) == lock ? low : book->records;
}

static int bookdat_moves_at(const BookDat *book, const Position *pos, size_t first, bool mirrored, BookMove *out)
{
    int count = 0;
    for (size_t i = first; i < book->records && record_lock(book, i) == record_lock(book, first); i++) {
        const unsigned char *r = book->bytes + i * BOOKDAT_RECORD;
        int weight = bytes_get16(r + 6);
        Move m;
        if (!record_move(r, &m) || weight == 0)
            continue;
        m = mirrored ? move_mirror(m) : m;
        if (is_legal(pos, m))
            book_move_insert(out, &count, (BookMove){m, weight, SCORE_NONE});
    }
    return count;
}

int bookdat_moves(const BookDat *book, const Position *pos, BookMove out[MAX_MOVES])
{
    Position mirror;
    position_mirror(pos, &mirror);
    for (int mirrored = 0; mirrored <= 1; mirrored++) {
        size_t first = bookdat_find_lock(book, bookdat_lock(book, mirrored ? &mirror : pos));
        if (first < book->records)
            return bookdat_moves_at(book, pos, first, mirrored, out);
    }
    return 0;
}
