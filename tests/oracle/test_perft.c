/* SPDX-License-Identifier: GPL-3.0-only */
/* Counts of the move tree: known numbers, and no influence of threads, hash or symmetry. */
#include "engine/board/perft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/perft_suite.h"
#include "engine/board/makemove.h"
#include "tests/support/support.h"

static uint64_t count_with(const Position *pos, int depth, int threads, int hash_mib)
{
    PerftResult result;
    PerftTable *table = hash_mib > 0 ? perft_table_new(hash_mib) : NULL;
    ck_assert(table || hash_mib == 0);
    perft(pos, &(PerftOptions){depth, threads, table}, &result);
    perft_table_free(table);
    uint64_t sum = 0;
    for (int i = 0; i < result.count; i++)
        sum += result.moves[i].nodes;
    ck_assert_msg(sum == result.nodes, "%s: root moves sum to %" PRIu64 ", not %" PRIu64, fen_of(pos), sum, result.nodes);
    return result.nodes;
}

static const uint64_t start_counts[] = {1, 44, 1920, 79666, 3290240, 133312995, 5392831844};

START_TEST(the_start_position)
{
    Position pos = named_position("start");
    int deepest = effort(5, 4); /* .ci/run tests depth 6 */
    for (int depth = 0; depth < deepest; depth++)
        ck_assert_msg(perft_count(&pos, depth) == start_counts[depth], "depth %d", depth);
    for (int depth = 1; depth <= deepest; depth++)
        ck_assert_msg(count_with(&pos, depth, 2, 0) == start_counts[depth], "depth %d, two threads", depth);
}
END_TEST

START_TEST(threads_and_hash_change_nothing)
{
    Position pos = read_position(named_positions[_i].fen);
    int deepest = effort(4, 3);
    for (int depth = 1; depth <= deepest; depth++) {
        uint64_t want = perft_count(&pos, depth);
        static const struct {
            int threads, hash_mib;
        } ways[] = {{1, 0}, {2, 0}, {7, 0}, {1, 1}, {1, 16}, {3, 1}};
        for (int i = 0; i < COUNT(ways); i++)
            ck_assert_msg(count_with(&pos, depth, ways[i].threads, ways[i].hash_mib) == want, "%s, depth %d, %d threads, %d MiB",
                          named_positions[_i].name, depth, ways[i].threads, ways[i].hash_mib);
    }
}
END_TEST

/* More threads than there is work, or than the program starts. */
START_TEST(very_many_threads)
{
    Position pos = named_position("start");
    ck_assert(count_with(&pos, 3, 300, 0) == start_counts[3]);
    ck_assert(count_with(&pos, 1, 64, 1) == start_counts[1]);
}
END_TEST

/* A user whose limits allow no more threads still gets the count. */
START_TEST(refused_threads_change_nothing)
{
    Position pos = named_position("start");
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        PerftResult result;
        if ((getuid() == 0 && setuid(65534) != 0) || setrlimit(RLIMIT_NPROC, &none) != 0)
            _exit(77);
        perft(&pos, &(PerftOptions){4, 8, NULL}, &result);
        _exit(result.nodes == start_counts[4] ? 0 : 1);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skipped("thread limits of another user: not available here");
    else
        ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(symmetric_positions_count_alike)
{
    int positions = effort(300, 60);
    Rng rng = {6};
    Walk walk;
    walk_init(&walk, 6);
    for (int i = 0; i < positions; i++) {
        Position pos, mirrored, flipped;
        random_placement(&rng, &pos);
        if (i % 2)
            pos = *walk_next(&walk);
        position_mirror(&pos, &mirrored);
        position_flip(&pos, &flipped);
        uint64_t want = perft_count(&pos, 3);
        ck_assert_msg(perft_count(&mirrored, 3) == want, "%s mirrored", fen_of(&pos));
        ck_assert_msg(perft_count(&flipped, 3) == want, "%s with colours swapped", fen_of(&pos));
    }
}
END_TEST

/* Counting the last ply must equal listing it. */
START_TEST(counting_equals_listing)
{
    int positions = effort(20000, 2000);
    Rng rng = {8};
    for (int i = 0; i < positions; i++) {
        Position pos;
        MoveList list;
        random_placement(&rng, &pos);
        uint64_t count = perft_count(&pos, 1);
        REQUIRE(count == (uint64_t)legal_moves(&pos, &list), "%s: %" PRIu64 " counted, %d listed", fen_of(&pos), count, list.count);
    }
}
END_TEST

/* Other positions, depths and sides to move: an entry for one must not be used for another. */
START_TEST(a_table_serves_many_counts)
{
    PerftTable *table = perft_table_new(1);
    ck_assert_ptr_nonnull(table);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < named_position_count; i++)
            for (int depth = 1; depth <= 3; depth++) {
                Position pos = read_position(named_positions[i].fen);
                PerftResult result;
                perft(&pos, &(PerftOptions){depth, 1 + round, table}, &result);
                ck_assert_msg(result.nodes == perft_count(&pos, depth), "%s, depth %d", named_positions[i].name, depth);
            }
    perft_table_free(table);
}
END_TEST

START_TEST(root_moves_have_their_own_counts)
{
    Position pos = named_position("open middlegame");
    PerftResult result;
    PerftOptions options = {3, 2, NULL};
    MoveList list;
    perft(&pos, &options, &result);
    ck_assert_int_eq(result.count, legal_moves(&pos, &list));
    for (int i = 0; i < result.count; i++) {
        Position after = pos;
        Undo undo;
        ck_assert_int_eq(result.moves[i].move, list.moves[i]);
        position_make(&after, list.moves[i], &undo);
        ck_assert_msg(result.moves[i].nodes == perft_count(&after, 2), "%s", iccs_of(list.moves[i]));
    }
}
END_TEST

/* Returns true at the third call. */
static bool third_call(void *calls) { return ++*(int *)calls == 3; }

static bool count_calls(void *calls)
{
    ++*(int *)calls;
    return false;
}

/* A count of more than a few milliseconds looks up before each of its parts, so that it can be ended soon. */
START_TEST(a_count_can_be_ended)
{
    Position pos = named_position("start");
    uint64_t nodes;
    int calls = 0;
    ck_assert(!perft_count_until(&pos, 5, NULL, third_call, &calls, &nodes));
    ck_assert_int_eq(calls, 3);
    calls = 0;
    if (effort(1, 0)) {
        ck_assert(perft_count_until(&pos, 5, NULL, count_calls, &calls, &nodes) && nodes == start_counts[5]);
        ck_assert_int_eq(calls, 45);
    }
}
END_TEST

/* Checkmate or stalemate: no leaves at any depth except 0. */
START_TEST(a_lost_position_has_no_leaves)
{
    Position pos = read_position("R3k4/R8/9/9/9/9/9/9/9/3K5 b");
    ck_assert(perft_count(&pos, 0) == 1);
    for (int depth = 1; depth <= 4; depth++) {
        ck_assert(perft_count(&pos, depth) == 0);
        ck_assert(count_with(&pos, depth, 2, 1) == 0);
    }
}
END_TEST

/* Checks lines of the form `FEN ;D1 n ;D2 n ...`, to the deepest count with at most `most` leaves. */
static void check_file(const char *path, uint64_t most, int least_lines)
{
    static char line[1024];
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", path);
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        char *field = strchr(line, ';');
        ck_assert_msg(field != NULL, "%s: no counts in \"%s\"", path, line);
        field[-1] = '\0';
        Position pos = read_position(line);
        int depth, fields = 0;
        uint64_t want;
        for (; field && sscanf(field, ";D%d %" SCNu64, &depth, &want) == 2; field = strchr(field + 1, ';'), fields++) {
            if (want > most)
                continue;
            uint64_t have = perft_count(&pos, depth);
            ck_assert_msg(have == want, "%s depth %d: %" PRIu64 ", not %" PRIu64, line, depth, have, want);
        }
        ck_assert_msg(field == NULL && fields > 0, "%s: \"%s\" has a faulty field", path, line);
        lines++;
    }
    fclose(file);
    ck_assert_msg(lines >= least_lines, "%s: only %d lines", path, lines);
}

START_TEST(known_positions) { check_file("tests/data/perft.epd", (uint64_t)effort(200000000, 150000), 36); }
END_TEST

START_TEST(shared_positions)
{
    const char *path = shared_file("perft.epd");
    if (path)
        check_file(path, (uint64_t)effort(1000000000, 100000), 100);
}
END_TEST

/* -- the suite reader of `hanxin perft --suite` -------------------------------------------------- */

static void run_suite(const char *text, PerftSuiteResult *result, char *report, size_t size)
{
    PerftOptions options = {.depth = 0, .threads = 1};
    char *suite = strdup(text);
    FILE *out = tmpfile();
    ck_assert(suite && out);
    perft_suite_run(suite, strlen(suite), &options, out, result);
    rewind(out);
    size_t length = fread(report, 1, size - 1, out);
    report[length] = '\0';
    free(suite);
    fclose(out);
}

START_TEST(the_suite_reports_each_mismatch)
{
    static const char text[] = "# a comment\n"
                               "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 ;D1 44 ;D2 1921\n"
                               "\n"
                               "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 ;D1 3\n"
                               "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1 ;D1 1\n";
    PerftSuiteResult result;
    char report[4096];
    run_suite(text, &result, report, sizeof report);
    ck_assert_int_eq(result.mismatches, 2);
    ck_assert_int_eq(result.positions, 3);
    ck_assert_int_eq(result.faulty_lines, 0);
    ck_assert_msg(strstr(report, "1921") && strstr(report, "1920"), "%s", report); /* expected and got */
}
END_TEST

START_TEST(the_suite_sees_faulty_lines)
{
    PerftSuiteResult result;
    char report[4096];
    run_suite("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1 ;D1 4\nnonsense\n", &result, report, sizeof report);
    ck_assert_int_eq(result.faulty_lines, 2);
}
END_TEST

Suite *perft_suite(void)
{
    Suite *s = suite_create("perft");
    TCase *tc = tcase_create("perft");
    tcase_add_test(tc, the_start_position);
    tcase_add_loop_test(tc, threads_and_hash_change_nothing, 0, named_position_count);
    tcase_add_test(tc, very_many_threads);
    tcase_add_test(tc, refused_threads_change_nothing);
    tcase_add_test(tc, symmetric_positions_count_alike);
    tcase_add_test(tc, counting_equals_listing);
    tcase_add_test(tc, a_table_serves_many_counts);
    tcase_add_test(tc, root_moves_have_their_own_counts);
    tcase_add_test(tc, a_count_can_be_ended);
    tcase_add_test(tc, a_lost_position_has_no_leaves);
    tcase_add_test(tc, known_positions);
    tcase_add_test(tc, shared_positions);
    suite_add_tcase(s, tc);
    tc = tcase_create("suite");
    tcase_add_test(tc, the_suite_reports_each_mismatch);
    tcase_add_test(tc, the_suite_sees_faulty_lines);
    suite_add_tcase(s, tc);
    return s;
}
