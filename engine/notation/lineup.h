/* lineup.h - what WXF and Chinese moves name besides points: files and places as their side counts them, and directions. */
#pragma once

#include "engine/board/position.h"

/* The number 1..9 a side gives to a file, and the other way round. */
static inline int file_number(int file, Side side) { return side == RED ? FILES - file : file + 1; }
static inline int file_numbered(int number, Side side) { return side == RED ? FILES - number : number - 1; }

typedef enum Place { PLACE_NONE, PLACE_FRONT, PLACE_MIDDLE, PLACE_REAR } Place;
typedef enum Step { STEP_NONE, STEP_FORWARD, STEP_SIDEWAYS, STEP_BACK } Step;

/* Pieces of one kind and side, from the right file to the left, on each file from the front. */
typedef struct Lineup {
    int count, tandem_files; /* files with two or more */
    Square squares[5];
    int on_file[FILES + 1]; /* how many, by file number */
} Lineup;

void lineup_init(const Position *pos, Side us, Kind kind, Lineup *l);

/* The number among those in tandem, from 1, and the place on the own file, from 0 at the front. */
void lineup_find(const Lineup *l, Side us, Square s, int *ordinal, int *place);

/* The side's number of the file that a point lies on. */
static inline int lineup_number(Square s, Side us) { return file_number(square_file(s), us); }
