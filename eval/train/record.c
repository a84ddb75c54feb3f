#include "eval/train/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/base/crc32.h"

const char *const record_endings[] = {"mate", "stalemate", "repetition", "natural", "guards", "score", "level", "length", NULL};
_Static_assert(sizeof record_endings / sizeof *record_endings == RECORD_ENDINGS + 1, "a word for each");

static const Ending endings[RECORD_ENDINGS] = {ENDING_CHECKMATE,   ENDING_STALEMATE,       ENDING_REPETITION,       ENDING_NATURAL_LIMIT,
                                               ENDING_BARE_GUARDS, ENDING_ADJUDICATED_WIN, ENDING_ADJUDICATED_DRAW, ENDING_LENGTH};
static const Outcome outcomes[] = {OUTCOME_BLACK, OUTCOME_DRAW, OUTCOME_RED}; /* by Red's points */

int record_ending(Ending ending)
{
    if (ending_by_repetition(ending))
        ending = ENDING_REPETITION;
    int n = 0;
    while (endings[n] != ending)
        n++;
    return n;
}

/* Squares in the file are numbered rank by rank, independently of the program's own squares. */
static uint8_t square_number(Square s) { return (uint8_t)(square_rank(s) * FILES + square_file(s)); }
static Square numbered_square(int n) { return square_make(n % FILES, n / FILES); }

static void put(uint8_t *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *from, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

int record_encode(const Record *game, uint8_t *bytes)
{
    int n = game->plies;
    memset(bytes, 0, RECORD_HEADER_SIZE);
    memcpy(bytes, RECORD_MAGIC, 4);
    put(bytes + 4, (uint64_t)n, 2);
    bytes[6] = (uint8_t)outcome_points(game->result.outcome, RED);
    bytes[7] = (uint8_t)record_ending(game->result.ending);
    put(bytes + 8, game->seed, 8);
    put(bytes + 16, game->number, 4);
    put(bytes + 20, game->nodes, 4);
    put(bytes + 24, game->net, 4);
    bytes[28] = game->start.side;
    put(bytes + 30, game->start.quiet_plies, 2);
    int pieces = 0;
    for (int i = 0; i < SQUARES; i++) {
        Piece p = piece_at(&game->start, numbered_square(i));
        if (p == NO_PIECE)
            continue;
        bytes[32 + i / 8] |= (uint8_t)(1 << i % 8);
        bytes[44 + pieces / 2] |= (uint8_t)(p << 4 * (pieces % 2));
        pieces++;
    }
    uint8_t *plane = bytes + RECORD_HEADER_SIZE;
    for (int i = 0; i < n; i++) {
        plane[i] = square_number(move_from(game->moves[i]));
        plane[n + i] = square_number(move_to(game->moves[i]));
        plane[2 * n + i] = (uint8_t)game->scores[i];
        plane[3 * n + i] = (uint8_t)((uint16_t)game->scores[i] >> 8);
    }
    int size = RECORD_HEADER_SIZE + 4 * n;
    put(bytes + size, crc32_update(0, bytes, (size_t)size), 4);
    return size + 4;
}

/* False if pieces stand where they cannot, kings are missing or one could be captured at once. */
static bool decode_start(const uint8_t *bytes, Position *pos)
{
    position_clear(pos);
    int pieces = 0;
    for (int i = 0; i < SQUARES; i++) {
        if (!(bytes[32 + i / 8] >> i % 8 & 1))
            continue;
        if (pieces == 32)
            return false;
        Piece p = bytes[44 + pieces / 2] >> 4 * (pieces % 2) & 15;
        Square s = numbered_square(i);
        pieces++;
        if (piece_kind(p) == NO_KIND || !bb_has(kind_squares[piece_side(p)][piece_kind(p)], s) || !position_put(pos, p, s))
            return false;
    }
    if (king_square(pos, RED) == SQ_NONE || king_square(pos, BLACK) == SQ_NONE)
        return false;
    pos->side = bytes[28];
    if (in_check(pos, opponent((Side)pos->side))) /* or kings face each other: a king could be captured */
        return false;
    pos->quiet_plies = (uint16_t)get(bytes + 30, 2);
    pos->key = position_key_from_scratch(pos);
    return true;
}

int record_decode(const uint8_t *bytes, int size, Record *game)
{
    if (size < RECORD_HEADER_SIZE + 4 || memcmp(bytes, RECORD_MAGIC, 4) != 0)
        return 0;
    int n = (int)get(bytes + 4, 2), length = RECORD_HEADER_SIZE + 4 * n;
    if (n > RECORD_PLIES_MAX || size < length + 4 || bytes[6] > 2 || bytes[7] >= RECORD_ENDINGS || bytes[28] > 1)
        return 0;
    if (crc32_update(0, bytes, (size_t)length) != get(bytes + length, 4) || !decode_start(bytes, &game->start))
        return 0;

    game->plies = n;
    game->result = (Result){outcomes[bytes[6]], endings[bytes[7]]};
    game->seed = get(bytes + 8, 8);
    game->number = (uint32_t)get(bytes + 16, 4);
    game->nodes = (uint32_t)get(bytes + 20, 4);
    game->net = (uint32_t)get(bytes + 24, 4);
    const uint8_t *plane = bytes + RECORD_HEADER_SIZE;
    for (int i = 0; i < n; i++) {
        if (plane[i] >= SQUARES || plane[n + i] >= SQUARES)
            return 0;
        game->moves[i] = move_make(numbered_square(plane[i]), numbered_square(plane[n + i]));
        game->scores[i] = (int16_t)(plane[2 * n + i] | plane[3 * n + i] << 8);
    }
    return length + 4;
}

int record_size(const uint8_t *bytes) { return RECORD_HEADER_SIZE + 4 * (int)get(bytes + 4, 2) + 4; }

const char *record_verify(const Record *game)
{
    Position pos = game->start;
    Undo undo;
    for (int i = 0; i < game->plies; i++) {
        if (!is_legal(&pos, game->moves[i]))
            return "an illegal move";
        position_make(&pos, game->moves[i], &undo);
    }
    bool over = !any_legal_move(&pos), check = in_check(&pos, (Side)pos.side);
    Outcome outcome = game->result.outcome;
    Ending ending = game->result.ending;
    bool says_over = ending == ENDING_CHECKMATE || ending == ENDING_STALEMATE;
    if (over != says_over)
        return over ? "the last position is mate or stalemate, the record says otherwise" : "the last position is no mate or stalemate";
    if (over && check != (ending == ENDING_CHECKMATE))
        return "mate and stalemate confused";
    if (over && outcome != lost_by((Side)pos.side))
        return "mate or stalemate, but the side to move has not lost";
    bool says_drawn =
        ending == ENDING_ADJUDICATED_DRAW || ending == ENDING_LENGTH || ending == ENDING_BARE_GUARDS || ending == ENDING_NATURAL_LIMIT;
    if (says_drawn && outcome != OUTCOME_DRAW)
        return "an ending that is a draw, but one side has won";
    if (ending == ENDING_ADJUDICATED_WIN && outcome == OUTCOME_DRAW)
        return "adjudicated as won, but drawn";
    return NULL;
}

uint32_t record_hash(const Record *game)
{
    /* Splitmix's finisher over everything that tells games apart. */
    uint64_t z = game->start.key;
    for (int i = 0; i < game->plies; i++)
        z = (z ^ game->moves[i]) * 0xBF58476D1CE4E5B9u + 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z ^ z >> 31);
}

/* ---- files ---- */

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
