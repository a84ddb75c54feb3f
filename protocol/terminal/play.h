/* SPDX-License-Identifier: GPL-3.0-only */
/* play.h - a person's game at the terminal: the table and all around it, and what is done to it from several sides. */
#pragma once

#include "protocol/player.h"
#include "protocol/terminal/editor.h"
#include "protocol/terminal/keep.h"
#include "protocol/terminal/screen.h"
#include "protocol/terminal/table.h"
#include "protocol/terminal/terminal.h"

typedef struct Reviewed Reviewed; /* reviewing.c */

typedef struct Play {
    Table table;
    Screen screen;
    Terminal terminal;
    Editor editor;
    Player *player;
    Keep keep;
    Reviewed *reviewed;          /* the last review; NULL: none yet */
    bool keeps;                  /* games are kept */
    bool told;                   /* that this one cannot be */
    char left[KEEP_PATH_SIZE];   /* where the game is that was just given up, for play_show() to say; "" if nowhere */
    bool quit, ended;            /* the latter: input has ended, and no line came since */
    char word[SCREEN_MOVE_SIZE]; /* handed out for completion */
} Play;

static inline Side to_move(const Play *p) { return (Side)p->table.game.now.side; }

/* In the language spoken. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *play_text(const Play *p, const char *english, const char *chinese)
{
    return in_language(p->screen.language, english, chinese);
}

/* A line to the person: a text, and in the language spoken. */
void play_say(const Play *p, const char *text);
void play_tell(const Play *p, const char *english, const char *chinese, ...) __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

/* The lines of a text, which is cut up: a page at a time if there is somebody to turn it. */
void play_pages(Play *p, char *text);

/* Says that what stands behind a command does not fit, and what would. */
void play_refuse(const Play *p, const char *command, const char *rest, const char *english, const char *chinese);

/* A question to be answered by yes or no; anything else is no. */
bool play_ask(Play *p, const char *english, const char *chinese, ...) __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

/* The board with all around it; `marks` are points to be marked. */
void play_redraw(const Play *p, Bitboard marks);

/* Announces the result and its reason, if there is one. */
void play_announce(const Play *p);

/* Both, and where the game before this one went. */
void play_show(Play *p);

/* The table's clock: milliseconds that do not pass while the program is suspended. */
int64_t play_clock_ms(const Play *p);

/* Plays a legal move, shows the board and says "Red VERB C2.5 (h2e2)SOURCE." False, after saying so, if memory is short. */
bool play_move(Play *p, Move m, const char *verb, const char *source);

/* May this game be given up for another one, or for good? Asks only where it would be lost. */
bool play_gives_up(Play *p);

/* A new game from a position; players stay. */
void play_restart(Play *p, const Position *start);

/* Is all of this game kept? Then *path (KEEP_PATH_SIZE) is where. */
bool play_is_kept(const Play *p, char *path);

/* The sides that the engine plays from now on; a person who plays it sits below. */
void play_seat(Play *p, const bool engine[2]);
