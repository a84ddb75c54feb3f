/* SPDX-License-Identifier: GPL-3.0-only */
/* job.h - the command line of hanxin-book, and helpers that its commands share. */
#pragma once

#include <stdatomic.h>

#include "bench/book/build.h"
#include "bench/book/write.h"
#include "bench/book/export.h"
#include "bench/book/openings.h"
#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/book/draft.h"

enum { EXPORT_FEN = EXPORT_FORMATS, EXPORT_NONE }; /* for `openings` only; --format was not given */
enum { GAME_FILES = 1000 };

typedef struct BookJob {
    const Program *program;
    const char *const *words;
    int word_count;
    const char *out, *fen, *words_path, *kept, *found_path;
    int64_t own_cp, other_cp, margin, late, cover, bound, confirm;
    int format;
    bool statistics; /* `show` describes the whole file */
    BuildOptions build;
    ChooseOptions choose;
    double temperature; /* centipawns */
    OpeningOptions openings;
    const atomic_bool *stop;
    PlayedMoves played;
    Findings found;
    NamedFile inputs[GAME_FILES + 2]; /* the net, the game files and the findings file */
    int input_count;
} BookJob;

/* Report a failure, or an interruption by Ctrl-C with its consequence, on standard error. Return
 * the exit status. */
int job_fail(const BookJob *job, const Text *why);
int job_interrupted(const BookJob *job, const char *then);
int job_fail_or_interrupted(const BookJob *job, const Text *why); /* an empty reason means Ctrl-C:
                                                                   * reports that nothing was written */

GraphPrices job_prices(const BookJob *job);
int64_t job_bound(const BookJob *job); /* centipawns */

/* Writes the draft's book to job->out and prints its size. On failure returns false and adds the
 * reason to *why. */
bool job_write_draft(const BookJob *job, BookDraft *draft, Text *why);
