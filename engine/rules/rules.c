#include "engine/rules/rules.h"

#include "engine/board/attacks.h"
#include "engine/board/makemove.h"

#include <stddef.h>
#include <strings.h>

static const struct {
    const char *name;
    RuleSet rules;
} names[] = {
    {"asian", RULES_ASIAN},
    {"computer", RULES_COMPUTER},
    {"chinese", RULES_CHINESE},
    {"simple", RULES_SIMPLE},
    {"off", RULES_OFF},
    {"AsianRule", RULES_ASIAN},
    {"SkyRule", RULES_ASIAN},
    {"YitianRule", RULES_ASIAN},
    {"ComputerRule", RULES_COMPUTER},
    {"ChineseRule", RULES_CHINESE},
    {"AllowChase", RULES_SIMPLE},
    {"BanChecks", RULES_SIMPLE},
    {"AlwaysDraw", RULES_OFF},
    {"NoJudgement", RULES_OFF},
    {"NoJudgment", RULES_OFF},
    {"draw", RULES_OFF},
};

const char *rule_set_name(RuleSet rules)
{
    size_t i = 0;
    while (names[i].rules != rules) /* its first name */
        i++;
    return names[i].name;
}

bool rule_set_from_name(const char *name, RuleSet *rules)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, name) == 0) {
            *rules = names[i].rules;
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
