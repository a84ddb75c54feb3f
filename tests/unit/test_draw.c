/* SPDX-License-Identifier: GPL-3.0-only */
/* The board as text (protocol/draw.h). */
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "protocol/draw.h"
#include "tests/support/support.h"

#define BARE "3k5/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1"

/* Some lines of the board, each with its line end, and their number. */
static const struct {
    const char *fen;
    DrawStyle style;
    const char *last_move;
    int lines;
    const char *part;
} cases[] = {
    {FEN_START,
     {.ascii = true},
     NULL,
     21,
     "    a   b   c   d   e   f   g   h   i\n 9  r---n---b---a---k---a---b---n---r  9\n    |   |   |   | \\ | / |"},
    {FEN_START, {.ascii = true}, NULL, 21, "    |             river             |\n 4  +---+---"},
    {FEN_START, {.ascii = true, .flip = true}, NULL, 21, "    i   h   g   f   e   d   c   b   a\n 0  R---N---B---A---K---A---"},
    {FEN_START, {.ascii = true, .compact = true}, NULL, 13, " 0  R N B A K A B N R 0\n"},
    {FEN_START, {.ascii = true, .compact = true}, NULL, 13, "    ~ ~ ~ river ~ ~ ~\n"},
    {FEN_START,
     {.ascii = true, .notation = NOTATION_WXF, .coordinates = NOTATION_WXF},
     NULL,
     21,
     "    1   2   3   4   5   6   7   8   9\n    r---h---e---a---k---a---e---h---r \n"},
    {FEN_START, {.coordinates = NOTATION_ENGLISH}, NULL, 21, "俥 \n    9   8   7   6   5   4   3   2   1\n"},
    {FEN_START,
     {.ascii = true, .coordinates = NOTATION_CHINESE, .flip = true},
     NULL,
     21,
     "    1   2   3   4   5   6   7   8   9\n    R---N"},
    {FEN_START, {.coordinates = NOTATION_CHINESE}, NULL, 21, "\n    九  八  七  六  五  四  三  二  一\n"},
    {FEN_START, {.coordinates = NOTATION_CHINESE, .compact = true}, NULL, 13, "    1 2 3 4 5 6 7 8 9\n    車馬"},
    {FEN_START, {.coordinates = NOTATION_CHINESE, .compact = true}, NULL, 13, "    九八七六五四三二一\n"},
    {FEN_START, {.notation = NOTATION_CHINESE}, NULL, 21, " 0\n    a   b   c   d   e   f   g   h   i\n"},
    {FEN_START, {0}, NULL, 21, " 9  車──馬──象──士──將──士──象──馬──車  9\n    │   │   │   │ ╲ │ ╱ │   │   │   │\n"},
    {BARE, {.ascii = true}, "e5e2", 21, " 5  +---+---+---+---x---+---+---+---+  5\n"},
    {BARE, {.ascii = true}, "e5e2", 21, " 2  +---+---+---+---C*--+---+---+---+  2\n"},
    {BARE, {0}, "e5e2", 21, "炮*─┼─"},
    {BARE, {.ascii = true, .colour = true}, "e5e2", 21, "\033[7m\033[1;31mC\033[0m---+"},
};

START_TEST(a_board_is_drawn)
{
    Position pos = read_position(cases[_i].fen);
    DrawStyle style = cases[_i].style;
    Text text = TEXT_INIT;
    int lines = 0;
    style.last_move = cases[_i].last_move ? move_of(cases[_i].last_move) : MOVE_NONE;
    draw_board(&pos, &style, &text);
    for (const char *at = text.data; (at = strchr(at, '\n')); at++)
        lines++;
    ck_assert_int_eq(lines, cases[_i].lines);
    ck_assert_msg(strstr(text.data, cases[_i].part), "no\n%s in\n%s", cases[_i].part, text.data);
    text_free(&text);
}
END_TEST

START_TEST(the_grid_is_for_scripts)
{
    char array[GRID_SIZE];
    Text text = text_over(array, sizeof array);
    Position pos = read_position("4k4/9/9/9/9/9/9/9/4r4/3K5 b - - 3 7");
    draw_grid(&pos, &text);
    ck_assert(!text.failed);
    ck_assert_ptr_nonnull(strstr(array, " |   |   |   |   | r |   |   |   |   | 1\n +---+"));
    ck_assert_ptr_nonnull(strstr(array, "\nFen: 4k4/9/9/9/9/9/9/9/4r4/3K5 b - - 3 7\nKey: "));
    ck_assert_ptr_nonnull(strstr(array, "\nCheckers: \n"));
    pos = read_position("3k5/9/9/9/9/9/9/9/9/r3K4 w - - 0 1");
    text_cut(&text, 0);
    draw_grid(&pos, &text);
    ck_assert_ptr_nonnull(strstr(array, "\nCheckers: a0 \n"));
}
END_TEST

Suite *draw_suite(void)
{
    Suite *suite = suite_create("draw");
    TCase *tc = tcase_create("boards");
    tcase_add_loop_test(tc, a_board_is_drawn, 0, COUNT(cases));
    tcase_add_test(tc, the_grid_is_for_scripts);
    suite_add_tcase(suite, tc);
    return suite;
}
