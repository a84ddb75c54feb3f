#include "protocol/dialect.h"

#include <string.h>

#include "engine/board/legal.h"
#include "engine/notation/notation.h"

void dialect_option(const Dialect *dialect, Text *line, const OptionSpec *spec)
{
    static const char *const types[] = {
        [OPTION_CHECK] = "check", [OPTION_SPIN] = "spin", [OPTION_COMBO] = "combo", [OPTION_STRING] = "string", [OPTION_BUTTON] = "button"};
    if (dialect->short_names)
        text_addf(line, "option %.*s", (int)strcspn(spec->names, " "), spec->names);
    else
        text_addf(line, "option name %s", spec->uci);
    text_addf(line, " type %s", types[spec->type]);
    int initial = option_initial(spec);
    switch (spec->type) {
    case OPTION_CHECK: text_addf(line, " default %s", initial ? "true" : "false"); break;
    case OPTION_SPIN: {
        int least = spec->automatic && dialect->short_names ? 0 : spec->min;
        text_addf(line, " default %d min %d max %d", initial, least, spec->max);
        break;
    }
    case OPTION_COMBO:
        for (const OptionVar *var = spec->vars; var->word; var++)
            if (var->value == initial)
                text_addf(line, " default %s", var->word);
        for (const OptionVar *var = spec->vars; var->word; var++)
            text_addf(line, " var %s", var->word);
        break;
    case OPTION_STRING: text_add(line, " default <empty>"); break;
    case OPTION_BUTTON: break;
    }
}

void dialect_bound(Text *line, Bound bound)
{
    if (bound == BOUND_LOWER || bound == BOUND_UPPER)
        text_add(line, bound == BOUND_LOWER ? " lowerbound" : " upperbound");
}

void dialect_pv(Text *line, const SearchInfo *info)
{
    char move[5];
    if (info->pv_length > 0)
        text_add(line, " pv");
    for (int i = 0; i < info->pv_length; i++)
        if (!text_add_word(line, move_to_iccs(info->pv[i], move)))
            break;
}

long long dialect_nps(const SearchInfo *info)
{
    return (long long)(info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1));
}

int dialect_plain_score(Score score)
{
    enum { UCCI_MATE = 10000, UCCI_RULE = 9900, UCCI_EVAL_MAX = 9000 };
    if (score < 0)
        return -dialect_plain_score(-score);
    if (score >= SCORE_MATE_LEAST)
        return UCCI_MATE - (SCORE_MATE - score);
    if (score >= SCORE_WIN_LEAST)
        return UCCI_RULE - (SCORE_RULE - score);
    return score < UCCI_EVAL_MAX ? score : UCCI_EVAL_MAX;
}

void dialect_pophash(Text *line, const Position *pos, const TableProbe *known)
{
    char move[5];
    text_add(line, "pophash");
    if (!known)
        return;
    if (known->move != MOVE_NONE && is_legal(pos, known->move))
        text_addf(line, " bestmove %s", move_to_iccs(known->move, move));
    if (known->bound & BOUND_LOWER)
        text_addf(line, " lowerbound %d depth %d", dialect_plain_score(known->score), known->depth);
    if (known->bound & BOUND_UPPER)
        text_addf(line, " upperbound %d depth %d", dialect_plain_score(known->score), known->depth);
}
