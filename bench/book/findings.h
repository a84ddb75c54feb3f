/* SPDX-License-Identifier: GPL-3.0-only */
/* findings.h - a file with the results of long searches (judge.h). With it, an interrupted run
 * continues where it stopped, a book with other weights needs no searches, and a book from a larger
 * analysis needs few. An analysis can also use it to choose its moves (graph.h).
 *
 * The file is text. The first line names what the results depend on, `hanxin findings 1 net
 * CHECKSUM hash MIB`. Each further line is one result, appended as soon as it is known: `best KEY
 * NODES FROM TO SCORE`, the best move of a position and its score, or `loss KEY NODES FROM TO CP`,
 * by how much a move is worse than the best. Keys and points refer to the book's view of the
 * position (book_key.h). */
#pragma once

#include <pthread.h>
#include <stdio.h>

#include "engine/base/why.h"
#include "engine/board/move.h"
#include "engine/book/book_key.h"

typedef enum FindingKind { FINDING_BEST, FINDING_LOSS } FindingKind;

typedef struct Finding {
    uint64_t key;
    int64_t nodes;
    FindingKind kind;
    int from, to; /* points of the book's view */
    int value;    /* score or loss in centipawns */
} Finding;

typedef struct Findings {
    const char *path; /* borrowed */
    FILE *file;       /* NULL if opened for reading only */
    Finding *known;   /* owned; the results that were in the file when it was opened, sorted */
    size_t count, capacity;
    pthread_mutex_t lock; /* protects `fault` and appending to the file */
    int fault;            /* errno of the first failed write; 0 if no write has failed */
} Findings;

/* Reads the file and prepares to append to it, or creates it. The file stays locked until it is
 * closed. An incomplete last line is removed. Returns false with the reason if the file is of
 * another kind, is damaged, or was made with another net (`net`: its checksum, 0 without a net) or
 * hash size. */
bool findings_open(Findings *findings, const char *path, uint32_t net, int64_t hash_mib, Text *why) __attribute__((warn_unused_result));
void findings_close(Findings *findings);

/* Reads a file's results, whatever net and hash size they were made with, and does not change the
 * file. On failure returns false with the reason, as above. */
bool findings_read(Findings *findings, const char *path, Text *why) __attribute__((warn_unused_result));

/* Looks up the results of the longest search of a position: the best move first, then the known
 * losses of other moves. Sets *first to the first result and returns their number; 0 if no results
 * are known. */
int findings_at(const Findings *findings, uint64_t key, const Finding **first);

/* Looks up a move among the results from findings_at() and sets *loss to its loss. Returns false if
 * the move is not among them. */
bool findings_find_loss(const Finding *first, int count, const BookView *view, Move move, int *loss);

/* Looks up the best move and score found by a search of exactly `nodes` nodes. Returns false if the
 * file did not contain it when it was opened. */
bool findings_best(const Findings *findings, const BookView *view, int64_t nodes, Move *move, int *score);
bool findings_loss(const Findings *findings, const BookView *view, int64_t nodes, Move move, int *loss);

/* Appends a result; may be called from any thread. Returns false if writing fails, or failed
 * earlier; see `fault`. */
bool findings_add(Findings *findings, FindingKind kind, const BookView *view, int64_t nodes, Move move, int value)
    __attribute__((warn_unused_result));
