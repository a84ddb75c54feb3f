/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/result.h"

#include "engine/base/contract.h"
#include "engine/base/words.h"

static const char *const outcome_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
_Static_assert(sizeof outcome_texts / sizeof *outcome_texts == OUTCOME_DRAW + 1, "a text for each");

static const char *const ending_names[ENDINGS] = {
    [ENDING_NONE] = "unfinished",
    [ENDING_CHECKMATE] = "checkmate",
    [ENDING_STALEMATE] = "stalemate",
    [ENDING_PERPETUAL_CHECK] = "perpetual check",
    [ENDING_PERPETUAL_CHASE] = "perpetual chase",
    [ENDING_REPETITION] = "repetition",
    [ENDING_NATURAL_LIMIT] = "move limit",
    [ENDING_BARE_GUARDS] = "insufficient material",
    [ENDING_AGREEMENT] = "draw agreed",
    [ENDING_RESIGNATION] = "resignation",
    [ENDING_ADJUDICATED_WIN] = "adjudicated win",
    [ENDING_ADJUDICATED_DRAW] = "adjudicated draw",
    [ENDING_LENGTH] = "length limit",
    [ENDING_TIME] = "time forfeit",
    [ENDING_ILLEGAL] = "illegal move",
    [ENDING_CRASH] = "crash",
    [ENDING_STALL] = "stall",
    [ENDING_PROTOCOL] = "protocol error",
};

const char *outcome_text(Outcome outcome)
{
    assert(outcome <= OUTCOME_DRAW);
    return outcome_texts[outcome];
}

bool outcome_from_text(const char *text, Outcome *outcome) { return word_choose(text, outcome_texts, OUTCOME_DRAW + 1, (int *)outcome); }

Outcome outcome_from_phrase(const char *text)
{
    static const char *const words[][9] = {
        [OUTCOME_RED] = {"红胜", "紅勝", "红方胜", "紅方勝", "红先胜", "紅先勝", "黑负", "黑負"},
        [OUTCOME_BLACK] = {"黑胜", "黑勝", "黑方胜", "黑方勝", "红负", "紅負", "红先负", "紅先負"},
        [OUTCOME_DRAW] = {"和"},
    };
    Outcome outcome;
    if (outcome_from_text(text, &outcome))
        return outcome;
    for (outcome = OUTCOME_RED; outcome <= OUTCOME_DRAW; outcome++)
        for (const char *const *word = words[outcome]; *word; word++)
            if (strstr(text, *word))
                return outcome;
    return OUTCOME_OPEN;
}

const char *ending_name(Ending ending)
{
    assert(ending < ENDINGS);
    return ending_names[ending];
}

bool ending_from_name(const char *name, Ending *ending) { return word_choose(name, ending_names, ENDINGS, (int *)ending); }
