/* SPDX-License-Identifier: GPL-3.0-only */
/* encoder.h - packs a block of symbols (guess.h). */
#pragma once

#include "engine/endgame/guess.h"

/* A coded bit takes at most nine bits. A symbol takes at most eleven coded bits, plus its share of
 * the segment's bit. Real data never come near this limit. */
enum { PACK_BYTES_MOST = 14 * PACK_MOST };

typedef struct PackTally { /* how often each probability met a 0 and a 1 */
    uint64_t seen[PACK_PROBABILITIES][2];
} PackTally;

/* Packs `count` symbols, in whole lines of `width`. A symbol with care[i] false may have any value,
 * and is set to the cheapest one. Writes to out[], which must have room for PACK_BYTES_MOST, and
 * returns the number of bytes. */
size_t pack_encode(const PackModel *model, unsigned width, uint8_t *symbols, const bool *care, size_t count, uint8_t *out);

/* Adds to the tally the bits that packing these symbols would code. Produces no output. */
void pack_tally(const PackModel *model, unsigned width, uint8_t *symbols, const bool *care, size_t count, PackTally *tally);

/* Computes the model's initial probabilities from the tally. Its shape must be set. */
void pack_model_train(PackModel *model, const PackTally *tally);
