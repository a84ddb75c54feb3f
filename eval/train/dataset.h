/* SPDX-License-Identifier: GPL-3.0-only */
/* dataset.h - positions with their scores and results, in memory: 32 bytes each.
 *
 * The board is kept as the side to move sees it, as if it were Red. Games, not positions, are divided into
 * training and validation, by a hash of the game itself: the same games whatever the files. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/board/score.h"
#include "eval/train/record.h"

typedef struct Sample {
    PackedBoard board;  /* file by file */
    int16_t score;      /* centipawns for the side to move */
    uint8_t points : 2; /* it got in the end: 0, 1 (draw), 2 */
    uint8_t count : 6;  /* pieces */
    uint8_t twos_left;  /* to the end of the game, in twos of plies; 255 that and more */
} Sample;

_Static_assert(sizeof(Sample) == 32, "two to a cache line");

/* Plies from a position whose game is won to the end of it, by a search's score of it: a mate's distance, else a guess. */
enum { PLIES_UNSEEN = 60 };
static inline int plies_to_win(Score score)
{
    const int away = SCORE_MATE - abs(score);
    return !is_mate(score) ? PLIES_UNSEEN : away > 0 ? away : 0;
}

typedef struct Samples {
    Sample *items; /* owned */
    size_t count, capacity;
} Samples;

typedef struct DatasetOptions {
    int64_t score_max;       /* positions beyond are left out */
    int64_t pieces_max;      /* positions with more are left out; 0: none */
    int64_t validation_1000; /* games per thousand kept for validation */
    bool drop_checks;        /* positions in check are left out */
    bool drop_captures;      /* positions whose best move captures are left out (measured bad; for comparison) */
    bool keep_doubles;       /* the same position again is kept */
    int64_t positions_max;   /* of training, 0: all */
    const atomic_bool *stop; /* looked at after each game; may be NULL */
} DatasetOptions;

typedef struct Dataset {
    DatasetOptions options; /* it was read with */
    Samples training, validation;
    uint64_t games, positions, doubles, filtered, damaged, skipped, illegal; /* read; left out for one reason or the other */
    uint64_t *seen;                                                          /* owned: keys of positions; NULL: doubles are kept */
    uint64_t fingerprint; /* of all training samples in their order: a checkpoint belongs to its data */
} Dataset;

/* The board of a position, with count; all else 0. */
void sample_pack(const Position *pos, Sample *sample);

/* The position again, Red to move. */
Position sample_unpack(const Sample *sample);

/* Reads all games of the files, and tells on standard error what came of it. False with the reason if a file cannot be read,
 * memory is short, or *stop was set. To be cleared either way. */
bool dataset_load(Dataset *data, const DatasetOptions *options, const char *const *paths, int count, Text *why)
    __attribute__((warn_unused_result));
void dataset_clear(Dataset *data);

/* The positions of a game, up to an illegal move; into an empty set too. False if memory is short. */
bool dataset_add(Dataset *data, const DatasetOptions *options, const Record *game) __attribute__((warn_unused_result));
