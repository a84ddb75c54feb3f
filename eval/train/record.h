/* SPDX-License-Identifier: GPL-3.0-only */
/* record.h - compact records of self-play games, and files of them, for generator, reader and
 * trainer.
 *
 * A file consists only of records: files can be concatenated, and a reader that meets damage
 * searches for the next record. Little-endian, per game:
 *      RecordHead
 *      u8[plies] from, u8[plies] to (rank * 9 + file), u8[plies] low and u8[plies] high bytes of
 *      the scores: centipawns for the side to move, the search scores of these moves
 *      u32       CRC-32 of all preceding bytes
 * Separate planes of like bytes, instead of rows, let a general compressor (zstd) halve the
 * file. */
#pragma once

#include <stdio.h>

#include "engine/base/file.h"
#include "engine/board/position.h"
#include "engine/board/score.h"
#include "engine/rules/result.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "heads are read and written as they lie in memory");

typedef struct PackedBoard {
    uint8_t occupied[12]; /* one bit for each point, in a given order */
    uint8_t pieces[16];   /* pieces in the same order, four bits each, low half first: side * 8 + kind */
} PackedBoard;

_Static_assert(sizeof(PackedBoard) == 28, "part of RecordHead and of Sample");

typedef struct __attribute__((packed)) RecordHead {
    char magic[4]; /* "HXG1" */
    uint16_t plies;
    uint8_t points; /* Red's points: 0 Black won, 1 draw, 2 Red won */
    /* How the game ended: 0 mate, 1 stalemate, 2 won or drawn by repetition, 3 natural limit, 4
     * neither side can win any more, 5 adjudicated as a win (large scores for long enough, or a mate
     * was found), 6 adjudicated as a draw (scores near zero for long enough), 7 drawn by length. */
    uint8_t ending;
    uint64_t seed;     /* seed of the run that produced the game */
    uint32_t number;   /* number of the game in that run */
    uint32_t nodes;    /* nodes searched per move */
    uint32_t net;      /* checksum of the net that played; 0 for the handcrafted evaluation */
    uint8_t side;      /* side to move first; 0 is Red */
    uint8_t reserved;  /* 0 */
    uint16_t quiet;    /* plies since the last capture before the first move */
    PackedBoard start; /* start position, in the order of ranks */
} RecordHead;

_Static_assert(sizeof(RecordHead) == 60, "as in existing files");

#define RECORD_MAGIC "HXG1" /* first bytes of each record */

/* record_ending() returns the number that stands for an ending in the file. record_endings contains a
 * word for each of these numbers, then NULL. In a file, wins and draws by repetition have the same
 * number. */
int record_ending(Ending ending);
extern const char *const record_endings[];

enum {
    RECORD_PLIES_MAX = 512,
    RECORD_ENDINGS = 8,
    RECORD_HEADER_SIZE = sizeof(RecordHead),
    RECORD_SIZE_MAX = RECORD_HEADER_SIZE + 4 * RECORD_PLIES_MAX + 4,
};

typedef struct Record {
    uint64_t seed;
    uint32_t number, nodes, net;
    Result result;
    Position start; /* start position, without game_ply */
    int plies;
    Move moves[RECORD_PLIES_MAX];
    int16_t scores[RECORD_PLIES_MAX];
} Record;

typedef struct PlacedPiece {
    Piece piece;
    Square square;
} PlacedPiece;

/* Order of the points of a PackedBoard. */
typedef enum BoardOrder { BOARD_BY_FILE, BOARD_BY_RANK } BoardOrder;

/* Packs the pieces as seen by a side, as if it were Red. Returns their number. */
int board_pack(PackedBoard *board, const Position *pos, Side view, BoardOrder order);

/* Writes the pieces to pieces[32] in their order. Returns their number, or -1 if there are more
 * than 32. */
int board_pieces(const PackedBoard *board, BoardOrder order, PlacedPiece *pieces);

/* Unpacks the position, with Red to move. Returns false if pieces are on impossible points. */
bool board_unpack(const PackedBoard *board, BoardOrder order, Position *pos);

/* Writes a record of a finished game to bytes[RECORD_SIZE_MAX]. Returns its length. */
int record_encode(const Record *game, uint8_t *bytes);

/* Reads a valid record at bytes[0..size) into *game. Returns its length, or 0 if there is no valid
 * record: wrong magic, impossible fields, incomplete, or a wrong checksum. */
int record_decode(const uint8_t *bytes, int size, Record *game);

/* Returns the length of a record written by record_encode(). */
int record_size(const uint8_t *bytes);

/* Returns NULL if the game is correct, or a description of the fault: an illegal move, moves after the
 * end, or an ending that the last position contradicts. Slow. */
const char *record_verify(const Record *game);

/* Returns a hash of the game's content, uniform over 32 bits. It decides to which part of a data set
 * the game belongs, whatever file contains it. */
uint32_t record_hash(const Record *game);

/* -- files -- */

typedef struct RecordReader {
    const char *path; /* borrowed */
    Text *why;        /* borrowed; receives the reason */
    FILE *file;       /* NULL if it could not be opened */
    bool failed;      /* reading failed */
    bool other_kind;  /* true if the file does not begin like a record and no record was found in it */
    bool in_damage;   /* the last bytes read are not a record */
    uint64_t offset;  /* offset of the next bytes */
    uint64_t begin;   /* offset of the last record returned */
    uint64_t sound;   /* end of that record */
    uint64_t records; /* number of valid records so far */
    uint64_t damaged; /* number of damaged sections skipped */
    uint64_t skipped; /* number of bytes in them */
} RecordReader;

/* Opens a file, which must be closed by records_close(). */
void records_open(RecordReader *r, const char *path, Text *why);

/* Reads the next valid record. Returns false at the end, or if the file cannot be read. Damage is
 * skipped and counted. */
bool record_next(RecordReader *r, Record *game);

/* Closes the file. Returns false with the reason if it could not be read or is of another kind: it
 * is not empty, contains no records and does not begin like one. A file that consists of one
 * incomplete record is accepted. */
bool records_close(RecordReader *r) __attribute__((warn_unused_result));

/* Checks before long work that all files can be opened and that none of them is an output. */
bool records_ready(const char *const *paths, int count, const NamedFile *outputs, int output_count, Text *why)
    __attribute__((warn_unused_result));

enum { TALLY_BANDS = 6 };

typedef struct RecordTally { /* statistics of games; initialise it with 0 */
    int64_t games, positions;
    int64_t points[3]; /* games by Red's points: 0, 1 or 2 */
    int64_t endings[RECORD_ENDINGS];
    int64_t bands[TALLY_BANDS]; /* positions by |score|: up to 50, 150, 400, 1000, 3000, and more */
    int plies_least, plies_most;
    uint64_t seed; /* seed of the first game */
    bool many_seeds;
} RecordTally;

void record_tally_add(RecordTally *tally, const Record *game);

/* Prints the statistics. */
void record_tally_print(const RecordTally *tally, FILE *out);
