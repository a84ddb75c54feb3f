/* record_tally.h - counts over games: how many, how they ended, how long they were, how far apart the scores. */
#pragma once

#include <stdio.h>

#include "eval/train/record.h"

enum { TALLY_BANDS = 6 };

typedef struct RecordTally { /* zeroed: no game yet */
    int64_t games, positions;
    int64_t points[3]; /* games by Red's points: lost, drawn, won */
    int64_t endings[RECORD_ENDINGS];
    int64_t bands[TALLY_BANDS]; /* positions by |score|, up to 50, 150, 400, 1000, 3000 and beyond */
    int plies_least, plies_most;
    uint64_t seed; /* of the first game */
    bool many_seeds;
} RecordTally;

void record_tally_add(RecordTally *tally, const Record *game);

/* All of it, for people. */
void record_tally_print(const RecordTally *tally, FILE *out);
