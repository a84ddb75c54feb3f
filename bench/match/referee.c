#include "bench/match/referee.h"

#include "protocol/verdict.h"

#include <string.h>

/* A decided repetition was lost by the side that did the more forbidden thing. */
static Ending repetition_ending(const Judgement *j)
{
    if (j->result == RESULT_DRAW)
        return ENDING_REPETITION;
    Side guilty = j->result == RESULT_RED_WINS ? BLACK : RED;
    return j->reason.sides[guilty].level == LEVEL_CHECK ? ENDING_PERPETUAL_CHECK : ENDING_PERPETUAL_CHASE;
}

void referee(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, Outcome *outcome, Ending *ending, char *reason)
{
    static const Outcome outcomes[] = {
        [RESULT_NONE] = OUTCOME_NONE, [RESULT_RED_WINS] = OUTCOME_RED, [RESULT_BLACK_WINS] = OUTCOME_BLACK, [RESULT_DRAW] = OUTCOME_DRAW};
    Judgement j;
    judge_counted(game, rules, limit, natural, &j);
    if (j.result == RESULT_NONE)
        return;
    *outcome = outcomes[j.result];
    switch (j.kind) {
    case END_NONE: break;
    case END_CHECKMATE: *ending = ENDING_CHECKMATE; break;
    case END_STALEMATE: *ending = ENDING_STALEMATE; break;
    case END_REPETITION: *ending = repetition_ending(&j); break;
    case END_NATURAL_LIMIT: *ending = ENDING_MOVE_LIMIT; break;
    case END_BARE_GUARDS: *ending = ENDING_MATERIAL; break;
    }
    verdict_summary(&j, LANGUAGE_ENGLISH, reason, REASON_SIZE);
    size_t length = strlen(reason);
    while (length > 0 && (reason[length - 1] == '\n' || reason[length - 1] == '.'))
        reason[--length] = '\0';
}
