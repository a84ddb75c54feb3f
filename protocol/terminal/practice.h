/* SPDX-License-Identifier: GPL-3.0-only */
/* practice.h - `hanxin practice`: the exercises of the trainer, or the positions of a file, at the terminal. */
#pragma once

#include "engine/base/args.h"
#include "protocol/terminal/screen.h"

typedef struct PracticeChoice { /* which exercises */
    const char *word;           /* the number of an exercise, such as m021, or a file; NULL for none */
    const char *kind;           /* endgames or mates; NULL for both */
    const char *motif;          /* a part of the motif in words; NULL for all */
    int grade;                  /* 0 for all */
    bool list;                  /* only list them */
} PracticeChoice;

/* Runs the command. Reads standard input and writes standard output, neither of which needs to be a terminal. The progress is kept in
 * the folder of the games (keep.h). Returns the exit status: 0; 1 after a message on standard error if there is no such exercise or
 * file; or EXIT_SIGNALLED plus a signal that ended it. */
int practice_run(const Program *program, const PracticeChoice *choice, const Screen *screen);
