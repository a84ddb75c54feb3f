#include "engine/rules.h"

#include <stddef.h>
#include <strings.h>

static const struct {
    const char *name;
    RuleSet rules;
} names[] = {
    {"asian", RULES_ASIAN},         {"computer", RULES_COMPUTER}, {"chinese", RULES_CHINESE},
    {"simple", RULES_SIMPLE},       {"draw", RULES_DRAW},         {"AsianRule", RULES_ASIAN},
    {"SkyRule", RULES_ASIAN},       {"YitianRule", RULES_ASIAN},  {"ComputerRule", RULES_COMPUTER},
    {"ChineseRule", RULES_CHINESE}, {"AllowChase", RULES_SIMPLE}, {"BanChecks", RULES_SIMPLE},
    {"AlwaysDraw", RULES_DRAW},     {"NoJudgement", RULES_DRAW},  {"NoJudgment", RULES_DRAW},
};

const char *rule_set_name(RuleSet rules) { return names[rules].name; }

bool rule_set_from_name(const char *name, RuleSet *rules)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(names[i].name, name) == 0) {
            *rules = names[i].rules;
            return true;
        }
    return false;
}
