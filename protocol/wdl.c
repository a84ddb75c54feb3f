#include "protocol/wdl.h"

#include <math.h>

/* Centipawns at which a win has even chances, and the slope of the curve there: maximum likelihood over
 * 73,885 scores of 500 games of nets n3a and n4a at 1 s + 0.01 s (2026-11). */
static const double wdl_even = 220, wdl_slope = 144;

static int win_per_mille(Score score) { return (int)lround(1000 / (1 + exp((wdl_even - score) / wdl_slope))); }

Wdl wdl_from_score(Score score)
{
    if (is_win(score))
        return (Wdl){1000, 0, 0};
    if (is_loss(score))
        return (Wdl){0, 0, 1000};
    int win = win_per_mille(score), loss = win_per_mille(-score);
    return (Wdl){win, 1000 - win - loss, loss};
}
