/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/import.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/minmax.h"

/* ---- a book of any format ---- */

static bool import_is_built_in(const char *name) { return strcmp(name, "built-in") == 0; }

/* Checks that a database has no pending changes: SQLite keeps those of an open database in a second
 * file, PATH-wal. */
static bool source_check_log(const char *path, Text *why)
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

static bool source_read_obk(BookSource *source, const BookCommand *c, char *bytes, size_t size, Text *why)
{
    source->words = malloc(sizeof *source->words);
    return obk_is_known(why) && (source->words || why_no_memory(why)) &&
           (c->key_words ||
            why_not(why, "an .obk, .pfBook or .yfk book requires --words FILE (see bench/book/README.md, installed as BOOKS.md)")) &&
           obk_words_read(source->words, c->key_words, why) &&
           obk_read(&source->obk, (unsigned char *)bytes, size, source->words, c->stop, why);
}

bool book_source_open(BookSource *source, const BookCommand *c, const char *name, Text *why)
{
    enum { LARGEST = 1 << 30 };
    size_t size;
    Text reason = WHY_IN(why_language(why));
    *source = (BookSource){0};
    if (import_is_built_in(name)) {
        source->book = book_built_in(&reason);
        return source->book || why_path(why, name, "%s", *reason.data ? reason.data : "this program was built without a book");
    }
    char *bytes = file_text(name, LARGEST, &size, why);
    if (!bytes)
        return false;
    const bool database = size >= strlen(OBK_MAGIC) && memcmp(bytes, OBK_MAGIC, strlen(OBK_MAGIC)) == 0;
    bool good;
    if (!database) {
        source->book = book_from_bytes((unsigned char *)bytes, size, &reason);
        good = source->book;
    } else {
        good = source_check_log(name, why) && source_read_obk(source, c, bytes, size, &reason);
        free(bytes);
    }
    return good || (*reason.data && why_path(why, name, "%s", reason.data));
}

void book_source_close(BookSource *source)
{
    book_free(source->book);
    obk_clear(&source->obk);
    free(source->words);
}

int book_source_lookup(const void *source, const Position *pos, BookMove out[MAX_MOVES])
{
    const BookSource *s = source;
    return s->book ? book_moves(s->book, pos, out) : obk_moves(&s->obk, pos, out);
}

size_t book_source_moves(const BookSource *source) { return source->book ? book_records(source->book) : source->obk.moves; }

/* ---- one book ---- */

/* Counts the moves of a twin that are also in the entry of the position that it is the twin of. */
static int import_count_same(const BookSource *source, const Position *pos, const BookMove *moves, int count)
{
    Position flipped;
    BookMove others[MAX_MOVES];
    position_flip(pos, &flipped);
    const int other_count = book_source_lookup(source, &flipped, others);
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

/* A book to be read, its destination, and the outcome. */
typedef struct Import {
    const BookCommand *c;
    BookDraft *draft; /* empty at first */
    Imported *tally;
    Text *why; /* without the path; stays empty after Ctrl-C */
} Import;

/* Copies every reachable position. Positions that differ only in colour share one entry; the first
 * one found wins. */
static bool import_walk(const Import *to, const BookSource *source)
{
    BookWalk walk;
    size_t taken = 0;
    bool good = book_walk(&walk, book_source_lookup, source, to->c->stop);
    for (size_t i = 0; good && i < walk.count; i++) {
        Position pos;
        BookMove entries[MAX_MOVES];
        walk_position(&walk, i, &pos);
        const int known = book_source_lookup(source, &pos, entries);
        taken += (size_t)(walk.nodes[i].twin ? import_count_same(source, &pos, entries, known) : known);
        const int count = walk.nodes[i].twin ? 0 : book_fold_mirrors(&pos, entries, known);
        import_scale_weights(entries, count);
        for (int j = 0; good && j < count; j++)
            good = draft_add(to->draft, &pos, &entries[j]);
    }
    const bool found = walk.count > 0;
    walk_clear(&walk);
    if (!good)
        return !atomic_load(to->c->stop) && why_no_memory(to->why);
    to->tally->moves += book_source_moves(source);
    to->tally->taken += taken;
    return found || why_not(to->why, "contains neither the start position nor a position after the first move");
}

static bool import_source(const Import *to, const BookSource *source)
{
    const Hxb *ours = source->book ? book_hxb(source->book) : NULL;
    if (!ours)
        return import_walk(to, source);
    to->draft->origin = ours->origin;
    return draft_add_book(to->draft, ours) || why_no_memory(to->why);
}

/* Adds a book to an empty draft: all of it if the book is ours, otherwise the positions that can be
 * reached from the start position (walk.h). On failure returns false with the reason, which is empty
 * after Ctrl-C. */
static bool import_named(Imported *tally, const BookCommand *c, const char *name, BookDraft *draft, Text *why)
{
    Text reason = WHY_IN(why_language(why));
    BookSource source;
    const Import to = {c, draft, tally, &reason};
    const bool opened = book_source_open(&source, c, name, why), good = opened && import_source(&to, &source);
    book_source_close(&source);
    return good || (*reason.data && why_path(why, name, "%s", reason.data));
}

/* ---- all books ---- */

/* Joins the books in the draft: for each position, the first book that contains it is used. */
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
