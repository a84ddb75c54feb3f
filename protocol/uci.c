/* UCI's side of the dialects. */
#include "engine/base/version.h"
#include "engine/notation/notation.h"
#include "protocol/dialect.h"
#include "protocol/wdl.h"

/* A mate counts moves, not plies: 1 is the very next own move, -1 the opponent's reply to our move. Wins by rule are
 * forced as well, but no mate: they stay numbers, larger than any evaluation. */
static void add_score(Text *line, Score score)
{
    if (score >= SCORE_MATE_LEAST)
        text_addf(line, " score mate %d", (SCORE_MATE - score + 1) / 2);
    else if (score <= -SCORE_MATE_LEAST)
        text_addf(line, " score mate %d", -((SCORE_MATE + score) / 2));
    else
        text_addf(line, " score cp %d", score);
}

static void info_line(Text *line, const SearchInfo *info, const InfoStyle *style)
{
    text_addf(line, "info depth %d seldepth %d multipv %d", info->depth, info->seldepth, info->multipv);
    add_score(line, info->score);
    dialect_bound(line, info->bound);
    if (style->wdl) {
        Wdl chances = wdl_from_score(info->score);
        text_addf(line, " wdl %d %d %d", chances.win, chances.draw, chances.loss);
    }
    text_addf(line, " nodes %llu nps %lld hashfull %d time %lld", (unsigned long long)info->nodes, dialect_nps(info), info->hashfull,
              (long long)(info->time_ms > 0 ? info->time_ms : 1));
    dialect_pv(line, info);
}

static void bestmove(Text *line, Move best, Move ponder, Suffix suffix)
{
    char move[5];
    (void)suffix; /* UCI knows no offers */
    text_addf(line, "bestmove %s", best == MOVE_NONE ? "(none)" : move_to_iccs(best, move));
    if (best != MOVE_NONE && ponder != MOVE_NONE)
        text_addf(line, " ponder %s", move_to_iccs(ponder, move));
}

const Dialect dialect_uci = {
    .identity = (const char *const[]){"id name " HANXIN_NAME " " HANXIN_VERSION, "id author " HANXIN_AUTHOR, NULL},
    .handshake_end = "uciok",
    .message = "info string",
    .announced = IN_UCI,
    .corrects_options = true,
    .tells_bounds = true,
    .info = info_line,
    .score = add_score,
    .bestmove = bestmove,
};
