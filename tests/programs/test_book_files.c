/* SPDX-License-Identifier: GPL-3.0-only */
/* hanxin-book: reading and writing books of other programs, and joining books. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_SQLITE
#include <sqlite3.h>
#endif

#include "bench/book/obk.h"
#include "engine/base/bytes.h"
#include "engine/base/file.h"
#include "engine/base/rng.h"
#include "engine/book/book.h"
#include "engine/book/bookdat.h"
#include "engine/book/book_key.h"
#include "engine/book/draft.h"
#include "engine/book/walk.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "tests/support/support.h"

static char said[20000];

static int run(const char *command) { return run_in_scratch("hanxin-book", command, said, sizeof said); }

static void expect(int status, const char *words, const char *command)
{
    int got = run(command);
    ck_assert_msg(got == status && strstr(said, words), "%s: status %d: %s", command, got, said);
}

static void put_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(scratch_path(name), "wb");
    ck_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static BookMove book_move(const char *iccs, int weight, Score score) { return (BookMove){move_of(iccs), weight, score}; }

static void play_iccs(Position *pos, const char *moves)
{
    char copy[200];
    Undo undo;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        position_make(pos, move_of(word), &undo);
}

static void add(BookDraft *draft, const char *moves, BookMove move)
{
    Position pos = read_position(FEN_START);
    play_iccs(&pos, moves);
    ck_assert(draft_add(draft, &pos, &move));
}

static void save(BookDraft *draft, const char *name)
{
    Text bytes = TEXT_INIT;
    ck_assert(draft_pack(draft, &bytes));
    put_file(name, bytes.data, bytes.length);
    text_free(&bytes);
    draft_clear(draft);
}

/* A book with transpositions, a cycle, a mirror image, a position after an opponent's mistake, and an unreachable one. */
static void make_book_file(void)
{
    BookDraft draft = {.origin = {.margin = 25}};
    add(&draft, "", book_move("h2e2", 1000, 30));
    add(&draft, "", book_move("b0c2", 333, 18));
    add(&draft, "h2e2", book_move("h9g7", 1000, -30));
    add(&draft, "h2e2", book_move("b9c7", 900, -31));
    add(&draft, "b0c2", book_move("h9g7", 7, SCORE_NONE));
    add(&draft, "h2e2 h9g7", book_move("b0c2", 65535, 30));
    add(&draft, "b0c2 h9g7", book_move("h2e2", 2, 29));
    add(&draft, "b0c2 h9g7", book_move("c2b0", 1, 1));
    add(&draft, "h2e2 h9g7 b0c2", book_move("g7h9", 5, -60));
    add(&draft, "h2e2 a9a8", book_move("h0g2", 10, 90));
    add(&draft, "h2e2 a9a8 h0g2 a8a7", book_move("i0h0", 10, 95));
    add(&draft, "a0a1 a9a8 a1a2 a8a7", book_move("a2a1", 10, 0));
    save(&draft, "a.hxb");
}

/* Finds words that give the key of the start position, before or after the others. */
static void make_words(const char *name, bool first)
{
    ObkWords words = {.red = 0};
    Position start = read_position(FEN_START);
    Rng rng = {5};
    Text text = TEXT_INIT;
    for (int p = 0; p < BOOKDAT_PIECES; p++)
        for (int s = 0; s < BOOKDAT_SQUARES; s++)
            words.piece[p][s] = rng_next(&rng);
    const unsigned long long red = obk_key(&words, &start) ^ OBK_START_KEY;
    text_add(&text, "x = 0x33, 3F, 0x123456789abcdef01, deadbeefdeadbeefs\n");
    if (first)
        text_addf(&text, "%016llx\n", red);
    for (int i = 0; i < OBK_WORDS - 1; i++)
        text_addf(&text, "0x%016llXULL,%c", (unsigned long long)words.piece[i / BOOKDAT_SQUARES][i % BOOKDAT_SQUARES], i % 5 ? ' ' : '\n');
    if (!first)
        text_addf(&text, "0X%016llxL;", red);
    put_file(name, text.data, text.length);
    text_free(&text);
}

static Book *open_book(const char *name)
{
    Text why = WHY_INIT;
    Book *book = book_open(scratch_path(name), &why);
    ck_assert_msg(book, "%s: %s", name, why.data);
    return book;
}

/* Checks that the same moves are in all positions of either book; scores may be lost. */
static void same_books(const char *name, const char *other_name, bool scores)
{
    Book *book = open_book(name), *other = open_book(other_name);
    BookWalk walk, other_walk;
    ck_assert(book_walk(&walk, book_lookup, book, NULL) && book_walk(&other_walk, book_lookup, other, NULL));
    ck_assert_uint_eq(walk.known, other_walk.known);
    for (size_t i = 0; i < walk.count; i++) {
        Position pos;
        BookMove a[MAX_MOVES], b[MAX_MOVES];
        walk_position(&walk, i, &pos);
        const int count = book_moves(book, &pos, a);
        ck_assert_int_eq(book_moves(other, &pos, b), count);
        ck_assert_int_eq(count > 0, walk.nodes[i].known);
        for (int j = 0; j < count; j++) {
            int same = 0;
            while (same < count && b[same].move != a[j].move)
                same++;
            ck_assert_int_lt(same, count);
            ck_assert_int_eq(b[same].weight, a[j].weight);
            ck_assert_int_eq(b[same].score, scores ? a[j].score : SCORE_NONE);
        }
    }
    walk_clear(&walk);
    walk_clear(&other_walk);
    book_free(book);
    book_free(other);
}

START_TEST(a_walk_finds_what_can_be_reached)
{
    BookWalk walk;
    make_book_file();
    Book *book = open_book("a.hxb");
    ck_assert(book_walk(&walk, book_lookup, book, NULL));
    ck_assert_uint_eq(walk.known, 8);
    ck_assert_uint_eq(walk.count, 9); /* these have h2e2 a9a8 h0g2 between them */
    for (size_t i = 0; i < walk.count; i++) {
        Position pos, image;
        walk_position(&walk, i, &pos);
        position_mirror(&pos, &image);
        ck_assert_uint_eq(walk_find(&walk, &pos), i);
        ck_assert_uint_eq(walk_find(&walk, &image), i);
    }
    const atomic_bool stopped = true;
    walk_clear(&walk);
    ck_assert(!book_walk(&walk, book_lookup, book, &stopped));
    walk_clear(&walk);
    book_free(book);
}
END_TEST

/* After h2h1 h7f7 h1h2 f7e7 Red faces the position that Black faces after h2e2. */
START_TEST(positions_for_either_colour_are_exported)
{
    BookDraft draft = {0};
    add(&draft, "", book_move("h2e2", 1000, 30));
    add(&draft, "h2e2", book_move("h9g7", 1000, -30));
    add(&draft, "h2h1", book_move("h7f7", 1000, 5));
    add(&draft, "h2h1 h7f7", book_move("h1h2", 1000, 5));
    add(&draft, "h2h1 h7f7 h1h2", book_move("f7e7", 1000, 5));
    save(&draft, "both.hxb");
    expect(0, "6 positions, counting both sides to move\n", "$b export both.hxb --format epd --out both.epd");
    expect(0, " bm b0c2;", "grep ^rnbakabnr/9/4c2c1/.*/1C5C1/9/RNBAKABNR.w both.epd");
    expect(0, "6 positions, counting both sides to move\n",
           "$b export both.hxb --format bookdat --out both.dat && test $(stat -c %s both.dat) = 56");
    same_books("both.hxb", "both.dat", false);
    expect(0, "5 positions", "$b import both.dat --out again.hxb");
    same_books("both.dat", "again.hxb", false);
    expect(0, "", "$b openings both.hxb --plies 1-4 --balance 40 --count 2 --out two.epd");
    expect(1, "only 2 openings", "$b openings both.hxb --plies 1-4 --balance 40 --count 3 --out three.epd"); /* the others lead to these */
}
END_TEST

START_TEST(book_dat_round_trips)
{
    make_book_file();
    expect(0, "8 positions, counting both sides to move; 1 positions of the book are not reachable",
           "$b export a.hxb --format bookdat --out a.dat");
    expect(0, "", "test $(stat -c %s a.dat) = $((8 * (4 + 2 + 1 + 1 + 2 + 1 + 1 + 1)))"); /* both images of symmetric moves */
    same_books("a.hxb", "a.dat", false);
    expect(0, "8 positions", "$b import a.dat --out b.hxb && $b export b.hxb --format bookdat --out b.dat && cmp a.dat b.dat");
    same_books("a.dat", "b.hxb", false);
    expect(0, "", "$b import a.dat --out b.hxb >line && ! grep dropped line"); /* duplicates are not reported as dropped */
    expect(1, "a.dat: moves have no scores", "$b openings a.dat --plies 1 --count 1 --out new");
}
END_TEST

static void put_record(const BookDat *dat, unsigned char *record, const char *moves, const char *move, int weight)
{
    Position pos = read_position(FEN_START);
    play_iccs(&pos, moves);
    const Move to_play = move_of(move);
    bytes_put(record, bookdat_lock(dat, &pos), 4);
    record[4] = (unsigned char)bookdat_square(move_from(to_play));
    record[5] = (unsigned char)bookdat_square(move_to(to_play));
    bytes_put(record + 6, (uint16_t)weight, 2);
}

START_TEST(unreachable_positions_are_left_out)
{
    BookDat dat;
    unsigned char records[2 * BOOKDAT_RECORD];
    bookdat_locks(&dat);
    for (int first = 0; first < 2; first++) { /* in ascending order, one of the two choices */
        put_record(&dat, records + BOOKDAT_RECORD * first, "", "h2e2", 5);
        put_record(&dat, records + BOOKDAT_RECORD * !first, "h2e2 a9a8 h0g2 a8a7", "i0h0", 7);
        if (bytes_get(records, 4) < bytes_get(records + BOOKDAT_RECORD, 4))
            break;
    }
    put_file("two.dat", records, sizeof records);
    expect(0, "dropped 1 of 2 moves of foreign books", "$b import two.dat --out two.hxb");
    expect(0, "dropped 1 of 2 moves of foreign books", "$b export two.dat --format epd --out two.epd");
    expect(0, "1 positions, 1 moves", "$b import two.dat --out two.hxb");
}
END_TEST

/* The repertoire of a second player. */
START_TEST(a_book_for_black_alone_is_read)
{
    BookDraft draft = {0};
    add(&draft, "h2e2", book_move("h9g7", 10, -30));
    add(&draft, "h2e2 h9g7 b0c2", book_move("b9c7", 10, -20));
    save(&draft, "black.hxb");
    expect(0, "2 positions", "$b export black.hxb --format bookdat --out black.dat && $b import black.dat --out again.hxb");
    same_books("black.hxb", "again.hxb", false);
    expect(0, "h9g7 100", "$b export black.hxb --format epd --out black.epd; cat black.epd");
    expect(0, "2-E2", "$b export black.hxb --format pgn --out black.pgn; cat black.pgn");
    add(&draft, "h2e2 h9g7 b0c2", book_move("b9c7", 10, -20));
    save(&draft, "far.hxb");
    expect(1, "far.hxb: contains neither the start position nor a position after the first move",
           "$b export far.hxb --format epd --out far.epd");
}
END_TEST

static void put_text(const char *name, const char *text) { put_file(name, text, strlen(text)); }

/* The BOOK.DAT of Binghe and Harmless, wherever a book is read. */
START_TEST(text_is_a_book)
{
    put_text("BOOK.DAT", "b2e2 5895 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\r\n"
                         "h2e2 5895 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\r\n"
                         "h9g7 690 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1\r\n"
                         "b9c7 690 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1\r\n");
    expect(0, "h2e2  炮二平五   50.0 %  weight 5895", "$b show BOOK.DAT");
    expect(0, "b9c7  马2进3  100.0 %  weight 690", "$b show BOOK.DAT h2e2");
    expect(0, "(BOOK.DAT of Binghe and Harmless)\n3 moves", "$b show BOOK.DAT --statistics");
    expect(0, "2 positions, 2 moves, ", "$b import BOOK.DAT --out text.hxb && $b import BOOK.DAT --out text.hxb | grep -v dropped");
    expect(0, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - bm b2e2 h2e2;",
           "$b export BOOK.DAT --format epd --out text.epd; cat text.epd");
    expect(1, "torn: line 4: expected a move, a weight and a position", "head -c 250 BOOK.DAT >torn; $b show torn");
    expect(0, "", "${b%-book} play --book BOOK.DAT </dev/null >/dev/null");
    expect(1, "torn: line 4: ", "${b%-book} play --book torn </dev/null");
}
END_TEST

#ifdef HAVE_SQLITE
static void put_obk(const char *name, const char *sql)
{
    sqlite3 *db;
    ck_assert(sqlite3_open(scratch_path(name), &db) == SQLITE_OK);
    const int status = sqlite3_exec(db, sql, NULL, NULL, NULL);
    ck_assert_msg(status == SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* The kinds of database: the table's name, and whether a move's destination comes first. */
static const struct {
    const char *table;
    bool backwards;
} database_kinds[] = {{"bhobk", false}, {"pfBook", false}, {"bhobk", true}};

/* Books as other programs write them: weights beyond ours, both images of a position, only the required columns. */
START_TEST(databases_of_others)
{
    const char *moves[] = {"h2e2", "c3c4", "a3a4", "h2e2 h9g7", "b2e2 h9g7", "b2e2 b7e7", "b2e2 b7e7", "b2e2 b9c7"};
    static const int weights[] = {900000, 450000, 3, 20, 10, 7, 5, 900};
    Text sql = TEXT_INIT;
    ObkWords words;
    make_words("words", true);
    Text why = WHY_INIT;
    ck_assert_msg(obk_words_read(&words, scratch_path("words"), &why), "%s", why.data);
    const char *table = database_kinds[_i].table;
    text_addf(&sql, "CREATE TABLE %s(vkey INTEGER, vmove INTEGER, vscore INTEGER, vvalid INTEGER);", table);
    for (int i = 0; i < COUNT(moves); i++) {
        Position pos = read_position(FEN_START);
        char before[8] = "";
        const char *last = strrchr(moves[i], ' ') ? strrchr(moves[i], ' ') + 1 : moves[i];
        snprintf(before, sizeof before, "%.*s", (int)(last - moves[i]), moves[i]);
        play_iccs(&pos, before);
        const Move move = move_of(last);
        const int from = bookdat_square(move_from(move)), to = bookdat_square(move_to(move));
        text_addf(&sql, "INSERT INTO %s VALUES(%lld, %d, %d, NULL);", table, (long long)obk_key(&words, &pos),
                  database_kinds[_i].backwards ? to << 8 | from : from << 8 | to, weights[i]);
    }
    put_obk("other.obk", sql.data);
    text_free(&sql);
    expect(0, "dropped 2 of 8 moves of foreign books", "$b import other.obk --out other.hxb --words words");
    /* Each of two mirror images gets half of their weights: the first two 65535, the others half of that, and 1. */
    expect(0, "1 1 16384 16384 32768 32768 ", "$b show other.hxb | sed 's/.*weight //' | sort -n | tr '\\n' ' '");
    expect(0, "", "test $($b show other.hxb b2e2 | wc -l) = 3");
    expect(0, "weight 900", "$b show other.hxb h2e2 | grep h9g7"); /* the entry with the greater weight is used */
    expect(0, "weight 900000", "$b show other.obk --words words | head -n 1 | grep h2e2");
    expect(0, "weight 900", "$b show other.obk h2e2 --words words | grep h9g7");
    expect(0, "(.obk, .pfBook or .yfk)\n8 moves", "$b show other.obk --statistics --words words");
    expect(1, "other.obk: an .obk, .pfBook or .yfk book requires --words FILE", "$b show other.obk");
    expect(0, "2 positions", "$b export other.obk --format bookdat --out other.dat --words words");
}
END_TEST
#endif

START_TEST(obk_round_trips)
{
    make_book_file();
    make_words("words", true);
    make_words("words2", false);
#ifdef HAVE_SQLITE
    expect(0, "8 positions", "$b export a.hxb --format obk --out a.obk --words words");
    expect(0, "8 positions", "$b import a.obk --out b.hxb --words words2");
    same_books("a.hxb", "b.hxb", true);
    expect(0, "", "$b export b.hxb --format obk --out b.obk --words words && cmp a.obk b.obk");
    expect(1, "a.obk: an .obk, .pfBook or .yfk book requires --words FILE", "$b import a.obk --out c.hxb");
    expect(1, "an .obk, .pfBook or .yfk book", "$b export a.obk --format epd --out c.epd");
    expect(1, "d.obk: SQLite: ", "head -c 5000 a.obk >d.obk; $b import d.obk --out c.hxb --words words");
    expect(1, "d.obk: SQLite: ", "{ head -c 100 a.obk; head -c 20000 /dev/zero; } >d.obk; $b import d.obk --out c.hxb --words words");
    expect(1, "no table bhobk or pfBook", "sed s/bhobk/bhokb/g a.obk >d.obk; $b import d.obk --out c.hxb --words words");
    expect(1, "no such column: vkey", "sed s/vkey/vkez/g a.obk >d.obk; $b import d.obk --out c.hxb --words words");
    expect(1, "d.obk: SQLite: string or blob too big", /* the file has a computed column */
           "sed 's/vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB/"
           "vvalid AS(1), vmemo AS(hex(zeroblob(99999999)))                       /' a.obk >d.obk; $b import d.obk --out c.hxb "
           "--words words");
    expect(1, "a.obk-wal: contains changes that are not in the book yet", "echo x >a.obk-wal; $b import a.obk --out c.hxb --words words");
    expect(0, "", ": >a.obk-wal; $b import a.obk --out d.hxb --words words && cmp b.hxb d.hxb");
    expect(0, "", "! ls c.hxb c.epd *tmp");
#else
    expect(1, "libsqlite3-dev", "$b export a.hxb --format obk --out a.obk --words words");
    expect(1, "libsqlite3-dev", "printf 'SQLite format 3 of a book' >a.obk; $b import a.obk --out b.hxb --words words");
#endif
}
END_TEST

START_TEST(words_are_recognized_by_the_start_position)
{
    ObkWords *words = malloc(sizeof *words);
    size_t size;
    make_words("words", true);
    char *text = file_text(scratch_path("words"), 1 << 20, &size, NULL);
    ck_assert(words && text && obk_words_from_text(words, text, NULL));
    static const char *const forms[] = {"0x%llx_u64, ", "0x%llXn;\n", "0X%016lluu64 "};
    for (int form = 0; form < COUNT(forms); form++) { /* as in Rust and JavaScript sources, without leading zeros; decimal words */
        Text other = TEXT_INIT;
        ObkWords *again = malloc(sizeof *again);
        text_addf(&other, forms[form], (unsigned long long)words->red);
        words->piece[BOOKDAT_PIECES - 1][BOOKDAT_SQUARES - 1] = 0xABCD; /* no such point */
        for (int i = 0; i < OBK_WORDS - 1; i++)
            text_addf(&other, forms[form], (unsigned long long)words->piece[i / BOOKDAT_SQUARES][i % BOOKDAT_SQUARES]);
        ck_assert(again && obk_words_from_text(again, other.data, NULL) == (form < 2));
        ck_assert(form == 2 || (again->red == words->red && memcmp(again->piece, words->piece, sizeof words->piece) == 0));
        text_free(&other);
        free(again);
    }
    for (int fault = 0; fault < 3; fault++) {
        Text why = WHY_INIT;
        char *first = strstr(text, "\n0x"), *damaged = strdup(text);
        char *at = damaged + (first - text) + 3 + 23 * 0xC7; /* the digits of one word: Red's king on its point */
        if (fault == 0)
            at[-2] = 'z'; /* no longer a number */
        else if (fault == 1)
            memset(at, '0', 16);
        else
            damaged[0] = '\0';
        ck_assert(!obk_words_from_text(words, damaged, &why));
        ck_assert_msg(strstr(why.data, fault == 1 ? "wrong key" : fault == 0 ? "3584 numbers" : "0 numbers"), "%d: %s", fault, why.data);
        free(damaged);
    }
    free(text);
    free(words);
}
END_TEST

START_TEST(texts_are_read_again)
{
    size_t size;
    GameTree game;
    Text why = WHY_INIT;
    make_book_file();
    expect(0, "8 positions", "$b export a.hxb --format epd --out a.epd && $b export a.hxb --format pgn --out a.pgn");
    char *text = file_text(scratch_path("a.epd"), 1 << 20, &size, NULL);
    int lines = 0;
    for (char *rest, *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++) {
        Position pos;
        char *moves = strstr(line, " - - bm "), *end = strstr(line, "; c0 \"");
        ck_assert_msg(moves && end, "%s", line);
        *moves = *end = '\0';
        ck_assert(fen_read(line, &pos, &why));
        for (char *more, *word = strtok_r(moves + strlen(" - - bm "), " ", &more); word; word = strtok_r(NULL, " ", &more)) {
            Move move;
            ck_assert_int_eq(move_from_text(&pos, word, &move, &why), READ_MOVE);
        }
    }
    ck_assert_int_eq(lines, 8);
    free(text);
    text = file_text(scratch_path("a.pgn"), 1 << 20, &size, NULL);
    GameSource source = games_in_text(text, size);
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(game.report.fault_line == 0, "%s", game.report.fault);
    ck_assert_int_eq(game.main.moves[0].move == move_of("h2e2") || game.main.moves[0].move == move_of("b2e2"), 1);
    ck_assert_str_eq(game.main.moves[0].comment, "75 %, +30");
    ck_assert_int_eq(game.main.moves[0].line_count, 1);
    ck_assert_int_eq(game.main.moves[1].line_count, 2); /* b9c7, and the mistake */
    ck_assert_str_eq(game.main.moves[1].lines[1].moves[0].comment, "not the book's move");
    ck_assert_int_eq(game.main.moves[1].lines[1].plies, 4);
    tree_clear(&game);
    free(text);
}
END_TEST

START_TEST(the_first_book_with_a_position_decides)
{
    BookDraft draft = {0};
    make_book_file();
    add(&draft, "", book_move("g3g4", 10, 1));
    add(&draft, "h2e2 b9c7", book_move("h0g2", 10, 28));
    save(&draft, "b.hxb");
    expect(0, "10 positions, 13 moves", "$b merge a.hxb b.hxb --out ab.hxb && $b show ab.hxb");
    ck_assert_msg(strstr(said, "h2e2") && !strstr(said, "g3g4"), "%s", said);
    expect(0, "10 positions, 12 moves", "$b merge b.hxb a.hxb --out ba.hxb && $b show ba.hxb");
    ck_assert_msg(!strstr(said, "h2e2") && strstr(said, "g3g4"), "%s", said);
    expect(0, "h0g2", "$b show ab.hxb h2e2 b9c7");
    expect(0, "", "$b merge a.hxb a.hxb --out aa.hxb && tail -c +65 aa.hxb >aa && tail -c +65 a.hxb | cmp aa -");
    expect(0, "", "$b import a.hxb --out copy.hxb && cmp a.hxb copy.hxb");
}
END_TEST

/* Checks that openings are balanced, have the requested length, are distinct, and are the same in a second run and in other formats. */
START_TEST(openings_are_drawn)
{
    size_t size;
    int lines = 0;
    uint64_t keys[20];
    expect(0, "", "$b build --out o.hxa --positions 150 --nodes 60 --hash 1 --net none");
    expect(0, "20 openings", "$b openings o.hxa --plies 2-4 --count 20 --balance 100 --seed 7 --out o.epd");
    expect(0, "", "$b openings o.hxa --plies 2-4 --count 20 --balance 100 --seed 7 --out again && cmp o.epd again");
    expect(0, "", /* no two begin alike */
           "sed 's/.*id \"//; s/\".*//' o.epd | LC_ALL=C sort | awk 'NR > 1 && index($0 \" \", last \" \") == 1 { exit 1 } { last = $0 }'");
    expect(0, "", "$b openings o.hxa --plies 2-4 --count 20 --balance 100 --seed 8 --out other && ! cmp -s o.epd other");
    expect(0, "",
           "$b openings o.hxa --plies 2-4 --count 20 --balance 100 --seed 7 --out o.fen --format fen && "
           "$b openings o.hxa --plies 2-4 --count 20 --balance 100 --seed 7 --out o.pgn --format pgn && "
           "cut -d ' ' -f 1-4 o.epd >e && cut -d ' ' -f 1-4 o.fen | cmp - e");
    expect(1, "openings of 2 to 4 plies within 0 cp, not 150", "$b openings o.hxa --plies 2-4 --count 150 --balance 0 --out new");
    expect(0, "",
           "! ls new && $b write o.hxa --out o.hxb --margin 200 && $b openings o.hxb --plies 1-2 --count 3 --balance 300 --out b.epd");
    char *text = file_text(scratch_path("o.epd"), 1 << 20, &size, NULL), *games = file_text(scratch_path("o.pgn"), 1 << 20, &size, NULL);
    GameSource source = games_in_text(games, size);
    GameTree game;
    tree_init(&game);
    for (char *rest, *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), lines++) {
        Position pos, played;
        Text why = WHY_INIT;
        char *operations = strstr(line, " id \""), *score = strstr(line, "\"; ce ");
        ck_assert_msg(operations && score && abs(atoi(score + 6)) <= 100, "%s", line);
        ck_assert_msg(fen_read(line, &pos, &why), "%s", why.data);
        keys[lines] = book_view(&pos).key;
        for (int i = 0; i < lines; i++)
            ck_assert_uint_ne(keys[i], keys[lines]);
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH) && game.report.fault_line == 0);
        ck_assert(game.main.plies >= 2 && game.main.plies <= 4);
        played = game.start;
        for (int i = 0; i < game.main.plies; i++) {
            Undo undo;
            position_make(&played, game.main.moves[i].move, &undo);
        }
        ck_assert_uint_eq(played.key, pos.key);
    }
    ck_assert_int_eq(lines, 20);
    tree_clear(&game);
    free(games);
    free(text);
}
END_TEST

START_TEST(mistakes_lose_nothing)
{
    static const struct {
        int status;
        const char *command, *words;
    } cases[] = {
        {2, "$b import", "import: expected one BOOK"},
        {2, "$b import a.hxb a.hxb --out new", "import: expected one BOOK"},
        {2, "$b import a.hxb", "missing --out "},
        {2, "$b merge", "merge: missing BOOK"},
        {2, "$b merge a.hxb", "missing --out "},
        {2, "$b export", "export: expected one BOOK"},
        {2, "$b export a.hxb --out new", "export: missing --format"},
        {2, "$b export a.hxb --format abk --out new", "abk"},
        {2, "$b export a.hxb --format epd", "missing --out "},
        {2, "$b export a.hxb --format obk --out new", "require --words FILE"},
        {2, "$b export a.hxb --format fen --out new", "export: missing --format"},
        {2, "$b openings", "openings: expected one ANALYSIS or BOOK"},
        {2, "$b openings a.hxb", "openings: missing --out FILE"},
        {2, "$b openings a.hxb --out new --format obk", "openings: invalid --format: expected epd, fen or pgn"},
        {2, "$b openings a.hxb --out new --plies 41", "from 1 to 40"},
        {2, "$b openings a.hxb --out new --plies 8-6", "a number or range of plies from 1 to 40, such as 8 or 6-10"},
        {2, "$b openings a.hxb --out new --plies 6-", "a number or range of plies from 1 to 40, such as 8 or 6-10"},
        {2, "$b openings a.hxb --out new --plies -6", "a number or range of plies from 1 to 40, such as 8 or 6-10"},
        {1, "$b openings a.hxb --out new --count 1", "a.hxb: only 0 openings of 6 to 10 plies within 50 cp, not 1: "},
        {1, "$b openings a.hxb --out text --count 1", "text: "},
        {1, "$b openings text --out new", "text: "},
        {1, "$b openings none --out new", "none: No such file"},
        {1, "$b openings empty --out new", "empty: empty file"},
        {1, "$b import a.hxb --out ''", "\"\": empty file name"},
        {1, "$b openings a.hxb --out a.hxb", "given both"},
        {1, "$b openings a.hxb --plies 1 --count 1 --out /dev/full", "No space left"},
        {1, "$b import a.hxb --out a.hxb", "given both"},
        {1, "ln -sf a.hxb link; $b merge a.hxb --out link", "given both"},
        {1, "$b export a.hxb --format epd --out a.hxb", "given both"},
        {1, "$b export a.hxb --format epd --out text", "text: "},
        {1, "$b import a.hxb --out text", "exists, but is not an opening book; not overwritten"},
        {1, "$b import text --out new", "text: "},
        {1, "$b import none --out new", "none: No such file"},
        {1, "$b import . --out new", "folder"},
        {1, "$b import short --out new", "short: not a book, or truncated"},
        {1, "$b import damaged --out new", "damaged: wrong checksum"},
        {1, "$b merge a.hxb damaged --out new", "damaged: wrong checksum"},
        {1, "$b export elsewhere --format epd --out new", "elsewhere: contains neither the start position nor "},
        {1, "$b export a.hxb --format epd --out .", "folder"},
        {1, "$b export a.hxb --format epd --out no/such/folder", "No such file"},
        {1, "$b export a.hxb --format pgn --out /dev/full", "No space left"},
        {1, "$b export a.hxb --format bookdat --out /dev/full", "No space left"},
        {1, "$b merge a.hxb --out /dev/full", "No space left"},
#ifdef HAVE_SQLITE
        {1, "$b export a.hxb --format obk --words text --out new", "text: 0 numbers of 16 hexadecimal digits"},
        {1, "$b export a.hxb --format obk --words none --out new", "none: No such file"},
        {1, "$b export a.hxb --format obk --words text --out text", "given both"},
#endif
        {0, "$b export a.hxb --format epd --out /dev/null", "8 positions"},
    };
    BookDraft draft = {0};
    make_book_file();
    add(&draft, "a0a1 a9a8 a1a2", book_move("a8a7", 1, 1));
    save(&draft, "elsewhere");
    expect(0, "",
           "echo text >text; cp text text.kept; cp a.hxb a.kept; : >empty; head -c 40 a.hxb >short; "
           "cp a.hxb damaged; printf x | dd of=damaged bs=1 seek=90 conv=notrunc 2>/dev/null");
    for (int i = 0; i < COUNT(cases); i++) {
        if (strstr(cases[i].command, "/dev/full") && run("test -c /dev/full") != 0)
            continue;
        expect(cases[i].status, cases[i].words, cases[i].command);
        ck_assert_msg(run("cmp a.hxb a.kept && cmp text text.kept && ! ls new *tmp*") == 0, "%s: %s", cases[i].command, said);
    }
}
END_TEST

Suite *book_files_suite(void)
{
    Suite *suite = suite_create("book_files");
    TCase *tc = tcase_create("hanxin-book");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_walk_finds_what_can_be_reached);
    tcase_add_test(tc, positions_for_either_colour_are_exported);
    tcase_add_test(tc, book_dat_round_trips);
    tcase_add_test(tc, unreachable_positions_are_left_out);
    tcase_add_test(tc, text_is_a_book);
    tcase_add_test(tc, obk_round_trips);
    tcase_add_test(tc, a_book_for_black_alone_is_read);
#ifdef HAVE_SQLITE
    tcase_add_loop_test(tc, databases_of_others, 0, COUNT(database_kinds));
#endif
    tcase_add_test(tc, words_are_recognized_by_the_start_position);
    tcase_add_test(tc, texts_are_read_again);
    tcase_add_test(tc, the_first_book_with_a_position_decides);
    tcase_add_test(tc, openings_are_drawn);
    tcase_add_test(tc, mistakes_lose_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
