/* SPDX-License-Identifier: GPL-3.0-only */
/* book_key.h - the key of a position in our own books: relative to the side to move, and equal for
 * mirror images.
 *
 * A view numbers the points 9 * rank + file. Rank 0 is the back rank of the side to move, file 0 is
 * on Red's left or, in the mirrored view, on Red's right. Each piece contributes the word number 90
 * * p + point of splitmix64 seeded with 0 (rng.h), whose first word is number 0; p is 0 to 6 for K
 * A B N R C P of the side to move and 7 to 13 for those of its opponent. The XOR of these words is
 * the view's key. The book uses the view with the smaller key, the unmirrored view if they are equal, in
 * which case the position is its own mirror image. The key depends on nothing else in this
 * program. */
#pragma once

#include "engine/board/position.h"

typedef struct BookView {
    uint64_t key;
    bool black;     /* Black is to move: ranks are counted from its side */
    bool mirrored;  /* files are counted from Red's right */
    bool symmetric; /* the position is its own mirror image */
} BookView;

BookView book_view(const Position *pos);

/* Convert between a square and its number in a view. A view is its own inverse. */
int book_point(const BookView *view, Square s);
Square book_square(const BookView *view, int point); /* point: 0 to 89 */
