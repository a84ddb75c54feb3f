/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/hce/hce.h"

#include "eval/hce/hce_params.h"
#include "eval/hce/hce_terms.h"

typedef struct HceSum { /* Red minus Black, in centipawns */
    int middle, end;
} HceSum;

static inline void hce_add_weight(void *self, int term, int count)
{
    HceSum *sum = self;
    sum->middle += hce_weights[term].middle * count;
    sum->end += hce_weights[term].end * count;
}

static inline void hce_add_table_weight(void *self, int term, int count)
{
    if (term <= TERM_PST_LAST)
        hce_add_weight(self, term, count);
}

static Score hce_blend(const Position *pos, const HceSum *sum)
{
    int phase = hce_phase(pos);
    Score score = (sum->middle * phase + sum->end * (PHASE_FULL - phase)) / PHASE_FULL;
    if (pos->side == BLACK)
        score = -score;
    return score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

Score hce_tables(const Position *pos)
{
    HceSum sum = {0, 0};
    hce_visit(pos, hce_add_table_weight, &sum);
    return hce_blend(pos, &sum);
}

Score hce_evaluate(const Position *pos)
{
    HceSum sum = {0, 0};
    hce_visit(pos, hce_add_weight, &sum);
    return hce_blend(pos, &sum);
}

/* Returns the index of the group to which a term belongs. */
static int hce_group(int term)
{
#define X(name, count, to_a_line, meaning) TERM_##name##_LAST,
    static const int last[] = {HCE_TERMS(X)};
#undef X
    int group = 0;
    while (term > last[group])
        group++;
    return group;
}

/* Adds a term to its group. hce_visit() reports the terms of each side separately, with positive
 * counts for Red and negative ones for Black. */
static void hce_add_to_group(void *self, int term, int count)
{
    HceGroup *group = &((HceTrace *)self)->groups[hce_group(term)];
    const Side side = count < 0 ? BLACK : RED;
    const int times = count < 0 ? -count : count;
    group->middle[side] += hce_weights[term].middle * times;
    group->end[side] += hce_weights[term].end * times;
}

void hce_trace(const Position *pos, HceTrace *trace)
{
#define X(name, count, to_a_line, meaning) #name,
    static const char *const names[] = {HCE_TERMS(X)};
#undef X
    enum { GROUPS = sizeof names / sizeof *names };
    _Static_assert((int)GROUPS <= (int)HCE_GROUPS_MOST, "there is room for all");
    *trace = (HceTrace){.count = GROUPS, .phase = hce_phase(pos), .phase_full = PHASE_FULL};
    for (int i = 0; i < GROUPS; i++)
        trace->groups[i].name = names[i];
    hce_visit(pos, hce_add_to_group, trace);
}

Score hce_material(const Position *pos)
{
    static const int value[KINDS] = {0, 0, 120, 120, 420, 900, 430, 100};
    Score score = 0;
    for (Kind kind = ADVISOR; kind <= PAWN; kind++)
        score +=
            value[kind] * (bb_count(pieces_of(pos, side_to_move(pos), kind)) - bb_count(pieces_of(pos, opponent(side_to_move(pos)), kind)));
    return score;
}
