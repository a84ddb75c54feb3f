/* SPDX-License-Identifier: GPL-3.0-only */
/* choose.h - the book that an analysis makes: of each position that can come up while one side plays by the book, the moves near the best. */
#pragma once

#include "bench/book/graph.h"
#include "engine/book/draft.h"

typedef struct ChooseOptions {
    int64_t margin;     /* centipawns: moves that are worse by more are left out; the graph's prices have the same */
    double temperature; /* centipawns: a move that is worse by so much weighs 1/e of the best */
    int64_t size;       /* bytes of the book at most; positions that cost least are taken first */
} ChooseOptions;

/* Of a settled graph. False with the reason. */
bool choose_book(const BookGraph *graph, const ChooseOptions *options, BookDraft *draft, Text *why);
