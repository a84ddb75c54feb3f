/* SPDX-License-Identifier: GPL-3.0-only */
/* decoder.h - unpacks a block of symbols (guess.h). */
#pragma once

#include "engine/endgame/guess.h"

/* Unpacks `count` symbols, at most PACK_MOST, in lines of `width`, 1 to PACK_WIDTH_MOST. Any bytes
 * are accepted: damaged ones yield other symbols. Returns the largest symbol. */
uint8_t pack_decode(const PackModel *model, unsigned width, const uint8_t *bytes, size_t size, uint8_t *out, size_t count);
