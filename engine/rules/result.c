#include "engine/rules/result.h"

#include <string.h>

static const char *const outcome_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

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

/* The place of `text` among count texts, count if it is none of them. */
static int find(const char *text, const char *const *texts, int count)
{
    int i = 0;
    while (i < count && strcmp(texts[i], text) != 0)
        i++;
    return i;
}

const char *outcome_text(Outcome outcome) { return outcome_texts[outcome]; }

bool outcome_from_text(const char *text, Outcome *outcome)
{
    int found = find(text, outcome_texts, OUTCOME_DRAW + 1);
    if (found > OUTCOME_DRAW)
        return false;
    *outcome = (Outcome)found;
    return true;
}

const char *ending_name(Ending ending) { return ending_names[ending]; }

bool ending_from_name(const char *name, Ending *ending)
{
    int found = find(name, ending_names, ENDINGS);
    if (found == ENDINGS)
        return false;
    *ending = (Ending)found;
    return true;
}
