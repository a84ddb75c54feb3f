/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "engine/base/utf8.h"

/* ---- text ---- */

size_t terminal_wrap(const char *text, int columns)
{
    assert(columns >= 1);
    size_t fits = utf8_fit(text, columns), at = fits;
    if (!text[fits])
        return fits;
    while (at > 0 && text[at] != ' ' && (unsigned char)text[at - 1] < 0x80) /* Chinese text may be broken anywhere */
        at--;
    if (at > 0)
        return at + (text[at] == ' ');
    return fits > 0 ? fits : utf8_fit(text, 2);
}

bool terminal_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return terminal_has_screen() && !(no_colour && *no_colour);
}

static int number_of(const char *variable, int otherwise)
{
    const char *value = getenv(variable);
    return value && atoi(value) > 0 ? atoi(value) : otherwise;
}

/* ---- keys ---- */

int terminal_byte(Terminal *t, int timeout_ms, bool input)
{
    Key key;
    unsigned char byte;
    if (input && t->unread) {
        byte = (unsigned char)t->unread;
        t->unread = 0;
        return byte;
    }
    do
        key = terminal_wait(t, timeout_ms, input);
    while (key == KEY_NONE && timeout_ms < 0);
    return key != KEY_OTHER ? (int)key : read(STDIN_FILENO, &byte, 1) == 1 ? byte : (int)KEY_END;
}

/* Converts a system's key code to a Key; `codes` lists the codes of all named keys in order. */
static int named_key(const char *codes, int code)
{
    const char *at = strchr(codes, code);
    return at ? KEY_LEFT + (int)(at - codes) : KEY_OTHER;
}

#ifdef _WIN32
#include <conio.h>
#include <windows.h>

bool terminal_has_screen(void)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_OUTPUT_HANDLE), &mode) && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void terminal_size(int *columns, int *rows)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info);
    *columns = known ? info.srWindow.Right - info.srWindow.Left + 1 : number_of("COLUMNS", 80);
    *rows = known ? info.srWindow.Bottom - info.srWindow.Top + 1 : number_of("LINES", 24);
}

/* Global because the console handler receives no user data. */
static struct {
    volatile sig_atomic_t broken, ending;
    HANDLE screen;
    DWORD mode; /* original mode of the screen */
} console;

static BOOL WINAPI note(DWORD what)
{
    if (what == CTRL_C_EVENT)
        console.broken = true;
    else
        console.ending = SIGTERM; /* the console is closed, or Ctrl-Break was pressed */
    if (what == CTRL_CLOSE_EVENT || what == CTRL_LOGOFF_EVENT || what == CTRL_SHUTDOWN_EVENT)
        Sleep(5000); /* the process ends when this function returns, so leave time for an orderly end */
    return TRUE;
}

void terminal_begin(Terminal *t)
{
    assert(!t->begun);
    t->begun = true;
    SetConsoleCtrlHandler(note, TRUE);
}

void terminal_end(Terminal *t)
{
    assert(t->begun);
    t->begun = false;
    SetConsoleCtrlHandler(note, FALSE);
}

/* Windows has no Ctrl-Z to suspend a process. */
Key terminal_wait(Terminal *t, int timeout_ms, bool input)
{
    enum { STEP_MS = 10 };
    for (int64_t end_ms = clock_ms() + timeout_ms;; sleep_ms(STEP_MS)) {
        t->ending = console.ending;
        if (t->ending)
            return KEY_END;
        if (console.broken) {
            console.broken = false;
            return KEY_BREAK;
        }
        if (input && (!stdin_is_terminal() || _kbhit()))
            return KEY_OTHER;
        if (timeout_ms >= 0 && clock_ms() >= end_ms)
            return KEY_NONE;
    }
}

/* Does nothing, because conio reads single keys. */
void terminal_keys_begin(Terminal *t) { (void)t; }
void terminal_keys_end(const Terminal *t) { (void)t; }

int terminal_key(Terminal *t, int timeout_ms, bool input)
{
    if (!stdin_is_terminal())
        return terminal_byte(t, timeout_ms, input);
    Key key = terminal_wait(t, timeout_ms, input);
    int c = key == KEY_OTHER ? _getch() : (int)key;
    return key == KEY_OTHER && (c == 0 || c == 0xE0) ? named_key("KMHPGO", _getch()) : c;
}

/* Writes to the console itself, since lines are read without stdio. */
void terminal_unread(Terminal *t, int c)
{
    assert(t->unread == 0);
    DWORD written;
    INPUT_RECORD record = {.EventType = KEY_EVENT, .Event.KeyEvent = {.bKeyDown = TRUE, .wRepeatCount = 1, .uChar.UnicodeChar = (WCHAR)c}};
    (void)t;
    if (c < 0x80)
        WriteConsoleInputW(GetStdHandle(STD_INPUT_HANDLE), &record, 1, &written);
}

static void give_back(void)
{
    fflush(stdout);
    SetConsoleMode(console.screen, console.mode);
}

void console_begin(void)
{
    console.screen = GetStdHandle(STD_OUTPUT_HANDLE);
    const bool shows = GetConsoleMode(console.screen, &console.mode);
    if (!shows) /* progress goes to standard error, which may still be a console */
        console.screen = GetStdHandle(STD_ERROR_HANDLE);
    if (!shows && !GetConsoleMode(console.screen, &console.mode))
        return;
    SetConsoleMode(console.screen, console.mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    atexit(give_back);
}
#else
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

void console_begin(void) {}

bool terminal_has_screen(void)
{
    const char *term = getenv("TERM");
    return stdout_is_terminal() && !(term && strcmp(term, "dumb") == 0);
}

void terminal_size(int *columns, int *rows)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = known ? size.ws_col : number_of("COLUMNS", 80);
    *rows = known ? size.ws_row : number_of("LINES", 24);
}

/* Signals that are ignored remain ignored, as under nohup or a shell without job control. */
void terminal_begin(Terminal *t)
{
    static const int numbers[] = {SIGINT, SIGTSTP, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction found;
        if (sigaction(numbers[i], NULL, &found) == 0 && found.sa_handler != SIG_IGN)
            sigaddset(&held, numbers[i]);
    }
    t->signals = signalfd(-1, &held, SFD_CLOEXEC);
    t->begun = t->signals >= 0 && tcgetattr(STDIN_FILENO, &t->modes_found) == 0;
    sigprocmask(SIG_BLOCK, t->begun ? &held : NULL, &t->mask_found);
}

void terminal_end(Terminal *t)
{
    sigprocmask(SIG_SETMASK, &t->mask_found, NULL);
    if (t->signals >= 0)
        close(t->signals);
    t->begun = false;
}

static void suspend(Terminal *t)
{
    struct termios modes;
    int64_t start_ms = clock_ms();
    bool known = tcgetattr(STDIN_FILENO, &modes) == 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &t->modes_found);
    signals_stop();
    if (known && tcgetattr(STDIN_FILENO, &t->modes_found) == 0)
        tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    t->asleep_ms += clock_ms() - start_ms;
}

Key terminal_wait(Terminal *t, int timeout_ms, bool input)
{
    struct pollfd ready[] = {{.fd = t->begun ? t->signals : -1, .events = POLLIN}, {.fd = input ? STDIN_FILENO : -1, .events = POLLIN}};
    struct signalfd_siginfo signal;
    if (t->ending)
        return KEY_END;
    if (poll(ready, 2, timeout_ms) <= 0)
        return KEY_NONE;
    if (!ready[0].revents || read(t->signals, &signal, sizeof signal) != sizeof signal)
        return ready[1].revents ? KEY_OTHER : KEY_NONE;
    if (signal.ssi_signo == SIGINT)
        return KEY_BREAK;
    if (signal.ssi_signo == SIGTSTP) {
        suspend(t);
        return KEY_SUSPEND;
    }
    t->ending = (int)signal.ssi_signo;
    return KEY_END;
}

/* Ctrl-C and Ctrl-Z remain signals. The modes are read each time, because a shell may have changed
 * them. */
void terminal_keys_begin(Terminal *t)
{
    if (!t->begun || tcgetattr(STDIN_FILENO, &t->modes_found) != 0)
        return;
    struct termios modes = t->modes_found;
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

void terminal_keys_end(const Terminal *t)
{
    if (t->begun)
        tcsetattr(STDIN_FILENO, TCSANOW, &t->modes_found);
}

/* Cursor keys arrive as ESC [ C or ESC O C, or with a number as ESC [ 4 ~, in quick succession. The
 * Escape key arrives alone. */
int terminal_key(Terminal *t, int timeout_ms, bool input)
{
    enum { ESCAPE = 27, SEQUENCE_MS = 50 };
    int c = terminal_byte(t, timeout_ms, input), last = 0;
    if (c != ESCAPE)
        return c;
    c = terminal_byte(t, SEQUENCE_MS, true);
    if (c != '[' && c != 'O')
        return c < 0 ? ESCAPE : KEY_OTHER;
    do {
        c = terminal_byte(t, SEQUENCE_MS, true);
        last = c >= '0' && c <= '9' ? c : last;
    } while ((c >= '0' && c <= '9') || c == ';');
    return c == '~' ? named_key("    14", last) : named_key("DCABHF", c);
}

void terminal_unread(Terminal *t, int c) { t->unread = c; }
#endif
