/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/judge.h"

#include <pthread.h>

#include "engine/base/contract.h"
#include "engine/base/pool.h"
#include "engine/board/legal.h"
#include "search/search.h"

/* ---- one judge ---- */

bool judge_init(Judge *judge, int hash_mib, const Network *net, const atomic_bool *stop, Findings *findings)
{
    assert(in_range(hash_mib, 1, MAX_HASH_MIB));
    const SearchOptions options = {.hash_mib = hash_mib, .threads = 1, .multipv = 1, .net = net};
    *judge = (Judge){.searcher = searcher_new(&options), .limits.stop = stop, .findings = findings};
    game_init(&judge->game);
    return judge->searcher;
}

void judge_clear(Judge *judge)
{
    searcher_free(judge->searcher);
    game_clear(&judge->game);
}

static bool judge_search(Judge *judge, const MoveList *only, SearchResult *result)
{
    judge->limits.roots.only = *only;
    searcher_new_game(judge->searcher);
    *result = searcher_run(judge->searcher, &judge->game, &judge->limits, NULL);
    return result->score != SCORE_NONE && !(judge->limits.stop && atomic_load(judge->limits.stop));
}

/* Looks up the best move in the findings. The file may contain anything, so the move must be
 * legal. */
static bool judge_recall_best(Judge *judge, const Position *pos)
{
    Move move;
    int score;
    if (!findings_best(judge->findings, &judge->view, (int64_t)judge->limits.nodes, &move, &score) || !is_legal(pos, move))
        return false;
    judge->best = (SearchResult){.best = move, .ponder = MOVE_NONE, .score = score};
    return true;
}

bool judge_position(Judge *judge, const BookGraph *graph, int node, int64_t nodes)
{
    assert(nodes >= 1);
    Position pos;
    judge->limits = (Limits){.stop = judge->limits.stop, .nodes = (uint64_t)nodes};
    graph_position(graph, node, &pos);
    game_reset(&judge->game, &pos);
    judge->symmetric = graph->nodes[node].symmetric;
    judge->view = book_view(&pos);
    if (judge->findings && judge_recall_best(judge, &pos))
        return true;
    if (!judge_search(judge, &(MoveList){0}, &judge->best))
        return false;
    return !judge->findings || judge->best.best == MOVE_NONE ||
           findings_add(judge->findings, FINDING_BEST, &judge->view, nodes, judge->best.best, judge->best.score);
}

bool judge_move(Judge *judge, Move move, int *loss)
{
    VERIFY_ASSERT(is_legal(&judge->game.now, move));
    SearchResult alone;
    const int64_t nodes = (int64_t)judge->limits.nodes;
    *loss = 0;
    if (move == judge->best.best || (judge->symmetric && move == move_mirror(judge->best.best)))
        return true;
    if (judge->findings && findings_loss(judge->findings, &judge->view, nodes, move, loss))
        return true;
    if (!judge_search(judge, &(MoveList){.count = 1, .moves = {move}}, &alone))
        return false;
    if (alone.score < judge->best.score)
        *loss = judge->best.score - alone.score;
    return !judge->findings || findings_add(judge->findings, FINDING_LOSS, &judge->view, nodes, move, *loss);
}

/* ---- several judges ---- */

typedef struct Crew {
    const Judges *judges;
    size_t count;
    pthread_mutex_t lock; /* protects all fields below */
    size_t next;
    bool failed;
} Crew;

static void judges_share(void *self, int id)
{
    (void)id;
    Crew *crew = self;
    const Judges *of = crew->judges;
    Judge judge;
    bool good = judge_init(&judge, (int)of->hash_mib, of->net, of->stop, of->findings);
    pthread_mutex_lock(&crew->lock);
    while (good && !crew->failed && crew->next < crew->count) {
        const size_t item = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        good = of->work(of->self, &judge, item);
        pthread_mutex_lock(&crew->lock);
        if (good)
            of->tell(of->self, item);
    }
    crew->failed = crew->failed || !good;
    pthread_mutex_unlock(&crew->lock);
    judge_clear(&judge);
}

bool judges_run(const Judges *judges, size_t count)
{
    assert(judges->workers >= 1 && in_range(judges->hash_mib, 1, MAX_HASH_MIB));
    Crew crew = {.judges = judges, .count = count, .lock = PTHREAD_MUTEX_INITIALIZER};
    pool_work((int)judges->workers, SEARCH_STACK_BYTES, judges_share, &crew);
    return !crew.failed;
}
