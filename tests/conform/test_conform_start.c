/* SPDX-License-Identifier: GPL-3.0-only */
/* Statements 1 to 32 of protocol/UCCI.md: start, transport, options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

START_TEST(s001_silent_before_the_first_line)
{
    Gui gui;
    gui_start(&gui);
    gui_silence(&gui, 400);
    gui_quit(&gui);
}
END_TEST

/* Performs a handshake and returns its duration in ms. */
static int handshake_ms(void)
{
    Gui gui;
    gui_start(&gui);
    if (gui_ranks() > 1) /* waits for the program to load, which takes mpirun longer; only its own time is measured after that */
        gui_sync(&gui);
    else
        sleep_ms(300);
    int64_t start = now_ms();
    gui_send(&gui, "ucci\n");
    bool named = false;
    const char *line;
    while ((line = gui_read(&gui, 10000 * gui_slack())) && strcmp(line, "ucciok") != 0)
        named = named || strncmp(line, "id name ", 8) == 0;
    ck_assert(line);
    int ms = (int)(gui.line_ms - start);
    ck_assert(named);
    gui_silence(&gui, 100); /* ucciok was the last line */
    gui_quit(&gui);
    return ms;
}

START_TEST(s002_to_004_handshake_at_once)
{
    enum { ATTEMPTS = 20 }; /* a loaded machine may delay any attempt */
    int ms = 100000;
    for (int i = 0; i < ATTEMPTS && ms >= 300; i++)
        ms = handshake_ms();
    ck_assert_msg(ms < 300, "ucciok after %d ms", ms);
}
END_TEST

/* Each session must behave like the first. */
static const char *const same_sessions[] = {
    "ucci\nsetoption usebook false\nposition startpos moves h2e2\nisready\ngo depth 1\n",
    "ucci\r\nsetoption usebook false\r\nposition startpos moves h2e2\r\nisready\r\ngo depth 1\r\n",
    "  ucci \n\tsetoption  usebook\tfalse\n position   startpos moves\t h2e2  \nisready \ngo  depth   1\t\n",
    "UCCI\nSETOPTION USEBOOK FALSE\nPOSITION STARTPOS MOVES H2E2\nISREADY\nGO DEPTH 1\n",
    "ucci\n\n\nsetoption usebook false\n\nfoo bar\nposition startpos moves h2e2\nisready\ngo depth 1\n",
    "ucci\nuxinewgame\nnewgame\nuccinewgame\npause\nxboard\nprotover 2\nsetoption usebook false\n"
    "setoption nosuchoption 5\nstartpos moves H2-E2\nisready\ngo depth 1\n",
    "\xEF\xBB\xBFucci\nsetoption usebook off\nposition fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves h2e2\n"
    "isready\ngo depth 1\n",
};

START_TEST(s005_to_010_line_ends_blanks_capitals_unknown_words)
{
    static char first[8192];
    char reply[8192] = "";
    Gui gui;
    for (int session = 0; session <= _i; session += _i > 0 ? _i : 1) { /* the first session and this one */
        gui_start(&gui);
        gui_send(&gui, same_sessions[session]);
        const char *line;
        reply[0] = '\0';
        do {
            line = gui_read(&gui, 10000 * gui_slack());
            if (!line)
                gui_fail(&gui, "session %d: no bestmove", session);
            if (strncmp(line, "info", 4) != 0 && strlen(reply) + strlen(line) + 2 < sizeof reply) {
                strcat(reply, line);
                strcat(reply, "\n");
            }
        } while (strncmp(line, "bestmove", 8) != 0);
        if (session == 0)
            strcpy(first, reply);
        ck_assert_str_eq(reply, first);
        gui_quit(&gui);
    }
}
END_TEST

START_TEST(s011_uci_then_ucci)
{
    Gui gui;
    gui_start(&gui);
    gui_send(&gui, "uci\nucci\n");
    gui_expect(&gui, "uciok", 10000 * gui_slack());
    gui_expect(&gui, "ucciok", 10000 * gui_slack());
    gui_send(&gui, "go depth 1\n");
    char info[GUI_LINE];
    gui_bestmove(&gui, 10000 * gui_slack(), info);
    ck_assert_msg(!strstr(info, " cp ") && strstr(info, " score "), "%s", info);
    gui_send(&gui, "quit\n");
    gui_expect(&gui, "bye", 10000 * gui_slack());
    gui_end(&gui, 10000 * gui_slack());
}
END_TEST

START_TEST(s012_and_013_any_first_line)
{
    static const char *const first[] = {"xboard\n", "isready\n", "hello\n", "position startpos\n", "setoption usebook false\n",
                                        "\n",       "stop\n"};
    Gui gui;
    gui_start(&gui);
    gui_send(&gui, first[_i]);
    gui_sync(&gui);
    gui_shake(&gui, "ucci");
    gui_quit(&gui);
}
END_TEST

START_TEST(s014_and_015_end_of_file)
{
    static const char *const before[] = {"",
                                         "ucci\n",
                                         "ucci\nposition startpos\ngo infinite\n",
                                         "uci\ngo infinite\n",
                                         "go perft 3\n",
                                         "ucci\ngo ponder time 1000 increment 0\n",
                                         "uci\nbench 16 1 8\n"};
    Gui gui;
    gui_start(&gui);
    gui_send(&gui, before[_i]);
    sleep_ms(300);
    gui_end(&gui, 5000 * gui_slack()); /* checks the status and stderr (statement 16) */
}
END_TEST

/* At the end of input, bounded work is finished, and searches that nothing else would end are stopped. `quit` stops all. */
START_TEST(end_of_input_finishes_bounded_work)
{
    static const struct {
        const char *send, *wanted; /* expected last line, ignoring empty ones; `bestmove` matches the beginning of a line */
        int answers;               /* number of best moves */
    } cases[] = {
        {"uci\ngo perft 4\n", "Nodes searched: 3290240", 0},
        {"go perft 3\ngo perft 2\n", "Nodes searched: 1920", 0},
        {"setoption usebook false\ngo depth 5\n", "bestmove", 1},
        {"uci\ngo infinite\nstop\ngo depth 3\nstop\ngo infinite\n", "bestmove", 3},
        {"uci\ngo ponder depth 2\nponderhit\n", "bestmove", 1},
        {"uci\ngo ponder depth 2\nstop\ngo ponder depth 2\n", "bestmove", 2},
        {"setoption batch true\ngo depth 3\ngo infinite\ngo depth 2\nisready\n", "readyok", 3},
        {"go perft 30\nquit\n", "bye", 0},
        {"uci\ngo depth 90\nquit\n", "bestmove", 1},
    };
    Gui gui;
    char last[GUI_LINE] = "";
    int answers = 0;
    gui_start(&gui);
    gui_send(&gui, cases[_i].send);
    close(gui.to);
    gui.to = -1;
    while (gui_read(&gui, 30000 * gui_slack())) {
        bool best = strncmp(gui.line, "bestmove", 8) == 0;
        answers += best;
        if (*gui.line && strncmp(gui.line, "info", 4) != 0)
            strcpy(last, best ? "bestmove" : gui.line);
    }
    if (strcmp(last, cases[_i].wanted) != 0 || answers != cases[_i].answers)
        gui_fail(&gui, "last `%s`, %d best moves", last, answers);
    gui_end(&gui, 10000 * gui_slack());
}
END_TEST

START_TEST(a_full_nonblocking_pipe_loses_nothing)
{
    enum { DRAWINGS = 1000 };
    Gui gui;
    gui_start_impatient(&gui);
    for (int i = 0; i < DRAWINGS; i++)
        gui_send(&gui, "d\n");
    sleep_ms(300);
    gui_send(&gui, "isready\n");
    int drawn = 0;
    while (gui_read(&gui, 20000 * gui_slack()) && strcmp(gui.line, "readyok") != 0)
        drawn += strncmp(gui.line, "Fen:", 4) == 0;
    if (drawn != DRAWINGS)
        gui_fail(&gui, "%d of %d boards printed", drawn, DRAWINGS);
    gui_quit(&gui);
}
END_TEST

/* A GUI sends `quit`, then reads no more but keeps the pipe open: the process must still exit, with a message. */
START_TEST(lost_answers_are_reported)
{
    enum { DRAWINGS = 1000 };
    char said[200] = "";
    Gui gui;
    if (getenv("HANXIN_TEST_ENGINE") || gui_ranks() > 1)
        return; /* stderr of hanxin alone */
    gui_start(&gui);
    for (int i = 0; i < DRAWINGS; i++)
        gui_send(&gui, "d\n");
    gui_send(&gui, "quit\n");
    ck_assert_int_eq(gui_wait(&gui, 30000 * gui_slack()), 1);
    ck_assert_int_gt(read(gui.errors, said, sizeof said - 1), 0);
    ck_assert_str_eq(said, "hanxin: answers are lost: after `quit`, standard output was not read for 5 seconds\n");
}
END_TEST

START_TEST(full_output_is_reported)
{
    char command[900], said[200] = "", path[200];
    struct stat full;
    if (getenv("HANXIN_TEST_ENGINE") || gui_ranks() > 1)
        return; /* stderr of hanxin alone */
    if (stat("/dev/full", &full) != 0 || !S_ISCHR(full.st_mode)) {
        skipped("full output: there is no /dev/full");
        return;
    }
    snprintf(path, sizeof path, "%s/said", scratch_folder());
    snprintf(command, sizeof command, "echo isready | %s >/dev/full 2>%s", built_program("hanxin"), path);
    int status = system(command);
    FILE *file = fopen(path, "r");
    ck_assert(file && fgets(said, sizeof said, file));
    fclose(file);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 1, "status %d", status);
    ck_assert_str_eq(said, "hanxin: standard output: No space left on device\n");
}
END_TEST

START_TEST(many_searches_sent_at_once)
{
    const int searches = effort(20000, 4000);
    static const char pair[] = "go infinite\nstop\n";
    char *text = malloc((size_t)searches * (sizeof pair - 1) + 1);
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < searches; i++)
        memcpy(text + (size_t)i * (sizeof pair - 1), pair, sizeof pair);
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, text);
    free(text);
    int64_t until = now_ms() + 60000 * gui_slack(); /* a second or two if each line is handled once */
    for (int i = 0; i < searches; i++)
        gui_bestmove(&gui, (int)(until - now_ms()), NULL);
    gui_quit(&gui);
}
END_TEST

START_TEST(s017_lines_are_short)
{
    Gui gui;
    gui_begin(&gui);
    gui_send(&gui, "position fen 4k4/9/9/9/9/9/9/9/4A4/4KA3 w\ngo depth 20\n");
    const char *line;
    while ((line = gui_read(&gui, 60000 * gui_slack())) && strncmp(line, "bestmove", 8) != 0)
        ck_assert_msg(strlen(line) < 1000, "%d bytes: %s", (int)strlen(line), line);
    ck_assert(line);
    gui_quit(&gui);
}
END_TEST

START_TEST(control_characters_are_not_echoed)
{
    char sent[60] = "debug on\nx";
    Gui gui;
    gui_begin(&gui);
    for (size_t at = strlen(sent), c = 1; c <= 0x20; c++)
        if (c != '\n' && c != ' ')
            sent[at++] = (char)c, sent[at] = '\0';
    gui_send(&gui, sent);
    gui_send(&gui, "\x7F\n");
    const char *line = gui_expect(&gui, "info message unknown command: x", 10000 * gui_slack());
    for (; *line; line++)
        ck_assert_msg((unsigned char)*line >= ' ' && *line != 0x7F, "byte %02x", (unsigned char)*line);
    gui_quit(&gui);
}
END_TEST

START_TEST(s018_closed_output)
{
    static const char *const last[] = {"isready\n", "go infinite\n", ""};
    Gui gui;
    if (!*last[_i] && getenv("HANXIN_TEST_ENGINE"))
        return; /* Windows reports a closed pipe only at the next write, which satisfies statement 18 */
    gui_begin(&gui);
    gui_sync(&gui);
    close(gui.from);
    if (write(gui.to, last[_i], strlen(last[_i])) < 0) {
        /* the engine has exited already: it noticed the closed pipe without writing */
    }
    if (gui_ranks() > 1) { /* mpirun's pipe does not report this: a GUI that has exited has closed both */
        close(gui.to);
        gui.to = -1;
    }
    ck_assert_msg(gui_wait(&gui, 10000 * gui_slack()) != -1, "still running after `%s`", last[_i]);
}
END_TEST

START_TEST(s019_to_023_option_lines)
{
    Gui gui;
    gui_start(&gui);
    gui_send(&gui, "ucci\n");
    bool usemillisec = false;
    const char *line;
    while ((line = gui_read(&gui, 10000 * gui_slack())) && strcmp(line, "ucciok") != 0) {
        if (strncmp(line, "option ", 7) != 0)
            continue;
        char name[64];
        ck_assert_msg(matches(line, "^option [a-z0-9_]+ type (button|check|combo|spin|string|label)( .*[^ ])?$"), "%s", line);
        sscanf(line, "option %63s", name);
        ck_assert_msg(!strstr(name, "name") && !strstr(name, "type") && !strstr(name, "default"), "%s", line);
        usemillisec = usemillisec || strcmp(line, "option usemillisec type check default true") == 0;
        if (strstr(line, "type spin"))
            ck_assert_msg(matches(line, "type spin default -?[0-9]+ min -?[0-9]+ max -?[0-9]+$"), "%s", line);
        if (strstr(line, "type combo"))
            ck_assert_msg(matches(line, "type combo default [a-z]+( var [a-z]+)+$"), "%s", line);
        if (strstr(line, "type string"))
            ck_assert_msg(matches(line, "type string default [^ ]"), "%s", line);
        if (strstr(line, "type check"))
            ck_assert_msg(matches(line, "type check default (true|false)$"), "%s", line);
    }
    ck_assert(line && usemillisec);
    gui_quit(&gui);
}
END_TEST

/* hashfull after the same search shows how large the table is. */
static long long fill_after(const char *setting)
{
    Gui gui;
    char info[GUI_LINE];
    gui_begin(&gui);
    gui_send(&gui, setting);
    gui_send(&gui, "position startpos\ngo nodes 60000\n");
    gui_bestmove(&gui, 20000 * gui_slack(), info);
    long long fill = gui_number(info, "hashfull ", -1);
    gui_quit(&gui);
    return fill;
}

START_TEST(s024_three_ways_to_set_the_hash)
{
    static const char *const ways[] = {"setoption hashsize 1\n", "setoption name Hash value 1\n", "setoption Hash 1\n",
                                       "setoption name hashsize value 1\n"};
    long long large = fill_after("setoption hashsize 64\n");
    for (int i = 0; i < COUNT(ways); i++) {
        long long small = fill_after(ways[i]);
        ck_assert_msg(small > large, "%s: hashfull %lld, with 64 MB %lld", ways[i], small, large);
    }
}
END_TEST

START_TEST(s025_to_032_invalid_settings_are_harmless)
{
    static const char *const settings[] = {
        "setoption threads 2\n",
        "setoption Threads 2\n",
        "setoption threads 0\n",
        "setoption hashsize 0\n",
        "setoption hashsize 16setoption threads 1\n",
        "setoption nosuchoption 5\n",
        "setoption newgame\n",
        "setoption bookfiles <empty>\n",
        "setoption bookfiles\n",
        "setoption\n",
        "setoption name\n",
        "setoption name value\n",
        "setoption name Clear Hash\n",
        "setoption name Clear Hash value \n",
        "setoption logfile <empty>\n",
        "setoption name NoSuch Option value 12\n",
        "setoption hashsize x\n",
        "setoption threads -5\n",
        "setoption randomness small\n",
        "setoption style normal\n",
        "setoption promotion false\n",
        "setoption idle none\n",
        "setoption pruning  large\n",
        "setoption usebook FALSE\n",
        "setoption ponder on\n",
        "setoption hashsize 0setoption threads 0setoption idle none\n",
    };
    Gui gui;
    gui_begin(&gui);
    for (int i = 0; i < COUNT(settings); i++) {
        gui_send(&gui, settings[i]);
        int lines = gui_sync(&gui);
        ck_assert_msg(lines == 0, "%d lines after %s", lines, settings[i]);
    }
    gui_send(&gui, "go depth 2\n");
    gui_bestmove(&gui, 10000 * gui_slack(), NULL);
    ck_assert_int_ne(access("<empty>", F_OK), 0);
    gui_quit(&gui);
}
END_TEST

/* Returns the nodes of the same search after these settings. Different pruning gives different trees. With several processes the
 * search is so deep that without pruning it has tens of times as many nodes. */
static long long tree_after(const char *settings)
{
    Gui gui;
    char info[GUI_LINE];
    gui_begin(&gui);
    gui_send(&gui, settings);
    ck_assert_int_eq(gui_sync(&gui), 0);
    gui_send(&gui, "position startpos moves h2e2 h9g7\n");
    gui_send(&gui, gui_ranks() == 1 ? "go depth 5\n" : "go depth 8\n");
    gui_bestmove(&gui, 60000 * gui_slack(), info);
    long long nodes = gui_number(info, "nodes ", -1);
    gui_quit(&gui);
    return nodes;
}

START_TEST(s030_combos_accept_any_spelling)
{
    static const struct {
        const char *first, *then; /* `first` must change the tree of the default settings, and `then` must restore it */
        bool much;                /* true if the tree then has tens of times as many nodes */
    } cases[] = {
        {"setoption pruning none\n", "setoption pruning  large\n", true},
        {"setoption pruning  none\n", "setoption pruning large\n", true},
        {"setoption pruning small\n", "setoption name Pruning value Large\n", false},
        {"setoption name pruning value  medium\n", "setoption PRUNING\t LARGE \n", false},
        {"setoption knowledge  none\n", "setoption knowledge  large\n", false},
    };
    long long usual = tree_after("");
    ck_assert_int_gt(usual, 0);
    for (int i = 0; i < COUNT(cases); i++) {
        char both[200], useless[200];
        snprintf(both, sizeof both, "%s%s", cases[i].first, cases[i].then);
        snprintf(useless, sizeof useless, "%ssetoption pruning  huge\nsetoption pruning\n", cases[i].first);
        long long other = tree_after(cases[i].first), again = tree_after(both), kept = tree_after(useless);
        ck_assert_msg(!gui_same_search(other, usual) || (gui_ranks() > 1 && !cases[i].much), "%s changes nothing: %lld nodes",
                      cases[i].first, other);
        ck_assert_msg(gui_same_search(again, usual), "%s%lld nodes, %lld by default", both, again, usual);
        ck_assert_msg(gui_same_search(kept, other), "%s%lld nodes, %lld without the useless values", useless, kept, other);
    }
}
END_TEST

START_TEST(s026_absurd_hash)
{
    Gui gui;
    gui_begin(&gui);
    gui_sync(&gui); /* the table exists, so it must be replaced */
    gui_send(&gui, "setoption hashsize 99999999\n");
    gui_sync(&gui);
    gui_send(&gui, "go depth 3\n");
    gui_bestmove(&gui, 20000 * gui_slack(), NULL);
    gui_quit(&gui);
}
END_TEST

Suite *conform_start_suite(void)
{
    Suite *suite = suite_create("conform_start");
    TCase *tc = tcase_create("statements 1 to 18: start, transport");
    tcase_add_test(tc, s001_silent_before_the_first_line);
    tcase_add_test(tc, s002_to_004_handshake_at_once);
    tcase_add_loop_test(tc, s005_to_010_line_ends_blanks_capitals_unknown_words, 1, COUNT(same_sessions));
    tcase_add_test(tc, s011_uci_then_ucci);
    tcase_add_loop_test(tc, s012_and_013_any_first_line, 0, 7);
    tcase_add_loop_test(tc, s014_and_015_end_of_file, 0, 7);
    tcase_add_loop_test(tc, end_of_input_finishes_bounded_work, 0, 9);
    tcase_add_test(tc, a_full_nonblocking_pipe_loses_nothing);
    tcase_add_test(tc, lost_answers_are_reported);
    tcase_add_test(tc, full_output_is_reported);
    tcase_add_test(tc, many_searches_sent_at_once);
    tcase_add_test(tc, s017_lines_are_short);
    tcase_add_test(tc, control_characters_are_not_echoed);
    tcase_add_loop_test(tc, s018_closed_output, 0, 3);
    suite_add_tcase(suite, tc);

    tc = tcase_create("statements 19 to 32: options");
    tcase_add_test(tc, s019_to_023_option_lines);
    tcase_add_test(tc, s024_three_ways_to_set_the_hash);
    tcase_add_test(tc, s025_to_032_invalid_settings_are_harmless);
    tcase_add_test(tc, s030_combos_accept_any_spelling);
    tcase_add_test(tc, s026_absurd_hash);
    suite_add_tcase(suite, tc);
    return suite;
}
