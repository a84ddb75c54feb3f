/* dialect.h - how the engine's replies are worded: UCCI or UCI.
 *
 * A dialect turns facts into lines and nothing else, so the session is the same under both and
 * each can be tested by comparing text. */
#ifndef HANXIN_PROTOCOL_DIALECT_H
#define HANXIN_PROTOCOL_DIALECT_H

#include "protocol/line.h"
#include "protocol/options.h"
#include "search/search.h"

typedef enum Suffix { SUFFIX_NONE, SUFFIX_DRAW, SUFFIX_RESIGN } Suffix;

typedef struct InfoStyle {
    bool multipv; /* several lines are shown: number them */
    bool wdl;     /* add the chances of win, draw and loss */
} InfoStyle;

typedef struct Dialect {
    const char *handshake_end; /* `ucciok` */
    const char *option_word;   /* begins a line of the option list */
    const char *message;       /* what text for the user begins with */
    const char *farewell;      /* reply to quit, or NULL */
    bool answers_idle_stop;    /* `stop` without a search is answered as if nothing was found */
    bool infinite_may_end;     /* an unlimited search may answer before `stop` where there is nothing to search */
    bool corrects_options;     /* says what is wrong with `setoption`; UCCI's clients set what their dialogs hold */
    Announced announced;       /* which options it shows */

    void (*option)(Line *line, const OptionSpec *spec);
    void (*info)(Line *line, const SearchInfo *info, const InfoStyle *style);
    /* The static evaluation, and nothing searched. Without a legal move it is a mate in 0. */
    void (*static_score)(Line *line, Score score);
    /* best may be MOVE_NONE: there is nothing to play. */
    void (*bestmove)(Line *line, Move best, Move ponder, Suffix suffix);
} Dialect;

extern const Dialect dialect_ucci, dialect_uci;

/* ` pv` and the moves; nothing for an empty line of play. For the dialects' own use. */
void line_add_pv(Line *line, const SearchInfo *info);

static inline int64_t nodes_per_second(const SearchInfo *info)
{
    return (int64_t)(info->nodes * 1000 / (uint64_t)(info->time_ms > 0 ? info->time_ms : 1));
}

#endif
