/* SPDX-License-Identifier: GPL-3.0-only */
/* openings.h - the start positions of games. */
#pragma once

#include "bench/match/config.h"
#include "engine/base/contract.h"

typedef struct Openings {
    Position *positions; /* owned */
    int count;
    int first; /* index of the first opening to be used, from 0 */
    size_t capacity;
    uint64_t fingerprint; /* hash of positions and order: equal fingerprints mean the same games */
} Openings;

/* Reads the openings that the configuration asks for. A file contains one FEN or EPD per line; '#'
 * begins a comment, and line ends of any system and a byte-order mark are accepted. If its name
 * ends with .pgn, it contains games, and the position after openings_plies plies of each is used
 * (0: after the last). Without a file, only the start position is used. Returns false with a reason
 * that names the line; a position without legal moves is an error. Call openings_clear() in any
 * case. */
bool openings_load(Openings *set, const Config *c, Text *why) __attribute__((warn_unused_result));

void openings_clear(Openings *set);

/* Returns opening `n`, from 0, of a set that is not empty; the set repeats endlessly. */
static inline const Position *openings_pick(const Openings *set, int n)
{
    assert(set->count > 0 && n >= 0);
    return &set->positions[(set->first + n % set->count) % set->count];
}
