/* SPDX-License-Identifier: GPL-3.0-only */
/* Every entry of the generated tables, compared with a walk along the line or with the slow rules. */
#include <stdlib.h>
#include <string.h>

#include "engine/board/tables.h"
#include "tests/support/support.h"

/* Lines as text, position 0 first: C a cannon or R a rook, x pieces, * captured or reached points. */
static const struct {
    const char *name, *line, *reach;
} line_cases[] = {
    {"over exactly one screen", "C.x..x....", ".*...*...."},
    {"the second piece only, not the third", "Cx.x.x....", "...*......"},
    {"in both directions", "x.xC......", "*...******"},
    {"a screen with nothing behind it", "C....x....", ".****....."},
    {"a rook stops at the first piece", "..x.R..x.x", "..**.***.."},
    {"a rook between neighbours", "...xRx....", "...*.*...."},
};

static unsigned word_of(const char *line, const char *letters)
{
    unsigned word = 0;
    for (int i = 0; line[i]; i++)
        if (strchr(letters, line[i]))
            word |= 1u << i;
    return word;
}

START_TEST(lines_as_pictures)
{
    const char *line = line_cases[_i].line;
    bool cannon = strchr(line, 'C') != NULL;
    int at = (int)(strchr(line, cannon ? 'C' : 'R') - line);
    unsigned occupied = word_of(line, "xCR");
    unsigned reach = cannon ? line_cannon_file[at][occupied] : line_rook_file[at][occupied];
    REQUIRE(reach == word_of(line_cases[_i].reach, "*"), "%s: \"%s\" gives %03x", line_cases[_i].name, line, reach);
}
END_TEST

static unsigned walk_line(int length, int at, unsigned occupied, bool cannon)
{
    unsigned reach = 0;
    for (int step = -1; step <= 1; step += 2) {
        int seen = 0;
        for (int i = at + step; i >= 0 && i < length; i += step) {
            bool here = occupied >> i & 1;
            if (!here && seen == 0)
                reach |= 1u << i;
            if (here && ++seen == (cannon ? 2 : 1))
                reach |= 1u << i;
        }
    }
    return reach;
}

/* The table may count the slider's own point as occupied or not. Entries for positions beyond the line
 * must be empty sets. */
START_TEST(every_line_entry)
{
    for (int at = 0; at < 16; at++)
        for (unsigned occupied = 0; occupied < 1u << RANKS; occupied++) {
            bool on = at < RANKS;
            unsigned rook = on ? walk_line(RANKS, at, occupied, false) : 0, cannon = on ? walk_line(RANKS, at, occupied, true) : 0;
            REQUIRE(line_rook_file[at][occupied] == rook, "rook on rank %d, file word %03x", at, occupied);
            REQUIRE(line_cannon_file[at][occupied] == cannon, "cannon on rank %d, file word %03x", at, occupied);
        }
    for (int at = 0; at < 10; at++)
        for (unsigned occupied = 0; occupied < 1u << FILES; occupied++) {
            bool on = at < FILES;
            unsigned rook = on ? walk_line(FILES, at, occupied, false) : 0, cannon = on ? walk_line(FILES, at, occupied, true) : 0;
            REQUIRE(line_rook_rank[at][occupied] == rook, "rook on file %d, rank word %03x", at, occupied);
            REQUIRE(line_cannon_rank[at][occupied] == cannon, "cannon on file %d, rank word %03x", at, occupied);
        }
}
END_TEST

START_TEST(between_two_places)
{
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            unsigned between = 0;
            for (int i = a < b ? a + 1 : b + 1; i < (a < b ? b : a); i++)
                between |= 1u << i;
            REQUIRE(line_between[a][b] == between, "between %d and %d", a, b);
        }
}
END_TEST

/* Returns the points that the slow rules let this piece reach, on a board with the given points occupied. */
static Bitboard slow_reach(char letter, Square from, const Square *taken, int takens)
{
    SlowBoard b = {.black = letter >= 'a'};
    Bitboard reach = 0;
    memset(b.at, '.', sizeof b.at);
    for (int i = 0; i < takens; i++)
        b.at[square_rank(taken[i])][square_file(taken[i])] = letter >= 'a' ? 'P' : 'p';
    b.at[square_rank(from)][square_file(from)] = letter;
    for (int i = 0; i < SQUARES; i++) {
        Square to = index_square[i];
        SlowMove m = {square_file(from), square_rank(from), square_file(to), square_rank(to)};
        if (slow_moves_so(&b, m))
            reach |= (Bitboard)1 << i;
    }
    return reach;
}

START_TEST(single_steps)
{
    for (int side = RED; side <= BLACK; side++)
        for (int i = 0; i < SQUARES; i++) {
            Square s = index_square[i];
            static const struct {
                char letter;
                Kind kind;
            } steppers[] = {{'K', KING}, {'A', ADVISOR}, {'P', PAWN}};
            for (int k = 0; k < COUNT(steppers); k++) {
                char letter = (char)(steppers[k].letter + (side ? 'a' - 'A' : 0));
                if (!slow_may_stand(letter, square_file(s), square_rank(s)))
                    continue;
                Bitboard want = slow_reach(letter, s, NULL, 0);
                Bitboard have = steppers[k].kind == KING      ? king_targets[s]
                                : steppers[k].kind == ADVISOR ? advisor_targets[s]
                                                              : pawn_targets[side][s];
                REQUIRE(have == want, "%c on %c%d", letter, 'a' + square_file(s), square_rank(s));
            }
            for (int j = 0; j < SQUARES; j++) /* attackers are targets seen from the other end */
                REQUIRE(bb_has(pawn_attackers[side][s], index_square[j]) == bb_has(pawn_targets[side][index_square[j]], s),
                        "pawn of side %d between points %d and %d", side, i, j);
        }
}
END_TEST

/* All sixteen combinations of blocked legs and eyes, with the bits that tables.h assigns. */
START_TEST(leaps_by_what_blocks_them)
{
    static const int legs[4] = {SOUTH, WEST, NORTH, EAST};
    static const int eyes[4] = {SOUTH + WEST, NORTH + WEST, SOUTH + EAST, NORTH + EAST};
    for (int i = 0; i < SQUARES; i++)
        for (unsigned blocked = 0; blocked < 16; blocked++) {
            Square s = index_square[i], taken[4];
            int n = 0;
            bool real = true; /* no piece is beyond the edge */
            for (int k = 0; k < 4; k++)
                if (blocked >> k & 1) {
                    real = real && on_board(s + legs[k]);
                    taken[n++] = (Square)(s + legs[k]);
                }
            if (real)
                REQUIRE(knight_targets[s][blocked] == slow_reach('N', s, taken, n), "horse on square %02x, legs %x", s, blocked);

            Bitboard attackers = 0;
            for (Bitboard left = knight_zone[s]; left;) {
                Square a = bb_pop(&left);
                for (int k = 0; k < 4; k++)
                    if (knight_leg(a, s) == s + eyes[k] && !(blocked >> k & 1))
                        attackers |= square_bit(a);
            }
            REQUIRE(knight_attackers[s][blocked] == attackers, "horses that hit square %02x, eyes %x", s, blocked);

            for (int side = RED; side <= BLACK; side++) {
                char letter = side ? 'b' : 'B';
                if (!slow_may_stand(letter, square_file(s), square_rank(s)))
                    continue;
                real = true;
                n = 0;
                for (int k = 0; k < 4; k++)
                    if (blocked >> k & 1) {
                        real = real && on_board(s + eyes[k]);
                        taken[n++] = (Square)(s + eyes[k]);
                    }
                if (real)
                    REQUIRE(bishop_targets[s][blocked] == slow_reach(letter, s, taken, n), "%c on square %02x, eyes %x", letter, s,
                            blocked);
            }
        }
}
END_TEST

START_TEST(legs_of_leaps)
{
    for (int i = 0; i < SQUARES; i++)
        for (int j = 0; j < SQUARES; j++) {
            Square a = index_square[i], b = index_square[j];
            int df = square_file(b) - square_file(a), dr = square_rank(b) - square_rank(a);
            bool leap = abs(df) * abs(dr) == 2;
            REQUIRE(bb_has(knight_zone[a], b) == leap, "points %d and %d", i, j);
            if (leap)
                ck_assert_int_eq(knight_leg(a, b), square_make(square_file(a) + df / 2, square_rank(a) + dr / 2));
        }
}
END_TEST

START_TEST(sets_of_points)
{
    Bitboard all = 0;
    for (int i = 0; i < SQUARES; i++) {
        Square s = index_square[i];
        ck_assert(square_bit(s) == (Bitboard)1 << i);
        all |= square_bit(s);
        for (int j = 0; j < SQUARES; j++) {
            Square t = index_square[j];
            REQUIRE(bb_has(cross_squares[s], t) == (s != t && (same_file(s, t) || same_rank(s, t))), "points %d and %d", i, j);
        }
        for (int side = RED; side <= BLACK; side++)
            for (int kind = KING; kind <= PAWN; kind++) {
                char letter = piece_letter(piece_make((Side)side, (Kind)kind));
                REQUIRE(bb_has(kind_squares[side][kind], s) == slow_may_stand(letter, square_file(s), square_rank(s)), "%c on %c%d", letter,
                        'a' + square_file(s), square_rank(s));
            }
    }
    ck_assert(all == BB_ALL);

    for (unsigned word = 0; word < 1u << FILES; word++)
        for (int r = 0; r < RANKS; r++)
            for (int f = 0; f < FILES; f++)
                REQUIRE(bb_has(rank_bits[word] << r, square_make(f, r)) == (word >> f & 1), "rank word %03x at file %d", word, f);
}
END_TEST

START_TEST(no_square_has_no_entries)
{
    ck_assert(square_bit(SQ_NONE) == 0 && cross_squares[SQ_NONE] == 0 && knight_zone[SQ_NONE] == 0);
    ck_assert(king_targets[SQ_NONE] == 0 && advisor_targets[SQ_NONE] == 0);
    for (int side = RED; side <= BLACK; side++)
        ck_assert(pawn_targets[side][SQ_NONE] == 0 && pawn_attackers[side][SQ_NONE] == 0);
    for (int blocked = 0; blocked < 16; blocked++)
        ck_assert(knight_targets[SQ_NONE][blocked] == 0 && knight_attackers[SQ_NONE][blocked] == 0 &&
                  bishop_targets[SQ_NONE][blocked] == 0);
}
END_TEST

START_TEST(sets_count_and_pop)
{
    Rng rng = {3};
    for (int i = 0; i < 1000; i++) {
        Bitboard b = ((Bitboard)rng_next(&rng) << 64 | rng_next(&rng)) & BB_ALL;
        if (i % 3 == 0)
            b &= (Bitboard)rng_next(&rng) << 64 | rng_next(&rng);
        int count = 0, last = -1;
        ck_assert_int_eq(bb_many(b), bb_count(b) > 1);
        for (Bitboard rest = b; rest; count++) {
            int first = bb_first(rest);
            ck_assert_int_gt(first, last);
            last = first;
            Square s = bb_pop(&rest);
            ck_assert_int_eq(square_index(s), first);
            ck_assert(bb_has(b, s) && !bb_has(rest, s));
        }
        ck_assert_int_eq(count, bb_count(b));
    }
}
END_TEST

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

START_TEST(zobrist_numbers_differ)
{
    static uint64_t keys[PIECES * SQUARES + 1];
    int n = 0;
    keys[n++] = zobrist_black;
    for (int p = 0; p < PIECES; p++)
        for (int i = 0; i < SQUARES; i++) {
            uint64_t key = zobrist_piece[p][index_square[i]];
            if (piece_kind((Piece)p) == NO_KIND)
                ck_assert(key == 0);
            else
                keys[n++] = key;
        }
    qsort(keys, (size_t)n, sizeof *keys, compare_keys);
    ck_assert(keys[0] != 0);
    for (int i = 1; i < n; i++)
        ck_assert(keys[i] != keys[i - 1]);
}
END_TEST

Suite *tables_suite(void)
{
    Suite *s = suite_create("tables");
    TCase *tc = tcase_create("tables");
    tcase_add_loop_test(tc, lines_as_pictures, 0, COUNT(line_cases));
    tcase_add_test(tc, every_line_entry);
    tcase_add_test(tc, between_two_places);
    tcase_add_test(tc, single_steps);
    tcase_add_test(tc, leaps_by_what_blocks_them);
    tcase_add_test(tc, legs_of_leaps);
    tcase_add_test(tc, sets_of_points);
    tcase_add_test(tc, no_square_has_no_entries);
    tcase_add_test(tc, sets_count_and_pop);
    tcase_add_test(tc, zobrist_numbers_differ);
    suite_add_tcase(s, tc);
    return s;
}
