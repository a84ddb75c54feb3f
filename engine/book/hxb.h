/* SPDX-License-Identifier: GPL-3.0-only */
/* hxb.h - reads opening books in our own format, which README.md specifies: positions by key, each
 * with moves, weights and scores. Positions that differ only in colour or by mirroring share one
 * entry. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/board/position.h"

#define HXB_MAGIC "HanxinOB" /* first bytes of a file */

enum { HXB_VERSION = 1, HXB_HEAD = 64, HXB_POSITION = 12, HXB_MOVE = 6, HXB_NOTE = 28 };

/* How a book was made, as stored in its header; 0 if unknown. */
typedef struct HxbOrigin {
    uint32_t margin;     /* maximum number of centipawns by which a move may be worse than the best */
    uint32_t nodes;      /* nodes per search */
    uint32_t net;        /* checksum of the net */
    char note[HXB_NOTE]; /* zero-terminated: the commit of the analysis */
} HxbOrigin;

typedef struct Hxb {
    const unsigned char *bytes; /* borrowed */
    uint32_t positions, moves;
    HxbOrigin origin;
} Hxb;

/* Returns true if the bytes begin like a book in this format. */
bool hxb_begins(const unsigned char *bytes, size_t size);

/* Checks all of the bytes, and borrows them. Returns false with the reason if they are not a valid
 * book. */
bool hxb_init(Hxb *hxb, const unsigned char *bytes, size_t size, Text *why);

/* Lists the legal moves of the position in the book, in descending order of weight. In a symmetric
 * position, a move and its mirror image share the weight. Returns their number. */
int hxb_moves(const Hxb *hxb, const Position *pos, BookMove out[MAX_MOVES]);
