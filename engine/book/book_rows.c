/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/book_rows.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/board/legal.h"

bool book_rows_add(BookRows *book, BookRow row)
{
    assert(row.weight >= 1);
    if (!array_grow(&book->rows, &book->capacity, book->count + 1, sizeof *book->rows))
        return false;
    book->rows[book->count++] = row;
    return true;
}

static int rows_compare(const void *a, const void *b)
{
    const BookRow *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->move != y->move)
        return x->move < y->move ? -1 : 1;
    return x->weight != y->weight ? y->weight - x->weight : y->score - x->score;
}

void book_rows_sort(BookRows *book)
{
    if (book->count > 0)
        qsort(book->rows, book->count, sizeof *book->rows, rows_compare);
    size_t kept = 0;
    for (size_t i = 0; i < book->count; i++)
        if (kept == 0 || book->rows[kept - 1].key != book->rows[i].key || book->rows[kept - 1].move != book->rows[i].move)
            book->rows[kept++] = book->rows[i];
    book->count = kept;
}

void book_rows_clear(BookRows *book)
{
    free(book->rows);
    *book = (BookRows){0};
}

/* Inserts a move. If the move is already listed with another weight, the heavier entry stays. */
static void rows_insert_heavier(BookMove *moves, int *count, BookMove entry)
{
    for (int i = 0; i < *count; i++)
        if (moves[i].move == entry.move && moves[i].weight < entry.weight) {
            memmove(&moves[i], &moves[i + 1], (size_t)(*count - i - 1) * sizeof *moves);
            (*count)--;
            break;
        }
    book_move_insert(moves, count, entry);
}

_Static_assert(offsetof(BookRow, key) == 0, "array_find_key() expects the key first");

/* Adds the moves that are legal in `pos` of the entry with this key. Each is first passed to `orient`,
 * unless that is NULL. */
static void rows_add_moves(const BookRows *book, uint64_t key, const Position *pos, Move (*orient)(Move), BookMove *out, int *count)
{
    for (size_t i = array_find_key(book->rows, book->count, sizeof *book->rows, key); i < book->count && book->rows[i].key == key; i++) {
        const BookRow *row = &book->rows[i];
        const Move move = orient ? orient(row->move) : row->move;
        if (is_legal(pos, move))
            rows_insert_heavier(out, count, (BookMove){move, row->weight, row->score});
    }
}

int book_rows_moves(const BookRows *book, const Position *pos, uint64_t key, uint64_t mirrored, BookMove out[MAX_MOVES])
{
    int count = 0;
    rows_add_moves(book, key, pos, NULL, out, &count);
    if (mirrored != key)
        rows_add_moves(book, mirrored, pos, move_mirror, out, &count);
    return count;
}
