#include "bench/match/process.h"

#include "bench/match/guardian.h"
#include "engine/base/platform.h"
#include "engine/base/textfile.h"

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

/* A wait is cut into slices: one that takes a second longer than it should was not a wait of ours. */
enum { SLICE_US = 250000, HELD_US = 1000000, EXEC_US = 30000000 };

extern char **environ;

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

/* What the child tells when it cannot become the engine. */
typedef struct StartFault {
    int reason; /* an errno */
    char what;  /* 'd' its directory, 'e' the file for its standard error, 'x' the program itself */
} StartFault;

/* Never waits: a pipe nobody reads from is an error. */
static int open_error_file(const char *name)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0666);
    if (fd >= 0)
        fcntl(fd, F_SETFL, O_APPEND);
    return fd;
}

/* What a child needs to know to become an engine. */
typedef struct Birth {
    char **words, **environment;
    const char *directory, *error_file; /* NULL: ours, none */
    int in, out, report;                /* descriptors */
    pid_t runner;
} Birth;

/* Between fork and exec: async-signal-safe calls only. */
static void become_engine(const Process *p, const Birth *birth)
{
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != birth->runner)
        _exit(127);
#endif
    if (p->host->guardian >= 0)
        guardian_watch(p->host->guardian, getpid());

    static const int ours[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGTSTP, SIGCONT};
    struct sigaction plain;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        sigaction(ours[i], &plain, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    StartFault fault = {0, 'x'};
    bool ok = dup2(birth->in, STDIN_FILENO) >= 0 && dup2(birth->out, STDOUT_FILENO) >= 0;
    if (ok && birth->directory) {
        fault.what = 'd';
        ok = chdir(birth->directory) == 0;
    }
    if (ok) {
        fault.what = 'e';
        int log = open_error_file(birth->error_file ? birth->error_file : "/dev/null");
        ok = log >= 0 && dup2(log, STDERR_FILENO) >= 0;
        if (log > STDERR_FILENO)
            close(log);
    }
    if (ok) {
        fault.what = 'x';
        family_mark(birth->runner, getpid(), birth->environment[0]);
        environ = birth->environment;
        execvp(birth->words[0], birth->words);
    }
    fault.reason = errno;
    ssize_t sent = write(birth->report, &fault, sizeof fault);
    (void)sent;
    _exit(127);
}

/* Our own environment and, before it, room for the mark. NULL if memory is short. */
static char **marked_environment(char *mark)
{
    size_t count = 0;
    while (environ && environ[count])
        count++;
    char **all = malloc((count + 2) * sizeof *all);
    if (!all)
        return NULL;
    all[0] = mark;
    if (count > 0)
        memcpy(all + 1, environ, count * sizeof *all);
    all[count + 1] = NULL;
    return all;
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* For laptops: unlike clock_us() this one counts the time the computer sleeps. */
static int64_t wall_us(void)
{
#ifdef CLOCK_BOOTTIME
    struct timespec now;
    if (clock_gettime(CLOCK_BOOTTIME, &now) == 0)
        return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
#endif
    return clock_us();
}

/* The leader has ended; it is not reaped yet, so that its group number stays its own. */
static bool leader_ended(const Process *p)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == p->pid;
}

/* Waits for an event on fd, the stop call, the deadline, or the end of an engine whose helper still holds its pipe. */
static Io wait_for(Process *p, int fd, short event, int64_t deadline_us)
{
    struct pollfd polled[2] = {{fd, event, 0}, {p->host->stop, POLLIN, 0}};
    for (bool ended = false;;) {
        int64_t left = deadline_us - clock_us(), slice = ended || left < 0 ? 0 : left < SLICE_US ? left : SLICE_US, start = wall_us();
        struct timespec timeout = {slice / 1000000, slice % 1000000 * 1000};
        int ready = ppoll(polled, 2, &timeout, NULL);
        int64_t over = wall_us() - start - slice;
        if (over > HELD_US && over > p->held_us)
            p->held_us = over;
        if (ready > 0 && polled[1].revents)
            return IO_STOPPED;
        if (ready > 0)
            return IO_OK;
        if (ready == 0 && ended) /* what it had said before would be here */
            return IO_CLOSED;
        ended = leader_ended(p);
        if (!ended && clock_us() >= deadline_us)
            return IO_TIMEOUT;
    }
}

void process_watch(Process *p)
{
    p->suspensions = p->host->suspensions ? atomic_load(p->host->suspensions) : 0;
    p->held_us = 0;
}

bool process_held(const Process *p)
{
    return p->held_us > 0 || (p->host->suspensions && atomic_load(p->host->suspensions) != p->suspensions);
}

/* Has the child become the engine? Its end of the pipe closes by that. */
static bool hear_start(Process *p, int report, const char *program, const char *directory, const char *error_file, char *error)
{
    StartFault fault = {ETIMEDOUT, 'x'};
    Io io = wait_for(p, report, POLLIN, clock_us() + EXEC_US);
    if (io == IO_STOPPED) {
        snprintf(error, PROCESS_ERROR_SIZE, "interrupted");
        return false;
    }
    if (io != IO_TIMEOUT) {
        ssize_t got;
        do
            got = read(report, &fault, sizeof fault);
        while (got < 0 && errno == EINTR);
        if (got != sizeof fault)
            return true;
    }
    if (fault.what == 'e' && fault.reason == ENXIO)
        snprintf(error, PROCESS_ERROR_SIZE, "cannot write its standard error to '%.100s': nobody reads from that pipe", error_file);
    else if (fault.what == 'e')
        snprintf(error, PROCESS_ERROR_SIZE, "cannot write its standard error to '%.100s': %s", error_file ? error_file : "/dev/null",
                 strerror(fault.reason));
    else
        snprintf(error, PROCESS_ERROR_SIZE, "cannot run '%.100s'%s%.60s: %s", program, directory ? " in " : "", directory ? directory : "",
                 strerror(fault.reason));
    return false;
}

bool process_start(Process *p, const ProcessHost *host, const char *command, const char *directory, const char *error_file, char *error)
{
    *p = (Process){.host = host, .cleaned = TEXT_INIT};
    p->to = p->from = -1;
    p->arrived_us = clock_us();
    process_watch(p);

    int input[2] = {-1, -1}, output[2] = {-1, -1}, report[2] = {-1, -1};
    char *words[MAX_WORDS + 1], *copy = strdup(command), **environment = NULL;
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
    environment = marked_environment(p->mark);
    if (!environment) {
        snprintf(error, PROCESS_ERROR_SIZE, "out of memory");
        goto failed;
    }

    p->pid = fork();
    if (p->pid == 0)
        become_engine(p, &(Birth){words, environment, directory, error_file, input[0], output[1], report[1], runner});
    if (p->pid < 0) {
        p->pid = 0;
        snprintf(error, PROCESS_ERROR_SIZE, "no process: %s", strerror(errno));
        goto failed;
    }
    family_mark(runner, p->pid, p->mark);
    setpgid(p->pid, p->pid); /* as the child does: whoever comes first */
    close_end(&input[0]);
    close_end(&output[1]);
    close_end(&report[1]);
    if (!hear_start(p, report[0], words[0], directory, error_file, error))
        goto failed;
    close_end(&report[0]);
    free(copy);
    free(environment);
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
    free(environment);
    process_end(p, 0);
    return false;
}

/* The line as it may be shown and stored, with a room of its own where it is not so already. Old engines talk GBK. */
static char *clean_line(Process *p, char *line, const char *end)
{
    bool plain = true;
    for (char *c = line; c < end; c++) {
        plain = plain && *c >= ' ' && *c < 0x7F;
        *c = *c ? *c : 1; /* does not end the text early */
    }
    if (plain)
        return line;
    char *utf8 = text_to_utf8(line);
    text_cut(&p->cleaned, 0);
    text_add_clean(&p->cleaned, utf8 ? utf8 : line);
    free(utf8);
    return p->cleaned.data;
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
        return clean_line(p, line, end);
    }
}

/* Notes that so much came now. False when it is more than anybody can want. */
static bool within_rate(Process *p, size_t got)
{
    int64_t now = clock_us();
    p->level -= (now - p->arrived_us) * OUTPUT_RATE / 1000000;
    p->level = (p->level > 0 ? p->level : 0) + (int64_t)got;
    p->arrived_us = now;
    return p->level <= OUTPUT_BURST;
}

Io process_read_line(Process *p, int64_t deadline_us, char **line, int64_t *when_us)
{
    for (;;) {
        if (p->arrived_us > deadline_us)
            return IO_TIMEOUT;
        *line = take_line(p);
        if (*line) {
            if (when_us)
                *when_us = p->arrived_us;
            return IO_OK;
        }
        if (p->from < 0)
            return IO_CLOSED;
        Io io = wait_for(p, p->from, POLLIN, deadline_us);
        if (io != IO_OK)
            return io;
        ssize_t got = read(p->from, p->buffer + p->used, BUFFER_SIZE - p->used);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            close_end(&p->from);
        if (got > 0) {
            p->used += (size_t)got;
            if (!within_rate(p, (size_t)got))
                return IO_FLOOD;
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

/* Has it ended by the deadline? */
static bool has_ended(const Process *p, int64_t deadline_us)
{
    for (int nap_us = 50;; nap_us = nap_us < 5000 ? nap_us * 2 : nap_us) {
        if (leader_ended(p))
            return true;
        if (clock_us() >= deadline_us)
            return false;
        struct timespec nap = {0, nap_us * 1000L};
        nanosleep(&nap, NULL);
    }
}

/* Ends what is left of it. */
static void reap(Process *p)
{
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    family_kill(p->mark);
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
        reap(p);
    }
    close_end(&p->from);
    free(p->buffer);
    text_free(&p->cleaned);
    p->buffer = NULL;
    p->start = p->used = p->searched = 0;
}

void process_describe_end(Process *p, int64_t deadline_us, char *text, size_t size)
{
    if (p->pid > 0 && has_ended(p, deadline_us))
        reap(p);
    if (!p->ended)
        snprintf(text, size, "closed its pipes");
    else if (WIFSIGNALED(p->wait_status))
        snprintf(text, size, "killed by signal %d (%s)", WTERMSIG(p->wait_status), strsignal(WTERMSIG(p->wait_status)));
    else
        snprintf(text, size, "exited with status %d", WEXITSTATUS(p->wait_status));
}
