/* SPDX-License-Identifier: GPL-3.0-only */
/* terminal.h - the user's terminal: its size, single keys, the width of text, and the signals that it sends.
 *
 * Between terminal_begin() and terminal_end(), Ctrl-C, Ctrl-Z and the signals that end the session are
 * blocked except while one of these functions waits. So no signal arrives between a check and a wait or
 * interrupts a write, and the terminal's modes and an unfinished game can be restored or saved first.
 * The main thread must call terminal_begin() before it starts other threads, which inherit the blocked
 * signals. Calls must not be nested. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef _WIN32
#include <signal.h>
#include <termios.h>
#endif

typedef struct Terminal { /* all fields are zero in the original state */
    int64_t asleep_ms;    /* total time for which Ctrl-Z has stopped the process */
    /* signal that asked the process to end; 0: none. Work in progress is finished, then main() ends the
     * process with that signal */
    int ending;
    int unread; /* byte to be returned before further input; 0: none */
    bool begun; /* true between terminal_begin() and terminal_end() */
#ifndef _WIN32
    int signals; /* the blocked signals as a file descriptor: signalfd(2) */
    sigset_t mask_found;
    struct termios modes_found; /* modes when key input was last started or the
                                 * process continued; restored when it ends or stops */
#endif
} Terminal;

enum { EXIT_SIGNALLED = 128 }; /* exit status: this plus the signal's number, as in shells */

typedef enum Key {
    KEY_NONE = -1,    /* no key was pressed */
    KEY_END = -2,     /* end of input, or the process must end; repeated at every call */
    KEY_BREAK = -3,   /* Ctrl-C */
    KEY_SUSPEND = -4, /* Ctrl-Z: the process was stopped and continued with `fg`; the screen content is lost */
    KEY_LEFT = 256,   /* this and the following are in the order of named_key() */
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_HOME,
    KEY_LAST,
    KEY_OTHER
} Key;

void terminal_begin(Terminal *t);
void terminal_end(Terminal *t);

/* Waits up to timeout_ms, or forever if negative, for a signal and, if `input`, for input. Returns
 * KEY_NONE, KEY_END, KEY_BREAK, KEY_SUSPEND, or KEY_OTHER if standard input is readable or has
 * ended. While the process is stopped, the terminal has its original modes. */
Key terminal_wait(Terminal *t, int timeout_ms, bool input);

/* Returns the next byte of standard input, or what terminal_wait() returns. Bypasses stdio, which
 * would read ahead and hide input from a function that waits for keys. */
int terminal_byte(Terminal *t, int timeout_ms, bool input);

/* Between these two calls, keys are read one by one without echo, and typing ahead does not disturb the
 * display; terminal_keys_end() restores the terminal. They have no effect if standard input is not a
 * terminal. Calls must not be nested. */
void terminal_keys_begin(Terminal *t);
void terminal_keys_end(const Terminal *t);

/* Returns the next key, a character or a Key, waiting as above. */
int terminal_key(Terminal *t, int timeout_ms, bool input);

/* Returns to the input a printable character that terminal_key() returned, so that it is read again as
 * if just typed. Only one character can be returned at a time. */
void terminal_unread(Terminal *t, int c);

/* Returns the size of the terminal on standard output. If that is not a terminal, returns COLUMNS and LINES of the environment, or
 * 80 and 24. */
void terminal_size(int *columns, int *rows);

/* Return true if cursor movements, and colours, may be written: not to files and pipes, not if TERM is dumb, and not to a console
 * before Windows 10. NO_COLOR forbids colours. */
bool terminal_has_screen(void);
bool terminal_has_colour(void);

/* Returns the number of bytes of the text that fit into a line, at least one character. If the text
 * must be broken, the part ends with a blank or after a Chinese character. */
size_t terminal_wrap(const char *text, int columns);

/* To be called once, after console_init(). Lets a Windows console accept UTF-8 and escape sequences,
 * which is possible since Windows 10, until the program ends by exit(). Standard output is then written
 * when flushed, because stdio would write single bytes. */
void console_begin(void);
