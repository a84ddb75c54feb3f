#include "engine/notation/notation.h"
#include "protocol/dialect.h"
#include "protocol/wdl.h"

static void option_line(Line *line, const OptionSpec *spec)
{
    static const char *const types[] = {"check", "spin", "combo", "string", "button"};
    line_add(line, "option name %s type %s", spec->uci, types[spec->type]);
    switch (spec->type) {
    case OPTION_CHECK: line_add(line, " default %s", spec->initial ? "true" : "false"); break;
    case OPTION_SPIN: line_add(line, " default %d min %d max %d", spec->initial, spec->min, spec->max); break;
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

/* Moves to a mate, not plies: 1 is the very next own move, -1 the opponent's reply to our move. */
static int moves_to_mate(int plies) { return (plies + 1) / 2; }

/* Wins by rule are forced as well, but no mate: they stay numbers, larger than any evaluation. */
static void add_score(Line *line, Score score)
{
    if (score >= SCORE_MATE_LEAST)
        line_add(line, " score mate %d", moves_to_mate(SCORE_MATE - score));
    else if (score <= -SCORE_MATE_LEAST)
        line_add(line, " score mate %d", -((SCORE_MATE + score) / 2));
    else
        line_add(line, " score cp %d", score);
}

static void info_line(Line *line, const SearchInfo *info, const InfoStyle *style)
{
    line_add(line, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth, info->multipv);
    add_score(line, info->score);
    if (info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        line_add(line, info->bound == BOUND_LOWER ? " lowerbound" : " upperbound");
    if (style->wdl) {
        Wdl chances = wdl_from_score(info->score);
        line_add(line, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
    line_add(line, " nodes %llu nps %lld hashfull %d time %lld", (unsigned long long)info->nodes, (long long)nodes_per_second(info),
             info->hashfull, (long long)(info->time_ms > 0 ? info->time_ms : 1));
    line_add_pv(line, info);
}

static void static_score(Line *line, Score score)
{
    line_add(line, "info depth 0");
    add_score(line, score);
}

static void bestmove(Line *line, Move best, Move ponder, Suffix suffix)
{
    char move[5];
    (void)suffix; /* UCI knows no offers */
    line_add(line, "bestmove %s", best == MOVE_NONE ? "(none)" : move_to_iccs(best, move));
    if (best != MOVE_NONE && ponder != MOVE_NONE)
        line_add(line, " ponder %s", move_to_iccs(ponder, move));
}

const Dialect dialect_uci = {
    .handshake_end = "uciok",
    .option_word = "option name",
    .message = "info string",
    .farewell = NULL,
    .answers_idle_stop = false,
    .infinite_may_end = false,
    .corrects_options = true,
    .announced = IN_UCI,
    .option = option_line,
    .info = info_line,
    .static_score = static_score,
    .bestmove = bestmove,
};
