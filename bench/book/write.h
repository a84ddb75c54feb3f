/* SPDX-License-Identifier: GPL-3.0-only */
/* write.h - the command `write`: chooses the moves of a book from an analysis, confirms them by longer
 * searches if requested, and writes the book.
 *
 * The book has moves for the positions that can occur while one side plays by it. Positions are taken
 * one by one, the cheapest first, and only those that the moves chosen so far lead to. In each
 * position the moves within graph_margin() of the best are chosen.
 *
 * Positions within the first GraphPrices.cover plies are covered: the book has an answer there,
 * however bad the opponent's move was. */
#pragma once

#include "bench/book/command.h"
#include "bench/book/judge.h"
#include "engine/base/progress.h"

/* ---- choice ---- */

typedef struct ChooseOptions {
    /* true: only moves that were analysed individually, not the best remaining move; a covered position
     * without such a move still gets its best remaining move */
    bool tried;
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
 * false if an allocation fails or the filter returns false. */
bool choose_moves(const BookGraph *graph, const ChooseOptions *options, const ChoiceFilter *filter, Choices *out);

/* Adds the chosen moves to a draft. The best move of a position gets the highest weight, and a move
 * that is `temperature` centipawns worse 1/e of it. Returns false if an allocation fails. */
bool choices_write(const BookGraph *graph, const Choices *choices, double temperature, BookDraft *draft);

/* ---- confirmation ---- */

/* Longer searches that confirm or reject the moves chosen from an analysis.
 *
 * Each position is searched, and each chosen move other than the best one found is then searched
 * alone (judge.h). These searches decide, because the analysis's best moves are those that its
 * short searches overrated most. A move stays if its loss is within both the graph's margin and the
 * bound, and it gets the new score. The best move of the new search is added. The results do not
 * depend on the number of judges. */
typedef struct ConfirmOptions {
    int64_t nodes; /* node limit for positions with a price of 8 plies or more (see confirm_nodes()); 0: no confirmation */
    int64_t bound; /* moves more than this many centipawns below the best are removed; negative: not given */
} ConfirmOptions;

/* Returns the node limit for a position of this price. Positions that occur in many games are
 * searched longer: 16 times the nodes at the start, half as many for every two plies of price. Only
 * whole doublings are used, because prices change a little whenever an analysis grows, and stored
 * findings (findings.h) should still match. */
int64_t confirm_nodes(int64_t nodes, double price);

typedef struct Confirmation {
    const BookGraph *graph; /* borrowed, like all pointers here */
    const Judges *judges;
    ConfirmOptions options;
    Progress *progress;
    int64_t size; /* maximum size of the book in bytes; used for the progress display only */
    int64_t begun_ms;
    size_t done; /* number of positions confirmed so far; output */
} Confirmation;

/* Keeps the moves that the search confirms and adds new best moves. This is the filter for
 * choose_moves(); `confirmation` is a Confirmation. Returns false if stopped, if an allocation fails,
 * or if a result cannot be stored. */
bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes);

/* ---- the command ---- */

typedef struct WriteOptions {
    ChooseOptions choose;
    ConfirmOptions confirm;
    double temperature; /* centipawns for which a move has 1/e of the weight */
} WriteOptions;

/* Returns the exit status. The judges make the confirming searches. */
int write_command(const BookCommand *c, const GraphPrices *prices, const JudgeOptions *judges, const WriteOptions *o);
