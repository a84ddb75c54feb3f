/* SPDX-License-Identifier: GPL-3.0-only */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/notation/fen.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/network_trace.h"
#include "engine/base/crc32.h"
#include "engine/base/rng.h"
#include "tests/support/random_net.h"
#include "tests/support/support.h"

static uint8_t *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

/* A valid net file in memory. */
static uint8_t *sound_file(size_t *size)
{
    Text why = WHY_INIT;
    Network *net = random_network(41);
    ck_assert_msg(network_save(net, scratch_path("sound.nnue"), &why), "%s", why.data);
    network_free(net);
    return read_all(scratch_path("sound.nnue"), size);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static void seal(uint8_t *bytes, size_t size) { put_u32(bytes + size - 4, crc32_update(0, bytes, size - 4)); }

START_TEST(crc_is_the_common_one)
{
    uint8_t bytes[40];
    Rng rng = {9};
    ck_assert_uint_eq(crc32_update(0, "123456789", 9), 0xCBF43926u);
    for (int size = 0; size <= (int)sizeof bytes; size++) {
        uint32_t slow = UINT32_MAX; /* bit by bit */
        for (int i = 0; i < size; i++) {
            slow ^= bytes[i] = (uint8_t)rng_below(&rng, 256);
            for (int bit = 0; bit < 8; bit++)
                slow = slow >> 1 ^ (slow & 1 ? 0xEDB88320u : 0);
        }
        ck_assert_uint_eq(crc32_update(0, bytes, (size_t)size), ~slow);
        ck_assert_uint_eq(crc32_update(crc32_update(0, bytes, (size_t)size / 3), bytes + size / 3, (size_t)(size - size / 3)), ~slow);
    }
}
END_TEST

START_TEST(saved_net_loads_the_same)
{
    Text why = WHY_INIT;
    Network *net = random_network(42);
    ck_assert_msg(network_save(net, scratch_path("a.nnue"), &why), "%s", why.data);
    Network *loaded = network_load(scratch_path("a.nnue"), &why);
    ck_assert_msg(loaded != NULL, "%s", why.data);
    ck_assert_int_eq(memcmp(net->rows, loaded->rows, sizeof net->rows), 0);
    ck_assert_int_eq(memcmp(net->bias, loaded->bias, sizeof net->bias), 0);
    ck_assert_int_eq(memcmp(net->output, loaded->output, sizeof net->output), 0);
    ck_assert_int_eq(memcmp(net->output_bias, loaded->output_bias, sizeof net->output_bias), 0);
    ck_assert_int_eq(net->qb, loaded->qb);
    ck_assert_uint_eq(net->checksum, loaded->checksum);
    ck_assert_str_eq(loaded->description, "random weights");
    network_free(net);
    network_free(loaded);
}
END_TEST

/* Offset of the weights in a file whose description is "random weights": 16 bytes, the description,
 * QB. */
enum {
    QB_AT = 16 + 14,
    ROWS_AT = QB_AT + 4,
    BIAS_AT = ROWS_AT + NET_ROWS * NET_HIDDEN * 2,
    OUTPUT_AT = BIAS_AT + NET_PHASES * NET_HIDDEN * 2
};

static void no_magic(uint8_t *b, size_t *size) { b[0] = 'P', (void)size; }
static void empty(uint8_t *b, size_t *size) { (void)b, *size = 0; }
static void three_bytes(uint8_t *b, size_t *size) { (void)b, *size = 3; }
static void version_2(uint8_t *b, size_t *size) { put_u32(b + 4, 2), seal(b, *size); }
static void other_architecture(uint8_t *b, size_t *size) { b[8] ^= 1, seal(b, *size); }
static void huge_text(uint8_t *b, size_t *size) { put_u32(b + 12, 0xFFFFFFF0u), seal(b, *size); }
static void header_only(uint8_t *b, size_t *size) { (void)b, *size = 14; }
static void half(uint8_t *b, size_t *size) { (void)b, *size /= 2; }
static void one_byte_short(uint8_t *b, size_t *size) { (void)b, *size -= 1; }
static void one_byte_more(uint8_t *b, size_t *size) { b[*size] = 0, *size += 1; }
static void flipped_bit(uint8_t *b, size_t *size) { b[ROWS_AT + 1000] ^= 4, (void)size; }
static void flipped_text(uint8_t *b, size_t *size) { b[20] ^= 1, (void)size; }
static void flipped_checksum(uint8_t *b, size_t *size) { b[*size - 1] ^= 1; }
static void qb_zero(uint8_t *b, size_t *size) { put_u32(b + QB_AT, 0), seal(b, *size); }
static void qb_odd(uint8_t *b, size_t *size) { put_u32(b + QB_AT, 96), seal(b, *size); }
static void qb_large(uint8_t *b, size_t *size) { put_u32(b + QB_AT, 512), seal(b, *size); }
static void weight_128(uint8_t *b, size_t *size) { b[OUTPUT_AT] = 128, b[OUTPUT_AT + 1] = 0, seal(b, *size); }
static void weights_all_127(uint8_t *b, size_t *size)
{
    for (int i = 0; i < 4 * NET_HIDDEN; i += 2)
        b[OUTPUT_AT + i] = 127, b[OUTPUT_AT + i + 1] = 0;
    seal(b, *size);
}
static void column_overflows(uint8_t *b, size_t *size)
{
    for (int row = 0; row < NET_ACTIVE_MAX; row++) /* 32 rows of 1024 and a small bias */
        b[ROWS_AT + row * NET_HIDDEN * 2] = 0, b[ROWS_AT + row * NET_HIDDEN * 2 + 1] = 4;
    seal(b, *size);
}
static void last_phase_overflows(uint8_t *b, size_t *size)
{
    for (int row = NET_ROWS - NET_ACTIVE_MAX; row < NET_ROWS; row++)
        b[ROWS_AT + row * NET_HIDDEN * 2] = 0, b[ROWS_AT + row * NET_HIDDEN * 2 + 1] = 4;
    b[OUTPUT_AT - NET_HIDDEN * 2] = 1, b[OUTPUT_AT - NET_HIDDEN * 2 + 1] = 0;
    seal(b, *size);
}

/* Before the checksum is the last output bias. 50 * QA * QB is the largest evaluation, 20000 centipawns. */
static void bias_huge(uint8_t *b, size_t *size) { put_u32(b + *size - 8, 0x7FFFFFFF), seal(b, *size); }
static void bias_hugely_negative(uint8_t *b, size_t *size) { put_u32(b + *size - 8, 0x80000000u), seal(b, *size); }
static void bias_just_beyond(uint8_t *b, size_t *size) { put_u32(b + QB_AT, 1), put_u32(b + *size - 8, 50 * 255 + 1), seal(b, *size); }
static void row_of_least(uint8_t *b, size_t *size)
{
    b[ROWS_AT] = 0, b[ROWS_AT + 1] = 0x80; /* -32768, and a bias of -1 */
    b[BIAS_AT] = b[BIAS_AT + 1] = 0xFF;
    seal(b, *size);
}

static const struct {
    const char *name;
    void (*damage)(uint8_t *bytes, size_t *size);
    const char *says;
} damages[] = {
    {"no magic", no_magic, "not a net"},
    {"empty file", empty, "not a net"},
    {"three bytes", three_bytes, "not a net"},
    {"version 2", version_2, "version 2"},
    {"another architecture", other_architecture, "architecture"},
    {"absurd text length", huge_text, "description"},
    {"header only", header_only, "truncated"},
    {"half the file", half, "truncated"},
    {"one byte short", one_byte_short, "truncated"},
    {"one byte more", one_byte_more, "too long"},
    {"a flipped bit in the weights", flipped_bit, "checksum"},
    {"a flipped bit in the text", flipped_text, "checksum"},
    {"a flipped bit in the checksum", flipped_checksum, "checksum"},
    {"QB 0", qb_zero, "out of range: QB"},
    {"QB 96", qb_odd, "out of range: QB"},
    {"QB 512", qb_large, "out of range: QB"},
    {"an output weight of 128", weight_128, "out of range: output weight"},
#if NET_HIDDEN > 130
    {"output weights all 127", weights_all_127, "out of range: sum of output weights"},
#endif
    {"a column beyond int16", column_overflows, "out of range: a first-layer column"},
    {"a column of the last phase that overflows", last_phase_overflows, "out of range: a first-layer column"},
    {"a column below int16", row_of_least, "out of range: a first-layer column"},
    {"an output bias of 2^31 - 1", bias_huge, "out of range: output bias"},
    {"an output bias of -2^31", bias_hugely_negative, "out of range: output bias"},
    {"an output bias one too large", bias_just_beyond, "out of range: output bias"},
};

START_TEST(damage_is_named)
{
    size_t size;
    uint8_t *bytes = sound_file(&size);
    Text why = WHY_INIT;
    damages[_i].damage(bytes, &size);
    Network *net = network_read(bytes, size, &why);
    ck_assert_msg(net == NULL, "%s: accepted", damages[_i].name);
    ck_assert_msg(strstr(why.data, damages[_i].says) != NULL, "%s: \"%s\" does not say \"%s\"", damages[_i].name, why.data,
                  damages[_i].says);
    free(bytes);
}
END_TEST

START_TEST(any_flipped_bit_is_refused)
{
    size_t size;
    uint8_t *bytes = sound_file(&size);
    Rng rng = {43};
    for (int n = 0; n < effort(200, 20); n++) {
        size_t at = n < 40 ? (size_t)n : rng_below(&rng, (uint32_t)size);
        uint8_t bit = (uint8_t)(1u << rng_below(&rng, 8));
        Text why = WHY_INIT;
        bytes[at] ^= bit;
        Network *net = network_read(bytes, size, &why);
        ck_assert_msg(net == NULL && why.length > 0, "byte %zu, bit %u", at, bit);
        bytes[at] ^= bit;
    }
    free(bytes);
}
END_TEST

START_TEST(absent_file_is_an_error)
{
    Text why = WHY_INIT;
    ck_assert_ptr_null(network_load(scratch_path("no-such.nnue"), &why));
    ck_assert_msg(strstr(why.data, "No such file") != NULL, "%s", why.data);
    ck_assert_ptr_null(network_load(scratch_folder(), &why));
    ck_assert_msg(strstr(why.data, "is a folder") != NULL, "%s", why.data);
#ifndef _WIN32
    ck_assert_int_eq(mkfifo(scratch_path("pipe.nnue"), 0600), 0); /* a pipe without a writer: a read would block for ever */
    ck_assert_ptr_null(network_load(scratch_path("pipe.nnue"), &why));
    ck_assert_msg(strstr(why.data, "not a regular file") != NULL, "%s", why.data);
#endif
}
END_TEST

/* (sum / QA + bias) * 400 / (QA * QB), each division towards zero. */
START_TEST(output_formula)
{
    Network *net = network_new("");
    static _Alignas(64) int16_t us[NET_HIDDEN], them[NET_HIDDEN];
    net->qb = 128;
    us[0] = 255;
    net->output[0][0] = 127;
    net->output_bias[0] = 1000;
    ck_assert_int_eq(network_output(net, us, them, 2), (127 * 255 + 1000) * 400 / (255 * 128));
    net->output[0][0] = -127;
    ck_assert_int_eq(network_output(net, us, them, 2), -((127 * 255 - 1000) * 400 / (255 * 128)));
    net->output_bias[0] = INT32_MAX;
    ck_assert_int_eq(network_output(net, us, them, 2), SCORE_EVAL_MAX);
    network_free(net);
}
END_TEST

extern const uint8_t hanxin_default_net[], hanxin_default_net_end[];

/* The displayed parts are those of the evaluation: each row adds up, and the row used for the position is its value. */
START_TEST(parts_add_up)
{
    Network *nets[] = {random_network(43), network_is_built_in() ? network_default(NULL) : NULL};
    for (int n = 0; n < COUNT(nets); n++) {
        Walk walk;
        walk_init(&walk, 9);
        for (int i = 0; i < 2000 && nets[n]; i++) {
            const Position *pos = walk_next(&walk);
            const int pieces = bb_count(occupied(pos));
            NetworkTrace trace;
            network_trace(nets[n], pos, &trace);
            const NetworkPart *used = &trace.parts[trace.used];
            REQUIRE(used->total == network_evaluate_scratch(nets[n], pos), "%s", fen_of(pos));
            REQUIRE(used->least <= pieces && pieces <= used->most, "%d pieces in %d..%d", pieces, used->least, used->most);
            for (int p = 0; p < NET_OUTPUT_BUCKETS; p++) {
                const NetworkPart *part = &trace.parts[p];
                const double sum = part->us + part->them + part->bias;
                REQUIRE(fabs(sum - part->total) < 3 || abs(part->total) == SCORE_EVAL_MAX, "%s: %f, not %d", fen_of(pos), sum, part->total);
                REQUIRE(p == 0 || part->least == trace.parts[p - 1].most + 1, "rows by pieces");
            }
        }
        network_free(nets[n]);
    }
}
END_TEST

START_TEST(embedded_net_is_sound_and_plausible)
{
    Text why = WHY_INIT;
    Network *net = network_default(&why);
    if (!net) {
        ck_assert_msg(strstr(why.data, "without a net") != NULL, "%s", why.data);
        skipped("no net is embedded in this build");
        return;
    }
    Network *checked = network_read(hanxin_default_net, (size_t)((uintptr_t)hanxin_default_net_end - (uintptr_t)hanxin_default_net), &why);
    ck_assert_msg(checked != NULL, "%s", why.data); /* programs do not check it */
    network_free(checked);
    Position start = read_position(FEN_START),
             rook_up = read_position("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    ck_assert_int_lt(abs(network_evaluate_scratch(net, &start)), 150);
    ck_assert_int_gt(network_evaluate_scratch(net, &rook_up), 250);
    ck_assert_int_gt((int)strlen(net->description), 10);
    network_free(net);
}
END_TEST

Suite *network_suite(void)
{
    Suite *suite = suite_create("network");
    TCase *tc = tcase_create("network");
    tcase_add_test(tc, crc_is_the_common_one);
    tcase_add_test(tc, saved_net_loads_the_same);
    tcase_add_loop_test(tc, damage_is_named, 0, COUNT(damages));
    tcase_add_test(tc, any_flipped_bit_is_refused);
    tcase_add_test(tc, absent_file_is_an_error);
    tcase_add_test(tc, output_formula);
    tcase_add_test(tc, parts_add_up);
    tcase_add_test(tc, embedded_net_is_sound_and_plausible);
    suite_add_tcase(suite, tc);
    return suite;
}
