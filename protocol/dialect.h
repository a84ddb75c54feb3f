/* dialect.h - all in which UCCI and UCI differ: words, lines, and what is answered when.
 *
 * The session is the same under both and never asks which is spoken. */
#pragma once

#include "engine/base/text.h"
#include "protocol/options.h"
#include "search/search.h"

typedef enum Suffix { SUFFIX_NONE, SUFFIX_DRAW, SUFFIX_RESIGN } Suffix;

typedef struct InfoStyle {
    bool multipv; /* several lines are shown: number them */
    bool wdl;     /* add the chances of win, draw and loss */
} InfoStyle;

typedef struct Dialect {
    const char *const *identity; /* lines that say who we are, up to a NULL */
    const char *handshake_end;   /* `ucciok` */
    const char *message;         /* what text for the user begins with */
    const char *farewell;        /* reply to quit, or NULL */
    Announced announced;         /* which options it shows */
    bool short_names;            /* ... by UCCI's names, and with 0 for "choose yourself" */
    bool answers_idle_stop;      /* `stop` without a search is answered as if nothing was found */
    bool infinite_may_end;       /* an unlimited search may answer before `stop` where there is nothing to search */
    bool corrects_options;       /* says what is wrong with `setoption`; UCCI's clients set what their dialogs hold */
    bool tells_bounds;           /* slow searches tell scores that are but bounds */

    void (*info)(Text *line, const SearchInfo *info, const InfoStyle *style);
    void (*score)(Text *line, Score score);
    /* best may be MOVE_NONE: there is nothing to play. */
    void (*bestmove)(Text *line, Move best, Move ponder, Suffix suffix);
} Dialect;

extern const Dialect dialect_ucci, dialect_uci;

/* What both write alike. */
void dialect_option(const Dialect *dialect, Text *line, const OptionSpec *spec);
void dialect_bound(Text *line, Bound bound);         /* nothing for an exact score */
void dialect_pv(Text *line, const SearchInfo *info); /* ` pv` and the moves; nothing for an empty line of play */
long long dialect_nps(const SearchInfo *info);

/* A score as UCCI writes it, a plain number for the side to move. A win is 10000 less its distance in plies, a win by the
 * repetition rules 9900 less; evaluations stay within 9000. */
int dialect_plain_score(Score score);

/* UCCI's answer to `probe`; NULL: nothing is known. UCI has no such command and gets the same. */
void dialect_pophash(Text *line, const Position *pos, const TableProbe *known);
