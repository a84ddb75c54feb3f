/* SPDX-License-Identifier: GPL-3.0-only */
/* Make and unmake over long random walks, keys, symmetries, and position_verify itself. */
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/makemove.h"
#include "tests/support/support.h"

enum { STACK = 160, WALK_TESTS = 10 };

/* Walks up and down the tree of moves: mostly forward, sometimes back, finally all the way back. Every byte must be restored. With
 * MODE=debug a million steps, each make and unmake followed by the whole-position check of makemove.h; otherwise fewer, checked
 * here. */
START_TEST(make_and_unmake_restore_every_byte)
{
    static Position before[STACK];
    static Undo undos[STACK];
    int steps = (strcmp(BUILD_MODE, "debug") == 0 ? 1000000 : 200000) / WALK_TESTS;
    Rng rng = {(uint64_t)_i};
    int depth = 0;
    Position pos;

    while (steps > 0) {
        if (_i % 2)
            random_placement(&rng, &pos);
        else
            pos = read_position(named_positions[rng_below(&rng, (uint32_t)named_position_count)].fen);
        for (int in_walk = 0; in_walk < 400 && steps > 0; in_walk++, steps--) {
            bool back = depth == STACK || (depth > 0 && rng_below(&rng, 4) == 0);
            Move m = back ? MOVE_NONE : random_move(&rng, &pos);
            if (m == MOVE_NONE && depth == 0)
                break;
            if (m != MOVE_NONE) {
                memcpy(&before[depth], &pos, sizeof pos);
                uint64_t key = key_after(&pos, m);
                position_make(&pos, m, &undos[depth++]);
                REQUIRE(pos.key == key, "%s: key_after", fen_of(&pos));
            } else {
                position_unmake(&pos, &undos[--depth]);
                REQUIRE(memcmp(&before[depth], &pos, sizeof pos) == 0, "%s after %s", fen_of(&pos), iccs_of(undos[depth].move));
            }
            const char *fault = position_verify(&pos);
            REQUIRE(!fault, "%s: %s", fen_of(&pos), fault);
        }
        while (depth > 0) {
            position_unmake(&pos, &undos[--depth]);
            REQUIRE(memcmp(&before[depth], &pos, sizeof pos) == 0, "%s after %s", fen_of(&pos), iccs_of(undos[depth].move));
        }
    }
}
END_TEST

/* The position after a move equals that of its FEN, including counters. */
START_TEST(made_positions_equal_their_fen)
{
    Walk walk;
    walk_init(&walk, 11);
    for (int i = 0; i < 3000; i++) {
        const Position *pos = walk_next(&walk);
        Position read = read_position(fen_of(pos));
        REQUIRE(read.key == pos->key && read.side == pos->side && memcmp(read.pieces, pos->pieces, sizeof read.pieces) == 0, "%s",
                fen_of(pos));
        REQUIRE(read.quiet_plies == pos->quiet_plies && read.game_ply == pos->game_ply, "%s", fen_of(pos));
    }
}
END_TEST

START_TEST(counters_count_plies)
{
    Position pos = named_position("start");
    static const struct {
        const char *move;
        int quiet, ply;
    } steps[] = {{"h2e2", 1, 1}, {"h9g7", 2, 2}, {"e2e6", 0, 3}, {"d9e8", 1, 4}, {"h0g2", 2, 5}};
    Undo undos[COUNT(steps)];
    ck_assert_int_eq(pos.game_ply, 0);
    for (int i = 0; i < COUNT(steps); i++) {
        position_make(&pos, move_of(steps[i].move), &undos[i]);
        REQUIRE(pos.quiet_plies == steps[i].quiet && pos.game_ply == steps[i].ply, "%s", steps[i].move);
    }
    ck_assert_int_ne(undos[2].captured, EMPTY);
    ck_assert_int_eq(undos[1].captured, EMPTY);
}
END_TEST

START_TEST(null_moves_pass)
{
    Position pos = read_position(named_positions[_i].fen), before;
    Undo undo;
    if (in_check(&pos, side_to_move(&pos)))
        return;
    memcpy(&before, &pos, sizeof pos);
    position_make_null(&pos, &undo);
    ck_assert_int_ne(pos.side, before.side);
    ck_assert(pos.key == (before.key ^ zobrist_black));
    ck_assert(pos.key == position_key_from_scratch(&pos));
    ck_assert_ptr_null(position_verify(&pos));
    ck_assert_int_eq(undo.move, MOVE_NULL);
    position_unmake_null(&pos, &undo);
    REQUIRE(memcmp(&pos, &before, sizeof pos) == 0, "%s", named_positions[_i].name);
}
END_TEST

START_TEST(transpositions_share_a_key)
{
    static const char *const orders[2][4] = {{"h2e2", "h9g7", "b0c2", "b9c7"}, {"b0c2", "b9c7", "h2e2", "h9g7"}};
    Position pos[2];
    for (int i = 0; i < 2; i++) {
        pos[i] = named_position("start");
        for (int j = 0; j < 4; j++) {
            Undo undo;
            position_make(&pos[i], move_of(orders[i][j]), &undo);
        }
    }
    ck_assert(pos[0].key == pos[1].key);

    Position red = named_position("bare kings"), black = red;
    black.side = BLACK;
    ck_assert(position_key_from_scratch(&red) != position_key_from_scratch(&black));
}
END_TEST

START_TEST(symmetries)
{
    Walk walk;
    walk_init(&walk, 5);
    for (int i = 0; i < 500; i++) {
        const Position *pos = walk_next(&walk);
        Position mirrored, flipped, back;
        position_mirror(pos, &mirrored);
        position_flip(pos, &flipped);
        ck_assert_ptr_null(position_verify(&mirrored));
        ck_assert_ptr_null(position_verify(&flipped));
        ck_assert_int_eq(mirrored.side, pos->side);
        ck_assert_int_ne(flipped.side, pos->side);
        for (int j = 0; j < SQUARES; j++) {
            Square s = index_square[j];
            Piece p = piece_at(pos, s);
            ck_assert_int_eq(piece_at(&mirrored, square_mirror(s)), p);
            ck_assert_int_eq(piece_at(&flipped, square_flip(s)), p == NO_PIECE ? p : piece_make(opponent(piece_side(p)), piece_kind(p)));
        }
        position_mirror(&mirrored, &back);
        ck_assert(back.key == pos->key);
        position_flip(&flipped, &back);
        ck_assert(back.key == pos->key);
    }
}
END_TEST

START_TEST(the_start_position_is_set_up)
{
    Position pos, read = read_position(FEN_START);
    position_start(&pos);
    ck_assert_str_eq(fen_of(&pos), FEN_START);
    ck_assert(pos.key == read.key);
    ck_assert_ptr_null(position_verify(&pos));
    ck_assert_int_eq(bb_count(occupied(&pos)), 32);
}
END_TEST

START_TEST(no_more_pieces_than_exist)
{
    for (int side = RED; side <= BLACK; side++)
        for (int kind = KING; kind <= PAWN; kind++) {
            Position pos, before;
            position_clear(&pos);
            for (int i = 0; i < kind_limit((Kind)kind); i++)
                ck_assert(position_put(&pos, piece_make((Side)side, (Kind)kind), index_square[i]));
            memcpy(&before, &pos, sizeof pos);
            ck_assert(!position_put(&pos, piece_make((Side)side, (Kind)kind), index_square[50]));
            ck_assert(memcmp(&before, &pos, sizeof pos) == 0);
        }
}
END_TEST

/* The walks above rely on position_verify(): it must notice damage to each representation. */
static void damage_key(Position *pos) { pos->key ^= 1; }
static void damage_side(Position *pos) { pos->side ^= 1; }
static void damage_file(Position *pos) { pos->file[4] ^= 1; }
static void damage_file_colour(Position *pos) { pos->file[0] ^= 0x10001; }
static void damage_rank(Position *pos) { pos->rank[5] ^= 1u << 16; }
static void damage_piece_set(Position *pos) { pos->pieces[piece_make(RED, ROOK)] ^= square_bit(square_make(4, 4)); }
static void damage_side_set(Position *pos) { pos->sides[BLACK] ^= square_bit(square_make(4, 4)); }
static void damage_list(Position *pos) { pos->list[id_make(piece_make(RED, PAWN), 3)] = square_make(4, 4); }
static void damage_list_of_the_taken(Position *pos)
{
    Undo undo;
    position_make(pos, move_of("b2b9"), &undo);
    pos->list[undo.captured] = square_make(4, 4);
}
static void damage_list_far_off(Position *pos) { pos->list[id_make(piece_make(RED, PAWN), 3)] = 0xFF; }
static void damage_board_far_off(Position *pos) { pos->board[square_make(0, 0)] = 0xFF; }
static void damage_board(Position *pos) { pos->board[square_make(0, 0)] = EMPTY; }
static void damage_padding(Position *pos) { pos->board[0x0C] = id_make(piece_make(RED, PAWN), 0); }

static const struct {
    const char *name;
    void (*damage)(Position *);
} damages[] = {
    {"key", damage_key},
    {"side to move", damage_side},
    {"file word", damage_file},
    {"colour in a file word", damage_file_colour},
    {"rank word", damage_rank},
    {"set of a piece", damage_piece_set},
    {"set of a side", damage_side_set},
    {"piece list", damage_list},
    {"piece list of a taken piece", damage_list_of_the_taken},
    {"piece list, beyond the board", damage_list_far_off},
    {"board, no such piece", damage_board_far_off},
    {"board", damage_board},
    {"padding", damage_padding},
};

START_TEST(verify_sees_damage)
{
    Position pos = named_position("start");
    ck_assert_ptr_null(position_verify(&pos));
    damages[_i].damage(&pos);
    REQUIRE(position_verify(&pos) != NULL, "%s", damages[_i].name);
}
END_TEST

Suite *position_suite(void)
{
    Suite *s = suite_create("position");
    TCase *tc = tcase_create("position");
    tcase_add_test(tc, the_start_position_is_set_up);
    tcase_add_test(tc, no_more_pieces_than_exist);
    tcase_add_loop_test(tc, verify_sees_damage, 0, COUNT(damages));
    tcase_add_loop_test(tc, make_and_unmake_restore_every_byte, 0, WALK_TESTS);
    tcase_add_test(tc, made_positions_equal_their_fen);
    tcase_add_test(tc, counters_count_plies);
    tcase_add_loop_test(tc, null_moves_pass, 0, named_position_count);
    tcase_add_test(tc, transpositions_share_a_key);
    tcase_add_test(tc, symmetries);
    suite_add_tcase(s, tc);
    return s;
}
