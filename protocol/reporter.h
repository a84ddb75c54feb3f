/* SPDX-License-Identifier: GPL-3.0-only */
/* reporter.h - which of a search's reports become lines, and when.
 *
 * A shallow search finishes dozens of depths in a moment, and clients choke on bursts; a deep one
 * is silent for minutes, and clients give up on silence (UCCI.md, 72). So lines are rationed, what
 * was held back is made up for before the best move, and a sign of life is given in between. That the
 * game is decided is told at once, ration or not. */
#pragma once

#include "engine/base/clock.h"
#include "protocol/talk.h"

typedef struct Reporter {
    pthread_mutex_t lock; /* the search's threads and the session both come here */
    const Talk *talk;     /* borrowed, as the clock; in its debug mode every root move and every bound is told */
    const Clock *clock;

    int64_t start_ms, last_line_ms;
    double tokens; /* lines that may be printed at once; refilled with time */
    int64_t refilled_ms;
    bool open;    /* the set of lines now coming in is printed */
    bool decided; /* this search has told that the game is decided, by a mate, a rule or a table */
    Move current;
    int current_depth, current_number;
    int held;                         /* lines of `last` not printed: the first so many */
    SearchInfo last[MAX_MULTIPV + 1]; /* by multipv */
    SearchInfo printed;               /* the line printed last */
} Reporter;

void reporter_init(Reporter *reporter, const Talk *talk, const Clock *clock);
void reporter_clear(Reporter *reporter);

void reporter_start(Reporter *reporter); /* before each search */

/* As the functions of a SearchListener. */
void reporter_info(Reporter *reporter, const SearchInfo *info);
void reporter_root_move(Reporter *reporter, int depth, Move m, int number, int64_t time_ms);

/* Prints what was held back. */
void reporter_finish(Reporter *reporter);

/* Called now and then while the search runs: prints what was held back as soon as the ration has room for it, and a sign of life if
 * nothing was printed for some seconds. */
void reporter_keep_alive(Reporter *reporter);
