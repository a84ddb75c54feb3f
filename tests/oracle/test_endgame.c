/* SPDX-License-Identifier: GPL-3.0-only */
/* Endgame tables compared with the slow solver, and their safety against arbitrary bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/tables/pack.h"
#include "engine/endgame/answer_words.h"
#include "engine/endgame/built_in.h"
#include "engine/endgame/encoder.h"
#include "tests/oracle/slow_marks.h"
#include "tests/support/support.h"

static EndgameTables *tables;
static EndgameCache *cache;

static void open_tables(void)
{
    Text why = WHY_INIT;
    tables = endgame_tables_built_in("", &why);
    cache = endgame_cache_new();
    ck_assert_msg(tables && cache, "%s", why.data);
}

static void close_tables(void)
{
    endgame_tables_free(tables);
    endgame_cache_free(cache);
}

static const EndgameTable *table_of(const char *name)
{
    EndgameSet set;
    ck_assert(endgame_set_read(name, &set, NULL));
    const EndgameTable *t = endgame_tables_find(tables, &set);
    REQUIRE(t, "no table %s", name);
    return t;
}

/* -- results ---------------------------------------------------------------------------------- */

/* Compares whole sets. The first are compared everywhere, the larger ones last, at points where checks do not slow everything down.
 * The set with attackers on both sides is not built in and is solved here. */
static const char *const solved[] = {"KRk", "KNk", "KPk", "KCk", "KCka", "KPkp", "KPka", "KNkb", "KNka", "KRka", "KRkb", "KRkaa"};
enum { SOLVED_EVERYWHERE = 5 };

/* Adds a table that is generated here. */
static void solve_also(const char *name, Text *bytes)
{
    EndgameSet set;
    Solution s;
    Text why = WHY_INIT;
    const WalkOptions options = {.threads = 1};
    ck_assert(endgame_set_read(name, &set, &why));
    if (endgame_tables_find(tables, &set))
        return;
    ck_assert_msg(solve_set(tables, &set, &options, &s, &why) && table_pack(&s, bytes, &why), "%s", why.data);
    ck_assert_msg(endgame_tables_add(tables, (uint8_t *)bytes->data, bytes->length, name, &why), "%s", why.data);
    solution_free(&s);
}

static void compare_state(const SlowState *s)
{
    static const char *const words[] = {"loss", "draw", "win"};
    Position pos, turned;
    slow_position(&s->board, &pos);
    position_flip(&pos, &turned);
    const Position *both[] = {&pos, &turned};
    for (int i = 0; i < 2; i++) {
        EndgameResult r;
        REQUIRE(endgame_probe(tables, cache, both[i], &r), "not covered: %s", fen_of(both[i]));
        int result = endgame_is_drawn(r.value) ? 0 : r.value > 0 ? 1 : -1;
        REQUIRE(result == s->result && (result == 0 || endgame_distance(r.value) == s->distance), "%s: value %d, not %s in %d",
                fen_of(both[i]), r.value, words[s->result + 1], s->distance);
    }
}

START_TEST(whole_sets)
{
    SlowTable t = slow_table(solved[_i]);
    Text bytes = TEXT_INIT;
    solve_also(solved[_i], &bytes);
    int pieces = (int)strlen(solved[_i]), compared = 0;
    for (int i = 0; i < t.count; i++)
        if (t.states[i].pieces == pieces) {
            compare_state(&t.states[i]);
            compared++;
        }
    REQUIRE(compared > 1000, "%s: only %d positions", solved[_i], compared);
    slow_table_free(&t);
    text_free(&bytes);
}
END_TEST

/* Sets with draws that repetitions may decide: by chases if one side has an attacker; by either side's checks and threats if both
 * have one. */
static const char *const marked[] = {"KPkab", "KRkr"};

static void compare_marks(const SlowState *s, uint8_t marks, long *count)
{
    static const EndgameValue values[] = {ENDGAME_DRAW, ENDGAME_MAY_WIN, ENDGAME_MAY_LOSE, ENDGAME_OPEN};
    const bool may_win = marks & (s->board.black ? SLOW_BLACK_MAY_WIN : SLOW_RED_MAY_WIN);
    const bool may_lose = marks & (s->board.black ? SLOW_RED_MAY_WIN : SLOW_BLACK_MAY_WIN);
    const EndgameValue wanted = values[may_win + 2 * may_lose];
    Position pos;
    EndgameResult r;
    slow_position(&s->board, &pos);
    REQUIRE(endgame_probe(tables, cache, &pos, &r) && r.value == wanted, "%s: value %d, not %d", fen_of(&pos), r.value, wanted);
    *count += wanted != ENDGAME_DRAW;
}

START_TEST(draws_that_repetitions_may_decide)
{
    SlowTable t = slow_table(marked[_i]);
    uint8_t *marks = slow_marks(&t);
    Text bytes = TEXT_INIT;
    long count = 0;
    solve_also(marked[_i], &bytes);
    for (int i = 0; i < t.count; i++)
        if (t.states[i].pieces == (int)strlen(marked[_i]) && t.states[i].result == 0)
            compare_marks(&t.states[i], marks[i], &count);
    ck_assert_int_gt(count, 100);
    free(marks);
    slow_table_free(&t);
    text_free(&bytes);
}
END_TEST

static const struct {
    const char *fen, *answer;
} known[] = {
    {"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", "Result: win\nDTC: 3\nSet: KRK\n"},
    {"3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "Result: loss\nDTC: 0\nSet: KRK\n"}, /* stalemate */
    {"4k4/9/9/9/9/9/9/9/4C4/4K4 w - - 0 1", "Result: draw\nDTC: -\nSet: KCK\n"},
    {"3k5/9/9/9/9/9/9/9/r8/4K4 w - - 0 1", "Result: loss\nDTC: 2\nSet: KRK\n"}, /* Black is the strong side */
};

START_TEST(known_answers)
{
    char room[200];
    Text out = text_over(room, sizeof room), why = WHY_INIT;
    Position pos = read_position(known[_i].fen);
    ck_assert_msg(endgame_probe_words(tables, cache, &pos, &out, &why), "%s", why.data);
    ck_assert_str_eq(out.data, known[_i].answer);
}
END_TEST

static const char *const uncovered[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",   /* nobody can win */
    "3k5/9/9/r8/9/9/9/9/9/R3K4 w - - 0 1", /* attackers on both sides: not built in */
    "3k5/9/9/9/9/9/9/9/RR7/4K4 w - - 0 1", /* attackers on both sides: not built in */
    "3k5/9/9/9/9/P1P1P4/9/9/9/4K4 w - - 0 1",
};

START_TEST(not_covered)
{
    Text out = TEXT_INIT, why = WHY_INIT;
    Position pos = read_position(uncovered[_i]);
    EndgameResult r;
    ck_assert(!endgame_probe(tables, cache, &pos, &r) && !endgame_probe(NULL, NULL, &pos, &r));
    ck_assert(!endgame_probe_words(tables, cache, &pos, &out, &why));
    ck_assert_str_eq(why.data, "no endgame table covers this position");
}
END_TEST

/* -- names and numbers ------------------------------------------------------------------------ */

START_TEST(names_of_sets)
{
    static const char *const wrong[] = {"",       "K",      "KK",   "KRRRK", "KRNCK", "KRKRR", "KKR", "KRNKP",
                                        "KAAAKR", "KRKAAA", "KRKX", "RKK",   "KRKBA", "KRK ",  "KR"};
    static const char *const turned[][2] = {{"KNKR", "KRKN"}, {"KRABKRAA", "KRAAKRAB"}, {"KPAABBKC", "KCKPAABB"}, {"KCBKC", "KCBKC"}};
    char name[ENDGAME_NAME_SIZE];
    EndgameSet set;
    ck_assert(endgame_set_read("krnaabbkaabb", &set, NULL));
    ck_assert_str_eq(endgame_set_name(&set, name), "KRNAABBKAABB");
    ck_assert_int_eq(endgame_attackers(&set), 2);
    for (int i = 0; i < COUNT(turned); i++) {
        ck_assert(endgame_set_read(turned[i][0], &set, NULL));
        ck_assert_str_eq(endgame_set_name(&set, name), turned[i][1]);
    }
    for (int i = 0; i < COUNT(wrong); i++) {
        Text why = WHY_INIT;
        REQUIRE(!endgame_set_read(wrong[i], &set, &why) && strstr(why.data, "invalid set "), "'%s' was read", wrong[i]);
    }
}
END_TEST

/* The sets reached by captures come before a set, and no two sets have the same key. */
START_TEST(order_of_sets)
{
    bool *seen = calloc(ENDGAME_KEYS, sizeof *seen);
    EndgameSet sets[ENDGAME_SETS_MOST], less[ENDGAME_CAPTURES_MOST];
    static const int expected[ENDGAME_GROUPS] = {36, 324, 90, 810, 666};
    for (int group = 0; group < ENDGAME_GROUPS; group++) {
        int count = endgame_sets((EndgameGroup)group, sets);
        ck_assert_int_eq(count, expected[group]);
        if (group == ENDGAME_ONE || group == ENDGAME_TWO) /* piece of the next set */
            continue;
        for (int i = 0; i < count; i++) {
            unsigned key = endgame_set_key(&sets[i]);
            REQUIRE(key < ENDGAME_KEYS && !seen[key], "key %u twice", key);
            seen[key] = true;
            for (int j = endgame_set_captures(&sets[i], less) - 1; j >= 0; j--)
                REQUIRE(seen[endgame_set_key(&less[j])], "set %d of %d attackers comes too early", i, group);
        }
    }
    free(seen);
}
END_TEST

/* Different positions have different numbers, mirror images have equal ones, and all numbers are below the size. */
START_TEST(numbers_of_positions)
{
    static const char *const names[] = {"KRKAB", "KPPK", "KNCKA", "KPAABBKBB", "KCBKPA"};
    EndgameSet set;
    Layout l;
    ck_assert(endgame_set_read(names[_i], &set, NULL));
    const Places *places = endgame_tables_places(tables);
    layout_init(&l, places, &set);
    uint8_t *used = calloc((size_t)l.size, 1);
    for (unsigned weak = 0; weak < l.weak; weak++)
        for (unsigned strong = 0; strong < l.strong; strong += 1 + strong / 16)
            for (unsigned n = 0; n < l.attackers; n++) {
                Placement p = {{strong, places->kept_guard[l.guard_kind[WEAK]][weak]}, {0}}, again;
                attackers_at(&l, places, n, p.attackers);
                uint64_t index = placement_index(&l, places, &p), mirrored;
                REQUIRE(index < l.size && !used[index]++, "%s: index %llu", names[_i], (unsigned long long)index);
                again = p;
                placement_mirror(&l, places, &again);
                mirrored = placement_index(&l, places, &again);
                REQUIRE(mirrored == index || placement_index_as_is(&l, places, &again, &mirrored), "%s: a mirror image elsewhere",
                        names[_i]);
                Position pos;
                Placement read;
                position_clear(&pos);
                guards_put(&l, places, p.guard, &pos);
                if (attackers_put(&l, p.attackers, &pos)) {
                    placement_read(&l, places, &pos, RED, &read);
                    REQUIRE(placement_index(&l, places, &read) == index, "%s: %s is read otherwise", names[_i], fen_of(&pos));
                }
            }
    free(used);
}
END_TEST

/* -- packing ----------------------------------------------------------------------------------- */

/* Every index has its own position in a block that claims to hold it. */
START_TEST(blocks_hold_every_index_once)
{
    static const struct {
        const char *name;
        BlockShape shape;
    } cases[] = {{"KPK", {.width = 45, .lines = 45}},
                 {"KRNKA", {.width = 90, .lines = 45}},
                 {"KNNKA", {.width = 90, .lines = 7}},
                 {"KPKA", {.width = 7, .lines = 500}},
                 {"KRK", {.width = 1, .lines = 1}}};
    EndgameTable t = {.blocks = 0};
    EndgameSet set;
    ck_assert(endgame_set_read(cases[_i].name, &set, NULL));
    layout_init(&t.layout, endgame_tables_places(tables), &set);
    t.shape = cases[_i].shape;
    const uint64_t blocks = endgame_shape_blocks(&t.layout, &t.shape);
    uint16_t *held = calloc((size_t)blocks, sizeof *held);
    for (uint64_t index = 0; index < t.layout.size; index++) {
        unsigned at;
        const uint32_t n = endgame_block_of(&t, index, &at);
        const Block b = endgame_block(&t.layout, &t.shape, n);
        const uint64_t there = (uint64_t)(b.first_line + at / b.width) * t.layout.attackers + b.first_place + at % b.width;
        if (n >= blocks || at >= b.width * b.lines || there != index) /* an assertion per index would take most of the time */
            ck_abort_msg("index %lu is in block %u at %u", (unsigned long)index, n, at);
        held[n]++;
    }
    for (uint32_t n = 0; n < blocks; n++) {
        const Block b = endgame_block(&t.layout, &t.shape, n);
        if (held[n] != b.width * b.lines)
            ck_abort_msg("block %u holds %u", n, held[n]);
    }
    free(held);
}
END_TEST

/* From constant to fully random values; all kinds of lines, symbols and lengths. */
START_TEST(packed_and_unpacked)
{
    enum { SIZE = ENDGAME_BLOCK_MOST };
    static const unsigned alphabets[] = {256, 1, 2, 3, 31, 32, 33, 255};
    static uint8_t symbols[SIZE], back[SIZE], packed[PACK_BYTES_MOST];
    static bool care[SIZE];
    Rng rng = {(uint64_t)_i + 1};
    for (int round = 0; round < 2 * COUNT(alphabets); round++) {
        const unsigned alphabet = alphabets[round % COUNT(alphabets)];
        const unsigned width = round == 0 ? PACK_WIDTH_MOST : 1 + rng_below(&rng, PACK_WIDTH_MOST);
        const size_t lines = round == 0 ? SIZE / width : 1 + rng_below(&rng, SIZE / width), count = lines * width;
        const size_t first = 1 + rng_below(&rng, (uint32_t)count); /* number of symbols to unpack first */
        PackModel model;
        PackTally *tally = calloc(1, sizeof *tally);
        for (unsigned i = 0; i < SIZE; i++) {
            const bool random = rng_below(&rng, 10) < (unsigned)_i;
            symbols[i] = (uint8_t)((random ? rng_below(&rng, 256) : i >= width ? symbols[i - width] : 7) % alphabet);
            care[i] = rng_below(&rng, 5) != 0;
        }
        pack_model_shape(&model, alphabet);
        pack_tally(&model, width, symbols, care, count, tally);
        pack_model_train(&model, tally);
        size_t size = pack_encode(&model, width, symbols, care, count, packed);
        pack_decode(&model, width, packed, size, back, count);
        REQUIRE(memcmp(symbols, back, count) == 0, "%u symbols, width %u, %u of them", alphabet, width, (unsigned)count);
        memset(back, 0, sizeof back);
        pack_decode(&model, width, packed, size, back, first);
        REQUIRE(memcmp(symbols, back, first) == 0, "%u symbols, width %u, the first %u", alphabet, width, (unsigned)first);
        ck_assert(_i > 0 || round > 0 || size < 100);
        free(tally);
    }
}
END_TEST

/* -- damage ------------------------------------------------------------------------------------ */

/* If bytes of a table are changed or missing, the table is rejected or still returns values, without a
 * crash. */
START_TEST(damaged_tables)
{
    const EndgameTable *whole = table_of("KRKA");
    Rng rng = {7};
    int refused = 0;
    for (int round = effort(4000, 400); round > 0; round--) {
        uint8_t *bytes = malloc(whole->size);
        size_t size = rng_below(&rng, 4) ? whole->size : rng_below(&rng, (unsigned)whole->size);
        memcpy(bytes, whole->bytes, whole->size);
        bytes = realloc(bytes, size + 1);
        for (unsigned i = rng_below(&rng, 4); i > 0 && size > 0; i--)
            bytes[rng_below(&rng, (unsigned)size)] ^= (uint8_t)(1 + rng_below(&rng, 255));
        EndgameTables *t = endgame_tables_new();
        Text why = WHY_INIT;
        if (!endgame_tables_add(t, bytes, size, "file", &why)) {
            REQUIRE(strncmp(why.data, "file: ", 6) == 0, "%s", why.data);
            refused++;
        }
        Position pos = read_position("3k1a3/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
        EndgameResult r;
        endgame_cache_clear(cache);
        endgame_probe(t, cache, &pos, &r);
        endgame_tables_free(t);
        free(bytes);
    }
    endgame_cache_clear(cache);
    ck_assert_int_gt(refused, 0);
}
END_TEST

/* If a damaged table follows a good one, the good one remains usable. */
START_TEST(damage_after_a_table)
{
    const EndgameTable *whole = table_of("KRKA");
    char path[600];
    snprintf(path, sizeof path, "%s/damaged", scratch_folder());
    FILE *file = fopen(path, "wb");
    ck_assert(file && fwrite(whole->bytes, 1, whole->size, file) == whole->size && fputc('x', file) == 'x' && fclose(file) == 0);
    EndgameTables *t = endgame_tables_new();
    Text why = WHY_INIT;
    ck_assert(!endgame_tables_add_file(t, path, &why));
    text_free(&why);
    Position pos = read_position("3k1a3/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    EndgameResult r;
    endgame_cache_clear(cache);
    ck_assert(endgame_probe(t, cache, &pos, &r));
    endgame_cache_clear(cache);
    endgame_tables_free(t);
}
END_TEST

#ifndef _WIN32 /* where a file in use cannot be truncated */
/* If a file is truncated while in use, the missing part is no longer known, without a crash. */
START_TEST(truncated_while_in_use)
{
    char path[600];
    const EndgameTable *whole = table_of("KRKA");
    snprintf(path, sizeof path, "%s/cut", scratch_folder());
    FILE *file = fopen(path, "wb");
    ck_assert(file && fwrite(whole->bytes, 1, whole->size, file) == whole->size && fclose(file) == 0);
    EndgameTables *t = endgame_tables_new();
    Text why = WHY_INIT;
    ck_assert_msg(endgame_tables_add_file(t, path, &why), "%s", why.data);
    Position pos = read_position("3k1a3/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
    EndgameResult r;
    for (int cut = 0; cut < 3; cut++) {
        endgame_cache_clear(cache);
        REQUIRE(endgame_probe(t, cache, &pos, &r) == (cut == 0), "cut %d", cut);
        ck_assert_int_eq(truncate(path, cut == 0 ? (long)whole->data : 0), 0);
    }
    endgame_cache_clear(cache);
    endgame_tables_free(t);
}
END_TEST
#endif

START_TEST(other_formats)
{
    const EndgameTable *whole = table_of("KRK");
    uint8_t *bytes = malloc(whole->size);
    Text why = WHY_INIT, chinese = WHY_IN(LANGUAGE_CHINESE);
    memcpy(bytes, whole->bytes, whole->size);
    bytes[8] = 2;
    ck_assert(!endgame_tables_add(tables, bytes, whole->size, "file", &why));
    ck_assert_str_eq(why.data, "file: table of format 2, but this program reads format 3; `hanxin-tables generate` rebuilds it");
    ck_assert(!endgame_tables_add(tables, bytes, whole->size, "file", &chinese) && strstr(chinese.data, "格式为 2"));
    free(bytes);
}
END_TEST

START_TEST(small_enough)
{
    size_t size = 0;
    ck_assert_int_eq(endgame_tables_count(tables), 36);
    for (int i = 0; i < 36; i++)
        size += endgame_tables_get(tables, i)->size;
    ck_assert_uint_lt(size, 145000); /* every program includes the tables */
}
END_TEST

Suite *endgame_suite(void)
{
    Suite *s = suite_create("endgame");
    TCase *t = tcase_create("tables");
    tcase_add_checked_fixture(t, open_tables, close_tables);
    tcase_add_loop_test(t, whole_sets, 0, effort(COUNT(solved), SOLVED_EVERYWHERE));
    tcase_add_loop_test(t, draws_that_repetitions_may_decide, 0, effort(COUNT(marked), 0));
    tcase_add_loop_test(t, known_answers, 0, COUNT(known));
    tcase_add_loop_test(t, not_covered, 0, COUNT(uncovered));
    tcase_add_test(t, names_of_sets);
    tcase_add_test(t, order_of_sets);
    tcase_add_loop_test(t, numbers_of_positions, 0, 5);
    tcase_add_loop_test(t, blocks_hold_every_index_once, 0, 5);
    tcase_add_loop_test(t, packed_and_unpacked, 0, 11);
    tcase_add_test(t, damaged_tables);
    tcase_add_test(t, damage_after_a_table);
#ifndef _WIN32
    tcase_add_test(t, truncated_while_in_use);
#endif
    tcase_add_test(t, other_formats);
    tcase_add_test(t, small_enough);
    suite_add_tcase(s, t);
    return s;
}
