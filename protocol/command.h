/* SPDX-License-Identifier: GPL-3.0-only */
/* command.h - parses the commands of a GUI, and the positions and moves in them.
 *
 * UCCI and UCI differ in what the engine prints. What GUIs send is parsed by one parser for both,
 * because real clients mix the two (UCCI.md). Words are matched as a whole, in any case, with any
 * number of blanks and tabs between them. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/game.h"

typedef enum CommandKind {
    CMD_EMPTY, /* blank line or # comment */
    CMD_UNKNOWN,
    CMD_UCCI,
    CMD_UCI,
    CMD_ISREADY,
    CMD_SETOPTION, /* args: everything after the word */
    CMD_NEWGAME,
    CMD_POSITION, /* args: `fen ...` or `startpos ...` */
    CMD_BANMOVES, /* args: the moves */
    CMD_GO,
    CMD_STOP,
    CMD_PONDERHIT, /* args: possibly `draw` */
    CMD_PROBE,     /* args: like those of position */
    CMD_QUIT,
    CMD_SHOW, /* `d` */
    CMD_EVAL,
    CMD_FLIP,
    CMD_BENCH, /* args: its parameters */
    CMD_HELP,
} CommandKind;

typedef struct Command {
    CommandKind kind;
    char *args; /* within the line: everything after the first word, trimmed */
    bool bare;  /* the first word belongs to the arguments: `fen ...` without `position` */
} Command;

/* Parses a line. Never fails: an unknown command is CMD_UNKNOWN. Removes blanks at the end of the
 * line; parsing the arguments later modifies the rest. */
Command command_read(char *line);

CommandKind command_kind(const char *line); /* returns the kind only */

typedef enum Setup {
    SETUP_NONE, /* neither `fen` nor `startpos`; to be ignored */
    SETUP_BAD,  /* invalid FEN, or memory is short: no position to play on */
    SETUP_DONE,
} Setup;

/* Sets the game to the position and moves in the arguments of `position` or `probe`. Adds errors to
 * *why. If a move is illegal, this is an error too, but the position before it is kept (UCCI.md, 40
 * to 42). Modifies `args`. */
Setup setup_game(Game *game, char *args, Text *why);

/* Reads moves separated by blanks and keeps those that are legal, each once. Modifies the text. */
void setup_moves(const Position *pos, char *text, MoveList *list);

/* Converts moves whose ranks count from 1, such as h10g8, to ours, h9g7, in place. Other words do
 * not change. */
void moves_from_rank_1(char *text);
