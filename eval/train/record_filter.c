#include "eval/train/record_filter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

RecordFilter record_filter_any(void)
{
    return (RecordFilter){.seed = RECORD_ANY_SEED, .plies_most = RECORD_PLIES_MAX, .nodes_most = UINT32_MAX};
}

static bool is_or_any(const char *wanted, const char *text) { return !wanted || strcmp(wanted, text) == 0; }

bool record_filter_passes(const RecordFilter *f, const Record *game)
{
    char net[9];
    snprintf(net, sizeof net, "%08" PRIx32, game->net);
    return is_or_any(f->result, outcome_text(game->result.outcome)) &&
           is_or_any(f->ending, record_endings[record_ending(game->result.ending)]) && is_or_any(f->net, net) &&
           (f->seed == RECORD_ANY_SEED || f->seed == game->seed) && game->plies >= f->plies_least && game->plies <= f->plies_most &&
           game->nodes >= f->nodes_least && game->nodes <= f->nodes_most;
}
