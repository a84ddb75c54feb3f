/* SPDX-License-Identifier: GPL-3.0-only */
/* command.h - what a GUI can ask: commands, and positions and moves as it sends them.
 *
 * UCCI and UCI differ in what the engine prints; what they ask is read by one parser that knows
 * both, because real clients mix the two (UCCI.md). Words are whole, in any case,
 * with any number of blanks and tabs between them. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/game.h"

typedef enum CommandKind {
    CMD_EMPTY, /* blank line or # comment */
    CMD_UNKNOWN,
    CMD_UCCI,
    CMD_UCI,
    CMD_ISREADY,
    CMD_SETOPTION, /* args: what follows the word */
    CMD_NEWGAME,
    CMD_POSITION, /* args: `fen ...` or `startpos ...` */
    CMD_BANMOVES, /* args: the moves */
    CMD_GO,
    CMD_STOP,
    CMD_PONDERHIT, /* args: maybe `draw` */
    CMD_PROBE,     /* args: as for position */
    CMD_QUIT,
    CMD_SHOW, /* `d` */
    CMD_EVAL,
    CMD_FLIP,
    CMD_BENCH, /* args: its parameters */
    CMD_HELP,
} CommandKind;

typedef struct Command {
    CommandKind kind;
    char *args; /* in the line: what follows the first word, trimmed */
    bool bare;  /* the first word begins the arguments: `fen ...` without `position` */
} Command;

/* Never fails: what is not understood is CMD_UNKNOWN. Takes away blanks at the line's end; reading the arguments
 * cuts up the rest. */
Command command_read(char *line);

CommandKind command_kind(const char *line); /* only that */

typedef enum Setup {
    SETUP_NONE, /* neither `fen` nor `startpos`: to be ignored */
    SETUP_BAD,  /* an unusable FEN, or memory is short: nothing to play on */
    SETUP_DONE,
} Setup;

/* Sets the game to the position and moves that are the arguments of `position` and `probe`. What is wrong is added to
 * `why`, also when an illegal move ends the list: then the position reached is kept (UCCI.md, 40 to 42). Cuts up `args`. */
Setup setup_game(Game *game, char *args, Text *why);

/* Reads blank-separated moves and keeps those that are legal, once each. Cuts up the text. */
void setup_moves(const Position *pos, char *text, MoveList *list);

/* Moves whose ranks are counted from 1, such as h10g8, become ours, h9g7, in the same text; other words stay. */
void moves_from_rank_1(char *text);
