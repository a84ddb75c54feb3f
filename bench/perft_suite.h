/* SPDX-License-Identifier: GPL-3.0-only */
/* perft_suite.h - a file of positions with known perft counts, checked one by one.
 *
 * One position a line: `FEN ;D1 n ;D2 n ...`; blank lines and lines that begin with # are skipped. */
#pragma once

#include <stdio.h>

#include "engine/board/perft.h"

typedef struct PerftSuiteResult {
    int positions, mismatches, faulty_lines;
    uint64_t nodes;
    int64_t time_us;
} PerftSuiteResult;

/* Checks a whole file, behind whose `length` bytes a terminator stands, and cuts it up; reports progress and every mismatch with
 * expectation and result to `out`. Goes no deeper than options->depth; 0: as deep as the file says. */
void perft_suite_run(char *text, size_t length, const PerftOptions *options, FILE *out, PerftSuiteResult *result);
