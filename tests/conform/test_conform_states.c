/* SPDX-License-Identifier: GPL-3.0-only */
/* Statements 74 to 92 of protocol/UCCI.md: the thinking state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/notation/fen.h"
#include "engine/base/platform.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

#define AFTER_H2E2 "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1"

#define MATED "3k5/2R1R4/9/9/9/9/9/9/9/4K4 b"

/* Reads the pending lines and fails if one of them is a best move. */
static void no_bestmove_for(Gui *gui, int ms)
{
    int64_t until = now_ms() + ms;
    while (gui_read(gui, (int)(until - now_ms())))
        if (strstr(gui->line, "bestmove"))
            gui_fail(gui, "too early: %s", gui->line);
}

/* Sends a line and returns how many milliseconds pass before a line beginning with `start` arrives. */
static int answer_ms(Gui *gui, const char *line, const char *start)
{
    int64_t begin = now_ms();
    gui_send(gui, line);
    gui_expect(gui, start, 10000 * gui_slack());
    return (int)(gui->line_ms - begin);
}

/* Uses the quickest of several attempts, because a loaded machine may delay any of them. */
enum { ATTEMPTS = 20 };

START_TEST(s074_and_075_isready_and_stop_at_once)
{
    Gui gui;
    int ready = 100000, stopped = 100000;
    gui_begin(&gui);
    for (int attempt = 0; attempt < ATTEMPTS && (ready >= 100 || stopped >= 100); attempt++) {
        gui_send(&gui, "position startpos\ngo infinite\n");
        no_bestmove_for(&gui, 150);
        int ms = answer_ms(&gui, "isready\n", "readyok");
        ready = ms < ready ? ms : ready;
        no_bestmove_for(&gui, 150);
        ms = answer_ms(&gui, "stop\n", "bestmove");
        stopped = ms < stopped ? ms : stopped;
        gui_silence(&gui, 50);
    }
    ck_assert_msg(ready < 100 && stopped < 100, "readyok after %d ms, bestmove after %d ms", ready, stopped);
    gui_quit(&gui);
}
END_TEST

/* Lines sent in one write and the expected replies, without info lines. */
static const struct {
    const char *send, *replies;
} script_cases[] = {
    /* 76 */ {"go infinite\nstop\n", "bestmove"},
    {"go depth 5\nstop\nisready\n", "readyok bestmove"},
    {"go\nstop\nstop\n", "bestmove"},
    /* 77 */ {"stop\n", "nobestmove"},
    {"stop\nstop\n", "nobestmove nobestmove"},
    /* 78 */ {"go infinite\nposition startpos moves h2e2\nstop\n", "bestmove"},
    /* 79 */ {"go infinite\nstop\nposition startpos moves h2e2\ngo depth 1\n", "bestmove bestmove"},
    {"go infinite\nstop\ngo depth 1\nstop\ngo depth 2\n", "bestmove bestmove bestmove"},
    /* 80 */ {"go infinite\ngo depth 1\ngo depth 2\nstop\n", "bestmove"},
    /* 81 */ {"go infinite\nsetoption hashsize 32\nsetoption threads 2\nstop\n", "bestmove"},
    {"go infinite\nsetoption newgame\nucci\nuci\nbanmoves h2e2\nstop\n", "bestmove"},
    /* 88 */ {"ponderhit\nponderhit draw\n", ""},
    /* 85, 86 */ {"go ponder depth 2\nstop\n", "bestmove"},
    {"go ponder time 1000 increment 0\nstop\n", "bestmove"},
    {"go ponder depth 1\nponderhit\n", "bestmove"},
    /* 87 */ {"go ponder depth 1\nponderhit draw\n", "bestmove"},
    {"go infinite\nponderhit\nstop\n", "bestmove"},
    {"go draw depth 1\n", "bestmove"},
    {"go infinite\nprobe startpos\nstop\n", "pophash bestmove"},
    /* a stopped perft is also answered, finished or not */
    {"go perft 2\nstop\ngo depth 1\n", "nobestmove bestmove"},
    {"go perft 30\nstop\ngo depth 1\n", "nobestmove bestmove"},
    {"go perft 30\ngo depth 1\nstop\n", "nobestmove bestmove"},
    /* no move to play: reported once, where a search would have to answer */
    {"position fen " MATED "\ngo depth 3\n", "nobestmove"},
    {"position fen " MATED "\ngo infinite\n", "nobestmove"},
    {"position fen " MATED "\ngo ponder depth 3\nstop\n", "nobestmove"},
    {"position fen " MATED "\ngo ponder time 1000 increment 0\nponderhit draw\n", "nobestmove"},
    {"position fen " MATED "\ngo ponder depth 3\nposition startpos\nstop\ngo depth 1\n", "nobestmove bestmove"},
    {"go ponder depth 0\nstop\n", "nobestmove"},
    {"position fen 4k4/9/9/9/9/9/9/9/9/3K5 w\nbanmoves d0d1 d0e0\ngo ponder depth 1\nponderhit\n", "nobestmove"},
    {"position fen rubbish\ngo ponder depth 1\nposition startpos\ngo depth 1\n", "nobestmove bestmove"},
};

START_TEST(s076_to_088_written_at_once)
{
    Gui gui;
    char replies[400] = "", script[500];
    gui_begin(&gui);
    gui_sync(&gui);
    snprintf(script, sizeof script, "position startpos\n%s", script_cases[_i].send);
    gui_send(&gui, script);
    const char *line;
    int wanted = *script_cases[_i].replies != '\0';
    for (const char *at = script_cases[_i].replies; *at; at++)
        wanted += *at == ' ';
    while ((line = gui_read(&gui, wanted > 0 ? 10000 * gui_slack() : 100))) {
        char word[40] = "";
        sscanf(line, "%39s", word);
        if (strcmp(word, "info") == 0 || strchr(word, ':') || !*word || strcmp(word, "Nodes") == 0)
            continue;
        wanted--;
        if (*replies)
            strcat(replies, " ");
        strcat(replies, word);
    }
    /* isready is answered at once or just after the other answer: both orders are correct */
    if (strcmp(replies, "bestmove readyok") == 0)
        strcpy(replies, "readyok bestmove");
    if (strcmp(replies, script_cases[_i].replies) != 0)
        gui_fail(&gui, "replies `%s`, not `%s`", replies, script_cases[_i].replies);
    gui_quit(&gui);
}
END_TEST

/* A drawn position: each depth takes almost no time. */
START_TEST(a_finished_search_holds_its_answer)
{
    static const char *const cases[][2] = {
        {"go ponder depth 3\n", "ponderhit\n"}, {"go ponder depth 3\n", "stop\n"}, {"go infinite\n", "stop\n"}};
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position fen 3ak4/4a4/9/9/9/9/9/9/4A4/3AK4 w\n");
    for (int i = 0; i < COUNT(cases); i++) {
        gui_send(&gui, cases[i][0]);
        no_bestmove_for(&gui, 200);
        gui_send(&gui, cases[i][1]);
        ck_assert_ptr_nonnull(strstr(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "bestmove "));
        ck_assert_int_eq(gui_sync(&gui), 0); /* the result is reported once */
    }
    gui_quit(&gui);
}
END_TEST

/* In batch mode the search is held until no more lines can come. */
START_TEST(a_finished_search_holds_its_answer_in_batch_mode_too)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "setoption batch true\ngo ponder depth 3\n");
    no_bestmove_for(&gui, 500);
    close(gui.to);
    gui.to = -1;
    gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    ck_assert_int_eq(gui_wait(&gui, 10000 * gui_slack()), 0);
}
END_TEST

/* Arguments of `bench` and the message that rejects them, or its beginning; NULL: accepted, the same as `16 1 1`. */
static const struct {
    const char *words, *refusal;
} bench_cases[] = {
    {"depth 1", NULL},
    {"--depth 1", NULL},
    {"Depth 1 threads 1 hash 16", NULL},
    {"16 --depth 1", NULL},
    {"deep 3", "bench: invalid word 'deep': expected [hash] [threads] [depth], or names such as depth 3 no-nnue"},
    {"16 1 1 1", "bench: invalid word '1': expected [hash]"},
    {"depth", "bench: invalid depth '': expected an integer from 1 to 100"},
    {"depth three", "bench: invalid depth 'three': expected an integer from 1 to 100"},
    {"16 0 1", "bench: invalid threads '0': expected an integer from 1 to 256"},
    {"16 1 1000", "bench: invalid depth '1000': expected an integer from 1 to 100"},
};

/* Returns the number of nodes, or -1 with the rejecting message in gui->line. */
static long long bench_nodes(Gui *gui, const char *words)
{
    char command[100];
    snprintf(command, sizeof command, "bench %s\n", words);
    gui_send(gui, command);
    while (gui_read(gui, 20000 * gui_slack()))
        if (strncmp(gui->line, "bench: ", 7) == 0 || strncmp(gui->line, "Nodes searched", 14) == 0)
            return gui_number(gui->line, "Nodes searched  : ", -1);
    gui_fail(gui, "no end of `bench %s`", words);
}

START_TEST(bench_arguments_are_checked)
{
    Gui gui;
    gui_begin(&gui);
    const long long nodes = bench_nodes(&gui, "16 1 1");
    ck_assert_int_gt(nodes, 0);
    for (int i = 0; i < COUNT(bench_cases); i++) {
        const char *words = bench_cases[i].words, *refusal = bench_cases[i].refusal;
        const long long found = bench_nodes(&gui, words);
        if (found != (refusal ? -1 : nodes) || (refusal && strncmp(gui.line, refusal, strlen(refusal)) != 0))
            gui_fail(&gui, "%s: %s", words, gui.line);
    }
    const long long handcrafted = bench_nodes(&gui, "depth 1 no-nnue");
    ck_assert(handcrafted > 0 && handcrafted != nodes);
    gui_quit(&gui);
}
END_TEST

START_TEST(a_stopped_bench_prints_no_move)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "go depth 1\n");
    gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    gui_send(&gui, "bench 1 1 1\nstop\n");
    ck_assert_str_eq(gui_bestmove(&gui, 10000 * gui_slack(), NULL), "nobestmove");
    gui_quit(&gui);
}
END_TEST

START_TEST(nobestmove_is_held_like_bestmove)
{
    static const struct {
        const char *dialect, *go, *release, *answer;
    } cases[] = {
        {"ucci", "go ponder depth 3\n", "ponderhit\n", "nobestmove"},
        {"ucci", "go ponder time 1000 increment 0\n", "stop\n", "nobestmove"},
        {"uci", "go ponder depth 3\n", "ponderhit\n", "bestmove (none)"},
        {"uci", "go infinite\n", "stop\n", "bestmove (none)"},
        {"uci", "go\n", "stop\n", "bestmove (none)"},
        {"uci", "go perft 30\n", "stop\n", "bestmove (none)"},
    };
    Gui gui;
    gui_start(&gui);
    for (int i = 0; i < COUNT(cases); i++) {
        gui_shake(&gui, cases[i].dialect);
        gui_send(&gui, strstr(cases[i].go, "perft") ? "position startpos\n" : "position fen " MATED "\n");
        gui_send(&gui, cases[i].go);
        no_bestmove_for(&gui, 100);
        gui_send(&gui, cases[i].release);
        ck_assert_str_eq(gui_bestmove(&gui, 10000 * gui_slack(), NULL), cases[i].answer);
        ck_assert_int_eq(gui_sync(&gui), 0); /* the result is reported once */
    }
    gui_quit(&gui);
}
END_TEST

START_TEST(s078_and_079_new_position_after_the_old_bestmove)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position startpos\ngo infinite\n");
    no_bestmove_for(&gui, 100);
    gui_send(&gui, "position startpos moves h2e2\n");
    no_bestmove_for(&gui, 50);
    gui_send(&gui, "stop\n");
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), FEN_START, NULL), "%s", gui.line);
    gui_send(&gui, "go depth 1\n");
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), AFTER_H2E2, NULL), "%s", gui.line);

    gui_send(&gui, "position startpos\ngo infinite\n");
    no_bestmove_for(&gui, 50);
    gui_send(&gui, "stop\nposition startpos moves h2e2\ngo depth 1\n");
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), FEN_START, NULL), "%s", gui.line);
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), AFTER_H2E2, NULL), "%s", gui.line);
    gui_quit(&gui);
}
END_TEST

/* Ends a busy engine with quit and returns how long that took. */
static int quit_ms(const char *busy)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, busy);
    sleep_ms(150);
    int64_t start = now_ms();
    gui_send(&gui, "quit\n");
    gui_expect(&gui, "bye", 10000 * gui_slack());
    int status = gui_wait(&gui, 10000 * gui_slack());
    int64_t ended = now_ms();
    ck_assert_int_eq(status, 0);
    gui_end(&gui, 1000);
    return (int)(ended - start);
}

START_TEST(s082_and_083_quit)
{
    static const char *const before[] = {"", "go infinite\n", "go ponder time 1000 increment 0\n", "go perft 9\n"};
    int ms = 100000;
    for (int attempt = 0; attempt < ATTEMPTS && ms >= 500 * gui_slack(); attempt++)
        ms = quit_ms(before[_i]);
    ck_assert_msg(ms < 500 * gui_slack(), "%d ms", ms);
}
END_TEST

START_TEST(s086_probes_do_not_lead_to_resignation)
{
    static const struct {
        const char *go, *rest;
        bool resigns;
    } steps[] = {{"go depth 2\n", "", false},       {"go ponder depth 2\n", "stop\n", false}, {"go infinite\n", "stop\n", false},
                 {"go depth 2\n", "", false},       {"go ponder depth 2\n", "stop\n", false}, {"go ponder depth 2\n", "ponderhit\n", true},
                 {"go infinite\n", "stop\n", false}};
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "setoption concede true\nposition fen 4k4/4a4/9/9/9/9/9/9/4K4/R2R5 b - - 0 1\n");
    for (int i = 0; i < COUNT(steps); i++) {
        gui_send(&gui, steps[i].go);
        gui_sync(&gui);
        gui_send(&gui, steps[i].rest);
        const char *answer = gui_bestmove(&gui, 10000 * gui_slack(), NULL);
        if ((strstr(answer, " resign") != NULL) != steps[i].resigns)
            gui_fail(&gui, "step %d: `%s`", i + 1, answer);
    }
    gui_quit(&gui);
}
END_TEST

START_TEST(s084_pondering)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position startpos\ngo ponder time 1000 increment 0\n");
    no_bestmove_for(&gui, getenv("HANXIN_SLOW_TESTS") ? 3000 : 1500);
    int ms = answer_ms(&gui, "ponderhit\n", "bestmove");
    for (int attempt = 1; attempt < ATTEMPTS && ms >= 1100 * gui_slack(); attempt++) {
        gui_send(&gui, "position startpos\ngo ponder time 1000 increment 0\n");
        no_bestmove_for(&gui, 100);
        ms = answer_ms(&gui, "ponderhit\n", "bestmove");
    }
    ck_assert_msg(ms < 1100 * gui_slack(), "bestmove %d ms after ponderhit", ms);

    gui_send(&gui, "position startpos\ngo ponder depth 2\n");
    no_bestmove_for(&gui, 500);
    answer_ms(&gui, "ponderhit\n", "bestmove");
    ms = 100000;
    for (int attempt = 0; attempt < ATTEMPTS && ms >= 100; attempt++) {
        gui_send(&gui, "go ponder time 30000 increment 0\n");
        no_bestmove_for(&gui, 200);
        ms = answer_ms(&gui, "stop\n", "bestmove");
    }
    ck_assert_msg(ms < 100 * gui_slack(), "bestmove %d ms after stop", ms);
    gui_quit(&gui);
}
END_TEST

START_TEST(s089_and_090_probe)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position startpos moves h2e2\ngo depth 5\n");
    gui_bestmove(&gui, 5000 * gui_slack(), NULL);
    int ms = 100000;
    for (int attempt = 0; attempt < ATTEMPTS && ms >= 100; attempt++)
        ms = answer_ms(&gui, "probe startpos moves h2e2\n", "pophash bestmove ");
    ck_assert_msg(ms < 100 * gui_slack(), "%d ms", ms);
    answer_ms(&gui, "probe fen 3k5/9/9/9/9/9/9/9/9/4K4 b\n", "pophash");
    ck_assert_str_eq(gui.line, "pophash");
    gui_send(&gui, "probe\nprobe fen nonsense\nprobe startpos moves a0a9\n");
    for (int i = 0; i < 3; i++)
        gui_expect(&gui, "pophash", 1000 * gui_slack());
    gui_send(&gui, "go infinite\n");
    no_bestmove_for(&gui, 100);
    ms = 100000;
    for (int attempt = 0; attempt < ATTEMPTS && ms >= 100; attempt++)
        ms = answer_ms(&gui, "probe startpos\n", "pophash");
    ck_assert_msg(ms < 100 * gui_slack(), "%d ms while thinking", ms);
    gui_send(&gui, "stop\n");
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 10000 * gui_slack(), NULL), AFTER_H2E2, NULL), "%s", gui.line);
    gui_quit(&gui);
}
END_TEST

START_TEST(s091_batch)
{
    /* once with quit, and once with the end of the file */
    Gui gui;
    gui_start(&gui);
    gui_send(&gui, "ucci\nsetoption batch true\nsetoption usebook false\nposition fen " FEN_START "\ngo depth 10\nposition fen " AFTER_H2E2
                   "\ngo depth 10\n");
    if (_i == 0)
        gui_send(&gui, "quit\n");
    gui_expect(&gui, "ucciok", 2000 * gui_slack());
    char info[GUI_LINE];
    for (int i = 0; i < 2; i++) {
        ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 60000 * gui_slack(), info), i ? AFTER_H2E2 : FEN_START, NULL), "%s",
                      gui.line);
        ck_assert_msg(gui_number(info, "info depth ", 0) == 10, "%s", info);
    }
    if (_i == 0)
        gui_expect(&gui, "bye", 2000 * gui_slack());
    gui_end(&gui, 2000 * gui_slack());
}
END_TEST

/* The end of input stops an endless search only if no line is left that might stop it. */
START_TEST(lines_before_the_end_of_input_are_obeyed)
{
    Gui gui;
    char replies[100] = "";
    gui_start(&gui);
    gui_send(&gui, "ucci\nsetoption batch on\ngo ponder infinite\nstop\nsetoption batch off\ngo ponder time 65 increment 3\n"
                   "position fen " AFTER_H2E2 "\nstop\n");
    close(gui.to);
    gui.to = -1;
    for (const char *line; (line = gui_read(&gui, 10000 * gui_slack()));)
        if (strstr(line, "bestmove"))
            strcat(replies, *line == 'n' ? "nobestmove " : "bestmove ");
    ck_assert_str_eq(replies, "bestmove nobestmove bestmove ");
    gui_end(&gui, 2000 * gui_slack());
}
END_TEST

/* Returns the processor time of a process in ms, all threads; -1 without /proc. */
static long cpu_ms(pid_t pid)
{
    char path[60];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    unsigned long user = 0, system = 0;
    int found = file ? fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) : 0;
    if (file)
        fclose(file);
    return found == 2 ? (long)(user + system) * 10 : -1;
}

/* Lines that wait for the end of an endless search are kept up to a limit. Beyond it one message is printed, and `stop` is still obeyed. */
START_TEST(s113_a_flood_while_thinking_is_bounded)
{
    enum { MIB = 1 << 20, FLOOD_MIB = 20 };
    static char line[MIB + 100];
    int n = sprintf(line, "position startpos moves ");
    memset(line + n, 'x', MIB);
    strcpy(line + MIB, "\n");
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position startpos\ngo infinite\n");
    for (int i = 0; i < FLOOD_MIB; i++)
        gui_send(&gui, line);
    gui_send(&gui, "isready\nstop\n");
    int told = 0;
    while (strcmp(gui_read(&gui, 10000 * gui_slack()), "readyok") != 0)
        told += strstr(gui.line, "too many lines wait") != NULL;
    ck_assert_int_eq(told, 1);
    ck_assert_msg(gui_is_legal_bestmove(gui_bestmove(&gui, 2000 * gui_slack(), NULL), FEN_START, NULL), "%s", gui.line);
    gui_quit(&gui);
}
END_TEST

/* Returns the processor time of all processes. Several of them are children of mpirun. -1 if not all of them run, or without /proc. */
static long engine_cpu_ms(const Gui *gui)
{
    char path[60];
    long sum = cpu_ms(gui->pid);
    if (gui_ranks() == 1)
        return sum;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)gui->pid, (int)gui->pid);
    FILE *file = fopen(path, "r");
    int children = 0;
    for (int child; file && fscanf(file, "%d", &child) == 1; children++)
        sum += cpu_ms(child);
    if (file)
        fclose(file);
    return children < gui_ranks() ? -1 : sum;
}

/* On a busy machine the first seconds may be spent on the start. With several processes each wakes often to check its mail. */
static void costs_nothing(const Gui *gui, int for_ms)
{
    const int most_ms = gui_ranks() > 1 ? 30 * gui_ranks() * for_ms / 1000 : 10 * gui_slack();
    long took_ms = most_ms + 1;
    for (int attempts = 10; attempts > 0 && took_ms > most_ms; attempts--) {
        const long before_ms = engine_cpu_ms(gui);
        sleep_ms(for_ms);
        const long after_ms = engine_cpu_ms(gui);
        took_ms = gui_ranks() > 1 && (before_ms < 0 || after_ms < 0) ? most_ms + 1 : after_ms - before_ms;
    }
    ck_assert_msg(took_ms <= most_ms, "%ld ms in %d, at most %d", took_ms, for_ms, most_ms);
}

START_TEST(s092_idle_costs_nothing)
{
    Gui gui;
    if (gui_ranks() > 1 && access("/proc/thread-self/children", R_OK) != 0) {
        skipped("processor time of idle processes: /proc does not list children");
        return;
    }
    gui_start(&gui);
    sleep_ms(200);
    costs_nothing(&gui, 1000);
    gui_shake(&gui, "ucci");
    gui_send(&gui, "go depth 4\n");
    gui_bestmove(&gui, 5000 * gui_slack(), NULL);
    costs_nothing(&gui, 1500);
    gui_quit(&gui);
}
END_TEST

Suite *conform_states_suite(void)
{
    Suite *suite = suite_create("conform_states");
    TCase *tc = tcase_create("statements 74 to 92: thinking");
    tcase_add_test(tc, s074_and_075_isready_and_stop_at_once);
    tcase_add_loop_test(tc, s076_to_088_written_at_once, 0, COUNT(script_cases));
    tcase_add_test(tc, a_finished_search_holds_its_answer);
    tcase_add_test(tc, a_finished_search_holds_its_answer_in_batch_mode_too);
    tcase_add_test(tc, bench_arguments_are_checked);
    tcase_add_test(tc, a_stopped_bench_prints_no_move);
    tcase_add_test(tc, nobestmove_is_held_like_bestmove);
    tcase_add_test(tc, s078_and_079_new_position_after_the_old_bestmove);
    tcase_add_loop_test(tc, s082_and_083_quit, 0, 4);
    tcase_add_test(tc, s084_pondering);
    tcase_add_test(tc, s086_probes_do_not_lead_to_resignation);
    tcase_add_test(tc, s089_and_090_probe);
    tcase_add_loop_test(tc, s091_batch, 0, 2);
    tcase_add_test(tc, lines_before_the_end_of_input_are_obeyed);
    tcase_add_test(tc, s113_a_flood_while_thinking_is_bounded);
    tcase_add_test(tc, s092_idle_costs_nothing);
    suite_add_tcase(suite, tc);
    return suite;
}
