/* SPDX-License-Identifier: GPL-3.0-only */
/* pty.h - a person at a terminal, for tests: starts hanxin on a pseudo-terminal, types, looks at the screen.
 *
 * Every wait has a deadline and fails the test with the screen as it then stood. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { PTY_BYTES = 1 << 20 };

typedef struct Pty {
    pid_t pid; /* of the shell */
    int fd;
    int length, seen; /* of `text`; how much of it pty_expect() has gone past */
    char text[PTY_BYTES];
} Pty;

/* Starts `hanxin WORDS` (split at blanks; NAME=VALUE at the beginning is for its environment) on a terminal of that size, with UTF-8 and colours, as a job of something like a
 * shell: when the job stops or ends, "[stopped, terminal as found]" is written, or "[ended, terminal left raw]", and so on;
 * a line typed then continues it. It keeps games in the scratch folder's `state`. */
void pty_start(Pty *pty, const char *words, int columns, int rows);

/* Programs started from now on shall edit lines by that library, or by none. False if it is not there, or built out, which is noted. */
bool pty_editing(const char *library);

/* Sends the job a signal. */
void pty_signal(const Pty *pty, int number);

void pty_type(Pty *pty, const char *text);

/* Waits until the text has been written, after what an earlier call found. */
void pty_expect(Pty *pty, const char *text);

/* What has been written since the screen was last cleared, without escape sequences. Static memory. */
const char *pty_screen(const Pty *pty);

/* Waits for the program to leave; its exit status, or minus the signal that ended it. */
int pty_end(Pty *pty);
