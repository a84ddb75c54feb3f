/* SPDX-License-Identifier: GPL-3.0-only */
/* suite.h - test positions, most with known solutions (EPD), and the evaluation of an engine's
 * answers.
 *
 * A line is a FEN, whose move counters may be missing, followed by operations that each end with
 * `;`. Supported are bm (best moves), am (moves to avoid), dm (mate in this many moves), loss (what
 * moves lose), id, and moves (moves played before the position to be solved, for repetitions); c0 and
 * all others are ignored. Moves may be in any notation. `#` begins a comment. Lines of lists of problems, `FEN`,
 * `FEN ; name` and `name|FEN` (positions.h), have no expected move: they are open, and solved by the
 * announcement of a mate or of a win by endgame tables or rules; impossible ones are skipped. The
 * positions at which the games of a file begin are open, too. */
#pragma once

#include "engine/base/why.h"
#include "engine/board/movegen.h"
#include "engine/notation/games.h"
#include "engine/rules/game.h"
#include "search/search.h"

enum { SUITE_NAME = 80 };

/* A report of an engine at one moment. */
typedef struct Saying {
    Move move;   /* the move it would play; not checked for legality */
    int mate;    /* the side to move mates in this many moves; 0: no mate reported */
    bool proven; /* true if its principal variation ends in that mate */
    bool won;    /* true if the side to move wins for certain: by mate, endgame tables or the rules of repetition */
    int depth;
    uint64_t nodes;
    int64_t at_us;
} Saying;

typedef struct Attempt {
    Saying last;
    bool solved;
    Saying since;    /* the first of the reports since which the solution has been right; valid if solved */
    char fault[160]; /* description of the engine's fault; empty if there is none */
} Attempt;

enum { SUITE_MOST_LOSS = 100000, SUITE_NO_LOSS = -1 };

/* What each move loses against the best one, in units of the suite's own, such as centipawns or plies. */
typedef struct Losses {
    MoveList moves; /* empty if nothing is known */
    int loss[MAX_MOVES];
    int other; /* what every other move loses; SUITE_NO_LOSS if that is not known */
} Losses;

typedef struct Problem {
    char id[SUITE_NAME]; /* "line 7" or "game 7" if there is none */
    bool named;          /* true if there is one */
    Game game;
    MoveList best, avoid; /* empty: no condition */
    int mate;             /* number of moves; 0: no condition */
    Losses losses;        /* without best moves, one that loses nothing is a solution */
    bool open;            /* true if no solution is known: any win that is certain is one */
    Attempt attempt;      /* the engine's solution */
    Attempt before;       /* that of another engine, with which it is compared */
} Problem;

typedef struct Suite {
    Problem *problems;
    int count;
    int done;               /* number of problems, starting with the first, that the engine has tried */
    bool compares;          /* another engine has tried them before */
    int done_before;        /* number of problems that this other engine has tried */
    int unread;             /* number of lines of a list whose position is impossible; they are skipped */
    int unread_line;        /* line number of the first such line */
    char unread_fault[160]; /* description of the fault in that line */
    size_t room;
} Suite;

/* Reads the source that games_open() has opened, whose memory is modified. Returns false with the line
 * number and the reason. Call suite_clear() in either case. */
bool suite_read(Suite *suite, GameSource *source, Text *why);
void suite_clear(Suite *suite);

/* Returns true if the line is legal and ends in mate after `mate` moves. */
bool suite_line_mates(const Position *pos, const Move *line, int plies, int mate);

/* Returns what the move of an attempt at this problem loses; SUITE_NO_LOSS if that is not known. */
int suite_loss(const Problem *problem, const Attempt *attempt);

enum { SUITE_MOST_SCORE = 1000 }; /* centipawns */

/* Measures what the `count` best moves of a problem lose, in centipawns, and adds that as a line of a suite: the first move is that of a
 * search within the limits, each next one that of an equal search without the moves before. Scores beyond SUITE_MOST_SCORE count as that;
 * other moves are taken to lose as much as the worst of these. Adds nothing if all lose the same. Earlier moves of the problem's game are
 * left out. Returns false if the flag of the limits was set or an allocation fails. */
bool suite_price(const Problem *problem, int number, Searcher *searcher, const Limits *limits, int count, Text *out);

/* suite_begin_comparison() keeps all attempts as those of the engine that tried the problems before, and begins anew for the next engine.
 * suite_undo_comparison() takes them back as if there were no other. */
void suite_begin_comparison(Suite *suite);
void suite_undo_comparison(Suite *suite);

/* Records a report; only the last one matters. A solution must be a legal move. */
void suite_note(Problem *problem, const Saying *saying);

/* Lets this program's search try the problem, after clearing the results of earlier searches.
 * Returns false if the flag of the limits was set or an allocation fails. */
bool suite_try(Problem *problem, Searcher *searcher, const Limits *limits);
