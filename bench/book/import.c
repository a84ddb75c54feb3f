/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/import.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/book/obk.h"
#include "engine/base/minmax.h"

/* ---- one book ---- */

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
        most = max_i64(most, moves[i].weight);
    for (int i = 0; i < count; i++)
        moves[i].weight = (int)max_i64((int64_t)moves[i].weight * UINT16_MAX / most, 1);
}

/* A book to be read: where it goes, and what happened. */
typedef struct Import {
    const BookCommand *c;
    BookDraft *draft; /* empty at first */
    Imported *tally;
    Text *why; /* without the path; stays empty after Ctrl-C */
} Import;

/* Copies every reachable position. Positions that differ only in colour share one entry; the first
 * one found wins. `moves` is the number of moves in the book. */
static bool import_walk(const Import *to, BookLookup *lookup, const void *book, size_t moves)
{
    BookWalk walk;
    size_t taken = 0;
    bool good = book_walk(&walk, lookup, book, to->c->stop);
    for (size_t i = 0; good && i < walk.count; i++) {
        Position pos;
        BookMove entries[MAX_MOVES];
        walk_position(&walk, i, &pos);
        const int known = lookup(book, &pos, entries);
        taken += (size_t)(walk.nodes[i].twin ? import_count_same(lookup, book, &pos, entries, known) : known);
        const int count = walk.nodes[i].twin ? 0 : book_fold_mirrors(&pos, entries, known);
        import_scale_weights(entries, count);
        for (int j = 0; good && j < count; j++)
            good = draft_add(to->draft, &pos, &entries[j]);
    }
    const bool found = walk.count > 0;
    walk_clear(&walk);
    if (!good)
        return !atomic_load(to->c->stop) && why_no_memory(to->why);
    to->tally->moves += moves;
    to->tally->taken += taken;
    return found || why_not(to->why, "contains neither the start position nor a position after the first move");
}

static bool import_book(const Import *to, const Book *book)
{
    const Hxb *ours = book_hxb(book);
    if (!ours)
        return import_walk(to, book_lookup, book, book_records(book));
    to->draft->origin = ours->origin;
    return draft_add_book(to->draft, ours) || why_no_memory(to->why);
}

static bool import_is_obk(const char *bytes, size_t size)
{
    return size >= strlen(OBK_MAGIC) && memcmp(bytes, OBK_MAGIC, strlen(OBK_MAGIC)) == 0;
}

static bool import_obk(const Import *to, char *bytes, size_t size)
{
    const char *path = to->c->key_words;
    ObkWords *words = malloc(sizeof *words);
    Obk book = {0};
    const bool good = obk_is_known(to->why) && (words || why_no_memory(to->why)) &&
                      (path || why_not(to->why, "an .obk book requires --words FILE (see bench/book/README.md, installed as BOOKS.md)")) &&
                      obk_words_read(words, path, to->why) && obk_read(&book, (unsigned char *)bytes, size, words, to->c->stop, to->why) &&
                      import_walk(to, obk_moves, &book, book.moves);
    obk_clear(&book);
    free(words);
    return good;
}

/* Reads a book from its bytes, which it frees. */
static bool import_bytes(const Import *to, char *bytes, size_t size)
{
    if (import_is_obk(bytes, size)) {
        const bool good = import_obk(to, bytes, size);
        free(bytes);
        return good;
    }
    Book *book = book_from_bytes((unsigned char *)bytes, size, to->why);
    const bool good = book && import_book(to, book);
    book_free(book);
    return good;
}

static bool import_is_built_in(const char *name) { return strcmp(name, "built-in") == 0; }

Book *book_named(const char *name, Text *why)
{
    Text reason = WHY_IN(why_language(why));
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

/* Adds a book to an empty draft: all of it if the book is ours, otherwise what can be reached from
 * the start position (walk.h). `path` names a book of our own, a BOOK.DAT, an .obk, or is the word
 * built-in. On failure returns false with the reason, which is empty after Ctrl-C. */
static bool import_named(Imported *tally, const BookCommand *c, const char *path, BookDraft *draft, Text *why)
{
    enum { LARGEST = 1 << 30 };
    size_t size;
    Text reason = WHY_IN(why_language(why));
    const Import to = {c, draft, tally, &reason};
    if (import_is_built_in(path)) {
        Book *book = book_named(path, why);
        const bool good = book && import_book(&to, book);
        book_free(book);
        return good || (*reason.data && text_fail(why, "%s", reason.data));
    }
    char *bytes = file_text(path, LARGEST, &size, why);
    if (!bytes)
        return false;
    if (import_is_obk(bytes, size) && !import_check_log(path, why)) {
        free(bytes);
        return false;
    }
    return import_bytes(&to, bytes, size) || (*reason.data && why_path(why, path, "%s", reason.data));
}

/* ---- all books ---- */

/* Joins the books in the draft: for each position the first book that contains it counts. */
static bool imported_read(Imported *i, const BookCommand *c, Text *why)
{
    bool good = import_named(i, c, c->words[0], &i->draft, why);
    draft_settle(&i->draft);
    for (int word = 1; good && word < c->word_count; word++) {
        BookDraft other = {0};
        good = import_named(i, c, c->words[word], &other, why) && (draft_merge(&i->draft, &other) || why_no_memory(why));
        i->draft.origin = (HxbOrigin){0};
        draft_clear(&other);
    }
    return good;
}

bool imported_open(Imported *i, const BookCommand *c, Text *why)
{
    Text bytes = TEXT_INIT;
    *i = (Imported){0};
    if (!imported_read(i, c, why))
        return false;
    char *packed = draft_pack(&i->draft, &bytes) ? text_take(&bytes) : NULL;
    text_free(&bytes);
    if (!packed)
        return why_no_memory(why);
    i->book = book_from_bytes((unsigned char *)packed, draft_size(&i->draft), why);
    return i->book && (book_walk(&i->walk, book_lookup, i->book, c->stop) || (!atomic_load(c->stop) && why_no_memory(why)));
}

void imported_clear(Imported *i)
{
    walk_clear(&i->walk);
    book_free(i->book);
    draft_clear(&i->draft);
}

void imported_print_dropped(const Imported *i)
{
    if (i->taken < i->moves)
        printf("dropped %" PRIu64 " of %" PRIu64
               " moves of foreign books: unreachable from the start position, illegal, duplicate, or the same with colours swapped\n",
               (uint64_t)(i->moves - i->taken), (uint64_t)i->moves);
}

/* ---- the commands ---- */

enum { MERGED_AT_MOST = 64 };

bool import_check_files(const BookCommand *c, Text *why)
{
    NamedFile inputs[MERGED_AT_MOST + 1] = {{"--words", c->key_words}};
    for (int i = 0; i < c->word_count; i++)
        inputs[i + 1] = (NamedFile){"the book", import_is_built_in(c->words[i]) ? NULL : c->words[i]};
    return files_distinct(&(NamedFile){"--out", c->out}, 1, inputs, c->word_count + 1, why);
}

int merge_command(const BookCommand *c)
{
    Text why = WHY_IN(c->program->language);
    Imported books = {0};
    if (c->word_count == 0)
        return args_wrong(c->program, "%s: missing BOOK", c->name);
    if (c->word_count > MERGED_AT_MOST)
        return args_wrong(c->program, "%s: too many books: at most %d", c->name, MERGED_AT_MOST);
    if (!c->out)
        return args_wrong(c->program, "%s: missing --out BOOK", c->name);
    const bool good = import_check_files(c, &why) && imported_read(&books, c, &why) && command_write_draft(c, &books.draft, &why);
    if (good)
        imported_print_dropped(&books);
    imported_clear(&books);
    return command_end(c, good, &why);
}

int import_command(const BookCommand *c)
{
    return c->word_count == 1 ? merge_command(c) : args_wrong(c->program, "import: expected one BOOK");
}
