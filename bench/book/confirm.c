/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/confirm.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "bench/book/judges.h"
#include "engine/base/contract.h"
#include "engine/base/platform.h"

/* The positions that one call of the filter has to confirm. */
typedef struct Batch {
    Confirmation *of;
    Choice *list;
    size_t bytes; /* size of the book before this batch */
} Batch;

int64_t confirm_nodes(int64_t nodes, double price)
{
    assert(nodes >= 1 && price >= 0);
    /* The 0.25 puts the thresholds halfway between whole prices, which are the most common. */
    enum { LONGER_UP_TO = 8, TWICE_EACH = 2 };
    return price < LONGER_UP_TO ? nodes << lround((LONGER_UP_TO - price) / TWICE_EACH - 0.25) : nodes;
}

/* Inserts a move into the list, which is sorted by loss. A full list drops its worst move. */
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

/* Keeps the moves of a position that hold up, and adds the search's best move. Returns false if it
 * was stopped or memory is short. */
static bool look_again(void *self, Judge *judge, size_t item)
{
    const Batch *batch = self;
    const BookGraph *g = batch->of->graph;
    const ConfirmOptions *options = batch->of->options;
    Choice *choice = &batch->list[item];
    const GraphNode *node = &g->nodes[choice->node];
    const int margin = graph_margin(g, node), most = margin < options->bound ? margin : (int)options->bound;
    const Choice chosen = *choice;
    choice->count = 0;
    if (!judge_position(judge, g, choice->node, confirm_nodes(options->nodes, node->price[OF_MOVER])))
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

/* Shows the progress and an upper bound of the time left: the run ends earlier if no reachable
 * position is left. */
static void show(void *self, size_t item)
{
    const Batch *batch = self;
    Confirmation *of = batch->of;
    char left[DURATION_SIZE];
    const double seconds = (double)(clock_ms() - of->begun_ms) / 1000, size = (double)of->options->size, bytes = (double)batch->bytes;
    (void)item;
    of->done++;
    if (batch->bytes > HXB_HEAD && progress_due(of->options->progress, 500, 30000))
        progress_show(of->options->progress, "%" PRIu64 " positions confirmed, %" PRIu64 " of %" PRId64 " bytes, at most %s left",
                      (uint64_t)of->done, (uint64_t)batch->bytes, of->options->size,
                      duration_text((int64_t)(seconds * (size - bytes) / bytes), left));
}

bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes)
{
    Confirmation *of = confirmation;
    const ConfirmOptions *o = of->options;
    Batch batch = {of, list, bytes};
    const Judges judges = {.workers = o->workers,
                           .hash_mib = o->hash_mib,
                           .net = o->net,
                           .stop = o->stop,
                           .findings = o->findings,
                           .self = &batch,
                           .work = look_again,
                           .tell = show};
    const bool good = judges_run(&judges, count);
    if (!good && o->findings && o->findings->fault) {
        errno = o->findings->fault;
        return why_errno(of->why, o->findings->path);
    }
    return good || (!atomic_load(o->stop) && why_no_memory(of->why));
}
