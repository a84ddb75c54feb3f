/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/support/gui.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <fcntl.h>
#include <unistd.h>

#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"
#include "engine/base/platform.h"
#include "tests/support/support.h"

int64_t now_ms(void) { return clock_ms(); }

int gui_ranks(void)
{
    const char *ranks = getenv("HANXIN_TEST_RANKS");
    return ranks && atoi(ranks) > 1 ? atoi(ranks) : 1;
}

int gui_slack(void)
{
    const char *engine = getenv("HANXIN_TEST_ENGINE");
    return (engine && *engine) || gui_ranks() > 1 ? 5 : effort(1, 6);
}

bool gui_same_search(long long nodes, long long other_nodes)
{
    const long long most = 2 * gui_ranks();
    return gui_ranks() == 1 ? nodes == other_nodes : nodes < other_nodes * most && other_nodes < nodes * most;
}

static void remember(Gui *gui, char direction, const char *text)
{
    char *row = gui->tail[gui->lines++ % GUI_TAIL];
    snprintf(row, sizeof gui->tail[0], "%c %.150s", direction, text);
}

void gui_fail(Gui *gui, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (gui->pid > 0)
        kill(gui->pid, SIGKILL);
    enum { SHOWN = 14 };
    char tail[SHOWN * 170] = "";
    for (int i = gui->lines > SHOWN ? gui->lines - SHOWN : 0; i < gui->lines; i++) {
        strcat(tail, "\n    ");
        strcat(tail, gui->tail[i % GUI_TAIL]);
    }
    ck_abort_msg("%s%s", text, tail);
}

static void become_engine(void)
{
    const char *command = getenv("HANXIN_TEST_ENGINE");
    char line[2000];
    if (command && *command) {
        snprintf(line, sizeof line, "exec %s", command);
    } else if (gui_ranks() > 1) {
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1); /* tests may run as root */
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
        snprintf(line, sizeof line, "exec mpirun -n %d --oversubscribe --bind-to none --mca orte_enable_recovery 1 '%s'", gui_ranks(),
                 built_program("hanxin-cluster"));
    } else {
        const char *path = built_program("hanxin");
        execl(path, path, (char *)NULL);
    }
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

static void start(Gui *gui, int output_flags)
{
    *gui = (Gui){0};
    int in[2], out[2], err[2];
    ck_assert(pipe(in) == 0 && pipe(out) == 0 && pipe(err) == 0);
    signal(SIGPIPE, SIG_IGN);
    ck_assert_int_eq(fcntl(out[1], F_SETFL, output_flags), 0);
    gui->pid = fork();
    ck_assert_int_ge(gui->pid, 0);
    if (gui->pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        dup2(in[0], 0), dup2(out[1], 1), dup2(err[1], 2);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        become_engine();
    }
    close(in[0]), close(out[1]), close(err[1]);
    gui->to = in[1], gui->from = out[0], gui->errors = err[0];
    fcntl(gui->to, F_SETFD, FD_CLOEXEC);
}

void gui_start(Gui *gui) { start(gui, 0); }
void gui_start_impatient(Gui *gui) { start(gui, O_NONBLOCK); }

void gui_send(Gui *gui, const char *text)
{
    remember(gui, '>', text);
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t n = write(gui->to, text, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            gui_fail(gui, "the engine no longer reads its input");
        text += n;
        left -= (size_t)n;
    }
}

const char *gui_read(Gui *gui, int timeout_ms)
{
    int64_t until = now_ms() + timeout_ms;
    for (;;) {
        char *newline = memchr(gui->buffer, '\n', (size_t)gui->length);
        if (newline) {
            int length = (int)(newline - gui->buffer);
            if (length >= GUI_LINE)
                gui_fail(gui, "a line of %d bytes", length);
            memcpy(gui->line, gui->buffer, (size_t)length);
            gui->line[length] = '\0';
            if (length > 0 && gui->line[length - 1] == '\r')
                gui->line[length - 1] = '\0';
            gui->length -= length + 1;
            memmove(gui->buffer, newline + 1, (size_t)gui->length);
            gui->line_ms = now_ms();
            remember(gui, '<', gui->line);
            return gui->line;
        }
        int64_t left = until - now_ms();
        struct pollfd end = {.fd = gui->from, .events = POLLIN};
        int ready = poll(&end, 1, left > 0 ? (int)left : 0);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return NULL;
        ssize_t n = read(gui->from, gui->buffer + gui->length, sizeof gui->buffer - (size_t)gui->length);
        if (n <= 0)
            return NULL;
        gui->length += (int)n;
    }
}

/* Returns the deadline of a wait for something that must come. It is generous, because the machine
 * may be busy; tests of the engine's speed measure the time themselves. */
static int64_t gui_deadline(int timeout_ms)
{
    const int least_ms = 60000 * gui_slack();
    return now_ms() + (timeout_ms > least_ms ? timeout_ms : least_ms);
}

const char *gui_expect(Gui *gui, const char *start, int timeout_ms)
{
    int64_t until = gui_deadline(timeout_ms);
    const char *line;
    while ((line = gui_read(gui, (int)(until - now_ms()))))
        if (strncmp(line, start, strlen(start)) == 0)
            return line;
    gui_fail(gui, "no line beginning with `%s`", start);
}

static bool gui_is_answer(const char *line) { return strncmp(line, "bestmove", 8) == 0 || strncmp(line, "nobestmove", 10) == 0; }

const char *gui_bestmove(Gui *gui, int timeout_ms, char *info)
{
    int64_t until = gui_deadline(timeout_ms);
    const char *line;
    if (info)
        *info = '\0';
    while ((line = gui_read(gui, (int)(until - now_ms())))) {
        if (gui_is_answer(line))
            return line;
        if (info && strncmp(line, "info ", 5) == 0 && strstr(line, " pv "))
            strcpy(info, line);
    }
    gui_fail(gui, "no bestmove");
}

void gui_silence(Gui *gui, int ms)
{
    const char *line = gui_read(gui, ms);
    if (line)
        gui_fail(gui, "unexpected line: `%s`", line);
}

/* Puts lines before those that are still to be read. */
static void gui_unread(Gui *gui, const char *lines)
{
    const int size = (int)strlen(lines);
    if (gui->length + size > (int)sizeof gui->buffer)
        gui_fail(gui, "too many lines are unread");
    memmove(gui->buffer + size, gui->buffer, (size_t)gui->length);
    memcpy(gui->buffer, lines, (size_t)size);
    gui->length += size;
}

int gui_sync(Gui *gui)
{
    int others = 0;
    char answers[GUI_LINE] = "";
    gui_send(gui, "isready\n");
    while (strcmp(gui_expect(gui, "", 0), "readyok") != 0) {
        others++;
        if (gui_is_answer(gui->line) && strlen(answers) + strlen(gui->line) + 2 < sizeof answers)
            strcat(strcat(answers, gui->line), "\n");
    }
    gui_unread(gui, answers);
    return others;
}

void gui_shake(Gui *gui, const char *word)
{
    char text[20];
    snprintf(text, sizeof text, "%s\n", word);
    gui_send(gui, text);
    snprintf(text, sizeof text, "%sok", word);
    gui_expect(gui, text, 20000 * gui_slack());
}

int gui_wait(Gui *gui, int timeout_ms)
{
    int64_t until = gui_deadline(timeout_ms);
    int status;
    do {
        pid_t ended = waitpid(gui->pid, &status, WNOHANG);
        if (ended == gui->pid) {
            gui->pid = 0;
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
        }
        sleep_ms(2);
    } while (now_ms() < until);
    return -1;
}

void gui_begin(Gui *gui)
{
    gui_start(gui);
    gui_shake(gui, "ucci");
    gui_send(gui, "setoption usebook false\n");
}

void gui_quit(Gui *gui)
{
    gui_send(gui, "quit\n");
    gui_end(gui, 10000 * gui_slack());
}

long long gui_number(const char *line, const char *word, long long missing)
{
    const char *at = strstr(line, word);
    return at ? atoll(at + strlen(word)) : missing;
}

bool gui_is_legal_bestmove(const char *line, const char *fen, const char *moves)
{
    char best[8] = "", ponder[8] = "";
    if (sscanf(line, "bestmove %7s ponder %7s", best, ponder) < 1)
        return false;
    Position pos = read_position(fen);
    char list[8000];
    snprintf(list, sizeof list, "%s", moves ? moves : "");
    Undo undo;
    for (char *word = strtok(list, " "); word; word = strtok(NULL, " "))
        position_make(&pos, move_of(word), &undo);
    Move m;
    if (strlen(best) != 4 || !move_from_iccs(best, &m) || !is_legal(&pos, m))
        return false;
    if (!*ponder)
        return true;
    position_make(&pos, m, &undo);
    return strlen(ponder) == 4 && move_from_iccs(ponder, &m) && is_legal(&pos, m);
}

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

void gui_end(Gui *gui, int timeout_ms)
{
    close_end(&gui->to);
    const int64_t until = gui_deadline(timeout_ms);
    while (gui_read(gui, (int)(until - now_ms())))
        ;
    int status = gui->pid > 0 ? gui_wait(gui, timeout_ms) : 0;
    char errors[2000];
    /* With another engine command stderr is not checked, because wine writes there. */
    const char *engine = getenv("HANXIN_TEST_ENGINE");
    ssize_t n = engine && *engine ? 0 : read(gui->errors, errors, sizeof errors - 1);
    errors[n > 0 ? n : 0] = '\0';
    if (status != 0)
        gui_fail(gui, "exit status %d (-1: did not end, 1000 and more: signal)\n%s", status, errors);
    if (n > 0)
        gui_fail(gui, "on stderr: %s", errors);
    close_end(&gui->from);
    close_end(&gui->errors);
}
