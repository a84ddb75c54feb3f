/* SPDX-License-Identifier: GPL-3.0-only */
/* Opening books: any bytes, looked up from a few positions; only legal moves may come out. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/base/why.h"
#include "protocol/book.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Text why = WHY_INIT;
    unsigned char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    Book *book = book_from_bytes(bytes, size, &why);
    if (!book) {
        assert(*why.data);
        return 0;
    }
    Position start, mirror;
    BookMove moves[MAX_MOVES];
    position_start(&start);
    position_mirror(&start, &mirror);
    const Position *positions[] = {&start, &mirror};
    for (int i = 0; i < 2; i++) {
        int count = book_moves(book, positions[i], moves);
        for (int j = 0; j < count; j++)
            assert(is_legal(positions[i], moves[j].move) && moves[j].weight > 0);
        for (Randomness r = RANDOM_NONE; count > 0 && r <= RANDOM_HUGE; r++)
            assert(is_legal(positions[i], book_choose(moves, count, r, 0xFFFFFFFFFFFFFFFF - size)));
    }
    book_free(book);
    return 0;
}
