/* SPDX-License-Identifier: GPL-3.0-only */
/* make.h - turns an analysis into a book: chooses the moves and confirms them by longer searches if
 * requested. */
#pragma once

#include "bench/book/choose.h"
#include "bench/book/confirm.h"
#include "bench/book/journal.h"

typedef struct MakeOptions {
    GraphPrices prices;
    ChooseOptions choose;
    double temperature;     /* centipawns for which a move has 1/e of the weight */
    ConfirmOptions confirm; /* all but net and findings, which are set here; nodes
                             * 0: no confirmation. Its `stop` ends the whole run */
    const char *net_path;   /* net of the confirming searches */
    const char *kept;       /* file that stores their results (findings.h); NULL for none */
} MakeOptions;

/* Fills an empty draft. On failure returns false with the reason, which is empty if it was
 * stopped. */
bool book_make(const Journal *journal, const MakeOptions *options, BookDraft *draft, Text *why) __attribute__((warn_unused_result));
