/* SPDX-License-Identifier: GPL-3.0-only */
/* child.h - a program that this one starts, with pipes to its standard input and from its standard
 * output. child_posix.c and child_windows.c define the same functions; one of them is compiled.
 *
 * The child and the programs that it starts form a group, which Ctrl-C in our terminal does not reach: on POSIX systems a process
 * group, on Windows a job. On Windows the group also ends with this process, however this process ends.
 *
 * Reading and writing never wait; child_wait() does. One thread may read while another writes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/text.h"

typedef struct Child Child;

typedef struct ChildSpec {
    char *const *words;     /* the program and its arguments; ends with NULL */
    const char *directory;  /* working directory; NULL: ours */
    const char *error_file; /* its standard error is appended to this file, relative to the directory; NULL: ours */
    char *mark;             /* "NAME=VALUE", an addition to its environment; NULL: none. Ignored on Windows */
    bool ourselves;         /* the program is this one; words[0] is only its name */
} ChildSpec;

/* What failed when a child was not started; errno says why. */
typedef enum ChildFault { CHILD_FAULT_PIPE, CHILD_FAULT_ERROR_FILE, CHILD_FAULT_PROGRAM } ChildFault;

/* Starts a program, which is searched for in PATH if its name has no separator. Returns NULL if that
 * fails: *fault and errno are set, nothing is left behind, and the program has not run. A script without an
 * interpreter line is run by the shell. End with child_end(). */
Child *child_start(const ChildSpec *spec, ChildFault *fault) __attribute__((warn_unused_result));

/* Process number, which is also that of its process group; 0 for NULL. */
int child_number(const Child *c);

/* Read output that has arrived, or write as much as there is room for. Return the number of bytes; 0 if
 * that is possible only later; -1 if the other end is closed. */
ptrdiff_t child_read(Child *c, char *bytes, size_t room);
ptrdiff_t child_write(Child *c, const char *bytes, size_t length);

/* Waits until child_read() or child_write() would not return 0, but at most `us` microseconds. Returns
 * false if it still would. Unless `us` is 0, may return early. */
typedef enum ChildPipe { CHILD_OUTPUT, CHILD_INPUT } ChildPipe;
bool child_wait(Child *c, ChildPipe pipe, int64_t us);

/* Closes its input, which asks most programs to end. What was written still arrives. No other thread may be
 * writing. */
void child_close_input(Child *c);

/* Returns true if the program has ended. Programs that it has started may still run. */
bool child_has_ended(const Child *c);

/* Kills the child's group. Does not wait. */
void child_kill(const Child *c);

/* Waits until the program has ended, and frees `c`. If `how` is not NULL, adds how it ended, such as "exited with status 3" or
 * "killed by signal 11 (Segmentation fault)". */
void child_end(Child *c, Text *how);
