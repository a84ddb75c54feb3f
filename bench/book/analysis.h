/* SPDX-License-Identifier: GPL-3.0-only */
/* analysis.h - the file of an analysis (.hxa): a header, then one record per step, in order. Steps
 * are only ever appended; replaying them gives the graph. Columns below: offset, size, content. All
 * numbers are little-endian.
 *
 * The header, 64 bytes:
 *     0  8  "HanxinOA"
 *     8  4  version, 1            12  4  CRC-32 of the header from byte 16
 *    16  8  nodes of each search  24  4  checksum of the net, 0 without one
 *    28  4  hash size in MiB      32 32  commit of the program that began the analysis, zero-padded
 *
 * A record, 20 bytes; a move is origin * 256 + destination, a square 16 * file + rank:
 *     0  4  node, FFFFFFFF for none                  4  2  move
 *     6  2  best move of the new position            8  2  its score
 *    10  2  best remaining move of the node         12  2  its score
 *    14  2  0                                       16  4  CRC-32 of the preceding bytes */
#pragma once

#include <stdatomic.h>
#include <stdio.h>

#include "bench/book/graph.h"
#include "engine/base/file.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "eval/nnue/network.h"

/* ---- nets ---- */

enum { NET_WORDS = 32 };

/* Writes "with the net ca9fba89", or "without a net" for checksum 0. Returns `words`. */
const char *net_words(uint32_t checksum, char words[NET_WORDS]);

/* Reports if the analysis was made with a different net. `checksum` is that of the analysis's net, 0 if
 * it was made without a net; `net` is NULL if there is no net now. */
void analysis_note_other_net(const Network *net, uint32_t checksum, const char *analysis, Progress *progress);

/* ---- the file ---- */

#define JOURNAL_MAGIC "HanxinOA"

enum { JOURNAL_VERSION = 1, JOURNAL_HEAD = 64, JOURNAL_RECORD = 20, JOURNAL_COMMIT = 32 };

/* Everything that the results of searches depend on. */
typedef struct JournalHead {
    uint64_t nodes;
    uint32_t net, hash_mib;
    char commit[JOURNAL_COMMIT];
} JournalHead;

typedef struct Journal {
    const char *path; /* borrowed */
    FILE *file;       /* unbuffered; NULL if not open for writing */
    JournalHead head;
    GraphStep *steps; /* owned */
    size_t count, capacity;
    size_t torn; /* number of bytes after the last valid record when the file was read */
} Journal;

/* Returns true if the file begins like an analysis; false if it does not or cannot be read. */
bool journal_begins(const char *path);

/* Reads a whole file. A torn record at the end is ignored. Returns false with the reason if the
 * file is not an analysis, is damaged, has other data appended, or comes from a newer program. */
bool journal_read(Journal *journal, const char *path, Text *why) __attribute__((warn_unused_result));

/* Reads the file, locks it and prepares to append to it; a torn record at the end is removed. A
 * missing or empty file is created with `head`. An existing one must have the same header; only the
 * commit may differ. */
bool journal_open(Journal *journal, const char *path, const JournalHead *head, Text *why) __attribute__((warn_unused_result));

/* Appends a step in memory and in the file. On failure returns false with the reason, and the file
 * is unchanged. */
bool journal_add(Journal *journal, const GraphStep *step, Text *why) __attribute__((warn_unused_result));

/* Syncs the file to disk. Returns false with the reason if that fails, or if the file has been
 * renamed, removed or changed by someone else. */
bool journal_keep(Journal *journal, Text *why) __attribute__((warn_unused_result));

void journal_close(Journal *journal);

/* ---- the graph of a file ---- */

/* Builds the settled graph of a journal. Returns false with the reason in *why, or without one if
 * `stop` (may be NULL) was set. */
bool book_graph(const Journal *journal, const GraphPrices *prices, const atomic_bool *stop, BookGraph *graph, Text *why);

/* Read-only access to an analysis: its file and its graph. */
typedef struct Analysis {
    Journal journal;
    BookGraph graph; /* settled */
} Analysis;

/* Reads the analysis at `path`; if prices is NULL, every move costs the same. On failure returns false
 * and adds the reason to *why; the reason is empty if `stop` (may be NULL) was set. Call
 * analysis_close() in either case. */
bool analysis_open(Analysis *a, const char *path, const GraphPrices *prices, const atomic_bool *stop, Text *why)
    __attribute__((warn_unused_result));
void analysis_close(Analysis *a);
