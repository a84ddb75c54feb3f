#include "engine/rules/rules.h"

#include "engine/board/attacks.h"
#include "engine/board/makemove.h"

#include <strings.h>

static const char *const names[RULE_SETS][6] = {
    [RULES_ASIAN] = {"asian", "AsianRule", "SkyRule", "YitianRule"},
    [RULES_COMPUTER] = {"computer", "ComputerRule"},
    [RULES_CHINESE] = {"chinese", "ChineseRule"},
    [RULES_SIMPLE] = {"simple", "AllowChase", "BanChecks"},
    [RULES_OFF] = {"off", "AlwaysDraw", "NoJudgement", "NoJudgment", "draw"},
};

const char *rule_set_name(RuleSet rules) { return names[rules][0]; }

bool rule_set_from_name(const char *name, RuleSet *rules)
{
    for (RuleSet set = 0; set < RULE_SETS; set++)
        for (int i = 0; names[set][i]; i++)
            if (strcasecmp(names[set][i], name) == 0) {
                *rules = set;
                return true;
            }
    return false;
}

void natural_count_play(NaturalCount *count, Position *pos, Move m)
{
    Side mover = (Side)pos->side;
    bool was_in_check = in_check(pos, mover);
    Undo undo = {.captured = EMPTY};
    if (m == MOVE_NULL)
        position_make_null(pos, &undo);
    else
        position_make(pos, m, &undo);
    natural_count_ply(count, mover, was_in_check, undo.captured != EMPTY, in_check(pos, (Side)pos->side));
}

NaturalCount natural_count(const Game *game)
{
    NaturalCount count = natural_count_start(&game->start);
    Position pos = game->start;
    for (int i = 0; i < game->plies; i++)
        natural_count_play(&count, &pos, game->undos[i].move);
    return count;
}
