/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/crc32.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"

const char *const record_endings[] = {"mate", "stalemate", "repetition", "natural", "guards", "score", "level", "length", NULL};
_Static_assert(sizeof record_endings / sizeof *record_endings == RECORD_ENDINGS + 1, "a word for each");

static const Ending endings[RECORD_ENDINGS] = {ENDING_CHECKMATE,   ENDING_STALEMATE,       ENDING_REPETITION,       ENDING_NATURAL_LIMIT,
                                               ENDING_BARE_GUARDS, ENDING_ADJUDICATED_WIN, ENDING_ADJUDICATED_DRAW, ENDING_LENGTH};
static const Outcome outcomes[] = {OUTCOME_BLACK, OUTCOME_DRAW, OUTCOME_RED}; /* indexed by Red's points */

int record_ending(Ending ending)
{
    assert(ending_by_rules(ending) || in_range(ending, ENDING_ADJUDICATED_WIN, ENDING_LENGTH));
    if (ending_by_repetition(ending))
        ending = ENDING_REPETITION;
    int n = 0;
    while (endings[n] != ending)
        n++;
    return n;
}

/* Convert between squares and their numbers in the file, rank by rank, which are independent of the
 * program's own squares. */
static uint8_t record_square_number(Square s) { return (uint8_t)(square_rank(s) * FILES + square_file(s)); }
static Square record_numbered_square(int n) { return square_make(n % FILES, n / FILES); }

static Square record_board_point(BoardOrder order, int i) { return order == BOARD_BY_RANK ? record_numbered_square(i) : index_square[i]; }

int board_pack(PackedBoard *board, const Position *pos, Side view, BoardOrder order)
{
    int count = 0;
    *board = (PackedBoard){{0}, {0}};
    for (int i = 0; i < SQUARES; i++) {
        Square s = record_board_point(order, i);
        Piece p = piece_at(pos, view == BLACK ? square_flip(s) : s);
        if (p == NO_PIECE)
            continue;
        board->occupied[i / 8] |= (uint8_t)(1 << i % 8);
        board->pieces[count / 2] |= (uint8_t)((p ^ view << 3) << 4 * (count % 2));
        count++;
    }
    return count;
}

int board_pieces(const PackedBoard *board, BoardOrder order, PlacedPiece *pieces)
{
    Bitboard left = 0;
    int count = 0;
    memcpy(&left, board->occupied, sizeof board->occupied);
    for (left &= BB_ALL; left; left &= left - 1, count++) {
        int i = bb_first(left);
        if (count == 32)
            return -1;
        pieces[count] = (PlacedPiece){board->pieces[count / 2] >> 4 * (count % 2) & 15, record_board_point(order, i)};
    }
    return count;
}

bool board_unpack(const PackedBoard *board, BoardOrder order, Position *pos)
{
    PlacedPiece pieces[32];
    int count = board_pieces(board, order, pieces);
    position_clear(pos);
    for (int i = 0; i < count; i++) {
        Piece p = pieces[i].piece;
        Square s = pieces[i].square;
        if (piece_kind(p) == NO_KIND || !bb_has(kind_squares[piece_side(p)][piece_kind(p)], s) || !position_put(pos, p, s))
            return false;
    }
    return count >= 0;
}

int record_encode(const Record *game, uint8_t *bytes)
{
    assert(in_range(game->plies, 0, RECORD_PLIES_MAX));
    int n = game->plies, size = RECORD_HEADER_SIZE + 4 * n;
    RecordHead head = {
        .magic = {'H', 'X', 'G', '1'},
        .plies = (uint16_t)n,
        .points = (uint8_t)outcome_points(game->result.outcome, RED),
        .ending = (uint8_t)record_ending(game->result.ending),
        .seed = game->seed,
        .number = game->number,
        .nodes = game->nodes,
        .net = game->net,
        .side = game->start.side,
        .quiet = game->start.quiet_plies,
    };
    board_pack(&head.start, &game->start, RED, BOARD_BY_RANK);
    memcpy(bytes, &head, sizeof head);
    uint8_t *plane = bytes + RECORD_HEADER_SIZE;
    for (int i = 0; i < n; i++) {
        plane[i] = record_square_number(move_from(game->moves[i]));
        plane[n + i] = record_square_number(move_to(game->moves[i]));
        plane[2 * n + i] = (uint8_t)game->scores[i];
        plane[3 * n + i] = (uint8_t)((uint16_t)game->scores[i] >> 8);
    }
    uint32_t checksum = crc32_update(0, bytes, (size_t)size);
    memcpy(bytes + size, &checksum, sizeof checksum);
    return size + 4;
}

/* Decodes the start position. Returns false if pieces are on impossible points, a king is missing,
 * or a king could be captured at once. */
static bool record_decode_start(const RecordHead *head, Position *pos)
{
    if (!board_unpack(&head->start, BOARD_BY_RANK, pos) || king_square(pos, RED) == SQ_NONE || king_square(pos, BLACK) == SQ_NONE)
        return false;
    pos->side = head->side;
    if (in_check(pos, opponent(side_to_move(pos)))) /* includes facing kings */
        return false;
    pos->quiet_plies = head->quiet;
    pos->key = position_key_from_scratch(pos);
    return true;
}

int record_decode(const uint8_t *bytes, int size, Record *game)
{
    RecordHead head;
    uint32_t checksum;
    if (size < RECORD_HEADER_SIZE + 4)
        return 0;
    memcpy(&head, bytes, sizeof head);
    int n = head.plies, length = RECORD_HEADER_SIZE + 4 * n;
    if (memcmp(head.magic, RECORD_MAGIC, 4) != 0 || n > RECORD_PLIES_MAX || size < length + 4 || head.points > 2 ||
        head.ending >= RECORD_ENDINGS || head.side > 1)
        return 0;
    memcpy(&checksum, bytes + length, sizeof checksum);
    if (crc32_update(0, bytes, (size_t)length) != checksum || !record_decode_start(&head, &game->start))
        return 0;

    game->plies = n;
    game->result = (Result){outcomes[head.points], endings[head.ending]};
    game->seed = head.seed;
    game->number = head.number;
    game->nodes = head.nodes;
    game->net = head.net;
    const uint8_t *plane = bytes + RECORD_HEADER_SIZE;
    for (int i = 0; i < n; i++) {
        if (plane[i] >= SQUARES || plane[n + i] >= SQUARES)
            return 0;
        game->moves[i] = move_make(record_numbered_square(plane[i]), record_numbered_square(plane[n + i]));
        game->scores[i] = (int16_t)(plane[2 * n + i] | plane[3 * n + i] << 8);
    }
    return length + 4;
}

int record_size(const uint8_t *bytes) { return RECORD_HEADER_SIZE + 4 * ((const RecordHead *)bytes)->plies + 4; }

const char *record_verify(const Record *game)
{
    Position pos = game->start;
    Undo undo;
    for (int i = 0; i < game->plies; i++) {
        if (!is_legal(&pos, game->moves[i]))
            return "illegal move";
        position_make(&pos, game->moves[i], &undo);
    }
    bool over = !any_legal_move(&pos), check = in_check(&pos, side_to_move(&pos));
    Outcome outcome = game->result.outcome;
    Ending ending = game->result.ending;
    bool says_over = ending == ENDING_CHECKMATE || ending == ENDING_STALEMATE;
    if (over != says_over)
        return over ? "the last position is mate or stalemate, but the ending is another"
                    : "the ending is mate or stalemate, but the last position is neither";
    if (over && check != (ending == ENDING_CHECKMATE))
        return "mate recorded as stalemate or the reverse";
    if (over && outcome != lost_by(side_to_move(&pos)))
        return "mate or stalemate, but the side to move did not lose";
    bool says_drawn =
        ending == ENDING_ADJUDICATED_DRAW || ending == ENDING_LENGTH || ending == ENDING_BARE_GUARDS || ending == ENDING_NATURAL_LIMIT;
    if (says_drawn && outcome != OUTCOME_DRAW)
        return "the ending is a draw, but one side won";
    if (ending == ENDING_ADJUDICATED_WIN && outcome == OUTCOME_DRAW)
        return "adjudicated as a win, but the result is a draw";
    return NULL;
}

uint32_t record_hash(const Record *game)
{
    /* Splitmix's finisher over everything that distinguishes games. */
    uint64_t z = game->start.key;
    for (int i = 0; i < game->plies; i++)
        z = (z ^ game->moves[i]) * 0xBF58476D1CE4E5B9u + 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)(z ^ z >> 31);
}

/* ---- files ---- */

void records_open(RecordReader *r, const char *path, Text *why)
{
    *r = (RecordReader){.path = path, .why = why, .file = file_read(path, why)};
}

bool record_next(RecordReader *r, Record *game)
{
    assert(r->path);
    uint8_t bytes[RECORD_SIZE_MAX];
    while (r->file && !r->failed) {
        int size = (int)fread(bytes, 1, RECORD_HEADER_SIZE, r->file);
        if (size == RECORD_HEADER_SIZE && record_size(bytes) <= RECORD_SIZE_MAX)
            size += (int)fread(bytes + size, 1, (size_t)(record_size(bytes) - size), r->file);
        if (ferror(r->file)) {
            r->failed = true;
            return why_errno(r->why, r->path);
        }
        if (size == 0)
            return false;
        int length = record_decode(bytes, size, game), step = length;
        if (length == 0) { /* skip to the next possible start */
            const uint8_t *next = memchr(bytes + 1, RECORD_MAGIC[0], (size_t)(size - 1));
            step = next ? (int)(next - bytes) : size;
            if (r->offset == 0)
                r->other_kind = memcmp(bytes, RECORD_MAGIC, size < 4 ? (size_t)size : 4) != 0;
            r->damaged += !r->in_damage;
            r->skipped += (uint64_t)step;
        }
        r->in_damage = length == 0;
        r->begin = r->offset;
        r->offset += (uint64_t)step;
        if (length) {
            r->other_kind = false;
            r->sound = r->offset;
            r->records++;
            return true;
        }
        r->failed = step < size && fseeko(r->file, (off_t)r->offset, SEEK_SET) != 0 && !why_errno(r->why, r->path);
    }
    return false;
}

bool records_close(RecordReader *r)
{
    if (!r->file)
        return false;
    fclose(r->file);
    return !r->failed && (!r->other_kind || why_path(r->why, r->path, "not a file of game records"));
}

bool records_ready(const char *const *paths, int count, const NamedFile *outputs, int output_count, Text *why)
{
    for (int i = 0; i < count; i++) {
        FILE *file = NULL;
        if (!files_distinct(outputs, output_count, &(NamedFile){"input", paths[i]}, 1, why) || !(file = file_read(paths[i], why)))
            return false;
        fclose(file);
    }
    return true;
}

/* ---- statistics ---- */

static const int band_ends[TALLY_BANDS - 1] = {50, 150, 400, 1000, 3000};

void record_tally_add(RecordTally *t, const Record *game)
{
    assert(in_range(game->plies, 0, RECORD_PLIES_MAX));
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

static double record_percent(int64_t part, int64_t whole) { return 100 * (double)part / (double)(whole ? whole : 1); }

void record_tally_print(const RecordTally *t, FILE *out)
{
    fprintf(out, "%" PRId64 " games, %" PRId64 " positions, %.1f plies per game (%d to %d)%s\n", t->games, t->positions,
            (double)t->positions / (double)(t->games ? t->games : 1), t->plies_least, t->plies_most,
            t->many_seeds ? ", several seeds" : "");
    fprintf(out, "Red wins %.1f %%, draws %.1f %%, Black wins %.1f %%\n", record_percent(t->points[2], t->games),
            record_percent(t->points[1], t->games), record_percent(t->points[0], t->games));
    for (int e = 0; e < RECORD_ENDINGS; e++)
        fprintf(out, "%s%s %.1f %%", e ? ", " : "", record_endings[e], record_percent(t->endings[e], t->games));
    fprintf(out, "\n|score| up to");
    for (int b = 0; b < TALLY_BANDS - 1; b++)
        fprintf(out, " %d: %.1f %%,", band_ends[b], record_percent(t->bands[b], t->positions));
    fprintf(out, " beyond: %.1f %%\n", record_percent(t->bands[TALLY_BANDS - 1], t->positions));
}
