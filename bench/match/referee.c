#include "bench/match/referee.h"

#include "engine/notation/verdict.h"

Result referee(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, char *reason)
{
    Judgement j;
    judge_counted(game, rules, limit, natural, &j);
    if (j.result.outcome == OUTCOME_OPEN)
        return j.result;
    Text text = text_over(reason, REASON_SIZE);
    verdict_summary(&j, LANGUAGE_ENGLISH, &text);
    text_cut(&text, text.length - 1); /* the full stop */
    return j.result;
}
