/* SPDX-License-Identifier: GPL-3.0-only */
/* task.h - an exercise: a position and what the side to move, the learner, must reach from it; and the exercises inside the
 * program (lessons.txt). */
#pragma once

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

typedef enum Goal {
    GOAL_WIN,  /* keep the win by the endgame tables until a capture or mate */
    GOAL_DRAW, /* keep the draw by the endgame tables for `moves` moves */
    GOAL_MATE, /* mate within `moves` moves */
    GOAL_LINE, /* play the moves of the solution */
    GOALS
} Goal;

enum { TASK_MOVES_MOST = 64, TASK_LINE_MOST = 2 * TASK_MOVES_MOST, TASK_TEXT_SIZE = 16 };

typedef struct LessonTask {
    Goal goal;
    int moves;                 /* number of the learner's moves; 0 for GOAL_WIN */
    int plies;                 /* GOAL_LINE: length of the solution, which the learner begins */
    Move line[TASK_LINE_MOST]; /* GOAL_LINE: the solution */
} LessonTask;

/* Reads a goal and its number of moves, such as `win`, `mate 3` and `draw 8`, and moves *text past them. Returns false if the
 * text is none of them. The solution of GOAL_LINE, `line`, is read elsewhere. */
bool task_read(char **text, LessonTask *task);

/* Writes the goal and its number of moves, as task_read() reads them, to out[TASK_TEXT_SIZE]. Returns out. */
char *task_write(const LessonTask *task, char *out);

/* Adds the task in words, such as "Red mates in 3". */
void task_words(const LessonTask *task, Side learner, Language language, Text *out);

typedef struct Lesson {
    char id[8];
    int grade;      /* 1 for the first lessons, up to LESSON_GRADES */
    char motif[24]; /* mates: a name of motif.h; endgames: the set of pieces, such as KRKAA */
    LessonTask task;
    Position start;
} Lesson;

enum { LESSON_GRADES = 7 };

/* Return the number of lessons in the program, and one of them. Endgames come first, and easier lessons before harder ones. */
int lessons_count(void);
Lesson lessons_get(int number);

/* Adds the motif in words: "iron bolt", "rook against two advisors". */
void lesson_motif_words(const Lesson *lesson, Language language, Text *out);
