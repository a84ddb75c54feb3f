#include "protocol/terminal/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/utf8.h"
#include "protocol/terminal/interrupt.h"

/* ---- widths ---- */

size_t text_wrap(const char *text, int columns)
{
    size_t fits = utf8_fit(text, columns), at = fits;
    if (!text[fits])
        return fits;
    while (at > 0 && text[at] != ' ' && (unsigned char)text[at - 1] < 0x80) /* Chinese is broken anywhere */
        at--;
    if (at > 0)
        return at + (text[at] == ' ');
    return fits > 0 ? fits : utf8_fit(text, 2);
}

/* ---- what kind of terminal ---- */

bool terminal_has_screen(void)
{
    const char *term = getenv("TERM");
    return stdout_is_terminal() && !(term && strcmp(term, "dumb") == 0);
}

bool terminal_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return terminal_has_screen() && !(no_colour && *no_colour);
}

static void size_from_environment(int *columns, int *rows)
{
    const char *wide = getenv("COLUMNS"), *high = getenv("LINES");
    *columns = wide ? atoi(wide) : 0;
    *rows = high ? atoi(high) : 0;
    *columns = *columns > 0 ? *columns : 80;
    *rows = *rows > 0 ? *rows : 24;
}

/* KEY_OTHER: a key is there to be read. */
static int key_of(Terminal *t, Wake wake)
{
    switch (wake) {
    case WAKE_NONE: return KEY_NONE;
    case WAKE_INPUT: return KEY_OTHER;
    case WAKE_BREAK: return KEY_BREAK;
    case WAKE_SUSPEND: terminal_suspend(t); return KEY_RESUMED;
    case WAKE_END: return KEY_END;
    }
    return KEY_END;
}

int terminal_pause(Terminal *t, int timeout_ms) { return key_of(t, interrupt_wait(&t->interrupt, timeout_ms, false)); }

#ifdef _WIN32
#include <conio.h>
#include <io.h>
#include <windows.h>

static bool read_now(unsigned char *byte) { return _read(0, byte, 1) == 1; }

void terminal_size(int *columns, int *rows)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    size_from_environment(columns, rows);
    if (GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)) {
        *columns = info.srWindow.Right - info.srWindow.Left + 1;
        *rows = info.srWindow.Bottom - info.srWindow.Top + 1;
    }
}

/* conio reads keys one by one anyway. */
void terminal_keys_begin(Terminal *t) { (void)t; }
void terminal_keys_end(Terminal *t) { (void)t; }
void terminal_suspend(Terminal *t) { (void)t; }

int terminal_key(Terminal *t, int timeout_ms)
{
    int key = key_of(t, interrupt_wait(&t->interrupt, timeout_ms, true));
    if (key != KEY_OTHER)
        return key;
    if (!stdin_is_terminal()) {
        unsigned char byte;
        return read_now(&byte) ? byte : KEY_END;
    }
    int c = _getch();
    if (c != 0 && c != 0xE0)
        return c;
    switch (_getch()) {
    case 75: return KEY_LEFT;
    case 77: return KEY_RIGHT;
    case 72: return KEY_UP;
    case 80: return KEY_DOWN;
    case 71: return KEY_HOME;
    case 79: return KEY_LAST;
    }
    return KEY_OTHER;
}
#else
#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool read_now(unsigned char *byte)
{
    ssize_t n;
    do
        n = read(STDIN_FILENO, byte, 1);
    while (n < 0 && errno == EINTR);
    return n == 1;
}

void terminal_size(int *columns, int *rows)
{
    struct winsize size;
    size_from_environment(columns, rows);
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}

/* Ctrl-C and Ctrl-Z stay what they are: signals. */
void terminal_keys_begin(Terminal *t)
{
    if (tcgetattr(STDIN_FILENO, &t->modes_found) != 0)
        return;
    struct termios modes = t->modes_found;
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    t->keys_on = tcsetattr(STDIN_FILENO, TCSANOW, &modes) == 0;
}

void terminal_keys_end(Terminal *t)
{
    if (t->keys_on)
        tcsetattr(STDIN_FILENO, TCSANOW, &t->modes_found);
    t->keys_on = false;
}

void terminal_suspend(Terminal *t)
{
    bool keys = t->keys_on;
    terminal_keys_end(t);
    interrupt_suspend(&t->interrupt);
    if (keys)
        terminal_keys_begin(t);
}

static int read_byte(Terminal *t, int timeout_ms)
{
    int key = key_of(t, interrupt_wait(&t->interrupt, timeout_ms, true));
    unsigned char c;
    if (key != KEY_OTHER)
        return key;
    return read_now(&c) ? c : KEY_END;
}

/* Cursor keys come as ESC [ C or ESC O C, quickly; a person's Escape comes alone. */
int terminal_key(Terminal *t, int timeout_ms)
{
    enum { ESCAPE = 27, SEQUENCE_MS = 50 };
    int c = read_byte(t, timeout_ms);
    if (c != ESCAPE)
        return c;
    c = read_byte(t, SEQUENCE_MS);
    if (c != '[' && c != 'O')
        return c < 0 ? ESCAPE : KEY_OTHER;
    int last = 0;
    do {
        c = read_byte(t, SEQUENCE_MS);
        last = c >= '0' && c <= '9' ? c : last;
    } while ((c >= '0' && c <= '9') || c == ';');
    switch (c == '~' ? last : c) {
    case 'D': return KEY_LEFT;
    case 'C': return KEY_RIGHT;
    case 'A': return KEY_UP;
    case 'B': return KEY_DOWN;
    case 'H':
    case '1': return KEY_HOME;
    case 'F':
    case '4': return KEY_LAST;
    }
    return KEY_OTHER;
}
#endif

int terminal_byte(Terminal *t, Wake *wake)
{
    unsigned char byte;
    do
        *wake = interrupt_wait(&t->interrupt, -1, true);
    while (*wake == WAKE_NONE);
    return *wake == WAKE_INPUT && read_now(&byte) ? byte : EOF;
}
