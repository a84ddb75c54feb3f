/* SPDX-License-Identifier: GPL-3.0-only */
/* Conversations in which memory or threads are refused at each call that can fail, one call after
 * another (tests/conform/faults.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/notation/fen.h"
#include "tests/support/gui.h"
#include "tests/support/make_book.h"
#include "tests/support/support.h"

/* Lines to send, and the beginning of the line that must be received once before the next turn is
 * sent. There are two such beginnings: that of the answer, and that of the message that there is no
 * answer. */
typedef struct Turn {
    const char *send, *answer, *refusal;
} Turn;

static const Turn turns[] = {
    {"ucci", "ucciok", NULL},
    {"setoption logfile %s/log\nsetoption hashsize 1\nsetoption bookfiles %s/book.dat;%s/none.dat", NULL, NULL},
    {"isready", "readyok", NULL},
    {"position startpos moves h2e2 h9g7 h0g2 i9h9\ngo depth 3", "bestmove ", "nobestmove"},
    {"setoption threads 2\nsetoption hashsize 2\nsetoption multipv 2", NULL, NULL},
    {"position startpos\ngo nodes 300", "bestmove ", NULL},
    {"go infinite\nposition startpos\nsetoption clearhash\nstop", "bestmove ", NULL},
    {"go perft 2", "Nodes searched: 1920", "nobestmove"},
    {"banmoves h2e2\ngo depth 2", "bestmove ", NULL},
    {"setoption evalfile %s/none.nnue\nsetoption usebook false\nsetoption threads 1", NULL, NULL},
    {"go ponder time 100 increment 0\nponderhit", "bestmove ", NULL},
    {"position fen rubbish\ngo depth 1", "nobestmove", NULL},
    {"position startpos moves h2e2\ngo searchmoves h9g7 depth 1", "bestmove h9g7", "nobestmove"},
    {"probe startpos", "pophash", NULL},
    {"go depth 0", "nobestmove", NULL},
    {"uci", "uciok", NULL},
    {"setoption name Hsah value 3\nsetoption name Threads value 3\nd\neval", NULL, NULL},
    {"go movetime 2", "bestmove ", NULL},
    {"isready", "readyok", NULL},
};

static bool begins(const char *line, const char *start) { return start && strncmp(line, start, strlen(start)) == 0; }
static bool is_answer(const char *line) { return begins(line, "bestmove") || begins(line, "nobestmove") || begins(line, "Nodes searched"); }

/* Sends a text. If the engine is dead, this is noticed later, when it does not answer. */
static void send_text(Gui *gui, const char *text)
{
    if (write(gui->to, text, strlen(text)) < 0)
        return;
}

/* Sends a turn followed by `isready` and reads up to the reply. Returns the number of answers to the
 * turn, or -1 if the engine has exited. */
static int take_turn(Gui *gui, const Turn *turn)
{
    char text[2000];
    const char *folder = scratch_folder();
    bool is_ready = begins(turn->send, "isready");
    int replies = 0;
    snprintf(text, sizeof text, turn->send, folder, folder, folder);
    strcat(text, "\n");
    send_text(gui, text);
    for (bool asked = is_ready;;) {
        if (!asked && (!turn->answer || replies > 0)) {
            send_text(gui, "isready\n");
            asked = true;
        }
        const char *line = gui_read(gui, 20000 * gui_slack());
        if (!line)
            return -1;
        if (asked && strcmp(line, "readyok") == 0)
            return is_ready ? 1 : replies;
        if (begins(line, turn->answer) || begins(line, turn->refusal))
            replies++;
        else if (is_answer(line))
            return 100;
    }
}

/* Returns false if faults cannot be injected, as with sanitizers, which have their own allocators. */
static bool can_refuse(void)
{
    return strcmp(BUILD_MODE, "asan") != 0 && strcmp(BUILD_MODE, "tsan") != 0 && !getenv("HANXIN_TEST_ENGINE") &&
           access(built_program("tests/faults.so"), R_OK) == 0;
}

/* Runs one conversation in which the Nth call that can fail does fail. Returns false if there are fewer
 * than N such calls. Counts the engines that failed to start. */
static bool converse(int number, bool ever, int *unborn_count)
{
    char at[20], note[200], library[600], errors[300] = "";
    snprintf(at, sizeof at, "%d", number);
    snprintf(note, sizeof note, "%s/fault", scratch_folder());
    snprintf(library, sizeof library, "%s", built_program("tests/faults.so"));
    unlink(note);
    setenv("LD_PRELOAD", library, 1);
    setenv("HANXIN_FAULT_AT", at, 1);
    setenv("HANXIN_FAULT_NOTE", note, 1);
    if (ever)
        setenv("HANXIN_FAULT_EVER", "1", 1);
    Gui gui;
    gui_start(&gui);
    unsetenv("LD_PRELOAD");
    int replies = 1;
    for (int i = 0; i < COUNT(turns) && replies >= 0; i++) {
        replies = take_turn(&gui, &turns[i]);
        if (replies >= 0 && replies != (turns[i].answer != NULL))
            gui_fail(&gui, "call %d%s refused: %d replies to `%s`", number, ever ? " and all after it" : "", replies, turns[i].send);
    }
    if (replies >= 0)
        send_text(&gui, "quit\n");
    int status = gui_wait(&gui, 20000 * gui_slack());
    ssize_t n = read(gui.errors, errors, sizeof errors - 1);
    errors[n > 0 ? n : 0] = '\0';
    /* the engine may fail to start if it prints a message */
    bool said = begins(errors, "hanxin: cannot start: no memory\n") || begins(errors, "hanxin: cannot start: no thread\n");
    bool unborn = replies < 0 && status == 1 && gui.lines <= 1 && said;
    if (!unborn && (replies < 0 || status != 0 || *errors))
        gui_fail(&gui, "call %d%s refused: status %d, on stderr: %s", number, ever ? " and all after it" : "", status, errors);
    *unborn_count += unborn;
    close(gui.to), close(gui.from), close(gui.errors);
    return access(note, F_OK) == 0;
}

START_TEST(each_go_is_answered_once_despite_faults)
{
    if (!can_refuse())
        return;
    char path[200];
    snprintf(path, sizeof path, "%s/book.dat", scratch_folder());
    make_book(path, &(MadeBookLine){"3k5/9/9/9/9/9/9/9/9/4K4 w", "e0e1:5"}, 1);
    int number = 1, unborn = 0;
    while (converse(number, _i == 1, &unborn))
        number++;
    /* The engine starts without its hash table, its net or its search thread. */
    ck_assert_msg(_i == 1 || unborn <= 10, "%d faults kept it from starting", unborn);
    ck_assert_int_gt(number, 50);
}
END_TEST

/* The search in progress is answered, even with lines waiting; then the process exits with a message. */
START_TEST(a_line_without_memory_ends_the_input)
{
    enum { LENGTH = 2 << 20 };
    static char line[LENGTH + 1];
    char said[200] = "";
    Gui gui;
    if (!can_refuse() || gui_ranks() > 1)
        return;
    const struct rlimit none = {1 << 20, 1 << 20};
    memset(line, 'x', LENGTH);
    gui_begin(&gui);
    gui_send(&gui, _i == 0 ? "go infinite\nposition startpos moves h2e2\nisready\n" : "go nodes 300000\nisready\n");
    gui_expect(&gui, "readyok", 10000 * gui_slack());
    ck_assert_int_eq(prlimit(gui.pid, RLIMIT_AS, &none, NULL), 0);
    send_text(&gui, line);
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), FEN_START, NULL), "%s", gui.line);
    ck_assert_int_eq(gui_wait(&gui, 10000 * gui_slack()), 1);
    ck_assert_int_gt(read(gui.errors, said, sizeof said - 1), 0);
    ck_assert_str_eq(said, "hanxin: standard input: no memory for the next line\n");
}
END_TEST

/* ---- threads ---- */

/* Starts the engine without some of its threads, such as "2-3". The first thread reads the input. */
static void start_with_refused_threads(Gui *gui, const char *range)
{
    setenv("LD_PRELOAD", built_program("tests/faults.so"), 1);
    setenv("HANXIN_FAULT_THREADS", range, 1);
    gui_start(gui);
    unsetenv("LD_PRELOAD");
    unsetenv("HANXIN_FAULT_THREADS");
}

static void shake_without_book(Gui *gui)
{
    gui_shake(gui, "uci");
    gui_send(gui, "setoption name OwnBook value false\n");
}

/* Sends a search and reads its legal best move. Returns the number of lines with this beginning. */
static int lines_of_a_search(Gui *gui, const char *go, const char *start, const char *other)
{
    int count = 0;
    gui_send(gui, go);
    for (;;) {
        const char *line = gui_read(gui, 20000 * gui_slack());
        if (!line)
            gui_fail(gui, "no best move");
        if (begins(line, "bestmove")) {
            ck_assert_msg(gui_is_legal_bestmove(line, FEN_START, NULL), "%s", line);
            return count;
        }
        if (begins(line, "info string ") && !begins(line, start))
            gui_fail(gui, "unexpected message: %s", line);
        count += begins(line, start) || begins(line, other);
    }
}

/* Expects exactly one message and no other text on standard error. */
START_TEST(a_bench_without_memory_reports_it_once)
{
    char said[4000];
    int failures = 0;
    if (!can_refuse())
        return;
    for (int at = 1; at <= 8; at++) {
        char command[300];
        snprintf(command, sizeof command,
                 "LD_PRELOAD=$b/tests/faults.so HANXIN_FAULT_AT=%d HANXIN_FAULT_EVER=1 $b/hanxin bench --depth 1 2>&1", at);
        if (run_in_scratch("", command, said, sizeof said) == 0)
            continue;
        failures++;
        ck_assert_msg(strchr(said, '\n') == said + strlen(said) - 1 && strncmp(said, "hanxin", 6) == 0, "call %d refused: %s", at, said);
    }
    ck_assert_int_gt(failures, 1);
}
END_TEST

static const char no_thread[] = "info string cannot create a search thread: searching without one";

/* Without a thread the search still runs, even an infinite one that needs `stop`. The hash table and later searches are not affected. */
START_TEST(a_search_without_a_thread)
{
    static const char *const searches[] = {"go depth 4\n",
                                           "go movetime 100\n",
                                           "go wtime 1000 btime 1000\n",
                                           "go infinite\nstop\n",
                                           "go ponder wtime 100000 btime 100000\nponderhit\n",
                                           "go nodes 3000\n"};
    Gui gui;
    if (!can_refuse())
        return;
    start_with_refused_threads(&gui, "2-2");
    shake_without_book(&gui);
    ck_assert_int_gt(lines_of_a_search(&gui, searches[_i], no_thread, "info depth 1 "), 1);
    ck_assert_int_eq(lines_of_a_search(&gui, searches[_i], no_thread, NULL), 0);
    gui_quit(&gui);
}
END_TEST

/* The reduced number of threads is reported. Later searches have all threads again. */
START_TEST(a_search_with_fewer_threads)
{
    static const char fewer[] = "info string could create only 2 of 8 threads; searching with 2";
    Gui gui;
    if (!can_refuse())
        return;
    start_with_refused_threads(&gui, "4-4"); /* third thread of a search */
    shake_without_book(&gui);
    gui_send(&gui, "setoption name Threads value 8\n");
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(lines_of_a_search(&gui, "go nodes 100000\n", fewer, NULL), i == 0);
    gui_quit(&gui);
}
END_TEST

/* A program that waits for its searches needs no thread for them either. */
START_TEST(a_review_without_a_thread)
{
    char said[4000];
    if (!can_refuse())
        return;
    const int status = run_in_scratch("",
                                      "echo '1. h2e2 h9g7 *' >g.pgn && LD_PRELOAD=$b/tests/faults.so HANXIN_FAULT_THREADS=1-1000 "
                                      "$b/hanxin review --nodes 1000 --lang en g.pgn",
                                      said, sizeof said);
    ck_assert_msg(status == 0 && strstr(said, "accuracy"), "%s", said);
}
END_TEST

START_TEST(the_engine_needs_an_input_thread)
{
    char said[100] = "";
    Gui gui;
    if (!can_refuse())
        return;
    start_with_refused_threads(&gui, "1-1");
    ck_assert_int_eq(gui_wait(&gui, 20000 * gui_slack()), 1);
    ck_assert_int_gt(read(gui.errors, said, sizeof said - 1), 0);
    ck_assert_str_eq(said, "hanxin: cannot start: no thread\n");
}
END_TEST

Suite *faults_suite(void)
{
    Suite *suite = suite_create("faults");
    TCase *tc = tcase_create("refused memory and threads");
    tcase_add_loop_test(tc, each_go_is_answered_once_despite_faults, 0, 2);
    tcase_add_loop_test(tc, a_line_without_memory_ends_the_input, 0, 2);
    tcase_add_test(tc, a_bench_without_memory_reports_it_once);
    suite_add_tcase(suite, tc);

    tc = tcase_create("refused threads");
    tcase_add_loop_test(tc, a_search_without_a_thread, 0, 6);
    tcase_add_test(tc, a_search_with_fewer_threads);
    tcase_add_test(tc, a_review_without_a_thread);
    tcase_add_test(tc, the_engine_needs_an_input_thread);
    suite_add_tcase(suite, tc);
    return suite;
}
