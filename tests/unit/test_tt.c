/* SPDX-License-Identifier: GPL-3.0-only */
/* The transposition table. */
#include "search/tt.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "search/params.h"
#include "tests/support/support.h"

static Tt new_tt(int mib)
{
    Tt tt = {0};
    ck_assert(tt_resize(&tt, mib));
    return tt;
}

START_TEST(what_is_stored_is_found)
{
    static const TtEntry cases[] = {
        {0x1234, 0, 0, BOUND_EXACT},          {MOVE_NONE, -1, TT_DEPTH_MAX, BOUND_LOWER}, {MOVE_NULL, 0, 1, BOUND_LOWER},
        {0x8988, SCORE_MATE, 7, BOUND_UPPER}, {0x0001, -SCORE_MATE, 100, BOUND_EXACT},    {0x0102, SCORE_RULE - 3, 1, BOUND_NONE},
    };
    Tt tt = new_tt(1);
    TtEntry read;
    for (int i = 0; i < COUNT(cases); i++) {
        uint64_t key = 0x9E3779B97F4A7C15u * (uint64_t)(i + 1);
        ck_assert(!tt_probe(&tt, key, &read));
        tt_store(&tt, key, &cases[i]);
        ck_assert(tt_probe(&tt, key, &read));
        ck_assert_msg(read.move == cases[i].move && read.score == cases[i].score && read.depth == cases[i].depth &&
                          read.bound == cases[i].bound,
                      "case %d came back changed", i);
    }
    tt_clear(&tt);
    ck_assert(!tt_probe(&tt, 0x9E3779B97F4A7C15u, &read));
    tt_free(&tt);
}
END_TEST

/* When a fresh result replaces one of the same position, of this search or an earlier one. */
START_TEST(much_deeper_results_stay)
{
    enum { DEEP = 20, FAR = DEEP - tt_keep_plies - 1, NEAR = FAR + 1 };
    static const TtEntry deep = {0x0304, 20, DEEP, BOUND_LOWER}, mate = {0x0304, SCORE_MATE - 30, DEEP, BOUND_LOWER},
                         bare = {0x0304, 0, DEEP, BOUND_NONE};
    static const struct {
        const TtEntry *old;
        TtEntry fresh;
        bool replaces;
    } cases[] = {
        {&deep, {0x0102, 10, FAR, BOUND_UPPER}, false},
        {&deep, {0x0102, 10, FAR, BOUND_LOWER}, false},
        {&deep, {0x0102, 10, NEAR, BOUND_UPPER}, true},
        {&deep, {0x0102, 10, 1, BOUND_EXACT}, true},
        {&deep, {MOVE_NONE, 10, 1, BOUND_EXACT}, true},
        {&deep, {0x0102, winning_score + 1, 1, BOUND_LOWER}, true},
        {&deep, {0x0102, -winning_score - 1, 1, BOUND_UPPER}, true},
        {&deep, {0x0102, winning_score, 1, BOUND_LOWER}, false},
        {&deep, {0x0102, SCORE_RULE - 3, 1, BOUND_NONE}, false},
        {&mate, {0x0102, winning_score + 1, 1, BOUND_LOWER}, false},
        {&mate, {0x0102, SCORE_MATE - 20, 1, BOUND_LOWER}, true},
        {&bare, {0x0102, 10, 1, BOUND_UPPER}, true},
    };
    Tt tt = new_tt(1);
    TtEntry read;
    for (int i = 0; i < COUNT(cases); i++)
        for (int later = 0; later < 2; later++) {
            const TtEntry *old = cases[i].old, *fresh = &cases[i].fresh;
            tt_clear(&tt);
            tt_store(&tt, 7, old);
            if (later) /* a result of an earlier search is always replaced */
                tt_new_search(&tt);
            tt_store(&tt, 7, fresh);
            ck_assert(tt_probe(&tt, 7, &read));
            const bool replaced = cases[i].replaces || later;
            const TtEntry *kept = replaced ? fresh : old;
            const Move move = kept->move == MOVE_NONE ? old->move : kept->move; /* an entry without a move takes over the old one */
            ck_assert_msg(read.depth == kept->depth && read.score == kept->score && read.bound == kept->bound && read.move == move,
                          "case %d, later %d", i, later);
        }
    tt_free(&tt);
}
END_TEST

/* 4096 bytes of memory. */
static int present_pages(const Tt *tt)
{
    const size_t pages = tt->bytes / 4096;
    unsigned char *there = malloc(pages);
    int count = 0;
    ck_assert(there && mincore(tt->slots, tt->bytes, there) == 0);
    for (size_t i = 0; i < pages; i++)
        count += there[i] & 1;
    free(there);
    return count;
}

/* A table of several parts, one per thread. */
START_TEST(ready_keeps_and_clear_empties_it)
{
    enum { KEYS = 10 }; /* few entries, since each touches a page that may have 2 MB */
    Tt tt = new_tt(200);
    TtEntry read;
    for (int round = 0; round < 2; round++) {
        for (uint64_t i = 0; i < KEYS; i++)
            tt_store(&tt, i * (UINT64_MAX / KEYS), &(TtEntry){0x1111, 5, 3, BOUND_EXACT});
        if (round == 0)
            ck_assert_int_lt(present_pages(&tt), (int)(tt.bytes / 4096) / 2);
        tt_ready(&tt);
        ck_assert_int_eq(present_pages(&tt), (int)(tt.bytes / 4096));
        for (uint64_t i = 0; i < KEYS; i++)
            ck_assert(tt_probe(&tt, i * (UINT64_MAX / KEYS), &read));
        tt_clear(&tt);
        for (uint64_t i = 0; i < KEYS; i++)
            ck_assert(!tt_probe(&tt, i * (UINT64_MAX / KEYS), &read));
    }
    tt_free(&tt);
}
END_TEST

/* Five keys of one bucket: the shallowest is replaced, and entries of an old search before it. */
START_TEST(the_least_valuable_slot_is_replaced)
{
    Tt tt = new_tt(1);
    TtEntry read;
    uint64_t keys[5];
    for (int i = 0; i < 5; i++) { /* low bits do not choose the bucket */
        keys[i] = 0x123456789ABC0000u + (uint64_t)i;
        ck_assert(tt_bucket(&tt, keys[i]) == tt_bucket(&tt, keys[0]));
    }
    static const int depths[][4] = {{70, 35, TT_DEPTH_MAX, 64}, {9, 3, 12, 7}};
    for (int round = 0; round < COUNT(depths); round++) {
        tt_clear(&tt);
        for (int i = 0; i < 4; i++)
            tt_store(&tt, keys[i], &(TtEntry){0x1111, 5, depths[round][i], BOUND_EXACT});
        tt_store(&tt, keys[4], &(TtEntry){0x1111, 5, 1, BOUND_EXACT});
        ck_assert_msg(!tt_probe(&tt, keys[1], &read), "the shallowest entry was not replaced");
        ck_assert(tt_probe(&tt, keys[0], &read) && tt_probe(&tt, keys[2], &read) && tt_probe(&tt, keys[3], &read));
    }

    tt_new_search(&tt);
    tt_new_search(&tt);
    tt_store(&tt, keys[4], &(TtEntry){0x1111, 5, 2, BOUND_EXACT}); /* marked as young again */
    tt_store(&tt, keys[1], &(TtEntry){0x1111, 5, 2, BOUND_EXACT});
    ck_assert_msg(tt_probe(&tt, keys[4], &read), "a young entry was replaced before old ones");
    ck_assert_msg(!tt_probe(&tt, keys[3], &read), "the shallowest old entry was not replaced");
    tt_free(&tt);
}
END_TEST

/* A slot's 64 bits hold any move, score, depth and bound; larger depths are stored as the largest. */
START_TEST(entries_fit_their_eight_bytes)
{
    TtEntry read;
    for (Square from = 0; from < BOARD_SIZE; from++)
        for (Square to = 0; to < BOARD_SIZE; to++) {
            if (!on_board(from) || !on_board(to))
                continue;
            const int n = from + to;
            const TtEntry entry = {move_make(from, to), n % 2 ? -SCORE_MATE + n : SCORE_MATE - n, n % (TT_DEPTH_MAX + 1),
                                   (Bound)(n / 4 % 4)};
            tt_unpack(tt_pack(&entry), &read);
            ck_assert(read.move == entry.move && read.score == entry.score && read.depth == entry.depth && read.bound == entry.bound);
        }
    tt_unpack(tt_pack(&(TtEntry){MOVE_NONE, 0, TT_DEPTH_MAX + 1, BOUND_NONE}), &read);
    ck_assert(read.move == MOVE_NONE && read.depth == TT_DEPTH_MAX && read.bound == BOUND_NONE);
}
END_TEST

/* Keys of one bucket that differ in one bit of the check; a check of 0 finds nothing in an empty slot. */
START_TEST(other_positions_are_not_found)
{
    enum { CHECK_BITS = 20 };
    const uint64_t key = 0xABCDEF0123456789u;
    Tt tt = new_tt(1);
    TtEntry read;
    tt_store(&tt, key, &(TtEntry){0x2222, 50, 9, BOUND_EXACT});
    for (int bit = 0; bit < CHECK_BITS; bit++) {
        ck_assert(tt_bucket(&tt, key) == tt_bucket(&tt, key ^ (uint64_t)1 << bit));
        ck_assert(!tt_probe(&tt, key ^ (uint64_t)1 << bit, &read));
    }
    ck_assert(!tt_probe(&tt, key >> CHECK_BITS << CHECK_BITS, &read));
    tt_store(&tt, key >> CHECK_BITS << CHECK_BITS, &(TtEntry){0x2223, 60, 9, BOUND_EXACT});
    ck_assert(tt_probe(&tt, key >> CHECK_BITS << CHECK_BITS, &read) && read.move == 0x2223);
    ck_assert(tt_probe(&tt, key, &read) && read.move == 0x2222);
    tt_free(&tt);
}
END_TEST

/* Goes through all generations and starts again: no generation overflows into the check or the
 * depth. */
START_TEST(generations_wrap_around)
{
    static const uint64_t keys[] = {0x1234567890000000u, 0x12345678900FFFFFu};
    Tt tt = new_tt(1);
    TtEntry read;
    for (int i = 0; i < 2 * TT_GENERATIONS; i++, tt_new_search(&tt)) {
        ck_assert_uint_lt(tt.generation, TT_GENERATIONS);
        for (int k = 0; k < COUNT(keys); k++) {
            const TtEntry entry = {0x2222, k ? -50 : 50, TT_DEPTH_MAX - i, BOUND_EXACT};
            tt_store(&tt, keys[k], &entry);
            ck_assert(tt_probe(&tt, keys[k], &read) && read.score == entry.score && read.depth == entry.depth && read.bound == BOUND_EXACT);
        }
        int used = 0;
        for (int slot = 0; slot < TT_BUCKET; slot++)
            used += tt.slots[tt_bucket(&tt, keys[0]) + (size_t)slot] != 0;
        ck_assert_int_eq(used, COUNT(keys)); /* each has found its own older entry */
    }
    tt_free(&tt);
}
END_TEST

START_TEST(decisive_scores_count_from_the_stored_position)
{
    /* mate 9 plies from the root, seen at ply 4: 5 plies from there; seen again at ply 2: 7 from the root */
    ck_assert_int_eq(tt_score_in(tt_score_out(mate_in(9), 4), 2), mate_in(7));
    ck_assert_int_eq(tt_score_in(tt_score_out(mated_in(9), 4), 2), mated_in(7));
    ck_assert_int_eq(tt_score_in(tt_score_out(123, 4), 2), 123);
    /* a mate combined from several searches may be longer than the longest line */
    const Score far = tt_score_in(tt_score_out(mate_in(MAX_PLY - 1), 0), MAX_PLY - 1);
    ck_assert(is_mate(far) && mate_moves(far) == MAX_PLY - 1 && is_mate(tt_score_in(-far, MAX_PLY - 1)));
}
END_TEST

START_TEST(resizing_keeps_the_old_table_when_it_fails)
{
    Tt tt = new_tt(2);
    TtEntry read;
    tt_store(&tt, 77, &(TtEntry){0x2222, 50, 9, BOUND_EXACT});
    ck_assert(!tt_resize(&tt, 0x7FFFFFFF));
    ck_assert(tt_probe(&tt, 77, &read));
    ck_assert(tt_resize(&tt, 3));
    ck_assert(!tt_probe(&tt, 77, &read));
    tt_free(&tt);
}
END_TEST

/* As two processes would do. */
START_TEST(a_table_can_be_lent)
{
    Tt lender = new_tt(1), borrower = new_tt(2);
    TtEntry read;
    tt_lend(&lender);
    const SharedMemory memory = lender.memory;
#ifdef __linux__
    ck_assert_uint_ne(memory.bytes, 0);
#endif
    if (memory.bytes == 0)
        return; /* the system does not share memory */
    tt_store(&lender, 77, &(TtEntry){0x2222, 50, 9, BOUND_EXACT});
    ck_assert(tt_borrow(&borrower, &memory) && borrower.bytes == lender.bytes);
    ck_assert(tt_probe(&borrower, 77, &read) && read.score == 50);
    tt_store(&borrower, 78, &(TtEntry){0x2222, 60, 9, BOUND_EXACT});
    ck_assert(tt_probe(&lender, 78, &read) && read.score == 60);

    tt_new_search(&borrower);
    tt_store(&borrower, 78, &(TtEntry){0x2222, 60, 9, BOUND_EXACT});
    tt_store(&borrower, 79, &(TtEntry){0x2222, 70, 9, BOUND_EXACT});
    ck_assert_int_eq(tt_fill(&borrower), 2);
    tt_clear(&borrower); /* a descriptor that is not the lender's */
    ck_assert(tt_probe(&lender, 77, &read));
    ck_assert_int_eq(tt_fill(&borrower), 2); /* its entries are as old as before */
    tt_clear(&lender);
    ck_assert(!tt_probe(&borrower, 77, &read));

    /* if the lender no longer exists, the old table is kept; the lender's descriptor may belong to
     * another process by now */
    ck_assert(tt_resize(&lender, 2) && lender.memory.bytes == lender.bytes);
    Tt late = new_tt(1);
    ck_assert(!tt_borrow(&late, &memory) && !late.borrowed && late.bytes == 1 << 20);
    ck_assert(tt_resize(&borrower, 1) && borrower.borrowed); /* it has that size already */
    tt_store(&borrower, 79, &(TtEntry){0x2222, 70, 9, BOUND_EXACT});
    ck_assert(tt_own(&borrower) && !borrower.borrowed && !tt_probe(&borrower, 79, &read));
    tt_free(&late);
    tt_free(&borrower);
    tt_free(&lender);
}
END_TEST

START_TEST(fill_counts_this_searchs_slots)
{
    Tt tt = new_tt(1);
    Rng rng = {3};
    ck_assert_int_eq(tt_fill(&tt), 0);
    for (int i = 0; i < 1000000; i++)
        tt_store(&tt, rng_next(&rng), &(TtEntry){0x2222, 50, 9, BOUND_EXACT});
    ck_assert_int_eq(tt_fill(&tt), 1000);
    tt_new_search(&tt);
    ck_assert_int_eq(tt_fill(&tt), 0);
    tt_free(&tt);
}
END_TEST

Suite *tt_suite(void)
{
    Suite *s = suite_create("tt");
    TCase *tc = tcase_create("table");
    tcase_add_test(tc, what_is_stored_is_found);
    tcase_add_test(tc, much_deeper_results_stay);
    tcase_add_test(tc, ready_keeps_and_clear_empties_it);
    tcase_add_test(tc, the_least_valuable_slot_is_replaced);
    tcase_add_test(tc, entries_fit_their_eight_bytes);
    tcase_add_test(tc, other_positions_are_not_found);
    tcase_add_test(tc, generations_wrap_around);
    tcase_add_test(tc, decisive_scores_count_from_the_stored_position);
    tcase_add_test(tc, resizing_keeps_the_old_table_when_it_fails);
    tcase_add_test(tc, a_table_can_be_lent);
    tcase_add_test(tc, fill_counts_this_searchs_slots);
    suite_add_tcase(s, tc);
    return s;
}
