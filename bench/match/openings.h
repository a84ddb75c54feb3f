/* openings.h - the positions that games start from. */
#pragma once

#include <stddef.h>

#include "engine/board/position.h"

typedef struct Openings {
    Position *positions; /* owned, in playing order */
    int count;
    size_t capacity;
    uint64_t fingerprint; /* of positions and order: equal sets play the same games */
} Openings;

enum { OPENINGS_ERROR_SIZE = 400 };

/* Reads a file of one FEN or EPD a line ('#' starts a remark; any line ends, with a byte-order mark or without), or, when
 * its name ends in .pgn, of games, of which the position after `plies` moves (0: after the last) is taken. False with a
 * reason naming the line; a position without legal moves is refused too. */
bool openings_load(Openings *set, const char *file, int plies, char *error) __attribute__((warn_unused_result));

/* The start position alone. */
bool openings_start_only(Openings *set) __attribute__((warn_unused_result));

void openings_shuffle(Openings *set, uint64_t seed);
void openings_rotate(Openings *set, int first); /* the order begins with number `first`, from 0 */
void openings_clear(Openings *set);

/* Opening `n` of an endless sequence. */
static inline const Position *openings_pick(const Openings *set, int n) { return &set->positions[n % set->count]; }
