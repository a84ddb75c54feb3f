/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/own_engine.h"

#include "engine/base/contract.h"
#include "engine/base/platform.h"

typedef struct Hearing {
    const Problem *problem;
    Attempt *attempt;
    int64_t start_us;
} Hearing;

static int mate_of(Score score) { return is_mate(score) && score > 0 ? mate_moves(score) : 0; }

static void take_info(void *self, const SearchInfo *info)
{
    const Hearing *h = self;
    if (info->passing || info->multipv != 1 || info->bound != BOUND_EXACT || info->pv_length == 0)
        return;
    Saying s = {
        .move = info->pv[0], .mate = mate_of(info->score), .depth = info->depth, .nodes = info->nodes, .at_us = clock_us() - h->start_us};
    s.proven = suite_line_mates(&h->problem->game.now, info->pv, info->pv_length, s.mate);
    suite_note(h->problem, &s, h->attempt);
}

bool own_engine_try(Searcher *searcher, const Problem *problem, const Limits *limits, Attempt *attempt)
{
    assert(limits);
    Hearing h = {problem, attempt, clock_us()};
    const SearchListener listener = {.info = take_info, .self = &h};
    *attempt = (Attempt){0};
    searcher_new_game(searcher);
    const SearchResult result = searcher_run(searcher, &problem->game, limits, &listener);
    if (result.score == SCORE_NONE || (limits->stop && atomic_load(limits->stop)))
        return false;
    Saying last = attempt->last;
    if (result.best != last.move)
        last = (Saying){.move = result.best, .mate = mate_of(result.score), .depth = result.depth};
    last.nodes = result.nodes;
    last.at_us = clock_us() - h.start_us;
    suite_note(problem, &last, attempt);
    return true;
}
