#include "bench/match/process.h"

#include "engine/base/platform.h"
#include "engine/base/textfile.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- marks ---- */

/* The mark of an engine, "NAME=1" as it stands in the environment: no two engines that run at once have the same place. With
 * NULL, what the marks of all the engines of a runner begin with. */
static void make_mark(pid_t runner, const void *place, char mark[MARK_SIZE])
{
    int length = snprintf(mark, MARK_SIZE, "HANXIN_MATCH_%d_", (int)runner);
    if (place)
        snprintf(mark + length, MARK_SIZE - (size_t)length, "%p=1", place);
}

static bool has_mark(const char *process, const char *mark)
{
    char path[64], *entry = NULL;
    size_t size = 0, length = strlen(mark);
    bool found = false;
    snprintf(path, sizeof path, "/proc/%.20s/environ", process);
    FILE *in = fopen(path, "re"); /* fails for other users' processes */
    while (in && !found && getdelim(&entry, &size, '\0', in) > 0)
        found = strncmp(entry, mark, length) == 0;
    free(entry);
    if (in)
        fclose(in);
    return found;
}

static int kill_once(const char *mark)
{
    int killed = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *e; folder && (e = readdir(folder));) {
        pid_t process = isdigit((unsigned char)e->d_name[0]) ? (pid_t)atoi(e->d_name) : 0;
        if (process > 1 && process != getpid() && has_mark(e->d_name, mark) && kill(process, SIGKILL) == 0)
            killed++;
    }
    if (folder)
        closedir(folder);
    return killed;
}

/* Kills everybody whose mark begins so, but for the caller. Again while any were there: they may have started others
 * meanwhile. Not for ever: one that hangs in a driver stays. */
static void kill_marked(const char *mark)
{
    for (int pass = 0; pass < 200 && kill_once(mark) > 0; pass++)
        sleep_ms(1);
}

/* ---- the guardian ---- */

enum { MAX_GROUPS = 4096 };

/* An engine that was just being started when the runner ended has its mark by then. */
enum { JUST_BORN_MS = 50 };

typedef enum Order { WATCH, FORGET, STOP, CONTINUE } Order;

typedef struct Message {
    Order order;
    pid_t group;
} Message;

static void guard(int in, pid_t runner)
{
    pid_t groups[MAX_GROUPS];
    char all[MARK_SIZE];
    int count = 0;
    Message message;
    for (;;) {
        ssize_t got = read(in, &message, sizeof message);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != sizeof message)
            break;
        switch (message.order) {
        case WATCH:
            if (count < MAX_GROUPS)
                groups[count++] = message.group;
            break;
        case FORGET:
            for (int i = 0; i < count; i++)
                if (groups[i] == message.group)
                    groups[i--] = groups[--count];
            break;
        case STOP:
        case CONTINUE:
            for (int i = 0; i < count; i++)
                kill(-groups[i], message.order == STOP ? SIGSTOP : SIGCONT);
            break;
        }
    }
    for (int i = 0; i < count; i++)
        kill(-groups[i], SIGKILL);
    make_mark(runner, NULL, all);
    kill_marked(all);
    sleep_ms(JUST_BORN_MS);
    kill_marked(all);
    _exit(0);
}

int guardian_start(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t runner = getpid(), child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return -1;
    }
    if (child == 0) {
        setsid(); /* out of reach of the terminal's Ctrl-C */
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        for (int fd = 0; fd < 3; fd++) { /* must not hold the runner's pipes open */
            int null = open("/dev/null", O_RDWR);
            if (null >= 0 && null != fd) {
                dup2(null, fd);
                close(null);
            }
        }
        close(ends[1]);
        guard(ends[0], runner);
    }
    close(ends[0]);
    return ends[1];
}

static void tell(int guardian, Order order, pid_t group)
{
    Message message = {order, group};
    ssize_t sent;
    do
        sent = write(guardian, &message, sizeof message);
    while (sent < 0 && errno == EINTR);
}

void guardian_hold(int guardian, bool stopped) { tell(guardian, stopped ? STOP : CONTINUE, 0); }

/* ---- waiting ---- */

enum { BUFFER_SIZE = 64 << 10, MAX_WORDS = 256 };

/* A wait is cut into slices: one that takes a second longer than it should was not a wait of ours. */
enum { SLICE_US = 250000, HELD_US = 1000000 };

extern char **environ;

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
    p->suspensions = atomic_load(p->host->suspensions);
    p->held_us = 0;
}

bool process_held(const Process *p) { return p->held_us > 0 || atomic_load(p->host->suspensions) != p->suspensions; }

/* ---- start ---- */

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

/* Our own environment and, before it, the mark. NULL if memory is short. */
static char **marked_environment(char *mark)
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

/* Can an engine work there? 0 or an errno. */
static int folder_fault(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 ? errno : S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
}

/* The file for its standard error. Never waits: a pipe nobody reads from is an error. */
static int open_error_file(const EngineSpec *spec, const char *name)
{
    char *path = engine_spec_path(spec, name, strlen(name));
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666) : -1;
    if (fd >= 0)
        fcntl(fd, F_SETFL, O_APPEND);
    free(path);
    return fd;
}

/* Makes a child of the words. 0 or an errno. */
static int spawn(Process *p, const char *directory, char **words, const int standard[3])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    char **environment = marked_environment(p->mark);
    int failed = environment ? 0 : ENOMEM;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    if (!failed && directory)
        failed = posix_spawn_file_actions_addchdir_np(&actions, directory);
    for (int i = 0; i < 3 && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, standard[i], i);
    if (!failed)
        failed = posix_spawnp(&p->pid, words[0], &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(environment);
    return failed;
}

static bool start(Process *p, const EngineSpec *spec, char *command, int ends[5], Text *why)
{
    char *shell[MAX_WORDS + 2] = {"/bin/sh"}, **words = shell + 1;
    const char *error_file = spec->error_file ? spec->error_file : "/dev/null";
    int count = split_words(command, words, MAX_WORDS);
    if (count <= 0)
        return text_fail(why, count < 0 ? "its command has an open quote" : "its command is empty");
    if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(ends + 2, O_CLOEXEC) != 0)
        return text_fail(why, "no pipe: %s", strerror(errno));
    int failed = spec->directory ? folder_fault(spec->directory) : 0;
    ends[4] = failed ? -1 : open_error_file(spec, error_file); /* which may lie in that directory */
    if (!failed && ends[4] < 0)
        return text_fail(why, "cannot write its standard error to '%.100s': %s", error_file,
                         errno == ENXIO ? "nobody reads from that pipe" : strerror(errno));
    const int standard[3] = {ends[0], ends[3], ends[4]};
    if (!failed)
        failed = spawn(p, spec->directory, words, standard);
    if (failed == ENOEXEC) /* a script that does not name its interpreter */
        failed = spawn(p, spec->directory, shell, standard);
    if (!failed)
        return true;
    p->pid = 0;
    return text_fail(why, "cannot run '%.100s'%s%.60s: %s", words[0], spec->directory ? " in " : "", spec->directory ? spec->directory : "",
                     strerror(failed));
}

bool process_start(Process *p, const ProcessHost *host, const EngineSpec *spec, Text *why)
{
    int ends[5] = {-1, -1, -1, -1, -1}; /* of its input, of its output, and its standard error */
    char *command = strdup(spec->command);
    *p = (Process){.host = host, .to = -1, .from = -1, .cleaned = TEXT_INIT, .arrived_us = clock_us(), .buffer = malloc(BUFFER_SIZE)};
    process_watch(p);
    make_mark(getpid(), p, p->mark);
    bool ok = command && p->buffer ? start(p, spec, command, ends, why) : why_no_memory(why);
    if (ok) {
        tell(host->guardian, WATCH, p->pid);
        p->to = ends[1];
        p->from = ends[2];
        ends[1] = ends[2] = -1;
        fcntl(p->to, F_SETFL, O_NONBLOCK);
        fcntl(p->from, F_SETFL, O_NONBLOCK);
    }
    for (int i = 0; i < 5; i++)
        close_end(&ends[i]);
    free(command);
    if (!ok)
        process_end(p, 0);
    return ok;
}

/* ---- talking ---- */

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
    char *end;
    while ((end = memchr(p->buffer + p->searched, '\n', p->used - p->searched))) {
        char *line = p->buffer + p->start;
        bool torn = p->skipping;
        p->start = p->searched = (size_t)(end + 1 - p->buffer);
        p->skipping = false;
        if (torn)
            continue;
        while (end > line && end[-1] == '\r')
            end--;
        *end = '\0';
        return clean_line(p, line, end);
    }
    memmove(p->buffer, p->buffer + p->start, p->used - p->start);
    p->used -= p->start;
    if (p->used == BUFFER_SIZE) {
        p->used = 0;
        p->skipping = true;
    }
    p->start = 0;
    p->searched = p->used;
    return NULL;
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

/* ---- end ---- */

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
    kill_marked(p->mark);
    tell(p->host->guardian, FORGET, p->pid);
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

void process_describe_end(Process *p, int64_t deadline_us, Text *out)
{
    if (p->pid > 0 && has_ended(p, deadline_us))
        reap(p);
    if (!p->ended)
        text_add(out, "closed its pipes");
    else if (WIFSIGNALED(p->wait_status))
        text_addf(out, "killed by signal %d (%s)", WTERMSIG(p->wait_status), strsignal(WTERMSIG(p->wait_status)));
    else
        text_addf(out, "exited with status %d", WEXITSTATUS(p->wait_status));
}
