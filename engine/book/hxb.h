/* SPDX-License-Identifier: GPL-3.0-only */
/* hxb.h - reading opening books in our own format (README.md describes it to the byte): positions by key, of each its moves with
 * weight and score, both colours and mirror images as one. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/board/position.h"

#define HXB_MAGIC "HanxinOB" /* how a file begins */

enum { HXB_VERSION = 1, HXB_HEAD = 64, HXB_POSITION = 12, HXB_MOVE = 6, HXB_NOTE = 28 };

/* What a book's head tells of how it was made; 0: unknown. */
typedef struct HxbOrigin {
    uint32_t margin;     /* centipawns that a move may be worse than the best */
    uint32_t nodes;      /* of each search */
    uint32_t net;        /* its checksum */
    char note[HXB_NOTE]; /* ends with a zero: the commit of the analysis */
} HxbOrigin;

typedef struct Hxb {
    const unsigned char *bytes; /* borrowed */
    uint32_t positions, moves;
    HxbOrigin origin;
} Hxb;

/* Does it begin as such a book? */
bool hxb_begins(const unsigned char *bytes, size_t size);

/* Looks at all of the bytes, and borrows them. False with the reason. */
bool hxb_init(Hxb *hxb, const unsigned char *bytes, size_t size, Text *why);

/* The position's legal moves in the book, heaviest first. Of a position that is its own mirror image a move and its mirror image
 * share the weight. Returns their number. */
int hxb_moves(const Hxb *hxb, const Position *pos, BookMove out[MAX_MOVES]);
