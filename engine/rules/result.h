/* SPDX-License-Identifier: GPL-3.0-only */
/* result.h - how a game ended: who won, and why. Referee, terminal, match runner and game files share these. */
#pragma once

#include <stdbool.h>

#include "engine/board/piece.h"

typedef enum Outcome { OUTCOME_OPEN, OUTCOME_RED, OUTCOME_BLACK, OUTCOME_DRAW } Outcome;

typedef enum Ending {
    ENDING_NONE,      /* not over, or nobody knows why */
    ENDING_CHECKMATE, /* the first seven are the rules' own */
    ENDING_STALEMATE, /* the side without a move has lost, as Xiangqi has it */
    ENDING_PERPETUAL_CHECK,
    ENDING_PERPETUAL_CHASE,
    ENDING_REPETITION,    /* drawn; of a game file that does not say which, perhaps won by one of the two above */
    ENDING_NATURAL_LIMIT, /* drawn: too long without a capture */
    ENDING_BARE_GUARDS,   /* drawn: nobody can win any more */
    ENDING_AGREEMENT,
    ENDING_RESIGNATION,
    ENDING_ADJUDICATED_WIN, /* by the engines' scores, as the next */
    ENDING_ADJUDICATED_DRAW,
    ENDING_LENGTH, /* drawn: longer than asked for */
    ENDING_TIME,   /* the rest are losses by misbehaviour */
    ENDING_ILLEGAL,
    ENDING_CRASH,
    ENDING_STALL,
    ENDING_PROTOCOL,
    ENDINGS
} Ending;

typedef struct Result {
    Outcome outcome;
    Ending ending;
} Result;

/* "1-0" (Red has won), "0-1", "1/2-1/2" or "*", and back. Static text. */
const char *outcome_text(Outcome outcome);
bool outcome_from_text(const char *text, Outcome *outcome);

/* The same for what stands in a field of its own, perhaps in Chinese words ("红胜", "和棋"); unfinished if it says nothing known. */
Outcome outcome_told(const char *text);

/* Short names as in files, such as "time forfeit", and back. */
const char *ending_name(Ending ending);
bool ending_from_name(const char *name, Ending *ending);

static inline bool ending_by_rules(Ending e) { return e >= ENDING_CHECKMATE && e <= ENDING_BARE_GUARDS; }
static inline bool ending_by_repetition(Ending e) { return e >= ENDING_PERPETUAL_CHECK && e <= ENDING_REPETITION; }
static inline bool ending_is_misbehaviour(Ending e) { return e >= ENDING_TIME; }

static inline Outcome won_by(Side side) { return side == RED ? OUTCOME_RED : OUTCOME_BLACK; }
static inline Outcome lost_by(Side side) { return won_by(opponent(side)); }

/* Who has lost a decided game. */
static inline Side loser_of(Outcome outcome) { return outcome == OUTCOME_RED ? BLACK : RED; }

/* Points of a finished game for the side: 0, 1 or 2. */
static inline int outcome_points(Outcome outcome, Side side) { return outcome == OUTCOME_DRAW ? 1 : outcome == won_by(side) ? 2 : 0; }
