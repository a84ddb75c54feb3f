/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/obk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/file.h"
#include "engine/base/minmax.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"

/* ---- keys ---- */

static bool obk_is_word_char(char c) { return ascii_is_letter(c) || ascii_is_digit(c) || c == '_'; }

/* Skips the type suffix of a number in C, JavaScript or Rust: 0123456789ABCDEFull, ...n,
 * ..._u64. */
static const char *obk_skip_suffix(const char *s)
{
    const char *rust = s + (*s == '_');
    return strncmp(rust, "u64", 3) == 0 ? rust + 3 : s + strspn(s, "uUlLn");
}

typedef enum ObkNumbers {
    OBK_LONG,   /* numbers of 16 hexadecimal digits */
    OBK_MARKED, /* numbers of 1 to 16 hexadecimal digits after 0x */
} ObkNumbers;

/* Finds the next number of this form and moves *at past it. Returns false at the end. */
static bool obk_next_word(const char **at, ObkNumbers form, uint64_t *word)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *s = *at;
    while (*s) {
        const bool mark = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
        if (mark)
            s += 2;
        const size_t length = strspn(s, digits);
        const char *end = obk_skip_suffix(s + length);
        if (!obk_is_word_char(*end) && (form == OBK_MARKED ? mark && length > 0 && length <= 16 : length == 16)) {
            *word = strtoull(s, NULL, 16);
            *at = end;
            return true;
        }
        while (obk_is_word_char(*s)) /* skip the rest of another word */
            s++;
        s += *s != '\0' && !obk_is_word_char(*s);
    }
    *at = s;
    return false;
}

/* Stores the first OBK_WORDS numbers in `found`. Returns how many numbers the text contains. */
static size_t obk_find_words(const char *text, ObkNumbers form, uint64_t *found)
{
    size_t count = 0;
    for (uint64_t word; obk_next_word(&text, form, &word); count++)
        if (count < OBK_WORDS)
            found[count] = word;
    return count;
}

uint64_t obk_key(const ObkWords *words, const Position *pos)
{
    uint64_t key = pos->side == RED ? words->red : 0;
    for (Bitboard all = occupied(pos); all;) {
        const Square s = bb_pop(&all);
        const Piece p = piece_at(pos, s);
        const int type = (int)piece_kind(p) - KING + (piece_side(p) == BLACK ? BOOKDAT_PIECES / 2 : 0);
        key ^= words->piece[type][bookdat_square(s)];
    }
    return key;
}

/* Fills `words` and returns true if they give the start position its known key. */
static bool obk_words_fit(ObkWords *words, uint64_t red, const uint64_t *pieces)
{
    Position start;
    position_start(&start);
    words->red = red;
    memcpy(words->piece, pieces, sizeof words->piece);
    return obk_key(words, &start) == OBK_START_KEY;
}

bool obk_words_from_text(ObkWords *words, const char *text, Text *why)
{
    uint64_t *found = malloc(OBK_WORDS * sizeof *found);
    if (!found)
        return why_no_memory(why);
    size_t count = obk_find_words(text, OBK_LONG, found);
    if (count != OBK_WORDS && obk_find_words(text, OBK_MARKED, found) == OBK_WORDS) /* the numbers may be written without leading zeros */
        count = OBK_WORDS;
    const bool good =
        count == OBK_WORDS && (obk_words_fit(words, found[0], found + 1) || obk_words_fit(words, found[OBK_WORDS - 1], found));
    free(found);
    if (count != OBK_WORDS)
        return text_fail(why, "%lu numbers of 16 hexadecimal digits, but .obk books have %d key words", (unsigned long)count, OBK_WORDS);
    return good || why_not(why, "not the key words of .obk books: wrong key of the start position");
}

bool obk_words_read(ObkWords *words, const char *path, Text *why)
{
    enum { LARGEST = 1 << 24 };
    size_t size;
    Text reason = WHY_IN(why_language(why));
    char *text = file_text(path, LARGEST, &size, why);
    if (!text)
        return false;
    const bool good = obk_words_from_text(words, text, &reason);
    free(text);
    return good || why_path(why, path, "%s", reason.data);
}

/* ---- databases ---- */

void obk_clear(Obk *book)
{
    book_rows_clear(&book->rows);
    *book = (Obk){0};
}

int obk_moves(const void *book, const Position *pos, BookMove out[MAX_MOVES])
{
    const Obk *obk = book;
    Position image;
    position_mirror(pos, &image);
    return book_rows_moves(&obk->rows, pos, obk_key(obk->words, pos), obk_key(obk->words, &image), out);
}

#ifdef HAVE_SQLITE
#include <sqlite3.h>

bool obk_is_known(Text *why)
{
    (void)why;
    return true;
}

static bool obk_fail(sqlite3 *db, Text *why) { return why_not(why, "SQLite: %s", sqlite3_errmsg(db)); }

/* ---- reading ---- */

/* Parses a memo that contains just a score, such as "+12". Returns SCORE_NONE for other memos. */
static int16_t obk_memo_score(const char *memo)
{
    char *end;
    if (!memo || (*memo != '+' && *memo != '-'))
        return SCORE_NONE;
    const long score = strtol(memo, &end, 10);
    return *end == '\0' && labs(score) < SCORE_NONE ? (int16_t)score : SCORE_NONE;
}

/* Reads the move of a row with the columns vkey, vmove, vscore, vvalid, vmemo. Returns false if it is
 * off the board. */
static bool obk_read_move(sqlite3_stmt *rows, Move *move)
{
    const sqlite3_int64 value = sqlite3_column_int64(rows, 1);
    Square from, to;
    if (value < 0 || value > 0xFFFF || !bookdat_point((int)(value >> 8), &from) || !bookdat_point((int)(value & 255), &to))
        return false;
    *move = move_make(from, to);
    return true;
}

/* Reads one row with these columns. Returns false if an allocation fails. */
static bool obk_take_row(Obk *book, sqlite3_stmt *rows)
{
    const sqlite3_int64 score = sqlite3_column_int64(rows, 2);
    const int type = sqlite3_column_type(rows, 0);
    BookRow row = {.weight = (int)clamp_i64(score, 1, OBK_HEAVIEST)};
    if (score < 0 || (sqlite3_column_type(rows, 3) != SQLITE_NULL && sqlite3_column_int64(rows, 3) == 0))
        return true; /* the move was deleted */
    book->moves++;
    if (!obk_read_move(rows, &row.move) || (type != SQLITE_INTEGER && type != SQLITE_FLOAT))
        return true;
    row.score = obk_memo_score((const char *)sqlite3_column_text(rows, 4));
    const sqlite3_int64 whole = sqlite3_column_int64(rows, 0);
    const double real = sqlite3_column_double(rows, 0);
    row.key = (uint64_t)whole;
    if (type == SQLITE_INTEGER && !book_rows_add(&book->rows, row))
        return false;
    if (type == SQLITE_INTEGER && whole >= 0)
        return true;
    /* For integers too, because SQLite stores a real number without a fraction as an integer. */
    memcpy(&row.key, &real, sizeof row.key);
    return book_rows_add(&book->rows, row);
}

static bool obk_has_column(sqlite3 *db, const char *table, const char *name)
{
    return sqlite3_table_column_metadata(db, NULL, table, name, NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
}

/* Finds the table of moves. Returns NULL with the reason if there is none. */
static const char *obk_find_table(sqlite3 *db, Text *why)
{
    static const char *const tables[] = {"bhobk", "pfBook"};
    enum { TABLES = sizeof tables / sizeof *tables };
    /* A view is rejected because it could compute forever. */
    static const char query[] = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = lower(?1) AND sql LIKE 'create table%'";
    int status = SQLITE_DONE, i = -1;
    while (status == SQLITE_DONE && ++i < TABLES) {
        sqlite3_stmt *found;
        status = sqlite3_prepare_v2(db, query, -1, &found, NULL);
        if (status == SQLITE_OK && (status = sqlite3_bind_text(found, 1, tables[i], -1, SQLITE_STATIC)) == SQLITE_OK)
            status = sqlite3_step(found);
        sqlite3_finalize(found);
    }
    if (status == SQLITE_ROW)
        return tables[i];
    if (status == SQLITE_DONE)
        why_not(why, "an SQLite database, but not an opening book: no table bhobk or pfBook");
    else
        obk_fail(db, why);
    return NULL;
}

/* Reads all rows. `most` is more than a valid file can have; a damaged file that lists the same
 * pages repeatedly has more. */
static bool obk_take_rows(Obk *book, sqlite3 *db, size_t most, Text *why)
{
    sqlite3_stmt *rows;
    int status = SQLITE_OK;
    const char *table = obk_find_table(db, why);
    if (!table)
        return false;
    char query[80];
    snprintf(query, sizeof query, "SELECT vkey, vmove, vscore, %s, %s FROM %s", obk_has_column(db, table, "vvalid") ? "vvalid" : "1",
             obk_has_column(db, table, "vmemo") ? "vmemo" : "NULL", table);
    if (sqlite3_prepare_v2(db, query, -1, &rows, NULL) != SQLITE_OK)
        return obk_fail(db, why);
    bool memory = true;
    size_t count = 0;
    while (memory && count < most && (status = sqlite3_step(rows)) == SQLITE_ROW) {
        memory = obk_take_row(book, rows);
        count++;
    }
    sqlite3_finalize(rows);
    if (count == most)
        return why_not(why, "damaged: too many rows");
    return !memory ? why_no_memory(why) : status == SQLITE_DONE || obk_fail(db, why);
}

/* Counts the moves of the start position and of the positions after one move, from which a book is
 * entered. */
static int obk_count_first_moves(const Obk *book)
{
    Position start;
    MoveList list = {0};
    BookMove moves[MAX_MOVES];
    position_start(&start);
    legal_moves(&start, &list);
    int count = obk_moves(book, &start, moves);
    for (int i = 0; i < list.count; i++) {
        Position after = start;
        Undo undo;
        position_make(&after, list.moves[i], &undo);
        count += obk_moves(book, &after, moves);
    }
    return count;
}

/* Exchanges origin and destination in a book where no first move can be played. A move in the wrong
 * direction begins on a point without a piece of the mover, so no book fits both directions. */
static void obk_settle_direction(Obk *book)
{
    if (obk_count_first_moves(book) > 0)
        return;
    for (size_t i = 0; i < book->rows.count; i++)
        book->rows.rows[i].move = move_make(move_to(book->rows.rows[i].move), move_from(book->rows.rows[i].move));
    book_rows_sort(&book->rows);
}

static int obk_is_stopped(void *stop) { return stop && atomic_load((const atomic_bool *)stop); }

bool obk_read(Obk *book, unsigned char *bytes, size_t size, const ObkWords *words, const atomic_bool *stop, Text *why)
{
    enum { WRITE_VERSION = 18, READ_VERSION = 19, ROLLBACK = 1 };
    /* LONGEST: maximum number of bytes of a column or row. STEPS: number of instructions of SQLite's
     * virtual machine between checks of `stop`. */
    enum { LONGEST = 1 << 16, STEPS = 1000 };
    sqlite3 *db = NULL;
    Text reason = WHY_IN(why_language(why));
    *book = (Obk){.words = words};
    /* A write-ahead log needs files, so switch it off. Changes that are only in the log are
     * lost. */
    if (size > READ_VERSION)
        bytes[WRITE_VERSION] = bytes[READ_VERSION] = ROLLBACK;
    bool good = sqlite3_open(":memory:", &db) == SQLITE_OK || obk_fail(db, why);
    if (good) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
        sqlite3_limit(db, SQLITE_LIMIT_LENGTH, LONGEST);
        sqlite3_progress_handler(db, STEPS, obk_is_stopped, (void *)(uintptr_t)stop);
        good = sqlite3_deserialize(db, "main", bytes, (sqlite3_int64)size, (sqlite3_int64)size, SQLITE_DESERIALIZE_READONLY) == SQLITE_OK ||
               obk_fail(db, why);
    }
    const bool taken = good && obk_take_rows(book, db, size, &reason);
    sqlite3_close(db);
    if (good && !taken)
        return (!stop || !atomic_load(stop)) && text_fail(why, "%s", reason.data);
    book_rows_sort(&book->rows);
    obk_settle_direction(book);
    return good && (book->rows.count > 0 || why_not(why, "no moves"));
}

/* ---- writing ---- */

static bool obk_bind_key(sqlite3_stmt *row, uint64_t key)
{
    double real;
    memcpy(&real, &key, sizeof real);
    return (key >> 63 && real == real ? sqlite3_bind_double(row, 1, real) : sqlite3_bind_int64(row, 1, (sqlite3_int64)key)) == SQLITE_OK;
}

static bool obk_write_row(sqlite3_stmt *row, uint64_t key, const BookMove *move)
{
    char memo[16] = "";
    const int vmove = bookdat_square(move_from(move->move)) << 8 | bookdat_square(move_to(move->move));
    if (move->score != SCORE_NONE)
        snprintf(memo, sizeof memo, "%+d", move->score);
    const bool bound = obk_bind_key(row, key) && sqlite3_bind_int(row, 2, vmove) == SQLITE_OK &&
                       sqlite3_bind_int(row, 3, move->weight) == SQLITE_OK &&
                       (*memo ? sqlite3_bind_text(row, 4, memo, -1, SQLITE_TRANSIENT) : sqlite3_bind_null(row, 4)) == SQLITE_OK;
    const bool stepped = bound && sqlite3_step(row) == SQLITE_DONE;
    return sqlite3_reset(row) == SQLITE_OK && stepped;
}

static bool obk_write_rows(sqlite3 *db, const ObkWords *words, const BookWalk *walk, BookLookup *lookup, const void *book)
{
    sqlite3_stmt *row;
    if (sqlite3_prepare_v2(db,
                           "INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex) "
                           "VALUES(?1, ?2, ?3, 0, 0, 0, 1, ?4, 0)",
                           -1, &row, NULL) != SQLITE_OK)
        return false;
    bool good = true;
    for (size_t i = 0; good && i < walk->count; i++) {
        Position pos;
        BookMove moves[MAX_MOVES];
        walk_position(walk, i, &pos);
        const int count = lookup(book, &pos, moves);
        const uint64_t key = obk_key(words, &pos);
        for (int j = 0; good && j < count; j++)
            good = obk_write_row(row, key, &moves[j]);
    }
    sqlite3_finalize(row);
    return good;
}

bool obk_write(Text *bytes, const ObkWords *words, const BookWalk *walk, BookLookup *lookup, const void *book, Text *why)
{
    sqlite3 *db = NULL;
    sqlite3_int64 size = 0;
    unsigned char *image = NULL;
    bool good = sqlite3_open(":memory:", &db) == SQLITE_OK &&
                sqlite3_exec(db,
                             "CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER, "
                             "vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER);"
                             "CREATE INDEX idxkey ON bhobk(vkey); BEGIN",
                             NULL, NULL, NULL) == SQLITE_OK &&
                obk_write_rows(db, words, walk, lookup, book) && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    if (good)
        image = sqlite3_serialize(db, "main", &size, 0);
    else
        obk_fail(db, why);
    good = good && ((image && text_add_bytes(bytes, (const char *)image, (size_t)size)) || why_no_memory(why));
    sqlite3_free(image);
    sqlite3_close(db);
    return good;
}

#else

bool obk_is_known(Text *why)
{
    return text_fail(
        why,
        "this program was built without SQLite, which is required for .obk books (Debian, Ubuntu: libsqlite3-dev; Fedora: sqlite-devel)");
}

bool obk_read(Obk *book, unsigned char *bytes, size_t size, const ObkWords *words, const atomic_bool *stop, Text *why)
{
    (void)bytes;
    (void)size;
    (void)stop;
    *book = (Obk){.words = words};
    return obk_is_known(why);
}

bool obk_write(Text *bytes, const ObkWords *words, const BookWalk *walk, BookLookup *lookup, const void *book, Text *why)
{
    (void)bytes;
    (void)words;
    (void)walk;
    (void)lookup;
    (void)book;
    return obk_is_known(why);
}

#endif
