/* SPDX-License-Identifier: GPL-3.0-only */
/* How hanxin-match copes with faults of engines and of the machine: every misbehaviour ends in a
 * verdict, within bounded time, memory and disk space, and no engine loses a game through the fault of
 * another. No test depends on the machine's speed. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "tests/match/match_run.h"

/* ---- misbehaviour ---- */

static const FaultCase verdicts[] = {
    {"flood_ready=2", "depth=1", "--patience 1000", "stall", "64 MiB of output"},
    {"drip_ready=2", "depth=1", "--patience 0.5", "stall", "isready: no answer for 0.5 s"},
    {"drip=2", "depth=1", "--stall 0.3 --grace 0.3", "stall", "nor 0.300 s after stop"},
    {"drip=2", CLOCK, "--grace 0.3", "stall", "nor 0.300 s after stop"},
    {"half_line=2", "depth=1", "--stall 0.3 --grace 0.3", "stall", "nor 0.300 s after stop"},
    {"half_exit=2", "depth=1", "", "crash", "exited with status 6"},
    {"long_line=2", "depth=1", "", "stall", "64 MiB of output"},
    {"controls=2", "depth=1", "", "illegal move", "'?[2Ja0????" /* control characters are replaced by question marks */},
    {"stop_self=2", "depth=1", "--stall 0.3 --grace 0.3", "stall", "nor 0.300 s after stop"},
    {"orphan=2", "depth=1", "", "crash", "exited with status 5"},
    {"helper", "depth=1", "--maxplies 20", NULL, NULL},
    {"no_options", "depth=1 option.Anything=5", "--maxplies 20", NULL, NULL},
    {"late_greeting", "depth=1", "--maxplies 20", NULL, NULL},
};

START_TEST(each_misbehaviour_gets_its_verdict) { assert_verdict(&verdicts[_i], 1); }
END_TEST

START_TEST(endless_output_does_not_delay_the_handshake)
{
    static const char *const faults[] = {"flood_options uci", "flood_options ucci", "drip_options uci", "drip_options ucci"};
    Run run =
        match("%s %s --patience 0.5", fake("good", "", "depth=1"), fake("bad", faults[_i], _i % 2 ? "depth=1 proto=ucci" : "depth=1"));
    ck_assert_msg(run.status == 1 && strstr(run.text, "engine 2 (bad) does not start: handshake: "), "%s: status %d: %s", faults[_i],
                  run.status, run.text);
}
END_TEST

/* A helper in another session is ended both when the match ends normally and when the runner is killed. */
START_TEST(helpers_end_with_the_runner)
{
    char words[64];
    snprintf(words, sizeof words, "%s delay=5 helper", own_tag());
    pid_t runner = start_match("%s %s --each depth=1 --games 1000", fake("one", words, ""), fake("two", words, ""));
    await_processes(6); /* two engines, each with two helpers */
    kill(runner, _i ? SIGKILL : SIGINT);
    waitpid(runner, NULL, 0);
    assert_no_engine_left(own_tag());
}
END_TEST

/* SIGINT works even if it was ignored at the start, as in a script's background. */
START_TEST(interrupted_before_the_first_game)
{
    char words[64];
    snprintf(words, sizeof words, "%s drip_options uci", own_tag());
    signal(SIGINT, _i ? SIG_IGN : SIG_DFL);
    pid_t runner = start_match("%s %s", fake("one", words, "depth=1"), fake("two", words, "depth=1"));
    signal(SIGINT, SIG_DFL);
    await_processes(1);
    kill(runner, SIGINT);
    assert_ends(runner, 130, "interrupted");
}
END_TEST

/* ---- limits ---- */

static long file_size(const char *path)
{
    struct stat info;
    ck_assert_msg(stat(path, &info) == 0, "%s: %s", path, strerror(errno));
    return (long)info.st_size;
}

START_TEST(a_flood_fills_neither_memory_nor_the_log)
{
    static const char *const floods[] = {"flood=2", "long_line=2", "flood_ready=2", "flood_options"};
    const char *log = scratch("flood.log");
    pid_t runner = start_match("%s %s --games 4 %s --log %s", fake("good", "seed=1 uci", "depth=1"), fake("bad", floods[_i], "depth=1"),
                               _i == 2 ? "--patience 1000" : "", log); /* sanitizers may take long to read it */
    int status;
    struct rusage used;
    ck_assert_int_eq(wait4(runner, &status, 0, &used), runner);
    ck_assert_int_eq(WEXITSTATUS(status), _i == 3 ? 1 : 0);
    ck_assert_msg(file_size(log) < 4 << 20, "the log has %ld bytes", file_size(log));
    if (effort(1, 0))
        ck_assert_msg(used.ru_maxrss < 64 << 10, "%ld KiB of memory", used.ru_maxrss);
    char *text = read_text(log);
    ck_assert(_i == 1 || strstr(text, "more lines of output are not shown"));
    free(text);
}
END_TEST

static void assert_printable(const char *what, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        ck_assert_msg((c >= ' ' && c != 0x7F) || c == '\n', "%s has the control character %02x: %.*s", what, c,
                      (int)(length - i < 200 ? length - i : 200), text + i);
        ck_assert_msg(c != 0xC2 || (unsigned char)text[i + 1] >= 0xA0, "%s has a control character of two bytes", what);
    }
}

START_TEST(control_characters_are_removed)
{
    const char *files[] = {scratch("odd.json"), scratch("odd.pgn"), scratch("odd.log")};
    char engine[600];
    snprintf(engine, sizeof engine, "'cmd=%s bad_name' depth=1", built_program("tests/fake_engine"));
    Run run = match("%s --engine %s --games 2 --json %s --pgn %s --log %s", fake("bad", "controls=2", "depth=1"), engine, files[0],
                    files[1], files[2]);
    ck_assert_msg(run.status == 0 && strstr(run.text, "Fa?[2J?ke") && strstr(run.text, "made an illegal move"), "%s", run.text);
    assert_printable("the terminal", run.text, strlen(run.text));
    for (int i = 0; i < COUNT(files); i++) {
        char *text = read_text(files[i]);
        assert_printable(files[i], text, (size_t)file_size(files[i]));
        ck_assert(strstr(text, "Fa?[2J?ke"));
        free(text);
    }
}
END_TEST

START_TEST(a_pipe_as_error_file_does_not_block)
{
    const char *pipe = scratch("errors.fifo");
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    char settings[700];
    snprintf(settings, sizeof settings, "depth=1 stderr=%s", pipe);
    Run run = match("%s %s", fake("good", "", "depth=1"), fake("bad", "", settings));
    ck_assert_msg(run.status == 1 && strstr(run.text, "no program reads from that pipe"), "status %d: %s", run.status, run.text);
}
END_TEST

/* ---- what engines inherit ---- */

START_TEST(no_signal_is_blocked_for_an_engine)
{
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    const char *log = scratch("mask.log");
    Run run =
        match("%s --engine 'cmd=sh -c \"read first; grep SigBlk: /proc/self/status\"' depth=1 --log %s", fake("good", "", "depth=1"), log);
    sigprocmask(SIG_SETMASK, &before, NULL);
    char *text = read_text(log);
    ck_assert_msg(run.status == 1 && strstr(text, "SigBlk: 0000000000000000\n"), "%s", text);
    free(text);
}
END_TEST

/* An engine runs in the runner's own folder, even if that folder may not be searched. */
START_TEST(an_engine_without_a_folder_runs_in_ours)
{
    char line[4000], *runner = realpath(built_program("hanxin-match"), NULL), *engine = realpath(built_program("tests/fake_engine"), NULL);
    const char *folder = scratch("closed");
    prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0); /* programs started by root may not search it either */
    prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH, 0, 0, 0);
    ck_assert(runner && engine && mkdir(folder, 0700) == 0);
    snprintf(line, sizeof line, "cd %s && chmod 600 . && exec %s --engine 'cmd=%s' --engine 'cmd=%s' --each depth=1 --maxplies 4 2>&1",
             folder, runner, engine, engine);
    Run run = shell(line);
    ck_assert_msg(chmod(folder, 0700) == 0 && run.status == 0, "status %d: %s", run.status, run.text);
    free(runner);
    free(engine);
}
END_TEST

/* ---- suspension ---- */

/* Returns the letter of a process's state in /proc. */
static char state_of(pid_t process)
{
    char path[64], state = '?';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *in = fopen(path, "r");
    if (in && fscanf(in, "%*d %*[^)]) %c", &state) != 1)
        state = '?';
    if (in)
        fclose(in);
    return state;
}

static void await_state(pid_t process, bool stopped)
{
    for (int64_t deadline = clock_ms() + 30000; (state_of(process) == 'T') != stopped; sleep_ms(5))
        ck_assert_msg(clock_ms() < deadline, "process %d is in state %c", (int)process, state_of(process));
}

/* Returns the first number in parentheses after "NAME(" in the log: the engine's process. */
static pid_t engine_in_log(const char *log, const char *name)
{
    char *text = read_text(log), *last = NULL, start[32];
    snprintf(start, sizeof start, " %s(", name);
    for (char *at = text; (at = strstr(at, start)); at++)
        last = at;
    pid_t process = last ? (pid_t)atoi(last + strlen(start)) : 0;
    free(text);
    return process;
}

static const struct {
    int signal, ms;
    const char *text;
} suspensions[] = {
    {SIGSTOP, 2500, "held up for"}, {SIGSTOP, 300, "was suspended"}, {SIGTSTP, 2500, "held up for"}, {SIGTSTP, 300, "was suspended"}};

/* Each move takes 100 ms and has a second: it is late only if the suspension counts. */
START_TEST(suspended_games_are_played_again)
{
    const char *json = scratch("held.json"), *log = scratch("held.log");
    pid_t runner = start_match("%s %s --each st=1 margin=100 --maxplies 10 --games 2 --json %s --log %s",
                               fake("one", "seed=1 delay=100 uci", ""), fake("two", "seed=2 delay=100", ""), json, log);
    await_text(log, "< go");
    kill(runner, suspensions[_i].signal);
    await_state(runner, true);
    pid_t one = engine_in_log(log, "one");
    ck_assert_int_gt(one, 0);
    if (suspensions[_i].signal == SIGTSTP) /* engines are not controlled by the terminal, but stop as well */
        await_state(one, true);
    sleep_ms(suspensions[_i].ms);
    kill(runner, SIGCONT);
    assert_ends(runner, 0, "game 1: the runner was ");
    await_text(scratch("output.txt"), suspensions[_i].text);
    await_text(scratch("output.txt"), "replaying it");
    json_t *file = read_json(json);
    ck_assert_int_eq(game_count(file), 2);
    ck_assert_int_eq(ending_count(file, "length limit"), 2);
    json_decref(file);
}
END_TEST

START_TEST(repeated_interruptions_end_the_match)
{
    const char *json = scratch("always.json");
    Run run = match("%s %s --games 2 --json %s --grace 0.2", fake("good", "", "depth=1"), fake("bad", "stop_us=1", "depth=1"), json);
    ck_assert_msg(run.status == 1 && strstr(run.text, "10 games in a row were interrupted, last game 1: "), "status %d: %s", run.status,
                  run.text);
    json_t *file = read_json(json);
    ck_assert_int_eq(game_count(file), 0);
    json_decref(file);
}
END_TEST

/* ---- lack of resources ---- */

/* If there are only enough file descriptors for a few games, only that many run at once; if there are
 * not enough for one, the match ends. */
START_TEST(lack_of_descriptors_loses_no_game)
{
    char line[4000];
    const char *json = scratch("few.json");
    int n = snprintf(line, sizeof line, "exec 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n %d; exec %s ", _i ? 10 : 24,
                     built_program("hanxin-match"));
    n += snprintf(line + n, sizeof line - (size_t)n, "%s %s ", fake("one", "seed=1 delay=1", "depth=1"), fake("two", "seed=2", "depth=1"));
    snprintf(line + n, sizeof line - (size_t)n, "--games 20 --maxplies 20 --concurrency 10 --json %s", json);
    Run run = shell(line);
    if (_i) {
        ck_assert_msg(run.status == 1 && strstr(run.text, "Too many open files") && !strstr(run.text, "crash"), "status %d: %s", run.status,
                      run.text);
        return;
    }
    json_t *file = read_json(json);
    ck_assert_msg(run.status == 0 && strstr(run.text, "Too many open files; postponed"), "status %d: %s", run.status, run.text);
    ck_assert_int_eq(ending_count(file, "length limit"), 20);
    ck_assert_int_eq(ending_count(file, "crash"), 0);
    json_decref(file);
}
END_TEST

/* The descriptors of closed streams are reused neither for the results file, into which messages would go, nor for the engines' pipes. */
START_TEST(closed_streams_lose_nothing)
{
    static const char *const closed[] = {"</dev/null >&-", "<&- >&-", "<&- >&- 2>&-", "</dev/null | head -n 1"};
    char line[4000];
    const char *json = scratch("closed.json");
    int n = snprintf(line, sizeof line, "exec 2>&1; { %s ", built_program("hanxin-match"));
    n += snprintf(line + n, sizeof line - (size_t)n, "%s %s ", fake("one", "seed=1", "depth=1"), fake("two", "seed=2", "depth=1"));
    snprintf(line + n, sizeof line - (size_t)n, "--games 6 --maxplies 20 --json %s; } %s", json, closed[_i]);
    unlink(json), unlink(results_of(json));
    Run run = shell(line);
    json_t *file = read_json(json);
    ck_assert_msg(run.status == (_i < 3 ? 1 : 0), "status %d: %s", run.status, run.text); /* the status of the pipe is that of `head` */
    ck_assert_msg(_i < 3 || !strstr(run.text, "could be written"), "status %d: %s", run.status,
                  run.text); /* a reader that has left is not reported */
    ck_assert_int_eq(ending_count(file, "length limit"), 6);
    ck_assert_int_eq(ending_count(file, "crash"), 0);
    json_decref(file);
}
END_TEST

/* If there is only enough memory for a few threads, only that many games run at once. */
START_TEST(lack_of_threads_loses_no_game)
{
    if (!effort(1, 0))
        return; /* sanitizers need more memory than that */
    char line[4000];
    const char *json = scratch("threads.json");
    int n = snprintf(line, sizeof line, "ulimit -s 8192; ulimit -v %d; exec %s ", 100000, built_program("hanxin-match"));
    n += snprintf(line + n, sizeof line - (size_t)n, "%s %s ", fake("one", "seed=1 delay=1", "depth=1"), fake("two", "seed=2", "depth=1"));
    snprintf(line + n, sizeof line - (size_t)n, "--games 40 --maxplies 20 --concurrency 40 --json %s 2>&1", json);
    Run run = shell(line);
    ck_assert_msg(run.status == 0 && strstr(run.text, " of 40 threads; "), "status %d: %s", run.status, run.text);
    json_t *file = read_json(json);
    ck_assert_int_eq(ending_count(file, "length limit"), 40);
    json_decref(file);
}
END_TEST

/* If a program disappears during a match, for example while it is rebuilt, its engine does not lose
 * either. */
START_TEST(an_engine_that_vanishes_is_not_beaten)
{
    const char *json = scratch("gone.json"), *copy = scratch("vanishing");
    char line[4000];
    snprintf(line, sizeof line, "cp %s %s", built_program("tests/fake_engine"), copy);
    ck_assert_int_eq(system(line), 0);
    pid_t runner = start_match("%s --engine 'cmd=%s exit_thinking=3' name=bad depth=1 --games 1000 --json %s",
                               fake("good", "delay=20", "depth=1"), copy, json);
    await_text(results_of(json), "exited with status 3");
    ck_assert_int_eq(unlink(copy), 0);
    assert_ends(runner, 1, "cannot be played: cannot run");
    await_text(scratch("output.txt"), "No such file");
    json_t *file = read_json(json);
    for (int i = 0; i < game_count(file); i++)
        ck_assert(strstr(json_member_text(game_of(file, i), "reason", ""), "exited with status 3"));
    json_decref(file);
}
END_TEST

/* ---- output ---- */

/* An option is recognised in any spelling. An unknown option ends the match before it begins, because
 * it may belong to another engine. */
static const struct {
    const char *proto, *option, *value, *refusal; /* NULL: known */
} option_cases[] = {
    {"uci", "skilllevel", "5", NULL},
    {"uci", "Skill_Level", "5", NULL},
    {"ucci", "Hash", "16", NULL},
    {"ucci", "Skill Level", "5", NULL},
    {"uci", "hashsize", "16", NULL},
    {"ucci", "UCI_Elo", "1500", NULL},
    {"uci", "Threads", "1", NULL},
    {"uci", "Skil Level", "5", "unknown option Skil Level; the nearest name is Skill Level\n"},
    {"ucci", "Has", "16", "unknown option Has; the nearest name is hashsize\n"},
    {"uci", "Thread", "1", "unknown option Thread; the nearest name is Threads\n"},
    {"uci", "level", "8", "unknown option level; the nearest name is Skill Level\n"},
    {"ucci", "level", "8", "unknown option level; the nearest name is skilllevel\n"},
    {"uci", "Contempt", "8", "unknown option Contempt\n"},
};

START_TEST(unknown_options_are_refused)
{
    char program[600];
    snprintf(program, sizeof program, "%s", built_program("hanxin"));
    Run run = match("%s --engine cmd=%s name=hanxin proto=%s nodes=1 'option.%s=%s' --maxplies 2", fake("good", "", "depth=1"), program,
                    option_cases[_i].proto, option_cases[_i].option, option_cases[_i].value);
    ck_assert_msg(run.status == (option_cases[_i].refusal ? 1 : 0), "status %d: %s", run.status, run.text);
    ck_assert_msg(!option_cases[_i].refusal || strstr(run.text, option_cases[_i].refusal), "%s", run.text);
    ck_assert_msg(!option_cases[_i].refusal || !strstr(run.text, "game 1"), "%s", run.text);
}
END_TEST

/* The first move never comes, yet the user sees the state of the match. */
START_TEST(the_first_game_is_announced)
{
    pid_t runner = start_match("%s %s --games 40", fake("one", "silent", "depth=1"), fake("two", "", "depth=1"));
    await_text(scratch("output.txt"), "0/40, game 1 at move 1\n");
    kill(runner, SIGINT);
    waitpid(runner, NULL, 0);
}
END_TEST

/* Reads until the first game is shown at this move or a later one while another game is running. */
static bool terminal_shows(int fd, char *text, size_t size, int move)
{
    static const char start[] = "game 1 at move ";
    size_t used = 0;
    for (int64_t deadline = clock_ms() + 60000; clock_ms() < deadline && used + 1 < size;) {
        struct pollfd polled = {fd, POLLIN, 0};
        ssize_t got = poll(&polled, 1, 100) > 0 ? read(fd, text + used, size - used - 1) : 0;
        used += got > 0 ? (size_t)got : 0;
        text[used] = '\0';
        for (const char *at = text; (at = strstr(at, start)); at++) {
            char *end;
            if (strtol(at + strlen(start), &end, 10) >= move && strncmp(end, " and 1 more", 11) == 0)
                return true;
        }
    }
    return false;
}

START_TEST(a_terminal_shows_the_moves_live)
{
    char text[20000] = "", *argv[] = {NULL,       "--engine", NULL,      "name=one", "depth=1",       "--engine", NULL,
                                      "name=two", "depth=1",  "--games", "2",        "--concurrency", "2",        NULL};
    static char program[600], one[700], two[700];
    snprintf(program, sizeof program, "%s", built_program("hanxin-match"));
    snprintf(one, sizeof one, "cmd=%s delay=60", built_program("tests/fake_engine"));
    snprintf(two, sizeof two, "cmd=%s", built_program("tests/fake_engine"));
    argv[0] = program;
    argv[2] = one;
    argv[6] = two;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    pid_t runner = fork();
    if (runner == 0) {
        setsid();
        int end = open(ptsname(master), O_RDWR);
        dup2(end, STDOUT_FILENO);
        execv(program, argv);
        _exit(127);
    }
    ck_assert_msg(terminal_shows(master, text, sizeof text, 7), "%s", text);
    ck_assert_msg(!strchr(text, '\n'), "not one redrawn line: %s", text);
    kill(runner, SIGINT);
    waitpid(runner, NULL, 0);
    close(master);
}
END_TEST

Suite *runner_suite(void)
{
    Suite *suite = suite_create("runner");
    TCase *tc = tcase_create("verdicts");
    tcase_add_loop_test(tc, each_misbehaviour_gets_its_verdict, 0, COUNT(verdicts));
    tcase_add_loop_test(tc, endless_output_does_not_delay_the_handshake, 0, 4);
    tcase_add_loop_test(tc, interrupted_before_the_first_game, 0, 2);
    tcase_add_loop_test(tc, helpers_end_with_the_runner, 0, 2);
    suite_add_tcase(suite, tc);
    tc = tcase_create("bounds");
    tcase_add_loop_test(tc, a_flood_fills_neither_memory_nor_the_log, 0, 4);
    tcase_add_test(tc, control_characters_are_removed);
    tcase_add_test(tc, a_pipe_as_error_file_does_not_block);
    suite_add_tcase(suite, tc);
    tc = tcase_create("inherited");
    tcase_add_test(tc, no_signal_is_blocked_for_an_engine);
    tcase_add_test(tc, an_engine_without_a_folder_runs_in_ours);
    suite_add_tcase(suite, tc);
    tc = tcase_create("suspension");
    tcase_add_loop_test(tc, suspended_games_are_played_again, 0, COUNT(suspensions));
    tcase_add_test(tc, repeated_interruptions_end_the_match);
    suite_add_tcase(suite, tc);
    tc = tcase_create("want");
    tcase_add_loop_test(tc, closed_streams_lose_nothing, 0, 4);
    tcase_add_loop_test(tc, lack_of_descriptors_loses_no_game, 0, 2);
    tcase_add_test(tc, lack_of_threads_loses_no_game);
    tcase_add_test(tc, an_engine_that_vanishes_is_not_beaten);
    suite_add_tcase(suite, tc);
    tc = tcase_create("display");
    tcase_add_loop_test(tc, unknown_options_are_refused, 0, COUNT(option_cases));
    tcase_add_test(tc, the_first_game_is_announced);
    tcase_add_test(tc, a_terminal_shows_the_moves_live);
    suite_add_tcase(suite, tc);
    return suite;
}
