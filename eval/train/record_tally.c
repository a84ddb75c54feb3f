#include "eval/train/record_tally.h"

#include <inttypes.h>
#include <stdlib.h>

static const int band_ends[TALLY_BANDS - 1] = {50, 150, 400, 1000, 3000};

void record_tally_add(RecordTally *t, const Record *game)
{
    for (int i = 0; i < game->plies; i++) {
        int band = 0;
        while (band < TALLY_BANDS - 1 && abs(game->scores[i]) > band_ends[band])
            band++;
        t->bands[band]++;
    }
    if (t->games == 0) {
        t->plies_least = t->plies_most = game->plies;
        t->seed = game->seed;
    }
    if (game->plies < t->plies_least)
        t->plies_least = game->plies;
    if (game->plies > t->plies_most)
        t->plies_most = game->plies;
    t->many_seeds |= game->seed != t->seed;
    t->games++;
    t->positions += game->plies;
    t->points[outcome_points(game->result.outcome, RED)]++;
    t->endings[record_ending(game->result.ending)]++;
}

static double percent(int64_t part, int64_t whole) { return 100 * (double)part / (double)(whole ? whole : 1); }

void record_tally_print(const RecordTally *t, FILE *out)
{
    fprintf(out, "%" PRId64 " games, %" PRId64 " positions, %.1f plies a game (%d to %d)%s\n", t->games, t->positions,
            (double)t->positions / (double)(t->games ? t->games : 1), t->plies_least, t->plies_most,
            t->many_seeds ? ", several seeds" : "");
    fprintf(out, "Red wins %.1f %%, draws %.1f %%, Black wins %.1f %%\n", percent(t->points[2], t->games), percent(t->points[1], t->games),
            percent(t->points[0], t->games));
    for (int e = 0; e < RECORD_ENDINGS; e++)
        fprintf(out, "%s%s %.1f %%", e ? ", " : "", record_endings[e], percent(t->endings[e], t->games));
    fprintf(out, "\n|score| up to");
    for (int b = 0; b < TALLY_BANDS - 1; b++)
        fprintf(out, " %d: %.1f %%,", band_ends[b], percent(t->bands[b], t->positions));
    fprintf(out, " beyond: %.1f %%\n", percent(t->bands[TALLY_BANDS - 1], t->positions));
}
