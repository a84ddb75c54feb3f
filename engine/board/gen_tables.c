/* SPDX-License-Identifier: GPL-3.0-only */
/* gen_tables.c - build-time program that prints tables.c to standard output.
 *
 * All entries are computed by walking the board step by step, so that this file can be compared
 * with the rules of the game. tests/oracle/test_tables.c checks the tables in a second way. */
#include <stdio.h>

#include "engine/board/bitboard.h"
#include "engine/board/piece.h"
#include "engine/base/rng.h"

static Bitboard square_as_bit(int s) { return (Bitboard)1 << square_index((Square)s); }

/* Each of the following functions computes one entry of a table. This one returns the reach of a rook
 * or cannon at `at` along a line, in both directions. */
static Bitboard line_reach(int at, int occupied, int length, Kind kind)
{
    Bitboard reach = 0;
    for (int step = -1; at < length && step <= 1; step += 2) {
        int screens = 0;
        for (int i = at + step; i >= 0 && i < length; i += step) {
            bool taken = occupied >> i & 1;
            if (kind == CANNON ? screens == taken : screens == 0)
                reach |= 1u << i;
            screens += taken;
        }
    }
    return reach;
}

static Bitboard rook_on_file(int at, int occupied) { return line_reach(at, occupied, RANKS, ROOK); }
static Bitboard rook_on_rank(int at, int occupied) { return line_reach(at, occupied, FILES, ROOK); }
static Bitboard cannon_on_file(int at, int occupied) { return line_reach(at, occupied, RANKS, CANNON); }
static Bitboard cannon_on_rank(int at, int occupied) { return line_reach(at, occupied, FILES, CANNON); }

static Bitboard points_between(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    return low == high || high >= RANKS ? 0 : (1u << high) - (2u << low);
}

static const int orthogonal[4] = {SOUTH, WEST, NORTH, EAST}; /* in the order of the bits for blocked legs */
static const int diagonal[4] = {SOUTH + WEST, NORTH + WEST, SOUTH + EAST, NORTH + EAST};

/* Returns the bit of a square, or 0 if it is off the board. */
static Bitboard step_bit(int to) { return on_board(to) ? square_as_bit(to) : 0; }

static Bitboard knight_reach(int s, int legs)
{
    Bitboard reach = 0;
    for (int i = 0; i < 4; i++) {
        int leg = s + orthogonal[i], across = i % 2 ? NORTH : EAST;
        if (on_board(leg) && !(legs >> i & 1))
            reach |= step_bit(leg + orthogonal[i] + across) | step_bit(leg + orthogonal[i] - across);
    }
    return reach;
}

/* Returns the points from which horses attack s, given which of its diagonal neighbours are
 * occupied. Each neighbour is the leg of two horses. */
static Bitboard knight_origins(int s, int diagonals)
{
    Bitboard origins = 0;
    for (int i = 0; i < 4; i++) {
        int leg = s + diagonal[i], along = i % 2 ? NORTH : SOUTH, across = diagonal[i] - along;
        if (on_board(leg) && !(diagonals >> i & 1))
            origins |= step_bit(leg + along) | step_bit(leg + across);
    }
    return origins;
}

static Bitboard bishop_reach(int s, int eyes)
{
    Bitboard reach = 0;
    for (int i = 0; i < 4; i++) {
        int to = s + 2 * diagonal[i];
        if (!(eyes >> i & 1) && in_own_half((Square)to, 0) == in_own_half((Square)s, 0))
            reach |= step_bit(to);
    }
    return reach;
}

static Bitboard palace_reach(int s, const int *steps)
{
    Bitboard reach = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 4; i++)
            if (in_palace((Square)s, side) && in_palace((Square)(s + steps[i]), side))
                reach |= step_bit(s + steps[i]);
    return reach;
}

static Bitboard king_reach(int s, int none __attribute__((unused))) { return palace_reach(s, orthogonal); }
static Bitboard advisor_reach(int s, int none __attribute__((unused))) { return palace_reach(s, diagonal); }

static Bitboard pawn_reach(int side, int s)
{
    Bitboard reach = step_bit(s + (side ? SOUTH : NORTH));
    return in_own_half((Square)s, side) ? reach : reach | step_bit(s + EAST) | step_bit(s + WEST);
}

static Bitboard pawn_origins(int side, int to)
{
    Bitboard origins = 0;
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s) && pawn_reach(side, s) & square_as_bit(to))
            origins |= square_as_bit(s);
    return origins;
}

static Bitboard cross_of_square(int s, int none __attribute__((unused)))
{
    Bitboard b = 0;
    for (int t = 0; t < BOARD_SIZE; t++)
        if (t != s && (same_file((Square)s, (Square)t) || same_rank((Square)s, (Square)t)))
            b |= step_bit(t);
    return b;
}

static Bitboard square_alone(int s, int none __attribute__((unused))) { return square_as_bit(s); }

static Bitboard rank_word(int word, int none __attribute__((unused)))
{
    Bitboard b = 0;
    for (int file = 0; file < FILES; file++)
        b |= (Bitboard)(word >> file & 1) << square_index(square_make(file, 0));
    return b;
}

static Bitboard square_numbered(int index, int none __attribute__((unused))) { return square_make(index / RANKS, index % RANKS); }

/* Returns true if a piece of the kind can ever be on s. Advisors: the centre and corners of the
 * palace. Elephants: the points reachable from their start. Pawns: two ranks of each starting file,
 * and everything beyond the river. */
static bool kind_may_stand_on(int side, Kind kind, int s)
{
    int file = s >> 4, rank = side ? 9 - (s & 15) : s & 15;
    switch (kind) {
    case KING: return in_palace((Square)s, side);
    case ADVISOR: return in_palace((Square)s, side) && (file + rank) % 2 == 1;
    case BISHOP: return (rank == 2 && file % 4 == 0) || ((rank == 0 || rank == 4) && file % 4 == 2);
    case PAWN: return rank >= 5 || (rank >= 3 && file % 2 == 0);
    case KNIGHT:
    case ROOK:
    case CANNON: return true;
    case NO_KIND: break;
    }
    return false;
}

static Bitboard places_of_piece(int side, int kind)
{
    Bitboard b = 0;
    for (int s = 0; s < BOARD_SIZE; s++)
        b |= kind_may_stand_on(side, (Kind)kind, s) ? step_bit(s) : 0;
    return b;
}

static Rng rng = {20261121}; /* generator of the keys, which are drawn in the order of the tables */

static Bitboard black_key(int none __attribute__((unused)), int nor __attribute__((unused))) { return rng_next(&rng); }
static Bitboard piece_key(int p, int s __attribute__((unused))) { return piece_kind((Piece)p) == NO_KIND ? 0 : rng_next(&rng); }

/* Entries for squares off the board are 0. */
static const struct {
    const char *declaration;
    int rows, columns;
    Bitboard (*entry)(int row, int column);
    enum { NO_SQUARE, SQUARE_ROW, SQUARE_COLUMN } square;
} tables[] = {
    {"uint16_t line_rook_file[16][1 << RANKS]", 16, 1 << RANKS, rook_on_file, NO_SQUARE},
    {"uint16_t line_cannon_file[16][1 << RANKS]", 16, 1 << RANKS, cannon_on_file, NO_SQUARE},
    {"uint16_t line_rook_rank[10][1 << FILES]", 10, 1 << FILES, rook_on_rank, NO_SQUARE},
    {"uint16_t line_cannon_rank[10][1 << FILES]", 10, 1 << FILES, cannon_on_rank, NO_SQUARE},
    {"uint16_t line_between[16][16]", 16, 16, points_between, NO_SQUARE},
    {"Bitboard knight_targets[SQUARE_SPAN][16]", SQUARE_SPAN, 16, knight_reach, SQUARE_ROW},
    {"Bitboard knight_attackers[SQUARE_SPAN][16]", SQUARE_SPAN, 16, knight_origins, SQUARE_ROW},
    {"Bitboard bishop_targets[SQUARE_SPAN][16]", SQUARE_SPAN, 16, bishop_reach, SQUARE_ROW},
    {"Bitboard advisor_targets[SQUARE_SPAN]", SQUARE_SPAN, 1, advisor_reach, SQUARE_ROW},
    {"Bitboard king_targets[SQUARE_SPAN]", SQUARE_SPAN, 1, king_reach, SQUARE_ROW},
    {"Bitboard pawn_targets[2][SQUARE_SPAN]", 2, SQUARE_SPAN, pawn_reach, SQUARE_COLUMN},
    {"Bitboard pawn_attackers[2][SQUARE_SPAN]", 2, SQUARE_SPAN, pawn_origins, SQUARE_COLUMN},
    {"Bitboard knight_zone[SQUARE_SPAN]", SQUARE_SPAN, 1, knight_reach, SQUARE_ROW},
    {"Bitboard cross_squares[SQUARE_SPAN]", SQUARE_SPAN, 1, cross_of_square, SQUARE_ROW},
    {"Bitboard square_bits[SQUARE_SPAN]", SQUARE_SPAN, 1, square_alone, SQUARE_ROW},
    {"Bitboard rank_bits[1 << FILES]", 1 << FILES, 1, rank_word, NO_SQUARE},
    {"Square index_square[SQUARES]", SQUARES, 1, square_numbered, NO_SQUARE},
    {"Bitboard kind_squares[2][KINDS]", 2, KINDS, places_of_piece, NO_SQUARE},
    {"uint64_t zobrist_black", 1, 1, black_key, NO_SQUARE},
    {"uint64_t zobrist_piece[PIECES][SQUARE_SPAN]", PIECES, SQUARE_SPAN, piece_key, SQUARE_COLUMN},
};

int main(void)
{
    printf("/* Printed by engine/board/gen_tables.c; do not edit. */\n#include \"engine/board/tables.h\"\n");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        printf("const %s = {\n", tables[i].declaration);
        for (int row = 0; row < tables[i].rows; row++) {
            printf(tables[i].columns > 1 ? "{" : "");
            for (int column = 0; column < tables[i].columns; column++) {
                bool none = tables[i].square && !on_board(tables[i].square == SQUARE_ROW ? row : column);
                Bitboard b = none ? 0 : tables[i].entry(row, column);
                if (b >> 64)
                    printf("(Bitboard)0x%llx << 64 | ", (unsigned long long)(b >> 64));
                printf("0x%llx,", (unsigned long long)b);
            }
            printf(tables[i].columns > 1 ? "},\n" : "");
        }
        printf("};\n");
    }
    return 0;
}
