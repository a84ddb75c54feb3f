/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/process.h"

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- marks ---- */

static bool process_has_mark(const char *process, const char *mark)
{
    char path[64], *entry = NULL;
    size_t size = 0, length = strlen(mark);
    bool found = false;
    snprintf(path, sizeof path, "/proc/%.20s/environ", process);
    FILE *in = fopen(path, "re"); /* fails for processes of other users */
    while (in && !found && getdelim(&entry, &size, '\0', in) > 0)
        found = strncmp(entry, mark, length) == 0;
    free(entry);
    if (in)
        fclose(in);
    return found;
}

/* Kills all processes whose mark begins with `mark`, except the caller. Repeats this while it finds
 * any, since they may have started others meanwhile. The number of passes is limited, because a
 * process that hangs in a driver cannot be killed. */
static void process_kill_marked(const char *mark)
{
    bool any = true;
    for (int pass = 0; pass < 200 && any; pass++) {
        DIR *folder = opendir("/proc");
        any = false;
        for (struct dirent *e; folder && (e = readdir(folder));) {
            pid_t process = ascii_is_digit(e->d_name[0]) ? (pid_t)atoi(e->d_name) : 0;
            if (process > 1 && process != getpid() && process_has_mark(e->d_name, mark) && kill(process, SIGKILL) == 0)
                any = true;
        }
        if (folder)
            closedir(folder);
        if (any)
            sleep_ms(1);
    }
}

/* ---- the host ---- */

static ProcessHost *our_host; /* global because signal handlers get no argument */

/* An engine that was being started when the runner ended has its mark after this time. */
enum { JUST_BORN_MS = 50 };

/* Sends a signal to all running engines. May be called by a signal handler. */
static void process_host_signal_all(const ProcessHost *h, int signal_number)
{
    for (int i = 0; i < MAX_GROUPS; i++) {
        pid_t group = h->groups[i];
        if (group > 0)
            kill(-group, signal_number);
    }
}

/* Replaces one entry of the list of groups by another; 0 is a free entry. */
static void process_host_replace_group(ProcessHost *h, int old, int fresh)
{
    int found = old;
    for (int i = 0; i < MAX_GROUPS && !atomic_compare_exchange_strong(&h->groups[i], &found, fresh); i++)
        found = old;
}

/* Runs the guardian; does not return. */
static void process_host_guard(const ProcessHost *h, int in)
{
    char byte;
    setsid(); /* out of reach of the terminal's Ctrl-C */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (int fd = 0; fd < 3; fd++) /* do not hold the runner's pipes open */
        if (fd != in)
            close(fd);
    while (read(in, &byte, 1) < 0 && errno == EINTR)
        ;
    process_host_signal_all(h, SIGKILL);
    process_kill_marked(h->marks);
    sleep_ms(JUST_BORN_MS);
    process_kill_marked(h->marks);
    _exit(0);
}

/* Handles SIGCONT: the process was stopped and continued by some signal, so times measured
 * meanwhile are invalid. */
static void process_on_continue(int signal_number)
{
    (void)signal_number;
    our_host->suspensions++;
}

/* Handles Ctrl-Z. The engines are out of the terminal's reach, so this stops them, and then this
 * process as usual. */
static void process_on_stop(int signal_number)
{
    (void)signal_number;
    int saved = errno;
    our_host->suspensions++;
    process_host_signal_all(our_host, SIGSTOP);
    signals_stop();
    process_host_signal_all(our_host, SIGCONT);
    errno = saved;
}

ProcessHost *host_start(void)
{
    int ends[2]; /* the write end stays open as long as this process lives */
    ProcessHost *h = mmap(NULL, sizeof *h, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (h == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    snprintf(h->marks, sizeof h->marks, "HANXIN_MATCH_%d_", (int)getpid());
    pid_t child = fork();
    if (child < 0)
        return NULL;
    if (child == 0) {
        close(ends[1]);
        process_host_guard(h, ends[0]);
    }
    close(ends[0]);
    our_host = h;
    h->interrupted = signals_watch(SECOND_SIGNAL_LEAVES);
    signal(SIGCONT, process_on_continue);
    signals_catch(SIGTSTP, process_on_stop);
    return h;
}

/* ---- waiting ---- */

enum { BUFFER_SIZE = 64 << 10, MAX_WORDS = 256 };

/* A wait is divided into slices. If a slice takes a second longer than it should, the process was
 * held up. */
enum { SLICE_US = 100000, HELD_US = 1000000 };

extern char **environ;

static void process_close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Returns the time like clock_us(), but including the time that the computer sleeps (laptops). */
static int64_t process_wall_us(void)
{
#ifdef CLOCK_BOOTTIME
    struct timespec now;
    if (clock_gettime(CLOCK_BOOTTIME, &now) == 0)
        return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
#endif
    return clock_us();
}

/* Returns true if the group leader has ended. It is not reaped yet, so that its group number cannot
 * be reused. */
static bool process_leader_ended(const Process *p)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == p->pid;
}

/* Returns the total time that this thread has waited for a processor; -1 if unknown. */
static int64_t process_queued_us(void)
{
    char text[64];
    long long queued_ns = 0;
    const int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return sscanf(text, "%*s %lld", &queued_ns) == 1 ? queued_ns / 1000 : -1;
}

/* Waits for an event on fd, host_ends(), the deadline, or the end of the engine, whose helper may still hold its pipe open. */
static Io process_wait_for(Process *p, int fd, short event, int64_t deadline_us)
{
    struct pollfd polled = {fd, event, 0};
    for (bool ended = false; !host_ends(p->host);) {
        int64_t left = deadline_us - clock_us(),
                slice = ended || left < 0 ? 0
                        : left < SLICE_US ? left
                                          : SLICE_US,
                process_launch = process_wall_us();
        struct timespec timeout = {slice / 1000000, slice % 1000000 * 1000};
        const int64_t queued_before = process_queued_us();
        int ready = ppoll(&polled, 1, &timeout, NULL);
        const int64_t queued_after = process_queued_us();
        p->late_us = queued_before >= 0 && queued_after > queued_before ? queued_after - queued_before : 0;
        if (ready == 0 && p->late_us > 0) /* the event may have come while this thread waited for a processor */
            ready = poll(&polled, 1, 0);
        int64_t over = process_wall_us() - process_launch - slice;
        if (over > HELD_US && over > p->held_us)
            p->held_us = over;
        if (ready > 0)
            return IO_OK;
        if (ready == 0 && ended) /* output from before its end would have arrived */
            return IO_CLOSED;
        ended = process_leader_ended(p);
        if (!ended && clock_us() >= deadline_us)
            return IO_TIMEOUT;
    }
    return IO_STOPPED;
}

void process_watch(Process *p)
{
    p->suspensions = p->host->suspensions;
    p->held_us = 0;
}

bool process_held(const Process *p) { return p->held_us > 0 || p->host->suspensions != p->suspensions; }

/* ---- start ---- */

/* Splits a command into words in place; the words point into `command`. Returns their number, or -1
 * if a quote is not closed. */
static int process_split_words(char *command, char **words, int most)
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

/* Returns our own environment with the mark added in front. The caller frees the array. NULL if an
 * allocation fails. */
static char **process_marked_environment(char *mark)
{
    size_t count = 0;
    while (environ && environ[count])
        count++;
    char **all = calloc(count + 2, sizeof *all);
    if (all)
        all[0] = mark;
    for (size_t i = 0; all && i < count; i++)
        all[i + 1] = environ[i];
    return all;
}

/* Starts a child process with these standard files and this working folder (AT_FDCWD: ours).
 * Returns 0 or an errno. */
static int process_spawn(Process *p, char **words, const int standard[3], int folder)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    char **environment = process_marked_environment(p->mark);
    int failed = environment ? 0 : ENOMEM;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    for (int i = 0; i < 3 && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, standard[i], i);
    if (!failed && folder != AT_FDCWD)
        failed = posix_spawn_file_actions_addfchdir_np(&actions, folder);
    if (!failed)
        failed = posix_spawnp(&p->pid, words[0], &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(environment);
    return failed;
}

enum { ENDS = 6 }; /* two for its input, two for its output, its standard error and its folder */

static bool process_launch(Process *p, const EngineSpec *spec, char *command, int ends[ENDS], Text *why)
{
    char *shell[MAX_WORDS + 2] = {"/bin/sh"}, **words = shell + 1;
    const char *error_file = spec->error_file ? spec->error_file : "/dev/null", *folder = spec->directory;
    int count = process_split_words(command, words, MAX_WORDS), failed = 0;
    if (count <= 0)
        return text_fail(why, count < 0 ? "unclosed quote in the command" : "empty command");
    if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(ends + 2, O_CLOEXEC) != 0)
        return text_fail(why, "cannot create a pipe: %s", strerror(errno));
    ends[5] = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : AT_FDCWD;
    if (ends[5] == -1) {
        failed = errno;
    } else { /* without blocking, so that a pipe without a reader is an error */
        ends[4] = openat(ends[5], error_file, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
        if (ends[4] < 0)
            return text_fail(why, "cannot write its standard error to '%.100s': %s", error_file,
                             errno == ENXIO ? "no program reads from that pipe" : strerror(errno));
        fcntl(ends[4], F_SETFL, O_APPEND);
    }
    const int standard[3] = {ends[0], ends[3], ends[4]};
    if (!failed)
        failed = process_spawn(p, words, standard, ends[5]);
    if (failed == ENOEXEC) /* a script without an interpreter line */
        failed = process_spawn(p, shell, standard, ends[5]);
    if (!failed)
        return true;
    p->pid = 0;
    return text_fail(why, "cannot run '%.100s'%s%.60s: %s", words[0], folder ? " in " : "", folder ? folder : "", strerror(failed));
}

bool process_start(Process *p, ProcessHost *host, const EngineSpec *spec, Text *why)
{
    assert(p->pid == 0);
    int ends[ENDS] = {-1, -1, -1, -1, -1, -1};
    char *command = strdup(spec->command);
    *p = (Process){.host = host, .to = -1, .from = -1, .cleaned = TEXT_INIT, .arrived_us = clock_us(), .buffer = malloc(BUFFER_SIZE)};
    process_watch(p);
    snprintf(p->mark, sizeof p->mark, "%s%p=1", host->marks, (void *)p);
    bool ok = command && p->buffer ? process_launch(p, spec, command, ends, why) : why_no_memory(why);
    if (ok) {
        process_host_replace_group(host, 0, p->pid);
        p->to = ends[1];
        p->from = ends[2];
        ends[1] = ends[2] = -1;
        fcntl(p->to, F_SETFL, O_NONBLOCK);
        fcntl(p->from, F_SETFL, O_NONBLOCK);
    }
    for (int i = 0; i < ENDS; i++)
        process_close_end(&ends[i]);
    free(command);
    if (!ok)
        process_end(p, 0, NULL);
    return ok;
}

/* ---- input and output ---- */

/* Returns the line in a form that may be shown and stored; if it had to be changed, this is in
 * p->cleaned. Old engines send GBK. */
static char *process_clean_line(Process *p, char *line, const char *end)
{
    bool plain = true;
    for (char *c = line; c < end; c++) {
        plain = plain && *c >= ' ' && *c < 0x7F;
        *c = *c ? *c : 1; /* a zero byte must not end the text */
    }
    if (plain)
        return line;
    char *utf8 = text_to_utf8(line);
    text_cut(&p->cleaned, 0);
    text_add_clean(&p->cleaned, utf8 ? utf8 : line);
    free(utf8);
    return p->cleaned.data;
}

/* Takes the next complete line from the buffer. If there is none, makes room, drops overlong lines
 * and returns NULL. */
static char *process_take_line(Process *p)
{
    for (char *end; (end = memchr(p->buffer + p->start, '\n', p->used - p->start));) {
        char *line = p->buffer + p->start;
        bool torn = p->skipping;
        p->start = (size_t)(end + 1 - p->buffer);
        p->skipping = false;
        if (torn)
            continue;
        while (end > line && end[-1] == '\r')
            end--;
        *end = '\0';
        return process_clean_line(p, line, end);
    }
    p->used -= p->start;
    memmove(p->buffer, p->buffer + p->start, p->used);
    p->start = 0;
    if (p->used == BUFFER_SIZE) {
        p->used = 0;
        p->skipping = true;
    }
    return NULL;
}

Io process_read_line(Process *p, int64_t deadline_us, char **line)
{
    assert(p->pid != 0);
    for (;;) {
        if (p->arrived_us > deadline_us)
            return IO_TIMEOUT;
        *line = process_take_line(p);
        if (*line)
            return IO_OK;
        Io io = process_wait_for(p, p->from, POLLIN, deadline_us);
        if (io != IO_OK)
            return io;
        ssize_t got = read(p->from, p->buffer + p->used, BUFFER_SIZE - p->used);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return IO_CLOSED;
        if (got > 0) {
            int64_t before_us = p->arrived_us, excused;
            p->arrived_us = clock_us() - p->late_us;
            excused = (p->arrived_us - before_us) * OUTPUT_RATE / 1000000;
            p->level = (p->level > excused ? p->level - excused : 0) + got;
            p->used += (size_t)got;
            if (p->level > OUTPUT_BURST)
                return IO_FLOOD;
        }
    }
}

Io process_write(Process *p, const char *text, size_t length, int64_t deadline_us)
{
    assert(p->pid != 0);
    while (length > 0) {
        ssize_t sent = write(p->to, text, length);
        if (sent >= 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (errno == EAGAIN) {
            Io io = process_wait_for(p, p->to, POLLOUT, deadline_us);
            if (io != IO_OK)
                return io;
        } else if (errno != EINTR) {
            return IO_CLOSED;
        }
    }
    return IO_OK;
}

/* ---- end ---- */

void process_end(Process *p, int64_t deadline_us, Text *how)
{
    bool by_itself;
    int status = 0;
    if (!how)
        process_close_end(&p->to); /* an engine quits at the end of its input */
    if (p->pid > 0) {
        while (!(by_itself = process_leader_ended(p)) && clock_us() < deadline_us)
            sleep_ms(1);
        kill(-p->pid, SIGKILL);
        kill(p->pid, SIGKILL);
        process_kill_marked(p->mark);
        process_host_replace_group(p->host, p->pid, 0);
        while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
            ;
        p->pid = 0;
        if (how && !by_itself)
            text_add(how, "closed its pipes");
        else if (how && WIFSIGNALED(status))
            text_addf(how, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
        else if (how)
            text_addf(how, "exited with status %d", WEXITSTATUS(status));
    }
    process_close_end(&p->to);
    process_close_end(&p->from);
    free(p->buffer);
    p->buffer = NULL;
    text_free(&p->cleaned);
}
