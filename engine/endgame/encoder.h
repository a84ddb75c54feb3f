/* SPDX-License-Identifier: GPL-3.0-only */
/* encoder.h - packing a block of symbols (guess.h). */
#pragma once

#include "engine/endgame/guess.h"

/* A bit costs nine at most, a symbol eleven bits and a share of its segment's. Nothing real comes near. */
enum { PACK_BYTES_MOST = 14 * PACK_MOST };

typedef struct PackTally { /* how often each probability met a 0, a 1 */
    uint64_t seen[PACK_PROBABILITIES][2];
} PackTally;

/* Packs `count` symbols, whole lines of `width`. Where care[i] is false the symbol is free, and becomes what costs least. Returns
 * the number of bytes in out[], which has room for PACK_BYTES_MOST. */
size_t pack_encode(const PackModel *model, unsigned width, uint8_t *symbols, const bool *care, size_t count, uint8_t *out);

/* Only adds to the tally what packing them would meet. */
void pack_tally(const PackModel *model, unsigned width, uint8_t *symbols, const bool *care, size_t count, PackTally *tally);

/* The probabilities with which blocks begin, of a model that has its shape. */
void pack_model_train(PackModel *model, const PackTally *tally);
