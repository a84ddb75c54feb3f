#include "bench/match/process.h"

#include "bench/match/guardian.h"
#include "engine/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { BUFFER_SIZE = 64 << 10, MAX_WORDS = 256 };

/* Splits in place; the words point into `command`. Returns their number, -1 for an open quote. */
static int split_words(char *command, char **words, int most)
{
    int count = 0;
    char *in = command, *out = command;
    while (count < most) {
        in += strspn(in, " \t");
        if (*in == '\0')
            break;
        words[count++] = out;
        char quote = '\0';
        for (; *in && (quote || (*in != ' ' && *in != '\t')); in++) {
            if (quote ? *in == quote : *in == '"' || *in == '\'')
                quote = quote ? '\0' : *in;
            else
                *out++ = *in;
        }
        if (quote)
            return -1;
        if (*in)
            in++;
        *out++ = '\0';
    }
    words[count] = NULL;
    return count;
}

/* Between fork and exec: async-signal-safe calls only. */
static void become_engine(const Process *p, char **words, const char *directory, const char *error_file, const int *ends, int report,
                          pid_t runner)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != runner)
        _exit(127);
#else
    (void)runner;
#endif
    if (p->host->guardian >= 0)
        guardian_watch(p->host->guardian, getpid());

    struct sigaction plain;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    sigaction(SIGPIPE, &plain, NULL);
    sigaction(SIGINT, &plain, NULL);
    sigaction(SIGTERM, &plain, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    bool ok = dup2(ends[0], STDIN_FILENO) >= 0 && dup2(ends[1], STDOUT_FILENO) >= 0;
    if (ok && directory)
        ok = chdir(directory) == 0;
    if (ok) {
        int log = open(error_file ? error_file : "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0666);
        ok = log >= 0 && dup2(log, STDERR_FILENO) >= 0;
        if (log > STDERR_FILENO)
            close(log);
    }
    if (ok)
        execvp(words[0], words);
    int reason = errno;
    ssize_t sent = write(report, &reason, sizeof reason);
    (void)sent;
    _exit(127);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

bool process_start(Process *p, const ProcessHost *host, const char *command, const char *directory, const char *error_file, char *error)
{
    memset(p, 0, sizeof *p);
    p->host = host;
    p->to = p->from = -1;

    int input[2] = {-1, -1}, output[2] = {-1, -1}, report[2] = {-1, -1};
    char *words[MAX_WORDS + 1], *copy = strdup(command);
    p->buffer = malloc(BUFFER_SIZE);
    if (!copy || !p->buffer) {
        snprintf(error, PROCESS_ERROR_SIZE, "out of memory");
        goto failed;
    }
    int count = split_words(copy, words, MAX_WORDS);
    if (count <= 0) {
        snprintf(error, PROCESS_ERROR_SIZE, count < 0 ? "its command has an open quote" : "its command is empty");
        goto failed;
    }
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0 || pipe2(report, O_CLOEXEC) != 0) {
        snprintf(error, PROCESS_ERROR_SIZE, "no pipe: %s", strerror(errno));
        goto failed;
    }

    pid_t runner = getpid();
    p->pid = fork();
    if (p->pid == 0)
        become_engine(p, words, directory, error_file, (int[]){input[0], output[1]}, report[1], runner);
    if (p->pid < 0) {
        p->pid = 0;
        snprintf(error, PROCESS_ERROR_SIZE, "no process: %s", strerror(errno));
        goto failed;
    }
    setpgid(p->pid, p->pid); /* as the child does: whoever comes first */
    close_end(&input[0]);
    close_end(&output[1]);
    close_end(&report[1]);

    int reason = 0;
    ssize_t got;
    do
        got = read(report[0], &reason, sizeof reason);
    while (got < 0 && errno == EINTR);
    if (got == sizeof reason) {
        snprintf(error, PROCESS_ERROR_SIZE, "cannot run '%.100s'%s%.60s: %s", words[0], directory ? " in " : "", directory ? directory : "",
                 strerror(reason));
        goto failed;
    }
    close_end(&report[0]);
    free(copy);
    p->to = input[1];
    p->from = output[0];
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    fcntl(p->from, F_SETFL, O_NONBLOCK);
    return true;

failed:
    for (int i = 0; i < 2; i++) {
        close_end(&input[i]);
        close_end(&output[i]);
        close_end(&report[i]);
    }
    free(copy);
    process_end(p, 0);
    return false;
}

/* Waits for an event on fd (-1: just the time), the stop call, or the deadline. */
static Io wait_for(const Process *p, int fd, short event, int64_t deadline_us)
{
    struct pollfd polled[2] = {{fd, event, 0}, {p->host->stop, POLLIN, 0}};
    for (;;) {
        int64_t left = deadline_us - clock_us();
        if (left < 0)
            left = 0;
        struct timespec timeout = {left / 1000000, left % 1000000 * 1000};
        int ready = ppoll(polled, 2, &timeout, NULL);
        if (ready < 0 && errno == EINTR)
            continue;
        if (polled[1].revents)
            return IO_STOPPED;
        if (polled[0].revents)
            return IO_OK;
        if (ready == 0 && clock_us() >= deadline_us)
            return IO_TIMEOUT;
    }
}

/* A whole line of the buffer, or NULL; makes room and notes overlong lines on the way. */
static char *take_line(Process *p)
{
    for (;;) {
        char *end = memchr(p->buffer + p->searched, '\n', p->used - p->searched);
        if (!end) {
            p->searched = p->used;
            if (p->start > 0) {
                memmove(p->buffer, p->buffer + p->start, p->used - p->start);
                p->used -= p->start;
                p->start = 0;
                p->searched = p->used;
            }
            if (p->used == BUFFER_SIZE) {
                p->used = p->searched = 0;
                p->skipping = true;
            }
            return NULL;
        }
        char *line = p->buffer + p->start;
        p->start = p->searched = (size_t)(end + 1 - p->buffer);
        if (p->skipping) {
            p->skipping = false;
            continue;
        }
        while (end > line && end[-1] == '\r')
            end--;
        *end = '\0';
        return line;
    }
}

Io process_read_line(Process *p, int64_t deadline_us, char **line, int64_t *when_us)
{
    for (bool late = false;;) {
        *line = take_line(p);
        if (*line) {
            if (when_us)
                *when_us = p->arrived_us;
            return IO_OK;
        }
        if (p->from < 0)
            return IO_CLOSED;
        if (late) /* a flood must not keep us here for ever */
            return IO_TIMEOUT;
        Io io = wait_for(p, p->from, POLLIN, deadline_us);
        if (io != IO_OK)
            return io;
        ssize_t got = read(p->from, p->buffer + p->used, BUFFER_SIZE - p->used);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            close_end(&p->from);
        if (got > 0) {
            p->arrived_us = clock_us();
            p->used += (size_t)got;
            late = p->arrived_us > deadline_us;
        }
    }
}

Io process_write(Process *p, const char *text, size_t length, int64_t deadline_us)
{
    while (length > 0) {
        if (p->to < 0)
            return IO_CLOSED;
        ssize_t sent = write(p->to, text, length);
        if (sent >= 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN) {
            Io io = wait_for(p, p->to, POLLOUT, deadline_us);
            if (io != IO_OK)
                return io;
        } else if (errno != EINTR) {
            close_end(&p->to);
        }
    }
    return IO_OK;
}

/* Has it ended by the deadline? It is not reaped yet, so that its group number stays its own. */
static bool has_ended(Process *p, int64_t deadline_us)
{
    for (int nap_us = 50;; nap_us = nap_us < 5000 ? nap_us * 2 : nap_us) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == p->pid)
            return true;
        if (clock_us() >= deadline_us)
            return false;
        struct timespec nap = {0, nap_us * 1000L};
        nanosleep(&nap, NULL);
    }
}

static void reap(Process *p)
{
    if (p->host->guardian >= 0)
        guardian_forget(p->host->guardian, p->pid);
    while (waitpid(p->pid, &p->wait_status, 0) < 0 && errno == EINTR)
        ;
    p->ended = true;
    p->pid = 0;
}

void process_end(Process *p, int64_t deadline_us)
{
    close_end(&p->to);
    if (p->pid > 0) {
        has_ended(p, deadline_us);
        kill(-p->pid, SIGKILL); /* also what it has started itself */
        kill(p->pid, SIGKILL);
        reap(p);
    }
    close_end(&p->from);
    free(p->buffer);
    p->buffer = NULL;
    p->start = p->used = p->searched = 0;
}

void process_describe_end(Process *p, int64_t deadline_us, char *text, size_t size)
{
    if (p->pid > 0 && has_ended(p, deadline_us)) {
        kill(-p->pid, SIGKILL);
        reap(p);
    }
    if (!p->ended)
        snprintf(text, size, "closed its pipes");
    else if (WIFSIGNALED(p->wait_status))
        snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(p->wait_status), strsignal(WTERMSIG(p->wait_status)));
    else
        snprintf(text, size, "exited with status %d", WEXITSTATUS(p->wait_status));
}
