/* SPDX-License-Identifier: GPL-3.0-only */
/* XQF: files of all versions, made here by a separate encoder, are read in full; damage is reported,
 * and the part before it is kept. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory_file.h"
#include "engine/base/bytes.h"
#include "engine/base/textfile.h"
#include "engine/board/makemove.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "engine/notation/xqf.h"
#include "tests/support/support.h"

typedef unsigned char Byte;

enum { HEAD = 1024, SIDE = 50, RESULT = 51, TITLE = 80, EVENT = 208, RED_NAME = 304 };

/* ---- an encoder of all versions ---- */

typedef struct Encoder {
    Text out;
    int version;
    Byte sum, squares, from, to; /* keys of the header */
    Byte mask, or [4];
} Encoder;

/* The keys, derived step by step as in the description of the format. */
static Byte derived(int key, int factor) { return (Byte)((((((key * key) * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) * factor); }
static Byte key_squares(const Encoder *e) { return e->version > 10 ? derived(e->squares, e->squares) : 0; }
static Byte key_from(const Encoder *e) { return e->version > 10 ? derived(e->from, key_squares(e)) : 0; }
static Byte key_to(const Encoder *e) { return e->version > 10 ? derived(e->to, key_from(e)) : 0; }

/* Obfuscates a byte and appends it to the part after the header. */
static void put(Encoder *e, Byte plain)
{
    const size_t i = e->out.length % 32;
    const Byte keys[] = {e->sum, e->squares, e->from, e->to};
    const Byte stream = (Byte)("[(C) Copyright Mr. Dong Shiwei.]"[i] & ((keys[i % 4] & e->mask) | e->or [i % 4]));
    text_add_char(&e->out, (char)(plain + (e->version > 10 ? stream : 0)));
}

static void put_record(Encoder *e, int from, int to, bool next, bool alternative, const char *comment)
{
    size_t length = comment ? strlen(comment) : 0;
    put(e, (Byte)(from + 0x18 + key_from(e)));
    put(e, (Byte)(to + 0x20 + key_to(e)));
    if (e->version == 10)
        put(e, (Byte)((next ? 0xF0 : 0) | (alternative ? 0x0F : 0)));
    else
        put(e, (Byte)((next ? 0x80 : 0) | (alternative ? 0x40 : 0) | (comment ? 0x20 : 0)));
    put(e, 0xFF);
    if (e->version > 10 && !comment)
        return;
    length += e->version > 10 ? (size_t)((e->sum * 256 + e->squares) % 32000 + 767) : 0;
    for (int i = 0; i < 4; i++, length >>= 8)
        put(e, (Byte)length);
    for (const char *c = comment; c && *c; c++)
        put(e, (Byte)*c);
}

static int number_of(Square s) { return square_file(s) * 10 + square_rank(s); }

/* Adds the moves of a line, starting at a given one, each with the variations that replace it. */
static void put_moves(Encoder *e, const TreeLine *line, int at, bool alternative)
{
    const TreeMove *m = &line->moves[at];
    put_record(e, number_of(move_from(m->move)), number_of(move_to(m->move)), at + 1 < line->plies, alternative || m->line_count > 0,
               m->comment);
    if (at + 1 < line->plies)
        put_moves(e, line, at + 1, false);
    for (int i = 0; i < m->line_count; i++)
        put_moves(e, &m->lines[i], 0, alternative || i + 1 < m->line_count);
}

static void put_head(Encoder *e, const GameTree *tree)
{
    static const char order[] = "RNBAKABNRCCPPPPPrnbakabnrccppppp";
    static const struct {
        const char *name;
        int at;
    } texts[] = {{"Title", TITLE},  {"Event", EVENT}, {"Date", 272},      {"Site", 288},
                 {"Red", RED_NAME}, {"Black", 320},   {"Annotator", 464}, {"Author", 480}};
    Byte head[HEAD] = {'X',         'Q',         (Byte)e->version, e->mask,      0,         0,      0, 0, e->or [0], e -> or [1],
                       e -> or [2], e -> or [3], e -> sum,         e -> squares, e -> from, e -> to};
    Position left = tree->start;
    for (int i = 0; i < 32; i++) {
        Byte number = 255;
        for (Square s = 0; s < BOARD_SIZE && number == 255; s++)
            if (piece_at(&left, s) != NO_PIECE && piece_letter(piece_at(&left, s)) == order[i]) {
                number = (Byte)number_of(s);
                left.board[s] = EMPTY;
            }
        const int slot = e->version < 12 ? i : (i + 63 - key_squares(e) % 32) % 32;
        head[16 + slot] = (Byte)(number + key_squares(e));
    }
    head[SIDE] = (Byte)tree->start.side;
    head[RESULT] = (Byte)tree->outcome;
    for (int i = 0; i < COUNT(texts); i++) {
        const char *text = tree_tag_text(tree, texts[i].name);
        head[texts[i].at] = (Byte)strlen(text);
        memcpy(head + texts[i].at + 1, text, strlen(text));
    }
    text_add_bytes(&e->out, (const char *)head, sizeof head);
}

/* Returns an encoder that contains the file; the caller frees its `out`. Texts are stored without
 * conversion. */
static Encoder encoded(const GameTree *tree, int version, uint64_t seed)
{
    Rng rng = {seed};
    Encoder e = {.out = TEXT_INIT, .version = version};
    if (version > 10) {
        e.squares = (Byte)rng_below(&rng, 256);
        e.from = (Byte)rng_below(&rng, 256);
        e.to = (Byte)rng_below(&rng, 256);
        e.sum = (Byte)(0 - e.squares - e.from - e.to);
        e.mask = (Byte)rng_below(&rng, 256);
        for (int i = 0; i < 4; i++)
            e.or [i] = (Byte)rng_below(&rng, 256);
    }
    put_head(&e, tree);
    put_record(&e, 0, 0, tree->main.plies > 0, false, tree->main.comment);
    if (tree->main.plies > 0)
        put_moves(&e, &tree->main, 0, false);
    ck_assert(!e.out.failed);
    return e;
}

/* ---- reading ---- */

/* Opens a copy of the bytes and reads the game. */
static void read_bytes(const char *bytes, size_t length, GameTree *game)
{
    Text why = WHY_INIT;
    GameSource source;
    char *copy = malloc(length + 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    ck_assert_msg(games_open_bytes(&source, copy, length, "test", &why), "%s", why.data);
    ck_assert_str_eq(source.format->name, "XQF");
    ck_assert(games_next(&source, game, LANGUAGE_ENGLISH));
    GameTree none;
    tree_init(&none);
    ck_assert(!games_next(&source, &none, LANGUAGE_ENGLISH));
    ck_assert(games_progress(&source) == 1);
    games_close(&source);
}

static void read_encoded(Encoder *e, GameTree *game)
{
    read_bytes(e->out.data, e->out.length, game);
    text_free(&e->out);
}

static void read_pgn(const char *text, GameTree *game)
{
    GameSource source = games_in_text(text, strlen(text));
    ck_assert(games_next(&source, game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(game->report.fault, "");
}

/* Fails unless both games have the same PGN. */
static void require_same(const GameTree *a, const GameTree *b, const char *what)
{
    const GameTree *const games[] = {a, b};
    char *texts[2];
    size_t lengths[2];
    for (int i = 0; i < 2; i++) {
        MemoryFile memory;
        ck_assert(memory_file_open(&memory));
        pgn_write(games[i], NOTATION_ICCS, memory.stream);
        ck_assert_ptr_nonnull(texts[i] = memory_file_take(&memory, &lengths[i]));
    }
    REQUIRE(strcmp(texts[0], texts[1]) == 0, "%s:\n%.1500s\n%.1500s", what, texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

static const char annotated[] =
    "[Title \"Game\"]\n[Event \"Cup\"]\n[Date \"1999.1.2\"]\n[Site \"here\"]\n[Red \"A\"]\n[Black \"B\"]\n[Annotator "
    "\"C\"]\n[Author \"D\"]\n[Result \"1-0\"]\n\n"
    "{start} 1. h2e2 {first} h9g7 (1... b9c7 {other} 2. h0g2 (2. b0c2 a9b9) (2. g3g4) i9h9) (1... h7e7) 2. "
    "h0g2 (2. e2e6 {takes} d9e8) i9h9 "
    "3. i0h0 {last} 1-0";

static const int versions[] = {10, 11, 12, 13, 14, 15, 16, 17, 18};

START_TEST(all_versions_are_read)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    read_pgn(annotated, &game);
    for (uint64_t seed = 0; seed < 50; seed++) {
        Encoder e = encoded(&game, versions[_i], seed);
        read_encoded(&e, &read);
        ck_assert_str_eq(read.report.fault, "");
        ck_assert(!tree_left_out(&read, &(Text){0}));
        ck_assert(read.start_given);
        require_same(&game, &read, "read");
    }
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

/* Many positions, and either side to move. */
START_TEST(start_positions_are_read)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    for (int i = 0; i < named_position_count; i++) {
        game.start = read_position(named_positions[i].fen);
        game.start.quiet_plies = 0;
        game.start.game_ply = game.start.side;
        Encoder e = encoded(&game, versions[i % COUNT(versions)], (uint64_t)i);
        read_encoded(&e, &read);
        ck_assert_str_eq(read.report.fault, "");
        ck_assert_str_eq(fen_of(&read.start), fen_of(&game.start));
    }
    tree_clear(&read);
}
END_TEST

START_TEST(the_first_move_decides_who_moves)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    read_pgn("[FEN \"3k5/9/9/9/9/9/9/9/r8/5K3 b\"]\n\n1... a1a0 0-1", &game);
    for (int i = 0; i < COUNT(versions); i++) {
        Encoder e = encoded(&game, versions[i], 1);
        e.out.data[SIDE] = 0; /* Red */
        read_encoded(&e, &read);
        ck_assert_str_eq(read.report.fault, "");
        ck_assert_int_eq(read.start.side, BLACK);
        ck_assert_int_eq(read.main.plies, 1);
    }
    tree_clear(&game);
    read_pgn("[FEN \"3k5/9/9/9/9/9/9/9/9/r4K3 w\"]\n\n*", &game); /* without moves: Red is in check */
    Encoder e = encoded(&game, 18, 1);
    e.out.data[SIDE] = 1;
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, "");
    ck_assert_int_eq(read.start.side, RED);
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

START_TEST(texts_are_chinese_and_may_be_damaged)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    ck_assert(tree_set_tag(&game, "Title", "\xCF\xC9\xC8\xCB\xD6\xB8")); /* 仙人指, and half of the next */
    ck_assert(tree_set_tag(&game, "Site", " \xB1\xB1\xBE\xA9\r\n "));
    ck_assert(tree_set_tag(&game, "Red", "123456789012345"));
    ck_assert(tree_add_move(&game, move_of("h2e2"), "\xC5\xDA\r\n\xB6\xFE\x81\x30\x81"));
    Encoder e = encoded(&game, 18, 7);
    e.out.data[RED_NAME] = (char)200; /* longer than the field */
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, "");
    ck_assert_str_eq(tree_tag_text(&read, "Title"), "仙人指");
    ck_assert_ptr_null(tree_tag(&read, "Event"));
    ck_assert_str_eq(tree_tag_text(&read, "Site"), "北京");
    ck_assert_str_eq(tree_tag_text(&read, "Red"), "123456789012345");
    ck_assert_ptr_null(tree_tag(&read, "Black"));
    ck_assert_str_eq(read.main.moves[0].comment, "炮\n二");
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

/* Files of Taiwan and Hong Kong are in Big5; all their texts decide together. */
START_TEST(texts_may_be_in_big5)
{
    static const char comment[] = "\xB6\xC2\xA4\xE8\xA5\xFD\xA8\xAB\xAC\xF5\xA4\xE8\xB3\xD3\xA7\xBD\xB6\xD5\xA4\xA3\xA7Q";
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    ck_assert(tree_set_tag(&game, "Title", "\xAC\xF5\xA4\xE8") &&
              tree_add_move(&game, move_make(square_make(7, 2), square_make(4, 2)), comment));
    for (int i = 0; i < COUNT(versions); i++) {
        Encoder e = encoded(&game, versions[i], 7);
        read_encoded(&e, &read);
        ck_assert_str_eq(tree_tag_text(&read, "Title"), "紅方");
        ck_assert_int_eq(read.main.plies, 1);
        ck_assert_str_eq(read.main.moves[0].comment, "黑方先走紅方勝局勢不利");
        tree_clear(&read);
    }
    tree_clear(&game);
}
END_TEST

START_TEST(illegal_moves_end_their_line)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    read_pgn(annotated, &game);
    TreeMove *second = &game.main.moves[1];
    second->lines[0].moves[1].move = move_of("h0g9"); /* an alternative to the move replaces it */
    second->lines[1].moves[0].move = move_of("a0a9");
    Encoder e = encoded(&game, 18, 3);
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, "");
    ck_assert_int_eq(read.report.illegal_moves, 2);
    ck_assert_int_eq(read.main.plies, game.main.plies);
    ck_assert_int_eq(read.main.moves[1].line_count, 1);
    const TreeLine *line = &read.main.moves[1].lines[0];
    ck_assert_int_eq(line->plies, 3);
    ck_assert_int_eq(line->moves[1].move, move_of("b0c2"));
    ck_assert_int_eq(line->moves[1].line_count, 1);
    Text left_out = WHY_INIT;
    ck_assert(tree_left_out(&read, &left_out));
    ck_assert_str_eq(left_out.data, "left out: comments 1, illegal moves and their continuations 2");

    game.main.moves[3].move = move_of("i9i0"); /* has no alternative */
    e = encoded(&game, 10, 3);
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, "");
    ck_assert_int_eq(read.main.plies, 3);
    ck_assert_int_eq(read.report.illegal_moves, 3);
    ck_assert_int_eq(read.report.lost_comments, 2);
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

/* A file that is truncated at any position has a fault, and the part before that position is kept. */
START_TEST(any_cut_is_reported)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    read_pgn(annotated, &game);
    Encoder e = encoded(&game, versions[_i], 5);
    for (size_t length = 5; length < e.out.length; length++) {
        if (length == HEAD + 8 + strlen(game.main.comment) && versions[_i] == 10) /* a file without moves */
            continue;
        read_bytes(e.out.data, length, &read);
        REQUIRE(tree_has_fault(&read), "cut to %zu bytes: no fault", length);
        REQUIRE(length < HEAD || tree_tag(&read, "Black"), "cut to %zu bytes: no tags", length);
    }
    const char red_king = e.out.data[20];
    if (versions[_i] < 12) { /* two faults: the first is reported */
        e.out.data[20] = (char)(255 + key_squares(&e));
        read_bytes(e.out.data, HEAD + 7, &read);
        ck_assert_str_eq(read.report.fault, "the file ends within the moves");
        e.out.data[20] = red_king;
    }
    text_add(&e.out, "more");
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, "4 bytes follow after the last move");
    ck_assert_int_eq(read.main.plies, game.main.plies);
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

static const struct {
    int at;
    Byte value;
    const char *fault;
} damaged[] = {
    {2, 9, "an XQF file of version 9, which is not known"},
    {2, 19, "an XQF file of version 19, which is newer than this program"},
    {12, 1, "the keys of the file are damaged"},
    {16 + 4, 255, "the start position is impossible: FEN board: no red king"},
    {16 + 4, 0, "the start position is impossible: FEN board: a red king cannot stand on a0"},
    {HEAD + 4, 255, "the file ends within a comment, or the length of the comment is wrong"},
};

START_TEST(damage_is_reported)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    Encoder e = encoded(&game, damaged[_i].at == 12 ? 18 : damaged[_i].at == 16 + 4 ? 11 : 10, 0);
    if (damaged[_i].at == 16 + 4)
        e.out.data[20] = (char)(damaged[_i].value + key_squares(&e));
    else
        e.out.data[damaged[_i].at] = (char)damaged[_i].value;
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, damaged[_i].fault);
    tree_clear(&read);
}
END_TEST

START_TEST(a_start_may_not_be_prescribed)
{
    GameTree game;
    tree_init(&game);
    Encoder e = encoded(&game, 18, 0);
    Text why = WHY_INIT;
    GameSource source;
    Position start = read_position(FEN_START);
    size_t length = e.out.length;
    char *bytes = text_take(&e.out);
    ck_assert_ptr_nonnull(bytes);
    ck_assert(games_open_bytes(&source, bytes, length, "test", &why));
    source.start = &start;
    ck_assert(games_next(&source, &game, LANGUAGE_CHINESE));
    ck_assert(game.start_lost && !tree_is_there(&game));
    ck_assert_str_eq(game.report.fault, "此局自带起始局面，不能改从给定局面开始");
    games_close(&source);
    tree_clear(&game);
}
END_TEST

/* Text files that begin like the format are read as text. */
START_TEST(texts_are_no_files)
{
    static const char *const texts[] = {"XQ", "XQ\n1. h2e2 *\n", "XQ\r\n", "XQStudio 1. h2e2 *", "XQ 1. h2e2"};
    for (int i = 0; i < COUNT(texts); i++)
        ck_assert_msg(!xqf_begins(texts[i], strlen(texts[i])), "%s", texts[i]);
}
END_TEST

/* Very long lines and very deep trees, such as no annotator writes, need neither recursion nor much
 * time. */
START_TEST(long_and_deep_trees_are_read)
{
    enum { DEEP = TREE_DEEPEST + 5, LONG = 15000 };
    static const char *const shuffle[] = {"h0g2", "h9g7", "g2h0", "g7h9"};
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    for (int i = 0; i < LONG; i++)
        ck_assert(tree_add_move(&game, move_of(shuffle[i % 4]), NULL));
    TreeLine *line = &game.main;
    for (int deep = 0; deep < DEEP; deep++) { /* each replaces the second move of the line around it */
        ck_assert_ptr_nonnull(line = tree_add_line(&line->moves[1]));
        for (int i = 1; i <= 4; i++)
            ck_assert_ptr_nonnull(tree_line_add_move(line, move_of(shuffle[(deep + i) % 4])));
    }
    Encoder e = encoded(&game, 18, 9);
    read_encoded(&e, &read);
    ck_assert_str_eq(read.report.fault, "");
    ck_assert_int_eq(read.main.plies, LONG);
    ck_assert_int_eq(read.report.lost_lines, 1); /* the variation is lost with all those in it */
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

/* ---- writing ---- */

/* Returns the file that xqf_write() makes, to be freed, and adds the parts that were left out to
 * *left_out. */
static char *written(const GameTree *game, size_t *length, Text *left_out)
{
    MemoryFile memory;
    ck_assert(memory_file_open(&memory));
    ck_assert(xqf_write(game, memory.stream, left_out));
    return memory_file_take(&memory, length);
}

/* Writes the game, requires that this is left out, and reads it again. */
static void write_and_read(const GameTree *game, const char *left_out, GameTree *read)
{
    size_t length;
    Text why = WHY_INIT;
    char *bytes = written(game, &length, &why);
    ck_assert_str_eq(why.data, left_out);
    read_bytes(bytes, length, read);
    ck_assert_str_eq(read->report.fault, "");
    ck_assert_int_eq(read->report.illegal_moves + read->report.lost_lines + read->report.lost_comments, 0);
    free(bytes);
}

START_TEST(files_are_as_described)
{
    static const Byte squares[] = {80, 70, 60, 50, 40, 30, 20, 10, 0,  72, 12, 83, 63, 43, 23, 3,
                                   9,  19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6,  26, 46, 66, 86};
    static const Byte moves[] = {0x18, 0x20, 0xF0, 0xFF, 0,    0, 0, 0, 0x2F, 0x38, 0xF0, 0,    0,
                                 0,    0,    0,    0x67, 0x63, 0, 0, 2, 0,    0,    0,    0xC2, 0xED};
    GameTree game;
    size_t length;
    Text why = WHY_INIT;
    tree_init(&game);
    ck_assert(tree_set_tag(&game, "Event", "中立杯"));
    ck_assert(tree_add_move(&game, move_of("c3c4"), NULL) && tree_add_move(&game, move_of("h9g7"), "马"));
    game.outcome = OUTCOME_BLACK;
    char *bytes = written(&game, &length, &why);
    ck_assert_uint_eq(length, HEAD + sizeof moves);
    ck_assert(memcmp(bytes, "XQ\012\0", 4) == 0);
    ck_assert(memcmp(bytes + 16, squares, sizeof squares) == 0);
    ck_assert(memcmp(bytes + HEAD, moves, sizeof moves) == 0);
    ck_assert(memcmp(bytes + EVENT, "\6\xD6\xD0\xC1\xA2\xB1\xAD", 7) == 0);
    ck_assert_int_eq(bytes[RESULT], 2);
    free(bytes);
    tree_clear(&game);
}
END_TEST

START_TEST(what_a_file_cannot_hold_is_reported)
{
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    read_pgn("[Game \"Chinese Chess\"]\n[SetUp \"1\"]\n[Event \"?\"]\n[Round \"3\"]\n[Red \"一二三四五六七八\"]\n[ECCO \"A00\"]\n"
             "[FEN \"3k5/9/9/9/9/9/9/9/9/4K3R w - - 4 9\"]\n\n"
             "1. i0i9 $3 $16 {好😀é} ({no moves}) ({before} i0i1!? {after}) d9d8 *",
             &game);
    write_and_read(&game,
                   "tags that have no field: Game, Round, ECCO; tags cut to the size of their field: Red; "
                   "the numbers in the start position's FEN",
                   &read);
    ck_assert_str_eq(tree_tag_text(&read, "Red"), "一二三四五六七");
    ck_assert_int_eq(read.tag_count, 1);
    const TreeMove *first = &read.main.moves[0];
    ck_assert_str_eq(first->comment, "!! $16 好😀é (no moves)");
    ck_assert_int_eq(first->line_count, 1);
    ck_assert_str_eq(first->lines[0].moves[0].comment, "before !? after");
    ck_assert_int_eq(read.start.side, RED);
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

/* Alternatives to the first move of a variation become its neighbours. */
START_TEST(nested_alternatives_become_neighbours)
{
    GameTree game, read, flat;
    tree_init(&game);
    tree_init(&read);
    tree_init(&flat);
    read_pgn("1. h2e2 (1. h2d2 (1. h2f2 (1. h2g2) b9c7) (1. h2i2) h9g7) (1. b2e2) h9g7 *", &game);
    read_pgn("1. h2e2 (1. h2d2 h9g7) (1. h2f2 b9c7) (1. h2g2) (1. h2i2) (1. b2e2) h9g7 *", &flat);
    write_and_read(&game, "", &read);
    require_same(&flat, &read, "flat");
    tree_clear(&game);
    tree_clear(&read);
    tree_clear(&flat);
}
END_TEST

/* ---- real files ---- */

/* Returns the position at the end of the main line, as board and side. */
static const char *final_of(const GameTree *game)
{
    Position now = game->start;
    Undo undo;
    for (int i = 0; i < game->main.plies; i++)
        position_make(&now, game->main.moves[i].move, &undo);
    return fen_of(&now);
}

typedef struct Census {
    int moves, comments, lines;
} Census;

static void count(const TreeLine *line, Census *c)
{
    c->moves += line->plies;
    for (int i = 0; i < line->plies; i++) {
        c->comments += line->moves[i].comment != NULL;
        c->lines += line->moves[i].line_count;
        for (int n = 0; n < line->moves[i].line_count; n++)
            count(&line->moves[i].lines[n], c);
    }
}

/* Compares a file with its row of the table: file, format, game, plies, start, final position, result, comments, variations, moves. */
static void check_row(char *row)
{
    enum { FILE_NAME, FORMAT, PLIES = 3, START, FINAL, OUTCOME, COMMENTS, LINES, MOVES, COLUMNS };
    char *columns[COLUMNS], path[4096];
    for (int i = 0; i < COLUMNS; i++)
        ck_assert_ptr_nonnull(columns[i] = strsep(&row, "\t"));
    if (strncmp(columns[FORMAT], "XQF", 3) != 0)
        return;
    snprintf(path, sizeof path, "formats/%s", columns[FILE_NAME]);
    const char *real = shared_file(path);
    Text why = WHY_INIT;
    GameSource source;
    GameTree game;
    tree_init(&game);
    ck_assert_msg(real && games_open(&source, real, &why), "%s: %s", path, why.data);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    Census c = {.comments = game.main.comment != NULL};
    count(&game.main, &c);
    const char *start = fen_of(&game.start), *final = final_of(&game), *name = columns[FILE_NAME];
    ck_assert_msg(!tree_has_fault(&game) && game.report.illegal_moves == 0, "%s: %s", name, game.report.fault);
    ck_assert_msg(game.main.plies == atoi(columns[PLIES]), "%s: %d plies, not %s", name, game.main.plies, columns[PLIES]);
    ck_assert_msg(strncmp(start, columns[START], strlen(columns[START])) == 0, "%s: starts at %s", name, start);
    ck_assert_msg(strncmp(final, columns[FINAL], strlen(columns[FINAL])) == 0, "%s: ends at %s", name, final);
    ck_assert_msg(strcmp(outcome_text(game.outcome), columns[OUTCOME]) == 0, "%s: %s", name, outcome_text(game.outcome));
    ck_assert_msg(c.comments == atoi(columns[COMMENTS]), "%s: %d comments, not %s", name, c.comments, columns[COMMENTS]);
    ck_assert_msg(c.lines == atoi(columns[LINES]), "%s: %d variations, not %s", name, c.lines, columns[LINES]);
    ck_assert_msg(c.moves == atoi(columns[MOVES]), "%s: %d moves, not %s", name, c.moves, columns[MOVES]);
    tree_clear(&game);
    games_close(&source);
}

START_TEST(real_files_are_read_as_expected)
{
    const char *path = shared_file("formats/EXPECTED.tsv");
    size_t length;
    char *table = path ? text_read_file(path, &length, NULL) : NULL, *rest = table;
    strsep(&rest, "\n"); /* the names of the columns */
    for (char *row; rest && (row = strsep(&rest, "\n")) && *row;)
        check_row(row);
    free(table);
}
END_TEST

Suite *xqf_suite(void)
{
    Suite *suite = suite_create("xqf");
    TCase *tc = tcase_create("xqf");
    tcase_add_loop_test(tc, all_versions_are_read, 0, COUNT(versions));
    tcase_add_test(tc, start_positions_are_read);
    tcase_add_test(tc, the_first_move_decides_who_moves);
    tcase_add_test(tc, texts_are_chinese_and_may_be_damaged);
    tcase_add_test(tc, texts_may_be_in_big5);
    tcase_add_test(tc, illegal_moves_end_their_line);
    tcase_add_loop_test(tc, any_cut_is_reported, 0, COUNT(versions));
    tcase_add_loop_test(tc, damage_is_reported, 0, COUNT(damaged));
    tcase_add_test(tc, a_start_may_not_be_prescribed);
    tcase_add_test(tc, texts_are_no_files);
    tcase_add_test(tc, long_and_deep_trees_are_read);
    tcase_add_test(tc, files_are_as_described);
    tcase_add_test(tc, what_a_file_cannot_hold_is_reported);
    tcase_add_test(tc, nested_alternatives_become_neighbours);
    tcase_add_test(tc, real_files_are_read_as_expected);
    suite_add_tcase(suite, tc);
    return suite;
}
