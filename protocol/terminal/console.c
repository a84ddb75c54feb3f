#include "protocol/terminal/console.h"

#include <stdio.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "engine/base/utf8.h"

enum { MOST_MS = 2000 /* that are waited for the thread */ };

/* atexit() hands nothing over. */
static struct {
    HANDLE screen, thread;
    HANDLE reached;  /* an event: the zero byte of console_wait() came through */
    int pipe;        /* where the text comes from */
    bool out, error; /* which of the two standard streams write to it */
} console;

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
    if (GetConsoleMode(screen, &mode))
        SetConsoleMode(screen, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
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
void console_begin(void) {}
void console_wait(void) { fflush(stdout); }
#endif
