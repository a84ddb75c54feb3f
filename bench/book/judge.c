/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/judge.h"

#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/pool.h"
#include "engine/board/legal.h"

/* ---- one judge ---- */

bool judge_search(Judge *judge, const Position *pos, int64_t nodes, const RootFilter *roots, SearchResult *result)
{
    assert(nodes >= 1);
    const Limits limits = {.stop = judge->stop, .nodes = (uint64_t)nodes, .roots = *roots};
    game_reset(&judge->game, pos);
    searcher_new_game(judge->searcher);
    *result = searcher_run(judge->searcher, &judge->game, &limits, NULL);
    return result->score != SCORE_NONE && !atomic_load(judge->stop);
}

/* Looks up the best move in the findings. Because the file may contain arbitrary data, the move must be
 * legal. */
static bool judge_recall_best(Judge *judge, const Position *pos)
{
    Move move;
    int score;
    if (!findings_best(judge->findings, &judge->view, judge->nodes, &move, &score) || !is_legal(pos, move))
        return false;
    judge->best = (SearchResult){.best = move, .ponder = MOVE_NONE, .score = score};
    return true;
}

static bool judge_keep(const Judge *judge, FindingKind kind, Move move, int value)
{
    return !judge->findings || findings_add(judge->findings, kind, &judge->view, judge->nodes, move, value);
}

bool judge_position(Judge *judge, const BookGraph *graph, int node, int64_t nodes)
{
    assert(nodes >= 1);
    Position pos;
    graph_position(graph, node, &pos);
    game_reset(&judge->game, &pos);
    judge->view = book_view(&pos);
    judge->nodes = nodes;
    if (judge->findings && judge_recall_best(judge, &pos))
        return true;
    return judge_search(judge, &pos, nodes, &(RootFilter){0}, &judge->best) &&
           (judge->best.best == MOVE_NONE || judge_keep(judge, FINDING_BEST, judge->best.best, judge->best.score));
}

bool judge_move(Judge *judge, Move move, int *loss)
{
    VERIFY_ASSERT(is_legal(&judge->game.now, move));
    SearchResult alone;
    const Position pos = judge->game.now;
    *loss = 0;
    if (move == judge->best.best || (judge->view.symmetric && move == move_mirror(judge->best.best)))
        return true;
    if (judge->findings && findings_loss(judge->findings, &judge->view, judge->nodes, move, loss))
        return true;
    if (!judge_search(judge, &pos, judge->nodes, &(RootFilter){.only = {.count = 1, .moves = {move}}}, &alone))
        return false;
    if (alone.score < judge->best.score)
        *loss = judge->best.score - alone.score;
    return judge_keep(judge, FINDING_LOSS, move, *loss);
}

/* ---- several judges ---- */

bool judges_init(Judges *judges, const JudgeOptions *options, const atomic_bool *stop, Text *why)
{
    assert(options->workers >= 1 && in_range(options->hash_mib, 1, MAX_HASH_MIB) && stop);
    *judges = (Judges){0};
    if (!network_option("--net", options->net_path, &judges->net, why))
        return false;
    if (options->kept && !findings_open(&judges->findings, options->kept, judges_net(judges), options->hash_mib, why))
        return false;
    judges->list = calloc((size_t)options->workers, sizeof *judges->list);
    while (judges->list && judges->count < options->workers) {
        const SearchOptions search = {.hash_mib = (int)options->hash_mib, .threads = 1, .multipv = 1, .net = judges->net};
        Judge *judge = &judges->list[judges->count++];
        *judge = (Judge){.searcher = searcher_new(&search), .stop = stop, .findings = options->kept ? &judges->findings : NULL};
        game_init(&judge->game);
        if (!judge->searcher)
            return why_no_memory(why);
    }
    return judges->list || why_no_memory(why);
}

void judges_clear(Judges *judges)
{
    for (int64_t i = 0; i < judges->count; i++) {
        searcher_free(judges->list[i].searcher);
        game_clear(&judges->list[i].game);
    }
    free(judges->list);
    findings_close(&judges->findings);
    network_free(judges->net);
    *judges = (Judges){0};
}

uint32_t judges_net(const Judges *judges) { return judges->net ? judges->net->checksum : 0; }

typedef struct JudgesRun {
    const Judges *judges;
    const JudgeWork *work;
    size_t count;
    pthread_mutex_t lock; /* protects all fields below */
    size_t next;
    bool failed;
} JudgesRun;

static void judges_share(void *self, int id)
{
    JudgesRun *run = self;
    const JudgeWork *work = run->work;
    pthread_mutex_lock(&run->lock);
    while (!run->failed && run->next < run->count) {
        const size_t item = run->next++;
        pthread_mutex_unlock(&run->lock);
        const bool good = work->judge(work->self, &run->judges->list[id], item);
        pthread_mutex_lock(&run->lock);
        run->failed = run->failed || !good || !work->finish(work->self, item);
    }
    pthread_mutex_unlock(&run->lock);
}

bool judges_run(const Judges *judges, size_t count, const JudgeWork *work)
{
    JudgesRun run = {.judges = judges, .work = work, .count = count, .lock = PTHREAD_MUTEX_INITIALIZER};
    pool_work((int)judges->count, SEARCH_STACK_BYTES, judges_share, &run);
    return !run.failed;
}
