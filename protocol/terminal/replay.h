/* replay.h - `hanxin show FILE.pgn`: a game step by step. */
#pragma once

#include <stdbool.h>

#include "engine/base/language.h"
#include "engine/notation/notation.h"

typedef struct ReplayWish {
    const char *path; /* `-` is standard input */
    int game;         /* 1 for the file's first */
    int ply;          /* shown first; negative: the start. Not a terminal: this one alone */
    Language language;
    Notation notation;
    bool ascii, flip;
} ReplayWish;

/* With keys on a terminal: forward, back, to either end, turned round, the next game. Elsewhere every position
 * of the game is written in turn. Returns the process's exit status: 0, or 1 after a line on standard error if
 * there is no such file or game; a damaged game is shown up to its fault, and then 1 too. */
int replay_run(const ReplayWish *wish);
