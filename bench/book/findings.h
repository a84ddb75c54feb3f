/* SPDX-License-Identifier: GPL-3.0-only */
/* findings.h - a file of what long searches have found (judge.h): a run that was ended goes on from it, and a book with other weights is
 * written without a search, one of an analysis that has grown with few. An analysis can follow it (graph.h).
 *
 * A text. Its first line names what makes the answers, `hanxin findings 1 net CHECKSUM hash MIB`; each of the others is one answer, added
 * when it is there: `best KEY NODES FROM TO SCORE`, a position's best move and its score, or `loss KEY NODES FROM TO CP`, how much worse
 * a move is than that. Keys and points are of the book's view (book_key.h). */
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
    int from, to; /* points */
    int value;    /* centipawns */
} Finding;

typedef struct Findings {
    const char *path; /* borrowed */
    FILE *file;       /* NULL: it is not added to */
    Finding *known;   /* owned: what stood there when it was opened, in order */
    size_t count, capacity;
    pthread_mutex_t lock; /* of all that follows, and of the file's end */
    int fault;            /* errno of what could not be written; 0: nothing */
} Findings;

/* Reads the file and goes on in it, or begins it; it is locked until it is closed. A line torn at its end is cut off. False with
 * the reason: it is something else, is damaged, or its answers are by another net (checksum; 0: none) or hash. */
bool findings_open(Findings *findings, const char *path, uint32_t net, int64_t hash_mib, Text *why) __attribute__((warn_unused_result));
void findings_close(Findings *findings);

/* Reads the answers of a file, of any net and hash, and leaves it alone. False with the reason, as above. */
bool findings_read(Findings *findings, const char *path, Text *why) __attribute__((warn_unused_result));

/* What the longest search of a position has found: its best move, and behind that what is known of others. Returns how many answers stand
 * from *first on; 0: none is known. */
int findings_at(const Findings *findings, uint64_t key, const Finding **first);

/* How much worse a move is than the best by some of them; false if they do not tell. */
bool findings_tell(const Finding *first, int count, const BookView *view, Move move, int *loss);

/* The best move of a view's position, and its score, of a search of so many nodes; false if none was known at the beginning. */
bool findings_best(const Findings *findings, const BookView *view, int64_t nodes, Move *move, int *score);
bool findings_loss(const Findings *findings, const BookView *view, int64_t nodes, Move move, int *loss);

/* Adds an answer, from any thread. False if it cannot be written, as `fault` tells from then on. */
bool findings_add(Findings *findings, FindingKind kind, const BookView *view, int64_t nodes, Move move, int value)
    __attribute__((warn_unused_result));
