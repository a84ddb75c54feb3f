/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/trainer/task.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/names.h"
#include "protocol/trainer/motif.h"

static const char *const goal_names[GOALS] = {"win", "draw", "mate", "line"};

bool task_read(char **text, LessonTask *task)
{
    char *word = word_next(text), *number;
    int64_t moves = 0;
    const int goal = word ? word_among(word, goal_names, GOALS) : GOALS;
    if (goal == GOAL_DRAW || goal == GOAL_MATE)
        if (!(number = word_next(text)) || !word_number(number, &moves) || !in_range(moves, 1, TASK_MOVES_MOST))
            return false;
    *task = (LessonTask){.goal = (Goal)goal, .moves = (int)moves};
    return goal < GOALS;
}

char *task_write(const LessonTask *task, char *out)
{
    if (task->moves && task->goal != GOAL_LINE)
        snprintf(out, TASK_TEXT_SIZE, "%s %d", goal_names[task->goal], task->moves);
    else
        snprintf(out, TASK_TEXT_SIZE, "%s", goal_names[task->goal]);
    return out;
}

void task_words(const LessonTask *task, Side learner, Language language, Text *out)
{
    const char *side = side_word(learner, language);
    switch (task->goal) {
    case GOAL_WIN: text_addf(out, tr(language, "%s wins by a capture or mate"), side); break;
    case GOAL_DRAW: text_addf(out, tr(language, "%s holds the draw for %d moves"), side, task->moves); break;
    case GOAL_MATE: text_addf(out, tr(language, "%s mates in %d"), side, task->moves); break;
    default: text_addf(out, tr(language, "%s plays the moves of the solution"), side); break;
    }
}

/* ---- the lessons in the program ---- */

static const char *const lesson_lines[] = {
#include LESSONS
};

int lessons_count(void) { return (int)(sizeof lesson_lines / sizeof *lesson_lines); }

Lesson lessons_get(int number)
{
    assert(in_range(number, 0, lessons_count() - 1));
    char line[256], *rest = line, *id, *grade, *motif;
    Lesson lesson = {0};
    snprintf(line, sizeof line, "%s", lesson_lines[number]);
    id = word_next(&rest);
    grade = word_next(&rest);
    motif = word_next(&rest);
    if (motif && task_read(&rest, &lesson.task) && fen_read(rest, &lesson.start, NULL)) {
        snprintf(lesson.id, sizeof lesson.id, "%s", id);
        snprintf(lesson.motif, sizeof lesson.motif, "%s", motif);
        lesson.grade = atoi(grade);
    }
    return lesson;
}

/* ---- words ---- */

/* Adds the guards of a set's name: "AAB". */
static void lesson_guards_words(const char *letters, Language language, Text *out)
{
    int count[2] = {0};
    static const char *const one[2] = {N_("an advisor"), N_("an elephant")}, *const two[2] = {N_("two advisors"), N_("two elephants")};
    for (const char *at = letters; *at; at++)
        count[*at == 'B']++;
    if (count[0] == 2 && count[1] == 2) {
        text_add(out, tr(language, "all guards"));
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (i == 1 && count[0] && count[1])
            text_add(out, tr(language, " and "));
        if (count[i])
            text_add(out, tr(language, count[i] == 2 ? two[i] : one[i]));
    }
    if (!count[0] && !count[1])
        text_add(out, tr(language, "the bare king"));
}

void lesson_motif_words(const Lesson *lesson, Language language, Text *out)
{
    static const char kinds[] = "RNCP";
    static const char *const attackers[] = {N_("rook"), N_("horse"), N_("cannon"), N_("pawn")};
    const Motif motif = motif_from_name(lesson->motif);
    const char *attacker = strchr(kinds, lesson->motif[1]);
    if (motif < MOTIFS) {
        text_add(out, motif_words(motif, language));
    } else if (attacker && *attacker) {
        text_addf(out, tr(language, "%s against "), tr(language, attackers[attacker - kinds]));
        lesson_guards_words(lesson->motif + 3, language, out);
    }
}
