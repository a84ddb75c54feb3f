/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/nnue/features.h"
#include "tests/support/support.h"

#include <stdlib.h>

/* From the table in the design: number of squares and first row, for own and opponent's pieces. */
static const struct {
    Kind kind;
    int own_count, own_base, opp_count, opp_base;
} layout[] = {
    {ROOK, 90, 0, 90, 343},     {ADVISOR, 5, 90, 5, 433}, {CANNON, 90, 95, 90, 438}, {PAWN, 55, 185, 55, 528},
    {KNIGHT, 90, 240, 90, 583}, {BISHOP, 7, 330, 7, 673}, {KING, 6, 337, 9, 680},
};

/* Rank by rank, each square that a piece may occupy has the next row; no other square has a row, and the padding has none. */
static void check_rows(Piece p, Bitboard squares, int count, int base)
{
    int next = base;
    for (int rank = 0; rank < 16; rank++)
        for (int file = 0; file < FILES; file++) {
            Square s = square_make(file, rank);
            int want = rank < RANKS && bb_has(squares, s) ? next++ : NO_ROW;
            ck_assert_msg(piece_square_row[p][s] == want, "piece %c file %d rank %d: row %d, not %d", piece_letter(p), file, rank,
                          piece_square_row[p][s], want);
        }
    ck_assert_msg(next - base == count, "piece %c has %d squares, not %d", piece_letter(p), next - base, count);
}

START_TEST(rows_count_the_legal_squares)
{
    Kind kind = layout[_i].kind;
    Bitboard own = kind_squares[RED][kind];
    if (kind == KING) /* the right half is mirrored */
        for (int rank = 0; rank < 3; rank++)
            own &= ~square_bit(square_make(5, rank));
    check_rows(piece_make(RED, kind), own, layout[_i].own_count, layout[_i].own_base);
    check_rows(piece_make(BLACK, kind), kind_squares[BLACK][kind], layout[_i].opp_count, layout[_i].opp_base);
}
END_TEST

static const struct {
    const char *fen;
    int red, black; /* true if mirrored */
} orientations[] = {
    {"4k4/9/9/9/9/4p4/9/9/9/4K4 w", 0, 0}, {"3k5/9/9/9/9/9/9/9/9/4K4 w", 0, 0}, {"5k3/9/9/9/9/9/9/9/9/4K4 w", 1, 1},
    {"4k4/9/9/9/9/9/9/9/9/3K5 w", 0, 0},   {"4k4/9/9/9/9/9/9/9/9/5K3 w", 1, 1}, {"3k5/9/9/9/9/9/9/9/9/5K3 b", 1, 0},
    {"5k3/9/9/9/9/9/9/9/9/3K5 b", 0, 1},
};

/* Of two phases the first has up to 17 pieces, and begins with the capture that leaves 17. */
START_TEST(few_pieces_have_rows_of_their_own)
{
    Walk walk;
    walk_init(&walk, 24);
    int seen[NET_PHASES] = {0};
    for (int n = 0; n < effort(20000, 5000); n++) {
        const Position *pos = walk_next(&walk);
        const int pieces = bb_count(occupied(pos)), phase = NET_PHASES > 1 && pieces > 17;
        seen[phase]++;
        for (Side view = RED; view <= BLACK; view++) {
            const Orientation o = orientation_of(pos, view);
            uint16_t rows[NET_ACTIVE_MAX];
            const int count = feature_rows(pos, view, o, rows);
            ck_assert_int_eq(orientation_phase(o), phase);
            for (int i = 0; i < count; i++)
                ck_assert_msg(rows[i] / NET_PHASE_ROWS == phase, "%d pieces, row %d: %s", pieces, rows[i], fen_of(pos));
        }
    }
    for (int phase = 0; phase < NET_PHASES; phase++)
        ck_assert_int_gt(seen[phase], 100);
}
END_TEST

START_TEST(kings_decide_the_mirror)
{
    Position pos = read_position(orientations[_i].fen);
    ck_assert_msg((orientation_of(&pos, RED) & 1) == orientations[_i].red, "%s, Red", orientations[_i].fen);
    ck_assert_msg((orientation_of(&pos, BLACK) & 1) == orientations[_i].black, "%s, Black", orientations[_i].fen);
}
END_TEST

/* With both kings in the middle, a position and its mirror image give the same features, and only a symmetric board leans to
 * neither side. */
START_TEST(mirror_images_have_equal_features)
{
    Walk walk;
    walk_init(&walk, 23);
    int leaning = 0;
    for (int n = 0; n < effort(100000, 5000); n++) {
        const Position *pos = walk_next(&walk);
        Position image;
        position_mirror(pos, &image);
        bool middle = kings_in_the_middle(pos);
        bool symmetric = memcmp(pos->pieces, image.pieces, sizeof image.pieces) == 0;
        for (Side view = RED; view <= BLACK; view++) {
            int32_t lean = lean_of_view(lean_of(pos), view), image_lean = lean_of_view(lean_of(&image), view);
            ck_assert_msg((!middle || (lean == 0) == symmetric) && image_lean == -lean, "lean %d: %s", lean, fen_of(pos));
            leaning += middle && lean != 0;
            uint16_t rows[NET_ACTIVE_MAX], mirrored[NET_ACTIVE_MAX];
            int count = feature_rows(pos, view, orientation_of(pos, view), rows);
            feature_rows(&image, view, orientation_of(&image, view), mirrored);
            qsort(rows, (size_t)count, sizeof *rows, compare_rows);
            qsort(mirrored, (size_t)count, sizeof *mirrored, compare_rows);
            ck_assert_msg(memcmp(rows, mirrored, sizeof *rows * (size_t)count) == 0, "%s", fen_of(pos));
        }
    }
    ck_assert_int_gt(leaning, 1000);
}
END_TEST

START_TEST(start_position_looks_the_same_to_both)
{
    Position pos;
    position_start(&pos);
    uint16_t red[NET_ACTIVE_MAX], black[NET_ACTIVE_MAX];
    int n = feature_rows(&pos, RED, orientation_of(&pos, RED), red);
    ck_assert_int_eq(n, 32);
    ck_assert_int_eq(feature_rows(&pos, BLACK, orientation_of(&pos, BLACK), black), 32);
    bool seen[NET_ROWS] = {false};
    for (int i = 0; i < n; i++)
        seen[red[i]] = true;
    for (int i = 0; i < n; i++)
        ck_assert_msg(seen[black[i]], "row %d only for Black", black[i]);
}
END_TEST

START_TEST(rows_are_distinct_and_in_range)
{
    Walk walk;
    walk_init(&walk, 21);
    for (int n = 0; n < effort(20000, 2000); n++) {
        const Position *pos = walk_next(&walk);
        for (int view = RED; view <= BLACK; view++) {
            bool seen[NET_ROWS] = {false};
            uint16_t rows[NET_ACTIVE_MAX];
            int count = feature_rows(pos, (Side)view, orientation_of(pos, (Side)view), rows);
            ck_assert_int_eq(count, bb_count(occupied(pos)));
            for (int i = 0; i < count; i++) {
                ck_assert_msg(rows[i] < NET_ROWS && !seen[rows[i]], "row %d: %s", rows[i], fen_of(pos));
                seen[rows[i]] = true;
            }
        }
    }
}
END_TEST

Suite *features_suite(void)
{
    Suite *suite = suite_create("features");
    TCase *tc = tcase_create("features");
    tcase_add_loop_test(tc, rows_count_the_legal_squares, 0, COUNT(layout));
    tcase_add_test(tc, few_pieces_have_rows_of_their_own);
    tcase_add_loop_test(tc, kings_decide_the_mirror, 0, COUNT(orientations));
    tcase_add_test(tc, mirror_images_have_equal_features);
    tcase_add_test(tc, start_position_looks_the_same_to_both);
    tcase_add_test(tc, rows_are_distinct_and_in_range);
    suite_add_tcase(suite, tc);
    return suite;
}
