/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/import.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/book/obk.h"
#include "engine/base/file.h"
#include "engine/book/book.h"

/* Counts the moves of a twin that are also in the entry of the position that it is the twin of. */
static int import_count_same(BookLookup *lookup, const void *book, const Position *pos, const BookMove *moves, int count)
{
    Position flipped;
    BookMove others[MAX_MOVES];
    position_flip(pos, &flipped);
    const int other_count = lookup(book, &flipped, others);
    int same = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < other_count; j++)
            same += move_flip(moves[i].move) == others[j].move;
    return same;
}

/* Scales weights to our format, which allows 65535 at most. Proportions are kept, except that no
 * weight falls below 1. */
static void import_scale_weights(BookMove *moves, int count)
{
    int64_t most = UINT16_MAX;
    for (int i = 0; i < count; i++)
        most = moves[i].weight > most ? moves[i].weight : most;
    for (int i = 0; i < count; i++) {
        const int64_t weight = (int64_t)moves[i].weight * UINT16_MAX / most;
        moves[i].weight = weight > 1 ? (int)weight : 1;
    }
}

/* Copies every reachable position. Positions that differ only in colour share one entry; the first
 * one found wins. */
static bool import_walk(BookDraft *draft, BookLookup *lookup, const void *book, size_t size, const TakeOptions *options, Text *why)
{
    BookWalk walk;
    size_t taken = 0;
    bool good = book_walk(&walk, lookup, book, options->stop);
    for (size_t i = 0; good && i < walk.count; i++) {
        Position pos;
        BookMove moves[MAX_MOVES];
        walk_position(&walk, i, &pos);
        const int known = lookup(book, &pos, moves);
        taken += (size_t)(walk.nodes[i].twin ? import_count_same(lookup, book, &pos, moves, known) : known);
        const int count = walk.nodes[i].twin ? 0 : book_fold_mirrors(&pos, moves, known);
        import_scale_weights(moves, count);
        for (int j = 0; good && j < count; j++)
            good = draft_add(draft, &pos, &moves[j]);
    }
    const bool found = walk.count > 0;
    walk_clear(&walk);
    if (!good)
        return (!options->stop || !atomic_load(options->stop)) && why_no_memory(why);
    options->tally->moves += size;
    options->tally->taken += taken;
    return found || text_fail(why, "contains neither the start position nor a position after the first move");
}

static bool import_book(BookDraft *draft, const Book *book, const TakeOptions *options, Text *why)
{
    const Hxb *ours = book_hxb(book);
    if (!ours)
        return import_walk(draft, book_lookup, book, book_records(book), options, why);
    draft->origin = ours->origin;
    return draft_add_book(draft, ours) || why_no_memory(why);
}

static bool import_obk(BookDraft *draft, char *bytes, size_t size, const TakeOptions *options, Text *why)
{
    ObkWords *words = malloc(sizeof *words);
    Obk book = {0};
    bool good =
        obk_is_known(why) && (words || why_no_memory(why)) &&
        (options->words || text_fail(why, "an .obk book requires --words FILE (see bench/book/README.md, installed as BOOKS.md)")) &&
        obk_words_read(words, options->words, why) && obk_read(&book, (unsigned char *)bytes, size, words, options->stop, why) &&
        import_walk(draft, obk_moves, &book, book.moves, options, why);
    obk_clear(&book);
    free(words);
    return good;
}

static bool import_is_obk(const char *bytes, size_t size)
{
    return size >= strlen(OBK_MAGIC) && memcmp(bytes, OBK_MAGIC, strlen(OBK_MAGIC)) == 0;
}

static bool import_bytes(BookDraft *draft, char *bytes, size_t size, const TakeOptions *options, Text *why)
{
    if (import_is_obk(bytes, size)) {
        const bool good = import_obk(draft, bytes, size, options, why);
        free(bytes);
        return good;
    }
    Book *book = book_from_bytes((unsigned char *)bytes, size, why);
    const bool good = book && import_book(draft, book, options, why);
    book_free(book);
    return good;
}

static bool import_is_built_in(const char *name) { return strcmp(name, "built-in") == 0; }

Book *book_named(const char *name, Text *why)
{
    Text reason = WHY_INIT;
    Book *book = import_is_built_in(name) ? book_built_in(&reason) : book_open(name, &reason);
    if (!book)
        why_path(why, name, "%s", *reason.data ? reason.data : "this program was built without a book");
    return book;
}

/* Checks that a database has no pending changes: SQLite keeps those of an open database in a second
 * file, PATH-wal. */
static bool import_check_log(const char *path, Text *why)
{
    struct stat info;
    Text log = TEXT_INIT;
    if (!text_addf(&log, "%s-wal", path))
        return why_no_memory(why);
    const bool good = !file_stat(log.data, &info) || info.st_size == 0 ||
                      why_path(why, log.data, "contains changes that are not in the book yet: close the program that has the book open");
    text_free(&log);
    return good;
}

bool take_any_book(BookDraft *draft, const char *path, const TakeOptions *options, Text *why)
{
    enum { LARGEST = 1 << 30 };
    size_t size;
    Text reason = WHY_INIT;
    if (import_is_built_in(path)) {
        Book *book = book_named(path, why);
        const bool good = book && import_book(draft, book, options, why);
        book_free(book);
        return good;
    }
    char *bytes = file_text(path, LARGEST, &size, why);
    if (!bytes)
        return false;
    if (import_is_obk(bytes, size) && !import_check_log(path, why)) {
        free(bytes);
        return false;
    }
    return import_bytes(draft, bytes, size, options, &reason) || (*reason.data && why_path(why, path, "%s", reason.data));
}

Book *book_of_draft(BookDraft *draft, Text *why)
{
    Text bytes = TEXT_INIT;
    char *packed = draft_pack(draft, &bytes) ? text_take(&bytes) : NULL;
    const size_t size = draft_size(draft);
    text_free(&bytes);
    return packed ? book_from_bytes((unsigned char *)packed, size, why) : (why_no_memory(why), NULL);
}
