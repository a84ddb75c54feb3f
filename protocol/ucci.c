/* UCCI's side of the dialects. */
#include "engine/base/version.h"
#include "engine/notation/notation.h"
#include "protocol/dialect.h"

static void add_score(Text *line, Score score) { text_addf(line, " score %d", dialect_plain_score(score)); }

static void info_line(Text *line, const SearchInfo *info, const InfoStyle *style)
{
    text_addf(line, "info depth %d seldepth %d", info->depth, info->seldepth);
    if (style->multipv)
        text_addf(line, " multipv %d", info->multipv);
    add_score(line, info->score);
    dialect_bound(line, info->bound);
    text_addf(line, " time %lld nodes %llu nps %lld hashfull %d", (long long)info->time_ms, (unsigned long long)info->nodes,
              dialect_nps(info), info->hashfull);
    dialect_pv(line, info);
}

static void bestmove(Text *line, Move best, Move ponder, Suffix suffix)
{
    char move[5];
    if (best == MOVE_NONE) {
        text_add(line, "nobestmove");
        return;
    }
    text_addf(line, "bestmove %s", move_to_iccs(best, move));
    if (ponder != MOVE_NONE)
        text_addf(line, " ponder %s", move_to_iccs(ponder, move));
    if (suffix != SUFFIX_NONE)
        text_add(line, suffix == SUFFIX_DRAW ? " draw" : " resign");
}

const Dialect dialect_ucci = {
    .identity = (const char *const[]){"id name " HANXIN_NAME, "id version " HANXIN_VERSION, "id author " HANXIN_AUTHOR, NULL},
    .handshake_end = "ucciok",
    .message = "info message",
    .farewell = "bye",
    .announced = IN_UCCI,
    .short_names = true,
    .answers_idle_stop = true,
    .infinite_may_end = true,
    .info = info_line,
    .score = add_score,
    .bestmove = bestmove,
};
