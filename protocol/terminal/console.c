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
#include "protocol/terminal/terminal.h"

enum { BLOCK = 4096, LONGEST = 32 /* bytes of a character or escape sequence that may be held back */ };

typedef struct Console {
    HANDLE screen, thread;
    HANDLE reached; /* an event: console_wait()'s question was met */
    WORD plain;     /* attributes found at the start */
    WORD bold, colours;
    bool inverse;
    bool narrow;     /* it gives Chinese characters one column, not two */
    int pipe;        /* where the text comes from */
    bool out, error; /* which of the two standard streams write to it */
} Console;

/* Puts a blank behind every character that ought to be two columns wide; there is room. Returns the new length. */
static int widen(wchar_t *text, int length)
{
    int blanks = 0;
    for (int i = 0; i < length; i++)
        blanks += utf8_width(text[i]) == 2;
    for (int from = length - 1, to = length + blanks - 1; from < to; to--) {
        if (utf8_width(text[from]) == 2)
            text[to--] = L' ';
        text[to] = text[from--];
    }
    return length + blanks;
}

/* Windows before 10 without an East Asian code page, and wine. Asked by trying, as nothing else tells. */
static bool is_narrow(HANDLE screen)
{
    CONSOLE_SCREEN_BUFFER_INFO before, after;
    DWORD done;
    if (!GetConsoleScreenBufferInfo(screen, &before) || !WriteConsoleW(screen, L"\u8ECA", 1, &done, NULL) ||
        !GetConsoleScreenBufferInfo(screen, &after))
        return false;
    SetConsoleCursorPosition(screen, before.dwCursorPosition);
    WriteConsoleW(screen, L"  ", 2, &done, NULL);
    SetConsoleCursorPosition(screen, before.dwCursorPosition);
    return after.dwCursorPosition.X - before.dwCursorPosition.X == 1;
}

static void show_text(const Console *c, const char *text, size_t length)
{
    wchar_t wide[2 * (BLOCK + LONGEST)];
    int count = length ? MultiByteToWideChar(CP_UTF8, 0, text, (int)length, wide, BLOCK + LONGEST) : 0;
    if (c->narrow)
        count = widen(wide, count);
    for (DWORD done, at = 0; at < (DWORD)count; at += done)
        if (!WriteConsoleW(c->screen, wide + at, (DWORD)count - at, &done, NULL) || done == 0)
            return;
}

static void set_colours(const Console *c)
{
    enum { FRONT = 7, BACK = 0x70 };
    WORD a = (WORD)(c->colours | c->bold);
    if (c->inverse)
        a = (WORD)((a & ~(FRONT | BACK)) | (a & FRONT) << 4 | (a & BACK) >> 4);
    SetConsoleTextAttribute(c->screen, a);
}

/* The colours 0..7 of escape sequences count red as 1, those of the console as 4. */
static WORD colour(int number) { return (WORD)((number & 1) << 2 | (number & 2) | (number & 4) >> 2); }

static void set_rendition(Console *c, const char *numbers)
{
    for (const char *p = numbers;; p++) {
        int n = (int)strtol(p, (char **)&p, 10);
        if (n == 0) {
            c->colours = c->plain;
            c->bold = 0;
            c->inverse = false;
        } else if (n == 1) {
            c->bold = FOREGROUND_INTENSITY;
        } else if (n == 7) {
            c->inverse = true;
        } else if (n >= 30 && n <= 37) {
            c->colours = (WORD)((c->colours & ~7) | colour(n - 30));
        } else if (n >= 40 && n <= 47) {
            c->colours = (WORD)((c->colours & ~0x70) | colour(n - 40) << 4);
        }
        if (*p != ';')
            break;
    }
    set_colours(c);
}

static void blank(const Console *c, COORD from, DWORD cells)
{
    DWORD done;
    FillConsoleOutputCharacterW(c->screen, L' ', cells, from, &done);
    FillConsoleOutputAttribute(c->screen, c->plain, cells, from, &done);
}

/* `numbers` is what stands between ESC [ and the last letter. */
static void obey(Console *c, const char *numbers, char letter)
{
    CONSOLE_SCREEN_BUFFER_INFO at;
    int n = atoi(numbers);
    if (letter == 'm') {
        set_rendition(c, numbers);
        return;
    }
    if (letter == 'n')
        SetEvent(c->reached);
    if (!GetConsoleScreenBufferInfo(c->screen, &at))
        return;
    COORD home = {0, at.srWindow.Top}, cursor = at.dwCursorPosition;
    switch (letter) {
    case 'H': SetConsoleCursorPosition(c->screen, home); break;
    case 'J': blank(c, home, (DWORD)at.dwSize.X * (DWORD)(at.srWindow.Bottom - at.srWindow.Top + 1)); break;
    case 'K': blank(c, cursor, (DWORD)(at.dwSize.X - cursor.X)); break;
    case 'A':
        cursor.Y = (SHORT)(cursor.Y > n ? cursor.Y - n : 0);
        SetConsoleCursorPosition(c->screen, cursor);
        break;
    }
}

/* Bytes at the end that begin a character of which more is to come. */
static size_t torn(const char *text, size_t length)
{
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char b = (unsigned char)text[length - back];
        if (b >= 0xC0)
            return back < (b < 0xE0 ? 2u : b < 0xF0 ? 3u : 4u) ? back : 0;
        if (b < 0x80)
            return 0;
    }
    return 0;
}

/* Shows what is whole and returns its length. */
static size_t show(Console *c, const char *text, size_t length, bool last)
{
    size_t at = 0;
    while (at < length) {
        const char *escape = memchr(text + at, 27, length - at);
        size_t end = escape ? (size_t)(escape - text) : length;
        size_t held = escape || last ? 0 : torn(text + at, end - at);
        show_text(c, text + at, end - held - at);
        at = end - held;
        if (!escape)
            break;
        char numbers[LONGEST];
        size_t n = 0;
        for (at += 2; at + n < length && n < sizeof numbers - 1 && strchr("0123456789;?", text[at + n]) && text[at + n]; n++)
            numbers[n] = text[at + n];
        numbers[n] = '\0';
        if (at + n >= length) /* torn: it comes again */
            return last ? length : end;
        obey(c, numbers, text[at + n]);
        at += n + 1;
    }
    return at;
}

static DWORD WINAPI work(void *argument)
{
    Console *c = argument;
    char text[BLOCK + LONGEST];
    size_t held = 0;
    for (int n; (n = _read(c->pipe, text + held, BLOCK)) > 0;) {
        size_t length = held + (size_t)n, shown = show(c, text, length, false);
        held = length - shown;
        memmove(text, text + shown, held);
    }
    show(c, text, held, true);
    c->colours = c->plain;
    c->bold = 0;
    c->inverse = false;
    set_colours(c);
    return 0;
}

/* The only global state here: atexit() hands nothing over. */
static Console console;

static void finish(void)
{
    fflush(stdout);
    if (console.out)
        _close(1);
    if (console.error)
        _close(2); /* the pipe's last writers: the thread comes to its end */
    WaitForSingleObject(console.thread, 2000);
}

void console_wait(void)
{
    enum { MOST_MS = 2000 };
    fflush(stdout);
    if (!console.out)
        return;
    fputs("\033[5n", stdout); /* which asks a terminal for a sign of life */
    fflush(stdout);
    WaitForSingleObject(console.reached, MOST_MS);
}

void console_begin(void)
{
    HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE), error = GetStdHandle(STD_ERROR_HANDLE), here = GetCurrentProcess();
    CONSOLE_SCREEN_BUFFER_INFO info;
    int ends[2];
    bool errors_shown = GetConsoleScreenBufferInfo(error, &info), shown = GetConsoleScreenBufferInfo(out, &info);
    HANDLE screen = shown ? out : error;
    if ((!shown && !errors_shown) || !DuplicateHandle(here, screen, here, &console.screen, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return;
    if (_pipe(ends, 1 << 16, _O_BINARY | _O_NOINHERIT) != 0)
        return;
    console.plain = console.colours = info.wAttributes;
    console.pipe = ends[0];
    console.narrow = is_narrow(screen);
    console.reached = CreateEventW(NULL, FALSE, FALSE, NULL);
    console.thread = console.reached ? CreateThread(NULL, 0, work, &console, 0, NULL) : NULL;
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
