#include "engine/rules/judge.h"

#include "engine/board/movegen.h"

/* The higher level loses, equal ones draw. A perpetual check therefore loses even against a perpetual chase, and a
 * chase against checks that are not perpetual (WXF manual 1-5, 37, 50). */
static Result result_of_repetition(const Reason *reason)
{
    Level red = reason->sides[RED].level, black = reason->sides[BLACK].level, worst = red > black ? red : black;
    if (red == black)
        return (Result){OUTCOME_DRAW, ENDING_REPETITION};
    return (Result){lost_by(red > black ? RED : BLACK), worst == LEVEL_CHECK ? ENDING_PERPETUAL_CHECK : ENDING_PERPETUAL_CHASE};
}

static void judge_position(const Path *path, int limit, Judgement *j)
{
    const Position *pos = path->pos;
    Side side = (Side)pos->side;
    int second, first;
    j->plies = path->count;
    j->result = (Result){OUTCOME_OPEN, ENDING_NONE};
    if (!any_legal_move(pos)) {
        j->result = (Result){lost_by(side), in_check(pos, side) ? ENDING_CHECKMATE : ENDING_STALEMATE};
    } else if ((second = repetition_distance(path, 0)) && (first = repetition_distance(path, second))) {
        reason_find(path, second, first, j->rules, &j->reason);
        j->result = result_of_repetition(&j->reason);
    } else if (limit && j->natural.plies >= limit) {
        j->result = (Result){OUTCOME_DRAW, ENDING_NATURAL_LIMIT};
    } else if (only_guards_left(pos)) {
        j->result = (Result){OUTCOME_DRAW, ENDING_BARE_GUARDS};
    }
}

void judge_game(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, Judgement *j)
{
    j->rules = rules; /* field by field: the reason is large, and seldom there */
    j->first_ply = game->start.game_ply;
    j->natural = natural ? *natural : natural_count(game);
    Path path = game_path(game);
    judge_position(&path, limit, j);
}

int judge_from_start(const Game *game, RuleSet rules, int limit, Judgement *j)
{
    Position pos = game->start;
    j->rules = rules;
    j->first_ply = pos.game_ply;
    j->natural = natural_count_start(&pos);
    judge_position(&(Path){&pos, game->undos, 0}, limit, j);
    for (int i = 0; j->result.outcome == OUTCOME_OPEN && i < game->plies; i++) {
        natural_count_play(&j->natural, &pos, game->undos[i].move);
        judge_position(&(Path){&pos, game->undos, i + 1}, limit, j);
    }
    return j->plies;
}
