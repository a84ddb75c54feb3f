/* SPDX-License-Identifier: GPL-3.0-only */
/* arch.h - shape and number formats of the network, for the player and the trainer.
 *
 * The first layer maps each side's view of the board (rows) to NET_HIDDEN numbers, which are clipped
 * and squared (SCReLU). The output layer maps both views, the side to move first, to one number.
 * Positions with few pieces use another first layer. It is efficiently updatable (Yu Nasu, "NNUE",
 * 2018). The sizes may be set on the command line: `make CFLAGS=-DNET_HIDDEN=512` builds a player, a
 * generator and a trainer that fit each other and reject every other net by its architecture hash. */
#pragma once

#include "engine/base/contract.h"

#ifndef NET_HIDDEN
#define NET_HIDDEN 256 /* columns of the first layer; a multiple of 64 */
#endif
#ifndef NET_KING_BUCKETS
#define NET_KING_BUCKETS 3 /* number of tables, selected by the square of the king of the viewing side: 1, 3 or 6 */
#endif
#ifndef NET_PHASES
#define NET_PHASES 2 /* number of first layers, by the number of pieces: 1 or 2 */
#endif
#ifndef NET_OUTPUT_BUCKETS
#define NET_OUTPUT_BUCKETS 4 /* number of output rows, by the number of pieces */
#endif

enum {
    NET_VERSION = 1,
    NET_PIECE_SQUARES = 689, /* legal (piece, square) pairs of a view: 343 own, 346 of the opponent */
    NET_PHASE_ROWS = NET_KING_BUCKETS * NET_PIECE_SQUARES,
    NET_ROWS = NET_PHASES * NET_PHASE_ROWS,
    NET_ACTIVE_MAX = 32, /* pieces on the board */
    NET_QA = 255,        /* number that represents 1.0 in the first layer, int16 */
    NET_QB_MAX = 256,    /* maximum of QB, a power of two: the number that represents 1.0 in the output layer */
    NET_SCALE = 400,     /* centipawns per unit of output: sigmoid(output) is the expected score */
    NET_WEIGHT_MAX = 127 /* maximum of a quantised output weight; NET_QA * this fits int16 */
};

_Static_assert(NET_HIDDEN % 64 == 0 && NET_HIDDEN > 0 && NET_HIDDEN <= 2048, "kernels work on tiles of 64 columns");
_Static_assert(NET_KING_BUCKETS == 1 || NET_KING_BUCKETS == 3 || NET_KING_BUCKETS == 6, "see king_bucket in features.c");
_Static_assert(NET_PHASES == 1 || NET_PHASES == 2, "see net_phase");
_Static_assert(NET_OUTPUT_BUCKETS >= 1 && NET_OUTPUT_BUCKETS <= 16, "");
_Static_assert(NET_QA *NET_WEIGHT_MAX <= 32767, "kernels multiply activation and weight in int16");

/* Returns the index of the output row for a position with this number of pieces, kings included. */
static inline int output_bucket(int pieces)
{
    assert(pieces >= 2 && pieces <= NET_ACTIVE_MAX);
    return (pieces - 2) * NET_OUTPUT_BUCKETS / 31;
}

/* Returns the index of the first layer for a position with this number of pieces. If there are two,
 * index 0 is for up to 17 pieces; with 4 or 8 output rows, the row changes there too. */
static inline int net_phase(int pieces)
{
    assert(pieces >= 2 && pieces <= NET_ACTIVE_MAX);
    return (pieces - 2) * NET_PHASES / 31;
}
