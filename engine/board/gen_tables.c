/* gen_tables.c - build-time program: prints tables.c to standard output.
 *
 * Everything is worked out by walking the board step by step, as the rules say it, so that this
 * file can be read against the rules; tests/oracle/test_tables.c checks it a second way. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/board/bitboard.h"
#include "engine/board/piece.h"
#include "engine/base/rng.h"

static Bitboard bit(int s) { return (Bitboard)1 << square_index((Square)s); }

static void print_bb(Bitboard b) { printf("BB(0x%llx,0x%llx),", (unsigned long long)(b >> 64), (unsigned long long)b); }

/* Rook and cannon reach along a line of `length` points from `at`, both directions. */
static unsigned line_reach(int at, unsigned occupied, int length, int cannon)
{
    unsigned reach = 0;
    for (int step = -1; step <= 1; step += 2) {
        int screens = 0;
        for (int i = at + step; i >= 0 && i < length; i += step) {
            int taken = occupied >> i & 1;
            if (!cannon && screens == 0)
                reach |= 1u << i;
            if (cannon && ((screens == 0 && !taken) || (screens == 1 && taken)))
                reach |= 1u << i;
            screens += taken;
        }
    }
    return reach;
}

static void print_lines(const char *name, int rows, int length, int cannon)
{
    printf("const uint16_t %s[%d][%d] = {", name, rows, 1 << length);
    for (int at = 0; at < length; at++) {
        printf("\n[%d] = {", at);
        for (unsigned occupied = 0; occupied < 1u << length; occupied++)
            printf("%u,", line_reach(at, occupied, length, cannon));
        printf("},");
    }
    printf("\n};\n");
}

static const int orthogonal[4] = {SOUTH, WEST, NORTH, EAST}; /* in the order of leg bits */
static const int diagonal[4] = {SOUTH + WEST, NORTH + WEST, SOUTH + EAST, NORTH + EAST};

static Bitboard knight_reach(int from, unsigned legs)
{
    Bitboard reach = 0;
    for (int i = 0; i < 4; i++) {
        int leg = from + orthogonal[i];
        if (!on_board(leg) || legs >> i & 1)
            continue;
        int side_step = i % 2 ? NORTH : EAST; /* across the direction of the leg */
        for (int sign = -1; sign <= 1; sign += 2) {
            int to = leg + orthogonal[i] + sign * side_step;
            if (on_board(to))
                reach |= bit(to);
        }
    }
    return reach;
}

static Bitboard bishop_reach(int from, unsigned eyes)
{
    Bitboard reach = 0;
    for (int i = 0; i < 4; i++) {
        int to = from + 2 * diagonal[i];
        if (on_board(to) && !(eyes >> i & 1) && in_own_half((Square)to, 0) == in_own_half((Square)from, 0))
            reach |= bit(to);
    }
    return reach;
}

static Bitboard palace_reach(int from, const int *steps)
{
    Bitboard reach = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 4; i++) {
            int to = from + steps[i];
            if (on_board(to) && in_palace((Square)from, side) && in_palace((Square)to, side))
                reach |= bit(to);
        }
    return reach;
}

static Bitboard pawn_reach(int from, int side)
{
    Bitboard reach = 0;
    int ahead = from + (side ? SOUTH : NORTH);
    if (on_board(ahead))
        reach |= bit(ahead);
    if (!in_own_half((Square)from, side))
        for (int sign = -1; sign <= 1; sign += 2)
            if (on_board(from + sign * EAST))
                reach |= bit(from + sign * EAST);
    return reach;
}

static Bitboard pawn_origins(int to, int side)
{
    Bitboard origins = 0;
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s) && pawn_reach(s, side) & bit(to))
            origins |= bit(s);
    return origins;
}

static Bitboard cross(int s)
{
    Bitboard b = 0;
    for (int t = 0; t < BOARD_SIZE; t++)
        if (on_board(t) && t != s && (t >> 4 == s >> 4 || (t & 15) == (s & 15)))
            b |= bit(t);
    return b;
}

/* Advisor: the palace's centre and corners. Bishop: what its leaps reach from its start. Pawn: the
 * start file two ranks deep, then everything across the river. */
static Bitboard standing_squares(int side, Kind kind)
{
    Bitboard b = 0;
    for (int s = 0; s < BOARD_SIZE; s++) {
        if (!on_board(s))
            continue;
        int file = s >> 4, rank = side ? 9 - (s & 15) : s & 15;
        int palace = in_palace((Square)s, side);
        int ok = 0;
        switch (kind) {
        case KING: ok = palace; break;
        case ADVISOR: ok = palace && (file + rank) % 2 == 1; break;
        case BISHOP: ok = (rank == 2 && file % 4 == 0) || ((rank == 0 || rank == 4) && file % 4 == 2); break;
        case PAWN: ok = rank >= 5 || (rank >= 3 && file % 2 == 0); break;
        case KNIGHT:
        case ROOK:
        case CANNON: ok = 1; break;
        case NO_KIND: break;
        }
        if (ok)
            b |= bit(s);
    }
    return b;
}

static Bitboard king_reach(int s) { return palace_reach(s, orthogonal); }
static Bitboard advisor_reach(int s) { return palace_reach(s, diagonal); }

/* Every point a horse could leap to or from, legs aside. */
static Bitboard knight_any(int s)
{
    Bitboard b = 0;
    for (int t = 0; t < BOARD_SIZE; t++) {
        int df = abs((t >> 4) - (s >> 4)), dr = abs((t & 15) - (s & 15));
        if (on_board(t) && df * dr == 2)
            b |= bit(t);
    }
    return b;
}

static void print_squares(const char *name, Bitboard (*reach)(int))
{
    printf("const Bitboard %s[%d] = {", name, SQUARE_SPAN);
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s)) {
            printf("\n[%d] = ", s);
            print_bb(reach(s));
        }
    printf("\n};\n");
}

static void print_sided(const char *name, Bitboard (*reach)(int, int))
{
    printf("const Bitboard %s[2][%d] = {", name, SQUARE_SPAN);
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int s = 0; s < BOARD_SIZE; s++)
            if (on_board(s)) {
                printf("\n[%d] = ", s);
                print_bb(reach(s, side));
            }
        printf("},\n");
    }
    printf("};\n");
}

static void print_blocked(const char *name, Bitboard (*reach)(int, unsigned))
{
    printf("const Bitboard %s[%d][16] = {", name, SQUARE_SPAN);
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s)) {
            printf("\n[%d] = {", s);
            for (unsigned blocked = 0; blocked < 16; blocked++)
                print_bb(reach(s, blocked));
            printf("},");
        }
    printf("\n};\n");
}

static void print_zobrist(void)
{
    Rng rng = {20261121};
    printf("const uint64_t zobrist_black = 0x%llx;\n", (unsigned long long)rng_next(&rng));
    printf("const uint64_t zobrist_piece[%d][%d] = {", PIECES, SQUARE_SPAN);
    for (int p = 0; p < PIECES; p++) {
        if (piece_kind((Piece)p) == NO_KIND)
            continue;
        printf("\n[%d] = {", p);
        for (int s = 0; s < BOARD_SIZE; s++)
            if (on_board(s))
                printf("[%d]=0x%llx,", s, (unsigned long long)rng_next(&rng));
        printf("},");
    }
    printf("\n};\n");
}

int main(void)
{
    printf("/* Printed by engine/board/gen_tables.c; do not edit. */\n#include \"engine/board/tables.h\"\n"
           "#define BB(hi, lo) ((Bitboard)hi << 64 | lo)\n");
    print_lines("line_rook_file", 16, RANKS, 0);
    print_lines("line_cannon_file", 16, RANKS, 1);
    print_lines("line_rook_rank", 10, FILES, 0);
    print_lines("line_cannon_rank", 10, FILES, 1);

    printf("const uint16_t line_between[16][16] = {");
    for (int a = 0; a < RANKS; a++) {
        printf("\n{");
        for (int b = 0; b < RANKS; b++) {
            int low = a < b ? a : b, high = a < b ? b : a;
            printf("%u,", low == high ? 0u : (1u << high) - (2u << low));
        }
        printf("},");
    }
    printf("\n};\n");

    print_blocked("knight_targets", knight_reach);
    print_blocked("bishop_targets", bishop_reach);
    print_squares("advisor_targets", advisor_reach);
    print_squares("king_targets", king_reach);
    print_sided("pawn_targets", pawn_reach);
    print_sided("pawn_attackers", pawn_origins);
    print_squares("knight_zone", knight_any);
    print_squares("cross_squares", cross);
    print_squares("square_bits", bit);

    printf("const Bitboard rank_bits[%d] = {\n", 1 << FILES);
    for (unsigned word = 0; word < 1u << FILES; word++) {
        Bitboard b = 0;
        for (int file = 0; file < FILES; file++)
            if (word >> file & 1)
                b |= bit(square_make(file, 0));
        print_bb(b);
    }
    printf("\n};\n");

    printf("const Square index_square[%d] = {", SQUARES);
    for (int file = 0; file < FILES; file++)
        for (int rank = 0; rank < RANKS; rank++)
            printf("%d,", square_make(file, rank));
    printf("};\n");

    printf("const Bitboard kind_squares[2][%d] = {\n", KINDS);
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int kind = 0; kind < KINDS; kind++)
            print_bb(standing_squares(side, (Kind)kind));
        printf("},\n");
    }
    printf("};\n");

    print_zobrist();
    return 0;
}
