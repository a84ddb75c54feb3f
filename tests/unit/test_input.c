/* Lines of standard input and the queue they wait in (protocol/input.h). */
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "protocol/session.h"
#include "tests/support/support.h"

/* What is read, chunk by chunk, and the lines that come of it, each with `|` behind it. */
static const struct {
    const char *chunks[4], *lines;
    bool quit;
} splitter_cases[] = {
    {{"go\nstop\n"}, "go|stop|", false},
    {{"go", " depth", " 3\nst", "op"}, "go depth 3|stop|", false},
    {{"uci\r\n", "go\r", "\n", "\r\r\n"}, "uci|go||", false},
    {{"\xEF", "\xBB\xBF", "uci\n\xEF\xBB\xBF\n"}, "uci|\xEF\xBB\xBF|", false},
    {{"\n\n"}, "||", false},
    {{"quit\n"}, "quit|", true},
    {{"qu", "it", "\r", "\n"}, "quit|", true},
    {{" QUIT \t\n"}, " QUIT \t|", true},
    {{"go\nexit\n"}, "go|exit|", true},
    {{"position startpos moves ", "quit\n"}, "position startpos moves quit|", false}, /* a chunk begins there, no line */
    {{"foo ", "quit\ngo\n"}, "foo quit|go|", false},
    {{"quite\nquit"}, "quite|quit|", false}, /* not the whole line yet */
};

START_TEST(lines_are_put_together_from_chunks)
{
    Inbox inbox;
    LineSplitter splitter = {.is_last = session_ends_with};
    char lines[400] = "";
    inbox_init(&inbox);
    for (int i = 0; i < 4 && splitter_cases[_i].chunks[i]; i++)
        splitter_feed(&splitter, &inbox, splitter_cases[_i].chunks[i], strlen(splitter_cases[_i].chunks[i]));
    ck_assert_int_eq(splitter.past_last, splitter_cases[_i].quit);
    splitter_end(&splitter, &inbox);
    for (Event *event; (event = inbox_pop(&inbox, true, -1))->kind == EVENT_LINE; event_free(&inbox, event)) {
        strcat(lines, event->text);
        strcat(lines, "|");
    }
    ck_assert_str_eq(lines, splitter_cases[_i].lines);
    inbox_clear(&inbox);
}
END_TEST

START_TEST(a_line_without_end_is_cut)
{
    enum { CHUNK = 1 << 20, CHUNKS = 20 };
    static char piece[CHUNK];
    Inbox inbox;
    LineSplitter splitter = {0};
    inbox_init(&inbox);
    memset(piece, 'x', sizeof piece);
    splitter_feed(&splitter, &inbox, "foo ", 4);
    for (int i = 0; i < CHUNKS; i++)
        splitter_feed(&splitter, &inbox, piece, sizeof piece);
    splitter_feed(&splitter, &inbox, "y\nstop\n", 7);
    Event *event = inbox_pop(&inbox, true, 0);
    ck_assert(event && strlen(event->text) <= (16 << 20) + 20 && strcmp(strrchr(event->text, ' '), " [cut-off]") == 0);
    event_free(&inbox, event);
    event = inbox_pop(&inbox, true, 0);
    ck_assert(event && strcmp(event->text, "stop") == 0);
    event_free(&inbox, event);
    splitter_end(&splitter, &inbox);
    inbox_clear(&inbox);
}
END_TEST

START_TEST(events_come_in_order_and_a_wait_ends)
{
    Inbox inbox;
    inbox_init(&inbox);
    int64_t start = clock_ms();
    ck_assert_ptr_null(inbox_pop(&inbox, true, 50));
    ck_assert_int_ge(clock_ms() - start, 50);
    for (int round = 0; round < 3; round++) {
        inbox_post_line(&inbox, "a");
        inbox_post(&inbox, EVENT_DONE);
        inbox_post_line(&inbox, "b");
        static const EventKind order[] = {EVENT_LINE, EVENT_DONE, EVENT_LINE};
        for (int i = 0; i < 3; i++) {
            Event *event = inbox_pop(&inbox, true, -1);
            ck_assert_int_eq(event->kind, order[i]);
            event_free(&inbox, event);
        }
    }
    ck_assert_ptr_null(inbox_pop(&inbox, true, 0));
    ck_assert_uint_eq(inbox.queue.size, 0);
    inbox_clear(&inbox);
}
END_TEST

static void leave(bool reader_is_gone) { _exit(reader_is_gone); }

/* One command may take long (a large table is cleared): the end of input does not cut it off, `quit` does. */
START_TEST(a_long_command_survives_the_end_of_input)
{
    enum { SURVIVED = 3 };
    int command_ms = _i ? 60000 : 6500; /* after five seconds it counts as stuck; on a loaded machine later */
    const char *text = _i ? "quit\n" : "isready\n";
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], text, strlen(text)), (int)strlen(text));
    close(ends[1]);
    pid_t child = fork();
    if (child == 0) {
        static Inbox inbox;
        static const InputHooks hooks = {.is_last = session_ends_with, .leave = leave};
        dup2(ends[0], STDIN_FILENO);
        inbox_init(&inbox);
        if (!input_start(&inbox, &hooks))
            _exit(1);
        event_free(&inbox, inbox_pop(&inbox, true, -1));
        sleep_ms(command_ms);
        _exit(SURVIVED);
    }
    int status;
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), _i ? 0 : SURVIVED);
}
END_TEST

Suite *input_suite(void)
{
    Suite *suite = suite_create("input");
    TCase *tc = tcase_create("lines and events");
    tcase_add_loop_test(tc, lines_are_put_together_from_chunks, 0, COUNT(splitter_cases));
    tcase_add_test(tc, a_line_without_end_is_cut);
    tcase_add_test(tc, events_come_in_order_and_a_wait_ends);
    suite_add_tcase(suite, tc);

    tc = tcase_create("the end");
    tcase_set_timeout(tc, 30);
    tcase_add_loop_test(tc, a_long_command_survives_the_end_of_input, 0, 2);
    suite_add_tcase(suite, tc);
    return suite;
}
