/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/shared_memory.h"

#ifdef __linux__

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/platform.h"

static void *shared_memory_map(int descriptor, size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
#ifdef MADV_HUGEPAGE
    if (memory != MAP_FAILED)
        madvise(memory, bytes, MADV_HUGEPAGE); /* only a hint */
#endif
    return memory != MAP_FAILED ? memory : NULL;
}

/* Returns true if the system counts memory when it is allocated (overcommit_memory 2). Shared
 * memory is counted only when it is written. */
static bool shared_memory_is_counted_strictly(void)
{
    FILE *file = fopen("/proc/sys/vm/overcommit_memory", "r");
    const bool strictly = file && fgetc(file) == '2';
    if (file)
        fclose(file);
    return strictly;
}

void *shared_memory_new(size_t bytes, SharedMemory *made)
{
    struct stat info;
    const int64_t most_mib = memory_mib(); /* 0 if unknown */
    *made = (SharedMemory){0};
    /* The system grants any size, and kills a process that then writes more than is available. */
    if (bytes == 0 || (most_mib > 0 && (int64_t)(bytes >> 20) >= most_mib) || shared_memory_is_counted_strictly())
        return NULL;
    int descriptor = memfd_create("hanxin", MFD_CLOEXEC);
    if (descriptor < 0)
        return NULL;
    void *memory = ftruncate(descriptor, (off_t)bytes) == 0 && fstat(descriptor, &info) == 0 ? shared_memory_map(descriptor, bytes) : NULL;
    if (memory)
        *made = (SharedMemory){.bytes = bytes, .file = info.st_ino, .process = (int32_t)getpid(), .descriptor = descriptor};
    else
        close(descriptor);
    return memory;
}

void shared_memory_free(void *memory, const SharedMemory *made)
{
    shared_memory_leave(memory, made->bytes);
    close(made->descriptor);
}

void *shared_memory_join(const SharedMemory *made)
{
    char path[64];
    struct stat info;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)made->process, (int)made->descriptor);
    int descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return NULL;
    bool same = fstat(descriptor, &info) == 0 && info.st_ino == made->file && (uint64_t)info.st_size == made->bytes;
    void *memory = same ? shared_memory_map(descriptor, made->bytes) : NULL;
    close(descriptor);
    return memory;
}

void shared_memory_leave(void *memory, size_t bytes) { munmap(memory, bytes); }

/* Combines the boot id, the namespace and the host name. Processes see each other under /proc if
 * they share a PID namespace. The host name lets tests simulate several machines. */
uint64_t shared_memory_machine(void)
{
    enum { TEXTS = 3 };
    char text[TEXTS][80] = {{0}};
    uint64_t number = 0xCBF29CE484222325u; /* FNV-1a */
    FILE *boot = fopen("/proc/sys/kernel/random/boot_id", "r");
    const bool known = boot && fgets(text[0], sizeof text[0], boot) && readlink("/proc/self/ns/pid", text[1], sizeof text[1] - 1) > 0 &&
                       gethostname(text[2], sizeof text[2] - 1) == 0;
    if (boot)
        fclose(boot);
    for (int i = 0; i < TEXTS; i++)
        for (const char *c = text[i];; c++) {
            number = (number ^ (unsigned char)*c) * 0x100000001B3u;
            if (*c == '\0')
                break;
        }
    return known ? number : 0;
}

#else

void *shared_memory_new(size_t bytes, SharedMemory *made)
{
    (void)bytes;
    *made = (SharedMemory){0};
    return NULL;
}

void shared_memory_free(void *memory, const SharedMemory *made)
{
    (void)memory;
    (void)made;
}

void *shared_memory_join(const SharedMemory *made)
{
    (void)made;
    return NULL;
}

void shared_memory_leave(void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

uint64_t shared_memory_machine(void) { return 0; }

#endif
