/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/result.h"

#include <string.h>

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

/* Returns true if the text contains the words, without regard to case. */
static bool result_contains(const char *text, const char *words)
{
    const size_t length = strlen(words);
    while (*text && !word_begins(text, words, length))
        text++;
    return *text != '\0';
}

/* Returns true if the text begins with an outcome followed by a remark, as in `1-0 (resigned)`. */
static bool result_begins(const char *text, const char *outcome)
{
    const size_t length = strlen(outcome);
    return strncmp(text, outcome, length) == 0 && text[length] && strchr(BLANKS "({,;", text[length]);
}

Outcome outcome_from_phrase(const char *text)
{
    /* The whole text, from the point of view of Red, who moves first. */
    static const char *const whole[][7] = {
        [OUTCOME_RED] = {"W", "胜", "勝", "先胜", "先勝", "红方先胜", "紅方先勝"},
        [OUTCOME_BLACK] = {"L", "负", "負", "先负", "先負", "红方先负", "紅方先負"},
        [OUTCOME_DRAW] = {"D", "平", "平局"},
    };
    static const char *const words[][14] = {
        [OUTCOME_RED] = {"红胜", "紅勝", "红方胜", "紅方勝", "红先胜", "紅先勝", "黑负", "黑負", "黑方负", "黑方負", "red win", "red won",
                         "black los"},
        [OUTCOME_BLACK] = {"黑胜", "黑勝", "黑方胜", "黑方勝", "红负", "紅負", "红方负", "紅方負", "红先负", "紅先負", "black win",
                           "black won", "red los"},
        [OUTCOME_DRAW] = {"和", "draw"},
    };
    Outcome outcome;
    text += strspn(text, BLANKS);
    if (outcome_from_text(text, &outcome))
        return outcome;
    for (outcome = OUTCOME_RED; outcome <= OUTCOME_DRAW; outcome++)
        for (int i = 0; i < 7 && whole[outcome][i]; i++)
            if (word_is(text, whole[outcome][i]))
                return outcome;
    for (outcome = OUTCOME_RED; outcome <= OUTCOME_DRAW; outcome++) {
        if (result_begins(text, outcome_texts[outcome]))
            return outcome;
        for (const char *const *word = words[outcome]; *word; word++)
            if (result_contains(text, *word))
                return outcome;
    }
    return OUTCOME_OPEN;
}

const char *ending_name(Ending ending)
{
    assert(ending < ENDINGS);
    return ending_names[ending];
}

bool ending_from_name(const char *name, Ending *ending) { return word_choose(name, ending_names, ENDINGS, (int *)ending); }
