/* SPDX-License-Identifier: GPL-3.0-only */
/* Requests of a page to the rules (protocol/web/rules.c). */
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/board/legal.h"
#include "engine/book/book.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "protocol/web/rules.h"

/* Checks that the answer to a request contains this text. */
static void ck_answer_bytes(const char *request, size_t length, const char *part)
{
    Text json = TEXT_INIT;
    ck_assert(web_answer(request, length, NULL, &json));
    ck_assert_msg(strstr(json.data, part), "%s\nis answered by\n%s\nwithout %s", request, json.data, part);
    ck_assert(json.data[0] == '{' && json.data[json.length - 1] == '}');
    text_free(&json);
}

static void ck_answer(const char *request, const char *part) { ck_answer_bytes(request, strlen(request), part); }

START_TEST(states)
{
    ck_answer("state en\n\n", "\"fen\":\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"");
    ck_answer("state en\nposition startpos moves h2e2\nh9g7",
              "\"fen\":\"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2\"");
    ck_answer("state en\nFEN：startpos\n", "\"fen\":\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"");
    ck_answer("state en\n\nh2e2 马8进7", "\"wxf\":[\"C2.5\",\"H8+7\"],\"chinese\":[\"炮二平五\",\"马8进7\"]");
    ck_answer("state en\n\nh2e2 h9g7 h0g2 i9h9", "\"opening\":\"Central Cannon");
    ck_answer("state en\n\n", "\"opening\":\"\"");
    ck_answer("state en\nR3k4/1R7/9/9/9/9/9/9/9/3K5 b", "\"check\":true,\"legal\":[]");
    ck_answer("state zh\nR3k4/1R7/9/9/9/9/9/9/9/3K5 b", "将死");
    ck_answer("judge en off\n\na0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2", "\"plies\":8");
    ck_answer("state en off\n\na0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2", "\"result\":\"*\"");
    ck_answer("judge en asian 4\n\na0a1 a9a8 a1a2 a8a7", "natural limit");
    static const char rooks[] = "\n\na0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9";
    char request[200];
    snprintf(request, sizeof request, "judge en asian 120 iccs%s", rooks);
    ck_answer(request, "Idle move: 1... a9a8: cannon b7 attacks horse b0, but");
    snprintf(request, sizeof request, "judge en asian 120 english%s", rooks);
    ck_answer(request, "Idle move: 1... R1+1: cannon on file 2 attacks horse on file 8, but");
    snprintf(request, sizeof request, "judge zh asian 120 chinese%s", rooks);
    ck_answer(request, "1. …… 车1进1 为闲着：2路的炮叫吃八路的马，但");
}
END_TEST

START_TEST(refusals)
{
    ck_answer("move en\n\n\na0a4", "{\"refused\":\"The rook's way is blocked by the pawn on a3.\"}");
    ck_answer("move zh asian 120 chinese\n\n\na0a4", "{\"refused\":\"车被九路的兵挡住。\"}");
    ck_answer("move en asian 120 morse\n\n\na0a4",
              "{\"error\":\"unknown notation 'morse': expected iccs, wxf, chinese, traditional, english, vietnamese\"}");
    ck_answer("move en\n\nh2e2\n马8进7", "{\"move\":\"h9g7\",\"wxf\":\"H8+7\",\"chinese\":\"马8进7\",\"traditional\":\"馬8進7\","
                                         "\"english\":\"H8+7\",\"vietnamese\":\"M8.7\"}");
    ck_answer("move en\n\n\nh2h8", "{\"refused\":\"");
    ck_answer("move zh\n\n\n\"\\\x01", "{\"refused\":\"");
    ck_answer("state en\n9/9", "{\"error\":\"FEN");
    ck_answer("state en\n\nh2e2 h2e2", "{\"error\":\"move 2, h2e2: ");
    ck_answer("state en mine\n", "{\"error\":\"");
    ck_answer("state en asian 1001\n", "{\"error\":\"");
    ck_answer("", "{\"error\":\"");
}
END_TEST

START_TEST(moves_have_names_and_positions)
{
    ck_answer("moves en\n4k4/9/9/9/9/9/9/4R4/4A4/4K4 b\n\n",
              "{\"moves\":[{\"move\":\"e9d9\",\"wxf\":\"K5.4\",\"chinese\":\"将5平4\","
              "\"traditional\":\"將5平4\",\"english\":\"K5=4\",\"vietnamese\":\"Tg5-4\",\"fen\":\"3k5/9/9/9/9/9/9/"
              "4R4/4A4/4K4 w - - 1 2\"},");
    ck_answer("moves en\n\nh2e2 h2e2", "{\"error\":\"move 2");
}
END_TEST

START_TEST(mistakes_are_explained)
{
    static const char rook[] = "explain en\n2bakab2/9/9/9/r8/9/4P4/9/8R/2BAKAB2 b\n\n";
    char request[400];
    snprintf(request, sizeof request, "%sa5i5\ncp 30\na5a1 i1i5\ncp 900\ni1i5 c9e7\n", rook);
    ck_answer(request, "\"words\":{\"en\":\"loses a rook\",\"zh\":\"失一车\",\"zh-Hant\":\"失一車\",\"vi\":\"mất một "
                       "xe\"},\"better\":{\"moves\":\"a5a1 i1i5\",\"wxf\":\"R1+4 R1+4\"");
    snprintf(request, sizeof request, "%sa5i5\nmate 3\na5a1\ncp 29000\ni1i5", rook);
    ck_answer(request, "repetition");
    snprintf(request, sizeof request, "%sa5a1\nmate -99999999999\nh2e2\nmate 0\n", rook);
    ck_answer(request, "\"better\":{\"moves\":\"\"");
    ck_answer("explain en\n3k5/9/9/9/n7p/9/9/9/c7R/4K4 b\n\nd9d8\ncp 30\nd9d8\ncp 900\ni1a1 d8d9 a1a5 d9d8 a5i5 d8d9\n",
              "\"words\":{\"en\":\"loses a cannon, a horse and a pawn\",\"zh\":\"失一炮、一马、一卒\"");
    ck_answer("explain en\n\n\nh2e2\ncp 30\nh2e2\ncp 200\nh9g7\n",
              "\"words\":{\"en\":\"turns an even position into a worse one\",\"zh\":\"由均势变为劣势\"");
    ck_answer("explain en\n\n\nh2e2\ncp 0\n\ncp -2147483648\n", "\"words\":{\"en\":\"");
    ck_answer("explain en\n\n\nh2h8\ncp 0\n\ncp 0\n", "{\"refused\":\"");
    ck_answer("explain en\n\n\nh2e2\n", "{\"error\":\"expected a score");
    ck_answer("explain en\n\n\nh2e2\ncp x\n\ncp 0", "{\"error\":\"expected a score");
}
END_TEST

START_TEST(levels_have_elo)
{
    ck_answer("levels en", "{\"levels\":[600,630,660,690,");
    ck_answer("levels en", ",2800]}");
}
END_TEST

#define NOTED "[Red \"a\"]\n[Event \"cup\"]\n\n{before} 1. h2e2 {x\ny} (1. b2e2 h9g7 $1) h9g7 1-0\n\n"

START_TEST(games_of_a_file)
{
    ck_answer("list en\nx.pgn\n" NOTED "[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n[Title \"end\"]\n\n*\n",
              "{\"games\":[{\"number\":1,\"red\":\"a\",\"black\":\"\",\"name\":\"cup\",\"result\":\"1-0\",\"plies\":2,\"found\":true,"
              "\"fault\":\"\"},"
              "{\"number\":2,\"red\":\"\",\"black\":\"\",\"name\":\"end\",\"result\":\"*\",\"plies\":0,\"found\":true,\"fault\":\"\"}]}");
    ck_answer("list en\n\n", "{\"games\":[]}");
    ck_answer("list en", "{\"games\":[]}");
    ck_answer("list zh\n\n1. h2e2 h2e2 *", "\"found\":true,\"fault\":\"第");
    ck_answer("list en\n\nword", "\"found\":false,\"fault\":\"line 1: ");
    ck_answer("list en\nx\n4k4/9/9/9/9/9/9/9/9/R2K5 w;a rook\n4k4/9/9/9/9/9/9/9/9/R2K5 w;again",
              "\"number\":2,\"red\":\"\",\"black\":\"\",\"name\":\"again\"");
    ck_answer("read en\n1\nx\n" NOTED,
              "{\"fen\":\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\",\"result\":\"1-0\","
              "\"tags\":{\"Red\":\"a\",\"Event\":\"cup\"},\"comment\":\"\",\"nodes\":["
              "{\"after\":0,\"move\":\"h2e2\",\"wxf\":\"C2.5\",\"chinese\":\"炮二平五\",\"traditional\":\"炮二平五\",\"english\":\"C2=5\","
              "\"vietnamese\":\"P2-5\","
              "\"before\":\"before\","
              "\"comment\":\"x\\u000ay\"},"
              "{\"after\":0,\"move\":\"b2e2\",\"wxf\":\"C8.5\",\"chinese\":\"炮八平五\",\"traditional\":\"炮八平五\",\"english\":\"C8=5\","
              "\"vietnamese\":\"P8-5\"},"
              "{\"after\":2,\"move\":\"h9g7\",\"wxf\":\"H8+7\",\"chinese\":\"马8进7\",\"traditional\":\"馬8進7\",\"english\":\"H8+7\","
              "\"vietnamese\":\"M8.7\","
              "\"nags\":[1]},"
              "{\"after\":1,\"move\":\"h9g7\",\"wxf\":\"H8+7\",\"chinese\":\"马8进7\",\"traditional\":\"馬8進7\",\"english\":\"H8+7\","
              "\"vietnamese\":\"M8.7\"}],"
              "\"lost\":\"\",\"fault\":"
              "\"\"}");
    ck_answer("games en\nx\n1. b2e2 *\n\n" NOTED,
              "\"nodes\":[{\"after\":0,\"move\":\"b2e2\",\"wxf\":\"C8.5\",\"chinese\":\"炮八平五\","
              "\"traditional\":\"炮八平五\",\"english\":\"C8=5\",\"vietnamese\":\"P8-5\"}],\"lost\":\"\",\"fault\":\"\"},{\"fen\"");
    ck_answer("games en\nx\nword", "{\"games\":[{\"fault\":\"line 1: ");
    ck_answer("games en\na.zip\nPK\3\4", "{\"error\":\"a.zip: a ZIP archive");
    ck_answer("read en\n2\nx\n" NOTED "1. b2e2 *\n", "\"nodes\":[{\"after\":0,\"move\":\"b2e2\",");
    ck_answer("read en\n1\nx\n[Red \"a\"]\n\n{alone} *\n", "\"comment\":\"alone\",\"nodes\":[]");
    ck_answer("read en\n3\nx\n" NOTED "1. b2e2 *\n", "{\"error\":\"no game in it\"}");
    ck_answer("read en\n-1\nx\n" NOTED, "{\"error\":\"no game in it\"}");
    ck_answer("read en", "{\"error\":\"no game in it\"}");
}
END_TEST

START_TEST(files_are_bytes)
{
    static const char utf16[] = "list en\nx\n\xFF\xFE[\0R\0e\0d\0 \0\"\0\x32\x75\"\0]\0\n\0\n\0\x31\0.\0h\0\x32\0e\0\x32\0";
    ck_answer_bytes(utf16, sizeof utf16 - 1, "\"red\":\"甲\"");
    ck_answer("list en\nx\n[Red \"\xBC\xD7\"]\n[Black \"\xD5\xC5\xC8\xFD\"]\n\n1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 *\n",
              "\"red\":\"甲\",\"black\":\"张三\",\"name\":\"\",\"result\":\"*\",\"plies\":1");
    ck_answer("list en\na.zip\nPK\3\4", "{\"error\":\"a.zip: a ZIP archive: unpack it first\"}");
    ck_answer("read zh\n1\na.xqf\nSQLite format 3", "{\"error\":\"a.xqf：");
}
END_TEST

/* Returns the bytes of a written file, and its length. */
static char *written(const char *request, size_t *length)
{
    static const char begin[] = "{\"file\":", end[] = ",\"lost\":\"";
    Text json = TEXT_INIT;
    ck_assert(web_answer(request, strlen(request), NULL, &json));
    ck_assert_msg(strncmp(json.data, begin, strlen(begin)) == 0, "%s", json.data);
    char *at = json.data + strlen(begin), *bytes = malloc(json.length);
    ck_assert(bytes && strstr(at, end));
    *length = 0;
    for (at++; strncmp(at, "\",", 2) != 0;) {
        uint32_t code = 0;
        if (strncmp(at, "\\u", 2) == 0) {
            code = (uint32_t)strtoul((char[]){at[2], at[3], at[4], at[5], 0}, NULL, 16);
            at += 6;
        } else {
            at += *at == '\\';
            at += utf8_decode(at, json.data + json.length, &code);
        }
        ck_assert_uint_lt(code, 256);
        bytes[(*length)++] = (char)code;
    }
    text_free(&json);
    return bytes;
}

START_TEST(games_are_written)
{
    char *bytes;
    size_t length;
    ck_answer("write en\nwxf\n" NOTED, "{before} 1. C2.5 {x\\u000ay} (1. C8.5 H8+7 $1) 1... H8+7 1-0");
    ck_answer("write en\nchinese\n[Red \"A \\\"B\"]\n\n*", "[Red \\u0022A \\u005c\\u0022B");
    bytes = written("write en\nxqf\n" NOTED, &length);
    ck_assert(length > 1024 && memcmp(bytes, "XQ\x0A", 3) == 0);
    Text back = TEXT_INIT;
    text_add(&back, "list en\nx.xqf\n");
    text_add_bytes(&back, bytes, length);
    ck_answer_bytes(back.data, back.length, "\"red\":\"a\",\"black\":\"\",\"name\":\"cup\",\"result\":\"1-0\",\"plies\":2");
    text_free(&back);
    free(bytes);
    bytes = written("write en\ngb18030\n" NOTED, &length);
    ck_assert(memmem(bytes, length, "1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5", 11)); /* 炮二平五 */
    free(bytes);
    ck_answer("write en\ndhtmlxq\n" NOTED, "[DhtmlXQ_comment0]before[");
    ck_answer("write en\nxqf\n[Mine \"x\"]\n\n*", "\"lost\":\"tags that have no field: Mine\"");
    ck_answer("write en\nxqf\n", "{\"error\":\"no game in it\"}");
}
END_TEST

START_TEST(book_moves_are_answered)
{
    ck_answer("book en\n9/9", "{\"error\":\"FEN");
    ck_answer("book en\n4k4/9/9/9/9/9/9/9/9/R2K5 w\n", "{\"book\":[]}");
    Book *book = book_built_in(NULL);
    if (!book) {
        ck_answer("book en\n\n", "{\"book\":[]}");
        return;
    }
    BookMove known[MAX_MOVES];
    Position start;
    char move[5], part[80];
    position_start(&start);
    const int count = book_moves(book, &start, known);
    ck_assert_int_gt(count, 0);
    for (int i = 0; i < count; i++) {
        snprintf(part, sizeof part, "{\"move\":\"%s\",\"wxf\":\"", move_to_iccs(known[i].move, move));
        ck_answer("book en\n\n", part);
        if (known[i].score == SCORE_NONE)
            continue;
        snprintf(part, sizeof part, ",\"%s\":%d}", is_mate(known[i].score) ? "mate" : "score",
                 is_mate(known[i].score) ? mate_moves(known[i].score) : known[i].score);
        ck_answer("book zh\n\n", part);
    }
    book_free(book);
}
END_TEST

/* Positions of the built-in tables, and one from which only captures lead to them. */
static const char *const endings[] = {
    "3ak4/4a4/9/9/9/9/9/9/9/R2K5 w - - 0 1",     "3ak4/4a4/9/9/9/9/9/9/9/R2K5 b - - 0 1", "2bak4/4a4/4b4/9/9/9/9/9/9/R2K5 w - - 0 1",
    "4k4/9/4b4/9/4P4/9/9/9/9/3K5 w - - 0 1",     "4k4/9/9/9/9/9/9/9/4N4/3K5 w - - 0 1",   "3k5/4a4/9/9/9/9/9/9/9/4K1C2 w - - 0 1",
    "R3k4/4a4/4ba3/9/2b6/9/9/9/9/3K5 b - - 0 1", "r3k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1",
};

/* The answer has the prober's value for each move that it knows, best first, and no others. */
START_TEST(endgame_tables_are_answered)
{
    Text why = WHY_INIT, request = TEXT_INIT, json = TEXT_INIT;
    EndgameTables *tables = endgame_tables_built_in("", &why);
    EndgameCache *cache = endgame_cache_new();
    Position pos;
    MoveList list;
    ck_assert(tables && cache);
    ck_assert(fen_read(endings[_i], &pos, &why));
    text_addf(&request, "table en asian 0\n%s\n", endings[_i]);
    ck_assert(web_answer(request.data, request.length, NULL, &json));
    char *before = json.data;
    EndgameValue value, last = 0;
    EndgameResult whole;
    int known = 0, listed = 0;
    legal_moves(&pos, &list);
    for (int i = 0; i < list.count; i++)
        known += endgame_probe_move(tables, cache, &pos, list.moves[i], &value);
    ck_assert_int_eq(strstr(json.data, "\"set\":") != NULL, endgame_probe(tables, cache, &pos, &whole));
    for (char *at = json.data; (at = strstr(at, "{\"move\":\"")); listed++) {
        char move[5] = {0}, part[64];
        Move m = MOVE_NONE;
        memcpy(move, at + strlen("{\"move\":\""), 4);
        for (int i = 0; i < list.count; i++)
            m = strcmp(move_to_iccs(list.moves[i], part), move) == 0 ? list.moves[i] : m;
        REQUIRE(m != MOVE_NONE && endgame_probe_move(tables, cache, &pos, m, &value), "%s: %s is listed", endings[_i], move);
        REQUIRE(listed == 0 || !endgame_is_better(value, last), "%s: %s comes too late", endings[_i], move);
        last = value;
        before = strstr(at, ",\"outcome\"");
        if (endgame_is_drawn(value))
            snprintf(part, sizeof part, ",\"outcome\":\"draw\",\"words\":\"draw");
        else
            snprintf(part, sizeof part, ",\"outcome\":\"%s\",\"plies\":%d,\"words\":\"%s wins; ", value > 0 ? "win" : "loss",
                     endgame_distance(value), (value > 0) == (pos.side == RED) ? "Red" : "Black");
        REQUIRE(before && strncmp(before, part, strlen(part)) == 0, "%s: %s: %.80s instead of %s", endings[_i], move, before, part);
        at = before;
    }
    REQUIRE(listed == known && known > 0, "%s: %d of %d moves are listed", endings[_i], listed, known);
    text_free(&request);
    text_free(&json);
    endgame_cache_free(cache);
    endgame_tables_free(tables);
}
END_TEST

START_TEST(endgame_tables_in_words)
{
    ck_answer("table en\n3ak4/4a4/9/9/9/9/9/9/9/R2K5 w\n",
              "{\"set\":\"KRKAA\",\"outcome\":\"win\",\"plies\":9,\"words\":\"Red wins; capture or mate in 9 plies\",");
    ck_answer("table zh\n3ak4/4a4/9/9/9/9/9/9/9/R2K5 w\n", "\"words\":\"红方胜，9 着后吃子或终局\"");
    ck_answer("table en\n3ak4/4a4/9/9/9/9/9/9/9/R2K5 w\nd0e0", "\"outcome\":\"loss\",\"plies\":8,\"words\":\"Red wins; ");
    ck_answer("table en asian 8\n3ak4/4a4/9/9/9/9/9/9/9/R2K5 w\n",
              "\"outcome\":\"draw\",\"plies\":9,\"words\":\"draw; Red's win comes after the natural limit\",");
    ck_answer("table en asian 9\n3ak4/4a4/9/9/9/9/9/9/9/R2K5 w\n", "\"outcome\":\"win\"");
    ck_answer("table en\n3ak4/4a4/9/9/9/9/9/9/9/R2K5 w - - 112 1\n", "natural limit");
    ck_answer("table en\n4k4/9/9/9/9/9/9/9/9/3K2C2 w\n", "\"outcome\":\"draw\",\"words\":\"draw\"");
    ck_answer("table en\n\n", "{\"moves\":[]}");
    ck_answer("table en\nR3k4/1R7/9/9/9/9/9/9/9/3K5 b", "{\"moves\":[]}"); /* mated */
    ck_answer("table en\n9/9", "{\"error\":\"FEN");
}
END_TEST

/* Random requests composed of valid parts: each is answered, without a sanitizer's report. */
START_TEST(hostile_requests)
{
    static const char *const parts[] = {"state", "judge",     "move",     "book",    "table", "read",    "write", "list",
                                        " en",   " zh",       " asian",   " 120",    "\n",    "\n\n",    " ",     "h2e2",
                                        "h9g7",  "炮二平五",  "\xE7\x82", "[Red \"", "{",     "}",       "1. ",   "*",
                                        "9/",    "rnbakabnr", "\"",       "\\",      "\x7F",  " moves ", "w"};
    enum { PARTS = sizeof parts / sizeof *parts };
    Rng rng = {.state = 5};
    for (int i = 0; i < 4000; i++) {
        Text request = TEXT_INIT, json = TEXT_INIT;
        for (int n = (int)(rng_next(&rng) % 20); n > 0; n--)
            text_add(&request, parts[rng_next(&rng) % PARTS]);
        REQUIRE(web_answer(request.data, request.length, NULL, &json) && json.data[0] == '{' && json.data[json.length - 1] == '}', "%s: %s",
                request.data, json.data);
        text_free(&request);
        text_free(&json);
    }
}
END_TEST

START_TEST(moves_of_exercises_are_judged)
{
    const char *const mate = "2bk1ab2/9/9/2c3R2/7C1/9/4C4/9/4K3c/3p5 w - - 0 1";
    char request[300];
    snprintf(request, sizeof request, "practise en\n%s\n\nmate 2\n\n", mate);
    ck_answer(request, "{\"best\":{\"move\":\"g6d6\"");
    snprintf(request, sizeof request, "practise en\n%s\n\nmate 2\n\ng6d6", mate);
    ck_answer(request, "{\"grade\":\"best\",\"solved\":false,\"reply\":{");
    snprintf(request, sizeof request, "practise zh\n%s\n\nmate 2\n\ng6g7", mate);
    ck_answer(request, "\"chinese\":\"车三进一 之后 2 步内无杀");
    ck_answer("practise en\n4k4/9/9/9/9/9/9/9/R8/3K5 w\n\nwin\n\na1e1", "\"grade\":\"");
    ck_answer("practise en\n4k4/9/9/9/9/9/9/9/R8/3K5 w\n\nwin\n\na1b3", "{\"refused\":\"");
    ck_answer("practise en\n\n\nline\nh2e2 h9g7 h0g2\nC2.5", "\"reply\":{\"move\":\"h9g7\"");
    ck_answer("practise en\n\n\nwin\n\nh2e2", "{\"error\":\"");
    ck_answer("practise en\n\n\nmore", "{\"error\":\"expected a task");
    ck_answer("task en\n4k4/9/9/9/9/9/9/9/R8/3K5 w\n", "{\"task\":\"win\",\"words\":\"Red wins");
    ck_answer("task en\n\n", "{\"error\":\"no win");
    ck_answer("lessons zh", "{\"lessons\":[{\"id\":\"e001\",\"grade\":1,");
}
END_TEST

Suite *web_rules_suite(void)
{
    Suite *suite = suite_create("web_rules");
    TCase *tests = tcase_create("web_rules");
    tcase_add_test(tests, states);
    tcase_add_test(tests, book_moves_are_answered);
    tcase_add_loop_test(tests, endgame_tables_are_answered, 0, sizeof endings / sizeof *endings);
    tcase_add_test(tests, endgame_tables_in_words);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, mistakes_are_explained);
    tcase_add_test(tests, moves_have_names_and_positions);
    tcase_add_test(tests, levels_have_elo);
    tcase_add_test(tests, games_of_a_file);
    tcase_add_test(tests, files_are_bytes);
    tcase_add_test(tests, games_are_written);
    tcase_add_test(tests, moves_of_exercises_are_judged);
    tcase_add_test(tests, hostile_requests);
    suite_add_tcase(suite, tests);
    return suite;
}
