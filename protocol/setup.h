/* setup.h - positions and moves as GUIs send them, onto the board. */
#pragma once

#include "engine/rules/game.h"
#include "protocol/command.h"

typedef struct SetupFault {
    char text[200]; /* one line for the user, "" if all was well */
} SetupFault;

/* Sets the game to a position and the moves after it. False after an unusable FEN, or when memory is
 * short: nothing to play on. An illegal move ends the list: the position reached is kept, true is returned,
 * and the fault names the move (UCCI.md, 40 to 42). Cuts up the moves' text. */
bool setup_game(Game *game, const PositionArgs *args, SetupFault *fault);

/* Reads blank-separated moves and keeps those that are legal, once each. Cuts up the text. Returns
 * their number. */
int setup_moves(const Position *pos, char *text, Move out[MAX_MOVES]);
