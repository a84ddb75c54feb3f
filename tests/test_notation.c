/* ICCS, the protocols' notation. */
#include "engine/notation.h"

#include <string.h>

#include "tests/support.h"

START_TEST(every_pair_of_points_round_trips)
{
    for (int i = 0; i < SQUARES; i++)
        for (int j = 0; j < SQUARES; j++) {
            Move m = move_make(index_square[i], index_square[j]), back = MOVE_NONE;
            char text[5];
            REQUIRE(move_to_iccs(m, text) == text && strlen(text) == 4, "points %d and %d", i, j);
            REQUIRE(move_from_iccs(text, &back) && back == m, "%s", text);
        }
    char text[5];
    ck_assert_str_eq(move_to_iccs(move_make(square_make(7, 2), square_make(4, 2)), text), "h2e2");
}
END_TEST

static const struct {
    const char *text, *move; /* NULL: refused */
} iccs_cases[] = {
    {"h2e2", "h2e2"},  {"H2-E2", "h2e2"},    {"h2-e2", "h2e2"}, {"h2 e2", "h2e2"},   {"H2E2", "h2e2"},
    {"h2e2 ", "h2e2"}, {"h2e2\r\n", "h2e2"}, {"a0i9", "a0i9"},  {"", NULL},          {"h", NULL},
    {"h2", NULL},      {"h2e", NULL},        {"j2e2", NULL},    {"h2j2", NULL},      {"h2e:", NULL},
    {"hhe2", NULL},    {"22e2", NULL},       {"h2e2x", NULL},   {"h2e22", NULL},     {"h2--e2", NULL},
    {"h2  e2", NULL},  {" h2e2", NULL},      {"0000", NULL},    {"h2e2 e7e6", NULL}, {"\xff\xff\xff\xff", NULL},
    {"`2e2", NULL},    {"h/e2", NULL},       {"h-2e2", NULL},
};

START_TEST(moves_as_people_write_them)
{
    Move m = 0x1234;
    bool read = move_from_iccs(iccs_cases[_i].text, &m);
    ck_assert_msg(read == (iccs_cases[_i].move != NULL), "\"%s\"", iccs_cases[_i].text);
    if (read)
        ck_assert_str_eq(iccs_of(m), iccs_cases[_i].move);
    else
        ck_assert_msg(m == 0x1234, "\"%s\" is refused, yet changes the move", iccs_cases[_i].text);
}
END_TEST

static const struct {
    const char *text;
    int square; /* SQ_NONE: refused */
} square_cases[] = {
    {"a0", 0x00},   {"i9", 0x89},    {"E4", 0x44},     {"h2", 0x72},     {"", SQ_NONE},
    {"a", SQ_NONE}, {"j0", SQ_NONE}, {"a10", SQ_NONE}, {"a0 ", SQ_NONE}, {"0a", SQ_NONE},
};

START_TEST(points)
{
    Square s = 0x77;
    bool read = square_from_text(square_cases[_i].text, &s);
    ck_assert_msg(read == (square_cases[_i].square != SQ_NONE), "\"%s\"", square_cases[_i].text);
    ck_assert_msg(!read || s == square_cases[_i].square, "\"%s\"", square_cases[_i].text);
}
END_TEST

Suite *notation_suite(void)
{
    Suite *s = suite_create("notation");
    TCase *tc = tcase_create("iccs");
    tcase_add_test(tc, every_pair_of_points_round_trips);
    tcase_add_loop_test(tc, moves_as_people_write_them, 0, COUNT(iccs_cases));
    tcase_add_loop_test(tc, points, 0, COUNT(square_cases));
    suite_add_tcase(s, tc);
    return s;
}
