#include "protocol/ucci.h"

#include "engine/notation/notation.h"
#include "protocol/dialect.h"

enum { UCCI_MATE = 10000, UCCI_RULE = 9900, UCCI_EVAL_MAX = 9000 };

int ucci_score(Score score)
{
    if (score < 0)
        return -ucci_score(-score);
    if (score >= SCORE_MATE_LEAST)
        return UCCI_MATE - (SCORE_MATE - score);
    if (score >= SCORE_WIN_LEAST)
        return UCCI_RULE - (SCORE_RULE - score);
    return score < UCCI_EVAL_MAX ? score : UCCI_EVAL_MAX;
}

void line_add_pv(Line *line, const SearchInfo *info)
{
    if (info->pv_length == 0)
        return;
    char move[5];
    line_add(line, " pv");
    for (int i = 0; i < info->pv_length; i++)
        if (!line_add_word(line, move_to_iccs(info->pv[i], move)))
            break;
}

/* In UCI's order of words (default first), which every client reads (ucci.md 3.2). */
static void option_line(Line *line, const OptionSpec *spec)
{
    static const char *const types[] = {"check", "spin", "combo", "string", "button"};
    line_add(line, "option %.*s type %s", (int)strcspn(spec->names, " "), spec->names, types[spec->type]);
    switch (spec->type) {
    case OPTION_CHECK: line_add(line, " default %s", spec->initial ? "true" : "false"); break;
    case OPTION_SPIN: line_add(line, " default %d min %d max %d", spec->initial, spec->automatic ? 0 : spec->min, spec->max); break;
    case OPTION_COMBO:
        for (const OptionVar *var = spec->vars; var->word; var++)
            if (var->value == spec->initial)
                line_add(line, " default %s", var->word);
        for (const OptionVar *var = spec->vars; var->word; var++)
            line_add(line, " var %s", var->word);
        break;
    case OPTION_STRING: line_add(line, " default <empty>"); break;
    case OPTION_BUTTON: break;
    }
}

static void info_line(Line *line, const SearchInfo *info, const InfoStyle *style)
{
    line_add(line, "info depth %d seldepth %d", info->depth, info->seldepth);
    if (style->multipv)
        line_add(line, " multipv %d", info->multipv);
    line_add(line, " score %d", ucci_score(info->score));
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        line_add(line, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    line_add(line, " time %lld nodes %llu nps %lld hashfull %d", (long long)info->time_ms, (unsigned long long)info->nodes,
             (long long)nodes_per_second(info), info->hashfull);
    line_add_pv(line, info);
}

static void static_score(Line *line, Score score) { line_add(line, "info depth 0 score %d", ucci_score(score)); }

static void bestmove(Line *line, Move best, Move ponder, Suffix suffix)
{
    char move[5];
    if (best == MOVE_NONE) {
        line_add(line, "nobestmove");
        return;
    }
    line_add(line, "bestmove %s", move_to_iccs(best, move));
    if (ponder != MOVE_NONE)
        line_add(line, " ponder %s", move_to_iccs(ponder, move));
    if (suffix != SUFFIX_NONE)
        line_add(line, suffix == SUFFIX_DRAW ? " draw" : " resign");
}

const Dialect dialect_ucci = {
    .handshake_end = "ucciok",
    .option_word = "option",
    .message = "info message",
    .farewell = "bye",
    .answers_idle_stop = true,
    .infinite_may_end = true,
    .corrects_options = false,
    .announced = IN_UCCI,
    .option = option_line,
    .info = info_line,
    .static_score = static_score,
    .bestmove = bestmove,
};
