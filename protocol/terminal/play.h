/* SPDX-License-Identifier: GPL-3.0-only */
/* play.h - a game at the terminal: its state, and functions on it that several modules share. */
#pragma once

#include "search/engine.h"
#include "protocol/terminal/editor.h"
#include "protocol/terminal/keep.h"
#include "protocol/terminal/screen.h"
#include "protocol/terminal/table.h"
#include "protocol/terminal/terminal.h"

typedef struct Reviewed Reviewed; /* see reviewing.c */

typedef struct Play {
    Table table;
    Screen screen;
    Terminal terminal;
    Editor editor;
    Engine *engine;
    Keep keep;
    Reviewed *reviewed;        /* the last review; NULL if there is none */
    bool keeps;                /* games are saved automatically */
    bool told;                 /* a failure to save this game was reported */
    char left[KEEP_PATH_SIZE]; /* path of the game that was just given up,
                                  * which play_show() reports; "" if none */
    bool quit, ended;          /* ended: the input has ended, and no line has come since */
    char word[MOVE_TEXT_SIZE]; /* buffer for completion */
} Play;

static inline Side to_move(const Play *p) { return side_to_move(&p->table.game.now); }

/* Print a line: either a given text, or an English text translated into the current language. */
void play_say(const Play *p, const char *text);
void play_tell(const Play *p, const char *english, ...) __attribute__((format(printf, 2, 3)));

/* Prints the lines of a text, which is modified; page by page on a terminal. */
void play_pages(Play *p, char *text);

/* Reports that the text after a command is invalid, and describes the expected text. */
void play_refuse(const Play *p, const char *command, const char *rest, const char *english);

/* Asks a yes-or-no question. Returns true for yes; anything else is no. */
bool play_ask(Play *p, const char *english, ...) __attribute__((format(printf, 2, 3)));

/* Draws the board with everything around it; `marks` are points to highlight. */
void play_redraw(const Play *p, Bitboard marks);

/* Prints the result and its reason, if the game is over. */
void play_announce(const Play *p);

/* Draws the board, announces the result if the game is over, and reports where the previous game was
 * saved. */
void play_show(Play *p);

/* Returns the time in milliseconds, not counting suspensions of the program. */
int64_t play_clock_ms(const Play *p);

/* Plays a legal move, draws the board and prints "Red VERB C2=5SOURCE." If an allocation fails,
 * reports that and returns false. */
bool play_move(Play *p, Move m, const char *verb, const char *source);

/* Returns true if this game may be given up. Asks the user only if the game would be lost. */
bool play_gives_up(Play *p);

/* Starts a new game from a position with the same players. */
void play_restart(Play *p, const Position *start);

/* Returns true if the whole game is saved, and sets *path (KEEP_PATH_SIZE) to its file. */
bool play_is_kept(const Play *p, char *path);

/* Sets the sides that the engine plays. If it plays one side, the person's side is at the bottom. */
void play_seat(Play *p, const bool engine[2]);
