/* SPDX-License-Identifier: GPL-3.0-only */
/* Static exchange evaluation: exchanges worked out by hand, and the exact value compared with a slow exchange that makes every
 * capture on a board of the slow rules. */
#include "engine/board/see.h"

#include <ctype.h>
#include <string.h>

#include "tests/support/support.h"

static int value_of(char letter)
{
    static const char letters[] = "KABNRCP";
    return letter == '.' ? 0 : see_value[strchr(letters, toupper((unsigned char)letter)) - letters + 1];
}

/* Finds the first of the cheapest pieces of the side to move that may capture on the point. Returns false if there is none. */
static bool slow_cheapest(const SlowBoard *b, int file, int rank, SlowMove *best)
{
    bool found = false;
    for (int f = 0; f < 9; f++)
        for (int r = 0; r < 10; r++) {
            char piece = b->at[r][f];
            if (piece == '.' || (islower((unsigned char)piece) != 0) != b->black)
                continue;
            SlowMove m = {f, r, file, rank};
            bool facing = toupper((unsigned char)piece) == 'K' && toupper((unsigned char)b->at[rank][file]) == 'K';
            if (facing || !slow_moves_so(b, m))
                continue;
            if (!found || value_of(piece) < value_of(b->at[best->from_rank][best->from_file]))
                *best = m;
            found = true;
        }
    return found;
}

/* Returns the best gain of the side to move from capturing on the point or not. */
static int slow_exchange(const SlowBoard *b, int file, int rank)
{
    SlowMove m, back;
    if (!slow_cheapest(b, file, rank, &m))
        return 0;
    SlowBoard after = *b;
    bool king = toupper((unsigned char)b->at[m.from_rank][m.from_file]) == 'K';
    slow_make(&after, m);
    if (king && slow_cheapest(&after, file, rank, &back))
        return 0;
    int win = value_of(b->at[rank][file]) - slow_exchange(&after, file, rank);
    return win > 0 ? win : 0;
}

START_TEST(equals_the_slow_exchange)
{
    int positions = effort(2500, 400);
    Rng rng = {30 + (uint64_t)_i};
    Walk walk;
    walk_init(&walk, 30 + (uint64_t)_i);
    for (int i = 0; i < positions; i++) {
        Position pos;
        MoveList list;
        random_placement(&rng, &pos);
        if (_i % 2)
            pos = *walk_next(&walk);
        legal_moves(&pos, &list);
        for (int j = 0; j < list.count; j++) {
            Square from = move_from(list.moves[j]), to = move_to(list.moves[j]);
            SlowBoard b = slow_board(&pos);
            int value = value_of(b.at[square_rank(to)][square_file(to)]);
            slow_make(&b, (SlowMove){square_file(from), square_rank(from), square_file(to), square_rank(to)});
            value -= slow_exchange(&b, square_file(to), square_rank(to));
            REQUIRE(see_at_least(&pos, list.moves[j], value), "%s: %s wins %d", fen_of(&pos), iccs_of(list.moves[j]), value);
            REQUIRE(!see_at_least(&pos, list.moves[j], value + 1), "%s: %s wins no more than %d", fen_of(&pos), iccs_of(list.moves[j]),
                    value);
        }
    }
}
END_TEST

/* Pieces captured, as letters: + those the mover wins, - those it loses. */
static const struct {
    const char *name, *fen, *move, *won;
} see_cases[] = {
    {"a free pawn", "3k5/9/9/p8/9/9/9/9/9/R3K4 w", "a0a6", "+p"},
    {"a protected pawn for a rook", "r2k5/9/9/p8/9/9/9/9/9/R3K4 w", "a0a6", "+p-R"},
    {"a rook behind the rook takes back", "r2k5/9/9/p8/9/9/9/R8/9/R3K4 w", "a2a6", "+p-R+r"},
    {"an even exchange of rooks", "rc1k5/9/9/9/9/9/9/9/9/R3K4 w", "a0a9", "+r"},
    {"a horse with a blocked leg does not protect", "3k5/nC7/9/9/9/9/9/9/9/1R2K4 w", "b8b7", ""},
    {"a pawn protected by a horse", "3k5/9/1n7/9/2p6/9/9/9/9/2R1K4 w", "c0c5", "+p-R"},
    {"the horse's leg is blocked", "3k5/9/1n7/1c7/2p6/9/9/9/9/2R1K4 w", "c0c5", "+p"},
    {"a cannon behind a rook takes over it", "3k5/9/9/p8/9/9/9/R8/9/C3K4 w", "a2a6", "+p"},
    {"a cannon protects over a screen", "c2k5/9/n8/p8/9/9/9/R8/9/4K4 w", "a2a6", "+p-R"},
    {"a cannon without a screen protects nothing", "c2k5/9/9/p8/9/9/9/R8/9/4K4 w", "a2a6", "+p"},
    {"the capturing screen leaves the cannon bare", "3k5/9/9/2pr5/9/9/2R6/2C6/9/4K4 w", "c3c6", "+p-R"},
    {"a king protects its advisor", "4k4/4a4/9/9/9/9/9/9/4R4/5K3 w", "e1e8", "+a-R"},
    {"a king does not take what is protected", "4k4/4a4/9/9/9/9/9/4R4/4R4/5K3 w", "e2e8", "+a"},
    {"a quiet move onto a guarded point", "r2k5/9/9/9/9/9/9/9/8R/4K4 w", "i1a1", "-R"},
    {"an elephant takes back", "3k5/9/4b4/9/2p6/9/9/9/9/2R1K4 w", "c0c5", "+p-R"},
    {"an elephant with a blocked eye does not", "3k5/9/4b4/3n5/2p6/9/9/9/9/2R1K4 w", "c0c5", "+p"},
};

START_TEST(exchanges_by_hand)
{
    Position pos = read_position(see_cases[_i].fen);
    Move m = move_of(see_cases[_i].move);
    int value = 0;
    for (const char *c = see_cases[_i].won; *c; c += 2)
        value += (*c == '+' ? 1 : -1) * value_of(c[1]);
    ck_assert_msg(is_capture(&pos, m) || strchr(see_cases[_i].won, '+') == NULL, "%s: nothing to take", see_cases[_i].name);
    ck_assert_msg(see_at_least(&pos, m, value), "%s: wins %d at least", see_cases[_i].name, value);
    ck_assert_msg(!see_at_least(&pos, m, value + 1), "%s: wins %d at most", see_cases[_i].name, value);
}
END_TEST

START_TEST(values_are_ordered)
{
    ck_assert_int_eq(see_value[NO_KIND], 0);
    ck_assert_int_lt(see_value[PAWN], see_value[KNIGHT]);
    ck_assert_int_lt(see_value[KNIGHT], see_value[ROOK]);
    ck_assert_int_lt(see_value[CANNON], see_value[ROOK]);
    ck_assert_int_gt(see_value[KING], 2 * (see_value[ROOK] + see_value[CANNON] + see_value[KNIGHT]));
}
END_TEST

Suite *see_suite(void)
{
    Suite *s = suite_create("see");
    TCase *tc = tcase_create("see");
    tcase_add_test(tc, values_are_ordered);
    tcase_add_loop_test(tc, exchanges_by_hand, 0, COUNT(see_cases));
    tcase_add_loop_test(tc, equals_the_slow_exchange, 0, 4);
    suite_add_tcase(s, tc);
    return s;
}
