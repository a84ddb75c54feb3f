/* SPDX-License-Identifier: GPL-3.0-only */
/* The handcrafted evaluation. */
#include "eval/hce/hce.h"

#include "tests/support/support.h"

/* Mirrored left to right nothing changes; with colours swapped the side to move sees the same. */
START_TEST(symmetric)
{
    Walk walk;
    walk_init(&walk, 6);
    for (int i = 0; i < 20000; i++) {
        const Position *pos = walk_next(&walk);
        Position mirrored, flipped;
        position_mirror(pos, &mirrored);
        position_flip(pos, &flipped);
        Score score = hce_evaluate(pos);
        REQUIRE(hce_evaluate(&mirrored) == score, "%s mirrored: %d, not %d", fen_of(pos), hce_evaluate(&mirrored), score);
        REQUIRE(hce_evaluate(&flipped) == score, "%s flipped: %d, not %d", fen_of(pos), hce_evaluate(&flipped), score);
    }
}
END_TEST

static const struct {
    const char *fen;
    Score least, most;
} judged[] = {
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", -60, 80},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1", -1500, -400}, /* a rook less */
    {"1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 400, 1500},
    {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 b - - 0 1", 400, 1500},
    {"3ak4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1", 300, 3000},
};

START_TEST(material_is_seen)
{
    Position pos = read_position(judged[_i].fen);
    Score score = hce_evaluate(&pos);
    ck_assert_msg(score >= judged[_i].least && score <= judged[_i].most, "%s: %d", judged[_i].fen, score);
}
END_TEST

Suite *hce_suite(void)
{
    Suite *s = suite_create("hce");
    TCase *tc = tcase_create("evaluation");
    tcase_add_test(tc, symmetric);
    tcase_add_loop_test(tc, material_is_seen, 0, COUNT(judged));
    suite_add_tcase(s, tc);
    return s;
}
