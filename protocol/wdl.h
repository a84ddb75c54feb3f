/* wdl.h - what a score means as chances of winning, drawing and losing.
 *
 * A logistic curve in the score for the win, its mirror image for the loss, the rest draws. */
#pragma once

#include "engine/board/score.h"

typedef struct Wdl {
    int win, draw, loss; /* per mille; their sum is 1000 */
} Wdl;

Wdl wdl_from_score(Score score);
