/* SPDX-License-Identifier: GPL-3.0-only */
/* job.h - what hanxin-book was told to do, and what its commands share. */
#pragma once

#include <stdatomic.h>

#include "bench/book/builder.h"
#include "bench/book/choose.h"
#include "bench/book/export.h"
#include "bench/book/openings.h"
#include "bench/book/weights.h"
#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/book/draft.h"

enum { EXPORT_FEN = EXPORT_FORMATS, EXPORT_NONE }; /* of openings alone; --format was not given */
enum { GAME_FILES = 1000 };

typedef struct BookJob {
    const Program *program;
    const char *const *words;
    int word_count;
    const char *out, *net_path, *fen, *words_path, *kept, *found_path;
    int64_t nodes, hash_mib, own_cp, other_cp, margin, late, cover, games, plies, times, bound, confirm;
    int randomness, format;
    BuildOptions build;
    ChooseOptions choose;
    WeighOptions weigh;
    OpeningOptions openings;
    const atomic_bool *stop;
    PlayedMoves played;
    Findings found;
    NamedFile inputs[GAME_FILES + 2]; /* the net, files of games, and that of findings */
    int input_count;
} BookJob;

/* Tell standard error why a command cannot go on, or that Ctrl-C has ended it, and what of that; the exit status. */
int job_fail(const BookJob *job, const Text *why);
int job_interrupted(const BookJob *job, const char *then);
int job_fail_or_interrupted(const BookJob *job, const Text *why); /* without a reason it was Ctrl-C, and nothing was written */

GraphPrices job_prices(const BookJob *job);
int64_t job_bound(const BookJob *job); /* centipawns */

/* Writes the book of a draft to job->out, and says how large it is. False with the reason. */
bool job_write_draft(const BookJob *job, BookDraft *draft, Text *why);
