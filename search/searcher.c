/* The life of a Searcher: its parts, its settings, and one search from start to result. */
#include "search/search.h"

#include <math.h>
#include <stdlib.h>

#include "search/iterate.h"
#include "search/params.h"
#include "search/pool.h"
#include "search/prove.h"
#include "search/skill.h"
#include "search/vote.h"

struct Searcher {
    Shared shared; /* owns the workers, one for each thread of the pool */
    Pool pool;     /* thread 0 runs the main worker when started in the background */
    RuleSet rules;
    int natural_limit; /* plies */
    bool endless;      /* nothing but a stop ends this search */
    SearchListener listener;
    SearchResult result;
};

static void search_as_main(Searcher *s);

static void work(void *self, int id)
{
    Searcher *s = self;
    if (id == 0)
        search_as_main(s);
    else
        worker_iterate(s->shared.workers[id]);
}

static void fill_reductions(Shared *s)
{
    for (int depth = 1; depth < 64; depth++)
        for (int number = 1; number < 64; number++)
            s->lmr[depth][number] = (int)(lmr_base + lmr_slope * log(depth) * log(number)) - (number < 2 ? lmr_base : 0);
}

Searcher *searcher_new(const SearchOptions *options)
{
    Searcher *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    pool_init(&s->pool, work, s);
    pthread_mutex_init(&s->shared.finished.lock, NULL);
    s->shared.multipv = options->multipv;
    s->shared.clock = steady_clock;
    searcher_set_rules(s, RULES_ASIAN, NATURAL_LIMIT_DEFAULT);
    fill_reductions(&s->shared);
    s->shared.prover = prover_new();
    if (!s->shared.prover || !tt_resize(&s->shared.tt, options->hash_mib) || !searcher_set_threads(s, options->threads)) {
        searcher_free(s);
        return NULL;
    }
    return s;
}

static void keep_workers(Shared *shared, int count)
{
    while (shared->worker_count > count)
        worker_free(shared->workers[--shared->worker_count]);
}

/* What cannot be had is not begun by giving up what is there. */
bool searcher_set_threads(Searcher *s, int threads)
{
    Shared *shared = &s->shared;
    Worker *w;
    while (shared->worker_count < threads && (w = worker_new(shared, shared->worker_count)))
        shared->workers[shared->worker_count++] = w;
    bool done = shared->worker_count >= threads && pool_resize(&s->pool, threads);
    keep_workers(shared, s->pool.count);
    return done;
}

void searcher_free(Searcher *s)
{
    if (!s)
        return;
    searcher_stop(s);
    searcher_wait(s);
    pool_destroy(&s->pool);
    keep_workers(&s->shared, 0);
    prover_free(s->shared.prover);
    tt_free(&s->shared.tt);
    pthread_mutex_destroy(&s->shared.finished.lock);
    free(s);
}

bool searcher_set_hash(Searcher *s, int hash_mib) { return tt_resize(&s->shared.tt, hash_mib); }

void searcher_set_multipv(Searcher *s, int lines) { s->shared.multipv = lines; }

void searcher_set_clock(Searcher *s, const Clock *clock) { s->shared.clock = *clock; }

void searcher_set_rules(Searcher *s, RuleSet rules, int natural_limit)
{
    s->rules = rules;
    s->natural_limit = natural_limit;
}

void searcher_set_net(Searcher *s, const Network *net)
{
    s->shared.net = net;
    for (int i = 0; i < s->shared.worker_count; i++)
        evaluator_init(&s->shared.workers[i]->evaluator, net, s->shared.knowledge);
    searcher_new_game(s);
}

void searcher_new_game(Searcher *s)
{
    tt_clear(&s->shared.tt);
    for (int i = 0; i < s->shared.worker_count; i++)
        worker_clear(s->shared.workers[i]);
}

/* The handicap as node cap and noise. */
static void set_strength(Shared *shared)
{
    const Handicap *h = &shared->limits.handicap;
    uint64_t *nodes = &shared->limits.nodes;
    shared->strength = h->levels ? strength_from_level(SKILL_LEVELS - h->levels) : h->elo ? strength_from_elo(h->elo) : (Strength){0, 0};
    /* randomness is told as a largest error, noise as a deviation */
    if (h->randomness_cp / 2 > shared->strength.noise)
        shared->strength.noise = (h->randomness_cp + 1) / 2;
    if (shared->strength.nodes && (!*nodes || *nodes > shared->strength.nodes))
        *nodes = shared->strength.nodes;
}

/* Makes everything ready; no search runs. */
static bool prepare(Searcher *s, const Game *game, const Limits *limits)
{
    Shared *shared = &s->shared;
    if ((Knowledge)limits->ablation.knowledge != shared->knowledge) { /* what the table holds was judged by another */
        shared->knowledge = (Knowledge)limits->ablation.knowledge;
        searcher_set_net(s, shared->net);
    }
    for (int i = 0; i < shared->worker_count; i++)
        if (!worker_place(shared->workers[i], game))
            return false;
    shared->limits = *limits;
    search_rules_init(&shared->rules, game, s->rules, s->natural_limit);
    set_strength(shared);
    if (shared->limits.depth > MAX_DEPTH)
        shared->limits.depth = MAX_DEPTH;
    shared->begun_ms = clock_now_ms(&shared->clock);
    atomic_store(&shared->clock_start_ms, shared->begun_ms);
    time_init(&shared->time, limits, game->now.game_ply);
    s->endless = !limits->depth && !limits->nodes && !limits->mate && !shared->time.timed;
    atomic_store(&shared->pondering, limits->ponder);
    atomic_store(&shared->stop, false);
    atomic_store(&shared->finished.depth, 0);
    tt_new_search(&shared->tt);
    prover_new_search(shared->prover);
    return true;
}

/* An infinite or pondering search that is complete holds its answer back until it is asked for. */
static bool answer_is_due(const void *self)
{
    const Searcher *s = self;
    return atomic_load(&s->shared.stop) || (!s->endless && !atomic_load(&s->shared.pondering));
}

static void search_as_main(Searcher *s)
{
    Shared *shared = &s->shared;
    Worker *w = shared->workers[0];
    s->result = (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};

    if (worker_set_roots(w, &shared->limits.roots) > 0) {
        for (int i = 1; i < shared->worker_count; i++)
            worker_set_roots(shared->workers[i], &shared->limits.roots);
        pool_begin(&s->pool, 1, shared->worker_count);
        worker_iterate(w);
        pool_wait_for(&s->pool, answer_is_due, s);
        atomic_store(&shared->stop, true);
        pool_wait(&s->pool, 1, shared->worker_count);

        Worker *elected = vote_elect(shared);
        if (elected != w)
            worker_tell_lines(elected); /* the best move is that of the line told last */
        const RootMove *best = &elected->standing[0];
        s->result.best = best->move;
        s->result.ponder = vote_reply(elected, best);
        s->result.score = best->score;
        s->result.depth = elected->completed_depth;
    } else {
        pool_wait_for(&s->pool, answer_is_due, s);
        s->result.score = mated_in(0);
    }
    s->result.nodes = shared_nodes(shared);
    s->result.time_ms = shared_since_go_ms(shared);
    if (shared->listener && shared->listener->done)
        shared->listener->done(shared->listener->self, &s->result);
}

bool searcher_start(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener)
{
    searcher_wait(s);
    if (!prepare(s, game, limits))
        return false;
    s->listener = *listener;
    s->shared.listener = &s->listener;
    pool_begin(&s->pool, 0, 1);
    return true;
}

SearchResult searcher_run(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener)
{
    searcher_wait(s);
    if (!prepare(s, game, limits))
        return (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};
    s->shared.listener = listener;
    search_as_main(s); /* on this thread: a game of short searches pays no hand-over */
    return s->result;
}

void searcher_stop(Searcher *s)
{
    atomic_store(&s->shared.stop, true);
    pool_notify(&s->pool);
}

void searcher_ponderhit(Searcher *s)
{
    atomic_store(&s->shared.clock_start_ms, clock_now_ms(&s->shared.clock));
    atomic_store(&s->shared.pondering, false);
    pool_notify(&s->pool);
}

void searcher_wait(Searcher *s) { pool_wait(&s->pool, 0, s->pool.count > 0); }

Score searcher_evaluate(Searcher *s, const Position *pos)
{
    const Network *net = s->shared.net;
    if (net)
        return network_evaluate_scratch(net, pos);
    HceSum sum;
    hce_sum_init(&sum, pos);
    return hce_evaluate(pos, &sum);
}

bool searcher_probe(Searcher *s, const Game *game, TableProbe *probe)
{
    SearchRules rules;
    KeyFilter past;
    TtEntry hit;
    search_rules_init(&rules, game, s->rules, s->natural_limit);
    key_filter_fill(&past, game->undos, game->plies);
    if (!tt_probe(&s->shared.tt, rules_key(&rules, &past, &game->now), &hit) || hit.bound == BOUND_NONE)
        return false;
    *probe = (TableProbe){hit.move, hit.score, hit.depth, hit.bound};
    return true;
}
