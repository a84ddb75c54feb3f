#include "bench/match/guardian.h"

#include "bench/match/family.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_GROUPS = 4096 };

typedef enum Order { WATCH, FORGET, STOP, CONTINUE } Order;

typedef struct Message {
    Order order;
    pid_t group;
} Message;

static void guard(int in, pid_t runner)
{
    pid_t groups[MAX_GROUPS];
    char all[FAMILY_MARK_SIZE];
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
    family_all(runner, all);
    family_kill(all);
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
