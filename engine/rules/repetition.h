/* SPDX-License-Identifier: GPL-3.0-only */
/* repetition.h - verdicts on repeated positions.
 *
 * A position is the board (kinds and colours by point) and the side to move, which together make
 * its key. When a position occurs for the third time since the last capture, the game ends, and the
 * window (the plies from the first to the third occurrence) is judged. Each side gets a Level for
 * its own plies alone. The side with the higher level loses; equal levels draw.
 *
 * RULES.md explains the rules in words and with examples. They follow the manual of the World
 * Xiangqi Federation. Where it is silent, conventions are described at the functions. "Diagram"
 * with a number refers to that manual.
 *
 * In the search: keep one array of Undos, first those of the game, then those of the line being
 * searched (game.h), and a KeyFilter filled from it. After each make, at ply 1 and deeper, before
 * the hash table is probed, call rules_may_end(), and if it returns true, rules_in_search().
 *
 * Hash table (graph-history interaction): a verdict depends on the path, the key in the table does
 * not.
 *   - A node that returns a verdict stores nothing. Its parent stores as usual, except that scores
 *     in the rule band are not stored: keep the move, not the score, because the line that reached
 *     them may not repeat on another path. Draws are stored like other scores; barring them costs
 *     more than it saves.
 *   - A table score must not cut off a PV node, where a wrong score would affect the move played.
 *     An exception is a mate score in quiescence where such a node stands pat: it would otherwise
 *     be lost.
 *   - rules_key() changes the key according to everything else that affects future verdicts:
 *     whether this position has already occurred on the path, and how near the natural limit is.
 *     The same board with another past then uses another slot.
 *   - A table cutoff close to the natural limit (rules_near_limit()) proves nothing: search
 *     instead. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/score.h"
#include "engine/rules/chase.h"
#include "engine/rules/game.h"
#include "engine/rules/rules.h"

/* Conduct of a side over all of its plies in a window. */
typedef enum Level {
    LEVEL_IDLE,     /* nothing forbidden as a whole, even if single plies attack or give check */
    LEVEL_ROOT_CUT, /* the same piece attacked the same victim on each ply, at times by cutting the victim's root */
    LEVEL_CHASE,    /* the same victim was newly attacked on each ply; Chinese rules: any attacks */
    LEVEL_CHECK,    /* perpetual check */
} Level;

/* Returns the distance in plies to the nearest earlier occurrence of the position that is more than
 * `beyond` plies back (0 to begin with), or 0 if there is none. Captures and passes end the
 * search. */
int repetition_distance(const Path *path, int beyond);

/* A side's level and the pieces that it is based on. */
typedef struct Conduct {
    Level level;
    /* LEVEL_CHASE: numbers (chase.h) of the pieces chased on every ply; undefined under Chinese
     * rules. */
    uint16_t victims;
    PairSet pairs; /* LEVEL_ROOT_CUT: the pairs of attacker and victim that recur on every ply */
} Conduct;

/* Determines the conduct of both sides over the last `window` plies, 1 or more, which contain no
 * capture or pass. A rule set that does not define a level reports LEVEL_IDLE instead.
 * CONDUCT_FOR_REASON also examines a side whose opponent gives perpetual check: that side has won
 * anyway, but the reason describes its play. */
typedef enum ConductPurpose { CONDUCT_FOR_VERDICT, CONDUCT_FOR_REASON } ConductPurpose;
void repetition_conduct(const Path *path, int window, RuleSet rules, ConductPurpose purpose, Conduct conduct[2]);

/* Returns true if the move that led to `after` threatens mate ("kill"): if the opponent passed, its
 * side could mate at once. The opponent, to move, must not be in check. */
bool threatens_mate(const Position *after);

/* Counters, indexed by low key bits, of all positions before the present one, so that "never seen
 * before" is a single look-up. Another position with the same bits causes a false alarm, which only
 * costs time: the rules then examine the path, and the hash table uses a separate slot. An earlier
 * position is never missed (see key_filter_fill()). */
enum { KEY_FILTER_SIZE = 16384 };
_Static_assert((KEY_FILTER_SIZE & (KEY_FILTER_SIZE - 1)) == 0, "a key is reduced by a mask");
typedef struct KeyFilter {
    uint8_t count[KEY_FILTER_SIZE];
} KeyFilter;

/* Enters the key of a position that is about to be left by a move. */
static inline void key_filter_enter(KeyFilter *f, uint64_t key)
{
    assert(f->count[key % KEY_FILTER_SIZE] < UINT8_MAX);
    f->count[key % KEY_FILTER_SIZE]++;
}

/* Removes the key again when the move is unmade. */
static inline void key_filter_leave(KeyFilter *f, uint64_t key)
{
    assert(f->count[key % KEY_FILTER_SIZE] > 0);
    f->count[key % KEY_FILTER_SIZE]--;
}

static inline bool key_filter_has(const KeyFilter *f, uint64_t key) { return f->count[key % KEY_FILTER_SIZE] != 0; }

/* Clears the filter, then enters the keys of undos[0..count). The counter of a bucket is limited to
 * leave room for a search line, because a long shuffle must not wrap a counter to 0. These keys
 * must not be removed. */
enum { KEY_FILTER_PAST = 100 };
_Static_assert(KEY_FILTER_PAST + MAX_PLY <= UINT8_MAX, "a count never wraps");
void key_filter_fill(KeyFilter *f, const Undo *undos, int count);

/* The rules and the history of the game, as one search needs them. */
typedef struct SearchRules {
    RuleSet rules;
    int limit;         /* natural limit in plies; 0 for no limit */
    int exempt;        /* plies between the last capture and the root that the natural limit does not count */
    NaturalCount root; /* counter at the root */
} SearchRules;

/* Fills in *rules. If the game has already reached the natural limit, plies are counted from the
 * root. */
void search_rules_init(SearchRules *rules, const Game *game, RuleSet set, int limit);

typedef enum RuleOutcome {
    RULE_NONE,
    RULE_DRAW,
    RULE_WIN, /* the side to move wins: its opponent is guilty */
    RULE_LOSS,
    RULE_AT_LEAST_DRAW, /* the opponent is guilty so far but may still deviate */
    RULE_AT_MOST_DRAW,
} RuleOutcome;

/* Returns true if the game may have ended here. Most nodes pay only for this test. `exempt` refers
 * to the time before the root. After a capture in the tree it is too large, and a draw by the limit
 * may be missed, but only if the limit is shorter than the searched line after that capture. No
 * real limit is that short. */
static inline bool rules_may_end(const SearchRules *r, const KeyFilter *f, const Position *pos)
{
    return key_filter_has(f, pos->key) || (r->limit && pos->quiet_plies - r->exempt >= r->limit) || only_guards_left(pos);
}

/* Returns the verdict at a node `ply` >= 1 plies from the root; the last `ply` plies of the path
 * belong to the search. Allocates and changes nothing. */
RuleOutcome rules_in_search(const SearchRules *r, const Path *path, int ply);

/* distance in plies from the natural limit within which table scores are not trusted */
enum { NATURAL_LIMIT_MARGIN = 4 };

static inline bool rules_near_limit(const SearchRules *r, const Position *pos)
{
    return r->limit && pos->quiet_plies - r->exempt >= r->limit - NATURAL_LIMIT_MARGIN;
}

/* Returns the key for the hash table: the key of the position, changed if its board has occurred
 * before on the path, and in steps of eight plies once the natural limit is in sight (an idea of
 * Pikafish). */
static inline uint64_t rules_key(const SearchRules *r, const KeyFilter *f, const Position *pos)
{
    uint64_t key = pos->key;
    if (key_filter_has(f, pos->key))
        key ^= 0x9E3779B97F4A7C15u;
    int counted = pos->quiet_plies - r->exempt - (r->limit - 64);
    if (r->limit && counted >= 0)
        key ^= (uint64_t)(counted / 8 + 1) * 0xD6E8FEB86659FD93u;
    return key;
}
