/* SPDX-License-Identifier: GPL-3.0-only */
/* network.h - a trained net: its file format, its checks, and its constant form in memory.
 *
 * File, little-endian:
 *     4 bytes   "HXNN"
 *     u32       version (NET_VERSION)
 *     u32       architecture hash: FNV-1a of network_architecture()
 *     u32 n     then n bytes of UTF-8: a description of the training
 *     u32       QB, which represents 1.0 in the output layer: a power of two up to NET_QB_MAX
 *     i16[]     rows, NET_ROWS x NET_HIDDEN
 *     i16[]     first-layer bias, NET_PHASES x NET_HIDDEN
 *     i16[]     output weights, NET_OUTPUT_BUCKETS x 2 x NET_HIDDEN, the side to move's view first
 *     i32[]     output bias, NET_OUTPUT_BUCKETS, in units of 1 / (QA * QB)
 *     u32       CRC-32 (IEEE) of all preceding bytes
 * A Network does not change after loading, so all threads share it. */
#pragma once

#include <stddef.h>

#include "engine/base/contract.h"
#include "engine/base/outfile.h"
#include "eval/nnue/kernels.h"
#include "engine/board/score.h"

typedef struct Network {
    _Alignas(64) int16_t rows[NET_ROWS][NET_HIDDEN];
    _Alignas(64) int16_t bias[NET_PHASES][NET_HIDDEN];
    _Alignas(64) int16_t output[NET_OUTPUT_BUCKETS][2 * NET_HIDDEN];
    int32_t output_bias[NET_OUTPUT_BUCKETS];
    int32_t qb;
    uint32_t checksum; /* checksum of the file, which identifies the net */
    const Kernels *kernels;
    char *description; /* owned, terminated */
} Network;

enum { NETWORK_TEXT_MAX = 65536 }; /* maximum number of bytes of a description */

/* Returns one line that states everything in which net and program must agree, such as "SCReLU (689 x 3
 * x 2 -> 256) x 2 -> 1 x 4 ...". */
const char *network_architecture(void);

/* Load a net from memory or from a file. On failure return NULL with the reason: not a net,
 * version, architecture, truncated, too long, checksum, out of range. The caller frees the net. */
Network *network_read(const void *bytes, size_t size, Text *why) __attribute__((warn_unused_result));
Network *network_load(const char *path, Text *why) __attribute__((warn_unused_result));

/* network_is_built_in() returns true if this program contains a net; network_default() loads it, or
 * returns NULL with the reason. The net is trusted like code: a test checks its weights, not every
 * start of the program. */
bool network_is_built_in(void);
Network *network_default(Text *why) __attribute__((warn_unused_result));

/* Loads the net that an option such as --net names: a file, or one of the words built-in and none.
 * For none sets *net to NULL. On failure returns false with the reason, which begins with the
 * option. network_option_file() returns the path, or NULL for a word. */
bool network_option(const char *option, const char *name, Network **net, Text *why) __attribute__((warn_unused_result));
const char *network_option_file(const char *name);

void network_free(Network *net); /* NULL is allowed */

/* Writes the net in file format and sets its checksum. Returns false with the reason if writing
 * fails or the net could not be read again (network_verify()). */
bool network_write(Network *net, FILE *file, Text *why) __attribute__((warn_unused_result));

/* Writes the net to a file, which appears as a whole or not at all and replaces an existing one. */
bool network_save(Network *net, const char *path, Text *why) __attribute__((warn_unused_result));

/* Returns NULL if the weights of the net are safe. Otherwise returns the fault: QB is not a power of
 * two from 1 to NET_QB_MAX, an output weight or bias is out of range, or a first-layer column or a sum
 * of output weights could overflow. */
const char *network_verify(const Network *net);

/* Returns a net whose weights are 0, for the trainer or a test to fill in. Kernels and QB are set.
 * Returns NULL if an allocation fails. */
Network *network_new(const char *description);

/* Returns the evaluation in centipawns for the side to move, from the sums of the two views and one
 * row of output weights. */
static inline Score network_output_by(const Network *net, const int16_t *us, const int16_t *them, int bucket)
{
    assert(bucket >= 0 && bucket < NET_OUTPUT_BUCKETS);
    assert(net->qb > 0);
    int64_t sum = net->kernels->output(us, them, net->output[bucket]) / NET_QA + net->output_bias[bucket];
    int64_t score = sum * NET_SCALE / (NET_QA * net->qb);
    return (Score)(score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score);
}

/* Does the same with the row of output weights for this number of pieces. */
static inline Score network_output(const Network *net, const int16_t *us, const int16_t *them, int pieces)
{
    return network_output_by(net, us, them, output_bucket(pieces));
}
