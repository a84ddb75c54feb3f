#include "bench/match/guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_GROUPS = 4096 };

static void guard(int in)
{
    static pid_t groups[MAX_GROUPS]; /* of this process alone */
    int count = 0;
    pid_t message;
    for (;;) {
        ssize_t got = read(in, &message, sizeof message);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != sizeof message)
            break;
        if (message > 0 && count < MAX_GROUPS)
            groups[count++] = message;
        for (int i = 0; message < 0 && i < count; i++)
            if (groups[i] == -message)
                groups[i--] = groups[--count];
    }
    for (int i = 0; i < count; i++)
        kill(-groups[i], SIGKILL);
    _exit(0);
}

int guardian_start(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    pid_t child = fork();
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
        guard(ends[0]);
    }
    close(ends[0]);
    return ends[1];
}

static void tell(int guardian, pid_t message)
{
    ssize_t sent;
    do
        sent = write(guardian, &message, sizeof message);
    while (sent < 0 && errno == EINTR);
}

void guardian_watch(int guardian, pid_t group) { tell(guardian, group); }
void guardian_forget(int guardian, pid_t group) { tell(guardian, -group); }
