/* SPDX-License-Identifier: GPL-3.0-only */
/* Requests of a page to the rules (protocol/web/rules.c). */
#include "tests/support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/book/book.h"
#include "engine/notation/notation.h"
#include "protocol/web/rules.h"

/* Checks that the answer contains this text. */
static void ck_answer(const char *request, const char *part)
{
    Text json = TEXT_INIT;
    ck_assert(web_answer(request, &json));
    ck_assert_msg(strstr(json.data, part), "%s\nis answered by\n%s\nwithout %s", request, json.data, part);
    ck_assert(json.data[0] == '{' && json.data[json.length - 1] == '}');
    text_free(&json);
}

START_TEST(states)
{
    ck_answer("state en\n\n", "\"fen\":\"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\"");
    ck_answer("state en\n\nh2e2 马8进7", "\"wxf\":[\"C2.5\",\"H8+7\"],\"chinese\":[\"炮二平五\",\"马8进7\"]");
    ck_answer("state en\nR3k4/1R7/9/9/9/9/9/9/9/3K5 b", "\"check\":true,\"legal\":[]");
    ck_answer("state zh\nR3k4/1R7/9/9/9/9/9/9/9/3K5 b", "将死");
    ck_answer("judge en off\n\na0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2", "\"plies\":8");
    ck_answer("state en off\n\na0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9 h2e2", "\"result\":\"*\"");
    ck_answer("judge en asian 4\n\na0a1 a9a8 a1a2 a8a7", "natural limit");
}
END_TEST

START_TEST(refusals)
{
    ck_answer("move en\n\nh2e2\n马8进7", "{\"move\":\"h9g7\"}");
    ck_answer("move en\n\n\nh2h8", "{\"refused\":\"");
    ck_answer("move zh\n\n\n\"\\\x01", "{\"refused\":\"");
    ck_answer("state en\n9/9", "{\"error\":\"FEN");
    ck_answer("state en\n\nh2e2 h2e2", "{\"error\":\"move 2, h2e2: ");
    ck_answer("state en mine\n", "{\"error\":\"");
    ck_answer("state en asian 1001\n", "{\"error\":\"");
    ck_answer("", "{\"error\":\"");
}
END_TEST

START_TEST(levels_have_elo)
{
    ck_answer("levels en", "{\"levels\":[600,630,660,690,");
    ck_answer("levels en", ",2800]}");
}
END_TEST

START_TEST(games_as_text)
{
    ck_answer("write en\nchinese\n\nh2e2\n0-1\nRed A \"B\"\nnothing", "炮二平五");
    ck_answer("read en\n[Event \"a\\\"b\"]\n\n1. h2e2 {x\ny} h9g7 1-0\n\n1. C2.5 *",
              "\"result\":\"*\",\"comment\":\"\",\"fault\":\"\",\"tags\":{},\"moves\":[\"h2e2\"]");
    ck_answer("read en\n1. h2e2 (1. b2e2) *\n\n1. b2e2 h9g7 *\n", "\"notes\":true,\"text\":\"1. h2e2 (1. b2e2) *\"},{");
    ck_answer("read en\n1. h2e2 (1. b2e2) *\n\n1. b2e2 h9g7 *\n", "\"notes\":false,\"text\":\"\\u000a\\u000a1. b2e2 h9g7 *\"}]}");
    ck_answer("read en\n1. h2e2! *", "\"notes\":true");
    ck_answer("read en\n{x} 1. h2e2 *", "\"notes\":true");
    ck_answer("read en\n1. h2e2 {\x01\t\"} *", "\\u0009");
    ck_answer("read zh\n1. h2e2 h2e2 *", "\"fault\":\"第");
    ck_answer("read en", "{\"games\":[]}");
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

/* Random requests composed of valid parts: each is answered, without a sanitizer's report. */
START_TEST(hostile_requests)
{
    static const char *const parts[] = {"state", "judge", "move", "book",      "read", "write",    " en",      " zh",     " asian", " 120",
                                        "\n",    "\n\n",  " ",    "h2e2",      "h9g7", "炮二平五", "\xE7\x82", "[Red \"", "{",      "}",
                                        "1. ",   "*",     "9/",   "rnbakabnr", "\"",   "\\",       "\x7F",     " moves ", "w"};
    enum { PARTS = sizeof parts / sizeof *parts };
    Rng rng = {.state = 5};
    for (int i = 0; i < 4000; i++) {
        Text request = TEXT_INIT, json = TEXT_INIT;
        for (int n = (int)(rng_next(&rng) % 20); n > 0; n--)
            text_add(&request, parts[rng_next(&rng) % PARTS]);
        REQUIRE(web_answer(request.data, &json) && json.data[0] == '{' && json.data[json.length - 1] == '}', "%s: %s", request.data,
                json.data);
        text_free(&request);
        text_free(&json);
    }
}
END_TEST

Suite *web_rules_suite(void)
{
    Suite *suite = suite_create("web_rules");
    TCase *tests = tcase_create("web_rules");
    tcase_add_test(tests, states);
    tcase_add_test(tests, book_moves_are_answered);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, levels_have_elo);
    tcase_add_test(tests, games_as_text);
    tcase_add_test(tests, hostile_requests);
    suite_add_tcase(suite, tests);
    return suite;
}
