/* SPDX-License-Identifier: GPL-3.0-only */
/* result.h - the result of a game and the reason for it, shared by referee, terminal, match runner
 * and game files. */
#pragma once

#include <stdbool.h>

#include "engine/base/contract.h"
#include "engine/board/piece.h"

typedef enum Outcome { OUTCOME_OPEN, OUTCOME_RED, OUTCOME_BLACK, OUTCOME_DRAW } Outcome;

typedef enum Ending {
    ENDING_NONE,      /* the game is not over, or the reason is unknown */
    ENDING_CHECKMATE, /* this and the next six endings are determined by the rules */
    ENDING_STALEMATE, /* the side without a legal move has lost, as usual in Xiangqi */
    ENDING_PERPETUAL_CHECK,
    ENDING_PERPETUAL_CHASE,
    ENDING_REPETITION,    /* drawn; a game file without details may also use this for the two endings above */
    ENDING_NATURAL_LIMIT, /* drawn: too long without a capture */
    ENDING_BARE_GUARDS,   /* drawn: neither side can win any more */
    ENDING_AGREEMENT,
    ENDING_RESIGNATION,
    ENDING_ADJUDICATED_WIN, /* this ending and the next are adjudicated according to the scores of the engines */
    ENDING_ADJUDICATED_DRAW,
    ENDING_LENGTH, /* drawn: maximum length reached */
    ENDING_TIME,   /* this ending and all that follow are losses caused by a fault of the player */
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

/* Convert an outcome to "1-0" (Red has won), "0-1", "1/2-1/2" or "*" (static text), and back. */
const char *outcome_text(Outcome outcome);
bool outcome_from_text(const char *text, Outcome *outcome);

/* Reads an outcome from a free-text field, also in Chinese words ("红胜", "和棋"). Returns OUTCOME_OPEN
 * if nothing is recognised. */
Outcome outcome_from_phrase(const char *text);

/* Convert an ending to its short name in files, such as "time forfeit", and back. */
const char *ending_name(Ending ending);
bool ending_from_name(const char *name, Ending *ending);

static inline bool ending_by_rules(Ending e) { return e >= ENDING_CHECKMATE && e <= ENDING_BARE_GUARDS; }
static inline bool ending_by_repetition(Ending e) { return e >= ENDING_PERPETUAL_CHECK && e <= ENDING_REPETITION; }
static inline bool ending_is_misbehaviour(Ending e) { return e >= ENDING_TIME; }

static inline Outcome won_by(Side side) { return side == RED ? OUTCOME_RED : OUTCOME_BLACK; }
static inline Outcome lost_by(Side side) { return won_by(opponent(side)); }

/* Returns the side that lost a decided game (not a draw). */
static inline Side loser_of(Outcome outcome)
{
    assert(outcome == OUTCOME_RED || outcome == OUTCOME_BLACK);
    return outcome == OUTCOME_RED ? BLACK : RED;
}

/* Returns the side's points in a finished game: 0, 1 or 2. */
static inline int outcome_points(Outcome outcome, Side side)
{
    assert(outcome != OUTCOME_OPEN);
    return outcome == OUTCOME_DRAW ? 1 : outcome == won_by(side) ? 2 : 0;
}
