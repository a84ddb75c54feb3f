#include "bench/match/referee.h"

#include "engine/notation/verdict.h"

#include <string.h>

Result referee(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, char *reason)
{
    Judgement j;
    judge_counted(game, rules, limit, natural, &j);
    if (j.result.outcome == OUTCOME_OPEN)
        return j.result;
    verdict_summary(&j, LANGUAGE_ENGLISH, reason, REASON_SIZE);
    size_t length = strlen(reason);
    while (length > 0 && (reason[length - 1] == '\n' || reason[length - 1] == '.'))
        reason[--length] = '\0';
    return j.result;
}
