/* record_filter.h - which games of a record file are wanted. */
#pragma once

#include "eval/train/record.h"

typedef struct RecordFilter {          /* texts NULL: any */
    const char *result, *ending, *net; /* "1-0"; a word of record_endings; a checksum of eight hexadecimal digits */
    uint64_t seed;                     /* RECORD_ANY_SEED: any */
    int64_t plies_least, plies_most, nodes_least, nodes_most;
} RecordFilter;

#define RECORD_ANY_SEED UINT64_MAX

/* Lets every game pass. */
RecordFilter record_filter_any(void);

bool record_filter_passes(const RecordFilter *filter, const Record *game);
