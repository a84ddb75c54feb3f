/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/team.h"

#include <string.h>

#include "engine/base/contract.h"
#include "search/worker.h"

void searcher_join(Searcher *s, const Team *team)
{
    assert(searcher_is_idle(s));
    s->team = team;
}

/* ---- deep results ---- */

void searcher_give_results(Searcher *s, const DeepResult *in, int count)
{
    assert(count >= 0);
    for (int i = 0; i < count; i++)
        tt_prefetch(&s->shared.tt, in[i].key);
    for (int i = 0; i < count; i++) {
        TtEntry entry, own;
        tt_unpack(in[i].data, &entry);
        if (!tt_probe(&s->shared.tt, in[i].key, &own) || own.bound == BOUND_NONE || own.depth < entry.depth)
            tt_store(&s->shared.tt, in[i].key, &entry);
    }
}

void searcher_lend_table(Searcher *s)
{
    assert(searcher_is_idle(s));
    tt_lend(&s->shared.tt);
}

SharedMemory searcher_table(const Searcher *s) { return s->shared.tt.memory; }

uint32_t searcher_table_age(const Searcher *s) { return s->shared.tt.generation; }

void searcher_borrow_table(Searcher *s, const SharedMemory *table)
{
    assert(searcher_is_idle(s));
    Tt *tt = &s->shared.tt;
    if (table->bytes == 0 || (!shared_memory_is_same(table, &tt->memory) && !tt_borrow(tt, table)))
        tt_own(tt);
}

void searcher_set_table_age(Searcher *s, uint32_t age)
{
    assert(searcher_is_idle(s));
    /* the generation before that of the search that is about to begin */
    s->shared.tt.generation = (age + TT_GENERATIONS - 1) % TT_GENERATIONS;
}

/* ---- iterations ---- */

/* Converts a root move to its form in a message. */
static void team_line_write(TeamLine *line, const RootMove *root)
{
    assert(in_range(root->pv_length, 1, PV_MAX));
    assert(in_range(root->depth, 0, UINT8_MAX) && in_range(root->seldepth, 0, UINT8_MAX));
    *line = (TeamLine){.nodes = root->nodes,
                       .score = root->score,
                       .average = root->average,
                       .bound = (uint8_t)root->bound,
                       .depth = (uint8_t)root->depth,
                       .seldepth = (uint8_t)root->seldepth,
                       .pv_length = (uint8_t)(root->pv_length < TEAM_PV ? root->pv_length : TEAM_PV)};
    memcpy(line->pv, root->pv, sizeof(Move) * line->pv_length);
}

bool team_line_read(const TeamLine *line, RootMove *roots, int count, int *at)
{
    assert(count >= 1);
    const int i = root_move_find(roots, 0, count, line->pv[0]);
    if (i == count || line->pv_length < 1 || line->pv_length > TEAM_PV || line->bound > BOUND_EXACT)
        return false;
    RootMove *root = &roots[i];
    *root = (RootMove){.move = root->move,
                       .score = line->score,
                       .previous_score = root->previous_score,
                       .average = line->average,
                       .bound = (Bound)line->bound,
                       .depth = line->depth,
                       .seldepth = line->seldepth,
                       .nodes = line->nodes,
                       .pv_length = line->pv_length};
    memcpy(root->pv, line->pv, sizeof(Move) * line->pv_length);
    *at = i;
    return true;
}

static int team_lines(const Shared *s)
{
    int count = s->workers[0]->root_count;
    return s->multipv < count ? s->multipv : count;
}

bool searcher_take_iteration(Searcher *s, int deeper_than, TeamIteration *out)
{
    Finished *f = &s->shared.finished;
    if (atomic_load(&f->depth) <= deeper_than) /* the root moves are set from the first iteration on */
        return false;
    const int lines = team_lines(&s->shared);
    if (lines > TEAM_LINES)
        return false;
    pthread_mutex_lock(&f->lock);
    *out = (TeamIteration){.depth = (uint32_t)atomic_load(&f->depth), .lines = (uint32_t)lines};
    for (int i = 0; i < lines; i++)
        team_line_write(&out->line[i], &f->roots[i]);
    pthread_mutex_unlock(&f->lock);
    return true;
}

/* Root moves that the message does not contain are no better than those in it, as after a search of our
 * own. */
void searcher_give_iteration(Searcher *s, const TeamIteration *in)
{
    Finished *f = &s->shared.finished;
    RootMove roots[MAX_MOVES];
    const int lines = (int)in->lines;
    if (atomic_load(&f->depth) == 0) /* without an iteration of our own there are no root moves */
        return;
    if (lines != team_lines(&s->shared) || lines > TEAM_LINES || in->depth > MAX_DEPTH)
        return;
    pthread_mutex_lock(&f->lock);
    const int count = s->shared.workers[0]->root_count, depth = atomic_load(&f->depth);
    bool usable = (int)in->depth > depth;
    if (usable)
        memcpy(roots, f->roots, sizeof *roots * (size_t)count);
    for (int i = 0; usable && i < count; i++)
        roots[i].score = -SCORE_INFINITE;
    for (int i = 0, at; usable && i < lines; i++) {
        usable = team_line_read(&in->line[i], roots + i, count - i, &at);
        if (!usable)
            break;
        RootMove moved = roots[i + at];
        memmove(&roots[i + 1], &roots[i], sizeof moved * (size_t)at);
        roots[i] = moved;
    }
    if (usable) {
        memcpy(f->roots, roots, sizeof *roots * (size_t)count);
        atomic_store(&f->depth, (int)in->depth);
    }
    pthread_mutex_unlock(&f->lock);
}

/* ---- counts ---- */

uint32_t searcher_games(const Searcher *s) { return s->games; }

uint64_t searcher_nodes(const Searcher *s) { return shared_own_nodes(&s->shared); }

void searcher_set_nodes_elsewhere(Searcher *s, uint64_t nodes) { atomic_store(&s->shared.nodes_elsewhere, nodes); }

/* ---- calls of the search ---- */

void team_begin(const Shared *s, const Game *game, const Limits *limits)
{
    if (s->team->begin)
        s->team->begin(s->team->self, game, limits);
}

void team_hand_result(const Worker *w, uint64_t key, const TtEntry *entry)
{
    const Team *team = w->shared->team;
    assert(entry->bound != BOUND_NONE && entry->depth >= TEAM_DEPTH);
    if (team->result)
        team->result(team->self, w->id, &(DeepResult){key, tt_pack(entry)});
}

void team_announce_iteration(const Shared *s)
{
    if (s->team->iteration)
        s->team->iteration(s->team->self);
}

const Ballot *team_end(const Shared *s, const Worker *chosen, int *count)
{
    Ballot own = {0};
    if (chosen)
        own = (Ballot){.threads = (uint32_t)s->worker_count, .depth = (uint32_t)chosen->completed_depth};
    if (own.depth)
        team_line_write(&own.line, &chosen->standing[0]);
    return s->team->end(s->team->self, &own, count);
}
