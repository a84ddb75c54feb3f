/* SPDX-License-Identifier: GPL-3.0-only */
/* The rules of each piece one by one, restrictions by the king's safety, and the generator against the slow rules on very many
 * positions. */
#include <stdlib.h>
#include <string.h>

#include "engine/board/makemove.h"
#include "tests/support/support.h"

/* A piece and every point it may legally move to. Each case is tested four ways: as given, mirrored, and both with colours swapped. */
typedef struct PieceCase {
    const char *name, *fen, *piece, *targets;
} PieceCase;

static const PieceCase piece_cases[] = {
    /* the king */
    {"king: one step each way", "3k5/9/9/9/9/3p5/9/9/4K4/9 w", "e1", "d1 e0 e2 f1"},
    {"king: stays in the palace", "4k4/9/9/9/9/4p4/9/5K3/9/9 w", "f2", "e2 f1"},
    {"king: at the bottom corner", "4k4/9/9/9/9/4p4/9/9/9/3K5 w", "d0", "d1 e0"},
    {"king: not onto its own guard", "3k5/9/9/9/9/3p5/9/9/4A4/4K4 w", "e0", "d0 f0"},
    {"king: takes an unprotected checker", "3k5/9/9/9/9/3p5/9/9/4p4/4K4 w", "e0", "d0 e1 f0"},
    {"king: takes no protected checker", "3k5/9/9/9/4r4/3p5/9/9/4r4/4K4 w", "e0", "d0 f0"},
    {"king: cannot hide behind itself from a rook", "3kr4/9/9/9/9/3p5/9/9/4K4/9 w", "e1", "d1 f1"},
    {"king: is no screen for where it goes", "5k3/9/9/9/9/5p3/9/9/9/c2K5 w", "d0", "d1 e0"},
    {"king: may not face the other king", "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1", "e0 e2 f1"},
    {"king: one piece between kings is enough", "3k5/9/9/9/3C5/9/9/9/4K4/9 w", "e1", "d1 e0 e2 f1"},
    {"king: not behind a cannon's screen", "3k5/9/9/3c5/9/3p5/9/9/9/4K4 w", "e0", "e1 f0"},
    {"king: not beside a crossed pawn", "3k5/9/9/9/9/3p5/9/4p4/9/4K4 w", "e0", "d0 f0"},
    {"king: takes the piece that screens it", "3k5/4c4/9/9/9/3p5/9/9/4n4/4K4 w", "e0", "d0 e1 f0"},

    /* the advisor */
    {"advisor: four diagonals from the centre", "3k5/9/9/9/9/3p5/9/9/4A4/4K4 w", "e1", "d0 d2 f0 f2"},
    {"advisor: one from a lower corner", "3k5/9/9/9/9/3p5/9/9/9/3AK4 w", "d0", "e1"},
    {"advisor: one from an upper corner, not out of the palace", "3k5/9/9/9/9/3p5/9/3A5/9/4K4 w", "d2", "e1"},
    {"advisor: blocked by its own king", "3k5/9/9/9/9/3p5/9/3A5/4K4/9 w", "d2", ""},
    {"advisor: captures", "3k5/9/9/9/9/3p5/9/5n3/4A4/3K5 w", "e1", "d2 f0 f2"},

    /* the elephant */
    {"elephant: four leaps from the centre", "3k5/9/9/9/9/3p5/9/4B4/9/4K4 w", "e2", "c0 c4 g0 g4"},
    {"elephant: does not cross the river", "3k5/9/9/9/9/2Bp5/9/9/9/4K4 w", "c4", "a2 e2"},
    {"elephant: at the edge", "3k5/9/9/9/9/3p5/9/B8/9/4K4 w", "a2", "c0 c4"},
    {"elephant: both sides' pieces block its eye", "3k5/9/9/9/9/9/3n5/4B4/5R3/3K5 w", "e2", "c0 g4"},
    {"elephant: captures, not its own", "3k5/9/9/9/9/2Pp2r2/9/4B4/9/4K4 w", "e2", "c0 g0 g4"},

    /* the horse */
    {"horse: eight leaps", "3k5/9/9/9/9/4N4/3p5/9/9/4K4 w", "e4", "c3 c5 d2 d6 f2 f6 g3 g5"},
    {"horse: leg north", "3k5/9/9/9/4p4/4N4/3p5/9/9/4K4 w", "e4", "c3 c5 d2 f2 g3 g5"},
    {"horse: leg west", "3k5/9/9/9/9/3pN4/9/9/9/4K4 w", "e4", "d2 d6 f2 f6 g3 g5"},
    {"horse: leg south, its own piece", "3k5/9/9/9/9/4N4/3pC4/9/9/4K4 w", "e4", "c3 c5 d6 f6 g3 g5"},
    {"horse: leg east", "3k5/9/9/9/9/4Nn3/3p5/9/9/4K4 w", "e4", "c3 c5 d2 d6 f2 f6"},
    {"horse: all legs", "3k5/9/9/9/4p4/3pNR3/4C4/9/9/4K4 w", "e4", ""},
    {"horse: a diagonal neighbour blocks nothing", "3k5/9/9/9/3c1c3/4N4/3n1n3/9/9/4K4 w", "e4", "c3 c5 d2 d6 f2 f6 g3 g5"},
    {"horse: in the corner", "3k5/9/9/9/9/9/3p5/9/9/N3K4 w", "a0", "b2 c1"},
    {"horse: not onto its own piece", "3k5/9/9/9/9/9/3p5/1C7/9/N3K4 w", "a0", "c1"},

    /* the rook */
    {"rook: lines up to what it meets", "3k5/9/2n6/9/9/p1R3p2/3p5/2C6/9/4K4 w", "c4", "a4 b4 c3 c5 c6 c7 d4 e4 f4 g4"},
    {"rook: in the corner, the whole cross", "3k5/9/9/9/9/9/3p5/9/9/4K3R w", "i0", "f0 g0 h0 i1 i2 i3 i4 i5 i6 i7 i8 i9"},
    {"rook: shut in", "3k5/9/9/9/9/3p5/9/4C4/3NRN3/4K4 w", "e1", ""},

    /* the cannon */
    {"cannon: moves as a rook, captures over one screen", "2bk5/9/2n6/9/9/p1C3p1n/3p5/2C6/9/2p1K4 w", "c4",
     "b4 c0 c3 c5 c6 c9 d4 e4 f4 i4"},
    {"cannon: the second piece only, not the third", "3k5/9/9/9/9/C1p1p1p2/3p5/9/9/4K4 w", "a4", "a0 a1 a2 a3 a5 a6 a7 a8 a9 b4 e4"},
    {"cannon: a neighbour is a screen", "3k5/9/9/9/9/Cnp6/3p5/9/9/4K4 w", "a4", "a0 a1 a2 a3 a5 a6 a7 a8 a9 c4"},
    {"cannon: not its own piece behind the screen", "3k5/9/9/9/9/C1p1P1p2/3p5/9/9/4K4 w", "a4", "a0 a1 a2 a3 a5 a6 a7 a8 a9 b4"},
    {"cannon: no quiet move over the screen", "3k5/9/9/9/9/C1P6/3p5/9/9/4K4 w", "a4", "a0 a1 a2 a3 a5 a6 a7 a8 a9 b4"},
    {"cannon: no capture without a screen", "3k5/9/9/9/9/C1p6/p2p5/9/9/4K4 w", "a4", "a5 a6 a7 a8 a9 b4"},

    /* the pawn */
    {"pawn: ahead only, before the river", "3k5/9/9/9/9/9/2Pp5/9/9/4K4 w", "c3", "c4"},
    {"pawn: over the river", "3k5/9/9/9/9/2P6/3p5/9/9/4K4 w", "c4", "c5"},
    {"pawn: ahead and to the sides across the river", "3k5/9/9/9/2P6/9/3p5/9/9/4K4 w", "c5", "b5 c6 d5"},
    {"pawn: on the last rank to the sides only", "P2k5/9/9/9/9/9/3p5/9/9/4K4 w", "a9", "b9"},
    {"pawn: at the edge", "3k5/9/9/8P/9/9/3p5/9/9/4K4 w", "i6", "h6 i7"},
    {"pawn: blocked ahead by its own", "3k5/9/9/9/2P6/2P6/3p5/9/9/4K4 w", "c4", ""},
    {"pawn: captures as it moves", "3k5/9/9/2p6/1nPn5/9/9/9/9/4K4 w", "c5", "b5 c6 d5"},

    /* pins */
    {"pin: a rook by a rook, along the line", "3k5/9/4r4/9/9/9/3pR4/9/9/4K4 w", "e3", "e1 e2 e4 e5 e6 e7"},
    {"pin: a horse by a rook", "3k5/9/4r4/9/9/3p5/4N4/9/9/4K4 w", "e3", ""},
    {"pin: a crossed pawn by a rook", "3k5/4r4/9/4P4/9/3p5/9/9/9/4K4 w", "e6", "e7"},
    {"pin: two pieces between rook and king free both", "3k5/9/4r4/9/4P4/3p5/4N4/9/9/4K4 w", "e3", "c2 c4 d1 d5 f1 f5 g2 g4"},
    {"pin: a cannon by the facing king", "4k4/9/9/9/9/4C4/9/9/9/4K4 w", "e4", "e1 e2 e3 e5 e6 e7 e8"},
    {"pin: a pawn by the facing king", "4k4/9/9/9/4P4/9/9/9/9/4K4 w", "e5", "e6"},
    {"pin: an enemy piece between the kings frees ours", "4k4/9/9/4p4/4P4/9/9/9/9/4K4 w", "e5", "d5 e6 f5"},
    {"pin: one of two screens by a cannon, a horse", "3k5/9/4c4/9/9/4N4/9/4B4/3p5/4K4 w", "e4", ""},
    {"pin: one of two screens by a cannon, the elephant", "3k5/9/4c4/9/9/4N4/9/4B4/3p5/4K4 w", "e2", ""},
    {"pin: one of two screens by a cannon, a rook", "3k5/9/4c4/9/9/4R4/9/4B4/3p5/4K4 w", "e4", "e3 e5 e6 e7"},
    {"pin: with an enemy screen, which may not be taken", "3k5/9/4c4/9/9/4R4/3p5/4n4/9/4K4 w", "e4", "e3 e5 e6 e7"},
    {"pin: three screens free all", "3k5/9/4c4/9/4P4/4N4/9/4B4/3p5/4K4 w", "e4", "c3 c5 d2 f2 g3 g5"},
    {"pin: on the horse's leg, a rook may only take it", "3k5/9/9/9/9/3p5/9/3n5/3R5/4K4 w", "d1", "d2"},
    {"pin: on the horse's leg, an advisor cannot", "4k4/9/9/9/9/9/9/4n4/4A4/3K5 w", "e1", ""},
    {"pin: on the leg of two horses at once", "3k5/9/9/9/9/3p5/9/3n5/2nR5/4K4 w", "d1", ""},
    {"pin: by a rook with a cannon behind it", "3k5/9/4c4/9/4r4/3p5/4R4/9/9/4K4 w", "e3", "e1 e2 e4"},
    {"pin: a cannon by a rook, which it cannot take", "3k5/4r4/9/9/9/3p5/4C4/9/9/4K4 w", "e3", "e1 e2 e4 e5 e6 e7"},

    /* the empty line of a cannon */
    {"empty line: nothing may step between", "3k5/9/4c4/9/9/R8/3p5/9/9/4K4 w", "a4", "a0 a1 a2 a3 a5 a6 a7 a8 a9 b4 c4 d4 f4 g4 h4 i4"},
    {"empty line: the cannon itself may be taken", "3k5/9/R3c4/9/9/9/3p5/9/9/4K4 w", "a7", "a0 a1 a2 a3 a4 a5 a6 a8 a9 b7 c7 d7 e7"},
    {"empty line: a neighbour cannon leaves no point", "3k5/9/9/9/9/3p5/9/R8/4c4/4K4 w", "a2",
     "a0 a1 a3 a4 a5 a6 a7 a8 a9 b2 c2 d2 e2 f2 g2 h2 i2"},

    /* checks and replies to them */
    {"check by rook: go between", "3k5/9/9/9/4r4/3p5/R8/9/9/4K4 w", "a3", "e3"},
    {"check by rook: take it", "3k5/9/9/9/R3r4/3p5/9/9/9/4K4 w", "a5", "e5"},
    {"check by rook: who can do neither stays", "3k5/9/9/9/4r4/3p5/9/9/9/N3K4 w", "a0", ""},
    {"check by cannon: our screen leaves the line", "3k5/9/4c4/9/9/9/3pN4/9/9/4K4 w", "e3", "d1 d5 f1 f5 g2 g4"},
    {"check by cannon: a second screen", "3k5/9/4c4/9/R8/9/3pN4/9/9/4K4 w", "a5", "e5"},
    {"check by cannon: our rook as screen", "3k5/9/4c4/9/9/9/3pR4/9/9/4K4 w", "e3", "d3 e7 f3 g3 h3 i3"},
    {"check by cannon: taking the enemy screen is no help", "3k5/9/4c4/9/9/3p5/R3p4/9/9/4K4 w", "a3", ""},
    {"check by cannon: a neighbour screen, a horse", "3k5/9/4c4/9/9/3p5/9/9/4N4/4K4 w", "e1", "c0 c2 d3 f3 g0 g2"},
    {"check by horse: stand on its leg", "3k5/9/9/9/9/3p5/9/3n5/R8/4K4 w", "a1", "d1"},
    {"check by horse: take it", "3k5/9/9/9/9/9/3p5/3n3R1/9/4K4 w", "h2", "d2"},
    {"check by horse: the leg is beside the horse", "3k5/9/9/9/9/3p1R3/9/9/6n2/4K4 w", "f4", "f1"},
    {"check by pawn ahead: only taking helps", "3k5/9/9/9/9/3p5/9/9/R3p4/4K4 w", "a1", "e1"},
    {"check by pawn beside", "3k5/9/9/9/9/3p5/R8/9/9/3pK4 w", "a3", ""},
    {"double check: nobody but the king", "3k5/9/9/9/R3r4/3p5/9/9/2n6/4K4 w", "a5", ""},
    {"double check: the king steps aside", "3k5/9/9/9/R3r4/3p5/9/9/2n6/4K4 w", "e0", "d0 f0"},
    {"double check on one line: between both", "3k5/9/9/4c4/9/9/3pr4/9/R8/4K4 w", "a1", "e1"},
    {"double check on one line: taking the rook leaves the cannon", "3k5/9/9/4c4/9/3p5/R3r4/9/9/4K4 w", "a3", ""},
};

static Bitboard targets_in_text(const char *text)
{
    Bitboard b = 0;
    for (; *text; text += text[2] ? 3 : 2) {
        char point[3] = {text[0], text[1], '\0'};
        b |= square_bit(square_make(point[0] - 'a', point[1] - '0'));
    }
    return b;
}

static Square square_of(const char *text) { return square_make(text[0] - 'a', text[1] - '0'); }

static void check_piece(const char *name, const Position *pos, Square piece, Bitboard want)
{
    MoveList list;
    Bitboard have = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (move_from(list.moves[i]) == piece) {
            REQUIRE(!bb_has(have, move_to(list.moves[i])), "%s: %s twice", name, iccs_of(list.moves[i]));
            have |= square_bit(move_to(list.moves[i]));
        }
    for (Bitboard wrong = have ^ want; wrong;) {
        Square s = bb_pop(&wrong);
        ck_abort_msg("%s: %s is %s (%s)", name, iccs_of(move_make(piece, s)), bb_has(want, s) ? "missing" : "not allowed", fen_of(pos));
    }
}

static Bitboard transform(Bitboard b, Square (*map)(Square))
{
    Bitboard out = 0;
    while (b)
        out |= square_bit(map(bb_pop(&b)));
    return out;
}

START_TEST(pieces_move_by_their_rules)
{
    const PieceCase *c = &piece_cases[_i];
    Position pos = read_position(c->fen), mirrored, flipped, both;
    Square s = square_of(c->piece);
    Bitboard want = targets_in_text(c->targets);

    REQUIRE(pos.board[s] != EMPTY, "%s: nothing stands there", c->name);
    check_piece(c->name, &pos, s, want);
    position_mirror(&pos, &mirrored);
    check_piece(c->name, &mirrored, square_mirror(s), transform(want, square_mirror));
    position_flip(&pos, &flipped);
    check_piece(c->name, &flipped, square_flip(s), transform(want, square_flip));
    position_flip(&mirrored, &both);
    check_piece(c->name, &both, square_flip(square_mirror(s)), transform(transform(want, square_mirror), square_flip));
}
END_TEST

/* Whole positions: every legal move. */
static const struct {
    const char *name, *fen, *moves;
} whole_cases[] = {
    {"all evasions of a rook's check", "3k5/9/9/9/4r4/N8/3p5/R8/9/4K4 w", "a2e2 e0d0 e0f0"},
    {"all answers to a cannon's check", "3k5/9/4c4/9/9/3p5/9/4B4/9/R3K4 w", "e0d0 e0f0 e2c0 e2c4 e2g0 e2g4"},
    {"all answers to a horse's check", "3k5/9/9/9/9/3p5/9/3n5/4A4/R3K4 w", "e0d0 e0f0 e1d2"},
    {"bare kings on neighbour files", "3k5/9/9/9/9/9/9/9/9/4K4 w", "e0e1 e0f0"},
    {"checkmate by two rooks", "R3k4/R8/9/9/9/9/9/9/9/3K5 b", ""},
    {"checkmate by two cannons", "2bakab2/9/9/9/4C4/9/4C4/9/9/3K5 b", ""},
    {"all answers to a cannon over its own horse", "3aka3/9/4N4/9/9/9/9/9/4C4/3K5 b", "d9e8 f9e8"},
    {"stalemate: a pawn and a facing king", "3k5/2P6/9/9/9/9/9/9/9/4K4 b", ""},
    {"no stalemate while another piece moves", "3k5/2P6/9/9/p8/9/9/9/9/4K4 b", "a5a4"},
};

START_TEST(whole_lists_of_moves)
{
    Position pos = read_position(whole_cases[_i].fen);
    MoveList list;
    char text[1024];
    int count = legal_moves(&pos, &list);
    ck_assert_int_eq(count, list.count);
    moves_text(&list, text, sizeof text);
    REQUIRE(strcmp(text, whole_cases[_i].moves) == 0, "%s: \"%s\"", whole_cases[_i].name, text);
    REQUIRE(any_legal_move(&pos) == (count > 0), "%s", whole_cases[_i].name);
}
END_TEST

/* -- against the slow rules -------------------------------------------------------------------- */

static int compare_moves(const void *a, const void *b) { return (int)*(const Move *)a - (int)*(const Move *)b; }

static void sort_moves(MoveList *list) { qsort(list->moves, (size_t)list->count, sizeof(Move), compare_moves); }

static void slow_list(const Position *pos, int (*generate)(const SlowBoard *, SlowMove *), MoveList *list)
{
    SlowMove moves[SLOW_MAX_MOVES];
    SlowBoard b = slow_board(pos);
    list->count = generate(&b, moves);
    REQUIRE(list->count <= MAX_MOVES, "%s: %d moves", fen_of(pos), list->count);
    for (int i = 0; i < list->count; i++)
        list->moves[i] = slow_move(moves[i]);
    sort_moves(list);
}

static void expect_same(const char *what, const Position *pos, MoveList have, const MoveList *want)
{
    sort_moves(&have);
    if (have.count == want->count && memcmp(have.moves, want->moves, (size_t)have.count * sizeof(Move)) == 0)
        return;
    char a[1024], b[1024];
    ck_abort_msg("%s moves of %s:\nhave %s\nwant %s", what, fen_of(pos), moves_text(&have, a, sizeof a), moves_text(want, b, sizeof b));
}

static void cross_check(const Position *pos)
{
    MoveList want, have = {0}, captures = {0}, quiets = {0};
    slow_list(pos, slow_legal_moves, &want);

    Legality l;
    legality_init(pos, side_to_move(pos), &l);
    generate_legal(pos, &l, GEN_ALL, &have);
    expect_same("legal", pos, have, &want);

    generate_legal(pos, &l, GEN_CAPTURES, &captures);
    generate_legal(pos, &l, GEN_QUIETS, &quiets);
    for (int i = 0; i < captures.count; i++)
        REQUIRE(is_capture(pos, captures.moves[i]), "%s: %s among captures", fen_of(pos), iccs_of(captures.moves[i]));
    for (int i = 0; i < quiets.count; i++)
        REQUIRE(!is_capture(pos, quiets.moves[i]), "%s: %s among quiets", fen_of(pos), iccs_of(quiets.moves[i]));
    generate_legal(pos, &l, GEN_QUIETS, &captures); /* appends */
    expect_same("captures and quiet", pos, captures, &want);

    MoveList all;
    REQUIRE(legal_moves(pos, &all) == want.count, "%s: legal_moves()", fen_of(pos));
    expect_same("legal_moves()", pos, all, &want);
    REQUIRE(any_legal_move(pos) == (want.count > 0), "%s: any_legal_move", fen_of(pos));
}

/* 120,000 positions in release builds: half from games, half with random pieces. */
enum { CROSS_TESTS = 12 };

START_TEST(equals_the_slow_rules)
{
    int positions = effort(10000, 1000);
    if (_i % 2) {
        Rng rng = {100 + (uint64_t)_i};
        for (int i = 0; i < positions; i++) {
            Position pos;
            random_placement(&rng, &pos);
            cross_check(&pos);
        }
    } else {
        Walk walk;
        walk_init(&walk, 100 + (uint64_t)_i);
        for (int i = 0; i < positions; i++)
            cross_check(walk_next(&walk));
    }
}
END_TEST

/* The largest possible number of moves must fit the list; this is a crowded example. */
START_TEST(longest_move_list_fits)
{
    Position pos = read_position("1P1k1PP2/9/1P1P5/9/2R3N2/6C2/1C3N3/3A1A3/7R1/2B1K1B2 w - - 0 1");
    MoveList list, want;
    slow_list(&pos, slow_legal_moves, &want);
    ck_assert_int_gt(legal_moves(&pos, &list), 75);
    expect_same("legal", &pos, list, &want);
}
END_TEST

/* Making and unmaking a move keeps the order of the list, which depends on the order of pieces in the Position. */
START_TEST(unmaking_a_move_keeps_the_order)
{
    Walk walk;
    walk_init(&walk, 9);
    for (int i = 0; i < 300; i++) {
        Position pos = *walk_next(&walk);
        MoveList before, after;
        legal_moves(&pos, &before);
        for (int m = 0; m < before.count; m++) {
            Undo undo;
            position_make(&pos, before.moves[m], &undo);
            position_unmake(&pos, &undo);
            legal_moves(&pos, &after);
            REQUIRE(before.count == after.count && memcmp(before.moves, after.moves, (size_t)after.count * sizeof(Move)) == 0,
                    "%s after %s", fen_of(&pos), iccs_of(before.moves[m]));
        }
    }
}
END_TEST

Suite *movegen_suite(void)
{
    Suite *s = suite_create("movegen");
    TCase *tc = tcase_create("rules");
    tcase_add_loop_test(tc, pieces_move_by_their_rules, 0, COUNT(piece_cases));
    tcase_add_loop_test(tc, whole_lists_of_moves, 0, COUNT(whole_cases));
    tcase_add_test(tc, longest_move_list_fits);
    tcase_add_test(tc, unmaking_a_move_keeps_the_order);
    suite_add_tcase(s, tc);
    tc = tcase_create("slow");
    tcase_add_loop_test(tc, equals_the_slow_rules, 0, CROSS_TESTS);
    suite_add_tcase(s, tc);
    return s;
}
