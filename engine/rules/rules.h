/* SPDX-License-Identifier: GPL-3.0-only */
/* rules.h - which rule set a game is played by, and the draws that need no look at repetitions.
 *
 * The rule sets differ only in how a repetition is judged (repetition.h); mate, stalemate, the
 * natural limit and bare guards are the same in all. RULES.md has them with examples. */
#pragma once

#include "engine/board/position.h"

typedef enum RuleSet {
    RULES_ASIAN,    /* WXF and AXF: perpetual check, perpetual chase of one piece */
    RULES_COMPUTER, /* Pikafish since August 2024: as Asian, but any check cancels all chases */
    RULES_CHINESE,  /* CXA, approximately: any mixture of checks, mate threats and chases */
    RULES_SIMPLE,   /* perpetual check alone is forbidden */
    RULES_OFF,      /* every repetition is a draw */
    RULE_SETS
} RuleSet;

enum {
    NATURAL_LIMIT_DEFAULT = 120, /* plies; 0 means no limit */
    NATURAL_LIMIT_MAX = 1000,
    NATURAL_LIMIT_CHECKS = 10, /* a side's checks that are counted */
};

/* The option's values: asian computer chinese simple off. Static text. */
const char *rule_set_name(RuleSet rules);

/* Reads one of those, or a name that GUIs for Xiangqi send, whatever the case: AsianRule, ChineseRule,
 * ComputerRule, SkyRule and YitianRule (nearest: asian), AllowChase and BanChecks (simple), AlwaysDraw
 * and NoJudgement (off). False, *rules untouched, if it is none of them. */
bool rule_set_from_name(const char *name, RuleSet *rules);

/* The natural limit's counter. A game without capture is drawn when `plies` reaches the limit, unless
 * the side to move has no legal move. Each side's checks after its tenth since the last capture are
 * not counted, nor are the replies to them: a long attack is not cut short. Only captures reset. */
typedef struct NaturalCount {
    int plies;
    int checks[2]; /* given by each side since the last capture */
} NaturalCount;

/* Plays m, MOVE_NULL included, and counts it. */
void natural_count_play(NaturalCount *count, Position *pos, Move m);

/* Behind undos[0..plies), which begin at a position read from a FEN: its counter of plies, and no checks. */
NaturalCount natural_count(const Position *start, const Undo *undos, int plies);

/* Neither side has a rook, horse, cannon or pawn left: nobody can win, and the game is drawn. */
static inline bool only_guards_left(const Position *pos)
{
    const Bitboard *p = pos->pieces;
    return !(p[piece_make(RED, ROOK)] | p[piece_make(RED, KNIGHT)] | p[piece_make(RED, CANNON)] | p[piece_make(RED, PAWN)] |
             p[piece_make(BLACK, ROOK)] | p[piece_make(BLACK, KNIGHT)] | p[piece_make(BLACK, CANNON)] | p[piece_make(BLACK, PAWN)]);
}
