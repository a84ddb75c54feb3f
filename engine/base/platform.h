/* SPDX-License-Identifier: GPL-3.0-only */
/* platform.h - functions that differ between operating systems: clock, memory, processors,
 * terminal, files.
 *
 * platform_posix.c and platform_windows.c define the same functions; one of them is compiled. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* A WebAssembly program may be built without threads, for pages to which the browser denies them;
 * pthread_create() then fails. */
#if defined __EMSCRIPTEN__ && !defined __EMSCRIPTEN_PTHREADS__
enum { HAVE_THREADS = false };
#else
enum { HAVE_THREADS = true };
#endif

int64_t clock_us(void); /* microseconds of a steady clock, from an arbitrary origin */
static inline int64_t clock_ms(void) { return clock_us() / 1000; }

/* The same, but counting the time that the computer sleeps, where the other clock does not. */
int64_t clock_with_sleep_us(void);

/* Writes a time since 1970 in seconds as a date in UTC. */
struct tm;
void time_utc(int64_t seconds, struct tm *utc);

void sleep_ms(int ms);

/* Returns the total time in microseconds that this thread was ready to run but had no processor; -1 if unknown. Linux only. */
int64_t thread_queued_us(void);

/* A condition variable with a timed wait until clock_us() reaches `until_us`, whatever happens to
 * the wall clock. As with pthread_cond_wait(), the wait may end early. For everything else use the
 * pthread functions. */
void steady_cond_init(pthread_cond_t *cond);
void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_us);

/* Returns the number of processors that this process may use, at least 1: of all groups on Windows. The affinity limits it
 * and, on Linux, the quota of the control group. */
int processor_count(void);

/* Sets the processor time in seconds of this process and of its children that have ended. Returns false if unknown. */
bool processor_time(double *own, double *children);

/* Divides the processors that this process may use into blocks of `count`, and binds the calling thread and the programs that it starts
 * to the block with this number, from 0. Returns false if there are not so many, or if the system cannot do it. */
bool thread_bind(int block, int count) __attribute__((warn_unused_result));

/* Called by a thread for itself, with its number among those that share a piece of work, from 0. Windows keeps the threads of a process
 * in one group of up to 64 processors; this moves those beyond that to the other groups. Does nothing on other systems. */
void thread_spread(int number);

/* Returns zeroed memory for large tables, aligned to 4096 bytes and backed by huge pages if the
 * system grants them (on Windows only to accounts with the right "Lock pages in memory"). Returns
 * NULL on failure. Free it with big_free() and the same size. */
void *big_alloc(size_t bytes);
void big_free(void *memory, size_t bytes);

/* Return true if the stream is an interactive terminal. */
bool stdin_is_terminal(void);
bool stdout_is_terminal(void);
bool stderr_is_terminal(void);

/* Returns true if this program has a console window of its own, which closes when it ends: it was started by a double-click.
 * Always false on other systems than Windows. */
bool console_is_ours(void);

/* Opens an address in the user's browser, without waiting for it. Returns false if there is no screen or no browser. */
bool browser_open(const char *address);

/* Makes standard output take bytes as they are. Only Windows would convert line ends. */
void stdout_set_binary(void);

/* Maps an open regular file that is not empty into memory, read-only. The file may be closed
 * afterwards. Pages are read from the disk when they are accessed. On failure returns NULL with
 * errno. */
const void *file_map(FILE *file, size_t *size);

/* Copies bytes of a mapped file. Returns false if they are gone: reading the mapping directly after
 * the file was truncated, or when the disk cannot be read, raises SIGBUS. (Windows does not allow a
 * mapped file to be truncated.) */
bool file_map_copy(const void *bytes, size_t size, void *to);
void file_unmap(const void *bytes, size_t size);

/* Opens a file as fopen() does, with the path in UTF-8 on every system. On Windows, a path that is
 * not valid UTF-8 is interpreted in the system's code page, as older GUIs send it. */
FILE *file_open(const char *path, const char *mode);
extern const char null_device[]; /* a file that is always empty, and in which everything written disappears */

/* Opens a file for reading ("rb"), changing ("r+b") or appending ("a+b") without waiting for the
 * other end of a pipe, or for writing ("wb"). "wb" neither follows a link (except on Windows) nor
 * truncates the file, which is not locked yet. On Windows, devices other than the console and NUL are
 * opened only for writing: reading from COM1, which aux.txt is too, may never end. */
FILE *file_open_at_once(const char *path, const char *mode);

/* Waits up to two seconds for a program that writes to the pipe, which file_open_at_once() has opened. Returns
 * false if there is none. Otherwise, and for any other file, returns true, and reads will wait for data. */
bool file_await_writer(FILE *file);

/* Returns true if both names refer to the same file. A link is the same as its target, and two
 * spellings of a file that does not exist yet are the same too. */
bool file_same(const char *a, const char *b);

/* Returns true if standard output or standard error goes to this file. */
bool file_is_printed_to(const char *path);

/* Returns the target of the path if it is a link, else a copy of the path. The caller frees it;
 * NULL if an allocation fails. */
char *file_follow(const char *path) __attribute__((warn_unused_result));

/* Calls stat() for a path in UTF-8. On failure returns false with errno. */
bool file_stat(const char *path, struct stat *info);

/* Return true if the name belongs to a regular file, which can be read to its end without waiting,
 * or to anything at all. */
bool file_is_regular(const char *path);
bool file_exists(const char *path);

/* Returns true if this process may write to the file. Otherwise returns false with errno. */
bool file_may_change(const char *path);

/* Sets the permissions of an open file to `mode`, as far as the system permits. */
void file_set_mode(FILE *file, unsigned mode);

/* Returns true if the open file still has this name. */
bool file_is_at(FILE *file, const char *path);

/* Closes a file and renames it from `from` to `to` in one atomic step. If `to` exists, it is
 * replaced; without `replace`, the call fails with EEXIST unless that file is empty. On failure
 * returns false with errno. */
bool file_close_as(FILE *file, const char *from, const char *to, bool replace);

/* Closes a file and removes it. */
void file_close_removed(FILE *file, const char *path);

bool file_remove(const char *path);

/* Locks an open file until it is closed or the process ends, however it ends. Does not wait.
 * Returns false with errno EWOULDBLOCK if another process holds the lock, and with another errno if
 * locking is not available. The lock only keeps processes of this program apart; it does not stop
 * others from reading or writing. */
bool file_lock(FILE *file) __attribute__((warn_unused_result));

/* Returns true once everything written is on the disk. Otherwise returns false with errno, which is
 * 0 if an earlier write had failed. */
bool file_sync(FILE *file) __attribute__((warn_unused_result));

/* Creates a folder, accessible to its owner only, and missing folders above it. Succeeds if it
 * exists. On failure returns false with errno. */
bool folder_make(const char *path);
bool folder_make_one(const char *path); /* the folders above it must exist */
extern const char folder_separator;

/* Returns true for '/', and on Windows also for '\\'. */
bool is_folder_separator(char c);

/* Returns true if a path begins at the root or, on Windows, at a drive. */
bool path_is_absolute(const char *path);

/* Returns the part of a path after its folders, "" if it ends with a separator. */
const char *path_name(const char *path);

/* Returns the path of the folder for state that a program keeps between runs, in UTF-8:
 * $XDG_STATE_HOME/NAME or ~/.local/state/NAME, on Windows %LOCALAPPDATA%\NAME. The folder may not
 * exist. Returns false if the environment defines no such place or the path does not fit. */
bool state_folder(const char *name, char *out, size_t size);

/* Writes the path of the folder that contains the program, in UTF-8, with a final separator; "" if
 * unknown. */
void executable_folder(char *out, size_t size);

/* Fills the memory with random bytes that nobody can predict. Returns false if the system has none. */
bool random_bytes(void *out, size_t size) __attribute__((warn_unused_result));

/* Returns how many files and sockets this process may have open at once. */
int open_files_most(void);

/* Returns the physical memory in MiB, on Linux limited by the control group; 0 if unknown. */
int64_t memory_mib(void);

/* Prepares the process; every main() calls this or console_init() first. A write beyond the limit
 * on file size (`ulimit -f`) then fails instead of killing the process. A closed standard stream
 * (`2>&-`) is made unusable: otherwise the first file opened would take its descriptor and receive
 * the messages. */
void process_init(void);

/* Does the same for programs that talk to people or GUIs, or whose work must continue when nobody
 * reads their output. In addition a write to a closed pipe fails instead of killing the process,
 * text is UTF-8, and line ends of the input are not converted. */
void console_init(void);

/* Returns true if standard output is a pipe that has no reader any more, even if nothing is
 * written. Always false on Windows. */
bool stdout_is_deserted(void);

/* Returns true if text in UTF-8 is displayed correctly; other locales would show garbage. Sets the
 * character locale (LC_CTYPE) of the process from the environment. */
bool locale_is_utf8(void);

/* Writes the name of the language in which the system talks to this user, such as "zh_TW". Returns false if the environment
 * defines none. */
bool locale_name(char *out, size_t size);

/* Returns the command line in UTF-8, which is main()'s own on most systems. It is never freed. */
char **utf8_arguments(int *argc, char **argv);
