/* SPDX-License-Identifier: GPL-3.0-only */
/* Single moves: any sixteen bits against the slow rules and the generator, and the reason for every refusal. */
#include "engine/board/legal.h"

#include <stdio.h>
#include <string.h>

#include "engine/notation/notation.h"
#include "tests/support/support.h"

static bool names_a_point(MoveFault fault)
{
    return (fault >= FAULT_LEG_BLOCKED && fault <= FAULT_PATH_BLOCKED) || fault == FAULT_STILL_IN_CHECK || fault == FAULT_INTO_CHECK;
}

static void all_sixteen_bits(const Position *pos)
{
    static bool pseudo[1 << 16], legal[1 << 16];
    SlowMove slow[SLOW_MAX_MOVES];
    SlowBoard board = slow_board(pos);
    MoveList list;
    Legality l;
    memset(pseudo, 0, sizeof pseudo);
    memset(legal, 0, sizeof legal);
    for (int i = slow_pseudo_moves(&board, slow); i-- > 0;)
        pseudo[slow_move(slow[i])] = true;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        legal[list.moves[i]] = true;
    legality_init(pos, side_to_move(pos), &l);

    for (int m = 0; m < 1 << 16; m++) {
        REQUIRE(is_pseudo_legal(pos, (Move)m) == pseudo[m], "%s: is_pseudo_legal(%04x)", fen_of(pos), m);
        REQUIRE(is_legal(pos, (Move)m) == legal[m], "%s: is_legal(%04x)", fen_of(pos), m);
        if (pseudo[m])
            REQUIRE(is_legal_given(pos, &l, (Move)m) == legal[m], "%s: is_legal_given(%04x)", fen_of(pos), m);
    }
}

START_TEST(any_bits_against_the_generator)
{
    int positions = effort(150, 20);
    Rng rng = {(uint64_t)_i};
    Walk walk;
    walk_init(&walk, (uint64_t)_i);
    for (int i = 0; i < positions; i++) {
        Position pos;
        random_placement(&rng, &pos);
        all_sixteen_bits(i % 2 ? &pos : walk_next(&walk));
        walk_next(&walk);
    }
}
END_TEST

/* A fault whose text has a point names that point, others name none; no fault means legal. */
START_TEST(faults_agree_with_legality)
{
    int positions = effort(100, 20);
    Rng rng = {(uint64_t)_i + 50};
    for (int i = 0; i < positions; i++) {
        Position pos;
        MoveList list;
        static bool legal[1 << 16];
        random_placement(&rng, &pos);
        memset(legal, 0, sizeof legal);
        legal_moves(&pos, &list);
        for (int j = 0; j < list.count; j++)
            legal[list.moves[j]] = true;
        for (int m = 0; m < 1 << 16; m++) {
            Square where = 0;
            MoveFault fault = move_fault(&pos, (Move)m, &where);
            REQUIRE((fault == MOVE_OK) == legal[m], "%s: %s: fault %d", fen_of(&pos), iccs_of((Move)m), fault);
            REQUIRE(names_a_point(fault) == on_board(where), "%s: %s: fault %d at %02x", fen_of(&pos), iccs_of((Move)m), fault, where);
            REQUIRE(move_fault(&pos, (Move)m, NULL) == fault, "%s: %s: without a place", fen_of(&pos), iccs_of((Move)m));
        }
    }
}
END_TEST

static const struct {
    const char *fen, *move;
    MoveFault fault;
    const char *where; /* NULL: legal */
} fault_cases[] = {
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h2e2", MOVE_OK, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "e4e5", FAULT_NO_PIECE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h7e7", FAULT_NOT_YOURS, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", "h2e2", FAULT_NOT_YOURS, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h2h2", FAULT_SAME_SQUARE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "a0b0", FAULT_OWN_PIECE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "a0a3", FAULT_OWN_PIECE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "a0b1", FAULT_SHAPE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "b0b1", FAULT_SHAPE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h2g1", FAULT_SHAPE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "e0e2", FAULT_SHAPE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "d0d1", FAULT_SHAPE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "c0c1", FAULT_SHAPE, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "c3c5", FAULT_SHAPE, NULL},
    {"3k5/9/9/9/9/3p5/9/5K3/9/9 w", "f2g2", FAULT_PALACE, NULL},
    {"3k5/9/9/9/9/3p5/9/5K3/9/9 w", "f2f3", FAULT_PALACE, NULL},
    {"3k5/9/9/9/9/3p5/9/3A5/9/4K4 w", "d2c3", FAULT_PALACE, NULL},
    {"3k5/9/9/9/9/2Bp5/9/9/9/4K4 w", "c4e6", FAULT_RIVER, NULL},
    {"3k5/9/9/9/2P6/3p5/9/9/9/4K4 w", "c5c4", FAULT_PAWN_BACK, NULL},
    {"3k5/9/9/9/9/2Pp5/9/9/9/4K4 w", "c4b4", FAULT_PAWN_SIDEWAYS, NULL},
    {"4k4/9/9/2p6/9/4P4/9/9/9/4K4 b", "c6b6", FAULT_PAWN_SIDEWAYS, NULL},
    {"4k4/9/9/2p6/9/4P4/9/9/9/4K4 b", "c6c7", FAULT_PAWN_BACK, NULL},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "b0d1", FAULT_LEG_BLOCKED, "c0"},
    {"3k5/9/9/9/4p4/4N4/3p5/9/9/4K4 w", "e4f6", FAULT_LEG_BLOCKED, "e5"},
    {"3k5/9/9/9/4N4/3pp4/9/9/9/3K5 w", "e5d3", FAULT_LEG_BLOCKED, "e4"},
    {"3k5/9/9/9/9/9/3n5/4B4/9/3K5 w", "e2c4", FAULT_EYE_BLOCKED, "d3"},
    {"3k5/9/9/9/9/9/3n5/4B4/5R3/3K5 w", "e2g0", FAULT_EYE_BLOCKED, "f1"},
    {"3k5/9/2n6/9/9/p1R3p2/3p5/2C6/9/4K4 w", "c4i4", FAULT_PATH_BLOCKED, "g4"},
    {"3k5/9/2n6/9/9/p1R3p2/3p5/2C6/9/4K4 w", "c4c9", FAULT_PATH_BLOCKED, "c7"},
    {"3k5/9/2n6/9/9/p1R3p2/3p5/2C6/9/4K4 w", "c4c0", FAULT_PATH_BLOCKED, "c2"},
    {"3k5/9/2n6/9/9/p1R3p2/3p5/2C6/9/4K4 w", "c2c5", FAULT_PATH_BLOCKED, "c4"},
    {"3k5/9/9/9/9/C1p3p1n/3p5/9/9/4K4 w", "a4d4", FAULT_PATH_BLOCKED, "c4"},
    {"3k5/9/9/9/9/n1p3p1C/3p5/9/9/4K4 w", "i4d4", FAULT_PATH_BLOCKED, "g4"},
    {"3k5/9/9/9/9/C1p3p1n/3p5/9/9/4K4 w", "a4c4", FAULT_NO_SCREEN, NULL},
    {"3k5/9/9/9/9/C1p3p1n/3p5/9/9/4K4 w", "a4i4", FAULT_MANY_SCREENS, NULL},
    {"3k5/9/9/9/4r4/3p5/9/9/9/N3K4 w", "a0b2", FAULT_STILL_IN_CHECK, "e5"},
    {"3k5/9/4r4/9/9/3p5/4N4/9/9/4K4 w", "e3c2", FAULT_INTO_CHECK, "e7"},
    {"3k5/9/4c4/9/9/4N4/9/4B4/3p5/4K4 w", "e4c3", FAULT_INTO_CHECK, "e7"},
    {"3k5/9/4c4/9/9/R8/3p5/9/9/4K4 w", "a4e4", FAULT_INTO_CHECK, "e7"},
    {"4k4/9/9/9/9/9/9/4n4/4A4/3K5 w", "e1d2", FAULT_INTO_CHECK, "e2"},
    {"3k5/9/9/9/9/3p5/9/4p4/9/4K4 w", "e0e1", FAULT_INTO_CHECK, "e2"},
    {"3k5/9/9/9/9/9/9/9/4K4/9 w", "e1d1", FAULT_FACING, NULL},
    {"4k4/9/9/9/4P4/9/9/9/9/4K4 w", "e5d5", FAULT_FACING, NULL},
};

START_TEST(each_refusal_has_its_reason)
{
    Position pos = read_position(fault_cases[_i].fen);
    Square where = 0;
    MoveFault fault = move_fault(&pos, move_of(fault_cases[_i].move), &where);
    REQUIRE(fault == fault_cases[_i].fault, "%s %s: fault %d, not %d", fault_cases[_i].fen, fault_cases[_i].move, fault,
            fault_cases[_i].fault);
    Square want = SQ_NONE;
    if (fault_cases[_i].where)
        want = square_make(fault_cases[_i].where[0] - 'a', fault_cases[_i].where[1] - '0');
    REQUIRE(where == want, "%s %s: at %02x", fault_cases[_i].fen, fault_cases[_i].move, where);
}
END_TEST

START_TEST(moves_off_the_board)
{
    Position pos = named_position("start");
    static const Move moves[] = {0xFFFF, 0x000A, 0x0A00, 0x9F00, 0x009F, 0x0090, 0x9000};
    for (int i = 0; i < COUNT(moves); i++) {
        Square where = 0;
        ck_assert_int_eq(move_fault(&pos, moves[i], &where), FAULT_OFF_BOARD);
        ck_assert_int_eq(where, SQ_NONE);
    }
}
END_TEST

START_TEST(every_reason_has_its_own_words)
{
    for (Language l = LANGUAGE_ENGLISH; l < LANGUAGES; l++) {
        static char words[FAULT_FACING + 1][WHY_ROOM];
        Position pos = named_position("start");
        Text text = text_over(words[FAULT_OFF_BOARD], WHY_ROOM);
        text.language = l;
        refuse_move(&pos, 0xFFFF, &text);
        for (int i = 0; i < COUNT(fault_cases); i++) {
            char *told = words[fault_cases[i].fault];
            if (fault_cases[i].fault == MOVE_OK)
                continue;
            const char *move = fault_cases[i].move, *where = fault_cases[i].where;
            pos = read_position(fault_cases[i].fen);
            text = text_over(told, WHY_ROOM);
            text.language = l;
            refuse_move(&pos, move_of(move), &text);
            REQUIRE(!where || strstr(told, where), "%s: \"%s\" does not name %s", move, told, where);
        }
        for (int a = FAULT_OFF_BOARD; a <= FAULT_FACING; a++) {
            REQUIRE(strlen(words[a]) > 5, "fault %d", a);
            for (int b = FAULT_OFF_BOARD; b < a; b++)
                ck_assert_str_ne(words[a], words[b]);
        }
    }
}
END_TEST

Suite *legal_suite(void)
{
    Suite *s = suite_create("legal");
    TCase *tc = tcase_create("legal");
    tcase_add_loop_test(tc, each_refusal_has_its_reason, 0, COUNT(fault_cases));
    tcase_add_test(tc, moves_off_the_board);
    tcase_add_test(tc, every_reason_has_its_own_words);
    tcase_add_loop_test(tc, any_bits_against_the_generator, 0, 4);
    tcase_add_loop_test(tc, faults_agree_with_legality, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
