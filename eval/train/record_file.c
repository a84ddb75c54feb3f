#include "eval/train/record_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void records_open(RecordReader *r, const char *const *paths, int count, Text *why)
{
    memset(r, 0, offsetof(RecordReader, buffer));
    r->paths = paths;
    r->count = count;
    r->at = -1;
    r->why = why;
}

/* False if there is none, or it cannot be opened. */
static bool next_file(RecordReader *r)
{
    if (r->failed || r->at + 1 == r->count)
        return false;
    r->file = file_read(r->paths[++r->at], r->why);
    r->failed = !r->file;
    r->other_kind = r->in_damage = false;
    r->offset = r->sound = 0;
    r->first = r->end = 0;
    return r->file;
}

static void end_file(RecordReader *r, const char *fault)
{
    if (fault)
        r->failed = !why_path(r->why, r->paths[r->at], "%s", fault);
    fclose(r->file);
    r->file = NULL;
}

/* At least one whole record in the buffer, or all there is of a file. False at the end of all. */
static bool fill(RecordReader *r)
{
    while (r->file || next_file(r)) {
        if (r->end - r->first < RECORD_SIZE_MAX) {
            memmove(r->buffer, r->buffer + r->first, (size_t)(r->end - r->first));
            r->end -= r->first;
            r->first = 0;
            errno = 0;
            r->end += (int)fread(r->buffer + r->end, 1, sizeof r->buffer - (size_t)r->end, r->file);
        }
        if (ferror(r->file))
            end_file(r, strerror(errno ? errno : EIO));
        else if (r->end > r->first)
            return true;
        else
            end_file(r, r->other_kind ? "this is no file of game records" : NULL);
    }
    return false;
}

bool record_next(RecordReader *r, Record *game)
{
    while (fill(r)) {
        const uint8_t *from = r->buffer + r->first;
        int size = r->end - r->first, length = record_decode(from, size, game), step = length;
        if (length == 0) { /* on to the next possible beginning */
            const uint8_t *next = memchr(from + 1, RECORD_MAGIC[0], (size_t)(size - 1));
            step = next ? (int)(next - from) : size;
            if (r->offset == 0)
                r->other_kind = memcmp(from, RECORD_MAGIC, size < 4 ? (size_t)size : 4) != 0;
            r->damaged += !r->in_damage;
            r->skipped += (uint64_t)step;
        }
        r->in_damage = length == 0;
        r->begin = r->offset;
        r->first += step;
        r->offset += (uint64_t)step;
        if (length) {
            r->other_kind = false;
            r->sound = r->offset;
            r->records++;
            return true;
        }
    }
    return false;
}

bool records_close(RecordReader *r)
{
    if (r->file)
        end_file(r, NULL);
    return !r->failed;
}

bool records_ready(const char *const *paths, int count, const NamedFile *outputs, int output_count, Text *why)
{
    for (int i = 0; i < count; i++) {
        FILE *file = NULL;
        if (!files_distinct(outputs, output_count, &(NamedFile){"records to read", paths[i]}, 1, why) || !(file = file_read(paths[i], why)))
            return false;
        fclose(file);
    }
    return true;
}

/* ---- counts ---- */

static const int band_ends[TALLY_BANDS - 1] = {50, 150, 400, 1000, 3000};

void record_tally_add(RecordTally *t, const Record *game)
{
    for (int i = 0; i < game->plies; i++) {
        int band = 0;
        while (band < TALLY_BANDS - 1 && abs(game->scores[i]) > band_ends[band])
            band++;
        t->bands[band]++;
    }
    if (t->games++ == 0) {
        t->plies_least = game->plies;
        t->seed = game->seed;
    }
    t->plies_least = game->plies < t->plies_least ? game->plies : t->plies_least;
    t->plies_most = game->plies > t->plies_most ? game->plies : t->plies_most;
    t->many_seeds |= game->seed != t->seed;
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
