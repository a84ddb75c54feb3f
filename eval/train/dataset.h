/* SPDX-License-Identifier: GPL-3.0-only */
/* dataset.h - positions with their scores and results in memory, 32 bytes each.
 *
 * The board is stored as seen by the side to move, as if it were Red. Games, not positions, are
 * divided into training and validation by a hash of the game, so that the division does not depend
 * on the files. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "engine/board/score.h"
#include "eval/train/record.h"

typedef struct Sample {
    PackedBoard board;  /* board in the order of files */
    int16_t score;      /* centipawns for the side to move */
    uint8_t points : 2; /* result of the game for the side to move: 0, 1 (draw), 2 */
    uint8_t count : 6;  /* number of pieces */
    uint8_t twos_left;  /* distance to the end of the game in units of two plies, at most 255 */
} Sample;

_Static_assert(sizeof(Sample) == 32, "two to a cache line");

/* Returns the number of plies from a won position to the end of the game, judged by the score of a
 * search: the distance to mate, or the estimate PLIES_UNSEEN. */
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
    int64_t score_max;       /* positions with larger scores are omitted */
    int64_t pieces_least;    /* positions with fewer pieces are omitted */
    int64_t pieces_max;      /* positions with more pieces are omitted; 0: no limit */
    int64_t validation_1000; /* games per thousand used for validation */
    bool drop_checks;        /* omit positions in check */
    bool drop_captures;      /* omit positions whose best move is a capture (measured to be worse; kept for comparison) */
    bool keep_doubles;       /* keep repeated positions */
    int64_t positions_max;   /* maximum number of training positions; 0: all */
    const atomic_bool *stop; /* checked after each game; may be NULL */
} DatasetOptions;

typedef struct Dataset {
    DatasetOptions options; /* options with which the data were read */
    Samples training, validation;
    /* Numbers of games and positions read, and of those omitted for each reason. */
    uint64_t games, positions, doubles, filtered, damaged, skipped, illegal;
    /* Keys of recent positions; owned. NULL if doubles are kept. */
    uint64_t *seen;
    uint64_t fingerprint; /* hash of all training samples in their order; ties a checkpoint to its data */
} Dataset;

/* Stores the board of a position and its piece count; everything else is 0. */
void sample_pack(const Position *pos, Sample *sample);

/* Returns the position, with Red to move. */
Position sample_unpack(const Sample *sample);

/* Reads all games of the files and reports the result on standard error. Returns false with the
 * reason if a file cannot be read, an allocation fails, or *stop was set. The data must be cleared in
 * either case. */
bool dataset_load(Dataset *data, const DatasetOptions *options, const char *const *paths, int count, Text *why)
    __attribute__((warn_unused_result));
void dataset_clear(Dataset *data);

/* Adds the positions of a game, up to an illegal move; *data may be empty. Returns false if an allocation
 * fails. */
bool dataset_add(Dataset *data, const DatasetOptions *options, const Record *game) __attribute__((warn_unused_result));
