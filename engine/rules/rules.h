/* SPDX-License-Identifier: GPL-3.0-only */
/* rules.h - the rule sets, and the draws that do not depend on repetitions.
 *
 * The rule sets differ only in how a repetition is judged (repetition.h). Mate, stalemate, the
 * natural limit and the draw by bare guards are the same in all. RULES.md describes them with
 * examples. */
#pragma once

#include "engine/board/position.h"

typedef enum RuleSet {
    RULES_ASIAN,    /* WXF and AXF rules: perpetual check and perpetual chase of one piece are forbidden */
    RULES_COMPUTER, /* rules of Pikafish since August 2024: like RULES_ASIAN, but any check cancels all chases */
    RULES_CHINESE,  /* CXA, approximately: any mixture of checks, mate threats and chases is forbidden */
    RULES_SIMPLE,   /* only perpetual check is forbidden */
    RULES_OFF,      /* every repetition is a draw */
    RULE_SETS
} RuleSet;

enum {
    NATURAL_LIMIT_DEFAULT = 120, /* plies; 0 means no limit */
    NATURAL_LIMIT_MAX = 1000,
    NATURAL_LIMIT_CHECKS = 10, /* number of checks by each side that are counted */
};

/* Returns the option's value: asian, computer, chinese, simple or off. Static text. */
const char *rule_set_name(RuleSet rules);

/* Reads such a value, or a name that Xiangqi GUIs send, without regard to case: AsianRule,
 * ChineseRule, ComputerRule, SkyRule and YitianRule (nearest: asian), AllowChase and BanChecks
 * (simple), AlwaysDraw and NoJudgement (off). Returns false and leaves *rules unchanged if the name
 * is unknown. */
bool rule_set_from_name(const char *name, RuleSet *rules);

/* Counter for the natural limit. A game without captures is drawn when `plies` reaches the limit,
 * unless the side to move has no legal move. Each side's checks after its tenth since the last
 * capture, and the replies to them, are not counted, so that a long attack is not cut short. Only a
 * capture resets the counter. */
typedef struct NaturalCount {
    int plies;
    int checks[2]; /* number of checks by each side since the last capture */
} NaturalCount;

/* Plays m, which may be MOVE_NULL, and counts it. */
void natural_count_play(NaturalCount *count, Position *pos, Move m);

/* Returns the counter after undos[0..plies). The counter starts with the quiet plies of the start
 * position, as given by its FEN, and no checks. */
NaturalCount natural_count(const Position *start, const Undo *undos, int plies);

/* Returns true if neither side has a rook, horse, cannon or pawn left: nobody can win, and the game
 * is drawn. */
static inline bool only_guards_left(const Position *pos)
{
    const Bitboard *p = pos->pieces;
    return !(p[piece_make(RED, ROOK)] | p[piece_make(RED, KNIGHT)] | p[piece_make(RED, CANNON)] | p[piece_make(RED, PAWN)] |
             p[piece_make(BLACK, ROOK)] | p[piece_make(BLACK, KNIGHT)] | p[piece_make(BLACK, CANNON)] | p[piece_make(BLACK, PAWN)]);
}
