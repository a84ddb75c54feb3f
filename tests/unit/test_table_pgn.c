/* SPDX-License-Identifier: GPL-3.0-only */
/* The game at the terminal as data: clocks, undone moves, settings, and all of these in a PGN game. */
#include <string.h>

#include "protocol/terminal/table.h"
#include "search/search.h"
#include "tests/support/support.h"

static void play(Table *table, const char *moves, int64_t now_ms)
{
    char word[5];
    for (int length; sscanf(moves, "%4s%n", word, &length) == 1; moves += length)
        ck_assert(table_move(table, move_of(word), now_ms));
}

START_TEST(clocks_run_for_the_side_to_move)
{
    Table table;
    Position start;
    position_start(&start);
    table_init(&table);
    table_restart(&table, &start, 1000);
    play(&table, "h2e2", 1500);
    play(&table, "h9g7", 1700);
    ck_assert_int_eq(table_used_ms(&table, RED, 2000), 500 + 300);
    ck_assert_int_eq(table_used_ms(&table, BLACK, 2000), 200);
    ck_assert(table_undo(&table, 2000)); /* the elapsed time is not added to the clock */
    ck_assert_int_eq(table_used_ms(&table, RED, 3000), 800);
    ck_assert_int_eq(table_used_ms(&table, BLACK, 3000), 1200);
    table_end(&table, (Result){OUTCOME_DRAW, ENDING_AGREEMENT}, 4000);
    ck_assert_int_eq(table_used_ms(&table, BLACK, 9000), 2200); /* nor is the time before the game was resigned */
    ck_assert_int_eq(table_used_ms(&table, RED, 9000), 800);
    table_clear(&table);
}
END_TEST

START_TEST(undone_moves_can_be_redone_until_another_move)
{
    Table table;
    table_init(&table);
    ck_assert(!table_undo(&table, 0) && !table_redo(&table, 0));
    play(&table, "h2e2 h9g7 h0g2", 0);
    ck_assert(table_undo(&table, 0) && table_undo(&table, 0) && table_redo(&table, 0));
    ck_assert_int_eq(table.game.plies, 2);
    play(&table, "h0g2", 0); /* the same move is played again: moves after it are kept, but here there are none */
    ck_assert(!table_redo(&table, 0) && table_undo(&table, 0) && table_undo(&table, 0));
    play(&table, "b9c7", 0);
    ck_assert(!table_redo(&table, 0));
    table_clear(&table);
}
END_TEST

static const struct {
    const char *name, *value;
    bool fits;
} settings[] = {
    {"side", "both", true},   {"side", "green", false},   {"rules", "chinese", true}, {"rules", "", false},     {"limit", "0", true},
    {"limit", "1001", false}, {"level", "20", true},      {"level", "0", false},      {"level", "5x", false},   {"depth", "100", true},
    {"depth", "0", false},    {"time", "0.5", true},      {"time", "500ms", true},    {"time", "86400s", true}, {"time", "0", false},
    {"time", "nan", false},   {"time", "86400.1", false}, {"time", "1h", false},      {"colour", "red", false},
};

START_TEST(settings_by_name)
{
    Table table;
    for (int i = 0; i < COUNT(settings); i++) {
        table_init(&table);
        table.level = 7;
        bool fits = table_set(&table, settings[i].name, settings[i].value);
        ck_assert_msg(fits == settings[i].fits, "%s=%s", settings[i].name, settings[i].value);
        ck_assert_msg(fits || table.level == 7, "%s=%s: changed", settings[i].name, settings[i].value);
        table_clear(&table);
    }
}
END_TEST

START_TEST(a_pgn_game_keeps_everything)
{
    Table table, again;
    GameTree game;
    table_init(&table);
    table_init(&again);
    ck_assert(table_set(&table, "side", "black") && table_set(&table, "rules", "computer") && table_set(&table, "limit", "80"));
    ck_assert(table_set(&table, "time", "0.25") && table_set(&table, "depth", "9"));
    play(&table, "h2e2 h9g7 h0g2 i9h9 c3c4", 4321);
    ck_assert(table_undo(&table, 5000) && table_undo(&table, 6000));
    tree_init(&game);
    ck_assert(table_to_pgn(&table, true, &game));
    ck_assert(table_from_pgn(&again, &game, true, 70000));
    ck_assert_str_eq(table_side(&again), "black");
    ck_assert(again.rules == table.rules && again.limit == 80 && again.time_ms == 250 && again.depth == 9 && again.level == SKILL_LEVELS);
    ck_assert(again.game.plies == 3 && again.game.now.key == table.game.now.key && !again.changed);
    ck_assert(again.used_ms[RED] == table.used_ms[RED] && again.used_ms[BLACK] == table.used_ms[BLACK]);
    ck_assert(again.redo_count == 2 && table_redo(&again, 0) && table_redo(&again, 0));
    ck_assert(again.game.undos[4].move == move_of("c3c4"));
    tree_clear(&game);
    table_end(&again, (Result){lost_by(RED), ENDING_RESIGNATION}, 0);
    tree_init(&game);
    ck_assert(table_to_pgn(&again, false, &game) && game.outcome == OUTCOME_BLACK);
    ck_assert_str_eq(tree_tag(&game, "Reason"), "Resignation.");
    ck_assert_ptr_null(tree_tag(&game, "HanxinPlay")); /* a game saved for others contains none of our tags */
    tree_clear(&game);
    table_clear(&table);
    table_clear(&again);
}
END_TEST

Suite *table_pgn_suite(void)
{
    Suite *suite = suite_create("table_pgn");
    TCase *tc = tcase_create("table_pgn");
    tcase_add_test(tc, clocks_run_for_the_side_to_move);
    tcase_add_test(tc, undone_moves_can_be_redone_until_another_move);
    tcase_add_test(tc, settings_by_name);
    tcase_add_test(tc, a_pgn_game_keeps_everything);
    suite_add_tcase(suite, tc);
    return suite;
}
