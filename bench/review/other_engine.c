/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/other_engine.h"

#include "engine/board/legal.h"

enum { MAX_HOLDS = 10 }; /* after this many suspensions in succession, the machine is useless for measurements */

static Saying other_engine_saying(const Thought *t, Move m, int64_t at_us)
{
    bool mates = t->score > MATE_SCORE - 1000 && t->score <= MATE_SCORE;
    return (Saying){
        .move = m, .mate = mates ? (MATE_SCORE - t->score + 1) / 2 : 0, .won = mates, .depth = t->depth, .nodes = t->nodes, .at_us = at_us};
}

static void other_engine_take_line(void *self, const Line *line)
{
    Problem *problem = self;
    Saying s = other_engine_saying(&line->thought, line->moves[0], line->at_us);
    s.proven = suite_line_mates(&problem->game.now, line->moves, line->plies, s.mate);
    suite_note(problem, &s);
}

/* Records the fault and discards everything else in the attempt. */
static void other_engine_fail(Attempt *attempt, const char *format, const char *foreign)
{
    *attempt = (Attempt){0};
    Text whole = TEXT_INIT, fault = text_over(attempt->fault, sizeof attempt->fault);
    text_addf(&whole, format, foreign);
    text_add_clean(&fault, whole.data);
    text_free(&whole);
}

bool other_engine_try(Client *client, Problem *problem)
{
    const MatchLimits *limits = &client->spec->limits;
    const ThinkRequest request = {.game = &problem->game, .limits = {limits, limits}};
    Attempt *attempt = &problem->attempt;
    Answer answer;
    bool answered = false;
    client->heard = other_engine_take_line;
    client->self = problem;
    for (int holds = 0; !answered && holds < MAX_HOLDS && (holds == 0 || client->fault == CLIENT_HELD); holds++) {
        *attempt = (Attempt){0};
        answered = client_new_game(client) && client_think(client, &request, &answer);
        if (!answered)
            client_quit(client); /* the engine's state is unknown */
    }
    if (!answered) {
        other_engine_fail(attempt, "%s", client->text);
        return client->fault != CLIENT_STOPPED && client->fault != CLIENT_TROUBLE;
    }
    if (!is_legal(&problem->game.now, answer.move)) {
        other_engine_fail(attempt, *answer.text ? "illegal move '%s'" : "no move", answer.text);
        return true;
    }
    Saying last = other_engine_saying(&client->thought, answer.move, answer.elapsed_us);
    last.proven = last.move == attempt->last.move && attempt->last.proven;
    suite_note(problem, &last);
    return true;
}
