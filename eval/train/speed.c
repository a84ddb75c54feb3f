/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/speed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/board/movegen.h"
#include "engine/board/makemove.h"
#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "eval/nnue/network.h"
#include "eval/train/model.h"

enum { ROUNDS = 200, CALLS = 400 };

/* Measures the minimum over many short rounds, because the machine may be busy in between. */
#define NANOSECONDS(result, calls, statement)                                                                                              \
    do {                                                                                                                                   \
        (result) = 1e18;                                                                                                                   \
        for (int round = 0; round < ROUNDS; round++) {                                                                                     \
            int64_t begun = clock_us();                                                                                                    \
            for (int call = 0; call < (calls); call++)                                                                                     \
                statement;                                                                                                                 \
            double each = (double)(clock_us() - begun) * 1000 / (calls);                                                                   \
            (result) = each < (result) ? each : (result);                                                                                  \
        }                                                                                                                                  \
    } while (0)

static void speed_print_kernels(Network *net)
{
    const Kernels *list[KERNEL_SETS_MAX];
    int sets = kernels_available(list);
    _Alignas(64) int16_t views[2][NET_HIDDEN] = {0};
    const int16_t *(*rows)[NET_ACTIVE_MAX] = malloc(4096 * sizeof *rows); /* different rows each time, as in a search */
    if (!rows) {
        puts("out of memory");
        return;
    }
    volatile int32_t sink;
    Rng rng = {1};
    for (int n = 0; n < 4096; n++)
        for (int i = 0; i < NET_ACTIVE_MAX; i++)
            rows[n][i] = net->rows[rng_below(&rng, NET_ROWS)];

    printf("%s\nns on one thread: update = both views, one row in, one out each; refresh = one view from 32 rows;\n"
           "cache = one view, 4 in, 4 out; output = both views to a number\n\n"
           "| set | H | update | refresh | cache | output | update + output |\n|---|---|---|---|---|---|---|\n",
           network_architecture());
    for (int s = 0; s < sets; s++) {
        const Kernels *k = list[s];
        double update, refresh, cache, output;
#define ROWS(at) rows[(call * 2 + (at)) & 4095]
        NANOSECONDS(update, CALLS,
                    (k->update(views[0], views[0], ROWS(0), 1, ROWS(0) + 1, 1), k->update(views[1], views[1], ROWS(1), 1, ROWS(1) + 1, 1)));
        NANOSECONDS(refresh, CALLS, k->update(views[0], net->bias[0], ROWS(0), 32, NULL, 0));
        NANOSECONDS(cache, CALLS, k->update(views[0], views[0], ROWS(0), 4, ROWS(0) + 4, 4));
        NANOSECONDS(output, CALLS, sink = k->output(views[call & 1], views[~call & 1], net->output[0]));
#undef ROWS
        printf("| %s | %d | %.0f | %.0f | %.0f | %.0f | %.0f |\n", k->name, NET_HIDDEN, update, refresh, cache, output, update + output);
    }
    (void)sink;
    free(rows);
}

static void speed_random_samples(Sample *samples, int count)
{
    Rng rng = {2};
    Position pos;
    Undo undo;
    for (int n = 0; n < count; n++) {
        MoveList list = {.count = 0};
        if (n % 120 == 0 || legal_moves(&pos, &list) == 0) {
            position_start(&pos);
            legal_moves(&pos, &list);
        }
        position_make(&pos, list.moves[rng_below(&rng, (uint32_t)list.count)], &undo);
        sample_pack(&pos, &samples[n]);
        samples[n].score = (int16_t)(rng_below(&rng, 400) - 200);
        samples[n].points = (uint8_t)rng_below(&rng, 3);
    }
}

static bool speed_print_training(int threads)
{
    enum { BATCH = 16384, BATCHES = 8 };
    Sample *samples = malloc(sizeof *samples * BATCH * BATCHES);
    uint32_t *order = malloc(sizeof *order * BATCH * BATCHES);
    Model *model = model_new(threads, BATCH, 1);
    bool good = samples && order && model;
    if (good) {
        const StepOptions options = {.target = target_plain(0.3), .rate = 1e-3f, .decay = 1, .mirror_seed = 1};
        Rng rng = {3};
        double best = 1e18;
        speed_random_samples(samples, BATCH * BATCHES);
        for (uint32_t i = 0; i < BATCH * BATCHES; i++)
            order[i] = rng_below(&rng, BATCH * BATCHES);
        for (int n = 0; n < 3 * BATCHES; n++) {
            clock_t begun = clock(); /* processor time of all threads, which does not depend on other load */
            model_train(model, samples, order + n % BATCHES * BATCH, BATCH, &options);
            double each = (double)(clock() - begun) * 1e6 / CLOCKS_PER_SEC / BATCH;
            best = each < best ? each : best;
        }
        printf("\ntraining, %d thread%s, %s kernels: %.2f us of processor time per position, %.0f positions/s per thread\n", threads,
               threads == 1 ? "" : "s", model_kernels(model), best, 1e6 / best);
    }
    model_free(model);
    free(samples);
    free(order);
    return good;
}

bool print_speed(int threads)
{
    Network *net = network_new("");
    if (!net)
        return false;
    memset(net->rows, 1, sizeof net->rows); /* so that each row gets its own memory pages */
    speed_print_kernels(net);
    network_free(net);
    return speed_print_training(threads);
}
