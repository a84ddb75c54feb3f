/* SPDX-License-Identifier: GPL-3.0-only */
/* show.h - the command `show`: prints what a book or an analysis contains. */
#pragma once

#include "bench/book/command.h"

typedef struct ShowOptions {
    const char *fen; /* position to show; NULL: the start position */
    bool statistics; /* describe the whole file */
} ShowOptions;

/* Returns the exit status: EXIT_FAILURE if no move is known. */
int show_command(const BookCommand *c, const ShowOptions *o);
