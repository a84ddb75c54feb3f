/* SPDX-License-Identifier: GPL-3.0-only */
/* info.h - decides which reports of a search become lines, and when.
 *
 * A shallow search finishes dozens of depths in a moment, and clients choke on bursts. A deep
 * search is silent for minutes, and clients give up on silence (UCCI.md, 72). So the rate of lines
 * is limited, held-back lines are printed before the best move at the latest, and signs of life are
 * sent in between. A decided game is reported at once, regardless of the rate. */
#pragma once

#include "engine/base/clock.h"
#include "protocol/dialect.h"

typedef struct InfoLimiter {
    pthread_mutex_t lock;   /* protects the limiter, which the search's threads and the session use */
    const Printer *printer; /* borrowed, like the clock; in its debug mode
                           * every root move and every bound is reported */
    const Clock *clock;

    int64_t start_ms, last_line_ms;
    double tokens; /* number of lines that may be printed now; refilled with time */
    int64_t refilled_ms;
    bool open;    /* true if the group of lines that is arriving is printed */
    bool decided; /* this search has reported that the game is decided, by a mate, a rule or a table */
    Move current;
    int current_depth, current_number;
    int held;                         /* number of lines of `last`, starting with the first, that were not printed */
    SearchInfo last[MAX_MULTIPV + 1]; /* indexed by multipv */
    SearchInfo printed;               /* last line printed */
} InfoLimiter;

void info_init(InfoLimiter *limiter, const Printer *printer, const Clock *clock);
void info_clear(InfoLimiter *limiter);

void info_start(InfoLimiter *limiter); /* to be called before each search */

/* Implement the functions of a SearchListener. */
void info_report(InfoLimiter *limiter, const SearchInfo *info);
void info_root_move(InfoLimiter *limiter, int depth, Move m, int number, int64_t time_ms);

/* Prints the held-back lines. */
void info_flush(InfoLimiter *limiter);

/* To be called from time to time during a search. Prints held-back lines as soon as the rate allows,
 * and a sign of life if nothing was printed for some seconds. */
void info_keep_alive(InfoLimiter *limiter);
