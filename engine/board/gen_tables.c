/* gen_tables.c - build-time program: prints tables.c to standard output.
 *
 * Everything is worked out by walking the board step by step, as the rules say it, so that this
 * file can be read against the rules; tests/oracle/test_tables.c checks it a second way. */
#include <stdio.h>

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

/* What a step leads to, if it stays on the board. */
static Bitboard step_bit(int to) { return on_board(to) ? bit(to) : 0; }

/* Of the functions from here on each tells one entry of a table: of square s, for the index beside it, if it has one. */
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

static Bitboard bishop_reach(int s, int eyes)
{
    Bitboard reach = 0;
    for (int i = 0; i < 4; i++) {
        int to = s + 2 * diagonal[i];
        if (on_board(to) && !(eyes >> i & 1) && in_own_half((Square)to, 0) == in_own_half((Square)s, 0))
            reach |= bit(to);
    }
    return reach;
}

static Bitboard palace_reach(int s, const int *steps)
{
    Bitboard reach = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 4; i++)
            if (in_palace((Square)s, side) && on_board(s + steps[i]) && in_palace((Square)(s + steps[i]), side))
                reach |= bit(s + steps[i]);
    return reach;
}

static Bitboard king_reach(int s, int none __attribute__((unused))) { return palace_reach(s, orthogonal); }
static Bitboard advisor_reach(int s, int none __attribute__((unused))) { return palace_reach(s, diagonal); }

static Bitboard pawn_reach(int s, int side)
{
    Bitboard reach = step_bit(s + (side ? SOUTH : NORTH));
    return in_own_half((Square)s, side) ? reach : reach | step_bit(s + EAST) | step_bit(s + WEST);
}

static Bitboard pawn_origins(int to, int side)
{
    Bitboard origins = 0;
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s) && pawn_reach(s, side) & bit(to))
            origins |= bit(s);
    return origins;
}

static Bitboard cross(int s, int none __attribute__((unused)))
{
    Bitboard b = 0;
    for (int t = 0; t < BOARD_SIZE; t++)
        if (on_board(t) && t != s && (same_file((Square)s, (Square)t) || same_rank((Square)s, (Square)t)))
            b |= bit(t);
    return b;
}

static Bitboard self(int s, int none __attribute__((unused))) { return bit(s); }

/* May a piece of the kind ever stand there? Advisor: the palace's centre and corners. Bishop: what its leaps reach from its
 * start. Pawn: the start file two ranks deep, then everything across the river. */
static int stands_on(int side, Kind kind, int s)
{
    int file = s >> 4, rank = side ? 9 - (s & 15) : s & 15;
    switch (kind) {
    case KING: return in_palace((Square)s, side);
    case ADVISOR: return in_palace((Square)s, side) && (file + rank) % 2 == 1;
    case BISHOP: return (rank == 2 && file % 4 == 0) || ((rank == 0 || rank == 4) && file % 4 == 2);
    case PAWN: return rank >= 5 || (rank >= 3 && file % 2 == 0);
    case KNIGHT:
    case ROOK:
    case CANNON: return 1;
    case NO_KIND: break;
    }
    return 0;
}

typedef Bitboard Reach(int s, int index);

/* The rows of a table by square. */
static void print_rows(Reach *reach, int index)
{
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s)) {
            printf("\n[%d] = ", s);
            print_bb(reach(s, index));
        }
}

static void print_squares(const char *name, Reach *reach)
{
    printf("const Bitboard %s[%d] = {", name, SQUARE_SPAN);
    print_rows(reach, 0);
    printf("};\n");
}

static void print_sided(const char *name, Reach *reach)
{
    printf("const Bitboard %s[2][%d] = {", name, SQUARE_SPAN);
    for (int side = 0; side < 2; side++) {
        printf("{");
        print_rows(reach, side);
        printf("},\n");
    }
    printf("};\n");
}

static void print_blocked(const char *name, Reach *reach)
{
    printf("const Bitboard %s[%d][16] = {", name, SQUARE_SPAN);
    for (int s = 0; s < BOARD_SIZE; s++)
        if (on_board(s)) {
            printf("\n[%d] = {", s);
            for (int blocked = 0; blocked < 16; blocked++)
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
    print_squares("knight_zone", knight_reach);
    print_squares("cross_squares", cross);
    print_squares("square_bits", self);

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
        for (int kind = 0; kind < KINDS; kind++) {
            Bitboard b = 0;
            for (int s = 0; s < BOARD_SIZE; s++)
                if (on_board(s) && stands_on(side, (Kind)kind, s))
                    b |= bit(s);
            print_bb(b);
        }
        printf("},\n");
    }
    printf("};\n");

    print_zobrist();
    return 0;
}
