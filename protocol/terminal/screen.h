/* SPDX-License-Identifier: GPL-3.0-only */
/* screen.h - a game on a terminal: the board, and beside or below it players, clocks, captures, moves. */
#pragma once

#include "engine/base/language.h"
#include "engine/notation/notation.h"
#include "engine/rules/game.h"

typedef struct Screen { /* how to draw */
    Language language;
    Notation notation; /* of the list of moves, and the board's coordinates */
    bool ascii, colour, flip;
    bool clear; /* begin at the top of an empty terminal */
} Screen;

typedef struct Scene { /* what to draw */
    const Game *game;
    const char *names[2]; /* of the players, "" if unknown */
    int64_t used_ms[2];   /* time each has used, negative if there are no clocks */
    Bitboard marks;
    const char *status; /* one line below everything else beside the board; "" or NULL for none */
} Scene;

/* A screen for this terminal. */
Screen screen_here(Language language, Notation notation, bool ascii);

/* Fits the width and height of the terminal: the facts stand beside the board where there is room for both,
 * else below; a board too wide or too high is drawn compactly. */
void screen_draw(const Screen *screen, const Scene *scene);

/* "炮二平五 (h2e2)": a legal move of the position in the screen's notation, ICCS behind it if it is another.
 * Returns out[SCREEN_MOVE_SIZE]. */
enum { SCREEN_MOVE_SIZE = MOVE_TEXT_SIZE + 12 };
char *screen_move(const Screen *screen, const Position *pos, Move m, char *out);
