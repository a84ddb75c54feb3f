/* SPDX-License-Identifier: GPL-3.0-only */
/* screen.h - draws a game on a terminal: the board and, next to or below it, players, clocks,
 * captures and moves. */
#pragma once

#include "engine/base/language.h"
#include "engine/notation/notation.h"
#include "engine/rules/game.h"

typedef struct Screen { /* how to draw a game */
    Language language;
    Notation notation;
    Notation coordinates; /* NOTATIONS: those of the notation */
    bool ascii, colour, flip;
    bool clear; /* true to clear the terminal and start at its top */
} Screen;

typedef struct Scene { /* the game to draw */
    const Game *game;
    const char *names[2]; /* names of the players, "" if unknown */
    int64_t used_ms[2];   /* time used by each player; negative without clocks */
    Bitboard marks;
    int below;          /* number of lines that the caller writes below the game; 0: a message and the prompt */
    const char *status; /* one line below the rest of the text next to the board; "" or NULL for none */
} Scene;

/* Returns a Screen for this terminal, with the coordinates of the notation. */
Screen screen_here(Language language, Notation notation, bool ascii);

/* Draws a scene to fit the terminal: the facts are next to the board if there is room, otherwise
 * below it. If the board is too large, it is drawn compactly. */
void screen_draw(const Screen *screen, const Scene *scene);

/* Returns the number of lines that fit below the smallest board with its facts without scrolling;
 * unlimited if the output is not a terminal. */
int screen_room(const Screen *screen);

/* Returns true if the board shows the files' numbers, by which messages then name points (Text). */
bool screen_by_files(const Screen *screen);
