/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"

extern char **environ;

struct Child {
    pid_t pid;
    int to, from; /* our ends of its input and output; -1 if closed */
};

static void child_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Returns our own environment with the mark added in front. The caller frees the array. NULL if an
 * allocation fails. */
static char **child_environment(char *mark)
{
    size_t count = 0;
    while (environ && environ[count])
        count++;
    char **all = calloc(count + 2, sizeof *all), **next = all;
    if (all && mark)
        *next++ = mark;
    for (size_t i = 0; all && i < count; i++)
        *next++ = environ[i];
    return all;
}

/* Writes the path of the running program. */
static void child_own_path(char *path, size_t size)
{
#ifdef __linux__
    snprintf(path, size, "/proc/self/exe"); /* works even if the file was replaced or renamed */
#else
    executable_folder(path, size);
    snprintf(path + strlen(path), size - strlen(path), "hanxin");
#endif
}

/* Starts the process with these standard files and this working folder (AT_FDCWD: ours). Returns 0 or an errno. */
static int child_spawn(Child *c, const char *program, char *const *words, char **environment, const int standard[3], int folder)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int failed = 0;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    for (int i = 0; i < 3 && !failed; i++)
        if (standard[i] >= 0)
            failed = posix_spawn_file_actions_adddup2(&actions, standard[i], i);
    if (!failed && folder != AT_FDCWD)
        failed = posix_spawn_file_actions_addfchdir_np(&actions, folder);
    if (!failed)
        failed = posix_spawnp(&c->pid, program, &actions, &attributes, words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

/* Starts the program, or the shell for a script without an interpreter line. Returns 0 or an errno. */
static int child_run(Child *c, const ChildSpec *spec, const int standard[3], int folder)
{
    char own[4096], sh[] = "/bin/sh";
    size_t count = 0;
    while (spec->words[count])
        count++;
    char **environment = child_environment(spec->mark), **words = calloc(count + 2, sizeof *words);
    int failed = environment && words ? 0 : ENOMEM;
    if (!failed) {
        words[0] = sh;
        memcpy(words + 1, spec->words, count * sizeof *words);
        if (spec->ourselves)
            child_own_path(own, sizeof own);
        failed = child_spawn(c, spec->ourselves ? own : words[1], words + 1, environment, standard, folder);
        if (failed == ENOEXEC && !spec->ourselves)
            failed = child_spawn(c, words[0], words, environment, standard, folder);
    }
    free(environment);
    free(words);
    return failed;
}

enum { ENDS = 6 }; /* two for its input, two for its output, its standard error and its folder */

/* Opens the pipes and files, and starts the program. Returns 0 or an errno. */
static int child_launch(Child *c, const ChildSpec *spec, int ends[ENDS], ChildFault *fault)
{
    *fault = CHILD_FAULT_PIPE;
    if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(ends + 2, O_CLOEXEC) != 0)
        return errno;
    *fault = CHILD_FAULT_PROGRAM;
    ends[5] = spec->directory ? open(spec->directory, O_PATH | O_DIRECTORY | O_CLOEXEC) : AT_FDCWD;
    if (ends[5] == -1)
        return errno;
    if (spec->error_file) { /* without blocking, so that a pipe without a reader is an error */
        ends[4] = openat(ends[5], spec->error_file, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
        if (ends[4] < 0) {
            *fault = CHILD_FAULT_ERROR_FILE;
            return errno;
        }
        fcntl(ends[4], F_SETFL, O_APPEND);
    }
    return child_run(c, spec, (int[]){ends[0], ends[3], ends[4]}, ends[5]);
}

Child *child_start(const ChildSpec *spec, ChildFault *fault)
{
    assert(spec && spec->words && spec->words[0] && fault);
    int ends[ENDS] = {-1, -1, -1, -1, -1, -1};
    Child *c = calloc(1, sizeof *c);
    *fault = CHILD_FAULT_PROGRAM;
    int failed = c ? child_launch(c, spec, ends, fault) : ENOMEM;
    if (!failed) {
        c->to = ends[1];
        c->from = ends[2];
        ends[1] = ends[2] = -1;
        fcntl(c->to, F_SETFL, O_NONBLOCK);
        fcntl(c->from, F_SETFL, O_NONBLOCK);
    }
    for (int i = 0; i < ENDS; i++)
        child_close(&ends[i]);
    if (!failed)
        return c;
    free(c);
    errno = failed;
    return NULL;
}

int child_number(const Child *c) { return c ? (int)c->pid : 0; }

/* Returns what the callers of read() and write() return: a full or empty pipe counts as 0 bytes. */
static ptrdiff_t child_moved(ssize_t bytes) { return bytes < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : bytes; }

ptrdiff_t child_read(Child *c, char *bytes, size_t room)
{
    ssize_t got = read(c->from, bytes, room);
    return got == 0 ? -1 : child_moved(got);
}

ptrdiff_t child_write(Child *c, const char *bytes, size_t length) { return child_moved(write(c->to, bytes, length)); }

bool child_wait(Child *c, ChildPipe pipe, int64_t us)
{
    struct pollfd polled = {.fd = pipe == CHILD_OUTPUT ? c->from : c->to, .events = pipe == CHILD_OUTPUT ? POLLIN : POLLOUT};
    struct timespec timeout = {us / 1000000, us % 1000000 * 1000};
    int ready;
    while ((ready = ppoll(&polled, 1, &timeout, NULL)) < 0 && errno == EINTR && us == 0) /* without a wait, false is the whole truth */
        ;
    return ready > 0;
}

void child_close_input(Child *c) { child_close(&c->to); }

bool child_has_ended(const Child *c)
{
    siginfo_t info = {0}; /* it is not reaped yet, so that its number cannot be reused */
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == c->pid;
}

void child_kill(const Child *c)
{
    kill(-c->pid, SIGKILL);
    kill(c->pid, SIGKILL);
}

void child_end(Child *c, Text *how)
{
    int status = 0;
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (how && WIFSIGNALED(status))
        text_addf(how, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (how)
        text_addf(how, "exited with status %d", WEXITSTATUS(status));
    child_close(&c->to);
    child_close(&c->from);
    free(c);
}
