#include "bench/bench.h"

#include <stdarg.h>
#include <stdio.h>

#include "bench/positions.h"
#include "engine/notation/fen.h"
#include "engine/base/platform.h"
#include "eval/nnue/network.h"
#include "search/search.h"

__attribute__((format(printf, 2, 3))) static void say(const BenchOptions *options, const char *format, ...)
{
    if (!options->print)
        return;
    char line[300];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    options->print(options->self, line);
}

static void ignore_info(void *self, const SearchInfo *info)
{
    (void)self;
    (void)info;
}

static void ignore_result(void *self, const SearchResult *result)
{
    (void)self;
    (void)result;
}

bool bench_run(const BenchOptions *options, BenchResult *result)
{
    SearchListener deaf = {.info = ignore_info, .done = ignore_result};
    Limits limits = {.depth = options->depth};
    Game game;
    bool complete = true;
    *result = (BenchResult){0};
    Searcher *searcher = searcher_new(&(SearchOptions){options->hash_mib, options->threads, 1});
    char error[NETWORK_ERROR_SIZE];
    Network *net = options->handcrafted ? NULL : network_default(error);
    if (!searcher || (!net && !options->handcrafted && network_is_built_in())) { /* a program without a net is no fault */
        say(options, "no memory for the bench");
        searcher_free(searcher);
        network_free(net);
        return false;
    }
    searcher_set_net(searcher, net);

    game_init(&game);
    for (int i = 0; i < bench_position_count && complete; i++) {
        Position pos;
        if (!fen_read(bench_positions[i], &pos, NULL)) {
            say(options, "%s: a broken position", bench_positions[i]);
            complete = false;
            break;
        }
        searcher_new_game(searcher);
        game_reset(&game, &pos);
        int64_t start_ms = clock_ms();
        SearchResult found = searcher_run(searcher, &game, &limits, &deaf);
        result->time_ms += clock_ms() - start_ms;
        result->nodes += found.nodes;
        say(options, "%2d/%d %10llu nodes  %s", i + 1, bench_position_count, (unsigned long long)found.nodes, bench_positions[i]);
        complete = !options->stop || !atomic_load(options->stop);
    }
    searcher_free(searcher);
    network_free(net);
    game_clear(&game);
    return complete;
}

void bench_command(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop)
{
    int hash_mib = BENCH_HASH_MIB, threads = 1, depth = BENCH_DEPTH;
    sscanf(args, "%d %d %d", &hash_mib, &threads, &depth);
    BenchOptions options = {
        .depth = depth >= 1 && depth <= MAX_DEPTH ? depth : BENCH_DEPTH,
        .hash_mib = hash_mib >= 1 && hash_mib <= MAX_HASH_MIB ? hash_mib : BENCH_HASH_MIB,
        .threads = threads >= 1 && threads <= MAX_THREADS ? threads : 1,
        .stop = stop,
        .print = print,
        .self = self,
    };
    BenchResult result;
    if (!bench_run(&options, &result))
        return;
    int64_t time_ms = result.time_ms > 0 ? result.time_ms : 1;
    say(&options, "===========================");
    say(&options, "Total time (ms) : %lld", (long long)result.time_ms);
    say(&options, "Nodes searched  : %llu", (unsigned long long)result.nodes);
    say(&options, "Nodes/second    : %llu", (unsigned long long)(result.nodes * 1000 / (uint64_t)time_ms));
}
