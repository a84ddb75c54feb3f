/* SPDX-License-Identifier: GPL-3.0-only */
/* choose.h - the book that an analysis makes: of each position that can come up while one side plays by the book, the moves near the best
 * (graph_margin()). Such a position lies behind the book's own moves as they are taken in the end: the cheapest that can come up is taken
 * next.
 *
 * Positions within the plies in which all moves of the opponent are looked at (GraphPrices, cover) are covered: the book answers there,
 * however bad the opponent's move was. */
#pragma once

#include "bench/book/graph.h"
#include "engine/book/draft.h"

typedef struct ChooseOptions {
    bool tried;   /* only moves that were looked at one by one, not the best of the rest; but a covered position with no such move
                   * is answered by that */
    int64_t size; /* bytes of the book at most; covered positions are taken first, then those that cost least */
} ChooseOptions;

enum { CHOICE_MOVES = 12 };

/* What is chosen of a position. */
typedef struct Choice {
    int node, count;
    struct {
        Move move;
        Score score;
        double loss;       /* how much worse it is than the best; in the end at most the margin */
        double weight;     /* weights.h; 0 until then */
    } moves[CHOICE_MOVES]; /* best first */
} Choice;

typedef struct Choices {
    Choice *list; /* owned */
    size_t count, room;
} Choices;

void choices_clear(Choices *choices);

/* Looks at what is chosen again: leaves moves out, or puts others in. What lies behind a move that was left out is not chosen on
 * its account. False: it was stopped, or cannot go on. */
typedef struct ChoiceFilter {
    bool (*keep)(void *self, Choice *list, size_t count, size_t bytes); /* `bytes`: of the book before these */
    void *self;
} ChoiceFilter;

/* Of a settled graph; filter NULL: all stays. False if memory is short, or the filter says so. */
bool choose_moves(const BookGraph *graph, const ChooseOptions *options, const ChoiceFilter *filter, Choices *out);

/* Puts the moves that are chosen, and weighed, into a draft. False if memory is short. */
bool choices_write(const BookGraph *graph, const Choices *choices, BookDraft *draft);
