/* The life of a Searcher: its memory, its threads, and one search from start to result. */
#include "search/search.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/base/platform.h"
#include "search/iterate.h"
#include "search/skill.h"

enum {
    STACK_BYTES = 16 << 20, /* MAX_PLY nodes deep, with room for sanitizer builds */
    LINE_UNDOS = MAX_PLY + 8,
    READY_UNDOS = 1024 + LINE_UNDOS, /* kept from the start: games of usual length need no memory at `go` */
};

typedef enum Role { ROLE_IDLE, ROLE_SEARCH, ROLE_QUIT } Role;

typedef struct Thread {
    pthread_t handle;
    struct Searcher *searcher;
    Worker *worker;
    Role role; /* under the searcher's lock */
} Thread;

struct Searcher {
    Shared shared;
    Thread threads[MAX_THREADS]; /* threads[0] runs the main worker when started in the background */
    int thread_count;            /* never 0 once made: what cannot be had is not begun by giving up what is there */
    bool busy;                   /* under the lock: a search was started and done() has not returned */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Knowledge knowledge; /* of the last search */
    RuleSet rules;
    int natural_limit; /* plies */
    bool endless;      /* nothing but a stop ends this search */
    SearchListener listener;
    SearchResult result;
};

static void search_as_main(Searcher *s);

static void *thread_main(void *self)
{
    Thread *t = self;
    Searcher *s = t->searcher;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (t->role == ROLE_IDLE)
            pthread_cond_wait(&s->changed, &s->lock);
        if (t->role == ROLE_QUIT)
            break;
        pthread_mutex_unlock(&s->lock);
        if (t->worker->id == 0)
            search_as_main(s);
        else
            worker_iterate(t->worker);
        pthread_mutex_lock(&s->lock);
        t->role = ROLE_IDLE;
        if (t->worker->id == 0)
            s->busy = false;
        pthread_cond_broadcast(&s->changed);
    }
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

static void free_worker(Worker *w)
{
    free(w->undos);
    big_free(w, sizeof *w);
}

/* Ends the last threads until `left` are there. */
static void end_threads(Searcher *s, int left)
{
    pthread_mutex_lock(&s->lock);
    for (int i = left; i < s->thread_count; i++)
        s->threads[i].role = ROLE_QUIT;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    for (int i = left; i < s->thread_count; i++) {
        pthread_join(s->threads[i].handle, NULL);
        free_worker(s->threads[i].worker);
    }
    s->thread_count = s->shared.worker_count = left;
}

static void clear_worker(Worker *w)
{
    history_clear(&w->history);
    memset(w->frames, 0, sizeof w->frames);
}

/* Adds threads up to `count`. False if one cannot be had: then there are as many as before. */
static bool add_threads(Searcher *s, int count)
{
    int before = s->thread_count;
    pthread_attr_t attr;
    if (pthread_attr_init(&attr) != 0)
        return false;
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    while (s->thread_count < count) {
        int i = s->thread_count;
        Worker *w = big_alloc(sizeof *w);
        if (!w)
            break;
        w->undos = malloc(sizeof *w->undos * READY_UNDOS);
        w->undo_capacity = READY_UNDOS;
        w->id = i;
        w->shared = &s->shared;
        clear_worker(w);
        evaluator_init(&w->evaluator, s->shared.net, s->knowledge);
        s->threads[i] = (Thread){.searcher = s, .worker = w, .role = ROLE_IDLE};
        if (!w->undos || pthread_create(&s->threads[i].handle, &attr, thread_main, &s->threads[i]) != 0) {
            free_worker(w);
            break;
        }
        s->shared.workers[i] = w;
        s->shared.worker_count = ++s->thread_count;
    }
    pthread_attr_destroy(&attr);
    if (s->thread_count == count)
        return true;
    end_threads(s, before);
    return false;
}

bool searcher_set_threads(Searcher *s, int threads)
{
    if (threads < s->thread_count)
        end_threads(s, threads);
    return add_threads(s, threads);
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
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->shared.finished.lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    s->shared.multipv = options->multipv;
    s->shared.clock = steady_clock;
    searcher_set_rules(s, RULES_ASIAN, NATURAL_LIMIT_DEFAULT);
    fill_reductions(&s->shared);
    if (!tt_resize(&s->shared.tt, options->hash_mib) || !add_threads(s, options->threads)) {
        searcher_free(s);
        return NULL;
    }
    return s;
}

void searcher_free(Searcher *s)
{
    if (!s)
        return;
    searcher_stop(s);
    searcher_wait(s);
    end_threads(s, 0);
    tt_free(&s->shared.tt);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
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
    for (int i = 0; i < s->thread_count; i++)
        evaluator_init(&s->threads[i].worker->evaluator, net, s->knowledge);
    searcher_new_game(s);
}

void searcher_new_game(Searcher *s)
{
    tt_clear(&s->shared.tt);
    for (int i = 0; i < s->thread_count; i++)
        clear_worker(s->threads[i].worker);
}

/* A worker at the root of the game's position. False if there is no memory for its history. */
static bool place_worker(Worker *w, const Game *game)
{
    int needed = game->plies + LINE_UNDOS;
    if (needed > w->undo_capacity) {
        Undo *undos = realloc(w->undos, sizeof *undos * (size_t)needed);
        if (!undos)
            return false;
        w->undos = undos;
        w->undo_capacity = needed;
    }
    if (game->plies)
        memcpy(w->undos, game->undos, sizeof *w->undos * (size_t)game->plies);
    w->pos = game->now;
    w->undo_count = w->root_undos = game->plies;
    evaluator_reset(&w->evaluator, &w->pos);
    key_filter_fill(&w->filter, w->undos, w->undo_count);
    w->selective_depth = w->null_least_ply = w->root_depth = w->completed_depth = w->pv_index = 0;
    w->nodes_to_check = 0;
    w->awake_since_us = clock_now_us(&w->shared->clock);
    w->stopped = w->overtaken = false;
    atomic_store(&w->nodes, 0);

    /* The frames before the root stand for "no move": neutral tables, no evaluation. */
    for (int i = 0; i < FRAMES_BEFORE + 3; i++) {
        Frame *f = &w->frames[i];
        f->move = f->excluded = f->killers[0] = f->killers[1] = MOVE_NONE;
        f->slot = SLOTS;
        f->continuation = &w->history.continuation[SLOTS];
        f->static_eval = SCORE_NONE;
        f->stat_score = f->cutoffs = f->pv_length = 0;
        f->ply = 0;
    }
    worker_root_frame(w)->parts = part_keys(&w->pos);
    return true;
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

/* Makes everything ready; the caller holds no lock and no search runs. */
static bool prepare(Searcher *s, const Game *game, const Limits *limits)
{
    Shared *shared = &s->shared;
    if ((Knowledge)limits->ablation.knowledge != s->knowledge) { /* what the table holds was judged by another */
        s->knowledge = (Knowledge)limits->ablation.knowledge;
        searcher_set_net(s, shared->net);
    }
    for (int i = 0; i < s->thread_count; i++)
        if (!place_worker(s->threads[i].worker, game))
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
    return true;
}

/* The line's second move, or what the table expects after the first. */
static Move ponder_move(Searcher *s, Worker *w, const RootMove *r)
{
    Position after = w->pos;
    Undo undo;
    position_make(&after, r->move, &undo);
    if (r->pv_length > 1 && is_legal(&after, r->pv[1]))
        return r->pv[1];
    TtEntry hit;
    key_filter_enter(&w->filter, undo.key);
    if (tt_probe(&s->shared.tt, rules_key(&s->shared.rules, &w->filter, &after), &hit) && hit.move != MOVE_NONE &&
        is_legal(&after, hit.move))
        return hit.move;
    return MOVE_NONE;
}

/* Each thread votes for its best move with the depth it reached and by how much its score beats the
 * worst (Stockfish's scheme); a proven win decides at once. Who is behind the main thread is not elected:
 * its higher score is what the deeper search refuted (search/README.md). */
static Worker *elect(Searcher *s)
{
    Worker *first = s->threads[0].worker, *best = first;
    if (s->shared.strength.noise) {
        Score scores[MAX_MULTIPV];
        int lines = best->standing_count < skill_lines ? best->standing_count : skill_lines;
        for (int i = 0; i < lines; i++)
            scores[i] = best->standing[i].score;
        int chosen = skill_choose(scores, lines, s->shared.strength.noise, s->shared.limits.handicap.seed ^ best->pos.key);
        RootMove move = best->standing[chosen];
        best->standing[chosen] = best->standing[0];
        best->standing[0] = move;
        return best;
    }
    if (s->thread_count == 1 || s->shared.multipv > 1 || s->shared.limits.depth)
        return best;
    Score worst = SCORE_INFINITE;
    for (int i = 0; i < s->thread_count; i++) {
        Worker *w = s->threads[i].worker;
        if (w->completed_depth && w->standing[0].score < worst)
            worst = w->standing[0].score;
    }
    int64_t best_votes = -1;
    for (int i = 0; i < s->thread_count; i++) {
        Worker *w = s->threads[i].worker;
        if (!w->completed_depth)
            continue;
        int64_t votes = 0;
        for (int j = 0; j < s->thread_count; j++) {
            Worker *other = s->threads[j].worker;
            if (other->completed_depth && other->standing[0].move == w->standing[0].move)
                votes += (int64_t)(other->standing[0].score - worst + vote_offset) * other->completed_depth;
        }
        bool better = is_win(best->standing[0].score) ? w->standing[0].score > best->standing[0].score
                      : is_win(w->standing[0].score)  ? true
                                                      : votes > best_votes && w->completed_depth >= first->completed_depth;
        if (better) {
            best = w;
            best_votes = votes;
        }
    }
    return best;
}

static void set_helpers(Searcher *s, Role role)
{
    pthread_mutex_lock(&s->lock);
    for (int i = 1; i < s->thread_count; i++)
        s->threads[i].role = role;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void wait_for_helpers(Searcher *s)
{
    pthread_mutex_lock(&s->lock);
    for (int i = 1; i < s->thread_count; i++)
        while (s->threads[i].role == ROLE_SEARCH)
            pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

/* An infinite or pondering search that is complete holds its answer back until it is asked for. */
static void hold_answer(Searcher *s)
{
    pthread_mutex_lock(&s->lock);
    while (!atomic_load(&s->shared.stop) && (s->endless || atomic_load(&s->shared.pondering)))
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

static void search_as_main(Searcher *s)
{
    Shared *shared = &s->shared;
    Worker *w = s->threads[0].worker;
    s->result = (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};

    if (worker_set_roots(w, &shared->limits.roots) > 0) {
        for (int i = 1; i < s->thread_count; i++)
            worker_set_roots(s->threads[i].worker, &shared->limits.roots);
        if (s->thread_count > 1)
            set_helpers(s, ROLE_SEARCH);
        worker_iterate(w);
        hold_answer(s);
        atomic_store(&shared->stop, true);
        if (s->thread_count > 1)
            wait_for_helpers(s);

        Worker *elected = elect(s);
        if (elected != w)
            worker_tell_lines(elected); /* the best move is that of the line told last */
        const RootMove *best = &elected->standing[0];
        s->result.best = best->move;
        s->result.ponder = ponder_move(s, elected, best);
        s->result.score = best->score;
        s->result.depth = elected->completed_depth;
    } else {
        hold_answer(s);
        s->result.score = mated_in(0);
    }
    s->result.nodes = shared_nodes(shared);
    s->result.time_ms = clock_since_start(shared);
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
    pthread_mutex_lock(&s->lock);
    s->busy = true;
    s->threads[0].role = ROLE_SEARCH;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
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
    pthread_mutex_lock(&s->lock);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void searcher_ponderhit(Searcher *s)
{
    atomic_store(&s->shared.clock_start_ms, clock_now_ms(&s->shared.clock));
    atomic_store(&s->shared.pondering, false);
    pthread_mutex_lock(&s->lock);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void searcher_wait(Searcher *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->busy)
        pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
}

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
