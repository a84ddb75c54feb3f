/* SPDX-License-Identifier: GPL-3.0-only */
/* `hanxin practice` as a user types it, over a pipe. */
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "protocol/trainer/coach.h"
#include "tests/programs/pty.h"
#include "tests/support/support.h"

static char said[1 << 18];

/* Runs the command with these lines as its input and arguments. Returns its exit status. */
static int practise(const char *arguments, const char *lines)
{
    char command[4000];
    snprintf(command, sizeof command, "printf '%s' | LC_ALL=C.UTF-8 XDG_STATE_HOME=$PWD/state $b practice %s", lines, arguments);
    return run_in_scratch("hanxin", command, said, sizeof said);
}

static void ck_said(const char *part) { ck_assert_msg(strstr(said, part), "no '%s' in:\n%.3000s", part, said); }

/* Returns a move that gives the goal of the lesson away, or MOVE_NONE. */
static Move wrong_move(Coach *coach, const Lesson *l)
{
    Game game;
    MoveList list = {0};
    Move wrong = MOVE_NONE;
    CoachAnswer a;
    game_init(&game);
    game_reset(&game, &l->start);
    legal_moves(&game.now, &list);
    for (int i = 0; i < list.count && wrong == MOVE_NONE; i++)
        if (coach_judge(coach, &game, &l->task, list.moves[i], &a) && a.grade == MOVE_WRONG)
            wrong = list.moves[i];
    game_clear(&game);
    return wrong;
}

/* Writes the moves of the solution, each as a line. */
static void solution_lines(Coach *coach, const Lesson *l, char *out, size_t size)
{
    Game game;
    CoachAnswer a = {0};
    game_init(&game);
    game_reset(&game, &l->start);
    for (size_t length = 0; !a.solved; length = strlen(out)) {
        const Move best = coach_best(coach, &game, &l->task);
        char text[MOVE_TEXT_SIZE];
        ck_assert(coach_judge(coach, &game, &l->task, best, &a));
        snprintf(out + length, size - length, "%s\\n", move_to_text(&game.now, best, NOTATION_WXF, text));
        ck_assert(game_play(&game, best) && (a.solved || game_play(&game, a.reply)));
    }
    game_clear(&game);
}

START_TEST(a_lesson_is_solved_and_kept)
{
    static const struct {
        Goal goal;
        int grade;
        const char *wrong, *solved;
    } cases[] = {{GOAL_MATE, 3, "does not mate in 3 because of", "is mate."},
                 {GOAL_WIN, 3, "gives the win away", "Solved: "},
                 {GOAL_DRAW, 3, "loses because of", "Solved: the draw is held."}};
    Coach *coach = coach_new(NULL);
    char lines[2000], solution[1900], wanted[40];
    Lesson l;
    for (int i = 0; l = lessons_get(i), l.task.goal != cases[_i].goal || l.grade != cases[_i].grade || wrong_move(coach, &l) == MOVE_NONE;)
        i++;
    solution_lines(coach, &l, solution, sizeof solution);
    snprintf(lines, sizeof lines, "solution\\n%s", solution);
    snprintf(wanted, sizeof wanted, "  %d  %s", l.grade, l.id);
    ck_assert_int_eq(practise(l.id, lines), 0);
    ck_assert_int_eq(practise("--list", ""), 0);
    ck_said(wanted); /* not solved */
    snprintf(lines, sizeof lines, "%s\\n%s", iccs_of(wrong_move(coach, &l)), solution);
    coach_free(coach);
    ck_assert_int_eq(practise(l.id, lines), 0);
    ck_said(cases[_i].wrong);
    ck_said(cases[_i].solved);
    *wanted = '+';
    ck_assert_int_eq(practise("--list", ""), 0);
    ck_said(wanted);
    ck_assert_int_eq(practise(l.id, solution), 0);
    ck_assert_int_eq(practise("--list", ""), 0);
    *wanted = '*';
    ck_said(wanted);
}
END_TEST

START_TEST(commands_and_choices)
{
    ck_assert_int_eq(practise("--kind mates --grade 2", "hint\\nsolution\\nlist\\nnext\\nhelp\\nquit\\n"), 0);
    ck_said("Red mates in 2");
    ck_said("Move the ");
    ck_said("is the best move.");
    ck_said("45 solved");
    ck_said("2 / 45");
    ck_assert_int_eq(practise("--motif 双车错 --lang zh", "提示\\n答案\\nh2h9\\n退出\\n"), 0);
    ck_said("双车错");
    ck_said("最佳着法是");
    ck_assert_int_eq(practise("--motif 雙車錯 --lang zh-Hant", "提示\\n下一題\\n幫助\\n"), 0);
    ck_said("路的");
    ck_said("2 / ");
    ck_said("重來");
    ck_assert_int_eq(practise("nothing", ""), 1);
    ck_said("no exercise and no file 'nothing'");
    ck_assert_int_eq(practise("e001 --grade 3", ""), 1);
    ck_said("exercise 'e001' is not among those of --kind, --grade and --motif");
    ck_assert_int_eq(practise("--motif nothing", ""), 1);
    ck_said("there are no such exercises");
    ck_assert_int_eq(practise("--grade 9", ""), 2);
}
END_TEST

START_TEST(positions_of_a_file)
{
    ck_assert_int_eq(run_in_scratch("hanxin",
                                    "printf '[FEN \"4k4/9/9/9/9/9/9/9/R8/3K5 w\"]\\n\\n*\\n\\n1. h2e2 h9g7 2. h0g2 *\\n' >two.pgn", said,
                                    sizeof said),
                     0);
    ck_assert_int_eq(practise("two.pgn", "next\\nb2e2\\nC2.5\\nH2+3\\n"), 0);
    ck_said("1 / 2  Red wins");
    ck_said("C8=5 is not the move of the solution.");
    ck_said("C2=5 is right.");
    ck_said("Solved.");
    ck_assert_int_eq(practise("two.pgn", "list\\nnext\\nlist\\n"), 0);
    ck_said("  1  Red wins by a capture or mate\n  2  \n");
    ck_said("  2  Red plays the moves of the solution\n");
    ck_assert_int_eq(practise("two.pgn --list", ""), 2);
    ck_said("not for a file");
}
END_TEST

/* Progress of another session, and a file that cannot be read, are not lost. */
START_TEST(progress_is_merged)
{
    char both[5000];
    Coach *coach = coach_new(NULL);
    const Lesson l = lessons_get(0);
    char solution[1900];
    solution_lines(coach, &l, solution, sizeof solution);
    coach_free(coach);
    snprintf(both, sizeof both,
             "export LC_ALL=C.UTF-8 XDG_STATE_HOME=$PWD/other; f=other/hanxin/lessons.txt; mkdir -p other/hanxin; "
             "{ echo help; until grep -q quit said; do sleep 0.1; done; echo 'm001 2' >>$f; printf '%s'; } | $b practice %s >said; "
             "cat $f; rm $f; mkdir $f; printf '%s' | $b practice %s 2>&1",
             solution, l.id, solution, l.id);
    ck_assert_int_eq(run_in_scratch("hanxin", both, said, sizeof said), 0);
    snprintf(both, sizeof both, "m001 2\n%s 2\n", l.id);
    ck_said(both);
    ck_said("; the progress is not kept");
}
END_TEST

START_TEST(at_a_terminal)
{
    static Pty pty;
    Coach *coach = coach_new(NULL);
    Lesson l;
    char words[40], move[8];
    Game game;
    for (int i = 0; l = lessons_get(i), l.task.goal != GOAL_MATE;)
        i++;
    game_init(&game);
    game_reset(&game, &l.start);
    snprintf(move, sizeof move, "%s\n", iccs_of(coach_best(coach, &game, &l.task)));
    snprintf(words, sizeof words, "practice %s --lang en", l.id);
    pty_start(&pty, words, 100, 30);
    pty_expect(&pty, "Red mates in 1");
    pty_expect(&pty, "Red>");
    pty_type(&pty, "hint\n");
    pty_expect(&pty, "Move the ");
    pty_type(&pty, move);
    pty_expect(&pty, "is mate.");
    pty_type(&pty, "\n");
    pty_expect(&pty, "Red mates in ");
    pty_type(&pty, "quit\n");
    ck_assert_int_eq(pty_end(&pty), 0);
    game_clear(&game);
    coach_free(coach);
}
END_TEST

Suite *practice_suite(void)
{
    Suite *s = suite_create("practice");
    TCase *tc = tcase_create("practice");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, a_lesson_is_solved_and_kept, 0, 3);
    tcase_add_test(tc, commands_and_choices);
    tcase_add_test(tc, positions_of_a_file);
    tcase_add_test(tc, progress_is_merged);
    tcase_add_test(tc, at_a_terminal);
    suite_add_tcase(s, tc);
    return s;
}
