#include "bench/match/family.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/platform.h"

static char *put_number(char *out, pid_t number)
{
    char digits[24];
    int count = 0;
    for (; number > 0; number /= 10)
        digits[count++] = (char)('0' + number % 10);
    while (count > 0)
        *out++ = digits[--count];
    return out;
}

static char *put_runner(char *out, pid_t runner)
{
    out = put_number(stpcpy(out, "HANXIN_MATCH_"), runner);
    return stpcpy(out, "_");
}

void family_all(pid_t runner, char mark[FAMILY_MARK_SIZE]) { put_runner(mark, runner); }

void family_mark(pid_t runner, pid_t leader, char mark[FAMILY_MARK_SIZE]) { stpcpy(put_number(put_runner(mark, runner), leader), "=1"); }

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
void family_kill(const char *mark)
{
    for (int pass = 0; pass < 200 && kill_once(mark) > 0; pass++)
        sleep_ms(1);
}
