/* SPDX-License-Identifier: GPL-3.0-only */
/* pty.h - a user at a terminal, for tests: starts hanxin on a pseudo-terminal, types, and reads the screen.
 *
 * Every wait has a deadline; if it passes, the test fails and shows the screen. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { PTY_BYTES = 1 << 20 };

typedef struct Pty {
    pid_t pid; /* process of the shell */
    int fd;
    int length, seen; /* length of `text`; length of the part that pty_expect() has passed */
    char text[PTY_BYTES];
} Pty;

/* Starts `hanxin WORDS` (split at blanks; leading NAME=VALUE words go to its environment) on a terminal of this size, with UTF-8
 * and colours, as a job of a simple shell. When the job stops or ends, the shell writes "[stopped, terminal as found]", "[ended,
 * terminal left raw]" and so on; the next line typed continues the job. Games are kept in the scratch folder's `state`. */
void pty_start(Pty *pty, const char *words, int columns, int rows);

/* Makes later programs edit lines with this library, or without one. If the library is missing or not
 * supported by the build, reports that and returns false. */
bool pty_editing(const char *library);

/* Sends the job a signal. */
void pty_signal(const Pty *pty, int number);

void pty_type(Pty *pty, const char *text);

/* Waits for the text, after the part that earlier calls have passed. */
void pty_expect(Pty *pty, const char *text);

/* Returns the output since the screen was last cleared, without escape sequences. Static memory. */
const char *pty_screen(const Pty *pty);

/* Waits for the program's exit. Returns its exit status, or minus the signal that ended it. */
int pty_end(Pty *pty);
