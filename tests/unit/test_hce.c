/* SPDX-License-Identifier: GPL-3.0-only */
/* The handcrafted evaluation. */
#include "eval/hce/hce.h"

#include <string.h>

#include "tests/support/support.h"

/* Mirrored left to right, the score is the same; with colours swapped too, for the side to move. */
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

/* The displayed terms are those of the evaluation: their blended sum is its score. */
START_TEST(terms_add_up)
{
    Walk walk;
    bool seen[HCE_GROUPS_MOST] = {false};
    HceTrace trace;
    walk_init(&walk, 8);
    for (int i = 0; i < 20000; i++) {
        const Position *pos = walk_next(&walk);
        int middle = 0, end = 0;
        hce_trace(pos, &trace);
        for (int g = 0; g < trace.count; g++) {
            const HceGroup *group = &trace.groups[g];
            middle += group->middle[RED] - group->middle[BLACK];
            end += group->end[RED] - group->end[BLACK];
            seen[g] |= group->middle[RED] != 0 || group->middle[BLACK] != 0;
        }
        Score score = (middle * trace.phase + end * (trace.phase_full - trace.phase)) / trace.phase_full;
        score = pos->side == RED ? score : -score;
        score = score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
        REQUIRE(score == hce_evaluate(pos), "%s: the terms add up to %d, not %d", fen_of(pos), score, hce_evaluate(pos));
    }
    for (int g = 0; g < trace.count; g++)
        ck_assert_msg(seen[g], "%s never counts", trace.groups[g].name);
}
END_TEST

/* Each term is shown in the row with its name, under the side that has it. */
START_TEST(terms_are_told_apart)
{
    Position pos = read_position("3k5/9/9/9/9/9/9/9/4A4/3AK4 b - - 0 1");
    HceTrace trace;
    hce_trace(&pos, &trace);
    for (int g = 0; g < trace.count; g++) {
        const HceGroup *group = &trace.groups[g];
        if (strcmp(group->name, "PST_ADVISOR") == 0)
            ck_assert(group->middle[RED] > 100 && group->end[RED] > 100 && group->middle[BLACK] == 0 && group->end[BLACK] == 0);
        if (strcmp(group->name, "TEMPO") == 0)
            ck_assert(group->middle[RED] == 0 && group->middle[BLACK] > 0);
        if (strcmp(group->name, "PST_ROOK") == 0 || strcmp(group->name, "ROOK_MOBILITY") == 0)
            ck_assert(group->middle[RED] == 0 && group->middle[BLACK] == 0);
    }
}
END_TEST

Suite *hce_suite(void)
{
    Suite *s = suite_create("hce");
    TCase *tc = tcase_create("evaluation");
    tcase_add_test(tc, symmetric);
    tcase_add_test(tc, terms_add_up);
    tcase_add_test(tc, terms_are_told_apart);
    tcase_add_loop_test(tc, material_is_seen, 0, COUNT(judged));
    suite_add_tcase(s, tc);
    return s;
}
