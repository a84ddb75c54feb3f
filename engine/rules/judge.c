#include "engine/rules/judge.h"

#include "engine/board/movegen.h"

#include <string.h>

const char *result_text(Result result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return texts[result];
}

static Result lost_by(Side side) { return side == RED ? RESULT_BLACK_WINS : RESULT_RED_WINS; }

/* The table of outcomes: the higher level loses, equal ones draw. A perpetual check therefore loses even
 * against a perpetual chase, and a chase against checks that are not perpetual (WXF manual 1-5, 37, 50). */
static Result outcome(const Reason *reason)
{
    Level red = reason->sides[RED].level, black = reason->sides[BLACK].level;
    return red == black ? RESULT_DRAW : lost_by(red > black ? RED : BLACK);
}

static void judge_position(const Position *pos, const Undo *undos, int count, Judgement *j)
{
    Side side = (Side)pos->side;
    int second, first;
    if (!any_legal_move(pos)) {
        j->kind = in_check(pos, side) ? END_CHECKMATE : END_STALEMATE;
        j->result = lost_by(side);
    } else if ((second = repetition_distance(pos, undos, count, 0)) && (first = repetition_distance(pos, undos, count, second))) {
        j->kind = END_REPETITION;
        reason_find(pos, undos, count, second, first, j->rules, &j->reason);
        j->result = outcome(&j->reason);
    } else if (j->limit && j->natural.plies >= j->limit) {
        j->kind = END_NATURAL_LIMIT;
        j->result = RESULT_DRAW;
    } else if (only_guards_left(pos)) {
        j->kind = END_BARE_GUARDS;
        j->result = RESULT_DRAW;
    }
}

static void begin(const Game *game, RuleSet rules, int limit, Judgement *j)
{
    j->result = RESULT_NONE; /* field by field: the reason is large, and seldom there */
    j->kind = END_NONE;
    j->plies = 0;
    j->rules = rules;
    j->limit = limit;
    j->black_first = game->start.side == BLACK;
    j->first_number = game->start.game_ply / 2 + 1;
    j->natural = natural_count_start(&game->start);
}

void judge_game(const Game *game, RuleSet rules, int limit, Judgement *j)
{
    Position pos = game->start;
    begin(game, rules, limit, j);
    while (j->plies < game->plies)
        natural_count_play(&j->natural, &pos, game->undos[j->plies++].move);
    judge_position(&pos, game->undos, game->plies, j);
}

void judge_counted(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, Judgement *j)
{
    begin(game, rules, limit, j);
    j->plies = game->plies;
    j->natural = *natural;
    judge_position(&game->now, game->undos, game->plies, j);
}

int judge_from_start(const Game *game, RuleSet rules, int limit, Judgement *j)
{
    Position pos = game->start;
    begin(game, rules, limit, j);
    judge_position(&pos, game->undos, 0, j);
    while (j->kind == END_NONE && j->plies < game->plies) {
        natural_count_play(&j->natural, &pos, game->undos[j->plies++].move);
        judge_position(&pos, game->undos, j->plies, j);
    }
    return j->plies;
}
