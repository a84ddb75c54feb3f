/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/support/make_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/book/bookdat.h"
#include "tests/support/support.h"

typedef struct BookRecord {
    uint32_t lock;
    unsigned char from, to;
    uint16_t weight;
} BookRecord;

static int compare(const void *a, const void *b)
{
    const BookRecord *x = a, *y = b;
    if (x->lock != y->lock)
        return x->lock < y->lock ? -1 : 1;
    int mx = x->from | x->to << 8, my = y->from | y->to << 8;
    return mx - my;
}

static unsigned char book_square(Square s) { return (unsigned char)(16 * (12 - square_rank(s)) + 3 + square_file(s)); }

void make_book(const char *path, const MadeBookLine *lines, int count)
{
    enum { MOST = 1000 };
    static BookRecord records[MOST];
    int n = 0;
    static const unsigned char seed[BOOKDAT_RECORD] = {[4] = 0x33, [5] = 0x33};
    BookDat locks; /* every book has the same locks */
    ck_assert(bookdat_init(&locks, seed, sizeof seed, NULL));
    for (int i = 0; i < count; i++) {
        Position pos = read_position(lines[i].fen), mirror;
        position_mirror(&pos, &mirror);
        uint32_t lock = bookdat_lock(&locks, &pos), mirrored = bookdat_lock(&locks, &mirror);
        char moves[1000];
        snprintf(moves, sizeof moves, "%s", lines[i].moves);
        for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
            int weight = atoi(strchr(word, ':') + 1);
            *strchr(word, ':') = '\0';
            Move m = move_of(word);
            if (mirrored < lock)
                m = move_mirror(m);
            ck_assert_int_lt(n, MOST);
            records[n++] =
                (BookRecord){mirrored < lock ? mirrored : lock, book_square(move_from(m)), book_square(move_to(m)), (uint16_t)weight};
        }
    }
    qsort(records, (size_t)n, sizeof *records, compare);
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file, "cannot write %s", path);
    for (int i = 0; i < n; i++) {
        const BookRecord *r = &records[i];
        unsigned char bytes[8] = {(unsigned char)r->lock,
                                  (unsigned char)(r->lock >> 8),
                                  (unsigned char)(r->lock >> 16),
                                  (unsigned char)(r->lock >> 24),
                                  r->from,
                                  r->to,
                                  (unsigned char)r->weight,
                                  (unsigned char)(r->weight >> 8)};
        fwrite(bytes, 1, 8, file);
    }
    fclose(file);
}
