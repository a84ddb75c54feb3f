/* SPDX-License-Identifier: GPL-3.0-only */
/* The geometry of the 0x90 board, and the sixteen bits of a move. */
#include "engine/board/move.h"
#include "engine/board/tables.h"
#include "tests/support/support.h"

START_TEST(ninety_points_are_on_the_board)
{
    int count = 0;
    for (int s = -64; s < 512; s++)
        count += on_board(s);
    ck_assert_int_eq(count, SQUARES);
    for (int f = 0; f < FILES; f++)
        for (int r = 0; r < RANKS; r++) {
            Square s = square_make(f, r);
            ck_assert(on_board(s));
            ck_assert_int_eq(square_file(s), f);
            ck_assert_int_eq(square_rank(s), r);
        }
    ck_assert(!on_board(SQ_NONE));
    ck_assert_int_lt(SQ_NONE, SQUARE_SPAN);
}
END_TEST

/* on_board() must reject a step off any edge, of every length that a piece can move. */
START_TEST(steps_off_the_edge_are_seen)
{
    for (int f = 0; f < FILES; f++)
        for (int r = 0; r < RANKS; r++)
            for (int df = -2; df <= 2; df++)
                for (int dr = -2; dr <= 2; dr++) {
                    bool inside = f + df >= 0 && f + df < FILES && r + dr >= 0 && r + dr < RANKS;
                    int to = square_make(f, r) + df * EAST + dr * NORTH;
                    REQUIRE(on_board(to) == inside, "%c%d %+d files %+d ranks", 'a' + f, r, df, dr);
                }
    ck_assert_int_eq(NORTH, -SOUTH);
    ck_assert_int_eq(EAST, -WEST);
}
END_TEST

START_TEST(indices_number_the_points_file_by_file)
{
    int next = 0;
    for (int f = 0; f < FILES; f++)
        for (int r = 0; r < RANKS; r++, next++) {
            ck_assert_int_eq(square_index(square_make(f, r)), next);
            ck_assert_int_eq(index_square[next], square_make(f, r));
        }
}
END_TEST

START_TEST(digits_name_squares)
{
    char digits[3] = "";
    for (int s = 0; s < SQUARES; s++) {
        digits[0] = (char)('0' + square_file(index_square[s]));
        digits[1] = (char)('9' - square_rank(index_square[s]));
        ck_assert_int_eq(square_from_digits(digits), index_square[s]);
    }
    static const char *const wrong[] = {"", "0", "99", "90", "0x", "x0", "-1", "0:"};
    for (int i = 0; i < COUNT(wrong); i++)
        ck_assert_msg(square_from_digits(wrong[i]) == SQ_NONE, "%s", wrong[i]);
}
END_TEST

START_TEST(mirror_and_flip)
{
    for (int i = 0; i < SQUARES; i++) {
        Square s = index_square[i], m = square_mirror(s), f = square_flip(s);
        ck_assert(on_board(m) && on_board(f));
        ck_assert_int_eq(square_mirror(m), s);
        ck_assert_int_eq(square_flip(f), s);
        ck_assert_int_eq(square_mirror(f), square_flip(m));
        ck_assert_int_eq(square_file(m), 8 - square_file(s));
        ck_assert_int_eq(square_rank(m), square_rank(s));
        ck_assert_int_eq(square_file(f), square_file(s));
        ck_assert_int_eq(square_rank(f), 9 - square_rank(s));
    }
    ck_assert_int_eq(move_mirror(move_of("b0c2")), move_of("h0g2"));
    ck_assert_int_eq(move_flip(move_of("b0c2")), move_of("b9c7"));
}
END_TEST

START_TEST(lines_halves_and_palaces)
{
    int own[2] = {0}, palace[2] = {0};
    for (int i = 0; i < SQUARES; i++) {
        Square s = index_square[i];
        for (int side = 0; side < 2; side++) {
            own[side] += in_own_half(s, side);
            palace[side] += in_palace(s, side);
            ck_assert(!in_palace(s, side) || slow_may_stand(side ? 'k' : 'K', square_file(s), square_rank(s)));
            ck_assert_int_eq(in_palace(s, side), in_palace(square_flip(s), !side));
            ck_assert_int_eq(in_own_half(s, side), in_own_half(square_flip(s), !side));
        }
        ck_assert(in_own_half(s, RED) != in_own_half(s, BLACK));
        for (int j = 0; j < SQUARES; j++) {
            Square t = index_square[j];
            REQUIRE(same_file(s, t) == (square_file(s) == square_file(t)), "points %d and %d", i, j);
            REQUIRE(same_rank(s, t) == (square_rank(s) == square_rank(t)), "points %d and %d", i, j);
        }
    }
    ck_assert_int_eq(own[RED], 45);
    ck_assert_int_eq(own[BLACK], 45);
    ck_assert_int_eq(palace[RED], 9);
    ck_assert_int_eq(palace[BLACK], 9);
}
END_TEST

START_TEST(moves_hold_two_points)
{
    for (int i = 0; i < SQUARES; i++)
        for (int j = 0; j < SQUARES; j++) {
            Move m = move_make(index_square[i], index_square[j]);
            REQUIRE(move_from(m) == index_square[i] && move_to(m) == index_square[j] && move_on_board(m), "points %d and %d", i, j);
        }
    ck_assert(!move_on_board(move_make(SQ_NONE, 0)));
    ck_assert(!move_on_board(move_make(0, SQ_NONE)));
    ck_assert(!move_on_board(0xFFFF));
    ck_assert_int_eq(move_from(MOVE_NONE), move_to(MOVE_NONE));
    ck_assert_int_eq(move_from(MOVE_NULL), move_to(MOVE_NULL));

    MoveList list = {2, {move_of("a0a1"), move_of("i9i8")}};
    ck_assert(move_list_has(&list, move_of("i9i8")));
    ck_assert(!move_list_has(&list, move_of("i8i9")));
}
END_TEST

START_TEST(pieces_and_identities)
{
    static const char letters[2][8] = {"KABNRCP", "kabnrcp"};
    for (int side = RED; side <= BLACK; side++)
        for (int kind = KING; kind <= PAWN; kind++) {
            Piece p = piece_make((Side)side, (Kind)kind);
            ck_assert_int_eq(piece_side(p), side);
            ck_assert_int_eq(piece_kind(p), kind);
            ck_assert_int_eq(piece_letter(p), letters[side][kind - 1]);
            for (int slot = 0; slot < kind_limit((Kind)kind); slot++) {
                PieceId id = id_make(p, slot);
                ck_assert_int_lt(id, PIECE_IDS);
                ck_assert_int_eq(piece_of(id), p);
                ck_assert_int_eq(id_kind(id), kind);
                ck_assert_int_eq(id_side(id), side);
            }
        }
    int sum = 0;
    for (int kind = NO_KIND; kind <= PAWN; kind++)
        sum += kind_limit((Kind)kind);
    ck_assert_int_eq(sum, 16);
}
END_TEST

Suite *square_suite(void)
{
    Suite *s = suite_create("square");
    TCase *tc = tcase_create("geometry");
    tcase_add_test(tc, ninety_points_are_on_the_board);
    tcase_add_test(tc, steps_off_the_edge_are_seen);
    tcase_add_test(tc, indices_number_the_points_file_by_file);
    tcase_add_test(tc, digits_name_squares);
    tcase_add_test(tc, mirror_and_flip);
    tcase_add_test(tc, lines_halves_and_palaces);
    tcase_add_test(tc, moves_hold_two_points);
    tcase_add_test(tc, pieces_and_identities);
    suite_add_tcase(s, tc);
    return s;
}
