/* SPDX-License-Identifier: GPL-3.0-only */
/* repetition.h - verdicts on repeated positions.
 *
 * A position is the board (kinds and colours by point) and the side to move: its key. When it occurs
 * for the third time since the last capture the game ends, and the window - the plies from the first
 * to the third occurrence - is judged. Each side gets a Level from its own plies alone; the higher
 * level loses, equal levels draw.
 *
 * RULES.md has the rules in words and with examples. They follow the manual of the World Xiangqi Federation; where it is
 * silent, conventions are named at the functions. "Diagram" with a number means one of that manual's.
 *
 * In the search
 * -------------
 * Keep one array of Undos: first the game's, then those of the line being searched (game.h), and a
 * KeyFilter filled from it. After each make, at ply 1 and deeper, before the hash table is probed, ask
 * rules_may_end(), and if so rules_in_search().
 *
 * Hash table (graph-history interaction): a verdict depends on the path, the table's key does not.
 *   - A node that returns here stores nothing. Its parent stores as usual, but scores in the rule
 *     band are not stored: keep the move, not the score (the line that reached them may not repeat
 *     on another path). Draws are stored like other scores: barring them costs more than it saves.
 *   - A table score must not cut a PV node, where a wrong one would be played and not just believed. But a
 *     mate in it counts where such a node stands pat in quiescence: it is lost otherwise.
 *   - rules_key() folds into the probed key what changes the verdicts to come: that this position has
 *     already occurred on the path, and how near the natural limit is. The same board reached with
 *     another past then lives in another slot.
 *   - A table cutoff close to the natural limit (rules_near_limit) proves nothing: search instead. */
#pragma once

#include "engine/board/score.h"
#include "engine/rules/chase.h"
#include "engine/rules/game.h"
#include "engine/rules/rules.h"

/* What a side did on all of its plies of a window. */
typedef enum Level {
    LEVEL_IDLE,     /* nothing forbidden, whatever it did on some plies */
    LEVEL_ROOT_CUT, /* the same piece attacked the same one each time, partly by cutting its root */
    LEVEL_CHASE,    /* one and the same piece was newly attacked each time; Chinese: any attacks */
    LEVEL_CHECK,    /* perpetual check */
} Level;

/* Plies back to the nearest earlier occurrence of the position that lies more than `beyond` plies
 * back (0 to begin), 0 if there is none. Captures and passes end the walk. */
int repetition_distance(const Path *path, int beyond);

/* A side's level, and what it stands on. */
typedef struct Conduct {
    Level level;
    uint16_t victims; /* LEVEL_CHASE: numbers (chase.h) of the pieces chased on every ply; Chinese: no meaning */
    PairSet pairs;    /* LEVEL_ROOT_CUT: the constant pairs */
} Conduct;

/* The conduct of both sides over the last `window` plies, which hold no capture and no pass. A rule set
 * that does not know a level reports LEVEL_IDLE for it. `thorough` also weighs a side whose opponent checks for ever: it has
 * won anyway, but the reason says what it did. */
void repetition_conduct(const Path *path, int window, RuleSet rules, bool thorough, Conduct conduct[2]);

/* Is the move that led to `after` a threat to mate ("kill"): could its side, if the opponent passed, mate at once? The
 * opponent, to move, is not in check. */
bool threatens_mate(const Position *after);

/* Counts of low key bits of all positions that lie before the present one, so that "never seen before" is
 * one look-up. Another position with the same bits makes it a false alarm, which costs time alone: the rules look
 * closer, and the hash table keeps such a position apart from itself. A position that was there is never missed, see
 * key_filter_fill(). */
enum { KEY_FILTER_SIZE = 16384 };
typedef struct KeyFilter {
    uint8_t count[KEY_FILTER_SIZE];
} KeyFilter;

static inline void key_filter_enter(KeyFilter *f, uint64_t key) { f->count[key % KEY_FILTER_SIZE]++; } /* key of the position left */
static inline void key_filter_leave(KeyFilter *f, uint64_t key) { f->count[key % KEY_FILTER_SIZE]--; } /* the same, when unmaking */
static inline bool key_filter_has(const KeyFilter *f, uint64_t key) { return f->count[key % KEY_FILTER_SIZE] != 0; }

/* Empties the filter, then enters the keys of undos[0..count), of one bucket no more than leave room for a line of
 * the search: a long shuffle must not wrap a count to 0. These are not to be left again. */
enum { KEY_FILTER_PAST = 100 };
_Static_assert(KEY_FILTER_PAST + MAX_PLY <= UINT8_MAX, "a count never wraps");
void key_filter_fill(KeyFilter *f, const Undo *undos, int count);

/* What one search must know of rules and past. */
typedef struct SearchRules {
    RuleSet rules;
    int limit;         /* plies, 0 none */
    int exempt;        /* plies since the last capture before the root that the natural limit does not count */
    NaturalCount root; /* at the root */
} SearchRules;

/* Where the game has reached the natural limit already it is counted from the root on. */
void search_rules_init(SearchRules *rules, const Game *game, RuleSet set, int limit);

typedef enum RuleOutcome {
    RULE_NONE,
    RULE_DRAW,
    RULE_WIN, /* of the side to move: its opponent is the guilty one */
    RULE_LOSS,
    RULE_AT_LEAST_DRAW, /* the opponent is guilty so far, but may still deviate */
    RULE_AT_MOST_DRAW,
} RuleOutcome;

/* Can anything have ended here? This is all that the usual node pays. `exempt` counts from before the root: behind a
 * capture in the tree it is too large, and a draw by the limit may be missed. That takes a limit shorter than the line
 * searched from the capture on, and nobody plays with one so short. */
static inline bool rules_may_end(const SearchRules *r, const KeyFilter *f, const Position *pos)
{
    return key_filter_has(f, pos->key) || (r->limit && pos->quiet_plies - r->exempt >= r->limit) || only_guards_left(pos);
}

/* The verdict at a node `ply` >= 1 plies from the root: the last `ply` of its path are in the search. Nothing is allocated or changed. */
RuleOutcome rules_in_search(const SearchRules *r, const Path *path, int ply);

/* Within so many plies of the natural limit table scores are not to be trusted. */
enum { NATURAL_LIMIT_MARGIN = 4 };

static inline bool rules_near_limit(const SearchRules *r, const Position *pos)
{
    return r->limit && pos->quiet_plies - r->exempt >= r->limit - NATURAL_LIMIT_MARGIN;
}

/* A key for the hash table: the position's, changed when its board has occurred before on the path, and in
 * steps of eight plies once the natural limit comes into sight. The second follows an idea of Pikafish. */
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
