/* terminal.h - a person's terminal: its size, single keys, how wide text is on it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifndef _WIN32
#include <termios.h>
#endif

#include "protocol/terminal/interrupt.h"

typedef struct Terminal { /* all zero: as it was found */
    Interrupt interrupt;
#ifndef _WIN32
    bool keys_on;
    struct termios modes_found; /* to be given back: at the end, and whenever the process stops */
#endif
} Terminal;

/* Columns and rows of the terminal that standard output goes to; where it goes elsewhere, COLUMNS and LINES
 * of the environment, else 80 and 24. */
void terminal_size(int *columns, int *rows);

/* May colours and cursor movements be written? Not to files and pipes, nor where TERM is dumb; NO_COLOR forbids
 * the former. */
bool terminal_has_screen(void);
bool terminal_has_colour(void);

/* Between these two keys come one by one and unseen, and what is typed ahead does not disturb what is shown; then the
 * terminal is as it was found. Nothing happens if standard input is no terminal. Not nested. */
void terminal_keys_begin(Terminal *t);
void terminal_keys_end(Terminal *t);

/* What Ctrl-Z asks for: the shell gets its terminal as it was, and after `fg` keys come as before. */
void terminal_suspend(Terminal *t);

typedef enum Key {
    KEY_NONE = -1,    /* none came */
    KEY_END = -2,     /* end of input, or the process shall end */
    KEY_BREAK = -3,   /* Ctrl-C */
    KEY_RESUMED = -4, /* Ctrl-Z and `fg`: what was on the screen is gone */
    KEY_LEFT = 256,
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_HOME,
    KEY_LAST,
    KEY_OTHER
} Key;

/* The next key, waited for up to timeout_ms, without end if negative: a character, or one of the above. KEY_BREAK and
 * KEY_RESUMED come only after interrupt_begin(). Reads past stdio's buffer. */
int terminal_key(Terminal *t, int timeout_ms);

/* Waits as long without touching what is typed: KEY_NONE, KEY_BREAK, KEY_RESUMED or KEY_END. */
int terminal_pause(Terminal *t, int timeout_ms);

/* The next byte of standard input, past stdio, which would read ahead: what waits for a key must see it. EOF at its end, or when
 * something else came: *wake tells. */
int terminal_byte(Terminal *t, Wake *wake);

/* How many bytes of the text make a line of so many columns: if it does not fit, up to and with a blank, or up to a
 * Chinese character's end. At least one character. */
size_t text_wrap(const char *text, int columns);
