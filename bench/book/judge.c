/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/judge.h"

bool judge_init(Judge *judge, int hash_mib, const Network *net, const atomic_bool *stop)
{
    const SearchOptions options = {.hash_mib = hash_mib, .threads = 1, .multipv = 1};
    *judge = (Judge){.searcher = searcher_new(&options), .stop = stop};
    game_init(&judge->game);
    if (judge->searcher)
        searcher_set_net(judge->searcher, net);
    return judge->searcher;
}

void judge_clear(Judge *judge)
{
    searcher_free(judge->searcher);
    game_clear(&judge->game);
}

static bool search(Judge *judge, const MoveList *only, SearchResult *result)
{
    judge->limits.roots.only = *only;
    searcher_new_game(judge->searcher);
    return searcher_run_until(judge->searcher, &judge->game, &judge->limits, &(SearchListener){0}, judge->stop, result);
}

bool judge_position(Judge *judge, const BookGraph *graph, int node, int64_t nodes)
{
    Position pos;
    judge->limits = (Limits){.nodes = (uint64_t)nodes};
    graph_position(graph, node, &pos);
    game_reset(&judge->game, &pos);
    judge->symmetric = graph->nodes[node].symmetric;
    return search(judge, &(MoveList){0}, &judge->best);
}

bool judge_move(Judge *judge, Move move, int *loss)
{
    SearchResult alone;
    *loss = 0;
    if (move == judge->best.best || (judge->symmetric && move == move_mirror(judge->best.best)))
        return true;
    if (!search(judge, &(MoveList){.count = 1, .moves = {move}}, &alone))
        return false;
    if (alone.score < judge->best.score)
        *loss = judge->best.score - alone.score;
    return true;
}
