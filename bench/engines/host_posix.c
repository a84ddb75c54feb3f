/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "engine/base/words.h"

/* ---- marks ---- */

static bool host_has_mark(const char *process, const char *mark)
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

void host_kill_marked(const char *mark)
{
    bool any = true;
    for (int pass = 0; pass < 200 && any; pass++) {
        DIR *folder = opendir("/proc");
        any = false;
        for (struct dirent *e; folder && (e = readdir(folder));) {
            pid_t process = ascii_is_digit(e->d_name[0]) ? (pid_t)atoi(e->d_name) : 0;
            if (process > 1 && process != getpid() && host_has_mark(e->d_name, mark) && kill(process, SIGKILL) == 0)
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
static void host_signal_all(const ProcessHost *h, int signal_number)
{
    for (int i = 0; i < MAX_GROUPS; i++) {
        pid_t group = h->groups[i];
        if (group > 0)
            kill(-group, signal_number);
    }
}

/* Replaces one entry of the list of groups by another; 0 is a free entry. */
static void host_replace_group(ProcessHost *h, int old, int fresh)
{
    int found = old;
    for (int i = 0; i < MAX_GROUPS && !atomic_compare_exchange_strong(&h->groups[i], &found, fresh); i++)
        found = old;
}

void host_adopt(ProcessHost *h, const Child *child) { host_replace_group(h, 0, child_number(child)); }
void host_release(ProcessHost *h, const Child *child) { host_replace_group(h, child_number(child), 0); }

/* Runs the guardian; does not return. */
static void host_guard(const ProcessHost *h, int in)
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
    host_signal_all(h, SIGKILL);
    host_kill_marked(h->marks);
    sleep_ms(JUST_BORN_MS);
    host_kill_marked(h->marks);
    _exit(0);
}

/* Handles SIGCONT: the process was stopped and continued by some signal, so times measured
 * meanwhile are invalid. */
static void host_on_continue(int signal_number)
{
    (void)signal_number;
    our_host->suspensions++;
}

/* Handles Ctrl-Z. The engines are out of the terminal's reach, so this stops them, and then this
 * process as usual. */
static void host_on_stop(int signal_number)
{
    (void)signal_number;
    int saved = errno;
    our_host->suspensions++;
    host_signal_all(our_host, SIGSTOP);
    signals_stop();
    host_signal_all(our_host, SIGCONT);
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
        host_guard(h, ends[0]);
    }
    close(ends[0]);
    our_host = h;
    h->interrupted = signals_watch(SECOND_SIGNAL_LEAVES);
    signal(SIGCONT, host_on_continue);
    signals_catch(SIGTSTP, host_on_stop);
    return h;
}
