/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/book.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/board/legal.h"
#include "engine/base/platform.h"

enum { RECORD = 8, BOOK_PIECES = 14, BOOK_SQUARES = 256 };

struct Book {
    uint32_t side; /* xored in when Black is to move */
    uint32_t piece[BOOK_PIECES][BOOK_SQUARES];
    unsigned char *bytes; /* owned */
    size_t records;
};

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

/* The third word of the next triple. */
static uint32_t rc4_lock(Rc4 *rc4)
{
    uint32_t word = 0;
    for (int byte = 0; byte < 12; byte++)
        word = word >> 8 | (uint32_t)rc4_byte(rc4) << 24;
    return word;
}

static void make_locks(Book *book)
{
    Rc4 rc4 = {.i = 255};
    for (int i = 0; i < 256; i++)
        rc4.state[i] = (uint8_t)i;
    for (int i = 0; i < 256; i++) /* the key's bytes are all 0: its schedule is the stream's steps */
        rc4_byte(&rc4);
    rc4.i = rc4.j = 0;
    book->side = rc4_lock(&rc4);
    for (int p = 0; p < BOOK_PIECES; p++)
        for (int s = 0; s < BOOK_SQUARES; s++)
            book->piece[p][s] = rc4_lock(&rc4);
}

static int to_book_square(Square s) { return 16 * (12 - square_rank(s)) + 3 + square_file(s); }

/* False when the byte is not a point of the board. */
static bool from_book_square(int index, Square *s)
{
    int file = index % 16 - 3, rank = 12 - index / 16;
    if (file < 0 || file >= FILES || rank < 0 || rank >= RANKS)
        return false;
    *s = square_make(file, rank);
    return true;
}

/* False when it names no points of the board. */
static bool record_move(const unsigned char *record, Move *m)
{
    Square from, to;
    bool good = from_book_square(record[4], &from) && from_book_square(record[5], &to);
    if (good)
        *m = move_make(from, to);
    return good;
}

uint32_t book_lock(const Book *book, const Position *pos)
{
    uint32_t lock = pos->side == BLACK ? book->side : 0;
    for (Bitboard all = occupied(pos); all;) {
        Square s = bb_pop(&all);
        Piece p = piece_at(pos, s);
        int type = (int)piece_kind(p) - KING + (piece_side(p) == BLACK ? BOOK_PIECES / 2 : 0);
        lock ^= book->piece[type][to_book_square(s)];
    }
    return lock;
}

/* ---- the file ---- */

static uint32_t record_lock(const Book *book, size_t i)
{
    const unsigned char *r = book->bytes + i * RECORD;
    return r[0] | (uint32_t)r[1] << 8 | (uint32_t)r[2] << 16 | (uint32_t)r[3] << 24;
}

static bool check_records(const Book *book, Text *why)
{
    for (size_t i = 0; i < book->records; i++) {
        Move m;
        const char *fault = NULL;
        if (i > 0 && record_lock(book, i - 1) > record_lock(book, i))
            fault = why_either(why, "record %lu is out of order: not a book, or damaged", "第 %lu 条记录次序有误：不是开局库，或已损坏");
        else if (!record_move(book->bytes + i * RECORD, &m))
            fault = why_either(why, "record %lu is no move: not a book, or damaged", "第 %lu 条记录不是着法：不是开局库，或已损坏");
        if (fault)
            return text_fail(why, fault, (unsigned long)i);
    }
    return true;
}

Book *book_from_bytes(unsigned char *bytes, size_t size, Text *why)
{
    Book *book = calloc(1, sizeof *book);
    bool good = book && size > 0 && size % RECORD == 0;
    if (!book)
        why_not(why, "no memory for the book", "内存不足，无法载入");
    else if (!good)
        why_not(why, "%lu bytes are not a whole number of records: not a book, or cut off",
                "%lu 字节不是整数条记录：不是开局库，或已被截断", (unsigned long)size);
    else
        *book = (Book){.bytes = bytes, .records = size / RECORD};
    if (!good || !check_records(book, why)) {
        free(bytes);
        free(book);
        return NULL;
    }
    make_locks(book);
    return book;
}

void book_free(Book *book)
{
    if (!book)
        return;
    free(book->bytes);
    free(book);
}

static bool is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' || (isalpha((unsigned char)path[0]) && path[1] == ':');
}

Book *book_open(const char *path, Text *why)
{
    enum { LARGEST = 1 << 28 };
    char beside[4096 + 1024];
    size_t size;
    if (!is_absolute(path)) {
        executable_folder(beside, 4096);
        size_t length = strlen(beside);
        snprintf(beside + length, sizeof beside - length, "%s", path);
        if (file_is_regular(beside))
            path = beside;
    }
    char *bytes = file_text(path, LARGEST, &size, NULL);
    if (bytes)
        return book_from_bytes((unsigned char *)bytes, size, why);
    why_not(why, "it cannot be read: %s", "%s", why_words(errno, why_language(why)));
    return NULL;
}

/* ---- look-up ---- */

/* The first record with this lock, or the number of records. */
static size_t find_lock(const Book *book, uint32_t lock)
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

static void insert_by_weight(BookMove *moves, int *count, BookMove entry)
{
    for (int i = 0; i < *count; i++)
        if (moves[i].move == entry.move)
            return;
    int at = (*count)++;
    for (; at > 0 && moves[at - 1].weight < entry.weight; at--)
        moves[at] = moves[at - 1];
    moves[at] = entry;
}

static int moves_at(const Book *book, const Position *pos, size_t first, bool mirrored, BookMove *out)
{
    int count = 0;
    for (size_t i = first; i < book->records && record_lock(book, i) == record_lock(book, first); i++) {
        const unsigned char *r = book->bytes + i * RECORD;
        int weight = r[6] | r[7] << 8;
        Move m;
        if (!record_move(r, &m) || weight == 0)
            continue;
        m = mirrored ? move_mirror(m) : m;
        if (is_legal(pos, m))
            insert_by_weight(out, &count, (BookMove){m, weight});
    }
    return count;
}

int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES])
{
    size_t first = find_lock(book, book_lock(book, pos));
    if (first < book->records)
        return moves_at(book, pos, first, false, out);
    Position mirror;
    position_mirror(pos, &mirror);
    first = find_lock(book, book_lock(book, &mirror));
    return first < book->records ? moves_at(book, pos, first, true, out) : 0;
}

Move book_choose(const BookMove *moves, int count, Randomness randomness, uint64_t random)
{
    /* The odds are weights to this power: proportional in the middle, flatter or steeper around it. */
    static const double powers[] = {[RANDOM_TINY] = 4, [RANDOM_SMALL] = 2, [RANDOM_MEDIUM] = 1, [RANDOM_LARGE] = 0.5, [RANDOM_HUGE] = 0};
    if (randomness == RANDOM_NONE)
        return moves[0].move;
    double odds[MAX_MOVES], sum = 0;
    for (int i = 0; i < count; i++)
        sum += odds[i] = pow(moves[i].weight, powers[randomness]);
    double at = (double)(random >> 11) / (double)(1ULL << 53) * sum;
    for (int i = 0; i < count; i++) {
        at -= odds[i];
        if (at < 0)
            return moves[i].move;
    }
    return moves[0].move;
}

/* ---- the library ---- */

void library_clear(Library *library)
{
    for (int i = 0; i < library->count; i++)
        book_free(library->books[i]);
    library->count = 0;
}

bool library_add(Library *library, const char *path, Text *why)
{
    if (library->count == LIBRARY_BOOKS)
        return text_fail(why, "%s", why_either(why, "too many books", "开局库过多"));
    Book *book = book_open(path, why);
    if (book)
        library->books[library->count++] = book;
    return book;
}

static bool has_been(const Game *game, uint64_t key)
{
    for (int i = 0; i < game->plies; i++)
        if (game->undos[i].key == key)
            return true;
    return false;
}

bool library_pick(const Library *library, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random,
                  Move best_and_reply[2])
{
    for (int i = 0; i < library->count; i++) {
        BookMove moves[MAX_MOVES];
        int count = book_moves(library->books[i], &game->now, moves), left = 0;
        for (int j = 0; j < count; j++) {
            bool banned = bans && move_list_has(bans, moves[j].move);
            if (!banned && !has_been(game, key_after(&game->now, moves[j].move)))
                moves[left++] = moves[j];
        }
        if (left == 0)
            continue;
        Position after = game->now;
        Undo undo;
        best_and_reply[0] = book_choose(moves, left, randomness, random);
        position_make(&after, best_and_reply[0], &undo);
        best_and_reply[1] = book_moves(library->books[i], &after, moves) > 0 ? moves[0].move : MOVE_NONE;
        return true;
    }
    return false;
}
