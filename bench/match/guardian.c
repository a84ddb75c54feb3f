#include "bench/match/guardian.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/platform.h"

/* ---- marks ---- */

void guardian_mark(pid_t runner, const void *place, char mark[GUARDIAN_MARK_SIZE])
{
    int length = snprintf(mark, GUARDIAN_MARK_SIZE, "HANXIN_MATCH_%d_", (int)runner);
    if (place)
        snprintf(mark + length, GUARDIAN_MARK_SIZE - (size_t)length, "%p=1", place);
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

/* Again while any were there: they may have started others meanwhile. Not for ever: one that hangs in a driver stays. */
void guardian_kill(const char *mark)
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
    char all[GUARDIAN_MARK_SIZE];
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
    guardian_mark(runner, NULL, all);
    guardian_kill(all);
    sleep_ms(JUST_BORN_MS);
    guardian_kill(all);
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

void guardian_watch(int guardian, pid_t group) { tell(guardian, WATCH, group); }
void guardian_forget(int guardian, pid_t group) { tell(guardian, FORGET, group); }
void guardian_hold(int guardian, bool stopped) { tell(guardian, stopped ? STOP : CONTINUE, 0); }
