/* SPDX-License-Identifier: GPL-3.0-only */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "bench/selfplay/scatter.h"
#include "bench/selfplay/selfplay.h"
#include "eval/train/record.h"
#include "tests/support/support.h"

/* Makes a random game of some plies; its ending is only as correct as record_verify() checks. */
static void random_game(Rng *rng, Record *game)
{
    Walk walk;
    Undo undo;
    walk_init(&walk, rng_next(rng));
    memset(game, 0, sizeof *game);
    game->start = *walk_next(&walk);
    Position pos = game->start;
    int wanted = (int)rng_below(rng, 60);
    Move m;
    while (game->plies < wanted && (m = random_move(rng, &pos)) != MOVE_NONE) {
        game->moves[game->plies] = m;
        game->scores[game->plies++] = (int16_t)rng_next(rng);
        position_make(&pos, m, &undo);
    }
    game->seed = rng_next(rng);
    game->number = (uint32_t)rng_next(rng);
    game->nodes = rng_below(rng, 100000);
    game->net = (uint32_t)rng_next(rng);
    game->result = (Result){OUTCOME_DRAW, ENDING_LENGTH};
    if (!any_legal_move(&pos))
        game->result = (Result){lost_by(side_to_move(&pos)), in_check(&pos, side_to_move(&pos)) ? ENDING_CHECKMATE : ENDING_STALEMATE};
}

static void check_equal(const Record *a, const Record *b)
{
    ck_assert_msg(a->seed == b->seed && a->number == b->number && a->nodes == b->nodes && a->net == b->net, "provenance differs");
    ck_assert_msg(a->result.outcome == b->result.outcome && a->result.ending == b->result.ending && a->plies == b->plies, "result differs");
    ck_assert_msg(a->start.key == b->start.key && a->start.quiet_plies == b->start.quiet_plies && a->start.side == b->start.side,
                  "start differs: %s", fen_of(&a->start));
    ck_assert_msg(memcmp(a->moves, b->moves, sizeof *a->moves * (size_t)a->plies) == 0, "moves differ: %s", fen_of(&a->start));
    ck_assert_msg(memcmp(a->scores, b->scores, sizeof *a->scores * (size_t)a->plies) == 0, "scores differ: %s", fen_of(&a->start));
}

START_TEST(decoded_equals_encoded)
{
    Rng rng = {51};
    for (int n = 0; n < effort(500, 100); n++) {
        Record game, back;
        uint8_t bytes[RECORD_SIZE_MAX];
        random_game(&rng, &game);
        int size = record_encode(&game, bytes);
        ck_assert_int_eq(record_decode(bytes, size, &back), size);
        check_equal(&game, &back);
        ck_assert_msg(record_verify(&back) == NULL, "%s: %s", record_verify(&back), fen_of(&back.start));
        ck_assert_int_eq(record_decode(bytes, size - 1, &back), 0);
    }
}
END_TEST

/* The layout must stay compatible with existing files: the checksum of one record. */
START_TEST(the_format_is_stable)
{
    Record game = {.seed = 0x1122334455667788u, .number = 7, .nodes = 200, .net = 0xAABBCCDDu, .result = {OUTCOME_DRAW, ENDING_LENGTH}};
    uint8_t bytes[RECORD_SIZE_MAX];
    position_start(&game.start);
    game.plies = 2;
    game.moves[0] = move_of("h2e2"), game.scores[0] = 25;
    game.moves[1] = move_of("h9g7"), game.scores[1] = -300;
    int size = record_encode(&game, bytes);
    ck_assert_int_eq(size, RECORD_HEADER_SIZE + 8 + 4);
    static const uint8_t planes[8] = {2 * 9 + 7, 9 * 9 + 7, 2 * 9 + 4, 7 * 9 + 6, 25, 0xD4, 0, 0xFE};
    ck_assert_int_eq(memcmp(bytes + RECORD_HEADER_SIZE, planes, sizeof planes), 0);
    static const uint8_t head[32] = {'H', 'X', 'G', '1', 2,   0, 1, 7, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,
                                     7,   0,   0,   0,   200, 0, 0, 0, 0xDD, 0xCC, 0xBB, 0xAA, 0,    0,    0,    0};
    ck_assert_int_eq(memcmp(bytes, head, sizeof head), 0);
    ck_assert_int_eq(bytes[32], 0xFF); /* a0 to h0 */
    ck_assert_int_eq(bytes[44], KNIGHT << 4 | ROOK);
}
END_TEST

/* Damages each byte of the middle one of three records in turn: the others are still found. */
START_TEST(damage_is_skipped)
{
    Rng rng = {52};
    Record games[3], back;
    static uint8_t bytes[3 * RECORD_SIZE_MAX];
    int size[3], total = 0;
    for (int i = 0; i < 3; i++) {
        do
            random_game(&rng, &games[i]);
        while (games[i].plies > 20);
        size[i] = record_encode(&games[i], bytes + total);
        total += size[i];
    }
    for (int at = 0; at < size[1]; at += effort(1, 7)) {
        const char *path = scratch_path("damaged.hxg");
        bytes[size[0] + at] ^= 0x10;
        FILE *file = fopen(path, "wb");
        ck_assert_uint_eq(fwrite(bytes, 1, (size_t)total, file), (size_t)total);
        fclose(file);
        bytes[size[0] + at] ^= 0x10;

        RecordReader reader;
        Text why = WHY_INIT;
        records_open(&reader, path, &why);
        ck_assert_msg(record_next(&reader, &back), "byte %d: the first game is lost", at);
        check_equal(&games[0], &back);
        ck_assert_msg(record_next(&reader, &back), "byte %d: the third game is lost", at);
        check_equal(&games[2], &back);
        ck_assert_msg(!record_next(&reader, &back), "byte %d: a fourth game was found", at);
        ck_assert_msg(reader.damaged == 1 && reader.skipped == (uint64_t)size[1], "byte %d: %d damaged parts with %d bytes", at,
                      (int)reader.damaged, (int)reader.skipped);
        ck_assert_msg(records_close(&reader), "%s", why.data);
    }
}
END_TEST

START_TEST(verify_finds_false_records)
{
    Rng rng = {53};
    Record game, bad;
    do
        random_game(&rng, &game);
    while (game.plies < 10 || game.result.ending != ENDING_LENGTH);
    ck_assert_ptr_null(record_verify(&game));
    bad = game;
    bad.moves[5] = move_make(move_to(bad.moves[5]), move_from(bad.moves[5]));
    ck_assert_ptr_nonnull(record_verify(&bad));
    bad = game;
    bad.result.ending = ENDING_CHECKMATE;
    ck_assert_ptr_nonnull(record_verify(&bad));
    bad = game;
    bad.result.outcome = OUTCOME_RED;
    ck_assert_ptr_nonnull(record_verify(&bad));
    bad.result.ending = ENDING_ADJUDICATED_WIN;
    ck_assert_ptr_null(record_verify(&bad));
    bad.result.outcome = OUTCOME_DRAW;
    ck_assert_ptr_nonnull(record_verify(&bad));
}
END_TEST

START_TEST(hash_depends_on_the_game_only)
{
    Rng rng = {54};
    Record game;
    do
        random_game(&rng, &game);
    while (game.plies < 5);
    uint32_t hash = record_hash(&game);
    game.seed++;
    game.number++;
    ck_assert_uint_eq(record_hash(&game), hash);
    game.plies--;
    ck_assert_uint_ne(record_hash(&game), hash);
}
END_TEST

static Searcher *small_searcher(void)
{
    Searcher *searcher = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    ck_assert_ptr_nonnull(searcher);
    return searcher;
}

START_TEST(selfplay_follows_from_seed_number_and_settings)
{
    SelfplayOptions options = {.seed = 9, .nodes = 60, .random_least = 6, .random_most = 10, .opening_max = 300};
    Searcher *one = small_searcher(), *other = small_searcher();
    Record a, b;
    for (uint32_t number = 0; number < 4; number++) {
        ck_assert(selfplay_game(one, &options, number, NULL, &a));
        ck_assert_msg(record_verify(&a) == NULL, "game %u: %s", number, record_verify(&a));
        ck_assert_int_gt(a.plies, 0);
        ck_assert_int_le(a.plies, SELFPLAY_PLIES_MAX);
        if (number == 3)
            ck_assert(selfplay_game(other, &options, 0, NULL, &b)); /* any game before */
        ck_assert(selfplay_game(other, &options, number, NULL, &b));
        check_equal(&a, &b);
    }
    ck_assert(selfplay_game(other, &options, 0, NULL, &b));
    ck_assert_uint_ne(record_hash(&a), record_hash(&b));
    atomic_bool stop = true;
    ck_assert(!selfplay_game(one, &options, 0, &stop, &a));
    options.opening_max = -1; /* there is no such opening: the search for one must end */
    ck_assert(!selfplay_game(one, &options, 0, &stop, &a));
    searcher_free(one);
    searcher_free(other);
}
END_TEST

/* The FEN reader accepts the positions. */
START_TEST(scattered_pieces_make_a_legal_position)
{
    Rng rng = {5};
    int to_move[2] = {0}, most = 0;
    for (int n = 0; n < effort(20000, 2000); n++) {
        Position pos, again;
        Text why = WHY_INIT;
        scatter(&rng, &pos);
        ck_assert_msg(!position_verify(&pos), "%s: %s", position_verify(&pos), fen_of(&pos));
        ck_assert_msg(fen_read(fen_of(&pos), &again, &why) && any_legal_move(&pos), "%s: %s", why.data, fen_of(&pos));
        for (Side side = RED; side <= BLACK; side++) {
            int attackers = 0;
            for (Kind kind = KNIGHT; kind <= PAWN; kind++)
                attackers += bb_count(pieces_of(&pos, side, kind));
            ck_assert_msg(attackers <= SCATTER_ATTACKERS, "%s", fen_of(&pos));
            most = attackers > most ? attackers : most;
        }
        to_move[pos.side]++;
    }
    ck_assert_int_eq(most, SCATTER_ATTACKERS);
    ck_assert_int_gt(to_move[RED], 100);
    ck_assert_int_gt(to_move[BLACK], 100);
}
END_TEST

/* With half of the games scattered, both kinds are played. Scattered games are won by mate or by a result known to lead there. */
START_TEST(scattered_games_are_played_until_mate)
{
    SelfplayOptions options = {
        .seed = 9, .nodes = 60, .random_least = 6, .random_most = 10, .opening_max = 300, .scattered = 50, .scattered_max = 1500};
    Searcher *one = small_searcher(), *other = small_searcher();
    Record a, b;
    int scattered = 0, games = 16;
    for (uint32_t number = 0; number < (uint32_t)games; number++) {
        ck_assert(selfplay_game(one, &options, number, NULL, &a));
        ck_assert(selfplay_game(other, &options, number, NULL, &b));
        check_equal(&a, &b);
        ck_assert_msg(record_verify(&a) == NULL, "game %u: %s", number, record_verify(&a));
        if (bb_count(occupied(&a.start)) > 2 + 2 * (4 + SCATTER_ATTACKERS))
            continue;
        scattered++;
        if (a.result.ending == ENDING_ADJUDICATED_WIN)
            ck_assert_msg(is_mate(a.scores[a.plies - 1]), "game %u: %d", number, a.scores[a.plies - 1]);
    }
    ck_assert_int_gt(scattered, 1);
    ck_assert_int_lt(scattered, games - 1);
    searcher_free(one);
    searcher_free(other);
}
END_TEST

/* A file that cannot be read to its end, or that contains other data, is distinguished from an empty
 * file and from a truncated record. */
START_TEST(reader_distinguishes_end_and_failure)
{
    static const struct {
        const char *content, *says;
    } cases[] = {{"", NULL},
                 {"HX", NULL},
                 {"HXG1 and no more", NULL},
                 {"#!/bin/sh\n", "not a file of game records"},
                 {"HXNN", "not a file of game records"}};
    const char *path = scratch_path("kind.hxg");
    RecordReader reader;
    Record game;
    Text why = WHY_INIT;
    for (int i = 0; i < COUNT(cases); i++) {
        FILE *file = fopen(path, "wb");
        fputs(cases[i].content, file);
        fclose(file);
        records_open(&reader, path, &why);
        ck_assert(!record_next(&reader, &game));
        bool good = records_close(&reader);
        ck_assert_msg(good == !cases[i].says && (good || strstr(why.data, cases[i].says)), "%s: %s", cases[i].content, why.data);
        text_cut(&why, 0);
    }
    records_open(&reader, scratch_folder(), &why);
    ck_assert(!record_next(&reader, &game) && !records_close(&reader) && strstr(why.data, "folder"));
    text_cut(&why, 0);
    if (access("/proc/self/mem", R_OK) == 0) { /* opens, but nothing is mapped at 0 */
        records_open(&reader, "/proc/self/mem", &why);
        ck_assert(!record_next(&reader, &game));
        ck_assert_msg(!records_close(&reader) && strstr(why.data, "nput/output"), "%s", why.data);
    } else {
        skipped("no /proc/self/mem to fail at reading");
    }
}
END_TEST

/* A correct checksum over a start in which a king could be captured: is_legal() would allow that capture. */
START_TEST(start_with_a_king_to_capture_is_refused)
{
    uint8_t bytes[RECORD_SIZE_MAX];
    Record game = {.result = {OUTCOME_DRAW, ENDING_LENGTH}}, back;
    game.start = read_position("3k5/4a4/9/9/9/9/9/9/4A4/3RK4 b");
    int size = record_encode(&game, bytes);
    ck_assert_int_eq(record_decode(bytes, size, &back), size);
    game.start.side = RED;
    size = record_encode(&game, bytes);
    ck_assert_int_eq(record_decode(bytes, size, &back), 0);
}
END_TEST

/* Runs a program without output. Returns its exit status, or 256 + signal. */
static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int run(const char *format, ...)
{
    char command[2048];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(command, sizeof command, format, args);
    va_end(args);
    ck_assert_int_lt(n + 20, (int)sizeof command);
    strcat(command, " >/dev/null 2>&1");
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

static long file_size(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

/* Reads the games of a file by number; each of 0..count-1 must occur exactly once. */
static void check_numbers(const char *path, int count)
{
    bool seen[100] = {false};
    RecordReader reader;
    Record game;
    Text why = WHY_INIT;
    records_open(&reader, path, &why);
    for (int n = 0; n < count; n++) {
        ck_assert_msg(record_next(&reader, &game), "%s: %d games", path, n);
        ck_assert_msg(game.number < (uint32_t)count && !seen[game.number], "%s: game %u", path, game.number);
        seen[game.number] = true;
    }
    ck_assert(!record_next(&reader, &game));
    ck_assert_uint_eq(reader.damaged, 0);
    ck_assert_msg(records_close(&reader), "%s", why.data);
}

START_TEST(generator_killed_and_continued_makes_the_same_games)
{
    enum { GAMES = 12 };
    char whole[512], broken[512], torn[64];
    strcpy(whole, scratch_path("whole.hxg"));
    strcpy(broken, scratch_path("broken.hxg"));
    const char *program = built_program("hanxin-datagen"), *settings = "--nodes 60 --seed 5 --net none --hash 1";
    ck_assert_int_eq(run("%s --out %s --games %d --threads 1 %s", program, whole, GAMES, settings), 0);
    check_numbers(whole, GAMES);

    /* A kill can come anywhere: here while the fifth game is written. */
    ck_assert_int_eq(run("%s --out %s --games 5 --threads 2 %s", program, broken, settings), 0);
    snprintf(torn, sizeof torn, "%ld", file_size(broken) - 30);
    ck_assert_int_eq(run("truncate -s %s %s", torn, broken), 0);
    ck_assert_int_eq(run("%s --out %s --games %d --threads 2 %s", program, broken, GAMES, settings), 0);
    check_numbers(broken, GAMES);
    ck_assert_int_eq(file_size(broken), file_size(whole));

    const char *records = built_program("hanxin-records");
    ck_assert_int_eq(run("%s verify %s %s", records, whole, broken), 0);
    ck_assert_int_eq(run("%s filter --unique --out %s.u %s %s", records, whole, whole, broken), 0);
    check_numbers(scratch_path("whole.hxg.u"), GAMES);
    ck_assert_int_eq(run("%s shuffle --shuffle-seed 3 --out %s.s %s", records, whole, whole), 0);
    check_numbers(scratch_path("whole.hxg.s"), GAMES);
    ck_assert_int_eq(run("cmp %s %s.s", whole, whole), 1);
    ck_assert_int_eq(run("printf damage | dd of=%s bs=1 seek=100 conv=notrunc", whole), 0);
    ck_assert_int_ne(run("%s verify %s", records, whole), 0);
}
END_TEST

Suite *record_suite(void)
{
    Suite *suite = suite_create("record");
    TCase *tc = tcase_create("record");
    tcase_add_test(tc, decoded_equals_encoded);
    tcase_add_test(tc, the_format_is_stable);
    tcase_add_test(tc, damage_is_skipped);
    tcase_add_test(tc, verify_finds_false_records);
    tcase_add_test(tc, hash_depends_on_the_game_only);
    tcase_add_test(tc, selfplay_follows_from_seed_number_and_settings);
    tcase_add_test(tc, scattered_pieces_make_a_legal_position);
    tcase_add_test(tc, scattered_games_are_played_until_mate);
    tcase_add_test(tc, reader_distinguishes_end_and_failure);
    tcase_add_test(tc, start_with_a_king_to_capture_is_refused);
    tcase_add_test(tc, generator_killed_and_continued_makes_the_same_games);
    suite_add_tcase(suite, tc);
    return suite;
}
