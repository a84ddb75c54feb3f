/* SPDX-License-Identifier: GPL-3.0-only */
/* A game: moves stored with the data to unmake them. */
#include "engine/rules/game.h"

#include <string.h>

#include "tests/support/support.h"

START_TEST(a_new_game_is_at_the_start_position)
{
    Game game;
    Position start;
    game_init(&game);
    position_start(&start);
    ck_assert(game.now.key == start.key && game.start.key == start.key);
    ck_assert_int_eq(game.plies, 0);
    ck_assert(!game_undo(&game));
    game_clear(&game);
}
END_TEST

/* Far beyond the initial capacity, and all the way back. */
START_TEST(moves_are_kept_and_taken_back)
{
    enum { PLIES = 3000 };
    static uint64_t keys[PLIES + 1];
    static Move moves[PLIES];
    Game game;
    Rng rng = {4};
    int captures = 0;
    game_init(&game);
    keys[0] = game.now.key;

    /* Mostly quiet moves, so that pieces remain; a capture now and then. */
    for (int i = 0; i < PLIES; i++) {
        Move m = MOVE_NONE;
        for (int tries = 0; tries < 200 && (m == MOVE_NONE || (is_capture(&game.now, m) && i % 100 != 0)); tries++)
            m = random_move(&rng, &game.now);
        if (m == MOVE_NONE) { /* lost: one move back, then on */
            ck_assert(game_undo(&game));
            i -= 2;
            continue;
        }
        captures += is_capture(&game.now, m);
        moves[i] = m;
        ck_assert(game_play(&game, m));
        keys[i + 1] = game.now.key;
        ck_assert_int_eq(game.plies, i + 1);
    }
    ck_assert_int_gt(captures, 3);
    for (int i = 0; i < PLIES; i++)
        REQUIRE(game.undos[i].move == moves[i] && game.undos[i].key == keys[i], "ply %d", i);
    for (int i = PLIES; i-- > 0;) {
        ck_assert(game_undo(&game));
        REQUIRE(game.now.key == keys[i] && game.plies == i, "ply %d", i);
    }
    ck_assert(memcmp(&game.now, &game.start, sizeof game.now) == 0);
    game_clear(&game);
}
END_TEST

START_TEST(a_game_begins_anywhere)
{
    Game game;
    Position start = named_position("horse ending");
    game_init(&game);
    ck_assert(game_play(&game, move_of("h2e2")));
    game_reset(&game, &start);
    ck_assert_int_eq(game.plies, 0);
    ck_assert(game.now.key == start.key && game.start.key == start.key);
    Rng rng = {1};
    ck_assert(game_play(&game, random_move(&rng, &game.now)));
    ck_assert(game_undo(&game));
    ck_assert(memcmp(&game.now, &start, sizeof start) == 0);
    game_clear(&game);
    ck_assert_int_eq(game.plies, 0);
    ck_assert(game_play(&game, move_of("h2e2"))); /* usable again */
    game_clear(&game);
}
END_TEST

Suite *game_suite(void)
{
    Suite *s = suite_create("game");
    TCase *tc = tcase_create("game");
    tcase_add_test(tc, a_new_game_is_at_the_start_position);
    tcase_add_test(tc, moves_are_kept_and_taken_back);
    tcase_add_test(tc, a_game_begins_anywhere);
    suite_add_tcase(s, tc);
    return s;
}
