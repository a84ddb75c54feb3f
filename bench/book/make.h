/* SPDX-License-Identifier: GPL-3.0-only */
/* make.h - from an analysis to a book: its moves are chosen, confirmed by longer searches if that is asked for, and weighed. */
#pragma once

#include "bench/book/choose.h"
#include "bench/book/confirm.h"
#include "bench/book/journal.h"
#include "bench/book/weights.h"

typedef struct MakeOptions {
    GraphPrices prices;
    ChooseOptions choose;
    WeighOptions weigh;
    ConfirmOptions confirm; /* but for its net and findings; of 0 nodes: nothing is confirmed. Its `stop` ends all of this */
    const char *net_path;   /* whose searches confirm */
    const char *kept;       /* where what they find is kept (findings.h); NULL: nowhere */
} MakeOptions;

/* Fills an empty draft. False with the reason, which is empty if it was stopped. */
bool book_make(const Journal *journal, const MakeOptions *options, BookDraft *draft, Text *why) __attribute__((warn_unused_result));
