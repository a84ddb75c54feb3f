/* SPDX-License-Identifier: GPL-3.0-only */
/* faults.c - a library for LD_PRELOAD that refuses memory and threads.
 *
 * With HANXIN_FAULT_AT=N the Nth call of malloc, calloc, realloc, mmap and pthread_create together, counted from the start of main,
 * fails; with HANXIN_FAULT_EVER=1 all later calls fail too. The file HANXIN_FAULT_NOTE is created when a call has failed. With
 * HANXIN_FAULT_THREADS=M-N the calls of pthread_create from the Mth to the Nth fail. Linux with glibc only. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
typedef int Create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg);

static atomic_int calls, threads;
static int fault_at; /* 0: no fault */
static bool ever;
static const char *note;
static Create *create;
static int first_thread, last_thread; /* range of calls that fail */

static __attribute__((constructor)) void read_wishes(void)
{
    const char *at = getenv("HANXIN_FAULT_AT");
    note = getenv("HANXIN_FAULT_NOTE");
    ever = getenv("HANXIN_FAULT_EVER") != NULL;
    *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    fault_at = at ? atoi(at) : 0;
    const char *range = getenv("HANXIN_FAULT_THREADS");
    if (range)
        sscanf(range, "%d-%d", &first_thread, &last_thread);
}

static bool refused(void)
{
    if (fault_at == 0)
        return false;
    int call = atomic_fetch_add(&calls, 1) + 1;
    if (call < fault_at || (call > fault_at && !ever))
        return false;
    if (call == fault_at && note) {
        int file = open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file >= 0)
            close(file);
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) { return refused() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return refused() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return refused() ? NULL : __libc_realloc(old, size); }

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    return refused() ? MAP_FAILED : (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
    const int number = atomic_fetch_add(&threads, 1) + 1;
    return refused() || (number >= first_thread && number <= last_thread) ? EAGAIN : create(thread, attr, start, arg);
}
