/* SPDX-License-Identifier: GPL-3.0-only */
/* notation_squares.h - reads moves that name squares: two points, as in ICCS, and algebraic moves. Used by
 * notation_read.c. The first rank is 0 or 1. */
#pragma once

#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/notation/notation.h"

/* Returns true if only marks and blanks remain. */
static inline bool move_text_ends(const char *text) { return *utf8_skip(text, MOVE_MARKS BLANKS) == '\0'; }

/* Reads two points and returns the text after them, or NULL if the text does not begin with two
 * points. */
const char *squares_read_move(const char *text, int first, Move *m);

/* An algebraic move. Files and ranks are -1 if not given. */
typedef struct Algebraic {
    Kind kind; /* NO_KIND: any */
    int file, rank;
    bool captures;
    Square goal;
} Algebraic;

/* Reads an algebraic move, followed only by marks. Returns false if the text is not one. */
bool algebraic_read(const char *text, int first, Algebraic *a);

/* Finds the legal move that is meant. */
MoveReading algebraic_find(const Position *pos, const Algebraic *a, Move *m, Text *why);

/* Returns true if the text has a capital letter and a small letter, each followed by a digit: H2e2 is a
 * horse on rank 2. */
bool squares_are_mixed(const char *text);
