/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/programs/pty.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "tests/support/support.h"

enum { PATIENCE_MS = 30000 };

static bool same_modes(const struct termios *a, const struct termios *b)
{
    return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_lflag == b->c_lflag &&
           memcmp(a->c_cc, b->c_cc, sizeof a->c_cc) == 0;
}

/* Takes the terminal back and reports its state. */
static void tell_state(int fd, const char *what, struct termios *found)
{
    struct termios now;
    char text[80];
    tcsetpgrp(fd, getpgrp());
    tcgetattr(fd, &now);
    int n = snprintf(text, sizeof text, "[%s, terminal %s]\r\n", what, same_modes(found, &now) ? "as found" : "left raw");
    tcsetattr(fd, TCSANOW, found);
    (void)!write(fd, text, (size_t)n);
}

/* Acts as the shell of a job that it has put in the foreground. Exits with the job's status. */
static void mind_job(int fd, pid_t job, struct termios *found)
{
    int status;
    while (waitpid(job, &status, WUNTRACED) == job && WIFSTOPPED(status)) {
        char line[100];
        tell_state(fd, "stopped", found);
        if (read(fd, line, sizeof line) <= 0)
            break;
        tcsetpgrp(fd, job);
        kill(-job, SIGCONT);
    }
    tell_state(fd, "ended", found);
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static void start_child(const char *slave, const char *state, const char *words, int columns, int rows)
{
    char buffer[600], *argv[40];
    int argc = 0;
    const char *program = built_program("hanxin");
    setsid();
    int fd = open(slave, O_RDWR);
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) < 0 || ioctl(fd, TIOCSWINSZ, &size) < 0)
        _exit(126);
    struct termios found;
    tcgetattr(fd, &found);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    pid_t job = fork();
    if (job > 0) {
        setpgid(job, job);
        tcsetpgrp(fd, job);
        mind_job(fd, job, &found);
    }
    setpgid(0, 0);
    tcsetpgrp(fd, getpid());
    static const int usual[] = {SIGTTOU, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP}; /* a test in the background ignores some signals */
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        signal(usual[i], SIG_DFL);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("INPUTRC", "/dev/null", 1);
    setenv("XDG_STATE_HOME", state, 1);
    unsetenv("NO_COLOR");
    unsetenv("COLUMNS");
    unsetenv("LINES");
    snprintf(buffer, sizeof buffer, "%s", words);
    argv[argc++] = (char *)program;
    for (char *word = strtok(buffer, " "), *value; word && argc < 39; word = strtok(NULL, " "))
        if (argc == 1 && (value = strchr(word, '='))) {
            *value = '\0';
            setenv(word, value + 1, 1);
        } else {
            argv[argc++] = word;
        }
    argv[argc] = NULL;
    execv(program, argv);
    _exit(127);
}

void pty_start(Pty *pty, const char *words, int columns, int rows)
{
    pty->length = pty->seen = 0;
    pty->fd = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert(pty->fd >= 0 && grantpt(pty->fd) == 0 && unlockpt(pty->fd) == 0);
    char slave[100], state[600];
    snprintf(slave, sizeof slave, "%s", ptsname(pty->fd));
    snprintf(state, sizeof state, "%s/state", scratch_folder());
    pty->pid = fork();
    ck_assert_int_ge(pty->pid, 0);
    if (pty->pid == 0) {
        close(pty->fd);
        start_child(slave, state, words, columns, rows);
    }
}

bool pty_editing(const char *library)
{
    bool there = strcmp(library, "none") == 0;
#ifdef HAVE_EDITING
    there = there || dlopen(strcmp(library, "readline") == 0 ? "libreadline.so.8" : "libedit.so.2", RTLD_LAZY);
#endif
    setenv("HANXIN_EDITING", library, 1);
    if (strcmp(library, "libedit") == 0)
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* leaks in the library do not concern us */
    if (!there)
        skipped("line editing with %s: not installed or not built in", library);
    return there;
}

/* Returns the foreground process group. Never returns the group of all processes or our own group if
 * there is no foreground group. */
static bool signal_job(const Pty *pty, int number)
{
    pid_t group = tcgetpgrp(pty->fd);
    return group > 1 && kill(-group, number) == 0;
}

static void give_up(Pty *pty, const char *what, const char *text)
{
    signal_job(pty, SIGKILL);
    kill(pty->pid, SIGKILL);
    ck_abort_msg("%s \"%s\"; the screen:\n%s", what, text, pty_screen(pty));
}

void pty_signal(const Pty *pty, int number) { ck_assert(signal_job(pty, number)); }

void pty_type(Pty *pty, const char *text)
{
    size_t length = strlen(text);
    if (write(pty->fd, text, length) != (ssize_t)length)
        give_up(pty, "cannot type", text);
}

/* Reads the bytes that arrive within the time; returns false at the end of the output. */
static bool pump(Pty *pty, int timeout_ms)
{
    struct pollfd in = {.fd = pty->fd, .events = POLLIN};
    if (poll(&in, 1, timeout_ms) <= 0)
        return true;
    ssize_t n = read(pty->fd, pty->text + pty->length, (size_t)(PTY_BYTES - 1 - pty->length));
    if (n <= 0)
        return n < 0 && errno == EINTR;
    pty->length += (int)n;
    pty->text[pty->length] = '\0';
    return true;
}

void pty_expect(Pty *pty, const char *text)
{
    int64_t deadline = clock_ms() + PATIENCE_MS;
    for (bool open = true;;) {
        pty->text[pty->length] = '\0';
        const char *at = strstr(pty->text + pty->seen, text);
        if (at) {
            pty->seen = (int)(at - pty->text) + (int)strlen(text);
            return;
        }
        if (!open || clock_ms() > deadline)
            give_up(pty, open ? "did not come:" : "ended before", text);
        open = pump(pty, 100);
    }
}

const char *pty_screen(const Pty *pty)
{
    static char plain[1 << 16];
    const char *at = pty->text, *next;
    while ((next = strstr(at, "\033[2J")))
        at = next + 4;
    size_t n = 0;
    for (; *at && n + 1 < sizeof plain; at++) {
        if (*at == '\033' && at[1] == '[') {
            at += 2 + strcspn(at + 2, "ABCDEFGHJKLMPSTXZhlmnrsu@`");
            if (!*at)
                break;
        } else if (*at != '\r') {
            plain[n++] = *at;
        }
    }
    plain[n] = '\0';
    return plain;
}

int pty_end(Pty *pty)
{
    int64_t deadline = clock_ms() + PATIENCE_MS;
    int status;
    pid_t ended;
    while ((ended = waitpid(pty->pid, &status, WNOHANG)) == 0) {
        if (clock_ms() > deadline)
            give_up(pty, "does not leave", "");
        pump(pty, 20);
    }
    close(pty->fd);
    int code = ended == pty->pid && WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    return code >= 128 ? 128 - code : code;
}
