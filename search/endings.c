/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/endings.h"

#include "engine/base/contract.h"

/* Returns the number of plies without a capture until the natural limit. */
static int endings_plies_left(const Worker *w)
{
    const SearchRules *r = &w->shared->rules;
    return r->limit ? r->limit - (w->pos.quiet_plies - r->exempt) : ENDGAME_LONGEST;
}

/* Converts a table value to a score, or to SCORE_NONE if it must be ignored. A win scores higher the
 * less material the loser has. Otherwise the search would put off captures for ever, because each
 * capture restarts the count of the distance. */
static Score endings_score(const Position *pos, EndgameValue value, int left)
{
    enum { A_GUARD = 500, AN_ATTACKER = 3 * A_GUARD };
    _Static_assert(SCORE_TABLE - 5 * A_GUARD - AN_ATTACKER >= SCORE_EVAL_MAX, "the farthest win is no evaluation");
    if (endgame_is_distrusted(value))
        return SCORE_NONE;
    if (value == ENDGAME_DRAW)
        return SCORE_DRAW;
    int distance = endgame_distance(value);
    if (distance > left)
        return SCORE_NONE;
    Side loser = value > 0 ? opponent(side_to_move(pos)) : side_to_move(pos);
    int guards = bb_count(pieces_of(pos, loser, ADVISOR) | pieces_of(pos, loser, BISHOP)),
        attackers = bb_count(pos->sides[loser]) - guards - 1;
    Score win = SCORE_TABLE - A_GUARD * guards - AN_ATTACKER * attackers - (distance < A_GUARD ? distance : A_GUARD - 1);
    return value > 0 ? win : -win;
}

/* Returns the worker's cache, which is created when first needed. If an allocation fails, returns NULL,
 * and no table is probed. */
static EndgameCache *endings_cache(Worker *w)
{
    if (!w->cache)
        w->cache = endgame_cache_new();
    return w->cache;
}

static void endings_count_hit(Worker *w)
{
    uint64_t hits = atomic_load_explicit(&w->table_hits, memory_order_relaxed);
    atomic_store_explicit(&w->table_hits, hits + 1, memory_order_relaxed);
}

bool endings_decide(Worker *w, const StackEntry *ss, Score *score)
{
    assert(ss->ply > 0 && endgame_possible(&w->pos));
    EndgameResult r;
    if (!endgame_probe(w->shared->endgames, endings_cache(w), &w->pos, &r))
        return false;
    Score known = r.value == endgame_lost(0) ? mated_in(ss->ply) : endings_score(&w->pos, r.value, endings_plies_left(w));
    if (known == SCORE_NONE)
        return false;
    endings_count_hit(w);
    *score = known;
    return true;
}

Move endings_winning_move(Worker *w, const MoveList *moves)
{
    EndgameValue best = ENDGAME_DRAW;
    Move winning = MOVE_NONE;
    if (!endgame_possible(&w->pos))
        return MOVE_NONE;
    for (int i = 0; i < moves->count; i++) {
        EndgameValue value;
        const Move m = moves->moves[i];
        if (!endgame_probe_move(w->shared->endgames, endings_cache(w), &w->pos, m, &value))
            return MOVE_NONE;
        endings_count_hit(w);
        const bool mates = value == endgame_won(1) && !is_capture(&w->pos, m);
        if (i == 0 || endgame_is_better(value, best) || mates) {
            best = value;
            winning = m;
        }
    }
    return endings_is_win(endings_score(&w->pos, best, endings_plies_left(w))) ? winning : MOVE_NONE;
}

/* Returns true if a move that the table rates as lost certainly loses. The loss must come within the
 * natural limit, and the move must not return to a position of the game, where the rules of repetition
 * may decide otherwise. */
static bool endings_surely_loses(const Worker *w, EndgameValue value, bool back)
{
    return !endgame_is_drawn(value) && value < 0 && !back && endgame_distance(value) <= endings_plies_left(w);
}

typedef struct RootValues { /* the tables' results for each root move */
    EndgameValue values[MAX_MOVES], best;
    bool back[MAX_MOVES]; /* true if the move returns to a position of the game, which the rules may judge differently from the table */
    bool any_back;
} RootValues;

/* Probes all root moves. Returns false if the tables do not cover one of them. */
static bool endings_probe_roots(Worker *w, RootValues *known)
{
    known->any_back = false;
    known->best = ENDGAME_DRAW;
    for (int i = 0; i < w->root_count; i++) {
        const Move m = w->roots[i].move;
        if (!endgame_probe_move(w->shared->endgames, endings_cache(w), &w->pos, m, &known->values[i]))
            return false;
        endings_count_hit(w);
        known->back[i] = key_filter_has(&w->filter, key_after(&w->pos, m));
        known->any_back |= known->back[i];
        if (i == 0 || endgame_is_better(known->values[i], known->best))
            known->best = known->values[i];
    }
    return true;
}

/* Removes the root moves that are not marked in `keep`. If no move is marked, returns false and removes
 * nothing. */
static bool endings_keep_roots(Worker *w, const bool *keep)
{
    int kept = 0;
    for (int i = 0; i < w->root_count; i++)
        if (keep[i])
            w->roots[kept++] = w->roots[i];
    if (kept > 0)
        w->root_count = kept;
    return kept > 0;
}

Score endings_keep_best_roots(Worker *w)
{
    assert(w->id == 0);
    const Shared *s = w->shared;
    RootValues known;
    bool keep[MAX_MOVES];
    if (!s->use_endgames || s->multipv > 1 || w->root_count == 0 || !endgame_possible(&w->pos) || !endings_probe_roots(w, &known))
        return SCORE_NONE;
    /* the rules of repetition may decide which remaining move is best; that is left to the search */
    if (endgame_is_distrusted(known.best)) {
        for (int i = 0; i < w->root_count; i++)
            keep[i] = !endings_surely_loses(w, known.values[i], known.back[i]);
        endings_keep_roots(w, keep);
        return SCORE_NONE;
    }
    const Score score = endings_score(&w->pos, known.best, endings_plies_left(w));
    if (score == SCORE_NONE || (score < SCORE_DRAW && known.any_back))
        return SCORE_NONE;
    for (int i = 0; i < w->root_count; i++)
        keep[i] = known.values[i] == known.best && !(score > SCORE_DRAW && known.back[i]);
    return endings_keep_roots(w, keep) ? score : SCORE_NONE;
}
