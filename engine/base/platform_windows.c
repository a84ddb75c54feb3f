/* SPDX-License-Identifier: GPL-3.0-only */
#define _CRT_RAND_S /* declares rand_s() */
#include "engine/base/platform.h"

#include <windows.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <shellapi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "engine/base/contract.h"
#include "engine/base/processor_groups.h"
#include "engine/base/text_windows.h"

const char null_device[] = "NUL";

int64_t clock_us(void)
{
    LARGE_INTEGER now, frequency;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return now.QuadPart / frequency.QuadPart * 1000000 + now.QuadPart % frequency.QuadPart * 1000000 / frequency.QuadPart;
}

int64_t clock_with_sleep_us(void) { return clock_us(); } /* the counter runs on */
int64_t thread_queued_us(void) { return -1; }

void time_utc(int64_t seconds, struct tm *utc)
{
    const __time64_t when = seconds;
    _gmtime64_s(utc, &when);
}

void sleep_ms(int ms)
{
    assert(ms >= 0);
    Sleep((DWORD)ms);
}

/* Windows cannot choose the clock of a condition variable, but can wait for a relative time. */
void steady_cond_init(pthread_cond_t *cond) { pthread_cond_init(cond, NULL); }

void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_us)
{
    int64_t left = until_us - clock_us();
    struct timespec span = {(time_t)(left / 1000000), (long)(left % 1000000) * 1000};
    if (left > 0)
        pthread_cond_timedwait_relative_np(cond, lock, &span);
}

/* Returns the processors of a group that this process may use: all, unless it is bound to some of one group. */
static KAFFINITY platform_processors(WORD group)
{
    DWORD_PTR ours = 0, all = 0; /* both remain 0 if the process uses several groups */
    GROUP_AFFINITY here;
    const DWORD size = GetActiveProcessorCount(group);
    GetProcessAffinityMask(GetCurrentProcess(), &ours, &all);
    if (ours != all)
        return GetThreadGroupAffinity(GetCurrentThread(), &here) && here.Group == group ? ours : 0;
    return size < 8 * sizeof(KAFFINITY) ? ((KAFFINITY)1 << size) - 1 : ~(KAFFINITY)0;
}

/* Writes the number of processors that this process may use in each group, and returns the number of groups. */
static int platform_groups(int sizes[PROCESSOR_GROUPS])
{
    const int groups = GetActiveProcessorGroupCount();
    assert(groups <= PROCESSOR_GROUPS);
    for (int group = 0; group < groups; group++)
        sizes[group] = __builtin_popcountll(platform_processors((WORD)group));
    return groups;
}

int processor_count(void)
{
    int sizes[PROCESSOR_GROUPS], count = 0;
    for (int group = platform_groups(sizes); group-- > 0;)
        count += sizes[group];
    return count > 0 ? count : 1;
}

bool processor_time(double *own, double *children)
{
    *own = *children = 0;
    return false; /* the system does not add up that of the children */
}

/* Global because the processors of a thread do not tell: a block may be the whole group in which it began. */
static _Thread_local bool platform_is_bound;

bool thread_is_bound(void) { return platform_is_bound; }

bool thread_bind(int block, int count)
{
    assert(block >= 0 && count >= 1);
    int sizes[PROCESSOR_GROUPS], first;
    const int group = group_of_block(sizes, platform_groups(sizes), block, count, &first);
    if (group < 0)
        return false;
    GROUP_AFFINITY wanted = {.Group = (WORD)group};
    KAFFINITY left = platform_processors(wanted.Group);
    for (; first > 0; first--)
        left &= left - 1;
    for (; count > 0; count--, left &= left - 1)
        wanted.Mask |= left & -left;
    platform_is_bound = SetThreadGroupAffinity(GetCurrentThread(), &wanted, NULL);
    return platform_is_bound;
}

void thread_spread(int number)
{
    assert(number >= 0);
    int sizes[PROCESSOR_GROUPS];
    GROUP_AFFINITY here, wanted = {0};
    const int groups = platform_groups(sizes);
    if (groups < 2 || !GetThreadGroupAffinity(GetCurrentThread(), &here))
        return;
    wanted.Group = (WORD)group_of_thread(sizes, groups, here.Group, number);
    wanted.Mask = platform_processors(wanted.Group);
    if (wanted.Group != here.Group)
        SetThreadGroupAffinity(GetCurrentThread(), &wanted, NULL);
}

/* Allocates large pages, which need the right "Lock pages in memory". An account that has it must still switch it on. */
static void *platform_alloc_large(size_t bytes)
{
    const size_t page = GetLargePageMinimum();
    TOKEN_PRIVILEGES wanted = {.PrivilegeCount = 1, .Privileges[0].Attributes = SE_PRIVILEGE_ENABLED};
    HANDLE token;
    void *memory = NULL;
    if (page == 0 || bytes < page || bytes > SIZE_MAX - page || !OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_PRIVILEGES, &token))
        return NULL;
    if (LookupPrivilegeValueW(NULL, L"SeLockMemoryPrivilege", &wanted.Privileges[0].Luid) &&
        AdjustTokenPrivileges(token, FALSE, &wanted, 0, NULL, NULL) && GetLastError() == ERROR_SUCCESS)
        memory = VirtualAlloc(NULL, (bytes + page - 1) / page * page, MEM_RESERVE | MEM_COMMIT | MEM_LARGE_PAGES, PAGE_READWRITE);
    CloseHandle(token);
    return memory;
}

void *big_alloc(size_t bytes)
{
    void *memory = platform_alloc_large(bytes);
    return memory ? memory : VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void big_free(void *memory, size_t bytes)
{
    (void)bytes;
    if (memory)
        VirtualFree(memory, 0, MEM_RELEASE);
}

/* Queries the handle, not the descriptor, because _isatty() is also true for NUL. */
static bool platform_is_console(DWORD stream)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(stream), &mode) != 0;
}

bool stdout_is_terminal(void) { return platform_is_console(STD_OUTPUT_HANDLE); }
bool stderr_is_terminal(void) { return platform_is_console(STD_ERROR_HANDLE); }
bool stdin_is_terminal(void) { return _isatty(_fileno(stdin)); }
void stdout_set_binary(void) { _setmode(_fileno(stdout), _O_BINARY); }

FILE *file_open(const char *path, const char *mode)
{
    wchar_t wide[8] = {0};
    for (size_t i = 0; mode[i] && i < sizeof wide / sizeof *wide - 1; i++)
        wide[i] = (wchar_t)mode[i];
    FILE *file = _wfopen(WIDE(path), wide);
    const DWORD attributes = file ? 0 : GetFileAttributesW(WIDE(path));
    if (!file && _doserrno == ERROR_SHARING_VIOLATION)
        errno = EBUSY;
    else if (!file && attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY)
        errno = EISDIR;
    return file;
}

bool file_stat(const char *path, struct stat *info) { return _wstat64(WIDE(path), info) == 0; }
bool file_exists(const char *path) { return GetFileAttributesW(WIDE(path)) != INVALID_FILE_ATTRIBUTES; }

/* Returns `done`. If it is false, sets errno from the last error. */
static bool platform_succeeded(BOOL done)
{
    if (!done)
        errno_from_windows();
    return done;
}

const void *file_map(FILE *file, size_t *size)
{
    LARGE_INTEGER length;
    HANDLE handle = (HANDLE)_get_osfhandle(_fileno(file));
    HANDLE mapping = GetFileSizeEx(handle, &length) ? CreateFileMappingW(handle, NULL, PAGE_READONLY, 0, 0, NULL) : NULL;
    const void *bytes = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
    platform_succeeded(bytes != NULL);
    if (mapping)
        CloseHandle(mapping); /* the view keeps the mapping alive */
    *size = bytes ? (size_t)length.QuadPart : 0;
    return bytes;
}

bool file_map_copy(const void *bytes, size_t size, void *to)
{
    assert(bytes && to);
    memcpy(to, bytes, size);
    return true;
}

void file_unmap(const void *bytes, size_t size)
{
    (void)size;
    UnmapViewOfFile(bytes);
}

bool file_remove(const char *path) { return platform_succeeded(DeleteFileW(WIDE(path))); }

const char folder_separator = '\\';

bool folder_make_one(const char *path)
{
    return platform_succeeded(CreateDirectoryW(WIDE(path), NULL) || GetLastError() == ERROR_ALREADY_EXISTS);
}

bool state_folder(const char *name, char *out, size_t size)
{
    assert(name && size > 0);
    const wchar_t *place = _wgetenv(L"LOCALAPPDATA");
    int n = place && *place ? WideCharToMultiByte(CP_UTF8, 0, place, -1, out, (int)size, NULL, NULL) : 0;
    return n > 0 && (size_t)snprintf(out + n - 1, size - (size_t)n + 1, "\\%s", name) < size - (size_t)n + 1;
}

bool locale_is_utf8(void) { return true; } /* console_init() and console_begin() ensure it */

void executable_folder(char *out, size_t size)
{
    assert(size > 1);
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

bool console_is_ours(void)
{
    DWORD processes[2];
    return GetConsoleProcessList(processes, 2) == 1 && platform_is_console(STD_INPUT_HANDLE) && platform_is_console(STD_OUTPUT_HANDLE);
}

bool browser_open(const char *address)
{
    enum { FAILED_MOST = 32 }; /* larger results are handles of old */
    wchar_t *wide = wide_text(address);
    const bool opened = wide && (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > FAILED_MOST;
    free(wide);
    return opened;
}

/* The variables come first, for users who set them. Names have the form zh-TW. */
bool locale_name(char *out, size_t size)
{
    const char *variables[] = {getenv("LC_ALL"), getenv("LANG")};
    wchar_t name[LOCALE_NAME_MAX_LENGTH];
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (variables[i] && *variables[i])
            return (size_t)snprintf(out, size, "%s", variables[i]) < size;
    if (LCIDToLocaleName(MAKELCID(GetUserDefaultUILanguage(), SORT_DEFAULT), name, LOCALE_NAME_MAX_LENGTH, 0) == 0 ||
        WideCharToMultiByte(CP_UTF8, 0, name, -1, out, (int)size, NULL, NULL) == 0)
        return false;
    for (char *c = out; *c; c++)
        if (*c == '-')
            *c = '_';
    return true;
}

bool random_bytes(void *out, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned number;
        if (rand_s(&number) != 0)
            return false;
        ((unsigned char *)out)[i] = (unsigned char)number;
    }
    return true;
}

int open_files_most(void) { return INT_MAX; } /* handles are limited by memory alone */

int64_t memory_mib(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (int64_t)(status.ullTotalPhys >> 20) : 0;
}

void process_init(void) {} /* the C library reserves the descriptors of closed streams */

bool stdout_is_deserted(void) { return false; }

static UINT code_page; /* that the console had for output; global because neither handler receives user data */

static void platform_give_back(void) { SetConsoleOutputCP(code_page); }

static BOOL WINAPI platform_on_end(DWORD event)
{
    (void)event;
    platform_give_back();
    return FALSE; /* the next handler decides what happens */
}

/* A console shows a letter of several bytes only if they arrive in one write, but in text mode and without a buffer they are written one
 * by one. What must appear at once is flushed. */
static void platform_buffer(FILE *stream, DWORD handle)
{
    enum { BUFFER_SIZE = 1 << 16 };
    if (!platform_is_console(handle))
        return;
    setvbuf(stream, NULL, _IOFBF, BUFFER_SIZE);
    _setmode(_fileno(stream), _O_BINARY);
}

/* Programs that run in the same console later expect its code page, except after a pipe, whose reader still prints. That for input stays: most consoles read letters other than ASCII
 * as zeros in UTF-8, and file_open() understands paths in it. */
void console_init(void)
{
    code_page = GetConsoleOutputCP(); /* 0 without a console */
    if (code_page != 0 && code_page != CP_UTF8) {
        SetConsoleOutputCP(CP_UTF8);
        if (GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) != FILE_TYPE_PIPE) {
            SetConsoleCtrlHandler(platform_on_end, TRUE);
            atexit(platform_give_back);
        }
    }
    platform_buffer(stdout, STD_OUTPUT_HANDLE);
    platform_buffer(stderr, STD_ERROR_HANDLE);
    _setmode(_fileno(stdin), _O_BINARY);
}

char **utf8_arguments(int *argc, char **argv)
{
    int count;
    wchar_t **wides = CommandLineToArgvW(GetCommandLineW(), &count);
    char **out = wides ? calloc((size_t)count + 1, sizeof *out) : NULL;
    for (int i = 0; out && i < count; i++)
        if (!(out[i] = narrow_text(wides[i])))
            return argv;
    if (!out)
        return argv;
    *argc = count;
    return out;
}

FILE *file_open_at_once(const char *path, const char *mode)
{
    if (*mode != 'w') {
        FILE *file = file_open(path, mode);
        HANDLE handle = file ? (HANDLE)_get_osfhandle(_fileno(file)) : INVALID_HANDLE_VALUE;
        DWORD console;
        if (file && GetFileType(handle) == FILE_TYPE_CHAR && !GetConsoleMode(handle, &console) && _stricmp(path, null_device) != 0) {
            fclose(file);
            file = NULL;
            errno = ESPIPE;
        }
        return file;
    }
    /* "wb" would truncate the file before it is locked. */
    int descriptor = _wopen(WIDE(path), _O_RDWR | _O_CREAT | _O_BINARY, _S_IREAD | _S_IWRITE);
    FILE *file = descriptor >= 0 ? _fdopen(descriptor, "r+b") : NULL;
    if (!file && descriptor >= 0)
        _close(descriptor);
    return file;
}

bool file_await_writer(FILE *file)
{
    (void)file;
    return true;
}

/* Returns true if both are the same file; false if one is invalid. */
static bool platform_is_one_file(HANDLE a, HANDLE b)
{
    BY_HANDLE_FILE_INFORMATION one, other;
    return GetFileInformationByHandle(a, &one) && GetFileInformationByHandle(b, &other) &&
           one.dwVolumeSerialNumber == other.dwVolumeSerialNumber && one.nFileIndexHigh == other.nFileIndexHigh &&
           one.nFileIndexLow == other.nFileIndexLow;
}

/* Opens a file or folder to look at it, even if another program has it open. Returns INVALID_HANDLE_VALUE if there is none. */
static HANDLE platform_look_wide(const wchar_t *path)
{
    return CreateFileW(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS,
                       NULL);
}

static HANDLE platform_look(const char *path) { return platform_look_wide(WIDE(path)); }

static void platform_look_away(HANDLE file)
{
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
}

/* Writes the path made absolute, and returns the name at its end; NULL if it has none. */
static wchar_t *platform_name(const char *path, wchar_t full[WIDE_MOST])
{
    wchar_t *name = NULL;
    const DWORD length = GetFullPathNameW(WIDE(path), WIDE_MOST, full, &name);
    return length > 0 && length < WIDE_MOST ? name : NULL;
}

/* Returns true if two files, which do not exist, would have the same name in the same folder. The folder may have several names. */
static bool platform_is_one_new_file(const char *a, const char *b)
{
    wchar_t one[WIDE_MOST], other[WIDE_MOST], *name = platform_name(a, one), *other_name = platform_name(b, other);
    if (!name || !other_name || CompareStringOrdinal(name, -1, other_name, -1, TRUE) != CSTR_EQUAL)
        return false;
    *name = *other_name = L'\0'; /* leaves the folders */
    HANDLE folder = platform_look_wide(one), other_folder = platform_look_wide(other);
    const bool same = folder == INVALID_HANDLE_VALUE && other_folder == INVALID_HANDLE_VALUE
                          ? CompareStringOrdinal(one, -1, other, -1, TRUE) == CSTR_EQUAL
                          : platform_is_one_file(folder, other_folder);
    platform_look_away(folder);
    platform_look_away(other_folder);
    return same;
}

bool file_same(const char *a, const char *b)
{
    HANDLE one = platform_look(a), other = platform_look(b);
    bool same =
        one == INVALID_HANDLE_VALUE && other == INVALID_HANDLE_VALUE ? platform_is_one_new_file(a, b) : platform_is_one_file(one, other);
    platform_look_away(one);
    platform_look_away(other);
    return same;
}

bool file_is_printed_to(const char *path)
{
    HANDLE file = platform_look(path);
    bool printed = platform_is_one_file(file, (HANDLE)_get_osfhandle(_fileno(stdout))) ||
                   platform_is_one_file(file, (HANDLE)_get_osfhandle(_fileno(stderr)));
    platform_look_away(file);
    return printed;
}

/* Locks only the byte at the highest offset, so that others can still read what is written. */
bool file_lock(FILE *file)
{
    OVERLAPPED at = {.Offset = 0xFFFFFFFE, .OffsetHigh = 0x7FFFFFFF};
    HANDLE handle = (HANDLE)_get_osfhandle(fileno(file));
    bool locked = LockFileEx(handle, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at);
    if (!locked)
        errno = EWOULDBLOCK;
    return locked;
}

bool file_sync(FILE *file)
{
    errno = 0; /* stdio remembers that an earlier write failed, but not why */
    return fflush(file) == 0 && !ferror(file) && _commit(fileno(file)) == 0;
}

bool file_may_change(const char *path)
{
    DWORD attributes = GetFileAttributesW(WIDE(path));
    bool may = attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_READONLY);
    if (!may)
        errno = EACCES;
    return may; /* opening the file reports other obstacles */
}

void file_set_mode(FILE *file, unsigned mode) { (void)file, (void)mode; }

/* Always true, because Windows cannot rename a file that is open. */
bool file_is_at(FILE *file, const char *path)
{
    (void)path;
    return file != NULL;
}

/* Windows requires the file to be closed before it is renamed. */
bool file_close_as(FILE *file, const char *from, const char *to, bool replace)
{
    assert(file && from && to);
    struct stat info;
    fclose(file);
    if (replace || (file_stat(to, &info) && info.st_size == 0))
        return platform_succeeded(MoveFileExW(WIDE(from), WIDE(to), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
    return platform_succeeded(MoveFileExW(WIDE(from), WIDE(to), MOVEFILE_WRITE_THROUGH));
}

void file_close_removed(FILE *file, const char *path)
{
    assert(file && path);
    fclose(file);
    file_remove(path);
}

char *file_follow(const char *path) { return strdup(path); }
