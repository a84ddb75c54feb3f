/* SPDX-License-Identifier: GPL-3.0-only */
/* journal.h - the file of an analysis (.hxa): a head, and a record for each step, in order. Steps are only ever added; who reads them
 * has the graph. All numbers little-endian:
 *
 *     0  8  "HanxinOA"             the head, of 64 bytes
 *     8  4  version, 1            12  4  CRC-32 of the head's bytes from 16 on
 *    16  8  nodes of each search  24  4  the net's checksum, 0 without one
 *    28  4  MiB of hash           32 32  commit of the program that began the analysis, zeros behind it
 *
 *     0  4  node, FFFFFFFF: none; 4  2  move           a record, of 20 bytes; moves as origin * 256 + destination,
 *     6  2  best move of the new position, 8  2  its score            each 16 * file + rank
 *    10  2  best move of what is left of the node, 12  2  its score
 *    14  2  0                     16  4  CRC-32 of the record's bytes before */
#pragma once

#include <stdio.h>

#include "bench/book/graph.h"
#include "engine/base/file.h"

#define JOURNAL_MAGIC "HanxinOA"

enum { JOURNAL_VERSION = 1, JOURNAL_HEAD = 64, JOURNAL_RECORD = 20, JOURNAL_COMMIT = 32 };

/* What makes the answers of searches. */
typedef struct JournalHead {
    uint64_t nodes;
    uint32_t net, hash_mib;
    char commit[JOURNAL_COMMIT];
} JournalHead;

typedef struct Journal {
    const char *path; /* borrowed */
    FILE *file;       /* unbuffered; NULL: not open */
    JournalHead head;
    GraphStep *steps; /* owned */
    size_t count, capacity;
    size_t torn; /* bytes behind them that are no record, when it was read */
} Journal;

/* Does a file begin as an analysis? No, if it cannot be read. */
bool journal_begins(const char *path);

/* Reads all of a file. False with the reason: it is no analysis, damaged, with something else behind it, or of a newer program. A record
 * torn at the end is left out. */
bool journal_read(Journal *journal, const char *path, Text *why) __attribute__((warn_unused_result));

/* The same, locked and ready for more: what was torn is cut off. If it is not there or empty it is begun with that head; else it
 * must have the same but for the commit. */
bool journal_open(Journal *journal, const char *path, const JournalHead *head, Text *why) __attribute__((warn_unused_result));

/* One more step, in memory and in the file. False with the reason; then the file is as it was. */
bool journal_add(Journal *journal, const GraphStep *step, Text *why) __attribute__((warn_unused_result));

/* All of it is on the disk, under its name. False with the reason, also when somebody else has taken it away or changed it. */
bool journal_keep(Journal *journal, Text *why) __attribute__((warn_unused_result));

void journal_close(Journal *journal);
