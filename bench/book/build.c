/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/pool.h"
#include "engine/base/platform.h"
#include "engine/board/makemove.h"

enum { ROUND_LEAST = 8, ROUND_MOST = 512, ROUND_SHARE = 32 };

/* A step and everything its searches need. */
typedef struct Task {
    GraphStep step;
    Position node, child;
    MoveList known; /* moves excluded from the search for the node's rest */
    bool look_at_rest, look_at_child, done;
} Task;

typedef struct BookWorker {
    struct Round *round;
    Searcher *searcher;
} BookWorker;

typedef struct Round {
    pthread_mutex_t lock; /* protects all fields below while workers run */
    pthread_cond_t changed;
    Task tasks[ROUND_MOST];
    int count, next, running;
    atomic_bool stop; /* read by the searches without the lock */
    bool failed;
    uint64_t nodes; /* node limit of each search */
} Round;

typedef struct Builder {
    const BuildOptions *options;
    const atomic_bool *asked_to_stop;
    Progress *progress;
    Text *why;
    Journal journal;
    BookGraph graph;
    Round *round;
    BookWorker *workers;
    int64_t begun_ms, kept_ms;
    size_t replayed; /* number of journal steps already taken into the graph */
    bool searching;  /* true once all steps of the file are replayed */
    size_t before;   /* number of positions at that moment */
} Builder;

/* ---- searches ---- */

/* Searches for the best move that is not in *without; there must be at least one. Returns false if
 * memory is short or the search was stopped before it found a move. */
static bool build_search_best(const BookWorker *worker, const Position *pos, const MoveList *without, SearchResult *result)
{
    Game game;
    game_init(&game);
    game_reset(&game, pos);
    searcher_new_game(worker->searcher);
    const Limits limits = {.stop = &worker->round->stop, .nodes = worker->round->nodes, .roots.ban = *without};
    *result = searcher_run(worker->searcher, &game, &limits, NULL);
    game_clear(&game);
    return result->best != MOVE_NONE;
}

/* Like build_search_best(), but there may be no other move: then the result has no move and the score of
 * being mated. */
static bool build_search(const BookWorker *worker, const Position *pos, const MoveList *without, SearchResult *result)
{
    MoveList legal = {0};
    *result = (SearchResult){.best = MOVE_NONE, .score = mated_in(0)};
    return legal_moves(pos, &legal) == without->count || build_search_best(worker, pos, without, result);
}

static bool build_do_task(const BookWorker *worker, Task *task)
{
    SearchResult result;
    GraphStep *step = &task->step;
    if (task->look_at_child) {
        if (!build_search(worker, &task->child, &(MoveList){0}, &result))
            return false;
        step->child_rest = result.best;
        step->child_score = result.score;
    }
    if (task->look_at_rest) {
        if (!build_search(worker, &task->node, &task->known, &result))
            return false;
        step->rest = result.best;
        step->rest_score = result.score;
    }
    return true;
}

/* Searches tasks until none is left or the round is stopped. */
static void build_do_tasks(const BookWorker *worker)
{
    Round *round = worker->round;
    pthread_mutex_lock(&round->lock);
    while (round->next < round->count && !round->stop) {
        Task *task = &round->tasks[round->next++];
        pthread_mutex_unlock(&round->lock);
        bool good = build_do_task(worker, task);
        pthread_mutex_lock(&round->lock);
        task->done = good && !round->stop;
        round->failed = round->failed || (!good && !round->stop);
        round->stop = round->stop || !good;
        pthread_cond_signal(&round->changed);
    }
    round->running--;
    pthread_cond_signal(&round->changed);
    pthread_mutex_unlock(&round->lock);
}

static void build_prepare_task(const BookGraph *g, Task *task)
{
    GraphStep *step = &task->step;
    Undo undo;
    task->done = false;
    task->look_at_child = true;
    task->look_at_rest = false;
    if (step->node == NO_NODE) {
        position_start(&task->child);
        return;
    }
    graph_position(g, step->node, &task->node);
    task->child = task->node;
    position_make(&task->child, step->move, &undo);
    task->look_at_child = graph_find(g, &task->child) == NO_NODE;
    task->look_at_rest = step->move == g->nodes[step->node].rest;
    graph_known_with(g, step->node, step->move, &task->known);
}

/* ---- a round ---- */

static bool build_is_stopped(const Builder *b)
{
    const double minutes = b->options->minutes;
    return atomic_load(b->asked_to_stop) || (minutes > 0 && (double)(clock_ms() - b->begun_ms) >= minutes * 60000);
}

static bool build_is_complete(const Builder *b)
{
    return build_is_stopped(b) || (b->options->positions && (int64_t)b->graph.node_count >= b->options->positions);
}

/* Counts the new positions that the round's first `tasks` tasks lead to. The other steps lead to
 * known positions. */
static size_t build_count_new(const Round *round, int tasks)
{
    size_t count = 0;
    for (int i = 0; i < tasks; i++)
        count += round->tasks[i].look_at_child;
    return count;
}

static void build_show(const Builder *b, int done)
{
    char left[DURATION_SIZE] = "";
    const size_t now = b->graph.node_count + build_count_new(b->round, done);
    const double seconds = (double)(clock_ms() - b->begun_ms) / 1000;
    const double rate = seconds > 0 ? ((double)now - (double)b->before) / seconds : 0;
    double most = 1e18;
    if (b->options->positions && rate > 0)
        most = ((double)b->options->positions - (double)now) / rate;
    if (b->options->minutes > 0 && b->options->minutes * 60 - seconds < most)
        most = b->options->minutes * 60 - seconds;
    if (most < 1e18)
        duration_text((int64_t)(most > 0 ? most : 0), left);
    progress_show(b->progress, "%" PRIu64 " positions, %.1f/s%s%s%s", (uint64_t)now, rate, *left ? ", " : "", left, *left ? " left" : "");
}

/* Syncs the journal to disk, so that nothing written so far can be lost. */
static bool build_keep(Builder *b)
{
    b->kept_ms = clock_ms();
    return journal_keep(&b->journal, b->why);
}

/* Writes finished tasks to the journal in order, until all workers have ended. *done counts the
 * tasks in the file. On failure returns false and adds the reason to b->why. */
static bool build_follow_round(Builder *b, int *done)
{
    enum { KEEP_MS = 30000 }; /* a power failure loses half a minute of work at most */
    Round *round = b->round;
    bool good = true;
    pthread_mutex_lock(&round->lock);
    for (;;) {
        while (good && *done < round->count && round->tasks[*done].done) {
            pthread_mutex_unlock(&round->lock);
            good = journal_add(&b->journal, &round->tasks[*done].step, b->why);
            pthread_mutex_lock(&round->lock);
            *done += good;
        }
        if (round->running == 0)
            break;
        round->stop = round->stop || !good || build_is_stopped(b);
        steady_cond_wait(&round->changed, &round->lock, clock_us() + 50000);
        pthread_mutex_unlock(&round->lock);
        if (clock_ms() - b->begun_ms > 500 && progress_due(b->progress, 500, 30000))
            build_show(b, *done);
        if (good && clock_ms() - b->kept_ms >= KEEP_MS)
            good = build_keep(b);
        pthread_mutex_lock(&round->lock);
    }
    pthread_mutex_unlock(&round->lock);
    return good;
}

/* A round's threads: the caller's writes the file, the others search. */
typedef struct RoundCrew {
    Builder *builder;
    int *done;
    bool good; /* result of the caller's thread */
} RoundCrew;

static void build_share_round(void *self, int id)
{
    RoundCrew *crew = self;
    if (id == 0)
        crew->good = build_follow_round(crew->builder, crew->done);
    else
        build_do_tasks(&crew->builder->workers[id - 1]);
}

/* Searches the round's tasks, starting at *done, and updates *done to the number of tasks in the
 * file. On failure returns false and adds the reason to b->why. */
static bool build_run_round(Builder *b, int *done)
{
    Round *round = b->round;
    RoundCrew crew = {b, done, false};
    Pool pool;
    round->next = *done;
    round->stop = false;
    const int searching = pool_begin(&pool, (int)b->options->workers + 1, SEARCH_STACK_BYTES, build_share_round, &crew) - 1;
    round->running = searching;
    pool_run(&pool);
    if (crew.good && round->failed)
        return why_no_memory(b->why);
    return crew.good && (searching > 0 || text_fail(b->why, "cannot start a thread"));
}

static bool build_is_same_step(const GraphStep *a, const GraphStep *b) { return a->node == b->node && a->move == b->move; }

/* Copies the results of the round's first steps from the journal and returns their number. If the
 * journal continues with other steps, which were chosen with other prices, the round is replaced by
 * that part of the journal. */
static int build_replay_round(Builder *b)
{
    Round *round = b->round;
    const GraphStep *steps = b->journal.steps + b->replayed;
    const size_t left = b->journal.count - b->replayed;
    const int most = left < ROUND_MOST ? (int)left : ROUND_MOST;
    int same = 0;
    while (same < most && same < round->count && build_is_same_step(&steps[same], &round->tasks[same].step))
        same++;
    if (same < most && (same < round->count || round->count == 0))
        round->count = same = most;
    for (int i = 0; i < same; i++)
        round->tasks[i].step = steps[i];
    b->replayed += (size_t)same;
    return same;
}

static bool build_take_round(Builder *b, int done)
{
    for (int i = 0; i < done; i++) {
        const GraphStep *step = &b->round->tasks[i].step;
        const char *fault = graph_fault(&b->graph, step);
        if (fault)
            return why_path(b->why, b->options->path, "damaged: a record %s", fault);
        if (!graph_take(&b->graph, step))
            return why_no_memory(b->why);
    }
    return done == 0 || graph_settle(&b->graph) || why_no_memory(b->why);
}

/* Chooses the steps of the next round. On failure returns false and adds the reason to b->why. */
static bool build_choose_round(Builder *b)
{
    Round *round = b->round;
    GraphStep steps[ROUND_MOST];
    int most = (int)(b->graph.node_count / ROUND_SHARE);
    most = most < ROUND_LEAST ? ROUND_LEAST : most > ROUND_MOST ? ROUND_MOST : most;
    if (b->graph.node_count == 0) {
        round->count = 1;
        steps[0] = (GraphStep){.node = NO_NODE};
    } else {
        round->count = graph_choose(&b->graph, steps, most);
    }
    for (int i = 0; i < round->count; i++) {
        round->tasks[i].step = steps[i];
        build_prepare_task(&b->graph, &round->tasks[i]);
    }
    return round->count >= 0 || why_no_memory(b->why);
}

static bool build_all(Builder *b)
{
    for (;;) {
        if (!build_choose_round(b))
            return false;
        int done = build_replay_round(b);
        const bool at_end = b->replayed == b->journal.count;
        if (at_end && done < b->round->count) {
            if (!b->searching) {
                b->before = b->graph.node_count + build_count_new(b->round, done);
                b->begun_ms = b->kept_ms = clock_ms();
            }
            b->searching = true;
            bool good = build_is_complete(b) || build_run_round(b, &done);
            b->replayed = b->journal.count;
            if (!good)
                return false;
        }
        if (!build_take_round(b, done))
            return false;
        if (atomic_load(b->asked_to_stop) || (at_end && (done == 0 || build_is_complete(b))))
            return true;
    }
}

/* ---- the whole run ---- */

static bool build_init_workers(Builder *b)
{
    const BuildOptions *o = b->options;
    b->workers = calloc((size_t)o->workers, sizeof *b->workers);
    b->round = calloc(1, sizeof *b->round);
    if (b->round) {
        pthread_mutex_init(&b->round->lock, NULL);
        steady_cond_init(&b->round->changed);
    }
    if (!b->workers || !b->round)
        return why_no_memory(b->why);
    b->round->nodes = o->head.nodes;
    for (int64_t i = 0; i < o->workers; i++) {
        const SearchOptions options = {.hash_mib = (int)o->head.hash_mib, .threads = 1, .multipv = 1, .net = o->net};
        b->workers[i] = (BookWorker){.round = b->round, .searcher = searcher_new(&options)};
        if (!b->workers[i].searcher)
            return why_no_memory(b->why);
    }
    return true;
}

static void build_free_workers(Builder *b)
{
    for (int64_t i = 0; b->workers && i < b->options->workers; i++)
        searcher_free(b->workers[i].searcher);
    free(b->workers);
    if (b->round) {
        pthread_mutex_destroy(&b->round->lock);
        pthread_cond_destroy(&b->round->changed);
    }
    free(b->round);
}

bool book_build(const BuildOptions *options, const atomic_bool *stop, Progress *progress, BuildTally *tally, Text *why)
{
    Builder b = {.options = options, .asked_to_stop = stop, .progress = progress, .why = why, .begun_ms = clock_ms()};
    b.kept_ms = b.begun_ms;
    graph_init(&b.graph, &options->prices);
    bool good = build_init_workers(&b) && journal_open(&b.journal, options->path, &options->head, why);
    if (good && b.journal.torn)
        progress_note(progress, "%s: dropped an incomplete record of %" PRIu64 " bytes at the end", options->path,
                      (uint64_t)b.journal.torn);
    if (good && strcmp(b.journal.head.commit, options->head.commit) != 0) {
        char room[100];
        Text commit = text_over(room, sizeof room);
        text_add_clean(&commit, b.journal.head.commit);
        progress_note(progress, "%s was started by commit %s of the program and is continued by %s", options->path, commit.data,
                      options->head.commit);
    }
    good = good && build_all(&b);
    if (good)
        good = build_keep(&b);
    *tally = (BuildTally){b.searching ? b.before : b.graph.node_count, b.graph.node_count};
    journal_close(&b.journal);
    graph_clear(&b.graph);
    build_free_workers(&b);
    return good;
}
