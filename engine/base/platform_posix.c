/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/platform.h"

#include "engine/base/cgroup.h"
#include "engine/base/contract.h"
#include "engine/base/words.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

const char null_device[] = "/dev/null";

void steady_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attr);
    pthread_condattr_destroy(&attr);
}

void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_us)
{
    assert(until_us >= 0);
    struct timespec until = {(time_t)(until_us / 1000000), (long)(until_us % 1000000) * 1000};
    pthread_cond_timedwait(cond, lock, &until);
}

int64_t clock_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_with_sleep_us(void)
{
#ifdef CLOCK_BOOTTIME
    struct timespec now;
    if (clock_gettime(CLOCK_BOOTTIME, &now) == 0)
        return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
#endif
    return clock_us();
}

void time_utc(int64_t seconds, struct tm *utc)
{
    const time_t when = (time_t)seconds;
    gmtime_r(&when, utc);
}

int64_t thread_queued_us(void)
{
    char text[64];
    long long queued_ns = 0;
    const int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return sscanf(text, "%*s %lld", &queued_ns) == 1 ? queued_ns / 1000 : -1;
}

void sleep_ms(int ms)
{
    assert(ms >= 0);
    struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
}

static CgroupLimits platform_our_limits(void) { return cgroup_limits("/proc/self/cgroup", "/sys/fs/cgroup"); }

int processor_count(void)
{
    int64_t count = sysconf(_SC_NPROCESSORS_ONLN), limit = platform_our_limits().processors;
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
#endif
    count = count < limit ? count : limit;
    return count > 0 ? (int)count : 1;
}

bool processor_time(double *own, double *children)
{
    struct tms used;
    if (times(&used) == (clock_t)-1)
        return false;
    const double tick = (double)sysconf(_SC_CLK_TCK);
    *own = (double)(used.tms_utime + used.tms_stime) / tick;
    *children = (double)(used.tms_cutime + used.tms_cstime) / tick;
    return true;
}

void thread_spread(int number) { (void)number; }

bool thread_bind(int block, int count)
{
    assert(block >= 0 && count >= 1);
#ifdef __linux__
    cpu_set_t ours, wanted;
    CPU_ZERO(&wanted);
    if (sched_getaffinity(0, sizeof ours, &ours) != 0)
        return false;
    for (int processor = 0, number = 0; processor < CPU_SETSIZE; processor++)
        if (CPU_ISSET(processor, &ours) && number++ >= block * count && CPU_COUNT(&wanted) < count)
            CPU_SET(processor, &wanted);
    return CPU_COUNT(&wanted) == count && sched_setaffinity(0, sizeof wanted, &wanted) == 0;
#else
    (void)block, (void)count;
    return false;
#endif
}

enum { HUGE_PAGE = 2 << 20 };

#ifdef __EMSCRIPTEN__ /* partial munmap() is not available */
void *big_alloc(size_t bytes)
{
    enum { PAGE = 4096 };
    void *memory = bytes ? aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE) : NULL;
    return memory ? memset(memory, 0, bytes) : NULL;
}

void big_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}
#else
void *big_alloc(size_t bytes)
{
    /* Map more than needed and trim, so that the block starts on a huge-page boundary. */
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
    madvise(start, used, MADV_HUGEPAGE); /* only a hint */
#endif
    return start;
}

void big_free(void *memory, size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (memory)
        munmap(memory, (bytes + page - 1) / page * page);
}
#endif

bool stdin_is_terminal(void) { return isatty(STDIN_FILENO); }
bool stdout_is_terminal(void) { return isatty(STDOUT_FILENO); }
bool stderr_is_terminal(void) { return isatty(STDERR_FILENO); }
void stdout_set_binary(void) {}

FILE *file_open(const char *path, const char *mode) { return fopen(path, mode); }

bool file_stat(const char *path, struct stat *info) { return stat(path, info) == 0; }

bool file_exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

bool file_may_change(const char *path) { return access(path, W_OK) == 0; }
void file_set_mode(FILE *file, unsigned mode) { (void)!fchmod(fileno(file), mode & 07777); }
bool file_remove(const char *path) { return unlink(path) == 0; }

const char folder_separator = '/';

bool folder_make_one(const char *path) { return mkdir(path, 0700) == 0 || errno == EEXIST; }

bool state_folder(const char *name, char *out, size_t size)
{
    assert(name && size > 0);
    const char *place = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool given = place && *place == '/'; /* by the specification, a relative path is ignored */
    if (!given && (!home || *home != '/'))
        return false;
    return (size_t)snprintf(out, size, "%s%s/%s", given ? place : home, given ? "" : "/.local/state", name) < size;
}

/* If a locale is named but not installed, its name decides: "zh_CN.UTF-8". */
bool locale_is_utf8(void)
{
    /* With LOCPATH, newlocale() of glibc leaks memory: the name of the locale decides then. */
    locale_t locale = getenv("LOCPATH") ? (locale_t)0 : newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (locale) {
        bool utf8 = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
        freelocale(locale);
        return utf8;
    }
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"}, *value = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !(value && *value); i++)
        value = getenv(names[i]);
    const char *set = value ? strchr(value, '.') : NULL;
    return set && (word_begins(set, ".utf-8", 6) || word_begins(set, ".utf8", 5));
}

void executable_folder(char *out, size_t size)
{
    assert(size > 1);
    ssize_t n = readlink("/proc/self/exe", out, size - 1);
    if (n < 0 || (size_t)n >= size - 1)
        n = 0;
    while (n > 0 && out[n - 1] != '/')
        n--;
    out[n] = '\0';
}

bool console_is_ours(void) { return false; }

/* The shell starts the opener in the background, so that this program does not wait for it. */
bool browser_open(const char *address)
{
    char script[] = "o=$(command -v xdg-open || command -v open) && { \"$o\" \"$0\" >/dev/null 2>&1 </dev/null & }", sh[] = "sh",
         option[] = "-c";
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    bool screen = (display && *display) || (wayland && *wayland);
    pid_t child;
    int status;
#ifdef __APPLE__
    screen = true;
#endif
    return screen && posix_spawnp(&child, sh, NULL, NULL, (char *[]){sh, option, script, (char *)address, NULL}, environ) == 0 &&
           waitpid(child, &status, 0) == child && status == 0;
}

bool locale_name(char *out, size_t size)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return (size_t)snprintf(out, size, "%s", value) < size;
    }
    return false;
}

bool random_bytes(void *out, size_t size)
{
    FILE *random = fopen("/dev/urandom", "rbe");
    bool read = random && fread(out, 1, size, random) == size;
    if (random)
        fclose(random);
    return read;
}

int open_files_most(void)
{
    struct rlimit files;
    return getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < INT_MAX ? (int)files.rlim_cur : INT_MAX;
}

int64_t memory_mib(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    int64_t mib = pages > 0 && page > 0 ? (int64_t)pages * page >> 20 : 0, limit = platform_our_limits().memory;
    return limit != INT64_MAX && (mib == 0 || limit >> 20 < mib) ? limit >> 20 : mib;
}

/* Opens /dev/null in the wrong direction, so that reads and writes fail as they would on a closed
 * stream. */
static void platform_hold_closed_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            open(null_device, fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void process_init(void)
{
    signal(SIGXFSZ, SIG_IGN);
    platform_hold_closed_streams();
}

bool stdout_is_deserted(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

/* See protocol/UCCI.md, section 18. */
void console_init(void)
{
    process_init();
    signal(SIGPIPE, SIG_IGN);
}

char **utf8_arguments(int *argc, char **argv)
{
    (void)argc;
    return argv;
}

const void *file_map(FILE *file, size_t *size)
{
    struct stat info;
    if (fstat(fileno(file), &info) != 0)
        return NULL;
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fileno(file), 0);
    *size = (size_t)info.st_size;
    return bytes == MAP_FAILED ? NULL : bytes;
}

#ifdef __EMSCRIPTEN__ /* a mapped file is a copy in memory, so nothing can fail */
bool file_map_copy(const void *bytes, size_t size, void *to)
{
    assert(bytes && to);
    memcpy(to, bytes, size);
    return true;
}
#else
/* Copies through a pipe: write() reports unreadable memory as an error instead of raising a signal. */
static bool platform_copy_through_pipe(const char *bytes, size_t size, char *to)
{
    enum { PART = 512 }; /* bytes; fits into any pipe */
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    bool good = true;
    for (size_t done = 0, part; good && done < size; done += part) {
        part = size - done < PART ? size - done : PART;
        good = write(ends[1], bytes + done, part) == (ssize_t)part && read(ends[0], to + done, part) == (ssize_t)part;
    }
    close(ends[0]);
    close(ends[1]);
    return good;
}

bool file_map_copy(const void *bytes, size_t size, void *to)
{
    assert(bytes && to);
#ifdef __linux__
    const struct iovec from = {(void *)(uintptr_t)bytes, size}, there = {to, size};
    const ssize_t copied = process_vm_readv(getpid(), &there, 1, &from, 1, 0);
    if (copied >= 0 || errno == EFAULT)
        return copied == (ssize_t)size;
#endif
    return platform_copy_through_pipe(bytes, size, to); /* the system call is missing or not permitted */
}
#endif

void file_unmap(const void *bytes, size_t size) { munmap((void *)(uintptr_t)bytes, size); }

FILE *file_open_at_once(const char *path, const char *mode)
{
    int flags = *mode == 'w'        ? O_WRONLY | O_CREAT | O_NOFOLLOW
                : *mode == 'a'      ? O_RDWR | O_APPEND | O_CREAT
                : strchr(mode, '+') ? O_RDWR
                                    : O_RDONLY;
    int descriptor = open(path, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, mode) : NULL;
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

bool file_await_writer(FILE *file)
{
    enum { MOST_MS = 2000 };
    struct stat info;
    struct pollfd pipe = {.fd = fileno(file), .events = POLLIN};
    bool written = true;
    if (fstat(pipe.fd, &info) == 0 && S_ISFIFO(info.st_mode) && poll(&pipe, 1, MOST_MS) == 0) {
        char byte;
        ssize_t got = read(pipe.fd, &byte, 1); /* ends at once: without a writer, at the end of the pipe */
        if (got > 0)
            ungetc((unsigned char)byte, file);
        written = got != 0;
    }
    fcntl(pipe.fd, F_SETFL, fcntl(pipe.fd, F_GETFL) & ~O_NONBLOCK);
    return written;
}

/* Returns the path of the folder that contains `path`; the caller frees it. */
static char *platform_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !slash ? strdup(".") : slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static bool platform_is_one_file(const struct stat *a, const struct stat *b) { return a->st_dev == b->st_dev && a->st_ino == b->st_ino; }

bool file_is_printed_to(const char *path)
{
    struct stat named, open_one;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (stat(path, &named) == 0 && fstat(fd, &open_one) == 0 && platform_is_one_file(&open_one, &named))
            return true;
    return false;
}

bool file_is_at(FILE *file, const char *path)
{
    struct stat open_one, named;
    return fstat(fileno(file), &open_one) == 0 && stat(path, &named) == 0 && platform_is_one_file(&open_one, &named);
}

bool file_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    bool have_a = stat(a, &of_a) == 0, have_b = stat(b, &of_b) == 0;
    if (have_a || have_b)
        return have_a && have_b && platform_is_one_file(&of_a, &of_b);
    const char *name_a = strrchr(a, '/'), *name_b = strrchr(b, '/');
    if (strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b) != 0)
        return false;
    char *folder_a = platform_folder(a), *folder_b = platform_folder(b);
    bool same = folder_a && folder_b && stat(folder_a, &of_a) == 0 && stat(folder_b, &of_b) == 0 && platform_is_one_file(&of_a, &of_b);
    free(folder_a);
    free(folder_b);
    return same;
}

bool file_lock(FILE *file)
{
    int status;
    do
        status = flock(fileno(file), LOCK_EX | LOCK_NB);
    while (status != 0 && errno == EINTR);
    return status == 0;
}

bool file_sync(FILE *file)
{
    errno = 0; /* stdio remembers that an earlier write failed, but not why */
    if (fflush(file) != 0 || ferror(file))
        return false;
    /* EINVAL, EROFS: a device that cannot be synchronised. */
    return fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS;
}

/* Flushes the folder, so that a new name survives a power failure, as far as the file system
 * supports it. */
static void platform_sync_name(const char *path)
{
    char *folder = platform_folder(path);
    int descriptor = folder ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    free(folder);
    if (descriptor >= 0) {
        (void)!fsync(descriptor);
        close(descriptor);
    }
}

static bool platform_move(const char *from, const char *to, bool replace)
{
    struct stat info;
    if (!replace && link(from, to) == 0) { /* link() fails atomically if the destination exists */
        unlink(from);                      /* if this fails, the next run that opens the file removes it */
        return true;
    }
    if (!replace && errno == EEXIST && (stat(to, &info) != 0 || info.st_size > 0)) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0;
}

/* The file is closed last: while the lock is held, no other process can mistake the finished file
 * for an unfinished one. */
bool file_close_as(FILE *file, const char *from, const char *to, bool replace)
{
    assert(file && from && to);
    bool done = platform_move(from, to, replace);
    int number = errno;
    platform_sync_name(to);
    fclose(file);
    errno = number;
    return done;
}

void file_close_removed(FILE *file, const char *path)
{
    assert(file && path);
    unlink(path);
    fclose(file);
}

char *file_follow(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : strdup(path);
}
