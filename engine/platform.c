#include "engine/platform.h"

#ifdef _WIN32
#include <windows.h>

#include <io.h>
#include <stdio.h>

int64_t clock_us(void)
{
    LARGE_INTEGER now, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return now.QuadPart / frequency.QuadPart * 1000000 + now.QuadPart % frequency.QuadPart * 1000000 / frequency.QuadPart;
}

void sleep_ms(int ms) { Sleep((DWORD)ms); }

int processor_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 0 ? (int)info.dwNumberOfProcessors : 1;
}

void *big_alloc(size_t bytes) { return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE); }

void big_free(void *memory, size_t bytes)
{
    (void)bytes;
    if (memory)
        VirtualFree(memory, 0, MEM_RELEASE);
}

bool stdout_is_terminal(void) { return _isatty(_fileno(stdout)); }
bool stdin_is_terminal(void) { return _isatty(_fileno(stdin)); }

#else
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void sleep_ms(int ms)
{
    struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
}

int processor_count(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (int)n : 1;
}

enum { HUGE_PAGE = 2 << 20 };

void *big_alloc(size_t bytes)
{
    /* Over-map and trim, so that the block starts on a huge-page boundary. */
    size_t mapped = bytes + HUGE_PAGE;
    if (bytes == 0 || mapped < bytes)
        return NULL;
    char *raw = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (raw == MAP_FAILED)
        return NULL;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), used = (bytes + page - 1) / page * page;
    char *start = (char *)(((uintptr_t)raw + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (start > raw)
        munmap(raw, (size_t)(start - raw));
    if (start + used < raw + mapped)
        munmap(start + used, (size_t)(raw + mapped - (start + used)));
#ifdef MADV_HUGEPAGE
    madvise(start, used, MADV_HUGEPAGE); /* a wish; refusal does no harm */
#endif
    return start;
}

void big_free(void *memory, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (memory)
        munmap(memory, (bytes + page - 1) / page * page);
}

bool stdout_is_terminal(void) { return isatty(STDOUT_FILENO); }
bool stdin_is_terminal(void) { return isatty(STDIN_FILENO); }
#endif
