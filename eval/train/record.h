/* SPDX-License-Identifier: GPL-3.0-only */
/* record.h - self-play games as compact records, for generator, reader and trainer, and files of them.
 *
 * A file is nothing but records one after another: files concatenate, and a reader that meets
 * damage looks for the next record. Little-endian, per game:
 *      RecordHead
 *      u8[plies] from, u8[plies] to (rank * 9 + file), u8[plies] low and u8[plies] high bytes of
 *      the scores: centipawns for the side to move, search scores of that move
 *      u32       CRC-32 of all before it
 * Planes of equal bytes instead of rows let a general packer (zstd) halve the file. */
#pragma once

#include <stdio.h>

#include "engine/base/file.h"
#include "engine/board/position.h"
#include "engine/board/score.h"
#include "engine/rules/result.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "heads are read and written as they lie in memory");

typedef struct PackedBoard {
    uint8_t occupied[12]; /* a bit for each point, in some order */
    uint8_t pieces[16];   /* in that order, four bits each, low half first: side * 8 + kind */
} PackedBoard;

typedef struct __attribute__((packed)) RecordHead {
    char magic[4]; /* "HXG1" */
    uint16_t plies;
    uint8_t points;    /* Red's: 0 Black won, 1 draw, 2 Red won */
    uint8_t ending;    /* 0 mate, 1 stalemate, 2 won or drawn by repetition, 3 natural limit, 4 nobody can win any more, 5 won by
                         the scores (far apart for long enough, or a mate seen), 6 drawn by the scores (near zero for long
                         enough), 7 drawn as too long */
    uint64_t seed;     /* of the run that made it */
    uint32_t number;   /* of the game in that run */
    uint32_t nodes;    /* searched per move */
    uint32_t net;      /* checksum of the net that played, 0 for the handcrafted evaluation */
    uint8_t side;      /* to move first, 0 Red */
    uint8_t reserved;  /* 0 */
    uint16_t quiet;    /* plies since the last capture before the first move */
    PackedBoard start; /* rank by rank */
} RecordHead;

_Static_assert(sizeof(RecordHead) == 60, "as in files of the past");

#define RECORD_MAGIC "HXG1" /* how each record begins */

/* The number of an ending in the file, and a word for each, then NULL. Wins by repetition are not told apart. */
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
    Position start; /* game_ply is not kept */
    int plies;
    Move moves[RECORD_PLIES_MAX];
    int16_t scores[RECORD_PLIES_MAX];
} Record;

typedef struct PlacedPiece {
    Piece piece;
    Square square;
} PlacedPiece;

/* The pieces as a side sees them, as if it were Red; point by point rank by rank, or file by file. Returns how many. */
int board_pack(PackedBoard *board, const Position *pos, Side view, bool by_rank);

/* Into pieces[32], in their order; returns how many, or -1 if there are more. */
int board_pieces(const PackedBoard *board, bool by_rank, PlacedPiece *pieces);

/* The position, Red to move. False if pieces stand where they cannot. */
bool board_unpack(const PackedBoard *board, bool by_rank, Position *pos);

/* Writes into bytes[RECORD_SIZE_MAX]; returns the length. */
int record_encode(const Record *game, uint8_t *bytes);

/* The length of the sound record at bytes[0..size), with *game filled; 0 if there is none: wrong
 * magic, impossible fields, incomplete, or a checksum that does not match. */
int record_decode(const uint8_t *bytes, int size, Record *game);

/* The length of a record that was written by record_encode(). */
int record_size(const uint8_t *bytes);

/* NULL, or what is wrong with the game itself: an illegal move, moves after the end, an end that the
 * last position does not show. Slow. */
const char *record_verify(const Record *game);

/* Which part of a data set a game belongs to, by its own content: the same in whatever file it lies.
 * Uniform over 32 bits. */
uint32_t record_hash(const Record *game);

/* -- files -- */

typedef struct RecordReader {
    const char *path; /* borrowed */
    Text *why;        /* borrowed: for the reason */
    FILE *file;       /* NULL: it could not be opened */
    bool failed;      /* it could not be read */
    bool other_kind;  /* it does not begin as a record does, and none has been found in it */
    bool in_damage;   /* what was read last is no record */
    uint64_t offset;  /* of what is read next */
    uint64_t begin;   /* of the record last returned */
    uint64_t sound;   /* behind that record */
    uint64_t records; /* sound ones so far */
    uint64_t damaged; /* stretches stepped over */
    uint64_t skipped; /* bytes in them */
} RecordReader;

/* To be closed. */
void records_open(RecordReader *r, const char *path, Text *why);

/* The next sound record. False at the end, or when the file cannot be read. Damage is stepped over and counted. */
bool record_next(RecordReader *r, Record *game);

/* False with the reason if the file could not be read, or is none of records: something is in it, but no record. One record cut
 * off while it was written is no other kind of file. */
bool records_close(RecordReader *r) __attribute__((warn_unused_result));

/* To be asked before long work: can all these files be opened, and is none of them an output? */
bool records_ready(const char *const *paths, int count, const NamedFile *outputs, int output_count, Text *why)
    __attribute__((warn_unused_result));

enum { TALLY_BANDS = 6 };

typedef struct RecordTally { /* counts over games; zeroed: no game yet */
    int64_t games, positions;
    int64_t points[3]; /* games by Red's points: lost, drawn, won */
    int64_t endings[RECORD_ENDINGS];
    int64_t bands[TALLY_BANDS]; /* positions by |score|, up to 50, 150, 400, 1000, 3000 and beyond */
    int plies_least, plies_most;
    uint64_t seed; /* of the first game */
    bool many_seeds;
} RecordTally;

void record_tally_add(RecordTally *tally, const Record *game);

/* All of it, for people. */
void record_tally_print(const RecordTally *tally, FILE *out);
