/* SPDX-License-Identifier: GPL-3.0-only */
/* openings.h - the positions that games start from. */
#pragma once

#include "bench/match/config.h"

typedef struct Openings {
    Position *positions; /* owned */
    int count;
    int first; /* the order begins with this one, from 0 */
    size_t capacity;
    uint64_t fingerprint; /* of positions and order: equal sets play the same games */
} Openings;

/* Reads the file that the configuration names, of one FEN or EPD a line ('#' starts a remark; any line ends, with a byte-order
 * mark or without), or, when its name ends in .pgn, of games, of which the position after so many moves (0: after the last) is
 * taken; without a file, the start position alone. False with a reason naming the line; a position without legal moves is
 * refused too. Clear it in any case. */
bool openings_load(Openings *set, const Config *c, Text *why) __attribute__((warn_unused_result));

void openings_clear(Openings *set);

/* Opening `n` of an endless sequence. */
static inline const Position *openings_pick(const Openings *set, int n)
{
    return &set->positions[(set->first + n % set->count) % set->count];
}
