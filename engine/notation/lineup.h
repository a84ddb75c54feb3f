/* SPDX-License-Identifier: GPL-3.0-only */
/* lineup.h - the pieces of one kind and side as WXF and Chinese notation name them: by their file, which
 * each side counts from its own right, and by their place among the pieces on that file. */
#pragma once

#include "engine/board/position.h"

typedef enum LineupPlace { PLACE_NONE, PLACE_FRONT, PLACE_MIDDLE, PLACE_REAR } LineupPlace;
typedef enum Step { STEP_NONE, STEP_FORWARD, STEP_SIDEWAYS, STEP_BACK } Step;

/* Convert between a file and the number 1..9 that a side gives it. */
static inline int file_number(int file, Side side) { return side == RED ? FILES - file : file + 1; }
static inline int file_numbered(int number, Side side) { return side == RED ? FILES - number : number - 1; }

/* Returns true if the piece moves diagonally or like a horse, so that a forward or backward move changes
 * its file. */
static inline bool kind_jumps(Kind kind) { return kind == ADVISOR || kind == BISHOP || kind == KNIGHT; }

/* A piece among the pieces of its kind and side. */
typedef struct Fellow {
    Square at;
    int number;  /* number of the piece's file, counted from that side */
    int on_file; /* number of pieces on that file */
    int place;   /* index among the pieces on that file, from 0 at the front */
    int ordinal; /* index among all pieces that share files, from 1; 0 if the piece is alone on its file */
} Fellow;

/* Pieces of one kind and side, in order from the right file to the left, on each file from the
 * front. */
typedef struct Lineup {
    int count, in_tandem;
    Fellow fellows[5];
} Lineup;

/* Digits 1 to 9: Chinese characters, and ASCII. */
extern const char *const lineup_digits[2][10];

/* Returns the pieces of that kind and side. */
Lineup line_up(const Position *pos, Side us, Kind kind);

/* Returns the place of a piece that shares its file with others. */
LineupPlace fellow_place(const Fellow *f);
