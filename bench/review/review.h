/* SPDX-License-Identifier: GPL-3.0-only */
/* review.h - analyses a game move by move: the score of each position, the moves that could have been
 * played, and the quality of the moves.
 *
 * Positions are searched from the last to the first with one transposition table, so that results for
 * a position help with the one before it. An apparent blunder is searched again, and is marked
 * as one only if there is no doubt. */
#pragma once

#include <stdatomic.h>

#include "engine/notation/missed.h"
#include "engine/base/language.h"
#include "engine/notation/pgn.h"
#include "engine/rules/judge.h"
#include "search/search.h"

typedef enum Mark { MARK_NONE, MARK_ONLY, MARK_INACCURACY, MARK_MISTAKE, MARK_BLUNDER, MARKS } Mark;

/* Return the sign of a mark ("!", "?!", "?", "??", or "" for none) and its number in a PGN file (0
 * for none). */
const char *mark_sign(Mark mark);
int mark_nag(Mark mark);

/* Returns the minimum loss of expected score (0 loss, 0.5 draw, 1 win) for which a move gets this mark;
 * for MARK_ONLY the minimum loss of the second-best move. */
double mark_threshold(Mark mark);

typedef struct ReviewPosition {
    bool known;      /* searched, or over by the rules */
    bool sure;       /* over by the rules, or searched longer because a neighbouring move seemed a blunder */
    Score score;     /* score for the side to move */
    double expected; /* expected score of the side to move, 0 to 1 */
    int depth;
    uint64_t nodes; /* nodes of the last search here; 0: not searched */
    MoveLine best;  /* empty if the game is over */
} ReviewPosition;

typedef struct ReviewMove {
    bool known; /* the positions before and after it are known */
    Mark mark;
    double book_lost; /* loss by the scores of the built-in opening book; negative if it lacks them */
    double lost;      /* loss of the mover's expected score, 0 to 1 */
} ReviewMove;

typedef struct ReviewSide {
    int moves, marks[MARKS]; /* counts over known moves */
    double lost;             /* average per move */
    double accuracy;         /* 0 to 100: the mean of 100 exp(-ACCURACY_SLOPE lost) */
} ReviewSide;

typedef struct Review {
    const GameTree *pgn;       /* borrowed */
    Game game;                 /* the game with all moves played */
    ReviewPosition *positions; /* before each move, and the last one */
    ReviewMove *moves;
    Position *boards; /* some of the positions, at regular intervals, for review_position() */
    int unknown;      /* number of positions, starting with the first, that were not searched because of a stop */
    ReviewSide sides[2];
    Judgement end; /* verdict of the rules on the last position */
} Review;

typedef struct ReviewOptions {
    Searcher *searcher; /* with rules, net and threads set; its table is cleared */
    Limits limits;      /* limits for each position */
    RuleSet rules;
    int limit;                                         /* natural limit, as for judge_game() */
    const atomic_bool *stop;                           /* checked while working; NULL for never */
    void (*progress)(void *self, int done, int plies); /* called after each position; may be NULL */
    /* Called when the score of the position after `ply` moves or the mark of the last of these moves has
     * changed; may be NULL. The marks are those of review_sure_mark() until the review ends. */
    void (*changed)(void *self, const Review *review, int ply);
    void *self;
} ReviewOptions;

/* Reviews a game. Returns false if an allocation fails or no search can start. Call review_clear() in
 * either case. */
bool review_game(Review *review, const GameTree *pgn, const ReviewOptions *options);
void review_clear(Review *review);

/* Returns the mark of move `ply` during a review: an apparent blunder that is not yet beyond doubt counts as
 * a mistake. */
Mark review_sure_mark(const Review *review, int ply);

/* Returns the position before move `ply`, counted from 0; for the number of moves, the last
 * position. */
Position review_position(const Review *review, int ply);

/* Returns "strong player", "club player" or "beginner", whichever loses about as much per move
 * (README.md); NULL if there are too few moves. */
const char *review_level(const ReviewSide *side, Language language);
