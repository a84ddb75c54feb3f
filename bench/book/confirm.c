/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/confirm.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "bench/book/judge.h"
#include "bench/book/thread.h"
#include "engine/base/platform.h"

typedef struct Confirmer {
    const BookGraph *graph;
    const ConfirmOptions *options;
    Choice *list;
    size_t count;
    pthread_mutex_t lock; /* of all that follows */
    size_t next, done;
    int running;
    bool failed;
} Confirmer;

int64_t confirm_nodes(int64_t nodes, double price)
{
    enum { LONGER_UP_TO = 8, TWICE_EACH = 2 }; /* and edges half-way between whole prices, which are the commonest */
    return price < LONGER_UP_TO ? nodes << lround((LONGER_UP_TO - price) / TWICE_EACH - 0.25) : nodes;
}

/* Puts a move where it belongs by its loss; what there is no room for is the worst. */
static void insert(Choice *choice, Move move, Score score, int loss)
{
    int at = choice->count < CHOICE_MOVES ? choice->count++ : CHOICE_MOVES - 1;
    for (; at > 0 && choice->moves[at - 1].loss > loss; at--)
        choice->moves[at] = choice->moves[at - 1];
    choice->moves[at].move = move;
    choice->moves[at].score = score;
    choice->moves[at].loss = loss;
}

static bool has_move(const Choice *choice, Move move)
{
    int i = 0;
    while (i < choice->count && choice->moves[i].move != move)
        i++;
    return i < choice->count;
}

/* Keeps of a position's moves those that hold, and adds what the search likes best. False if it was stopped or there is no memory. */
static bool weigh(const Confirmer *c, Judge *judge, Choice *choice)
{
    const GraphNode *node = &c->graph->nodes[choice->node];
    const int margin = graph_margin(c->graph, node), most = margin < c->options->bound ? margin : (int)c->options->bound;
    const Choice chosen = *choice;
    choice->count = 0;
    if (!judge_position(judge, c->graph, choice->node, confirm_nodes(c->options->nodes, node->price[OF_MOVER])))
        return false;
    const Move best = judge->best.best;
    for (int i = 0; i < chosen.count; i++) {
        int loss;
        if (!judge_move(judge, chosen.moves[i].move, &loss))
            return false;
        if (loss <= most)
            insert(choice, chosen.moves[i].move, judge->best.score - loss, loss);
    }
    if (best != MOVE_NONE && !has_move(choice, best) && !(judge->symmetric && has_move(choice, move_mirror(best))))
        insert(choice, best, judge->best.score, 0);
    return true;
}

static void *confirm(void *self)
{
    Confirmer *c = self;
    Judge judge;
    bool good = judge_init(&judge, (int)c->options->hash_mib, c->options->net, c->options->stop, c->options->findings);
    pthread_mutex_lock(&c->lock);
    while (good && !c->failed && c->next < c->count) {
        Choice *choice = &c->list[c->next++];
        pthread_mutex_unlock(&c->lock);
        good = weigh(c, &judge, choice);
        pthread_mutex_lock(&c->lock);
        c->done++;
    }
    c->failed = c->failed || !good;
    c->running--;
    pthread_mutex_unlock(&c->lock);
    judge_clear(&judge);
    return NULL;
}

/* How long it takes at most: it may end sooner, when nothing is left that can come up. */
static void show(const Confirmation *of, size_t done, size_t bytes)
{
    char left[DURATION_SIZE];
    const double seconds = (double)(clock_ms() - of->begun_ms) / 1000, size = (double)of->options->size;
    if (bytes > HXB_HEAD && progress_due(of->options->progress, 500, 30000))
        progress_show(of->options->progress, "%" PRIu64 " positions confirmed, %" PRIu64 " of %" PRId64 " bytes, %s left at most",
                      (uint64_t)done, (uint64_t)bytes, of->options->size,
                      duration_text((int64_t)(seconds * (size - (double)bytes) / (double)bytes), left));
}

static void watch(const Confirmation *of, Confirmer *c, size_t bytes)
{
    for (bool running = true; running;) {
        sleep_ms(20);
        pthread_mutex_lock(&c->lock);
        running = c->running > 0;
        const size_t done = c->done;
        pthread_mutex_unlock(&c->lock);
        show(of, of->done + done, bytes);
    }
}

bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes)
{
    Confirmation *of = confirmation;
    const ConfirmOptions *options = of->options;
    Confirmer c = {.graph = of->graph, .options = options, .list = list, .count = count, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t *threads = malloc((size_t)options->workers * sizeof *threads);
    int started = 0;
    if (!threads)
        return why_no_memory(of->why);
    c.running = (int)options->workers;
    while (started < options->workers && thread_begin(&threads[started], confirm, &c))
        started++;
    pthread_mutex_lock(&c.lock);
    c.running -= (int)options->workers - started;
    c.failed = c.failed || started == 0;
    pthread_mutex_unlock(&c.lock);
    watch(of, &c, bytes);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    of->done += count;
    if (c.failed && options->findings && options->findings->fault) {
        errno = options->findings->fault;
        return why_errno(of->why, options->findings->path);
    }
    return !c.failed || (!atomic_load(options->stop) && why_no_memory(of->why));
}
