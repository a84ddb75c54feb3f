/* SPDX-License-Identifier: GPL-3.0-only */
/* terminal.h - a person's terminal: its size, single keys, how wide text is on it, and the signals that it sends.
 *
 * Between terminal_begin() and terminal_end() Ctrl-C, Ctrl-Z and the signals that end the session are held back except
 * while something here waits. So none slips in between a look and a wait, none cuts a write short, and what must be put
 * right first - the terminal's modes, an unfinished game - is put right. For the main thread, before others are started:
 * they inherit that they are left alone. Not nested. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef _WIN32
#include <signal.h>
#include <termios.h>
#endif

typedef struct Terminal { /* all zero: as it was found */
    int64_t asleep_ms;    /* how long Ctrl-Z has stopped the process in all */
    int ending;           /* the signal that asked the process to end; 0: none. What was begun is ended, then main ends by it */
#ifndef _WIN32
    bool begun;
    int signals; /* those held back, as a file to be read: signalfd(2) */
    sigset_t mask_found;
    struct termios modes_found; /* when keys were last begun, or the process went on: given back when either ends */
#endif
} Terminal;

enum { EXIT_SIGNALLED = 128 }; /* and the number of that signal is the exit status, as shells have it */

typedef enum Key {
    KEY_NONE = -1,    /* none came */
    KEY_END = -2,     /* end of input, or the process shall end: comes again at every call */
    KEY_BREAK = -3,   /* Ctrl-C */
    KEY_SUSPEND = -4, /* Ctrl-Z: the process was stopped, and goes on after `fg`; what was on the screen is gone */
    KEY_LEFT = 256,   /* from here on in the order of named_key() */
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_HOME,
    KEY_LAST,
    KEY_OTHER
} Key;

void terminal_begin(Terminal *t);
void terminal_end(Terminal *t);

/* Waits up to timeout_ms, without end if negative, for a signal and, if wanted, for input: KEY_NONE, KEY_END, KEY_BREAK,
 * KEY_SUSPEND, or KEY_OTHER: standard input can be read, or has ended. While the process is stopped the shell has its terminal
 * as it was. */
Key terminal_wait(Terminal *t, int timeout_ms, bool input);

/* The next byte of standard input, past stdio, which would read ahead: what waits for a key must see it. Else what
 * terminal_wait() says. */
int terminal_byte(Terminal *t, int timeout_ms, bool input);

/* Between these two keys come one by one and unseen, and what is typed ahead does not disturb what is shown; then the
 * terminal is as it was found. Nothing happens if standard input is no terminal. Not nested. */
void terminal_keys_begin(Terminal *t);
void terminal_keys_end(const Terminal *t);

/* The next key, waited for as above: a character or a Key. */
int terminal_key(Terminal *t, int timeout_ms, bool input);

/* Columns and rows of the terminal that standard output goes to; where it goes elsewhere, COLUMNS and LINES
 * of the environment, else 80 and 24. */
void terminal_size(int *columns, int *rows);

/* May colours and cursor movements be written? Not to files and pipes, nor where TERM is dumb, nor to a console before
 * Windows 10; NO_COLOR forbids the former. */
bool terminal_has_screen(void);
bool terminal_has_colour(void);

/* How many bytes of the text make a line of so many columns: if it does not fit, up to and with a blank, or up to a
 * Chinese character's end. At least one character. */
size_t terminal_wrap(const char *text, int columns);

/* To be called once, behind console_init(). A Windows console takes UTF-8 and escape sequences until the program ends by exit(), as
 * it can from Windows 10 on; standard output then comes to it when it is flushed, as stdio would write single bytes. */
void console_begin(void);
