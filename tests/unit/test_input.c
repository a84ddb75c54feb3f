/* SPDX-License-Identifier: GPL-3.0-only */
/* Lines of standard input and the queue they wait in (protocol/io.h). */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/io.h"
#include "protocol/parse.h"
#include "tests/support/support.h"

/* Input in chunks, and the resulting lines with `|` after each. */
static const struct {
    const char *chunks[4], *lines;
    bool quit;
} chunk_cases[] = {
    {{"go\nstop\n"}, "go|stop|", false},
    {{"go", " depth", " 3\nst", "op"}, "go depth 3|stop|", false},
    {{"uci\r\n", "go\r", "\n", "\r\r\n"}, "uci|go||", false},
    {{"\xEF", "\xBB\xBF", "uci\n\xEF\xBB\xBF\n"}, "uci|\xEF\xBB\xBF|", false},
    {{"\n\n"}, "||", false},
    {{"quit\n"}, "quit|", true},
    {{"qu", "it", "\r", "\n"}, "quit|", true},
    {{" QUIT \t\n"}, " QUIT \t|", true},
    {{"go\nexit\n"}, "go|exit|", true},
    {{"position startpos moves ", "quit\n"}, "position startpos moves quit|", false}, /* a chunk begins here, but not a line */
    {{"foo ", "quit\ngo\n"}, "foo quit|go|", false},
    {{"quite\nquit"}, "quite|quit|", false}, /* the line is not complete yet */
};

static void leave(const char *why) { _exit(why == NULL); }

static const InboxHost host = {&steady_clock, command_is_quit, leave};

/* In a program an inbox exists as long as the process. */
static void discard_inbox(Inbox *inbox)
{
    free(inbox->whole.data);
    free(inbox->taken.data);
    free(inbox);
}

static void feed(Inbox *inbox, const char *text) { inbox_feed(inbox, text, strlen(text)); }

static void expect(Inbox *inbox, EventKind kind, const char *text)
{
    char *line;
    ck_assert_int_eq(inbox_next(inbox, true, 0, &line), kind);
    if (kind == EVENT_LINE)
        ck_assert_str_eq(line, text);
}

START_TEST(lines_are_put_together_from_chunks)
{
    Inbox *inbox = inbox_new(host);
    char lines[400] = "", *line;
    for (int i = 0; i < 4 && chunk_cases[_i].chunks[i]; i++)
        feed(inbox, chunk_cases[_i].chunks[i]);
    ck_assert_int_eq(inbox->past_last, chunk_cases[_i].quit);
    inbox_end(inbox);
    while (inbox_next(inbox, true, 0, &line) == EVENT_LINE)
        strcat(strcat(lines, line), "|");
    ck_assert_str_eq(lines, chunk_cases[_i].lines);
    discard_inbox(inbox);
}
END_TEST

START_TEST(a_line_without_end_is_cut)
{
    enum { CHUNKS = (20 << 20) / READ_SIZE };
    static char piece[READ_SIZE];
    Inbox *inbox = inbox_new(host);
    char *line;
    memset(piece, 'x', sizeof piece);
    feed(inbox, "foo ");
    for (int i = 0; i < CHUNKS; i++)
        inbox_feed(inbox, piece, sizeof piece);
    feed(inbox, "y\nstop\n");
    ck_assert_int_eq(inbox_next(inbox, true, 0, &line), EVENT_LINE);
    ck_assert(strlen(line) <= (16 << 20) + 20 && strcmp(strrchr(line, ' '), " [cut-off]") == 0);
    expect(inbox, EVENT_LINE, "stop");
    discard_inbox(inbox);
}
END_TEST

START_TEST(lines_and_search_ends_come_in_order)
{
    Inbox *inbox = inbox_new(host);
    expect(inbox, EVENT_NONE, NULL);
    for (int round = 0; round < 3; round++) {
        feed(inbox, "a\nb\n");
        feed(inbox, "c\n");
        inbox_done(inbox);
        expect(inbox, EVENT_LINE, "a");
        feed(inbox, "d\n"); /* the end of the search waits once for the lines received by then */
        expect(inbox, EVENT_LINE, "b");
        expect(inbox, EVENT_LINE, "c");
        expect(inbox, EVENT_DONE, NULL);
        expect(inbox, EVENT_LINE, "d");
        expect(inbox, EVENT_NONE, NULL);
    }
    ck_assert(inbox_is_empty(inbox));
    discard_inbox(inbox);
}
END_TEST

/* Were the unread lines moved each time, this would take minutes. */
START_TEST(many_lines_are_processed_quickly)
{
    enum { CHUNKS = 60 };
    static char piece[READ_SIZE];
    Inbox *inbox = inbox_new(host);
    char *line;
    int lines = 0;
    for (int i = 0; i < READ_SIZE; i++)
        piece[i] = i % 2 ? '\n' : 'x';
    for (int i = 0; i < CHUNKS; i++)
        inbox_feed(inbox, piece, sizeof piece);
    while (inbox_next(inbox, true, 0, &line) == EVENT_LINE)
        lines++;
    ck_assert_int_eq(lines, CHUNKS * READ_SIZE / 2);
    discard_inbox(inbox);
}
END_TEST

/* If memory for a line is short in either buffer, the input ends before that line. */
START_TEST(without_memory_the_input_ends)
{
    enum { MOST_CHUNKS = 100 };
    static char piece[READ_SIZE];
    char *line;
    struct rlimit found;
    if (strcmp(BUILD_MODE, "asan") == 0 || strcmp(BUILD_MODE, "tsan") == 0)
        return; /* sanitizers need memory of their own */
    Inbox *inbox = inbox_new(host);
    memset(piece, 'x', sizeof piece);
    feed(inbox, "first\nsecond\n");
    int chunks = 0, most = _i == 0 ? MOST_CHUNKS : 50; /* 1.6 MB, more than the allocator has left */
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &found), 0);
    const struct rlimit none = {1 << 20, found.rlim_max};
    if (_i == 0)
        setrlimit(RLIMIT_AS, &none);
    while (chunks < most && !inbox_starved(inbox)) {
        inbox_feed(inbox, piece, sizeof piece);
        chunks++;
    }
    setrlimit(RLIMIT_AS, &none);
    EventKind kind = inbox_next(inbox, true, 0, &line); /* Check's asserts allocate memory */
    feed(inbox, "\nthird\n");
    setrlimit(RLIMIT_AS, &found);
    ck_assert_int_eq(kind, EVENT_LINE);
    ck_assert_str_eq(line, "first");
    expect(inbox, EVENT_LINE, "second");
    expect(inbox, EVENT_END, NULL);
    ck_assert(inbox_starved(inbox) && inbox_is_empty(inbox) && chunks < MOST_CHUNKS);
    discard_inbox(inbox);
}
END_TEST

START_TEST(search_ends_are_found_without_lines)
{
    Inbox *inbox = inbox_new(host);
    char *line;
    feed(inbox, "a\n");
    ck_assert_int_eq(inbox_next(inbox, false, 1, &line), EVENT_NONE);
    inbox_done(inbox);
    inbox_end(inbox);
    ck_assert_int_eq(inbox_next(inbox, false, -1, &line), EVENT_DONE);
    ck_assert_int_eq(inbox_next(inbox, false, -1, &line), EVENT_END);
    ck_assert(!inbox_is_empty(inbox));
    expect(inbox, EVENT_LINE, "a");
    ck_assert(inbox_is_empty(inbox));
    discard_inbox(inbox);
}
END_TEST

static atomic_int looks;

static _Atomic int most_looks; /* the reading thread pauses here until the end; 0: never */

static void sleep_none(void *self, int ms)
{
    while (most_looks > 0 && looks >= most_looks)
        sched_yield();
    (void)self, (void)ms;
    looks++;
    sched_yield();
}

/* How a command that precedes the end of input affects the exit, and how the process ends while the command runs. */
static const struct {
    const char *text;
    bool unread; /* the command blocks in a write because nobody reads */
    int looks;   /* number of checks by the reading thread during the command, at 100 a second; 0: the command never ends */
    const char *reason;
} long_commands[] = {
    {"isready\n", false, 5000, NULL},
    {"isready\n", true, 5000, NULL}, /* a pager */
    {"quit\n", false, 50000, NULL},  /* clearing a large table: eight minutes */
    {"quit\n", false, 0, "answers are lost: the command before `quit` has not ended after 10 minutes"},
    {"quit\n", true, 0, "answers are lost: after `quit`, standard output was not read for 5 seconds"},
};

static void leave_and_say(const char *why)
{
    if (why && write(STDERR_FILENO, why, strlen(why)) < 0)
        _exit(9);
    _exit(EXIT_FAILURE);
}

/* A long command is finished first, even with `quit` after it. A command that never ends, or a reader that never reads, ends the
 * process in failure with a message. The clock takes no time, so the reading thread checks as often as it likes. */
START_TEST(lost_answers_are_reported)
{
    enum { SURVIVED = 3 };
    const char *text = long_commands[_i].text;
    int ends[2], said[2];
    ck_assert(pipe(ends) == 0 && pipe(said) == 0);
    ck_assert_int_eq(write(ends[1], text, strlen(text)), (int)strlen(text));
    close(ends[1]);
    pid_t child = fork();
    if (child == 0) {
        static const Clock no_time = {.sleep_ms = sleep_none};
        char *line;
        Output out;
        most_looks = long_commands[_i].looks;
        dup2(ends[0], STDIN_FILENO);
        dup2(said[1], STDERR_FILENO);
        output_init(&out, -1, NULL);
        Inbox *inbox = inbox_new((InboxHost){&no_time, command_is_quit, leave_and_say});
        if (!input_start(inbox, &out) || inbox_next(inbox, true, -1, &line) != EVENT_LINE)
            _exit(1);
        if (long_commands[_i].unread)
            atomic_fetch_add(out.writes, 1);
        while (long_commands[_i].looks == 0 || looks < long_commands[_i].looks) /* the command */
            sched_yield();
        _exit(SURVIVED);
    }
    int status;
    char reason[200];
    close(ends[0]);
    close(said[1]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ssize_t length = read(said[0], reason, sizeof reason - 1);
    reason[length > 0 ? length : 0] = '\0';
    close(said[0]);
    ck_assert(WIFEXITED(status));
    ck_assert_str_eq(reason, long_commands[_i].reason ? long_commands[_i].reason : "");
    ck_assert_int_eq(WEXITSTATUS(status), long_commands[_i].reason ? EXIT_FAILURE : SURVIVED);
}
END_TEST

Suite *input_suite(void)
{
    Suite *suite = suite_create("input");
    TCase *tc = tcase_create("lines and events");
    tcase_add_loop_test(tc, lines_are_put_together_from_chunks, 0, COUNT(chunk_cases));
    tcase_add_test(tc, a_line_without_end_is_cut);
    tcase_add_test(tc, lines_and_search_ends_come_in_order);
    tcase_add_test(tc, many_lines_are_processed_quickly);
    tcase_add_loop_test(tc, without_memory_the_input_ends, 0, 2);
    tcase_add_test(tc, search_ends_are_found_without_lines);
    suite_add_tcase(suite, tc);

    tc = tcase_create("the end");
    tcase_add_loop_test(tc, lost_answers_are_reported, 0, COUNT(long_commands));
    suite_add_tcase(suite, tc);
    return suite;
}
