/* SPDX-License-Identifier: GPL-3.0-only */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/cpu.h"
#include "engine/notation/fen.h"
#include "engine/base/platform.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/features.h"
#include "eval/train/chunk.h"
#include "eval/train/export.h"
#include "eval/train/trainer.h"
#include "tests/support/random_net.h"
#include "tests/support/support.h"

/* Positions of random play, scored by material, which can be learned. */
static int material_balance(const Position *pos)
{
    static const int worth[KINDS] = {0, 0, 40, 40, 90, 200, 100, 30};
    int balance = 0;
    for (int kind = ADVISOR; kind <= PAWN; kind++)
        balance += worth[kind] * (bb_count(pieces_of(pos, side_to_move(pos), (Kind)kind)) -
                                  bb_count(pieces_of(pos, opponent(side_to_move(pos)), (Kind)kind)));
    return balance;
}

static Sample *material_samples(int count, uint64_t seed)
{
    Sample *samples = malloc(sizeof *samples * (size_t)count);
    Walk walk;
    Rng rng = {seed};
    ck_assert_ptr_nonnull(samples);
    walk_init(&walk, seed);
    for (int n = 0; n < count; n++) {
        const Position *pos = walk_next(&walk);
        int balance = material_balance(pos);
        sample_pack(pos, &samples[n]);
        samples[n].score = (int16_t)balance;
        samples[n].points = (uint8_t)(balance > 100 ? 2 : balance < -100 ? 0 : rng_below(&rng, 3));
    }
    return samples;
}

/* The trainer's inputs equal the player's, with the side to move's view first. */
START_TEST(chunk_has_the_players_rows)
{
    Chunk *chunk = malloc(sizeof *chunk);
    Sample *samples = malloc(sizeof *samples * CHUNK);
    Position *positions = malloc(sizeof *positions * CHUNK);
    Walk walk;
    walk_init(&walk, 61);
    for (int n = 0; n < CHUNK; n++) {
        positions[n] = *walk_next(&walk);
        sample_pack(&positions[n], &samples[n]);
        samples[n].score = (int16_t)n;
        samples[n].points = (uint8_t)(n % 3);
    }
    chunk_fill(chunk, &(ChunkSource){.samples = samples, .target = target_plain(0.25), .by_row = true}, 0, CHUNK);
    ck_assert_int_eq(chunk->count, CHUNK);
    for (int slot = 0; slot < 2 * CHUNK; slot++) {
        const Position *pos = &positions[slot / 2];
        Side view = (Side)(pos->side ^ (slot & 1));
        uint16_t want[NET_ACTIVE_MAX], got[NET_ACTIVE_MAX];
        int count = feature_rows(pos, view, orientation_of(pos, view), want);
        ck_assert_int_eq((int)(chunk->slot_start[slot + 1] - chunk->slot_start[slot]), count);
        memcpy(got, chunk->rows + chunk->slot_start[slot], sizeof *got * (size_t)count);
        qsort(want, (size_t)count, sizeof *want, compare_rows);
        qsort(got, (size_t)count, sizeof *got, compare_rows);
        ck_assert_msg(memcmp(want, got, sizeof *want * (size_t)count) == 0, "slot %d: %s", slot, fen_of(pos));
        ck_assert_int_eq(chunk->phase[slot / 2], orientation_phase(orientation_of(pos, view)));
    }
    double want_target = 0.25 * 0.5 + 0.75 / (1 + exp(-100 / 400.0));
    ck_assert_msg(fabs(chunk->target[100] - want_target) < 1e-6, "target %g, not %g", (double)chunk->target[100], want_target);

    /* The same pairs sorted by row. */
    uint32_t pairs = chunk->slot_start[2 * CHUNK];
    ck_assert_uint_eq(chunk->row_start[0], 0);
    ck_assert_uint_eq(chunk->row_start[NET_ROWS], pairs);
    for (int row = 0; row < NET_ROWS; row++)
        for (uint32_t k = chunk->row_start[row]; k < chunk->row_start[row + 1]; k++) {
            int slot = chunk->slots[k], found = 0;
            ck_assert(k == chunk->row_start[row] || slot > chunk->slots[k - 1]);
            for (uint32_t i = chunk->slot_start[slot]; i < chunk->slot_start[slot + 1]; i++)
                found += chunk->rows[i] == row;
            ck_assert_msg(found == 1, "row %d, slot %d", row, slot);
        }
    free(positions);
    free(samples);
    free(chunk);
}
END_TEST

/* Only positions with both kings in the middle are mirrored now and then, and the result equals the mirrored position. */
START_TEST(mirroring_is_the_mirrored_position)
{
    static const char *const fens[] = {FEN_START, "3k5/4a4/4b4/9/2p6/9/4P4/9/4A4/4K4 w", "4k4/9/9/9/2n1p4/9/9/9/9/4K3R w"};
    static const bool both[] = {true, false, true};
    Chunk *chunk = malloc(sizeof *chunk);
    for (int f = 0; f < COUNT(fens); f++) {
        Position pos = read_position(fens[f]);
        Side view = side_to_move(&pos);
        Sample sample;
        sample_pack(&pos, &sample);
        uint16_t plain[NET_ACTIVE_MAX], swapped[NET_ACTIVE_MAX];
        chunk_fill(chunk, &(ChunkSource){.samples = &sample}, 0, 1);
        uint32_t count = chunk->slot_start[1];
        memcpy(plain, chunk->rows, sizeof *plain * count);
        if (both[f])
            feature_rows(&pos, view, orientation_of(&pos, view) ^ 1, swapped);
        else
            memcpy(swapped, plain, sizeof swapped);
        qsort(plain, count, sizeof *plain, compare_rows);
        qsort(swapped, count, sizeof *swapped, compare_rows);
        int as_is = 0, turned = 0;
        for (uint64_t seed = 1; seed <= 64; seed++) {
            chunk_fill(chunk, &(ChunkSource){.samples = &sample, .mirror_seed = seed}, 0, 1);
            qsort(chunk->rows, count, sizeof *chunk->rows, compare_rows);
            if (memcmp(chunk->rows, plain, sizeof *plain * count) == 0)
                as_is++;
            else if (memcmp(chunk->rows, swapped, sizeof *swapped * count) == 0)
                turned++;
        }
        ck_assert_int_eq(as_is + turned, 64);
        ck_assert_msg(both[f] ? f == 0 || (turned > 10 && as_is > 10) : turned == 0, "%s: %d mirrored", fens[f], turned);
    }
    free(chunk);
}
END_TEST

static const TileKernels *const tile_sets[] = {
    &tile_base,
#ifdef HAVE_X86_KERNELS
    &tile_avx2,
    &tile_avx512,
#endif
};

static bool runs_here(const TileKernels *set) { return set == &tile_base || cpu_has(set->used); }

/* The weighted sum of outputs in double precision, directly from the definition. */
static double plain_sum(const TileData *w, const Chunk *chunk, const float *slope)
{
    double sum = 0;
    for (int slot = 0; slot < 2 * chunk->count; slot++)
        for (int i = 0; i < TILE; i++) {
            double x = (double)w->bias[chunk->phase[slot / 2]][i];
            for (uint32_t k = chunk->slot_start[slot]; k < chunk->slot_start[slot + 1]; k++)
                x += (double)w->rows[chunk->rows[k]][i];
            x = x < 0 ? 0 : x > 1 ? 1 : x;
            sum += (double)slope[slot / 2] * x * x * (double)w->output[chunk->bucket[slot / 2]][slot & 1][i];
        }
    return sum;
}

/* Compares each gradient with the change of the plain sum when that weight changes. */
START_TEST(gradients_are_slopes)
{
    enum { COUNT_ = 40 };
    const TileKernels *set = tile_sets[_i];
    if (!runs_here(set)) {
        skipped("this CPU cannot run %s", set->name);
        return;
    }
    Rng rng = {63};
    Sample *samples = material_samples(COUNT_, 74);
    Chunk *chunk = malloc(sizeof *chunk);
    TileData *w = big_alloc(sizeof *w), *gradient = big_alloc(sizeof *gradient);
    float(*active)[TILE] = big_alloc(sizeof *active * SLOTS_MAX), part[CHUNK], slope[CHUNK];
    int of_phase[NET_PHASES] = {0};
    chunk_fill(chunk, &(ChunkSource){.samples = samples, .target = target_plain(0.3), .mirror_seed = 1, .by_row = true}, 0, COUNT_);
    for (int n = 0; n < COUNT_; n++)
        of_phase[chunk->phase[n]]++;
    for (int phase = 0; phase < NET_PHASES; phase++)
        ck_assert_int_gt(of_phase[phase], 5);
    float *all = &w->rows[0][0];
    for (size_t i = 0; i < sizeof *w / sizeof *all; i++)
        all[i] = (float)(rng_unit(&rng) - 0.5) * 0.3f;
    for (int n = 0; n < COUNT_; n++)
        slope[n] = (float)(rng_unit(&rng) - 0.5);

    set->forward((const float(*)[TILE])w->rows, w, chunk, active, part);
    double sum = 0;
    for (int n = 0; n < COUNT_; n++)
        sum += (double)slope[n] * (double)part[n];
    ck_assert_msg(fabs(sum - plain_sum(w, chunk, slope)) < 1e-4, "%s: forward %g, not %g", set->name, sum, plain_sum(w, chunk, slope));

    set->backward(w, chunk, slope, active, gradient);
    for (int n = 0; n < 60; n++) {
        int i = (int)rng_below(&rng, TILE), row = chunk->rows[rng_below(&rng, chunk->slot_start[2 * COUNT_])];
        const int phase = n & 1 && NET_PHASES > 1;
        float *weight = n < 40 ? &w->rows[row][i] : n < 50 ? &w->bias[phase][i] : &w->output[0][n & 1][i], kept = *weight;
        float got = n < 40 ? gradient->rows[row][i] : n < 50 ? gradient->bias[phase][i] : gradient->output[0][n & 1][i];
        const float move = 1e-3f;
        *weight = kept + move;
        double up = plain_sum(w, chunk, slope);
        *weight = kept - move;
        double down = plain_sum(w, chunk, slope);
        *weight = kept;
        double want = (up - down) / (2 * (double)move);
        ck_assert_msg(fabs(want - (double)got) < 0.003 + 0.02 * fabs(want), "%s, weight %d: gradient %g, slope %g", set->name, n,
                      (double)got, want);
    }
    big_free(active, sizeof *active * SLOTS_MAX);
    big_free(w, sizeof *w);
    big_free(gradient, sizeof *gradient);
    free(chunk);
    free(samples);
}
END_TEST

/* Two steps of AdamW in double precision, as published. */
START_TEST(adamw_as_published)
{
    const TileKernels *set = tile_sets[_i];
    if (!runs_here(set)) {
        skipped("this CPU cannot run %s", set->name);
        return;
    }
    TileData *data = big_alloc(4 * sizeof *data);
    double w = 0.5, m = 0, v = 0;
    enum { LAST = NET_PHASES - 1 };
    data[0].bias[LAST][3] = data[0].rows[5][7] = data[0].rows[6][7] = data[0].rows[8][7] = 0.5f;
    for (int n = 1; n <= 2; n++) {
        double g = n == 1 ? 0.02 : -0.01, rate = 0.01;
        AdamStep step = {(float)rate, 2, (float)(1 / (1 - pow(0.9, n))), (float)(1 / (1 - pow(0.999, n))), 1.98f, 1.98f, false};
        data[3].bias[LAST][3] = data[3].rows[5][7] = (float)g;
        set->adam(&data[0], &data[1], &data[2], &data[3], &step);
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        w -= rate * (m / (1 - pow(0.9, n)) / (sqrt(v / (1 - pow(0.999, n))) + 1e-8) + 2 * w);
        ck_assert_float_eq(data[3].rows[5][7], 0);
        ck_assert_msg(fabs((double)data[0].rows[5][7] - w) < 1e-5, "step %d: %g, not %g", n, (double)data[0].rows[5][7], w);
    }
    ck_assert_msg(data[0].bias[LAST][3] != 0.5f && data[0].bias[LAST][3] > data[0].rows[5][7], "a bias does not decay");
    ck_assert_float_lt(data[0].rows[6][7], 0.5f);
    const AdamStep keeping = {0.01f, 2, 1, 1, 0.25f, 1.98f, true};
    data[0].rows[8][7] = 0.5f;
    data[3].rows[9][7] = 1;
    data[0].rows[9][7] = 0.5f;
    set->adam(&data[0], &data[1], &data[2], &data[3], &keeping);
    ck_assert_float_eq(data[0].rows[8][7], 0.5f); /* no gradient reached it */
    ck_assert_float_eq(data[0].rows[9][7], 0.25f);
    big_free(data, 4 * sizeof *data);
}
END_TEST

/* A run from a finished net on positions with few pieces leaves the weights for other positions unchanged. */
START_TEST(untrained_weights_are_kept)
{
    enum { COUNT_ = 512 };
    const StepOptions options = {.target = target_plain(0.3), .rate = 1e-3f, .decay = 5, .mirror_seed = 1, .keep_untouched = true};
    Network *net = random_network(70);
    Model *model = model_new(2, COUNT_, 1);
    Sample *few = malloc(sizeof *few * COUNT_);
    Walk walk;
    Text why = WHY_INIT;
    walk_init(&walk, 71);
    for (int n = 0; n < COUNT_;) {
        const Position *pos = walk_next(&walk);
        sample_pack(pos, &few[n]);
        few[n].score = (int16_t)material_balance(pos);
        few[n].points = 1;
        n += bb_count(occupied(pos)) <= 17;
    }
    model_start_from(model, net);
    for (int n = 0; n < 10; n++)
        model_train(model, few, NULL, COUNT_, &options);
    model_mix(model, net, 0.5f);
    Network *trained = export_network(model, "", &why);
    ck_assert_msg(trained != NULL, "%s", why.data);
    ck_assert_int_eq(trained->qb, net->qb);
    ck_assert_int_ne(memcmp(trained->rows, net->rows, sizeof *net->rows * NET_PHASE_ROWS), 0);
    for (int phase = 1; phase < NET_PHASES; phase++) {
        ck_assert_mem_eq(trained->rows[phase * NET_PHASE_ROWS], net->rows[phase * NET_PHASE_ROWS], sizeof *net->rows * NET_PHASE_ROWS);
        ck_assert_mem_eq(trained->bias[phase], net->bias[phase], sizeof *net->bias);
    }
    for (int b = output_bucket(18); b < NET_OUTPUT_BUCKETS && NET_PHASES > 1; b++) {
        ck_assert_mem_eq(trained->output[b], net->output[b], sizeof *net->output);
        ck_assert_int_eq(trained->output_bias[b], net->output_bias[b]);
    }
    network_free(trained);
    network_free(net);
    model_free(model);
    free(few);
}
END_TEST

enum { TOY_BATCH = 1024, TOY_COUNT = 4 * TOY_BATCH };

static double toy_steps(Model *model, const Sample *samples, int from, int to)
{
    double loss = 0;
    for (int n = from; n < to; n++) {
        StepOptions options = {.rate = 3e-3f, .decay = 0.1f, .mirror_seed = (uint64_t)n + 1};
        loss = model_train(model, samples + n % 4 * TOY_BATCH, NULL, TOY_BATCH, &options) / TOY_BATCH;
    }
    return loss;
}

START_TEST(training_learns_and_export_keeps_it)
{
    Sample *samples = material_samples(TOY_COUNT, 65);
    Model *model = model_new(1, TOY_BATCH, 1);
    ck_assert_ptr_nonnull(model);
    double first = toy_steps(model, samples, 0, 1), last = toy_steps(model, samples, 1, 120);
    ck_assert_msg(last < first / 8, "loss %g, initially %g", last, first);

    Text why = WHY_INIT;
    Network *net = export_network(model, "toy", &why);
    ck_assert_msg(net != NULL, "%s", why.data);
    net->output_bias[0] += 100 * NET_QA * net->qb / NET_SCALE; /* a hundred centipawns too many */
    ExportLoss loss = export_compare(model, net, samples, 1000);
    export_centre(net, &loss);
    loss = export_compare(model, net, samples, 1000);
    ck_assert_msg(fabs(loss.mean) < 1, "mean %g", loss.mean);
    ck_assert_int_eq(loss.positions, 1000);
    ck_assert_msg(loss.rms > 0 && loss.rms < 15 && loss.most < 100, "rounding costs %g cp rms, %g at most", loss.rms, loss.most);
    /* On positions that it has not seen, the model knows which side has more material. */
    int asked = 0, right = 0;
    Walk walk;
    walk_init(&walk, 67);
    while (asked < 1000) {
        const Position *pos = walk_next(&walk);
        int balance = material_balance(pos);
        if (abs(balance) < 150)
            continue;
        asked++;
        right += (network_evaluate_scratch(net, pos) > 0) == (balance > 0);
    }
    ck_assert_msg(right > 650, "right in %d of 1000 positions", right);
    network_free(net);
    model_free(model);
    free(samples);
}
END_TEST

/* Rounding the output weights jointly keeps the net closer to the model than rounding each by itself,
 * even on unseen positions. */
START_TEST(rounding_together_costs_less)
{
    Sample *samples = material_samples(2 * TOY_COUNT, 70), *others = samples + TOY_COUNT;
    Model *model = model_new(1, TOY_BATCH, 2);
    Text why = WHY_INIT;
    toy_steps(model, samples, 0, 60);
    Network *net = export_network(model, "toy", &why);
    ck_assert_msg(net != NULL, "%s", why.data);
    net->qb = 8; /* coarse rounding */
    static FloatNet weights;
    model_weights(model, &weights);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        for (int i = 0; i < 2 * NET_HIDDEN; i++)
            net->output[b][i] = (int16_t)lrintf(weights.output[b][i] * 8);
        net->output_bias[b] = (int32_t)lrintf(weights.output_bias[b] * NET_QA * 8);
    }
    double alone = export_compare(model, net, others, TOY_COUNT).rms;
    static int16_t output[NET_OUTPUT_BUCKETS][2 * NET_HIDDEN];
    memcpy(output, net->output, sizeof output);
    ck_assert(round_together(model, net, &(Samples){samples, 500, 0})); /* too few positions for the output layer */
    ck_assert_mem_eq(net->output, output, sizeof output);
    ck_assert(round_together(model, net, &(Samples){samples, TOY_COUNT, 0}));
    ExportLoss together = export_compare(model, net, others, TOY_COUNT);
    ck_assert_msg(together.rms < alone / 2, "%g cp rms, each by itself %g", together.rms, alone);
    ck_assert_msg(fabs(together.mean) < together.rms / 2, "mean %g", together.mean);
    ck_assert_int_eq(net->qb, 8);
    ck_assert_ptr_null(network_verify(net));
    network_free(net);
    model_free(model);
    free(samples);
}
END_TEST

static float model_row(const Model *model, int row, int column)
{
    static FloatNet weights;
    model_weights(model, &weights);
    return weights.rows[row][column];
}

static void check_same_model(Model *a, Model *b, const Sample *samples, const char *what)
{
    float one[CHUNK], two[CHUNK];
    model_outputs(a, samples, CHUNK, NULL, one);
    model_outputs(b, samples, CHUNK, NULL, two);
    ck_assert_msg(memcmp(one, two, sizeof one) == 0, "%s: outputs differ", what);
    for (int row = 0; row < NET_ROWS; row += 13)
        ck_assert_msg(model_row(a, row, row % NET_HIDDEN) == model_row(b, row, row % NET_HIDDEN), "%s: row %d differs", what, row);
}

START_TEST(threads_do_not_change_the_result)
{
    Sample *samples = material_samples(TOY_COUNT, 66);
    Model *one = model_new(1, TOY_BATCH, 7);
    toy_steps(one, samples, 0, 5);
    for (int threads = 2; threads <= 5; threads++) {
        Model *several = model_new(threads, TOY_BATCH, 7);
        ck_assert_ptr_nonnull(several);
        toy_steps(several, samples, 0, 5);
        check_same_model(one, several, samples, threads == 2 ? "2 threads" : "3 threads or more");
        model_free(several);
    }
    model_free(one);
    free(samples);
}
END_TEST

START_TEST(a_saved_model_continues_identically)
{
    Sample *samples = material_samples(TOY_COUNT, 67);
    Model *straight = model_new(1, TOY_BATCH, 8), *before = model_new(1, TOY_BATCH, 8), *after = model_new(1, TOY_BATCH, 99);
    toy_steps(straight, samples, 0, 10);
    toy_steps(before, samples, 0, 5);
    char *bytes = malloc(model_size());
    ck_assert_ptr_nonnull(bytes);
    model_save(before, bytes);
    model_restore(after, bytes);
    free(bytes);
    ck_assert_int_eq(model_steps(after), 5);
    toy_steps(after, samples, 5, 10);
    check_same_model(straight, after, samples, "after reading");
    model_free(straight);
    model_free(before);
    model_free(after);
    free(samples);
}
END_TEST

/* A model that starts from a net reproduces the net exactly, and steps then change it. */
START_TEST(starting_from_a_net_reproduces_it)
{
    Text why = WHY_INIT;
    Network *net = random_network(68);
    Model *model = model_new(1, TOY_BATCH, 1);
    model_start_from(model, net);
    Network *again = export_network(model, "again", &why);
    ck_assert_msg(again != NULL, "%s", why.data);
    ck_assert_int_eq(again->qb, net->qb);
    ck_assert_mem_eq(again->rows, net->rows, sizeof net->rows);
    ck_assert_mem_eq(again->bias, net->bias, sizeof net->bias);
    ck_assert_mem_eq(again->output, net->output, sizeof net->output);
    ck_assert_mem_eq(again->output_bias, net->output_bias, sizeof net->output_bias);
    network_free(again);

    Sample *samples = material_samples(TOY_COUNT, 69);
    toy_steps(model, samples, 0, 3);
    again = export_network(model, "changed", &why);
    ck_assert_msg(again != NULL, "%s", why.data);
    int far = 0;
    for (int row = 0; row < NET_ROWS; row++)
        for (int i = 0; i < NET_HIDDEN; i++)
            far += abs(again->rows[row][i] - net->rows[row][i]) > 6; /* three steps of 3e-3 in each of two tables, 255 for 1.0 */
    ck_assert_int_eq(far, 0);
    ck_assert_mem_ne(again->rows, net->rows, sizeof net->rows);
    network_free(again);
    network_free(net);
    model_free(model);
    free(samples);
}
END_TEST

/* Halfway to another net each weight is the mean; all the way it is that net. */
START_TEST(mixed_weights_lie_between)
{
    Text why = WHY_INIT;
    Network *net = random_network(68), *other = random_network(70);
    Model *model = model_new(1, TOY_BATCH, 1);
    FloatNet *half = malloc(sizeof *half);
    ck_assert_ptr_nonnull(half);
    model_start_from(model, net);
    model_mix(model, other, 0.5f);
    model_weights(model, half);
    for (int row = 0; row < NET_ROWS; row++)
        for (int i = 0; i < NET_HIDDEN; i++)
            REQUIRE(fabsf(half->rows[row][i] * NET_QA - (float)(net->rows[row][i] + other->rows[row][i]) / 2) < 0.01f, "row %d", row);
    for (int i = 0; i < NET_HIDDEN; i++)
        REQUIRE(fabsf(half->bias[0][i] * NET_QA - (float)(net->bias[0][i] + other->bias[0][i]) / 2) < 0.01f, "column %d", i);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        for (int i = 0; i < 2 * NET_HIDDEN; i++) {
            float mean = ((float)net->output[b][i] / (float)net->qb + (float)other->output[b][i] / (float)other->qb) / 2;
            REQUIRE(fabsf(half->output[b][i] - mean) < 1e-5f, "output %d", i);
        }
    model_mix(model, other, 1);
    Network *again = export_network(model, "again", &why);
    ck_assert_msg(again != NULL, "%s", why.data);
    ck_assert_mem_eq(again->rows, other->rows, sizeof other->rows);
    ck_assert_mem_eq(again->bias, other->bias, sizeof other->bias);
    ck_assert_mem_eq(again->output, other->output, sizeof other->output);
    ck_assert_mem_eq(again->output_bias, other->output_bias, sizeof other->output_bias);
    network_free(again);
    network_free(other);
    network_free(net);
    model_free(model);
    free(half);
}
END_TEST

static void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static void write_checkpoint(const Trainer *t, const char *path)
{
    FILE *file = fopen(path, "wb");
    ck_assert(trainer_save(t, file));
    ck_assert_int_eq(fclose(file), 0);
}

/* A checkpoint is read as it was written. Damaged ones and those with impossible counts are rejected with the reason. */
START_TEST(checkpoint_is_whole_or_refused)
{
    static const Dataset data = {.fingerprint = 9};
    static Trainer t = {.o.seed = 7, .data = &data, .steps = 1000}, other;
    char path[512];
    Text why = WHY_INIT;
    snprintf(path, sizeof path, "%s/checkpoint", scratch_folder());
    other = t;
    t.model = model_new(1, TOY_BATCH, 3), other.model = model_new(1, TOY_BATCH, 4);
    t.state.curve.count = 3, t.state.seen = 5, t.state.loss = 0.25, t.state.best = 0.5, t.state.best_step = 20;
    ck_assert_msg(trainer_load(&other, path, &why), "%s", why.data); /* no such file */
    ck_assert(other.state.seen == 0 && model_row(t.model, 100, 100) != model_row(other.model, 100, 100));

    write_checkpoint(&t, path);
    ck_assert_msg(trainer_load(&other, path, &why), "%s", why.data);
    ck_assert_mem_eq(&t.state, &other.state, sizeof t.state);
    ck_assert_float_eq(model_row(t.model, 100, 100), model_row(other.model, 100, 100));

    size_t size;
    char *bytes = file_text(path, SIZE_MAX, &size, &why);
    Rng rng = {73};
    for (int n = 0; n < effort(60, 8); n++) { /* any damaged byte, and any length */
        size_t at = n < 20 ? (size_t)n : rng_below(&rng, (uint32_t)size);
        bytes[at] ^= 0x20;
        write_bytes(path, bytes, size);
        bytes[at] ^= 0x20;
        ck_assert_msg(!trainer_load(&other, path, &why), "byte %zu", at);
    }
    for (size_t length = 1; length < size; length = length * 3 + 1) {
        write_bytes(path, bytes, length);
        ck_assert_msg(!trainer_load(&other, path, &why), "%zu bytes", length);
    }
    free(bytes);

    /* The checksum is correct, but the numbers are not. */
    static const struct {
        int count;
        int64_t seen, best_step, steps;
        double loss;
        const char *says;
    } cases[] = {
        {100000, 0, 0, 1000, 0, "curve"},    {-5, 0, 0, 1000, 0, "curve"},    {CURVE_POINTS_MAX + 1, 0, 0, 1000, 0, "curve"},
        {0, -1, 0, 1000, 0, "losses"},       {0, 0, 1001, 1000, 0, "losses"}, {0, 0, -1, 1000, 0, "losses"},
        {0, 0, 0, 1000, INFINITY, "losses"}, {0, 0, 0, -1000, 0, "steps"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        RunState *s = &t.state;
        s->curve.count = cases[i].count, s->seen = cases[i].seen, s->best_step = cases[i].best_step, s->loss = cases[i].loss;
        t.steps = other.steps = cases[i].steps;
        write_checkpoint(&t, path);
        text_cut(&why, 0);
        ck_assert_msg(!trainer_load(&other, path, &why) && strstr(why.data, cases[i].says), "case %d: %s", i, why.data);
    }
    model_free(t.model);
    model_free(other.model);
}
END_TEST

Suite *model_suite(void)
{
    Suite *suite = suite_create("model");
    TCase *tc = tcase_create("model");
    tcase_add_test(tc, chunk_has_the_players_rows);
    tcase_add_test(tc, mirroring_is_the_mirrored_position);
    tcase_add_loop_test(tc, gradients_are_slopes, 0, COUNT(tile_sets));
    tcase_add_test(tc, untrained_weights_are_kept);
    tcase_add_loop_test(tc, adamw_as_published, 0, COUNT(tile_sets));
    tcase_add_test(tc, training_learns_and_export_keeps_it);
    tcase_add_test(tc, rounding_together_costs_less);
    tcase_add_test(tc, threads_do_not_change_the_result);
    tcase_add_test(tc, a_saved_model_continues_identically);
    tcase_add_test(tc, starting_from_a_net_reproduces_it);
    tcase_add_test(tc, mixed_weights_lie_between);
    tcase_add_test(tc, checkpoint_is_whole_or_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
