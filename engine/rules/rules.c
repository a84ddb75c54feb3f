/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/rules.h"

#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/attacks.h"
#include "engine/board/makemove.h"

static const char *const names[RULE_SETS][6] = {
    [RULES_ASIAN] = {"asian", "AsianRule", "SkyRule", "YitianRule"},
    [RULES_COMPUTER] = {"computer", "ComputerRule"},
    [RULES_CHINESE] = {"chinese", "ChineseRule"},
    [RULES_SIMPLE] = {"simple", "AllowChase", "BanChecks"},
    [RULES_OFF] = {"off", "AlwaysDraw", "NoJudgement", "NoJudgment", "draw"},
};

const char *rule_set_name(RuleSet rules)
{
    assert(rules < RULE_SETS);
    return names[rules][0];
}

bool rule_set_from_name(const char *name, RuleSet *rules)
{
    for (RuleSet set = 0; set < RULE_SETS; set++)
        for (int i = 0; names[set][i]; i++)
            if (word_is(names[set][i], name)) {
                *rules = set;
                return true;
            }
    return false;
}

void natural_count_play(NaturalCount *count, Position *pos, Move m)
{
    Side mover = side_to_move(pos);
    bool was_in_check = in_check(pos, mover);
    Undo undo = {.captured = EMPTY};
    if (m == MOVE_NULL)
        position_make_null(pos, &undo);
    else
        position_make(pos, m, &undo);
    if (undo.captured != EMPTY) {
        *count = (NaturalCount){0, {0, 0}};
        return;
    }
    if (in_check(pos, opponent(mover)) && ++count->checks[mover] > NATURAL_LIMIT_CHECKS)
        return;
    if (was_in_check && count->checks[opponent(mover)] > NATURAL_LIMIT_CHECKS)
        return;
    count->plies++;
}

NaturalCount natural_count(const Position *start, const Undo *undos, int plies)
{
    assert(plies >= 0);
    NaturalCount count = {.plies = start->quiet_plies};
    Position pos = *start;
    for (int i = 0; i < plies; i++)
        natural_count_play(&count, &pos, undos[i].move);
    return count;
}
