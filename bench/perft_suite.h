/* SPDX-License-Identifier: GPL-3.0-only */
/* perft_suite.h - checks a file of positions with known perft counts.
 *
 * Each line has the form `FEN ;D1 n ;D2 n ...`. Blank lines and lines that begin with # are
 * skipped. */
#pragma once

#include <stdio.h>

#include "engine/board/perft.h"

typedef struct PerftSuiteResult {
    int positions, mismatches, faulty_lines;
    uint64_t nodes;
    int64_t time_us;
} PerftSuiteResult;

/* Checks a whole file. text[length] must be '\0'; the text is modified. Prints progress, and each
 * mismatch with the expected and the actual count, to `out`. Depths above options->depth are
 * skipped; 0 means no limit. */
void perft_suite_run(char *text, size_t length, const PerftOptions *options, FILE *out, PerftSuiteResult *result);
