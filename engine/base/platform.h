/* SPDX-License-Identifier: GPL-3.0-only */
/* platform.h - what the operating systems do differently: clock, memory, processors, terminal, files.
 *
 * platform_posix.c and platform_windows.c have the same functions; one of them is compiled. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A program in WebAssembly may be built without threads, for pages whose browser grants none: then pthread_create() fails. */
#if defined __EMSCRIPTEN__ && !defined __EMSCRIPTEN_PTHREADS__
enum { HAVE_THREADS = false };
#else
enum { HAVE_THREADS = true };
#endif

int64_t clock_us(void); /* microseconds of a steady clock, from any origin */
static inline int64_t clock_ms(void) { return clock_us() / 1000; }

void sleep_ms(int ms);

/* A condition that is waited for until clock_us() has reached a time, whatever is done to the wall clock meanwhile.
 * As pthread_cond_wait(), the wait may end early; everything else is done with the pthread functions. */
void steady_cond_init(pthread_cond_t *cond);
void steady_cond_wait(pthread_cond_t *cond, pthread_mutex_t *lock, int64_t until_us);

/* Processors this process may use, at least 1: by its affinity and, on Linux, by the quota of its control group. */
int processor_count(void);

/* Zeroed memory for large tables, aligned to 4096 and backed by huge pages where the system grants
 * them. NULL if it cannot be had. Free with big_free(), same size. */
void *big_alloc(size_t bytes);
void big_free(void *memory, size_t bytes);

/* Is it a terminal that a person sits at? */
bool stdin_is_terminal(void);
bool stdout_is_terminal(void);
bool stderr_is_terminal(void);

/* The bytes of an open regular file that is not empty, to be read where they lie; the file may be closed then. They are read from the
 * disk when they are looked at. NULL with errno. */
const void *file_map(FILE *file, size_t *size);

/* Copies such bytes. False if they are not there any more: who looks himself at what was cut off the file meanwhile, or cannot be read
 * from the disk, is killed. (Windows lets nobody cut it.) */
bool file_map_copy(const void *bytes, size_t size, void *to);
void file_unmap(const void *bytes, size_t size);

/* fopen() for a path in UTF-8 on every system. On Windows a path that is not valid UTF-8 is taken
 * in the system's code page, as older GUIs send it. */
FILE *file_open(const char *path, const char *mode);

/* The same for reading ("rb"), changing ("r+b") or adding to ("a+b"), but a pipe that has no other end is not waited for;
 * or for writing anew ("wb"): then a link is not followed, and what the file held is still there where locks are of use. */
FILE *file_open_at_once(const char *path, const char *mode);

/* Do both names lead to one file? A link and what it points to are one; so are two spellings of a file that is not
 * there yet. */
bool file_same(const char *a, const char *b);

/* The file itself where the path is a link. To be freed; NULL: no memory. */
char *file_follow(const char *path) __attribute__((warn_unused_result));

/* stat() for paths in UTF-8. False with errno. */
struct stat;
bool file_stat(const char *path, struct stat *info);

/* Is there a regular file of that name (what may be read to its end without waiting)? Is there anything? */
bool file_is_regular(const char *path);
bool file_exists(const char *path);

/* May this process write to what stands there? False with errno. */
bool file_may_change(const char *path);

/* Gives an open file the permissions `mode`, as far as the system grants it. */
void file_set_mode(FILE *file, unsigned mode);

/* Does the open file still stand under that name? */
bool file_is_at(FILE *file, const char *path);

/* Closes a file and, in one step for all others, gives it the name `to` instead of `from`, where a file that stands there is
 * replaced, or unless `replace`, fails with EEXIST if that holds anything. `to` NULL: it is removed. False with errno. */
bool file_close_as(FILE *file, const char *from, const char *to, bool replace);

bool file_remove(const char *path);

/* Takes the lock of an open file until it is closed or the process ends, however it ends. False if another holds it
 * (or none can be had: errno EWOULDBLOCK tells the former). Does not wait. Locks keep this program's processes apart;
 * they do not keep others from reading or writing. */
bool file_lock(FILE *file) __attribute__((warn_unused_result));

/* What was written is on the disk when this returns true. False with errno, 0 if an earlier write had failed. */
bool file_sync(FILE *file) __attribute__((warn_unused_result));

/* Makes a folder, for its owner alone, and those above it that are missing. False with errno; one that is there already
 * will do. */
bool folder_make(const char *path);
bool folder_make_one(const char *path); /* those above it are there */
extern const char folder_separator;

/* The folder for what a program keeps from one run to the next, in UTF-8: $XDG_STATE_HOME/NAME or ~/.local/state/NAME, on
 * Windows %LOCALAPPDATA%\NAME. It need not be there. False if the environment names no such place or it does not fit. */
bool state_folder(const char *name, char *out, size_t size);

/* The folder the program lies in, in UTF-8, with a separator at its end; "" if unknown. */
void executable_folder(char *out, size_t size);

/* Physical memory in MiB, or what the control group leaves of it on Linux; 0 if unknown. */
int64_t memory_mib(void);

/* Every main calls this or console_init() first. A write beyond the limit on a file's size (`ulimit -f`) shall fail, not kill. A standard
 * stream that is closed (`2>&-`) stays unusable: else the first file to be opened would take its place, and messages go into that file. */
void process_init(void);

/* The same, and a write to a closed pipe shall fail too; text is UTF-8 from now on, lines of input come as they are. For
 * programs that talk to people or GUIs, or whose work shall go on when nobody listens any more. */
void console_init(void);

/* Is standard output a pipe that nobody reads any more? Told even when there is nothing to write; on Windows never. */
bool stdout_is_deserted(void);

/* Is text in UTF-8 shown as it is meant? A terminal of another or of no character set shows rubbish instead. Sets
 * the process's locale for characters as the environment says. */
bool locale_is_utf8(void);

/* What Chinese programs wrote before UTF-8: the People's Republic's GB18030 (GBK, GB 2312), and Big5 of Taiwan and Hong Kong. */
typedef enum Encoding { ENCODING_GB, ENCODING_BIG5 } Encoding;

/* A text in the encoding in UTF-8, from malloc, with U+FFFD for each of the *bad bytes that is none, where *length bytes stand
 * before and after. NULL if the system cannot convert it. */
char *utf8_from(Encoding encoding, const char *text, size_t *length, size_t *bad);

/* The command line in UTF-8: main()'s own on most systems. Never freed: it lasts as the process. */
char **utf8_arguments(int *argc, char **argv);
