/* SPDX-License-Identifier: GPL-3.0-only */
/* The tuner of the handcrafted evaluation: the weights that it learns, and the table that it writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/makemove.h"
#include "eval/train/hce_fit.h"
#include "tests/support/support.h"

static const HceFitOptions settings = {.lambda = 0, .rate = 3, .pull = 1e-9, .passes = 6};
static const DatasetOptions choice = {.score_max = 2500, .validation_1000 = 50, .drop_checks = true};

/* Random moves. The score is the material, with the values of rook and knight exchanged. */
static void strange_game(Rng *rng, Record *game)
{
    static const int worth[KINDS] = {[ADVISOR] = 100, [BISHOP] = 100, [KNIGHT] = 700, [ROOK] = 300, [CANNON] = 320, [PAWN] = 120};
    Undo undo;
    Move m;
    memset(game, 0, sizeof *game);
    game->result = (Result){OUTCOME_DRAW, ENDING_LENGTH};
    position_start(&game->start);
    Position pos = game->start;
    while (game->plies < 200 && (m = random_move(rng, &pos)) != MOVE_NONE) {
        int score = 0;
        for (int kind = ADVISOR; kind <= PAWN; kind++)
            score += worth[kind] * (bb_count(pieces_of(&pos, side_to_move(&pos), (Kind)kind)) -
                                    bb_count(pieces_of(&pos, opponent(side_to_move(&pos)), (Kind)kind)));
        game->moves[game->plies] = m;
        game->scores[game->plies++] = (int16_t)score;
        position_make(&pos, m, &undo);
    }
}

/* Starts a fit to this number of games, before its first pass. */
static HceFit *new_fit(int games, Dataset *data)
{
    static Record game;
    Rng rng = {91};
    *data = (Dataset){0};
    for (int n = 0; n < games; n++) {
        strange_game(&rng, &game);
        ck_assert(dataset_add(data, &choice, &game));
    }
    HceFit *fit = hce_fit_new(&settings, data);
    ck_assert_ptr_nonnull(fit);
    return fit;
}

static HceFit *fitted(int games, Dataset *data, HcePass *last)
{
    HceFit *fit = new_fit(games, data);
    for (int64_t pass = 0; pass < settings.passes; pass++)
        *last = hce_fit_pass(fit);
    return fit;
}

/* Returns the average value of a kind over the points that it may occupy. */
static double worth_of(const HceWeight *weights, Kind kind)
{
    double sum = 0;
    for (int i = 0; i < PST_SIZE; i++)
        sum += weights[TERM_PST + (kind - 1) * PST_SIZE + i].middle;
    return sum / PST_SIZE;
}

START_TEST(learns_the_values_in_the_scores)
{
    HcePass last;
    HceWeight weights[TERMS];
    Dataset data[2];
    HceFit *before = new_fit(400, &data[0]), *fit = fitted(400, &data[1], &last);
    ck_assert_msg(last.validation < hce_fit_validation(before) * 0.8, "validation loss %g, before %g", last.validation,
                  hce_fit_validation(before));
    hce_fit_weights(before, weights);
    ck_assert_mem_eq(weights, hce_weights, sizeof weights);
    double knight = worth_of(weights, KNIGHT), rook = worth_of(weights, ROOK);
    hce_fit_weights(fit, weights);
    ck_assert_msg(worth_of(weights, KNIGHT) > knight + 20 && worth_of(weights, ROOK) < rook - 20, "knight %g, was %g; rook %g, was %g",
                  worth_of(weights, KNIGHT), knight, worth_of(weights, ROOK), rook);
    hce_fit_free(before);
    hce_fit_free(fit);
    dataset_clear(&data[0]);
    dataset_clear(&data[1]);
}
END_TEST

START_TEST(the_same_games_give_the_same_weights)
{
    HcePass one, two;
    HceWeight a[TERMS], b[TERMS];
    Dataset data[2];
    HceFit *fit = fitted(30, &data[0], &one), *again = fitted(30, &data[1], &two);
    hce_fit_weights(fit, a);
    hce_fit_weights(again, b);
    ck_assert_mem_eq(a, b, sizeof a);
    ck_assert(one.training == two.training && one.validation == two.validation);
    hce_fit_free(fit);
    hce_fit_free(again);
    dataset_clear(&data[0]);
    dataset_clear(&data[1]);
}
END_TEST

START_TEST(an_illegal_move_ends_a_game)
{
    static Record game;
    Dataset data = {0};
    position_start(&game.start);
    game.result = (Result){OUTCOME_DRAW, ENDING_LENGTH};
    game.plies = 3;
    game.moves[0] = move_of("h2e2"), game.moves[1] = move_of("a4a5"), game.moves[2] = move_of("e0e9");
    ck_assert(dataset_add(&data, &choice, &game));
    ck_assert_uint_eq(data.illegal, 1);
    ck_assert_uint_eq(data.training.count + data.validation.count, 1);
    dataset_clear(&data);
}
END_TEST

/* Two captures leave 30 pieces: with at most 30, the positions before the second are left out; with at least 31, the
 * position after it. */
START_TEST(positions_are_chosen_by_pieces)
{
    static const char *const moves[] = {"h2h9", "i9h9", "h0g2"};
    static Record game;
    Dataset data = {0};
    DatasetOptions few = choice, many = choice;
    few.pieces_max = 30;
    many.pieces_least = 31;
    few.drop_checks = many.drop_checks = false;
    position_start(&game.start);
    game.result = (Result){OUTCOME_DRAW, ENDING_LENGTH};
    for (game.plies = 0; game.plies < COUNT(moves); game.plies++)
        game.moves[game.plies] = move_of(moves[game.plies]);
    ck_assert(dataset_add(&data, &few, &game));
    ck_assert_uint_eq(data.illegal, 0);
    ck_assert_uint_eq(data.filtered, 2);
    ck_assert_uint_eq(data.training.count + data.validation.count, 1);
    dataset_clear(&data);
    data = (Dataset){0};
    ck_assert(dataset_add(&data, &many, &game));
    ck_assert_uint_eq(data.filtered, 1);
    ck_assert_uint_eq(data.training.count + data.validation.count, 2);
    dataset_clear(&data);
}
END_TEST

/* With the player's own weights the written header equals the one in the sources; with others only the table differs. */
START_TEST(only_the_table_is_replaced)
{
    static const char header[] = "eval/hce/hce_params.h";
    char path[512];
    Text why = WHY_INIT;
    size_t before, after;
    HceTable table;
    HceWeight weights[TERMS];
    snprintf(path, sizeof path, "%s/params.h", scratch_folder());
    ck_assert_msg(hce_table_read(&table, header, &why), "%s", why.data);
    ck_assert_msg(hce_table_write(&table, hce_weights, path, &why), "%s", why.data);
    char *own = file_text(header, SIZE_MAX, &before, &why), *written = file_text(path, SIZE_MAX, &after, &why);
    ck_assert_str_eq(own, written);
    free(written);

    memcpy(weights, hce_weights, sizeof weights);
    weights[TERM_TEMPO].middle = 1234;
    ck_assert(hce_table_write(&table, weights, path, &why));
    written = file_text(path, SIZE_MAX, &after, &why);
    ck_assert(strstr(written, "{1234, ") && strncmp(own, written, 200) == 0 && strcmp(own + before - 20, written + after - 20) == 0);
    hce_table_free(&table);

    FILE *file = fopen(path, "w");
    fputs("int hce_weights[TERMS] = {", file);
    fclose(file);
    ck_assert(!hce_table_read(&table, path, &why) && strstr(why.data, "not a copy of"));
    hce_table_free(&table);
    free(own);
    free(written);
}
END_TEST

Suite *tune_suite(void)
{
    Suite *suite = suite_create("tune");
    TCase *tc = tcase_create("tune");
    tcase_add_test(tc, learns_the_values_in_the_scores);
    tcase_add_test(tc, the_same_games_give_the_same_weights);
    tcase_add_test(tc, an_illegal_move_ends_a_game);
    tcase_add_test(tc, positions_are_chosen_by_pieces);
    tcase_add_test(tc, only_the_table_is_replaced);
    suite_add_tcase(suite, tc);
    return suite;
}
