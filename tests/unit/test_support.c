/* SPDX-License-Identifier: GPL-3.0-only */
/* Tests of the tests' own tools, because a test that uses a wrong tool proves nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/notation/fen.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

static long slow_perft(const SlowBoard *b, int depth)
{
    SlowMove moves[SLOW_MAX_MOVES];
    int count = slow_legal_moves(b, moves);
    if (depth == 1)
        return count;
    long nodes = 0;
    for (int i = 0; i < count; i++) {
        SlowBoard after = *b;
        slow_make(&after, moves[i]);
        nodes += slow_perft(&after, depth - 1);
    }
    return nodes;
}

START_TEST(slow_rules_know_the_start_position)
{
    Position pos = named_position("start");
    SlowBoard b = slow_board(&pos);
    ck_assert_int_eq(slow_perft(&b, 1), 44);
    ck_assert_int_eq(slow_perft(&b, 2), 1920);
    ck_assert_int_eq(slow_perft(&b, 3), 79666);
}
END_TEST

START_TEST(slow_board_and_back)
{
    Position pos = read_position(named_positions[_i].fen), back;
    SlowBoard b = slow_board(&pos);
    slow_position(&b, &back);
    ck_assert_msg(back.key == pos.key && memcmp(back.pieces, pos.pieces, sizeof pos.pieces) == 0, "%s", named_positions[_i].name);
}
END_TEST

START_TEST(walks_repeat_with_their_seed)
{
    Walk a, b, c;
    int differ = 0;
    walk_init(&a, 7);
    walk_init(&b, 7);
    walk_init(&c, 8);
    for (int i = 0; i < 1000; i++) {
        uint64_t key = walk_next(&a)->key;
        ck_assert(key == walk_next(&b)->key);
        differ += key != walk_next(&c)->key;
    }
    ck_assert_int_gt(differ, 900);
}
END_TEST

/* Random placements must be varied, or the tests based on them cover little. */
START_TEST(placements_are_sound_and_varied)
{
    enum { N = 2000 };
    Rng rng = {1};
    int checks = 0, sides[2] = {0}, crowded = 0;
    for (int i = 0; i < N; i++) {
        Position pos, again;
        char fen[FEN_SIZE];
        random_placement(&rng, &pos);
        fen_write(&pos, fen);
        ck_assert_msg(fen_read(fen, &again, NULL), "%s", fen);
        checks += in_check(&pos, side_to_move(&pos));
        sides[pos.side]++;
        crowded += bb_count(occupied(&pos)) > 20;
    }
    ck_assert_int_gt(checks, N / 10);
    ck_assert_int_lt(checks, N * 9 / 10);
    ck_assert_int_gt(sides[RED], N / 4);
    ck_assert_int_gt(sides[BLACK], N / 4);
    ck_assert_int_gt(crowded, N / 20);
}
END_TEST

/* On a busy machine a search may be over before `isready` is read. */
START_TEST(a_best_move_before_readyok_is_not_lost)
{
    const char *before = getenv("HANXIN_TEST_ENGINE");
    char *kept = before ? strdup(before) : NULL;
    setenv("HANXIN_TEST_ENGINE", "sh -c 'echo info depth 1; echo bestmove h2e2; echo readyok; echo readyok; exec cat >/dev/null'", 1);
    Gui gui;
    gui_start(&gui);
    ck_assert_int_eq(gui_sync(&gui), 2);
    ck_assert_int_eq(gui_sync(&gui), 1);
    ck_assert_str_eq(gui_bestmove(&gui, 1000, NULL), "bestmove h2e2");
    gui_end(&gui, 1000);
    if (kept)
        setenv("HANXIN_TEST_ENGINE", kept, 1);
    else
        unsetenv("HANXIN_TEST_ENGINE");
    free(kept);
}
END_TEST

/* In a run without programs, each failed test is named, each reason for skipping is printed once, and the counts come last. */
START_TEST(the_end_of_a_run_says_what_failed_and_was_skipped)
{
    char command[700], said[20000];
    if (access(built_program("tests/run"), X_OK) != 0) { /* `make check` builds only the chosen suites */
        skipped("%s is not built", built_program("tests/run"));
        return;
    }
    snprintf(command, sizeof command,
             "unset HANXIN_TEST_ENGINE; HANXIN_BUILD=/nowhere HANXIN_SHARED=/nowhere PATH=/nowhere %s ucci_game wild 2>&1",
             built_program("tests/run"));
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    ck_assert_int_ne(pclose(pipe), 0);
    const char *reason = strstr(said, "\nskipped: "),
               *failed = strstr(said, "\nfailed: ucci_game games_are_reproducible (tests/support/gui.c:");
    ck_assert_msg(reason && failed && reason < failed && !strstr(reason + 1, "\nskipped: "), "%s", said);
    ck_assert_msg(matches(said, "\n[0-9]+ passed, [1-9][0-9]* failed\n$"), "%s", said);
}
END_TEST

Suite *support_suite(void)
{
    Suite *s = suite_create("support");
    TCase *tc = tcase_create("tools");
    tcase_add_test(tc, slow_rules_know_the_start_position);
    tcase_add_loop_test(tc, slow_board_and_back, 0, named_position_count);
    tcase_add_test(tc, walks_repeat_with_their_seed);
    tcase_add_test(tc, placements_are_sound_and_varied);
    tcase_add_test(tc, a_best_move_before_readyok_is_not_lost);
    tcase_add_test(tc, the_end_of_a_run_says_what_failed_and_was_skipped);
    suite_add_tcase(s, tc);
    return s;
}
