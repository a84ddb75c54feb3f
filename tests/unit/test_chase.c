/* SPDX-License-Identifier: GPL-3.0-only */
/* Pairs of attacker and victim by the manual's definitions; one idea per row. */
#include <string.h>

#include "engine/rules/chase.h"
#include "engine/notation/notation.h"
#include "tests/support/support.h"

static const struct {
    const char *why, *fen, *attacker, *victim;
    PairState want;
} pair_cases[] = {
    {"rook attacks a bare horse", "3k5/9/9/2n6/9/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_THREAT},
    {"does not aim: a piece between", "3k5/9/9/2n6/2p6/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_NONE},
    {"protected by a rook", "3k5/9/9/2n4r1/9/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_PROTECTED},
    {"the cannon next to the victim protects nothing", "3k5/9/9/2nc5/9/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_THREAT},
    {"a rook behind the attacker protects", "3k5/9/9/2n6/2R6/9/9/9/2r6/4K4 w", "c5", "c6", PAIR_PROTECTED},
    {"horse against rook: protection does not help", "3k5/9/9/2r4r1/9/3N5/9/9/9/4K4 w", "d4", "c6", PAIR_THREAT},
    {"cannon against rook: protection does not help", "3k5/9/9/2r4r1/9/2p6/9/9/2C6/4K4 w", "c1", "c6", PAIR_THREAT},
    {"rook against rook: both may take", "3k5/9/9/2r6/9/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_EXCHANGE},
    {"rook against a protected rook is no threat", "3k5/9/9/2r4r1/9/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_PROTECTED},
    {"rook against a pinned rook", "3k5/9/9/3r4R/9/9/9/9/3R5/4K4 w", "i6", "d6", PAIR_THREAT},
    {"horses that attack each other", "3k5/9/9/9/4n4/9/3N5/9/9/5K3 w", "d3", "e5", PAIR_EXCHANGE},
    {"the other horse's leg is blocked", "3k5/9/9/9/4n4/4p4/3N5/9/9/5K3 w", "d3", "e5", PAIR_THREAT},
    {"a pawn across the river is a victim", "3k5/9/9/9/9/2p6/9/9/2R6/4K4 w", "c1", "c4", PAIR_THREAT},
    {"a pawn before the river is not", "3k5/9/9/2p6/9/9/9/9/2R6/4K4 w", "c1", "c6", PAIR_OF_PAWN},
    {"a pawn does not chase", "3k5/9/2n6/2P6/9/9/9/9/9/4K4 w", "c6", "c7", PAIR_BY_KING},
    {"a king does not chase", "3k5/9/9/9/9/9/9/9/4n4/4K4 w", "e0", "e1", PAIR_BY_KING},
    {"elephant against a protected rook", "3k5/9/9/9/9/6r1r/9/4B4/9/4K4 w", "e2", "g4", PAIR_THREAT},
    {"the pinned attacker threatens nothing else", "4k4/4r4/9/4R2n1/9/9/9/9/9/4K4 w", "e6", "h6", PAIR_ILLEGAL},
    {"but its pinner it does", "4k4/4r4/9/4R2n1/9/9/9/9/9/4K4 w", "e6", "e8", PAIR_EXCHANGE},
    {"facing kings pin as well", "4k4/9/9/4N4/9/5n3/9/9/9/4K4 w", "e6", "f4", PAIR_ILLEGAL},
    {"a pinned root is false", "4k4/9/9/2n1r4/9/9/9/9/2R1R4/3K5 w", "c1", "c6", PAIR_THREAT},
    {"the king is a root", "3k5/3n5/9/9/9/9/9/9/3R5/4K4 w", "d1", "d8", PAIR_PROTECTED},
    {"not when another piece covers the point", "3k5/3n4R/9/9/9/9/9/9/3R5/4K4 w", "d1", "d8", PAIR_THREAT},
    {"not when it would face the other king", "9/4k4/3n5/9/9/9/9/9/3R5/3K5 w", "d1", "d7", PAIR_THREAT},
    {"whose turn it is does not matter", "3k5/9/9/2n6/9/9/9/9/2R6/4K4 b", "c1", "c6", PAIR_THREAT},
    {"a check on the own king is left aside", "3k5/9/9/2n6/9/9/9/4r4/2R6/4K4 w", "c1", "c6", PAIR_THREAT},
};

START_TEST(states_of_pairs)
{
    Position pos = read_position(pair_cases[_i].fen), kept = pos;
    ChaseBoard board;
    Square a, v;
    ck_assert(square_from_text(pair_cases[_i].attacker, &a) && square_from_text(pair_cases[_i].victim, &v));
    chase_board_set(&board, &pos);
    Pair pair = chase_pair(&board, pos.board[a], pos.board[v], FIND_ALL_ROOTS);
    ck_assert_msg(pair.state == pair_cases[_i].want, "%s: %s takes %s in %s: got %d, want %d", pair_cases[_i].why, pair_cases[_i].attacker,
                  pair_cases[_i].victim, pair_cases[_i].fen, (int)pair.state, (int)pair_cases[_i].want);
    ck_assert_msg(memcmp(&board.pos, &kept, sizeof kept) == 0, "%s: the position was not restored", pair_cases[_i].why);
}
END_TEST

START_TEST(piece_numbers_are_a_bijection)
{
    for (int side = 0; side < 2; side++)
        for (int n = 0; n < SIDE_PIECES; n++) {
            PieceId id = piece_numbered((Side)side, n);
            ck_assert_int_eq(piece_number(id), n);
            ck_assert_int_eq(id_side(id), side);
        }
}
END_TEST

START_TEST(roots_are_named)
{
    Position pos = read_position("3k5/9/9/2n4r1/9/9/9/9/2R6/4K4 w");
    ChaseBoard board;
    chase_board_set(&board, &pos);
    Square rook = square_make(2, 1), horse = square_make(2, 6), root = square_make(7, 6);
    Pair pair = chase_pair(&board, pos.board[rook], pos.board[horse], FIND_ALL_ROOTS);
    ck_assert_int_eq(pair.roots, 1 << piece_number(pos.board[root]));
}
END_TEST

Suite *chase_suite(void)
{
    Suite *s = suite_create("chase");
    TCase *tc = tcase_create("chase");
    tcase_add_loop_test(tc, states_of_pairs, 0, COUNT(pair_cases));
    tcase_add_test(tc, piece_numbers_are_a_bijection);
    tcase_add_test(tc, roots_are_named);
    suite_add_tcase(s, tc);
    return s;
}
