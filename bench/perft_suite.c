/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/perft_suite.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"

/* Checks one position at all depths in its line, each of which follows a `;`. */
static void perft_suite_check_position(const char *field, const Position *pos, int number, const PerftOptions *options, FILE *out,
                                       PerftSuiteResult *result)
{
    uint64_t nodes = 0;
    int deepest = 0, mismatches = 0;
    for (; field; field = strchr(field + 1, ';')) {
        int depth;
        unsigned long long expected;
        if (sscanf(field + 1, "D%d %llu", &depth, &expected) != 2 || depth < 1 || depth > PERFT_DEEPEST) {
            fprintf(out, "line %d: not `;D<depth> <count>`: ;%.39s\n", number, field + 1);
            result->faulty_lines++;
            return;
        }
        if (options->depth > 0 && depth > options->depth)
            continue;
        PerftResult counted;
        int64_t start_us = clock_us();
        perft(pos, &(PerftOptions){depth, options->threads, options->table}, &counted);
        result->time_us += clock_us() - start_us;
        result->nodes += counted.nodes;
        if (depth > deepest) {
            deepest = depth;
            nodes = counted.nodes;
        }
        if (counted.nodes != expected) {
            fprintf(out, "line %d: mismatch at depth %d: expected %llu, got %llu\n", number, depth, expected,
                    (unsigned long long)counted.nodes);
            mismatches++;
        }
    }
    result->positions++;
    result->mismatches += mismatches;
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    fprintf(out, "%4d %s  depth %d, %llu  %s\n", result->positions, mismatches ? "WRONG" : "ok", deepest, (unsigned long long)nodes, fen);
    fflush(out);
}

void perft_suite_run(char *text, size_t length, const PerftOptions *options, FILE *out, PerftSuiteResult *result)
{
    assert(text[length] == '\0');
    assert(options->depth >= 0 && options->threads >= 1);
    /* If there are this many faulty lines before the first position, the file is not a suite. */
    enum { FAULTY_FROM_THE_START = 10 };
    *result = (PerftSuiteResult){0};
    char *end = text + length, *line;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* byte-order mark */
        text += 3;
    for (int number = 1; (line = line_next(&text, end, &length)); number++) {
        if (result->positions == 0 && result->faulty_lines >= FAULTY_FROM_THE_START) {
            fprintf(out, "not a perft suite; the rest was not read\n");
            break;
        }
        char *start = line + strspn(line, " \t"), *field = strchr(start, ';');
        if (start == line + length || *start == '#')
            continue;
        Position pos;
        Text why = WHY_INIT;
        bool has_zero = strlen(line) < length;
        if (field)
            *field = '\0'; /* end of the FEN */
        if (has_zero ? !text_fail(&why, "NUL byte") : !fen_read_played(start, &pos, &why)) {
            fprintf(out, "line %d: %s\n", number, why.data);
            result->faulty_lines++;
        } else {
            perft_suite_check_position(field, &pos, number, options, out, result);
        }
    }
}
