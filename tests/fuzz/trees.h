/* SPDX-License-Identifier: GPL-3.0-only */
/* trees.h - what the fuzzers of game files share. */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/game_tree.h"

/* Returns a terminated copy of the input, which the caller frees; NULL if an allocation fails. */
static inline char *fuzz_copy(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1);
    if (bytes) {
        memcpy(bytes, data, size);
        bytes[size] = '\0';
    }
    return bytes;
}

/* Returns the number of moves of the line and its variations. */
static inline int count_moves(const TreeLine *line)
{
    int count = line->plies;
    for (int i = 0; i < line->plies; i++)
        for (int n = 0; n < line->moves[i].line_count; n++)
            count += count_moves(&line->moves[i].lines[n]);
    return count;
}
