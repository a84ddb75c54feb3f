#include "protocol/terminal/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "engine/base/signals.h"
#include "engine/base/utf8.h"

/* ---- text ---- */

size_t terminal_wrap(const char *text, int columns)
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
    do
        key = terminal_wait(t, timeout_ms, input);
    while (key == KEY_NONE && timeout_ms < 0);
    return key != KEY_OTHER ? (int)key : read(STDIN_FILENO, &byte, 1) == 1 ? byte : (int)KEY_END;
}

/* The key that a system's code stands for, by the codes of all that have names. */
static int named_key(const char *codes, int code)
{
    const char *at = strchr(codes, code);
    return at ? KEY_LEFT + (int)(at - codes) : KEY_OTHER;
}

#ifdef _WIN32
#include <conio.h>
#include <fcntl.h>
#include <io.h>
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

/* What the system calls is handed nothing. */
static struct {
    volatile sig_atomic_t broken, ending;
    HANDLE screen, thread;
    HANDLE reached;  /* an event: the zero byte of console_wait() came through */
    int pipe;        /* where the text comes from */
    DWORD mode;      /* of the screen, as it was found */
    bool out, error; /* which of the two standard streams write to it */
} console;

static BOOL WINAPI note(DWORD what)
{
    if (what == CTRL_C_EVENT)
        console.broken = true;
    else
        console.ending = SIGTERM; /* the console is closed, or Ctrl-Break */
    if (what == CTRL_CLOSE_EVENT || what == CTRL_LOGOFF_EVENT || what == CTRL_SHUTDOWN_EVENT)
        Sleep(5000); /* when this returns the process is gone: time to end in order */
    return TRUE;
}

void terminal_begin(Terminal *t)
{
    (void)t;
    SetConsoleCtrlHandler(note, TRUE);
}

void terminal_end(Terminal *t)
{
    (void)t;
    SetConsoleCtrlHandler(note, FALSE);
}

/* There is no Ctrl-Z here. */
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

/* Conio reads keys one by one anyway. */
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

/* ---- a console as an output for UTF-8 ---- */

enum { MOST_MS = 2000 /* that are waited for the thread */ };

/* How much of the text is whole: at its end a character may be torn. */
static size_t whole(const char *text, size_t length)
{
    size_t back = 1;
    while (back < 4 && back < length && ((unsigned char)text[length - back] & 0xC0) == 0x80)
        back++;
    bool torn = length > 0 && (unsigned char)text[length - back] >= 0xC0 && utf8_decode(text + length - back, text + length, NULL) == 0;
    return torn && back < 4 ? length - back : length;
}

static void show(const char *text, size_t length)
{
    enum { BLOCK = 1024 };
    wchar_t wide[BLOCK];
    DWORD done;
    int count = length ? MultiByteToWideChar(CP_UTF8, 0, text, (int)length, wide, BLOCK) : 0;
    for (int at = 0; at < count; at += (int)done)
        if (!WriteConsoleW(console.screen, wide + at, (DWORD)(count - at), &done, NULL) || done == 0)
            return;
}

static DWORD WINAPI work(void *unused)
{
    char text[1024];
    size_t held = 0;
    (void)unused;
    for (int n; (n = _read(console.pipe, text + held, (unsigned)(sizeof text - held))) > 0;) {
        size_t length = held + (size_t)n;
        bool asked = text[length - 1] == '\0'; /* always the last: who asks waits */
        size_t shown = whole(text, length - asked);
        show(text, shown);
        held = length - asked - shown;
        memmove(text, text + shown, held);
        if (asked)
            SetEvent(console.reached);
    }
    show(text, held);
    return 0;
}

static void finish(void)
{
    fflush(stdout);
    if (console.out)
        _close(1);
    if (console.error)
        _close(2); /* the pipe's last writers: the thread comes to its end */
    WaitForSingleObject(console.thread, MOST_MS);
    SetConsoleMode(console.screen, console.mode);
}

void console_wait(void)
{
    if (console.out)
        putchar('\0');
    fflush(stdout);
    if (console.out)
        WaitForSingleObject(console.reached, MOST_MS);
}

void console_begin(void)
{
    HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE), error = GetStdHandle(STD_ERROR_HANDLE), here = GetCurrentProcess();
    DWORD mode;
    int ends[2];
    bool errors_shown = GetConsoleMode(error, &mode), shown = GetConsoleMode(out, &mode);
    HANDLE screen = shown ? out : error;
    if ((!shown && !errors_shown) || !DuplicateHandle(here, screen, here, &console.screen, 0, FALSE, DUPLICATE_SAME_ACCESS) ||
        _pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT) != 0)
        return;
    if (GetConsoleMode(screen, &console.mode))
        SetConsoleMode(screen, console.mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    console.pipe = ends[0];
    console.reached = CreateEventW(NULL, FALSE, FALSE, NULL);
    console.thread = console.reached ? CreateThread(NULL, 0, work, NULL, 0, NULL) : NULL;
    console.out = shown && console.thread && _dup2(ends[1], 1) == 0;
    console.error = errors_shown && console.thread && _dup2(ends[1], 2) == 0;
    if (console.out || console.error)
        atexit(finish);
    _close(ends[1]); /* if nothing else writes, the thread ends at once */
    if (shown)
        SetStdHandle(STD_OUTPUT_HANDLE, console.screen); /* for questions about the screen */
}
#else
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

void console_begin(void) {}
void console_wait(void) { fflush(stdout); }

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

/* What was to be ignored stays so: nohup, a shell without job control. */
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

/* Ctrl-C and Ctrl-Z stay what they are: signals. The terminal's modes are looked at anew: a shell may have set them since. */
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

/* Cursor keys come as ESC [ C or ESC O C, or with a number as ESC [ 4 ~, quickly; a person's Escape comes alone. */
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
#endif
