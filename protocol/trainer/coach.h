/* SPDX-License-Identifier: GPL-3.0-only */
/* coach.h - judges the moves of a learner in an exercise and answers them: by the endgame tables, by proofs of mate, or by the
 * solution of a file. */
#pragma once

#include "engine/base/why.h"
#include "engine/notation/notation.h"
#include "protocol/trainer/task.h"
#include "search/mate.h"

typedef struct Coach Coach;

/* Returns a judge with the built-in tables; NULL with the reason on failure. */
Coach *coach_new(Text *why);
void coach_free(Coach *c); /* NULL is allowed */

typedef enum MoveGrade {
    MOVE_BEST,   /* it keeps the goal, and no move does so more quickly */
    MOVE_SLOWER, /* it keeps the win, but others are quicker */
    MOVE_WRONG,  /* it gives the goal away */
} MoveGrade;

typedef struct CoachAnswer {
    MoveGrade grade;
    bool solved;       /* the goal is reached */
    bool mated;        /* the move leaves the opponent without a legal move */
    bool open;         /* GOAL_MATE, for a wrong move: no mate was found after the reply, but a mate is not excluded */
    int before, after; /* GOAL_WIN: plies to the next capture or mate from the position, with the best move and with this one;
                          GOAL_MATE: moves to mate after this one; 0 if unknown. GOAL_DRAW: moves still to hold in `after` */
    Move best;         /* the best move instead; MOVE_NONE if the move is best or none is known */
    Move reply;        /* the longest resistance or the trickiest try; for a wrong move its refutation. MOVE_NONE if there is none */
} CoachAnswer;

/* Judges a legal move in the current position of a game that the task's position began. Before it, only moves that kept the goal
 * and replies were played. Returns false if neither tables nor prover know enough, or if an allocation fails. */
bool coach_judge(Coach *c, const Game *game, const LessonTask *task, Move m, CoachAnswer *answer);

/* Returns the best move of the learner in the current position: MOVE_NONE if it is not known or the goal is lost. */
Move coach_best(Coach *c, const Game *game, const LessonTask *task);

/* Sets the task of a position of a file, with its main line, possibly empty: by the tables, by a mate that can be proven, or by
 * the line. Returns false if there is nothing to solve. */
bool coach_task(Coach *c, const Position *start, const Move *line, int plies, LessonTask *task);

typedef struct AnswerWords { /* a judged move, for answer_words() */
    const Position *before;  /* the position before the move */
    const LessonTask *task;
    Move move;
    const CoachAnswer *answer;
    int moves; /* GOAL_MATE: moves allowed before the move */
    Notation notation;
    Language language;
} AnswerWords;

/* Adds a sentence about the move. */
void answer_words(const AnswerWords *a, Text *out);
