#include "bench/perft_suite.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation/refusal.h"
#include "engine/board/perft.h"
#include "engine/base/platform.h"

/* One position: every depth its line gives. False when memory is short. */
static bool check_line(char *fields, const Position *pos, int number, const PerftSuiteOptions *options, FILE *out, PerftSuiteResult *result)
{
    uint64_t nodes = 0;
    int deepest = 0, mismatches = 0;
    for (char *field = strchr(fields, ';'); field; field = strchr(field + 1, ';')) {
        int depth;
        unsigned long long expected;
        if (sscanf(field, ";D%d %llu", &depth, &expected) != 2 || depth < 1) {
            fprintf(out, "line %d: not `;D<depth> <count>`: %.40s\n", number, field);
            result->faulty_lines++;
            return true;
        }
        if (options->depth > 0 && depth > options->depth)
            continue;
        PerftResult counted;
        int64_t start_us = clock_us();
        if (!perft(pos, &(PerftOptions){depth, options->threads, options->hash_mib}, &counted))
            return false;
        result->time_us += clock_us() - start_us;
        result->nodes += counted.nodes;
        if (depth > deepest) {
            deepest = depth;
            nodes = counted.nodes;
        }
        if (counted.nodes != expected) {
            fprintf(out, "line %d: MISMATCH at depth %d: expected %llu, got %llu\n", number, depth, expected,
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
    return true;
}

enum { LINE_BYTES = 4096 };

/* The next line, ended as on any system, without its end. False at the end of the file. */
static bool read_line(FILE *file, char *line, int *length)
{
    int c;
    *length = 0;
    while ((c = getc(file)) != EOF && c != '\n' && c != '\r')
        if (*length < LINE_BYTES - 1)
            line[(*length)++] = (char)c;
    if (c == '\r' && (c = getc(file)) != '\n' && c != EOF)
        ungetc(c, file);
    line[*length] = '\0';
    return c != EOF || *length > 0;
}

bool perft_suite_run(FILE *suite, const PerftSuiteOptions *options, FILE *out, PerftSuiteResult *result)
{
    char line[LINE_BYTES];
    int line_length;
    *result = (PerftSuiteResult){0};
    for (int number = 1; read_line(suite, line, &line_length); number++) {
        char *start = line + (number == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0); /* a byte-order mark */
        start += strspn(start, " \t");
        if (start == line + line_length || *start == '#')
            continue;
        char fen[LINE_BYTES], reason[REFUSAL_SIZE] = "";
        Position pos;
        FenFault fault;
        size_t length = strcspn(start, ";");
        memcpy(fen, start, length);
        fen[length] = '\0';
        if (memchr(line, '\0', (size_t)line_length))
            snprintf(reason, sizeof reason, "a zero byte");
        else if (line_length == LINE_BYTES - 1)
            snprintf(reason, sizeof reason, "longer than %d bytes", LINE_BYTES - 2);
        else if (!fen_read(fen, &pos, &fault))
            refusal_of_fen(&fault, LANGUAGE_ENGLISH, reason, sizeof reason);
        if (reason[0]) {
            fprintf(out, "line %d: %s\n", number, reason);
            result->faulty_lines++;
            continue;
        }
        if (!check_line(start, &pos, number, options, out, result))
            return false;
    }
    return true;
}
