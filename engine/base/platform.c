#include "engine/base/platform.h"

#include <time.h>

#if defined _WIN32 || defined __APPLE__
/* No clock can be chosen there, but how long to wait can be said. */
void steady_cond_init(pthread_cond_t *cond) { pthread_cond_init(cond, NULL); }

void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms)
{
    int64_t left = until_ms - clock_ms();
    struct timespec span = {(time_t)(left / 1000), (long)(left % 1000) * 1000000};
    if (left > 0)
        pthread_cond_timedwait_relative_np(cond, lock, &span);
}
#else
void steady_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
}

void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_ms)
{
    struct timespec until = {(time_t)(until_ms / 1000), (long)(until_ms % 1000) * 1000000};
    pthread_cond_timedwait(cond, lock, &until);
}
#endif

#ifdef _WIN32
#include <windows.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* The handle and not the descriptor is asked: the latter may be a pipe to whatever draws on the console. */
bool stdout_is_terminal(void)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode) != 0;
}
bool stdin_is_terminal(void) { return _isatty(_fileno(stdin)); }

/* NULL when the text cannot be converted. Owned by the caller. */
static wchar_t *wide(const char *text)
{
    UINT page = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0) > 0 ? CP_UTF8 : CP_ACP;
    int n = MultiByteToWideChar(page, 0, text, -1, NULL, 0);
    wchar_t *out = n > 0 ? malloc((size_t)n * sizeof *out) : NULL;
    if (out)
        MultiByteToWideChar(page, 0, text, -1, out, n);
    return out;
}

FILE *file_open(const char *path, const char *mode)
{
    wchar_t *wide_path = wide(path), *wide_mode = wide(mode);
    FILE *file = wide_path && wide_mode ? _wfopen(wide_path, wide_mode) : NULL;
    free(wide_path);
    free(wide_mode);
    return file;
}

bool file_is_regular(const char *path)
{
    wchar_t *wide_path = wide(path);
    DWORD attributes = wide_path ? GetFileAttributesW(wide_path) : INVALID_FILE_ATTRIBUTES;
    free(wide_path);
    return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE));
}

bool file_exists(const char *path)
{
    wchar_t *wide_path = wide(path);
    DWORD attributes = wide_path ? GetFileAttributesW(wide_path) : INVALID_FILE_ATTRIBUTES;
    free(wide_path);
    return attributes != INVALID_FILE_ATTRIBUTES;
}

/* Tells errno what happened, as far as people need to know. */
static bool told(BOOL done)
{
    DWORD why = done ? 0 : GetLastError();
    if (!done)
        errno = why == ERROR_FILE_NOT_FOUND || why == ERROR_PATH_NOT_FOUND ? ENOENT : why == ERROR_DISK_FULL ? ENOSPC : EACCES;
    return done;
}

bool file_move(const char *from, const char *to)
{
    wchar_t *wide_from = wide(from), *wide_to = wide(to);
    bool done = wide_from && wide_to && told(MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    free(wide_from);
    free(wide_to);
    return done;
}

bool file_remove(const char *path)
{
    wchar_t *wide_path = wide(path);
    bool done = wide_path && told(DeleteFileW(wide_path));
    free(wide_path);
    return done;
}

static const char folder_separator = '\\';

static bool make_one_folder(const char *path)
{
    wchar_t *wide_path = wide(path);
    bool done = wide_path && told(CreateDirectoryW(wide_path, NULL) || GetLastError() == ERROR_ALREADY_EXISTS);
    free(wide_path);
    return done;
}

bool state_folder(const char *name, char *out, size_t size)
{
    const wchar_t *place = _wgetenv(L"LOCALAPPDATA");
    int n = place && *place ? WideCharToMultiByte(CP_UTF8, 0, place, -1, out, (int)size, NULL, NULL) : 0;
    return n > 0 && (size_t)snprintf(out + n - 1, size - (size_t)n + 1, "\\%s", name) < size - (size_t)n + 1;
}

bool locale_is_utf8(void) { return true; } /* console_init() and console.c see to it */

void executable_folder(char *out, size_t size)
{
    wchar_t path[4096];
    DWORD n = GetModuleFileNameW(NULL, path, sizeof path / sizeof *path);
    *out = '\0';
    if (n == 0 || n >= sizeof path / sizeof *path)
        return;
    if (WideCharToMultiByte(CP_UTF8, 0, path, -1, out, (int)size, NULL, NULL) == 0)
        *out = '\0';
    char *slash = strrchr(out, '\\');
    out[slash ? slash - out + 1 : 0] = '\0';
}

int64_t memory_mib(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (int64_t)(status.ullTotalPhys >> 20) : 0;
}

void console_init(void)
{
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
    _setmode(_fileno(stdin), _O_BINARY);
}

char **utf8_arguments(int *argc, char **argv)
{
    int count;
    wchar_t **wides = CommandLineToArgvW(GetCommandLineW(), &count);
    char **out = wides ? calloc((size_t)count + 1, sizeof *out) : NULL;
    for (int i = 0; out && i < count; i++) {
        int n = WideCharToMultiByte(CP_UTF8, 0, wides[i], -1, NULL, 0, NULL, NULL);
        if (n <= 0 || !(out[i] = malloc((size_t)n)))
            return argv;
        WideCharToMultiByte(CP_UTF8, 0, wides[i], -1, out[i], n, NULL, NULL);
    }
    if (!out)
        return argv;
    *argc = count;
    return out;
}

#else
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
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

FILE *file_open(const char *path, const char *mode) { return fopen(path, mode); }

bool file_is_regular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

bool file_move(const char *from, const char *to) { return rename(from, to) == 0; }
bool file_remove(const char *path) { return unlink(path) == 0; }

static const char folder_separator = '/';

static bool make_one_folder(const char *path) { return mkdir(path, 0700) == 0 || errno == EEXIST; }

bool state_folder(const char *name, char *out, size_t size)
{
    const char *place = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool given = place && *place == '/'; /* by the specification a relative path counts as none */
    if (!given && (!home || *home != '/'))
        return false;
    return (size_t)snprintf(out, size, "%s%s/%s", given ? place : home, given ? "" : "/.local/state", name) < size;
}

/* A locale that is named but not installed counts by its name: "zh_CN.UTF-8". */
bool locale_is_utf8(void)
{
    if (setlocale(LC_CTYPE, ""))
        return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"}, *value = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !(value && *value); i++)
        value = getenv(names[i]);
    const char *set = value ? strchr(value, '.') : NULL;
    return set && (strncasecmp(set, ".utf-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0);
}

void executable_folder(char *out, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", out, size - 1);
    if (n < 0 || (size_t)n >= size - 1)
        n = 0;
    while (n > 0 && out[n - 1] != '/')
        n--;
    out[n] = '\0';
}

int64_t memory_mib(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    int64_t mib = pages > 0 && page > 0 ? (int64_t)pages * page >> 20 : 0;
    FILE *limit = fopen("/sys/fs/cgroup/memory.max", "r");
    long long bytes;
    if (limit && fscanf(limit, "%lld", &bytes) == 1 && (mib == 0 || bytes >> 20 < mib))
        mib = bytes >> 20;
    if (limit)
        fclose(limit);
    return mib;
}

/* A write to a closed pipe shall fail, not kill (ucci.md 4.4); and so one beyond the limit on a file's size. */
void console_init(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

char **utf8_arguments(int *argc, char **argv)
{
    (void)argc;
    return argv;
}
#endif

bool folder_make(const char *path)
{
    if (make_one_folder(path))
        return true;
    char *above = errno == ENOENT ? strdup(path) : NULL, *end = above;
    for (char *p = above; p && *p; p++)
        if (*p == folder_separator)
            end = p;
    if (!above || end == above) {
        free(above);
        return false;
    }
    *end = '\0';
    bool made = folder_make(above);
    free(above);
    return made && make_one_folder(path);
}
