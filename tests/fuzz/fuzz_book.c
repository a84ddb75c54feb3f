/* SPDX-License-Identifier: GPL-3.0-only */
/* Opening books of all kinds: looks up a few positions in arbitrary bytes; only legal moves may be
 * returned. In our own format the checksum is corrected, because no fuzzer would find it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/base/crc32.h"
#include "engine/base/why.h"
#include "engine/book/library.h"
#include "tests/fuzz/fuzz.h"

static void look_up(const Book *book, const Position *pos, uint64_t random)
{
    BookMove moves[MAX_MOVES];
    int count = book_moves(book, pos, moves);
    for (int j = 0; j < count; j++)
        assert(is_legal(pos, moves[j].move) && moves[j].weight > 0 && (j == 0 || moves[j].weight <= moves[j - 1].weight));
    for (Randomness r = RANDOM_NONE; count > 0 && r <= RANDOM_HUGE; r++)
        assert(is_legal(pos, book_choose(moves, count, book_weight_kind(book), r, random)));
}

static void put_right(unsigned char *bytes, size_t size)
{
    if (size < HXB_HEAD || !hxb_begins(bytes, size))
        return;
    const uint32_t crc = crc32_update(0, bytes + 16, size - 16);
    for (int i = 0; i < 4; i++)
        bytes[12 + i] = (unsigned char)(crc >> 8 * i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text why = WHY_INIT;
    unsigned char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    put_right(bytes, size);
    Book *book = book_from_bytes(bytes, size, &why);
    if (!book) {
        assert(*why.data);
        return 0;
    }
    Position start, mirror, flipped;
    position_start(&start);
    position_mirror(&start, &mirror);
    position_flip(&start, &flipped);
    look_up(book, &start, 0xFFFFFFFFFFFFFFFF - size);
    look_up(book, &mirror, size);
    look_up(book, &flipped, size);
    book_free(book);
    return 0;
}
