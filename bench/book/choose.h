/* SPDX-License-Identifier: GPL-3.0-only */
/* choose.h - chooses the moves of a book from an analysis: in each position that can occur while
 * one side plays by the book, the moves within graph_margin() of the best. Positions are taken one
 * by one, the cheapest reachable one first; a position is reachable if it follows book moves that
 * are already chosen.
 *
 * Positions within the first GraphPrices.cover plies are covered: the book has an answer there,
 * however bad the opponent's move was. */
#pragma once

#include "bench/book/graph.h"
#include "engine/book/draft.h"

typedef struct ChooseOptions {
    bool tried;   /* true: only moves that were analysed individually, not the rest's best move;
                   * a covered position without such a move still gets the rest's best move */
    int64_t size; /* maximum size of the book in bytes; covered positions are taken first, then the cheapest */
} ChooseOptions;

enum { CHOICE_MOVES = 12 };

/* The moves chosen for one position. */
typedef struct Choice {
    int node, count;
    struct {
        Move move;
        Score score;
        double loss;       /* centipawns below the best move; finally at most the margin */
    } moves[CHOICE_MOVES]; /* best first */
} Choice;

typedef struct Choices {
    Choice *list; /* owned */
    size_t count, room;
} Choices;

void choices_clear(Choices *choices);

/* Revises each batch of choices: may remove moves or add others. Positions that only a removed move
 * leads to are not chosen. Returns false if it was stopped or failed. */
typedef struct ChoiceFilter {
    bool (*keep)(void *self, Choice *list, size_t count, size_t bytes); /* `bytes`: size of the book before this batch */
    void *self;
} ChoiceFilter;

/* Chooses the moves of a book from a settled graph. If filter is NULL, all choices stay. Returns
 * false if memory is short or the filter returns false. */
bool choose_moves(const BookGraph *graph, const ChooseOptions *options, const ChoiceFilter *filter, Choices *out);

/* Adds the chosen moves to a draft. The best move of a position gets the highest weight, and a move
 * that is `temperature` centipawns worse 1/e of it. Returns false if memory is short. */
bool choices_write(const BookGraph *graph, const Choices *choices, double temperature, BookDraft *draft);
