/* commands.h - what a person may ask for at the table. */
#pragma once

#include "protocol/terminal/play.h"

typedef struct PlayCommand {
    const char *word, *zh_word;        /* what may be typed; the latter may be NULL */
    void (*obey)(Play *p, char *args); /* NULL: help (obey.h). `args` is what stands behind, trimmed; it may be cut up */
    const char *args, *zh_args;        /* as the help shows them; choices are taken from the former. NULL: not in the help */
    const char *english, *chinese;
    bool whole; /* it ends the game: no beginning of the word will do */
} PlayCommand;

enum { PLAY_COMMANDS = 26 };
extern const PlayCommand play_commands[PLAY_COMMANDS];

/* What needs no command: a move in any notation; a square alone, which asks where the piece there can go. */
void commands_move(Play *p, const char *text);
void commands_square(Play *p, Square s);
