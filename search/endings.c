/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/endings.h"

#include "engine/base/contract.h"

/* Returns the number of plies without a capture until the natural limit. */
static int plies_left(const Worker *w)
{
    const SearchRules *r = &w->shared->rules;
    return r->limit ? r->limit - (w->pos.quiet_plies - r->exempt) : ENDGAME_LONGEST;
}

/* Converts a table value to a score, or to SCORE_NONE if it must be ignored. A win scores higher
 * the less material the loser has; otherwise a capture, after which the distance is counted anew,
 * would be put off for ever. */
static Score score_of(const Position *pos, EndgameValue value, int left)
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

/* Returns the worker's cache, created when first needed. If memory is short, returns NULL and no
 * table is probed. */
static EndgameCache *cache_of(Worker *w)
{
    if (!w->cache)
        w->cache = endgame_cache_new();
    return w->cache;
}

static void count_hit(Worker *w)
{
    uint64_t hits = atomic_load_explicit(&w->table_hits, memory_order_relaxed);
    atomic_store_explicit(&w->table_hits, hits + 1, memory_order_relaxed);
}

bool endings_decide(Worker *w, const StackEntry *ss, Score *score)
{
    assert(ss->ply > 0 && endgame_possible(&w->pos));
    EndgameResult r;
    if (!endgame_probe(w->shared->endgames, cache_of(w), &w->pos, &r))
        return false;
    Score known = r.value == endgame_lost(0) ? mated_in(ss->ply) : score_of(&w->pos, r.value, plies_left(w));
    if (known == SCORE_NONE)
        return false;
    count_hit(w);
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
        if (!endgame_probe_move(w->shared->endgames, cache_of(w), &w->pos, m, &value))
            return MOVE_NONE;
        count_hit(w);
        const bool mates = value == endgame_won(1) && !is_capture(&w->pos, m);
        if (i == 0 || endgame_is_better(value, best) || mates) {
            best = value;
            winning = m;
        }
    }
    return endings_is_win(score_of(&w->pos, best, plies_left(w))) ? winning : MOVE_NONE;
}

/* Returns true if a move that the table rates as lost certainly loses: within the natural limit,
 * and without returning to a position of the game, where the rules of repetition may decide
 * otherwise. */
static bool surely_loses(const Worker *w, EndgameValue value, bool back)
{
    return !endgame_is_drawn(value) && value < 0 && !back && endgame_distance(value) <= plies_left(w);
}

/* Removes moves that certainly lose. The rules of repetition may decide among the rest, which is
 * left to the search. */
static void keep_the_rest(Worker *w, const EndgameValue *values, const bool *back)
{
    int kept = 0;
    for (int i = 0; i < w->root_count; i++)
        if (!surely_loses(w, values[i], back[i]))
            w->roots[kept++] = w->roots[i];
    w->root_count = kept;
}

void endings_rank_roots(Worker *w)
{
    assert(w->id == 0);
    Shared *s = w->shared;
    EndgameValue values[MAX_MOVES], best = ENDGAME_DRAW;
    /* True for moves to a position of the game, which the rules may judge otherwise than the table. */
    bool back[MAX_MOVES], any_back = false;
    if (!s->use_endgames || s->multipv > 1 || !endgame_possible(&w->pos))
        return;
    for (int i = 0; i < w->root_count; i++) {
        if (!endgame_probe_move(s->endgames, cache_of(w), &w->pos, w->roots[i].move, &values[i]))
            return;
        count_hit(w);
        back[i] = key_filter_has(&w->filter, key_after(&w->pos, w->roots[i].move));
        any_back |= back[i];
        if (i == 0 || endgame_is_better(values[i], best))
            best = values[i];
    }
    if (endgame_is_distrusted(best)) {
        keep_the_rest(w, values, back);
        return;
    }
    Score known = score_of(&w->pos, best, plies_left(w));
    bool only_back = known > SCORE_DRAW;
    for (int i = 0; i < w->root_count && only_back; i++)
        only_back = values[i] != best || back[i];
    if (known == SCORE_NONE || w->root_count == 0 || only_back || (known < SCORE_DRAW && any_back))
        return;
    int kept = 0;
    for (int i = 0; i < w->root_count; i++)
        if (values[i] == best && !(known > SCORE_DRAW && back[i]))
            w->roots[kept++] = w->roots[i];
    w->root_count = kept;
    s->root_known = known;
    s->endgames_in_tree = known != SCORE_DRAW;
}
