/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/take.h"

#include <stdlib.h>
#include <string.h>

#include "bench/book/obk.h"
#include "engine/base/file.h"
#include "engine/book/book.h"

/* What can be reached of a book. What is the same but for the colours is one entry of ours: that found first. */
static bool take_walk(BookDraft *draft, BookLookup *lookup, const void *book, size_t size, const TakeOptions *options, Text *why)
{
    BookWalk walk;
    const size_t before = draft->count;
    bool good = book_walk(&walk, lookup, book, options->stop);
    for (size_t i = 0; good && i < walk.count; i++) {
        Position pos;
        BookMove moves[MAX_MOVES];
        walk_position(&walk, i, &pos);
        const int count = walk.nodes[i].twin ? 0 : book_fold_mirrors(&pos, moves, lookup(book, &pos, moves));
        for (int j = 0; good && j < count; j++) {
            moves[j].weight = moves[j].weight < UINT16_MAX ? moves[j].weight : UINT16_MAX;
            good = draft_add(draft, &pos, &moves[j]);
        }
    }
    const bool found = walk.count > 0;
    walk_clear(&walk);
    if (!good)
        return (!options->stop || !atomic_load(options->stop)) && why_no_memory(why);
    if (options->tally) {
        options->tally->moves += size;
        options->tally->taken += draft->count - before;
    }
    return found || text_fail(why, "it does not know the start position");
}

static bool take_open(BookDraft *draft, const Book *book, const TakeOptions *options, Text *why)
{
    const Hxb *ours = book_hxb(book);
    if (!ours)
        return take_walk(draft, book_lookup, book, book_records(book), options, why);
    draft->origin = ours->origin;
    return draft_add_book(draft, ours) || why_no_memory(why);
}

static bool take_obk(BookDraft *draft, char *bytes, size_t size, const TakeOptions *options, Text *why)
{
    ObkWords *words = malloc(sizeof *words);
    Obk book = {0};
    bool good = obk_is_known(why) && (words || why_no_memory(why)) &&
                (options->words || text_fail(why, "an .obk book: its keys need --words FILE")) &&
                obk_words_read(words, options->words, why) && obk_read(&book, (unsigned char *)bytes, size, words, options->stop, why) &&
                take_walk(draft, obk_moves, &book, book.moves, options, why);
    obk_clear(&book);
    free(words);
    return good;
}

static bool take_bytes(BookDraft *draft, char *bytes, size_t size, const TakeOptions *options, Text *why)
{
    if (size > strlen(OBK_MAGIC) && memcmp(bytes, OBK_MAGIC, strlen(OBK_MAGIC)) == 0) {
        const bool good = take_obk(draft, bytes, size, options, why);
        free(bytes);
        return good;
    }
    if (size > BOOK_LARGEST) {
        free(bytes);
        return text_fail(why, "too large for an opening book");
    }
    Book *book = book_from_bytes((unsigned char *)bytes, size, why);
    const bool good = book && take_open(draft, book, options, why);
    book_free(book);
    return good;
}

bool take_any_book(BookDraft *draft, const char *path, const TakeOptions *options, Text *why)
{
    enum { LARGEST = 1 << 30 };
    size_t size;
    Text reason = WHY_INIT;
    if (strcmp(path, "built-in") == 0) {
        Book *book = book_built_in(&reason);
        const bool good = book ? take_open(draft, book, options, why)
                               : text_fail(why, "%s", *reason.data ? reason.data : "this program was built without a book");
        book_free(book);
        return good;
    }
    char *bytes = file_text(path, LARGEST, &size, why);
    if (!bytes)
        return false;
    return take_bytes(draft, bytes, size, options, &reason) || (*reason.data && why_path(why, path, "%s", reason.data));
}

Book *book_of_draft(BookDraft *draft, Text *why)
{
    Text bytes = TEXT_INIT;
    char *packed = draft_pack(draft, &bytes) ? text_take(&bytes) : NULL;
    const size_t size = draft_size(draft);
    text_free(&bytes);
    return packed ? book_from_bytes((unsigned char *)packed, size, why) : (why_no_memory(why), NULL);
}
