/* SPDX-License-Identifier: GPL-3.0-only */
/* network.h - a trained net: the file, the checks, and what is const afterwards.
 *
 * File, little-endian:
 *     4 bytes   "HXNN"
 *     u32       version (NET_VERSION)
 *     u32       architecture hash: FNV-1a of network_architecture()
 *     u32 n     then n bytes of UTF-8: what the net was trained on and how
 *     u32       QB, 1.0 of the output layer, a power of two up to NET_QB_MAX
 *     i16[]     rows, NET_ROWS x NET_HIDDEN
 *     i16[]     first-layer bias, NET_PHASES x NET_HIDDEN
 *     i16[]     output weights, NET_OUTPUT_BUCKETS x 2 x NET_HIDDEN, the side to move's view first
 *     i32[]     output bias, NET_OUTPUT_BUCKETS, in units of 1 / (QA * QB)
 *     u32       CRC-32 (IEEE) of all bytes before it
 * A Network is never changed once loaded: all threads share it. */
#pragma once

#include <stddef.h>

#include "engine/base/outfile.h"
#include "eval/nnue/kernels.h"
#include "engine/board/score.h"

typedef struct Network {
    _Alignas(64) int16_t rows[NET_ROWS][NET_HIDDEN];
    _Alignas(64) int16_t bias[NET_PHASES][NET_HIDDEN];
    _Alignas(64) int16_t output[NET_OUTPUT_BUCKETS][2 * NET_HIDDEN];
    int32_t output_bias[NET_OUTPUT_BUCKETS];
    int32_t qb;
    uint32_t checksum; /* the file's: which net this is */
    const Kernels *kernels;
    char *description; /* owned, terminated */
} Network;

enum { NETWORK_TEXT_MAX = 65536 }; /* bytes of a description */

/* One line naming all that must agree between a net and the program, e.g. "SCReLU (689 x 3 x 2 -> 256) x 2 -> 1 x 4 ...". */
const char *network_architecture(void);

/* Loads a net from memory or from a file; NULL with the reason: not a net, version, architecture, truncated, longer than
 * it should be, checksum, out of range. The caller frees it. */
Network *network_read(const void *bytes, size_t size, Text *why) __attribute__((warn_unused_result));
Network *network_load(const char *path, Text *why) __attribute__((warn_unused_result));

/* The net inside this program, as trustworthy as the code beside it: its weights are checked by a test, not at every start.
 * NULL with the reason if it was built without one, or there is no memory. */
bool network_is_built_in(void);
Network *network_default(Text *why) __attribute__((warn_unused_result));

void network_free(Network *net); /* NULL is fine */

/* The weights as a file's bytes. checksum is set. False with the reason if they could not be written or
 * would not be read again (network_verify). */
bool network_write(Network *net, FILE *file, Text *why) __attribute__((warn_unused_result));

/* The same as a file, which appears whole or not at all; what stands there is replaced. */
bool network_save(Network *net, const char *path, Text *why) __attribute__((warn_unused_result));

/* NULL, or what makes the numbers unsafe: overflow of a column, of an output weight or of a sum, or a bias beyond
 * all evaluations. */
const char *network_verify(const Network *net);

/* Zeroed weights with kernels and QB set, for the trainer and for tests to fill. NULL: no memory. */
Network *network_new(const char *description);

/* The evaluation in centipawns from the two views' sums, for the side to move. `pieces` on the board. */
static inline Score network_output(const Network *net, const int16_t *us, const int16_t *them, int pieces)
{
    int bucket = output_bucket(pieces);
    int64_t sum = net->kernels->output(us, them, net->output[bucket]) / NET_QA + net->output_bias[bucket];
    int64_t score = sum * NET_SCALE / (NET_QA * net->qb);
    return (Score)(score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score);
}
