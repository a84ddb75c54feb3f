/* record.h - self-play games as compact records, for generator, reader and trainer.
 *
 * A file is nothing but records one after another: files concatenate, and a reader that meets
 * damage looks for the next record. Little-endian, per game:
 *      0  4 bytes  "HXG1"
 *      4  u16      plies
 *      6  u8       result: 0 Black won, 1 draw, 2 Red won
 *      7  u8       how it ended: 0 mate, 1 stalemate, 2 won or drawn by repetition, 3 natural limit, 4 nobody can win any more,
 *                  5 won by the scores (far apart for long enough, or a mate seen), 6 drawn by the scores (near zero for
 *                  long enough), 7 drawn as too long
 *      8  u64      seed of the run that made it
 *     16  u32      number of the game in that run
 *     20  u32      nodes searched per move
 *     24  u32      checksum of the net that played, 0 for the handcrafted evaluation
 *     28  u8       side to move first, 0 Red
 *     29  u8       0, reserved
 *     30  u16      plies since the last capture before the first move
 *     32  12 bytes occupancy of the start, bit rank * 9 + file
 *     44  16 bytes its pieces in that order, four bits each, low half first: side * 8 + kind
 *     60  u8[plies] from, u8[plies] to (rank * 9 + file), u8[plies] low and u8[plies] high bytes of
 *         the scores: centipawns for the side to move, search scores of that move
 *      .  u32      CRC-32 of all before it
 * Planes of equal bytes instead of rows let a general packer (zstd) halve the file. */
#pragma once

#include <stdio.h>

#include "engine/base/file.h"
#include "engine/board/position.h"
#include "engine/board/score.h"
#include "engine/rules/result.h"

#define RECORD_MAGIC "HXG1" /* how each record begins */

/* The number of an ending in the file, and a word for each, then NULL. Wins by repetition are not told apart. */
int record_ending(Ending ending);
extern const char *const record_endings[];

enum {
    RECORD_PLIES_MAX = 512,
    RECORD_ENDINGS = 8,
    RECORD_HEADER_SIZE = 60,
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

/* Several files, one after another. */
typedef struct RecordReader {
    const char *const *paths; /* borrowed */
    int count;
    int at;           /* the file that is read, or was read last; -1 at first */
    Text *why;        /* borrowed: for the reason */
    bool failed;      /* nothing more is read */
    FILE *file;       /* NULL: not open */
    bool other_kind;  /* it does not begin as a record does, and none has been found in it */
    bool in_damage;   /* what was read last is no record */
    uint64_t offset;  /* in it, of what is read next */
    uint64_t begin;   /* in it, of the record last returned */
    uint64_t sound;   /* in it, behind that record */
    uint64_t records; /* sound ones so far, in all files */
    uint64_t damaged; /* stretches stepped over */
    uint64_t skipped; /* bytes in them */
    int first, end;   /* of what is in the buffer */
    uint8_t buffer[1 << 16];
} RecordReader;

/* To be closed. */
void records_open(RecordReader *r, const char *const *paths, int count, Text *why);

/* The next sound record. False at the end, or when a file cannot be read. Damage is stepped over and counted. */
bool record_next(RecordReader *r, Record *game);

/* False with the reason if a file could not be read, or is none of records: something is in it, but no record. One record cut
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
