/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/judge.h"

#include "engine/base/contract.h"
#include "engine/board/movegen.h"

/* The side with the higher level loses; equal levels draw. A perpetual check therefore loses even
 * against a perpetual chase, and a chase loses against checks that are not perpetual (WXF manual
 * 1-5, 37, 50). */
static Result result_of_repetition(const Reason *reason)
{
    Level red = reason->sides[RED].level, black = reason->sides[BLACK].level, worst = red > black ? red : black;
    if (red == black)
        return (Result){OUTCOME_DRAW, ENDING_REPETITION};
    return (Result){lost_by(red > black ? RED : BLACK), worst == LEVEL_CHECK ? ENDING_PERPETUAL_CHECK : ENDING_PERPETUAL_CHASE};
}

static void judge_at(const Game *game, const Path *path, RuleSet rules, int limit, Judgement *j)
{
    assert(limit >= 0);
    const Position *pos = path->pos;
    Side side = side_to_move(pos);
    int second, first;
    /* Fields are assigned one by one because the reason is large and rarely needed. */
    j->result = (Result){OUTCOME_OPEN, ENDING_NONE};
    j->plies = path->count;
    j->first_ply = game->start.game_ply;
    j->rules = rules;
    j->natural = 0;
    if (!any_legal_move(pos)) {
        j->result = (Result){lost_by(side), in_check(pos, side) ? ENDING_CHECKMATE : ENDING_STALEMATE};
    } else if ((second = repetition_distance(path, 0)) && (first = repetition_distance(path, second))) {
        reason_find(path, second, first, rules, &j->reason);
        j->result = result_of_repetition(&j->reason);
    } else if (limit && pos->quiet_plies >= limit && /* quiet_plies is an upper bound of the count */
               (j->natural = natural_count(&game->start, path->undos, path->count).plies) >= limit) {
        j->result = (Result){OUTCOME_DRAW, ENDING_NATURAL_LIMIT};
    } else if (only_guards_left(pos)) {
        j->result = (Result){OUTCOME_DRAW, ENDING_BARE_GUARDS};
    }
}

void judge_game(const Game *game, RuleSet rules, int limit, Judgement *j)
{
    Path path = game_path(game);
    judge_at(game, &path, rules, limit, j);
}

int judge_from_start(const Game *game, RuleSet rules, int limit, Judgement *j)
{
    Position pos = game->start;
    Path path = {&pos, game->undos, 0};
    Undo undo;
    judge_at(game, &path, rules, limit, j);
    while (j->result.outcome == OUTCOME_OPEN && path.count < game->plies) {
        position_make(&pos, game->undos[path.count++].move, &undo);
        judge_at(game, &path, rules, limit, j);
    }
    return path.count;
}
