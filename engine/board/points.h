/* SPDX-License-Identifier: GPL-3.0-only */
/* points.h - dense numbering of the squares that a piece can reach, as constant expressions of file
 * f and rank r. A square's number is its index in the list of that piece's squares, rank by rank as
 * seen by Red. Also constant tables over all squares. */
#pragma once

enum { NO_POINT = 0xFFFF }; /* not a square that the piece can reach */

#define POINT_ANY(f, r) ((r)*9 + (f))
#define POINT_ADVISOR(f, r)                                                                                                                \
    ((r) == 1 ? (f) == 4 ? 2 : NO_POINT : (r) == 0 || (r) == 2 ? (f) == 3 ? (r)*3 / 2 : (f) == 5 ? (r)*3 / 2 + 1 : NO_POINT : NO_POINT)
#define POINT_BISHOP(f, r)                                                                                                                 \
    ((r) == 2               ? (f) % 4 == 0 ? 2 + (f) / 4 : NO_POINT                                                                        \
     : (r) == 0 || (r) == 4 ? (f) == 2 || (f) == 6 ? (r) / 4 * 5 + (f) / 4 : NO_POINT                                                      \
                            : NO_POINT)
#define POINT_KING(f, r) ((r) <= 2 && (f) >= 3 && (f) <= 5 ? (r)*3 + (f)-3 : NO_POINT)
#define POINT_PAWN(f, r) ((r) >= 5 ? 10 + ((r)-5) * 9 + (f) : (r) >= 3 && (f) % 2 == 0 ? ((r)-3) * 5 + (f) / 2 : NO_POINT)

/* All squares, including padding; each element is ITEM(a, b, file, rank). */
#define SQUARES_ON_FILE(ITEM, a, b, f)                                                                                                     \
    ITEM(a, b, f, 0), ITEM(a, b, f, 1), ITEM(a, b, f, 2), ITEM(a, b, f, 3), ITEM(a, b, f, 4), ITEM(a, b, f, 5), ITEM(a, b, f, 6),          \
        ITEM(a, b, f, 7), ITEM(a, b, f, 8), ITEM(a, b, f, 9), ITEM(a, b, f, 10), ITEM(a, b, f, 11), ITEM(a, b, f, 12), ITEM(a, b, f, 13),  \
        ITEM(a, b, f, 14), ITEM(a, b, f, 15)
#define SQUARE_TABLE(ITEM, a, b)                                                                                                           \
    {                                                                                                                                      \
        SQUARES_ON_FILE(ITEM, a, b, 0), SQUARES_ON_FILE(ITEM, a, b, 1), SQUARES_ON_FILE(ITEM, a, b, 2), SQUARES_ON_FILE(ITEM, a, b, 3),    \
            SQUARES_ON_FILE(ITEM, a, b, 4), SQUARES_ON_FILE(ITEM, a, b, 5), SQUARES_ON_FILE(ITEM, a, b, 6),                                \
            SQUARES_ON_FILE(ITEM, a, b, 7), SQUARES_ON_FILE(ITEM, a, b, 8)                                                                 \
    }
