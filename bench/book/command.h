/* SPDX-License-Identifier: GPL-3.0-only */
/* command.h - the command line of hanxin-book as passed to its commands, and functions that end a
 * command. */
#pragma once

#include <stdatomic.h>

#include "engine/base/args.h"
#include "engine/base/outfile.h"
#include "engine/book/draft.h"

typedef enum BookFormat { FORMAT_BOOKDAT, FORMAT_OBK, FORMAT_PGN, FORMAT_EPD, FORMAT_FEN, FORMAT_NONE } BookFormat;

typedef struct BookCommand {
    const Program *program;
    const char *name;         /* name of the command */
    const char *const *words; /* words after the name of the command: the input */
    int word_count;
    const char *key_words;   /* file with the key words of .obk books (obk.h); NULL: not given */
    const char *out;         /* output file; NULL: not given */
    const atomic_bool *stop; /* set by Ctrl-C; NULL in `show`, which Ctrl-C ends at once */
} BookCommand;

/* Reports an interruption by Ctrl-C with its consequence. Returns the exit status. */
int command_interrupted(const BookCommand *c, const char *then);

/* Reports the failure unless `good`; an empty reason means that Ctrl-C came before anything was
 * written. Returns the exit status. */
int command_end(const BookCommand *c, bool good, const Text *why);

/* Completes the output file, or removes it if not `good`. Returns false with the reason if anything
 * failed. */
bool command_finish_file(const BookCommand *c, OutFile *out, bool good, Text *why);

/* Writes the draft's book to the output file and prints its size. Only a book of our own format is
 * replaced. On failure returns false with the reason. */
bool command_write_draft(const BookCommand *c, BookDraft *draft, Text *why);
