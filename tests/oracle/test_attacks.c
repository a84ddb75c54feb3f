/* SPDX-License-Identifier: GPL-3.0-only */
/* Attackers of points, checks, and safe points for kings, compared with the slow rules. */
#include "engine/board/attacks.h"

#include "engine/board/makemove.h"
#include "tests/support/support.h"

/* Returns the pieces of a side that could capture on s. An enemy piece is placed there first if needed. */
static Bitboard slow_attackers(const Position *pos, Square s, Side side, bool facing_counts)
{
    SlowBoard b = slow_board(pos);
    Bitboard found = 0;
    char *there = &b.at[square_rank(s)][square_file(s)];
    char enemy_king = side == RED ? 'k' : 'K';
    if (!facing_counts || *there != enemy_king)
        *there = side == RED ? 'n' : 'N';
    for (int i = 0; i < SQUARES; i++) {
        Square a = index_square[i];
        Piece p = piece_at(pos, a);
        SlowMove m = {square_file(a), square_rank(a), square_file(s), square_rank(s)};
        if (a != s && p != NO_PIECE && piece_side(p) == side && slow_moves_so(&b, m))
            found |= square_bit(a);
    }
    return found;
}

static void check_attacks(const Position *pos)
{
    for (int side = RED; side <= BLACK; side++) {
        for (int i = 0; i < SQUARES; i++) {
            Square s = index_square[i];
            REQUIRE(attackers_of(pos, s, (Side)side) == slow_attackers(pos, s, (Side)side, false), "%s: attackers of %c%d by side %d",
                    fen_of(pos), 'a' + square_file(s), square_rank(s), side);
        }
        SlowBoard b = slow_board(pos);
        REQUIRE(in_check(pos, (Side)side) == slow_king_attacked(&b, side == BLACK), "%s: in_check of side %d", fen_of(pos), side);
    }

    Side us = side_to_move(pos);
    Square k = king_square(pos, us);
    REQUIRE(checkers_of(pos) == slow_attackers(pos, k, opponent(us), true), "%s: checkers", fen_of(pos));

    for (Bitboard targets = king_targets[k] & ~pos->sides[us]; targets;) {
        Square to = bb_pop(&targets);
        SlowBoard after = slow_board(pos);
        slow_make(&after, (SlowMove){square_file(k), square_rank(k), square_file(to), square_rank(to)});
        REQUIRE(king_attacked_on(pos, us, k, to) == slow_king_attacked(&after, us == BLACK), "%s: king to %c%d", fen_of(pos),
                'a' + square_file(to), square_rank(to));
    }

    MoveList list;
    legal_moves(pos, &list);
    CheckSquares squares;
    check_squares(pos, us, &squares);
    for (int i = 0; i < list.count; i++) {
        Position after = *pos;
        Undo undo;
        position_make(&after, list.moves[i], &undo);
        SlowBoard b = slow_board(&after);
        bool check = slow_king_attacked(&b, us == RED);
        REQUIRE(gives_check(pos, list.moves[i]) == check, "%s: %s gives check", fen_of(pos), iccs_of(list.moves[i]));
        REQUIRE(gives_check_given(&squares, pos, list.moves[i]) == check, "%s: %s gives check, by squares", fen_of(pos),
                iccs_of(list.moves[i]));
    }
}

START_TEST(attacks_equal_the_slow_rules)
{
    int positions = effort(3000, 250);
    Rng rng = {20 + (uint64_t)_i};
    Walk walk;
    walk_init(&walk, 20 + (uint64_t)_i);
    for (int i = 0; i < positions; i++) {
        Position pos;
        random_placement(&rng, &pos);
        check_attacks(&pos);
        check_attacks(walk_next(&walk));
    }
}
END_TEST

/* The ways in which a move can give check, each with a name, so that a failure says which one is wrong. */
static const struct {
    const char *name, *fen, *move;
    bool check;
} check_cases[] = {
    {"rook along the rank", "3k5/9/R8/9/9/9/9/9/9/4K4 w", "a7a9", true},
    {"rook, but a piece between", "1n1k5/9/R8/9/9/9/9/9/9/4K4 w", "a7a9", false},
    {"cannon without a screen", "3k5/9/C8/9/9/9/9/9/9/4K4 w", "a7a9", false},
    {"cannon over a screen", "1n1k5/9/C8/9/9/9/9/9/9/4K4 w", "a7a9", true},
    {"cannon over two", "1nbk5/9/C8/9/9/9/9/9/9/4K4 w", "a7a9", false},
    {"cannon takes its screen's neighbour", "nn1k5/9/P8/9/9/C8/9/9/9/4K4 w", "a4a9", true},
    {"horse", "3k5/9/9/2N6/9/9/9/9/9/4K4 w", "c6b8", true},
    {"horse with a blocked leg", "3k5/2n6/9/2N6/9/9/9/9/9/4K4 w", "c6b8", false},
    {"horse frees its own leg for another", "3k5/1NN6/9/9/9/9/9/9/9/4K4 w", "c8d6", true},
    {"pawn ahead", "3k5/9/3P5/9/9/9/9/9/9/4K4 w", "d7d8", true},
    {"pawn beside the king", "1P1k5/9/9/9/9/9/9/9/9/4K4 w", "b9c9", true},
    {"uncovers a rook", "3k5/9/9/3N5/9/9/9/3R5/9/4K4 w", "d6b5", true},
    {"uncovers a rook along the line: no", "3k5/9/9/3C5/9/9/9/3R5/9/4K4 w", "d6d7", false},
    {"becomes the screen of a cannon", "3k5/9/9/R8/9/9/9/3C5/9/4K4 w", "a6d6", true},
    {"leaves two screens to be one", "3k5/9/9/3N5/3P5/9/9/3C5/9/4K4 w", "d6b5", true},
    {"a captured screen stays one of two", "3k5/9/9/3n5/1N7/3n5/9/3C5/9/4K4 w", "b5d6", false},
    {"the king leaves two screens to be one", "3k5/9/9/9/3n5/9/9/9/3K5/3C5 w", "d1e1", true},
    {"advisor as screen", "3k5/9/9/9/9/9/9/9/4A4/3CK4 w", "e1d2", true},
};

START_TEST(moves_that_give_check)
{
    Position pos = read_position(check_cases[_i].fen), flipped, mirrored;
    Move m = move_of(check_cases[_i].move);
    position_flip(&pos, &flipped);
    position_mirror(&pos, &mirrored);
    REQUIRE(gives_check(&pos, m) == check_cases[_i].check, "%s", check_cases[_i].name);
    REQUIRE(gives_check(&flipped, move_flip(m)) == check_cases[_i].check, "%s, colours swapped", check_cases[_i].name);
    REQUIRE(gives_check(&mirrored, move_mirror(m)) == check_cases[_i].check, "%s, mirrored", check_cases[_i].name);
}
END_TEST

Suite *attacks_suite(void)
{
    Suite *s = suite_create("attacks");
    TCase *tc = tcase_create("attacks");
    tcase_add_loop_test(tc, moves_that_give_check, 0, COUNT(check_cases));
    tcase_add_loop_test(tc, attacks_equal_the_slow_rules, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
