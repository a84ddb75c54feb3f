/* SPDX-License-Identifier: GPL-3.0-only */
/* review.h - a game looked at move by move: what each position was worth, what could have been played, how good the moves were.
 *
 * Positions are searched backwards from the last, with one table: what is found out about a position helps the one before it. What
 * looks like a blunder is looked at again, and is called one where that is no doubt. */
#pragma once

#include <stdatomic.h>

#include "engine/notation/pgn.h"
#include "engine/rules/judge.h"
#include "search/search.h"

typedef enum Mark { MARK_NONE, MARK_ONLY, MARK_INACCURACY, MARK_MISTAKE, MARK_BLUNDER, MARKS } Mark;

/* "!", "?!", "?", "??", "" for none; and the number a PGN file has for it, 0 for none. */
const char *mark_sign(Mark mark);
int mark_nag(Mark mark);

/* What marks a move: how much of the expected score (0 loss, 0.5 draw, 1 win) it gave away, at least; for MARK_ONLY what the second
 * best move would have. */
double mark_threshold(Mark mark);

enum { REVIEW_LINE = 20 };

typedef struct ReviewLine {
    int plies;
    Move moves[REVIEW_LINE];
} ReviewLine;

typedef struct ReviewPosition {
    bool known;      /* looked at, or over by the rules */
    bool sure;       /* by the rules, or looked at for longer, as a move before or behind it seemed a blunder */
    Score score;     /* for the side to move */
    double expected; /* score of the side to move, 0 to 1 */
    int depth;
    uint64_t nodes;  /* of the last search here; 0: none */
    ReviewLine best; /* empty where the game is over */
} ReviewPosition;

typedef struct ReviewMove {
    bool known; /* the positions before and behind it are */
    Mark mark;
    double lost; /* of the expected score of who moved, 0 to 1 */
} ReviewMove;

typedef struct ReviewSide {
    int moves, marks[MARKS]; /* of the known ones */
    double lost;             /* a move, on average */
    double accuracy;         /* 0 to 100: the mean of 100 exp(-ACCURACY_SLOPE lost) */
} ReviewSide;

typedef struct Review {
    const PgnGame *pgn;        /* borrowed */
    Game game;                 /* with all its moves */
    ReviewPosition *positions; /* before each move, and the last one */
    ReviewMove *moves;
    Position *boards; /* one now and then, of those before each move (review_position) */
    int unknown;      /* positions from the first on that were not looked at: somebody was asked to stop */
    ReviewSide sides[2];
    Judgement end; /* how the last position stands by the rules */
} Review;

typedef struct ReviewOptions {
    Searcher *searcher; /* with its rules, net and threads set; forgets what it knew */
    Limits limits;      /* of each position */
    RuleSet rules;
    int limit;                                         /* as judge_game() has it */
    const atomic_bool *stop;                           /* looked at while it works; NULL: never */
    void (*progress)(void *self, int done, int plies); /* after each position; may be NULL */
    void *self;
} ReviewOptions;

/* False when memory is short or no search can be begun. To be cleared either way. */
bool review_game(Review *review, const PgnGame *pgn, const ReviewOptions *options);
void review_clear(Review *review);

/* The position before the move of that number, from 0; as many as there are moves: the last. */
Position review_position(const Review *review, int ply);

/* The expected score of a score, 0 to 1. */
double review_expected(Score score);
