/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/dataset.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

/* Size of the table of recent positions, which is indexed by key. A later position replaces an earlier
 * one, so a few duplicates that are far apart remain. Most duplicates are within a game or come from
 * the same opening. */
enum { SEEN_BITS = 23 };

void sample_pack(const Position *pos, Sample *sample)
{
    *sample = (Sample){.count = 0};
    sample->count = (uint8_t)board_pack(&sample->board, pos, side_to_move(pos), BOARD_BY_FILE);
}

Position sample_unpack(const Sample *sample)
{
    Position pos;
    board_unpack(&sample->board, BOARD_BY_FILE, &pos);
    return pos;
}

static Sample *samples_append(Samples *samples)
{
    bool room = array_grow(&samples->items, &samples->capacity, samples->count + 1, sizeof *samples->items);
    return room ? &samples->items[samples->count++] : NULL;
}

/* Returns the number of plies from the position before the last move to the end of the game. Games
 * adjudicated by the generator were not played to the end. */
static int dataset_plies_from_last(const Record *game)
{
    assert(game->plies > 0);
    return game->result.ending == ENDING_ADJUDICATED_WIN ? plies_to_win(game->scores[game->plies - 1]) : 1;
}

/* Returns true if the options include a position with this next move and this score. */
static bool dataset_takes(const DatasetOptions *o, const Position *pos, Move m, Score score)
{
    const int pieces = bb_count(occupied(pos));
    return abs(score) <= o->score_max && pieces >= o->pieces_least && (!o->pieces_max || pieces <= o->pieces_max) &&
           !(o->drop_captures && is_capture(pos, m)) && !(o->drop_checks && in_check(pos, side_to_move(pos)));
}

bool dataset_add(Dataset *data, const DatasetOptions *o, const Record *game)
{
    assert(in_range(o->validation_1000, 0, 1000));
    Position pos = game->start;
    Undo undo;
    Samples *to = record_hash(game) % 1000 < o->validation_1000 ? &data->validation : &data->training;
    const int at_last = game->plies > 0 ? dataset_plies_from_last(game) : 0;
    for (int i = 0; i < game->plies; i++) {
        Move m = game->moves[i];
        if (!is_legal(&pos, m)) {
            data->illegal++;
            return true; /* the positions before the illegal move are valid */
        }
        bool twice = data->seen && data->seen[pos.key >> (64 - SEEN_BITS)] == pos.key;
        if (data->seen)
            data->seen[pos.key >> (64 - SEEN_BITS)] = pos.key;
        data->positions++;
        if (twice) {
            data->doubles++;
        } else if (!dataset_takes(o, &pos, m, game->scores[i])) {
            data->filtered++;
        } else if (to == &data->validation || !o->positions_max || to->count < (size_t)o->positions_max) {
            const int left = game->plies - 1 - i + at_last;
            Sample *sample = samples_append(to);
            if (!sample)
                return false;
            sample_pack(&pos, sample);
            sample->score = game->scores[i];
            sample->points = (uint8_t)outcome_points(game->result.outcome, side_to_move(&pos));
            sample->twos_left = (uint8_t)(left < 2 * UINT8_MAX ? left / 2 : UINT8_MAX);
        }
        position_make(&pos, m, &undo);
    }
    return true;
}

static uint64_t samples_fingerprint(const Samples *samples)
{
    uint64_t hash = samples->count;
    for (size_t i = 0; i < samples->count; i++) {
        uint64_t words[4];
        memcpy(words, &samples->items[i], sizeof words);
        for (int w = 0; w < 4; w++)
            hash = (hash ^ words[w]) * 0xBF58476D1CE4E5B9u + 0x9E3779B97F4A7C15u;
    }
    return hash;
}

static void dataset_report(const Dataset *data, int64_t took_ms)
{
    fprintf(stderr,
            "%" PRIu64 " games, %" PRIu64 " positions: %zu for training, %zu for validation, %" PRIu64 " duplicates, %" PRIu64
            " filtered out; read in %.1f s\n",
            data->games, data->positions, data->training.count, data->validation.count, data->doubles, data->filtered,
            (double)took_ms / 1000);
    if (data->damaged)
        fprintf(stderr, "skipped %" PRIu64 " damaged sections, %" PRIu64 " bytes\n", data->damaged, data->skipped);
    if (data->illegal)
        fprintf(stderr, "%" PRIu64 " games truncated at an illegal move\n", data->illegal);
}

bool dataset_load(Dataset *data, const DatasetOptions *o, const char *const *paths, int count, Text *why)
{
    assert(count >= 0);
    Record game;
    int64_t begun = clock_ms();
    *data = (Dataset){.options = *o, .seen = o->keep_doubles ? NULL : calloc((size_t)1 << SEEN_BITS, sizeof *data->seen)};
    bool good = data->seen || o->keep_doubles || why_no_memory(why);
    for (int i = 0; i < count && good; i++) {
        RecordReader reader;
        records_open(&reader, paths[i], why);
        while (good && record_next(&reader, &game)) {
            if (!dataset_add(data, o, &game))
                good = text_fail(why, "out of memory: too many positions");
            else if (o->stop && atomic_load(o->stop))
                good = text_fail(why, "interrupted");
        }
        data->games += reader.records;
        data->damaged += reader.damaged;
        data->skipped += reader.skipped;
        good = records_close(&reader) && good;
    }
    free(data->seen);
    data->seen = NULL;
    if (!good)
        return false;
    data->fingerprint = samples_fingerprint(&data->training);
    dataset_report(data, clock_ms() - begun);
    return true;
}

void dataset_clear(Dataset *data)
{
    free(data->training.items);
    free(data->validation.items);
    free(data->seen);
    *data = (Dataset){0};
}
