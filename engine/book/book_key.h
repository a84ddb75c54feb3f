/* SPDX-License-Identifier: GPL-3.0-only */
/* book_key.h - how a book of our own sees a position: from the side to move, and a position and its mirror image as one.
 *
 * A view numbers the points 9 * rank + file, rank 0 being the back rank of the side to move and file 0 what lies at Red's left, or
 * in the mirrored view at Red's right. Of each piece the word number 90 * p + point is taken, p being 0 to 6 for K A B N R C P
 * of the side to move and 7 to 13 for its opponent's, out of splitmix64 seeded with 0 (rng.h), whose first word is number 0. Their
 * exclusive or is the view's key. The book's view is the one of the two with the smaller key, the plain one if they are equal:
 * then the position is its own mirror image. The key depends on nothing else of this program. */
#pragma once

#include "engine/board/position.h"

typedef struct BookView {
    uint64_t key;
    bool black;     /* Black is to move: ranks are counted from its side */
    bool mirrored;  /* files are counted from Red's right */
    bool symmetric; /* the position is its own mirror image */
} BookView;

BookView book_view(const Position *pos);

/* The number of a board's point, and back. A view is its own inverse. */
int book_point(const BookView *view, Square s);
Square book_square(const BookView *view, int point); /* of 0 to 89 */
