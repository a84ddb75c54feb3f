/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/practice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/words.h"
#include "engine/board/movegen.h"
#include "engine/notation/games.h"
#include "engine/notation/names.h"
#include "protocol/terminal/editor.h"
#include "protocol/terminal/keep.h"
#include "protocol/trainer/coach.h"

typedef enum PracticeProgress { UNSOLVED, SOLVED, SOLVED_CLEANLY } PracticeProgress; /* cleanly: without help, at the first try */

typedef struct Practice {
    const Program *program;
    Screen screen;
    Terminal terminal;
    Editor editor;
    Coach *coach;
    Lesson *lessons; /* those that were chosen; owned */
    size_t capacity;
    int count, at;
    char progress[KEEP_PATH_SIZE + 20]; /* path of the file; "" if there is no folder for it */
    Text done;                          /* its content: lines of a lesson's number and its PracticeProgress */
    Game game;
    bool clean, solved, quit;
    bool solution_shown;       /* then the exercise does not count as solved */
    char word[MOVE_TEXT_SIZE]; /* the last word that was offered for completion */
} Practice;

static Language practice_language(const Practice *p) { return p->screen.language; }
static Lesson *practice_lesson(const Practice *p) { return &p->lessons[p->at]; }

/* ---- progress ---- */

/* Reads the file of the progress, which may have changed since. Returns false with the reason if it exists but cannot be read. */
static bool practice_load_progress(Practice *p, Text *why)
{
    enum { LARGEST = 1 << 20 };
    size_t size;
    if (!*p->progress || !file_exists(p->progress))
        return true;
    char *content = file_text(p->progress, LARGEST, &size, why);
    if (!content)
        return false;
    text_free(&p->done);
    p->done = TEXT_INIT;
    text_add(&p->done, content);
    free(content);
    return true;
}

/* Finds the file of the progress and reads it. Reports a failure; then no progress is kept, so that the file is not replaced. */
static void practice_open_progress(Practice *p)
{
    Text why = WHY_IN(practice_language(p));
    const bool named = keep_folder(p->progress, NULL);
    if (named)
        strcat(p->progress, "/lessons.txt");
    if (named && practice_load_progress(p, &why))
        return;
    *p->progress = '\0';
    if (named)
        program_note(p->program, tr(practice_language(p), "%s; the progress is not kept"), why.data);
}

static PracticeProgress practice_progress(const Practice *p, const char *id)
{
    char key[16];
    snprintf(key, sizeof key, "%s ", id);
    int best = UNSOLVED;
    for (const char *at = p->done.data; *id && (at = strstr(at, key)); at++) {
        const int found = atoi(at + strlen(key));
        best = found > best ? found : best;
    }
    return (PracticeProgress)best;
}

/* Adds the solution of a lesson to what the file now contains. Reports a failure. */
static void practice_keep_progress(Practice *p)
{
    char folder[KEEP_PATH_SIZE];
    Text why = WHY_IN(practice_language(p));
    const PracticeProgress now = p->clean ? SOLVED_CLEANLY : SOLVED;
    const char *id = practice_lesson(p)->id;
    if (!*id || !*p->progress)
        return;
    bool kept = practice_load_progress(p, &why);
    if (kept && practice_progress(p, id) < now) {
        text_addf(&p->done, "%s %d\n", id, (int)now);
        kept = keep_folder(folder, &why) && (folder_make(folder) || why_errno(&why, folder)) &&
               outfile_write_text(p->progress, OUT_REPLACE, &p->done, &why);
    }
    if (!kept)
        program_note(p->program, "%s", why.data);
}

/* ---- the exercises ---- */

static bool practice_add(Practice *p, const Lesson *lesson)
{
    if (!array_grow(&p->lessons, &p->capacity, (size_t)p->count + 1, sizeof *p->lessons))
        return false;
    p->lessons[p->count++] = *lesson;
    return true;
}

static bool practice_fits(const Practice *p, const PracticeChoice *choice, const Lesson *lesson)
{
    const bool mate = lesson->task.goal == GOAL_MATE;
    Text motif = TEXT_INIT;
    lesson_motif_words(lesson, practice_language(p), &motif);
    const bool named = !choice->motif || strstr(motif.data, choice->motif) || word_is(lesson->motif, choice->motif);
    text_free(&motif);
    return named && (!choice->grade || lesson->grade == choice->grade) && (!choice->kind || mate == word_is(choice->kind, "mates"));
}

static bool practice_is_exercise(const char *word)
{
    int i = 0;
    while (i < lessons_count() && !word_is(lessons_get(i).id, word))
        i++;
    return i < lessons_count();
}

static bool practice_choose_lessons(Practice *p, const PracticeChoice *choice)
{
    for (int i = 0; i < lessons_count(); i++) {
        const Lesson lesson = lessons_get(i);
        if (practice_fits(p, choice, &lesson) && !practice_add(p, &lesson))
            return false;
    }
    p->at = 0;
    if (choice->word)
        while (p->at < p->count && !word_is(p->lessons[p->at].id, choice->word))
            p->at++;
    else
        while (p->at < p->count - 1 && practice_progress(p, p->lessons[p->at].id))
            p->at++;
    return true;
}

/* Reads the positions of a file; what there is to solve is found when one of them begins. */
static bool practice_read_file(Practice *p, const char *path, Text *why)
{
    GameSource source;
    GameTree game;
    bool done = games_open(&source, path, why);
    if (!done)
        return false;
    tree_init(&game);
    while (done && games_next(&source, &game, practice_language(p))) {
        Lesson lesson = {.task = {.goal = GOAL_LINE}, .start = game.start};
        if (!tree_is_there(&game))
            continue;
        for (int i = 0; i < game.main.plies && i < TASK_LINE_MOST; i++)
            lesson.task.line[lesson.task.plies++] = game.main.moves[i].move;
        done = practice_add(p, &lesson) || why_no_memory(why);
    }
    tree_clear(&game);
    games_close(&source);
    return done;
}

/* Adds the number, motif and task of an exercise. The task of a position of a file is unknown before it begins. */
static void practice_add_title(const Practice *p, const Lesson *lesson, Text *out)
{
    if (*lesson->id) {
        text_addf(out, "%s  ", lesson->id);
        lesson_motif_words(lesson, practice_language(p), out);
        text_add(out, "  ");
    }
    if (lesson->task.goal != GOAL_LINE || lesson->task.moves > 0)
        task_words(&lesson->task, side_to_move(&lesson->start), practice_language(p), out);
}

static void practice_list(Practice *p)
{
    static const char marks[] = {[UNSOLVED] = ' ', [SOLVED] = '+', [SOLVED_CLEANLY] = '*'};
    int solved = 0;
    for (int i = 0; i < p->count; i++) {
        const Lesson *lesson = &p->lessons[i];
        const PracticeProgress progress = practice_progress(p, lesson->id);
        Text line = TEXT_INIT;
        practice_add_title(p, lesson, &line);
        printf("%c %d  %s\n", marks[progress], *lesson->id ? lesson->grade : i + 1, line.data);
        solved += progress != UNSOLVED;
        text_free(&line);
    }
    if (*p->lessons[0].id)
        printf(tr(practice_language(p), "%d of %d solved (*: at the first try without help)\n"), solved, p->count);
}

/* ---- one exercise ---- */

static void practice_draw(const Practice *p)
{
    char place[40];
    Text title = TEXT_INIT;
    snprintf(place, sizeof place, "%d / %d  ", p->at + 1, p->count);
    text_add(&title, place);
    practice_add_title(p, practice_lesson(p), &title);
    screen_draw(&p->screen, &(Scene){.game = &p->game, .names = {"", ""}, .used_ms = {-1, -1}, .below = 4});
    puts(title.data);
    text_free(&title);
}

/* Begins the current exercise. One of a file in which there is nothing to solve is left to the user. */
static void practice_begin(Practice *p)
{
    Lesson *lesson = practice_lesson(p);
    p->clean = true;
    p->solved = p->solution_shown = false;
    if (!*lesson->id && lesson->task.goal == GOAL_LINE) {
        LessonTask task;
        p->solved = !coach_task(p->coach, &lesson->start, lesson->task.line, lesson->task.plies, &task);
        lesson->task = task;
    }
    p->screen.flip = side_to_move(&lesson->start) == BLACK;
    game_reset(&p->game, &lesson->start);
    practice_draw(p);
    if (p->solved)
        puts(tr(practice_language(p), "No win, draw or mate is known in this position, and there is no solution: try `next`."));
}

/* Judges a move; plays it and the reply unless it is wrong. */
static void practice_play(Practice *p, Move m)
{
    CoachAnswer answer;
    const LessonTask *task = &practice_lesson(p)->task;
    const Language l = practice_language(p);
    Text words = TEXT_INIT;
    if (!coach_judge(p->coach, &p->game, task, m, &answer)) {
        puts(tr(l, "This position cannot be judged."));
        return;
    }
    answer_words(&(AnswerWords){&p->game.now, task, m, &answer, task->moves - p->game.plies / 2, p->screen.notation, l}, &words);
    p->solved = answer.solved;
    p->clean = p->clean && answer.grade != MOVE_WRONG;
    if (answer.grade != MOVE_WRONG) {
        p->quit = !game_play(&p->game, m) || (answer.reply != MOVE_NONE && !answer.solved && !game_play(&p->game, answer.reply));
        practice_draw(p);
    }
    puts(words.data);
    text_free(&words);
    if (p->solved && !p->solution_shown)
        practice_keep_progress(p);
}

/* ---- commands ---- */

/* Returns the best move, which is then no longer the learner's own. Reports if it is not known. */
static Move practice_best(Practice *p)
{
    const Move best = coach_best(p->coach, &p->game, &practice_lesson(p)->task);
    p->clean = false;
    if (best == MOVE_NONE)
        puts(tr(practice_language(p), "The best move of this position is not known."));
    return best;
}

static void practice_hint(Practice *p)
{
    const Move best = practice_best(p);
    const Text reader = {.language = practice_language(p), .by_files = screen_by_files(&p->screen)};
    if (best != MOVE_NONE)
        printf(tr(practice_language(p), "Move the %s.\n"), piece_there(&p->game.now, move_from(best), &reader).text);
}

static void practice_solution(Practice *p)
{
    char text[MOVE_TEXT_SIZE];
    const Move best = practice_best(p);
    p->solution_shown = best != MOVE_NONE;
    if (p->solution_shown)
        printf(tr(practice_language(p), "%s is the best move.\n"), move_to_text(&p->game.now, best, p->screen.notation, text));
}

/* Goes to the next exercise that is not solved, or to the next one. */
static void practice_next(Practice *p)
{
    int at = p->at;
    for (int i = 1; i <= p->count && at == p->at; i++) {
        const int next = (p->at + i) % p->count;
        if (!*p->lessons[next].id || !practice_progress(p, p->lessons[next].id))
            at = next;
    }
    p->at = at != p->at ? at : (p->at + 1) % p->count;
    practice_begin(p);
}

static void practice_quit(Practice *p) { p->quit = true; }
static void practice_help(Practice *p);

static const struct {
    const char *word, *chinese[2]; /* in simplified and traditional characters */
    void (*run)(Practice *p);
    const char *about;
    bool open; /* only while the exercise is not solved */
} practice_commands[] = {
    {"hint", {"提示", "提示"}, practice_hint, N_("name the piece to move"), true},
    {"solution", {"答案", "答案"}, practice_solution, N_("name the best move"), true},
    {"again", {"重来", "重來"}, practice_begin, N_("begin this exercise again"), false},
    {"next", {"下一题", "下一題"}, practice_next, N_("go to the next exercise"), false},
    {"list", {"列表", "列表"}, practice_list, N_("list the exercises: * solved at the first try without help, + otherwise"), false},
    {"help", {"帮助", "幫助"}, practice_help, N_("show this list"), false},
    {"quit", {"退出", "退出"}, practice_quit, N_("leave; the progress is kept"), false},
};
enum { PRACTICE_COMMANDS = sizeof practice_commands / sizeof *practice_commands };

static void practice_help(Practice *p)
{
    const Language l = practice_language(p);
    for (int i = 0; i < PRACTICE_COMMANDS; i++)
        printf("  %-9s %s  %s\n", practice_commands[i].word,
               language_is_chinese(l) ? practice_commands[i].chinese[l == LANGUAGE_TRADITIONAL] : "", tr(l, practice_commands[i].about));
}

static const char *practice_words(void *self, const char *before, int i)
{
    Practice *p = self;
    MoveList list = {0};
    if (*(before + strspn(before, BLANKS)))
        return NULL;
    if (i < PRACTICE_COMMANDS)
        return practice_commands[i].word;
    i -= PRACTICE_COMMANDS;
    legal_moves(&p->game.now, &list);
    return i < list.count * NOTATIONS ? move_to_text(&p->game.now, list.moves[i / NOTATIONS], (Notation)(i % NOTATIONS), p->word) : NULL;
}

static void practice_obey(Practice *p, const char *line)
{
    Move m;
    Text why = WHY_IN(practice_language(p));
    why.by_files = screen_by_files(&p->screen);
    for (int i = 0; i < PRACTICE_COMMANDS; i++)
        if (word_is(line, practice_commands[i].word) || strcmp(line, practice_commands[i].chinese[0]) == 0 ||
            strcmp(line, practice_commands[i].chinese[1]) == 0) {
            if (!p->solved || !practice_commands[i].open)
                practice_commands[i].run(p);
            return;
        }
    if (!*line && p->solved)
        practice_next(p);
    else if (p->solved)
        puts(tr(practice_language(p), "This exercise is over: `next`, `again` or `quit`."));
    else if (*line && move_from_text(&p->game.now, line, &m, &why) == READ_MOVE)
        practice_play(p, m);
    else if (*line)
        puts(why.data);
}

static void practice_talk(Practice *p)
{
    practice_begin(p);
    puts(tr(practice_language(p), "Type a move (h2e2, C2=5, Chinese notation), `hint`, `next` or `help`."));
    while (!p->quit && !p->terminal.ending) {
        char prompt[40], *line = NULL;
        snprintf(prompt, sizeof prompt, "%s> ", p->solved ? "" : side_word(side_to_move(&p->game.now), practice_language(p)));
        const EditorResult result = editor_read(&p->editor, prompt, &line);
        if (result == EDITOR_LINE)
            practice_obey(p, text_trim(line));
        else if (result == EDITOR_END)
            p->quit = true;
        free(line);
        fflush(stdout);
    }
}

/* Reads the exercises that were chosen. Returns EXIT_SUCCESS, or the exit status after a message. */
static int practice_choose(Practice *p, const PracticeChoice *choice)
{
    const Language l = practice_language(p);
    const bool is_file = choice->word && file_exists(choice->word);
    Text why = WHY_IN(l);
    if (is_file && (choice->kind || choice->motif || choice->grade || choice->list))
        return args_wrong(p->program, "%s",
                          tr(l, "--kind, --grade, --motif and --list are for the exercises in the program, not for a file"));
    if (!(is_file ? practice_read_file(p, choice->word, &why) : practice_choose_lessons(p, choice) || why_no_memory(&why)))
        return program_fail(p->program, "%s", why.data);
    if (p->at < p->count)
        return EXIT_SUCCESS;
    if (!choice->word || is_file)
        return program_fail(p->program, "%s", tr(l, "there are no such exercises"));
    return program_fail(p->program,
                        tr(l, practice_is_exercise(choice->word) ? N_("exercise '%s' is not among those of --kind, --grade and --motif")
                                                                 : N_("no exercise and no file '%s': --list lists the exercises")),
                        choice->word);
}

int practice_run(const Program *program, const PracticeChoice *choice, const Screen *screen)
{
    Text why = WHY_IN(screen->language);
    Practice p = {.program = program, .screen = *screen, .done = TEXT_INIT, .coach = coach_new(&why)};
    const bool person = stdin_is_terminal();
    if (!p.coach)
        return program_fail(program, "%s", why.data);
    practice_open_progress(&p);
    game_init(&p.game);
    int status = practice_choose(&p, choice);
    if (status == EXIT_SUCCESS && choice->list)
        practice_list(&p);
    else if (status == EXIT_SUCCESS) {
        if (person)
            terminal_begin(&p.terminal);
        editor_begin(&p.editor, &p.terminal, practice_words, &p);
        practice_talk(&p);
        if (person)
            terminal_end(&p.terminal);
        status = p.terminal.ending ? EXIT_SIGNALLED + p.terminal.ending : EXIT_SUCCESS;
    }
    coach_free(p.coach);
    game_clear(&p.game);
    text_free(&p.done);
    free(p.lessons);
    return status;
}
