/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/check.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/notation/fen.h"

typedef struct CheckWalk {
    const EndgameTables *tables;
    const EndgameTable *table;
    EndgameValue *weak; /* values with the weak side to move, by position */
    TableStats *stats;
    uint64_t positions;
    pthread_mutex_t lock; /* protects the fields below, stats and positions */
    bool wrong;
    char fen[FEN_SIZE]; /* FEN of the first wrong position */
    TableWalk walk;
} CheckWalk;

/* Sets up position `number` of the walker's pair. Returns false unless it is legal with `side` to
 * move. */
static bool check_set_legal(Walker *w, unsigned number, int side)
{
    if (!walker_set_board(w, number))
        return false;
    walker_turn(w, side);
    return !in_check(&w->pos, opponent((Side)side));
}

static void check_note_wrong(Walker *w)
{
    CheckWalk *c = w->job;
    pthread_mutex_lock(&c->lock);
    if (!c->wrong)
        fen_write(&w->pos, c->fen);
    c->wrong = true;
    pthread_mutex_unlock(&c->lock);
    atomic_store(&w->walk->failed, true);
}

static EndgameValue check_value_here(Walker *w)
{
    CheckWalk *c = w->job;
    EndgameResult result = {0};
    if (!endgame_probe(c->tables, w->cache, &w->pos, &result))
        check_note_wrong(w);
    return result.value;
}

static void check_count(TableStats *stats, EndgameValue v, unsigned times)
{
    stats->positions += times;
    if (endgame_is_drawn(v)) { /* tested first: marked draws are values beyond all distances, of either sign */
        stats->draws += times;
        return;
    }
    *(v < 0 ? &stats->losses : &stats->wins) += times;
    if (endgame_distance(v) > stats->longest)
        stats->longest = endgame_distance(v);
}

static void check_add_stats(TableStats *to, const TableStats *s)
{
    to->positions += s->positions;
    to->wins += s->wins;
    to->draws += s->draws;
    to->losses += s->losses;
    to->longest = s->longest > to->longest ? s->longest : to->longest;
}

static void check_stage_stats(Walker *w)
{
    CheckWalk *c = w->job;
    const Layout *l = w->walk->layout;
    TableStats stats[2] = {{0}, {0}};
    walker_set_guards(w);
    unsigned times = w->walk->places->mirror[l->guard_kind[WEAK]][w->guard[WEAK]] == w->guard[WEAK] ? 1 : 2;
    for (unsigned n = 0; n < l->attackers; n++)
        for (int side = STRONG; side <= WEAK; side++)
            if (check_set_legal(w, n, side))
                check_count(&stats[side], check_value_here(w), times);
    pthread_mutex_lock(&c->lock);
    for (int side = STRONG; side <= WEAK; side++)
        check_add_stats(&c->stats[side], &stats[side]);
    pthread_mutex_unlock(&c->lock);
}

static void check_stage_weak(Walker *w)
{
    CheckWalk *c = w->job;
    walker_set_guards(w);
    for (unsigned n = 0; n < w->walk->layout->attackers; n++)
        if (check_set_legal(w, n, WEAK))
            c->weak[w->index] = check_value_here(w);
}

/* Collects the values that the strong side can choose from. Marks propagate like results: a side
 * may win if one of its moves leads to a position where it may win, and may lose if all its moves
 * lead to positions where it may lose. Returns false if a value cannot be read. */
static bool check_look_at_moves(Walker *w, EndgameChoice *choice)
{
    CheckWalk *c = w->job;
    const Layout *l = w->walk->layout;
    const Placement here = {{w->guard[STRONG], w->guard[WEAK]}, {w->attackers[0], w->attackers[1]}};
    MoveList moves;
    *choice = endgame_no_choice();
    legal_moves(&w->pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        EndgameValue v;
        if (is_capture(&w->pos, moves.moves[i])) {
            if (!endgame_probe_move(c->tables, w->cache, &w->pos, moves.moves[i], &v))
                return false;
        } else {
            Placement there = here;
            placement_move(l, w->walk->places, &w->pos, RED, moves.moves[i], &there);
            v = endgame_value_before(c->weak[placement_index(l, w->walk->places, &there)]);
        }
        endgame_choice_add(choice, v);
    }
    return true;
}

static void check_stage_strong(Walker *w)
{
    CheckWalk *c = w->job;
    uint64_t positions = 0;
    walker_set_guards(w);
    for (unsigned n = 0; n < w->walk->layout->attackers; n++) {
        EndgameChoice choice;
        EndgameValue v = 0;
        if (!check_set_legal(w, n, STRONG))
            continue;
        positions++;
        if (!endgame_value_at(c->tables, w->cache, c->table, w->index, &v) || !check_look_at_moves(w, &choice) ||
            v != endgame_choice_value(&choice))
            check_note_wrong(w);
    }
    pthread_mutex_lock(&c->lock);
    c->positions += positions;
    pthread_mutex_unlock(&c->lock);
}

/* Runs the first stage over all positions, then the second if there is one. */
static bool check_run(CheckWalk *c, const WalkOptions *options, void (*first)(Walker *), void (*second)(Walker *), Text *why)
{
    pthread_mutex_init(&c->lock, NULL);
    bool room = walk_begin(&c->walk, &c->table->layout, endgame_tables_places(c->tables), options, c);
    if (room) {
        walk_all(&c->walk, first);
        if (second) {
            c->walk.number++;
            walk_all(&c->walk, second);
        }
    }
    bool done = room && !walk_stopped(&c->walk);
    if (!room)
        why_no_memory(why);
    else if (!done && !c->wrong)
        text_add(why, "stopped");
    else if (!done)
        text_fail(why, "%s: wrong or unreadable value of this position: %s", c->table->name, c->fen);
    walk_end(&c->walk);
    pthread_mutex_destroy(&c->lock);
    return done;
}

bool table_stats(const EndgameTables *tables, const EndgameTable *table, const WalkOptions *options, TableStats stats[2], Text *why)
{
    CheckWalk c = {.tables = tables, .table = table, .stats = stats};
    memset(stats, 0, 2 * sizeof *stats);
    return check_run(&c, options, check_stage_stats, NULL, why);
}

bool table_verify(const EndgameTables *tables, const EndgameTable *table, const WalkOptions *options, uint64_t *positions, Text *why)
{
    CheckWalk c = {.tables = tables, .table = table};
    c.weak = calloc((size_t)table->layout.size, sizeof *c.weak);
    bool done = c.weak ? check_run(&c, options, check_stage_weak, check_stage_strong, why) : why_no_memory(why);
    free(c.weak);
    *positions = c.positions;
    return done;
}
