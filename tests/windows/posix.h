/* SPDX-License-Identifier: GPL-3.0-only */
/* posix.h - included before each file of the tests on Windows: the few functions of POSIX that they use and mingw-w64 lacks. */
#pragma once

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Windows lacks these. Processes end themselves by SIGABRT instead; nothing there can be suspended or forked (fake_engine.c). */
#define SIGPIPE SIGABRT
#define SIGKILL SIGABRT
#define SIGSTOP SIGABRT
#define SIGCONT SIGABRT
static inline int fork(void) { return -1; }
static inline int setsid(void) { return -1; }
static inline int getppid(void) { return 0; }
static inline int kill(int process, int signal_number)
{
    (void)process;
    (void)signal_number;
    return -1;
}

static inline int setenv(const char *name, const char *value, int replace) { return replace || !getenv(name) ? _putenv_s(name, value) : 0; }
static inline int unsetenv(const char *name) { return _putenv_s(name, ""); }

static inline char *strsep(char **text, const char *ends)
{
    char *word = *text;
    if (word) {
        *text = strpbrk(word, ends);
        if (*text)
            *(*text)++ = '\0';
    }
    return word;
}

static inline void *memmem(const void *bytes, size_t length, const void *wanted, size_t size)
{
    for (const char *at = bytes; at + size <= (const char *)bytes + length; at++)
        if (memcmp(at, wanted, size) == 0)
            return (void *)at;
    return NULL;
}
