/* SPDX-License-Identifier: GPL-3.0-only */
/* Game files other than PGN: CCBridge (binary and XML) and lists of positions; files that must be
 * refused; and games of all formats, which are the same after they were written and read. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory_file.h"
#include "engine/base/bytes.h"
#include "engine/base/encoding.h"
#include "engine/base/textfile.h"
#include "engine/board/makemove.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/fen.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "engine/notation/xqf.h"
#include "tests/support/support.h"

enum { ENDS = 1, ALTERNATIVE = 2, COMMENT = 4, RECORD_HEAD = 2214, SLOT = 4096, FIRST_SLOT = 66624 };

/* A node of the stream; squares are ICCS, NULL for the first node. */
typedef struct Node {
    const char *move;
    int flags;
    const char *comment; /* ASCII */
} Node;

static int place_of(const char *square) { return square[0] - 'a' + 9 * (9 - (square[1] - '0')); }

static void put_utf16(char *at, const char *ascii)
{
    for (; *ascii; ascii++, at += 2)
        *at = *ascii;
}

/* Writes a record to out[SLOT]. Returns its length. */
static size_t write_record(char *out, const char *title, int result, const Node *nodes, int count)
{
    static const char rows[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", letters[] = ".rnbakcp";
    memset(out, 0, SLOT);
    strcpy(out, "CCBridge Record");
    out[19] = 2;
    put_utf16(out + 180, title);
    put_utf16(out + 1076, "red");
    put_utf16(out + 628, "cup");
    put_utf16(out + 1204, "1:30");
    put_utf16(out + 1908, "2014-09-08 20:19:09");
    out[2076] = (char)result;
    out[2112] = 1;
    out[2116] = 1;
    int place = 0;
    for (const char *p = rows; *p; p++)
        if (*p >= '0' && *p <= '9')
            place += *p - '0';
        else if (*p != '/')
            out[2120 + place++] = (char)((*p < 'a' ? 0x10 : 0x20) + (int)(strchr(letters, *p | 32) - letters));
    char *at = out + RECORD_HEAD;
    for (int i = 0; i < count; i++) {
        at[0] = (char)(nodes[i].flags | (nodes[i].comment ? COMMENT : 0));
        at[2] = nodes[i].move ? (char)place_of(nodes[i].move) : 0;
        at[3] = nodes[i].move ? (char)place_of(nodes[i].move + 2) : 0;
        at += 4;
        if (nodes[i].comment) {
            bytes_put((unsigned char *)at, 2 * strlen(nodes[i].comment), 4);
            put_utf16(at + 4, nodes[i].comment);
            at += 4 + 2 * strlen(nodes[i].comment);
        }
    }
    return (size_t)(at - out);
}

/* Opens a copy of the bytes. */
static GameSource open_bytes(const char *bytes, size_t length)
{
    GameSource source;
    Text why = WHY_INIT;
    char *copy = malloc(length + 1);
    ck_assert(copy != NULL);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    ck_assert_msg(games_open_bytes(&source, copy, length, "test", &why), "%s", why.data);
    return source;
}

/* Returns the moves of the game as PGN, without tags; to be freed. */
static char *moves_of(const GameTree *game)
{
    size_t length;
    MemoryFile memory;
    ck_assert(memory_file_open(&memory));
    pgn_write(game, NOTATION_ICCS, memory.stream);
    char *text = memory_file_take(&memory, &length);
    ck_assert_ptr_nonnull(text);
    char *moves = strstr(text, "\n\n") + 2;
    memmove(text, moves, strlen(moves) + 1);
    *strstr(text, "\n\n") = '\0';
    for (char *p = text; *p; p++)
        *p = *p == '\n' ? ' ' : *p;
    return text;
}

static const struct {
    const char *name;
    Node nodes[12];
    int count;
    const char *moves;
    int illegal;
} streams[] = {
    {"no moves", {{NULL, ENDS, "start"}}, 1, "{start} 1-0", 0},
    {"a line", {{NULL, 0, NULL}, {"h2e2", 0, "one"}, {"h9g7", ENDS, NULL}}, 3, "1. H2-E2 {one} H9-G7 1-0", 0},
    {"two alternatives side by side",
     {{NULL, 0, NULL},
      {"h2e2", ALTERNATIVE, NULL},
      {"h9g7", ENDS, NULL},
      {"b2e2", ALTERNATIVE, NULL},
      {"b9c7", ENDS, NULL},
      {"c3c4", ENDS, "third"}},
     6,
     "1. H2-E2 (1. B2-E2 B9-C7) (1. C3-C4 {third}) 1... H9-G7 1-0",
     0},
    {"an alternative inside another",
     {{NULL, 0, NULL},
      {"h2e2", ALTERNATIVE, NULL},
      {"h9g7", ENDS, NULL},
      {"b2e2", 0, NULL},
      {"b9c7", ALTERNATIVE, NULL},
      {"b0c2", ENDS, NULL},
      {"h9g7", ENDS, NULL}},
     7,
     "1. H2-E2 (1. B2-E2 B9-C7 (1... H9-G7) 2. B0-C2) 1... H9-G7 1-0",
     0},
    {"an illegal move in the main line",
     {{NULL, 0, NULL}, {"h2e2", 0, NULL}, {"h9h7", 0, "lost"}, {"h0g2", ENDS, NULL}},
     4,
     "1. H2-E2 1-0",
     1},
    {"the alternative to an illegal move takes its place",
     {{NULL, 0, NULL}, {"h2e2", 0, NULL}, {"h9h7", ALTERNATIVE, NULL}, {"h0g2", ENDS, NULL}, {"h9g7", ENDS, NULL}},
     5,
     "1. H2-E2 H9-G7 1-0",
     1},
    {"a variation of an illegal move alone",
     {{NULL, 0, NULL},
      {"h2e2", ALTERNATIVE, NULL},
      {"h9g7", ENDS, NULL},
      {"e0e5", 0, NULL},
      {"h9g7", ALTERNATIVE, NULL},
      {"a0a1", ENDS, NULL},
      {"a9a8", ENDS, NULL}},
     7,
     "1. H2-E2 H9-G7 1-0",
     1},
    {"a square off the board", {{NULL, 0, NULL}, {"h2z2", ENDS, NULL}}, 2, "1-0", 1},
};

START_TEST(nodes_become_a_tree)
{
    char record[SLOT];
    const size_t length = write_record(record, "title", 1, streams[_i].nodes, streams[_i].count);
    GameSource source = open_bytes(record, length);
    GameTree game;
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(!tree_has_fault(&game), "%s: %s", streams[_i].name, game.report.fault);
    char *moves = moves_of(&game);
    ck_assert_msg(strcmp(moves, streams[_i].moves) == 0, "%s: %s", streams[_i].name, moves);
    ck_assert_int_eq(game.report.illegal_moves, streams[_i].illegal);
    ck_assert_str_eq(tree_tag_text(&game, "Title"), "title");
    ck_assert_str_eq(tree_tag_text(&game, "Red"), "red");
    ck_assert_str_eq(tree_tag_text(&game, "EventType"), "cup");
    ck_assert_str_eq(tree_tag_text(&game, "RedTime"), "1:30");
    ck_assert_str_eq(tree_tag_text(&game, "Created"), "2014-09-08 20:19:09");
    free(moves);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    tree_clear(&game);
    games_close(&source);
}
END_TEST

/* If a record is truncated at any position, the part read is kept and a fault is reported; no byte
 * beyond the end is read. */
START_TEST(torn_records_are_reported)
{
    char record[SLOT];
    const size_t length = write_record(record, "title", 1, streams[3].nodes, streams[3].count);
    GameTree game;
    tree_init(&game);
    for (size_t cut = sizeof "CCBridge"; cut < length; cut++) {
        GameSource source = open_bytes(record, cut);
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_msg(tree_has_fault(&game), "cut at %zu", cut);
        games_close(&source);
    }
    ck_assert_int_eq(game.main.plies, 2);
    tree_clear(&game);
}
END_TEST

/* The records of a library begin at the slot that its header gives; a long record continues in the next
 * slot. */
START_TEST(libraries_are_read)
{
    static char library[FIRST_SLOT + 2 * 276 + 4 * SLOT];
    char *slots = library + FIRST_SLOT + 2 * 276;
    memset(library, 0, sizeof library);
    strcpy(library, "CCBridgeLibrary");
    library[60] = 2;
    write_record(slots, "first", 2, streams[1].nodes, streams[1].count);
    write_record(slots + 2 * SLOT, "second", 3, streams[2].nodes, streams[2].count);
    GameSource source = open_bytes(library, sizeof library);
    GameTree game;
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(tree_tag_text(&game, "Title"), "first");
    ck_assert_int_eq(game.outcome, OUTCOME_BLACK);
    ck_assert_int_eq(game.main.plies, 2);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(tree_tag_text(&game, "Title"), "second");
    ck_assert_int_eq(game.outcome, OUTCOME_DRAW);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    games_rewind(&source);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(tree_tag_text(&game, "Title"), "first");
    games_close(&source);
    library[FIRST_SLOT] = library[FIRST_SLOT + 276] = 7; /* its entries */
    source = open_bytes(library, sizeof library - 2 * SLOT);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH) && !tree_has_fault(&game));
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(game.report.fault, "the library lists 2 games, but has 1: the file is cut off or damaged");
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    games_close(&source);
    bytes_put((unsigned char *)library + 60, UINT32_MAX, 4); /* the index is longer than the file */
    source = open_bytes(library, sizeof library);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH) && tree_has_fault(&game));
    games_close(&source);
    tree_clear(&game);
}
END_TEST

START_TEST(other_versions_are_named)
{
    char record[SLOT];
    GameTree game;
    tree_init(&game);
    write_record(record, "title", 1, streams[1].nodes, streams[1].count);
    record[19] = 1;
    GameSource source = open_bytes(record, sizeof record);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(game.report.fault, "a CCBridge record of version 1, but only version 2 can be read");
    ck_assert(!tree_is_there(&game));
    tree_clear(&game);
    games_close(&source);
}
END_TEST

#define CBF(head, moves)                                                                                                                   \
    "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n <Head>\n" head                         \
    " </Head>\n <MoveList>\n" moves " </MoveList>\n</ChineseChessRecord>\n"

START_TEST(xml_is_read)
{
    static const char text[] =
        CBF("<Name>a &lt;b&gt; &amp; &#x7EA2;</Name><URL /><Contest><![CDATA[<cup>]]></Contest>"
            "<BlackTime>9</BlackTime><DateModified>2014</DateModified><CreatorURL>u</CreatorURL><RecordResult>1</RecordResult>",
            "<Move value=\"00-00\"><![CDATA[ start ]]></Move><Move value=\"77-47\" branch=\"1\" /><Move value='70-62' end='1'>x</Move>"
            "<Move value=\"17-47\" end=\"1\" />");
    GameSource source = open_bytes(text, sizeof text - 1);
    GameTree game;
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(!tree_has_fault(&game), "%s", game.report.fault);
    ck_assert_str_eq(tree_tag_text(&game, "Title"), "a <b> & 红");
    ck_assert_str_eq(tree_tag_text(&game, "Event"), "<cup>");
    ck_assert_str_eq(tree_tag_text(&game, "BlackTime"), "9");
    ck_assert_str_eq(tree_tag_text(&game, "Modified"), "2014");
    ck_assert_str_eq(tree_tag_text(&game, "CreatorURL"), "u");
    char *moves = moves_of(&game);
    ck_assert_str_eq(moves, "{start} 1. H2-E2 (1. B2-E2) 1... H9-G7 {x} 1-0");
    free(moves);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    games_close(&source);
    const char *last = strstr(text, "<Move value=\"17-47\""), *end = strchr(last, '>') + 1;
    for (size_t cut = 80; cut < sizeof text - 1; cut++) { /* any beginning of the text is read without access beyond its end */
        source = open_bytes(text, cut);
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_msg(tree_has_fault(&game) == (text + cut < end), "cut at %zu: %s", cut, game.report.fault);
        ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
        games_close(&source);
    }
    tree_clear(&game);
}
END_TEST

START_TEST(faults_of_xml_have_lines)
{
    static const struct {
        const char *text, *fault;
    } cases[] = {
        {CBF("<Name>a</Name>\n<FEN>9 w</FEN>\n", ""), "line 5: FEN board: 1 rank, not 10"},
        {CBF("<Name>a</Name>", ""), ""},
        {"<?xml version=\"1.0\"?>\n<ChineseChessRecord>\n<Head>\n</Head>\n<MoveList />\n</ChineseChessRecord>", ""},
        {"<?xml version=\"1.0\"?>\n<ChineseChessRecord>\n<Head>\n<Name>a</Na", "line 4: the file ends within the record"},
        {"<?xml version=\"1.0\"?>\n<ChineseChessRecord>\n<Head>\n</Head>\n<MoveL", "line 5: the file ends within the moves"},
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        GameSource source = open_bytes(cases[i].text, strlen(cases[i].text));
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_str_eq(game.report.fault, cases[i].fault);
        games_close(&source);
    }
    tree_clear(&game);
}
END_TEST

/* Problems as other programs list them, in any of three forms. */
START_TEST(lists_of_positions_are_read)
{
    static const char text[] = "# problems\n\n"
                               "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\n"
                               "3k5/9/9/9/9/9/9/9/9/R3K4 w ; first\r\n"
                               "group|second|3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\n"
                               "3k5/9/9/9/9/9/9/9/9/R3K4 w moves a0a9 d9d8 ; third\n"
                               "third|9/9/9/9/9/9/9/9/9/R3K4 w\n"
                               "3k5/9/9/9/9/9/9/9/9/R3K4 b";
    static const struct {
        const char *name;
        int plies;
        const char *fault;
    } wanted[] = {{"", 0, ""}, {"first", 0, ""}, {"group|second", 0, ""}, {"third", 2, ""}, {"third", 0, "line 7: "}, {"", 0, ""}};
    GameSource source = open_bytes(text, sizeof text - 1);
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(wanted); i++) {
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_str_eq(tree_tag_text(&game, "Event"), wanted[i].name);
        ck_assert_int_eq(game.main.plies, wanted[i].plies);
        ck_assert_msg(strncmp(game.report.fault, wanted[i].fault, strlen(wanted[i].fault)) == 0 &&
                          (*wanted[i].fault || !*game.report.fault),
                      "%d: %s", i, game.report.fault);
        ck_assert(game.start_lost == (*wanted[i].fault != 0));
    }
    ck_assert_int_eq(game.start.side, BLACK);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    games_close(&source);
    tree_clear(&game);
}
END_TEST

/* Moves and operations after the position of a line. A list whose other lines are moves is a game. */
START_TEST(lines_may_continue_after_the_position)
{
    static const struct {
        const char *after;
        int plies;
        const char *event, *comment, *fault;
    } cases[] = {
        {" w a0a9 d9d8\n", 2, "", NULL, ""},
        {" w - - 0 1 1. R9+9 K4+1 1-0 ; name\n", 2, "name", NULL, ""},
        {" w 车九进九 将4进1\n", 2, "", NULL, ""},
        {" w\n车九进九\n将4进1\n", 2, "", NULL, ""},
        {" w a0a8 d9d1", 1, "", NULL, "cannot"},
        {" w - - 0 1 bm a0d0; id \"x\"; c0 \"white; wins\";\n", 0, "x", "bm a0d0; c0 \"white; wins\"", ""},
        {" w - - ; id \"x\"; c0 \"y\";\n", 0, "x", "c0 \"y\"", ""},
    };
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(cases); i++) {
        char text[200];
        const int length = snprintf(text, sizeof text, "3k5/9/9/9/9/9/9/9/9/R3K4%s", cases[i].after);
        GameSource source = open_bytes(text, (size_t)length);
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_msg(*cases[i].fault ? tree_has_fault(&game) : !tree_has_fault(&game), "%d: %s", i, game.report.fault);
        ck_assert_int_eq(game.main.plies, cases[i].plies);
        ck_assert_str_eq(tree_tag_text(&game, "Event"), cases[i].event);
        ck_assert_msg(cases[i].comment ? game.main.comment && strcmp(game.main.comment, cases[i].comment) == 0 : !game.main.comment, "%d",
                      i);
        ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
        games_close(&source);
    }
    tree_clear(&game);
}
END_TEST

/* The limits of a tree hold for text as well. */
START_TEST(large_embedded_games_are_limited)
{
    enum { DEEP = TREE_DEEPEST + 2 };
    static const char *const shuffle[] = {"7967", "7062", "6779", "6270"};
    Text text = TEXT_INIT;
    GameTree game;
    tree_init(&game);
    text_add(&text, "[DhtmlXQ]\n[DhtmlXQ_movelist]");
    for (int line = 0; line <= DEEP; line++) { /* each replaces the second move of the line around it */
        if (line > 0)
            text_addf(&text, "[/DhtmlXQ_x]\n[DhtmlXQ_move_%d_%d_%d]", line - 1, line + 1, line);
        for (int ply = line; ply < DEEP + 2; ply++)
            text_add(&text, shuffle[ply % 4]);
    }
    text_add(&text, "[/DhtmlXQ_x]\n[/DhtmlXQ]\n[DhtmlXQ]\n[DhtmlXQ_movelist]");
    for (int ply = 0; ply <= TREE_LONGEST; ply++)
        text_add(&text, shuffle[ply % 4]);
    text_add(&text, "[/DhtmlXQ_movelist][/DhtmlXQ]\n");
    GameSource source = open_bytes(text.data, text.length);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(game.report.fault, "");
    ck_assert_int_eq(game.main.plies, DEEP + 2);
    ck_assert_int_eq(game.report.lost_lines, DEEP - TREE_DEEPEST);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(game.report.fault, "line 22: the game has too many moves: at most 1048576 in all and 40000 in a row are read");
    ck_assert_int_eq(game.main.plies, TREE_LONGEST);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    games_close(&source);
    tree_clear(&game);
    text_free(&text);
}
END_TEST

/* Every field of DhtmlXQ with a value becomes a tag, except those that say how a page shows the game. */
START_TEST(fields_without_a_tag_are_kept)
{
    static const char text[] =
        "[DhtmlXQ]\n[DhtmlXQ_ver]www[/DhtmlXQ_ver]\n[DhtmlXQ_init]500,350[/DhtmlXQ_init]\n[DhtmlXQ_other]a b[/DhtmlXQ_other]\n"
        "[DhtmlXQ_hits]0[/DhtmlXQ_hits]\n[DhtmlXQ_price] [/DhtmlXQ_price]\n[DhtmlXQ_sortid]&lt;7[/DhtmlXQ_sortid]\n"
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    GameSource source = open_bytes(text, sizeof text - 1);
    GameTree game;
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_str_eq(game.report.fault, "");
    ck_assert_int_eq(game.tag_count, 3);
    ck_assert_str_eq(tree_tag_text(&game, "Other"), "a b");
    ck_assert_str_eq(tree_tag_text(&game, "Hits"), "0");
    ck_assert_str_eq(tree_tag_text(&game, "Sortid"), "<7");
    games_close(&source);
    tree_clear(&game);
}
END_TEST

/* Names in GBK and Big5 in one line; the second byte of some characters is that of a bar. */
START_TEST(names_may_have_two_encodings)
{
    static const char text[] = "3k5/9/9/9/9/9/9/9/9/R3K4 w ; \xCB\xC4\xC2\xED\xB9\xA5\xB3\xC7|\xA5|\xB0\xA8\xA7\xF0\xAB\xB0\r\n"
                               "3k5/9/9/9/9/9/9/9/9/R3K4 w\r\n"
                               "3k5/9/9/9/9/9/9/9/9/R3K4 w ; \xD3\xFD\xC2\xED\xB9\xE9\xD7\xDA|\xA8|\xB0\xA8\xC2k\xA9v\r\n"
                               "9/9/9/9/9/9/9/9/9/R3K4 w\r\n";
    static const char *const names[] = {"四马攻城|四馬攻城", "", "育马归宗|育馬歸宗"};
    GameSource source = open_bytes(text, sizeof text - 1);
    GameTree game;
    tree_init(&game);
    for (int i = 0; i < COUNT(names); i++) {
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_str_eq(tree_tag_text(&game, "Event"), names[i]);
        ck_assert_str_eq(game.report.fault, "");
    }
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_int_eq(game.report.fault_line, 4);
    ck_assert(!games_next(&source, &game, LANGUAGE_ENGLISH));
    games_close(&source);
    tree_clear(&game);
}
END_TEST

/* Lists as Windows editors save them, with many moves in a line, and with a zero byte beside GBK. */
START_TEST(lists_in_any_encoding_are_read)
{
    static const char fen[] = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    Text lists[4] = {TEXT_INIT, TEXT_INIT, TEXT_INIT, TEXT_INIT};
    text_addf(&lists[0], "\xEF\xBB\xBF%s ; one\r\n%s ; two\r\n", fen, fen);
    text_add_bytes(&lists[1], "\xFF\xFE", 2);
    for (size_t i = 0; i < lists[0].length - 3; i++)
        text_add_bytes(&lists[1], (char[]){lists[0].data[i + 3], '\0'}, 2);
    text_addf(&lists[2], "%s moves", fen);
    for (int i = 0; i < 100; i++)
        text_add(&lists[2], " a0a1 d9d8 a1a0 d8d9");
    text_addf(&lists[2], "\n%s\n", fen);
    text_addf(&lists[3], "%s ; \xC4\xE3\n%s ; ab", fen, fen);
    text_add_bytes(&lists[3], "\0cd\n", 4);
    static const int plies[] = {0, 0, 400, 0};
    for (int i = 0; i < 4; i++) {
        GameSource source = open_bytes(lists[i].data, lists[i].length);
        GameTree game;
        tree_init(&game);
        ck_assert_msg(games_next(&source, &game, LANGUAGE_ENGLISH) && game.report.fault[0] == '\0', "list %d: %s", i, game.report.fault);
        ck_assert_int_eq(game.main.plies, plies[i]);
        ck_assert_int_eq(game.start.side, RED);
        ck_assert_msg(games_next(&source, &game, LANGUAGE_ENGLISH) && game.report.fault[0] == '\0', "list %d: %s", i, game.report.fault);
        ck_assert_msg(!games_next(&source, &game, LANGUAGE_ENGLISH), "list %d", i);
        games_close(&source);
        tree_clear(&game);
        text_free(&lists[i]);
    }
}
END_TEST

START_TEST(lines_of_many_moves_are_limited)
{
    Text text = TEXT_INIT;
    GameTree game;
    text_add(&text, "3k5/9/9/9/9/9/9/9/9/R3K4 w moves");
    for (int i = 0; i <= TREE_LONGEST; i += 4)
        text_add(&text, " a0a1 d9d8 a1a0 d8d9");
    Position pos;
    ck_assert(!fen_read_played(text.data, &pos, NULL));
    GameSource source = open_bytes(text.data, text.length);
    tree_init(&game);
    ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
    ck_assert_msg(strstr(game.report.fault, "too many moves") != NULL, "%s", game.report.fault);
    ck_assert_int_eq(game.main.plies, TREE_LONGEST);
    games_close(&source);
    tree_clear(&game);
    text_free(&text);
}
END_TEST

/* Content that is no file of games, and the reason. */
static const struct {
    const char *bytes;
    int length;
    const char *told; /* NULL: it is opened */
} foreign_cases[] = {
    {"PK\3\4...", 7, "games.pgn: a ZIP archive: unpack it first"},
    {"\1\2 text", 7, "games.pgn: a binary file of an unknown format"},
    {"a few \1\2\3\4\5 among letters", 26, "games.pgn: a binary file of an unknown format"},
    {"\0\0\1\2", 4, "games.pgn: a binary file of an unknown format"},
    {"\0\0\0\0", 4, "games.pgn: a binary file of an unknown format"},
    {"1 62 21 32 1 0 1 2 2 0 1 0 10 32 0 7 7 7 4 0 2 0\n", 49, "games.pgn: a list of numbers, such as a CHE record of QQ"},
    {"1. h2e2 \0 h9g7 with one zero byte", 33, NULL},
    {"1. h2e2 h9g7\n\0\0\0\0\0\0\0\0", 21, NULL},
    {"\xFF\xFE[\0R\0e\0d\0", 10, NULL},
    {"[\0R\0e\0d\0 \0", 10, NULL},
    {"", 0, NULL},
};

START_TEST(foreign_files_are_named)
{
    GameSource source;
    Text why = WHY_INIT;
    char *bytes = calloc(1, (size_t)foreign_cases[_i].length + 1);
    memcpy(bytes, foreign_cases[_i].bytes, (size_t)foreign_cases[_i].length);
    ck_assert_int_eq(games_open_bytes(&source, bytes, (size_t)foreign_cases[_i].length, "games.pgn", &why), !foreign_cases[_i].told);
    ck_assert_msg(!foreign_cases[_i].told || strncmp(why.data, foreign_cases[_i].told, strlen(foreign_cases[_i].told)) == 0, "%s",
                  why.data);
    games_close(&source);
}
END_TEST

START_TEST(pages_without_a_game_are_named)
{
    static const char *const pages[] = {"<html><body>A page</body></html>", "\n<!DOCTYPE html>\n<p>h2e2</p>", "<p>Hello; world {</p>"};
    for (int i = 0; i < COUNT(pages); i++) {
        GameSource source = games_in_text(pages[i], strlen(pages[i]));
        GameTree game;
        tree_init(&game);
        ck_assert(games_next(&source, &game, LANGUAGE_ENGLISH));
        ck_assert_str_eq(game.report.fault, "a web page without a game: save the game itself, or copy its moves");
        ck_assert_msg(!games_next(&source, &game, LANGUAGE_ENGLISH), "page %d", i);
        tree_clear(&game);
    }
}
END_TEST

START_TEST(names_of_files_are_known)
{
    static const char *const names[] = {"a.pgn", "dir.d/b.XQF", "c.cbr", "d.cbl", ".cbf", "e.epd", "f.eglib", "g.wxf", "h.html", "i.txt"},
                             *const others[] = {"", ".", "pgn", "h2e2", "a.pgn.gz", "a.pg", "a.pgnx", "a. pgn", "a.pgn/b"};
    for (int i = 0; i < COUNT(names); i++)
        ck_assert_msg(games_are_named(names[i]), "%s", names[i]);
    for (int i = 0; i < COUNT(others); i++)
        ck_assert_msg(!games_are_named(others[i]), "%s", others[i]);
}
END_TEST

/* ---- there and back ---- */

/* Formats in which games are written. Those before WRITTEN_PGN have no judgements, no comment before a
 * variation, and no variation of the first move of a variation. */
enum { WRITTEN_XQF, WRITTEN_DHTMLXQ, WRITTEN_PGN, WRITTEN_WXF, WRITTEN_CHINESE, WRITTEN_GB, WRITTEN };
static const char *const written_names[] = {"XQF", "DhtmlXQ", "PGN in ICCS", "PGN in WXF", "PGN in Chinese", "PGN in GB 18030"};

/* Writes the game, reads it again, and requires that the file has one game without a fault. */
static void write_and_read(const GameTree *game, int format, GameTree *read)
{
    static const Notation notations[] = {
        [WRITTEN_PGN] = NOTATION_ICCS, [WRITTEN_WXF] = NOTATION_WXF, [WRITTEN_CHINESE] = NOTATION_CHINESE, [WRITTEN_GB] = NOTATION_CHINESE};
    size_t length;
    MemoryFile memory;
    ck_assert(memory_file_open(&memory));
    FILE *out = memory.stream;
    Text left_out = TEXT_INIT, why = WHY_INIT;
    GameSource source;
    if (format == WRITTEN_XQF)
        ck_assert(xqf_write(game, out, &left_out));
    else if (format == WRITTEN_DHTMLXQ)
        ck_assert(dhtmlxq_write(game, out, &left_out));
    else
        pgn_write_as(game, &(PgnStyle){.notation = notations[format], .gb18030 = format == WRITTEN_GB}, out, &left_out);
    ck_assert(format < WRITTEN_PGN || left_out.length == 0);
    char *bytes = memory_file_take(&memory, &length);
    ck_assert_ptr_nonnull(bytes);
    text_free(&left_out);
    ck_assert_msg(games_open_bytes(&source, bytes, length, "test", &why), "%s", why.data);
    REQUIRE(games_next(&source, read, LANGUAGE_ENGLISH), "%s: no game", written_names[format]);
    REQUIRE(!tree_has_fault(read) && !tree_left_out(read, &why), "%s: %s%s", written_names[format], read->report.fault, why.data);
    GameTree none;
    tree_init(&none);
    REQUIRE(!games_next(&source, &none, LANGUAGE_ENGLISH), "%s: more than one game", written_names[format]);
    games_close(&source);
}

static bool same_text(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static bool same_lines(const TreeLine *a, const TreeLine *b)
{
    bool same = a->plies == b->plies && same_text(a->comment, b->comment);
    for (int i = 0; i < a->plies && same; i++) {
        const TreeMove *m = &a->moves[i], *n = &b->moves[i];
        same = m->move == n->move && memcmp(m->nags, n->nags, sizeof m->nags) == 0 && same_text(m->comment, n->comment) &&
               m->line_count == n->line_count;
        for (int k = 0; k < m->line_count && same; k++)
            same = same_lines(&m->lines[k], &n->lines[k]);
    }
    return same;
}

/* Requires that both have the same start, result, moves, variations, remarks and these tags. */
static void require_same(const GameTree *a, const GameTree *b, const char *const *tags, int tag_count, const char *what)
{
    REQUIRE(a->start.key == b->start.key && a->outcome == b->outcome, "%s: another start or result", what);
    for (int i = 0; i < tag_count; i++)
        REQUIRE(same_text(tree_tag(a, tags[i]), tree_tag(b, tags[i])), "%s: tag %s: '%s', '%s'", what, tags[i], tree_tag_text(a, tags[i]),
                tree_tag_text(b, tags[i]));
    if (!same_lines(&a->main, &b->main)) {
        char *first = moves_of(a), *second = moves_of(b);
        ck_abort_msg("%s:\n%.1500s\n%.1500s", what, first, second);
    }
}

/* Adds random moves, remarks and variations to a line. */
static void grow(Rng *rng, Position now, TreeLine *line, int deep, int format)
{
    static const char *const texts[] = {
        NULL,     NULL,          NULL,         "炮二平五", "two\nlines",          "（好棋）!?",    "a || b<br>c &lt; d",
        "{[x] y", "(1. h2e2) *", "1-0; $3 ?!", "𠮷é㐀",    "[/DhtmlXQ_red] [/a]", "[Red \"a\"] \\"};
    if (deep > 0 && format >= WRITTEN_PGN && rng_below(rng, 3) == 0)
        line->comment = strdup("before");
    for (int i = (int)rng_below(rng, deep == 0 ? 40 : 6) + (deep > 0); i > 0; i--) {
        const Move m = random_move(rng, &now);
        TreeMove *move = m == MOVE_NONE ? NULL : tree_line_add_move(line, m);
        Undo undo;
        if (!move)
            break;
        const char *text = texts[rng_below(rng, COUNT(texts))];
        move->comment = text ? strdup(text) : NULL;
        for (int n = format >= WRITTEN_PGN ? (int)rng_below(rng, 6) - 3 : 0; n > 0; n--)
            tree_add_nag(move, 1 + (int)rng_below(rng, 20));
        const bool may_branch = deep < 4 && (deep == 0 || line->plies > 1 || format >= WRITTEN_PGN);
        for (int n = may_branch ? (int)rng_below(rng, 3) : 0; n > 0; n--)
            grow(rng, now, tree_add_line(move), deep + 1, format);
        position_make(&now, m, &undo);
    }
}

START_TEST(written_games_read_back)
{
    static const char *const names[] = {"Title", "Subtitle",    "Event",   "Date",      "Site",      "Red",
                                        "Black", "TimeControl", "RedTime", "BlackTime", "Annotator", "Author"};
    static const char *const values[] = {"顺炮", "a\"b\\c", "]", "<b>&amp;", "||", "1982.12.31", "🀀", "?!", "x"};
    Rng rng = {(uint64_t)_i};
    GameTree game, read;
    tree_init(&game);
    tree_init(&read);
    for (int i = 0; i < effort(60, 10); i++) {
        tree_clear(&game);
        game.start = read_position(named_positions[i % named_position_count].fen);
        game.start.quiet_plies = 0;
        game.start.game_ply = game.start.side;
        game.outcome = (Outcome)(i % 4);
        for (int t = 0; t < COUNT(names); t++)
            if (rng_below(&rng, 2))
                ck_assert(tree_set_tag(&game, names[t], values[rng_below(&rng, COUNT(values))]));
        game.main.comment = i % 2 ? strdup("开局") : NULL;
        grow(&rng, game.start, &game.main, 0, _i);
        if (game.main.plies == 0) /* the side to move might be the other */
            continue;
        write_and_read(&game, _i, &read);
        require_same(&game, &read, names, COUNT(names), written_names[_i]);
        for (int other = 0; _i < WRITTEN_PGN && other < WRITTEN; other++) { /* a chain of conversions */
            GameTree next;
            tree_init(&next);
            write_and_read(&read, other, &next);
            tree_clear(&read);
            read = next;
        }
        if (_i < WRITTEN_PGN)
            require_same(&game, &read, names, COUNT(names), "a chain");
    }
    tree_clear(&game);
    tree_clear(&read);
}
END_TEST

/* Real games are the same after they were written and read. The first time, formats without judgements
 * may store them as text, and may change the order of variations. */
START_TEST(real_games_read_back)
{
    const char *path = shared_file("formats/EXPECTED.tsv");
    size_t length;
    char *table = path ? text_read_file(path, &length, NULL) : NULL, *rest = table, before[600] = "";
    GameTree game, once, twice;
    tree_init(&game);
    tree_init(&once);
    tree_init(&twice);
    strsep(&rest, "\n"); /* the names of the columns */
    for (char *row; rest && (row = strsep(&rest, "\n")) && *row;) {
        const char *name = strsep(&row, "\t");
        GameSource source;
        char file[700];
        if (strcmp(name, before) == 0)
            continue;
        snprintf(before, sizeof before, "%s", name);
        snprintf(file, sizeof file, "formats/%s", name);
        if (!(path = shared_file(file)) || !games_open(&source, path, NULL))
            continue;
        while (games_next(&source, &game, LANGUAGE_ENGLISH)) {
            if (tree_has_fault(&game) || game.main.plies == 0)
                continue;
            write_and_read(&game, _i, &once);
            if (_i >= WRITTEN_PGN)
                require_same(&game, &once, NULL, 0, file);
            write_and_read(&once, _i, &twice);
            require_same(&once, &twice, NULL, 0, file);
            ck_assert_msg(game.main.plies == once.main.plies, "%s as %s", file, written_names[_i]);
        }
        games_close(&source);
    }
    tree_clear(&game);
    tree_clear(&once);
    tree_clear(&twice);
    free(table);
}
END_TEST

Suite *games_suite(void)
{
    Suite *suite = suite_create("games");
    TCase *games = tcase_create("games");
    tcase_add_loop_test(games, nodes_become_a_tree, 0, COUNT(streams));
    tcase_add_test(games, torn_records_are_reported);
    tcase_add_test(games, libraries_are_read);
    tcase_add_test(games, other_versions_are_named);
    tcase_add_test(games, xml_is_read);
    tcase_add_test(games, faults_of_xml_have_lines);
    tcase_add_test(games, lists_of_positions_are_read);
    tcase_add_test(games, lines_may_continue_after_the_position);
    tcase_add_test(games, large_embedded_games_are_limited);
    tcase_add_test(games, fields_without_a_tag_are_kept);
    tcase_add_test(games, names_may_have_two_encodings);
    tcase_add_test(games, names_of_files_are_known);
    tcase_add_loop_test(games, written_games_read_back, 0, WRITTEN);
    tcase_add_loop_test(games, real_games_read_back, 0, WRITTEN);
    tcase_add_test(games, lists_in_any_encoding_are_read);
    tcase_add_test(games, lines_of_many_moves_are_limited);
    tcase_add_loop_test(games, foreign_files_are_named, 0, COUNT(foreign_cases));
    tcase_add_test(games, pages_without_a_game_are_named);
    suite_add_tcase(suite, games);
    return suite;
}
