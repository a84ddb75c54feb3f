#include "protocol/editor.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <errno.h>
#include <unistd.h>
#endif

#include "engine/platform.h"
#include "protocol/console.h"

/* Byte by byte and not through stdio, which would read ahead: what waits for a key must see it. */
static bool read_byte(char *c)
{
#ifdef _WIN32
    return _read(0, c, 1) == 1;
#else
    ssize_t n;
    do
        n = read(STDIN_FILENO, c, 1);
    while (n < 0 && errno == EINTR);
    return n == 1;
#endif
}

#ifdef _WIN32
/* A console's own line, as read() would lose all but ASCII. NULL at its end (Ctrl-Z), or if it is no console. */
static char *read_console(void)
{
    enum { MOST = 1000 };
    wchar_t wide[MOST];
    DWORD count;
    if (!ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), wide, MOST, &count, NULL) || count == 0 || wide[0] == 26)
        return NULL;
    while (count > 0 && (wide[count - 1] == L'\n' || wide[count - 1] == L'\r'))
        count--;
    int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, NULL, 0, NULL, NULL);
    char *line = malloc((size_t)bytes + 1);
    if (line) {
        WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, line, bytes, NULL, NULL);
        line[bytes] = '\0';
    }
    return line;
}
#endif

static char *read_plain(const char *prompt)
{
    size_t length = 0, capacity = 80;
    fputs(prompt, stdout);
    console_wait();
#ifdef _WIN32
    if (stdin_is_terminal())
        return read_console();
#endif
    char *line = malloc(capacity), c;
    bool any = false;
    while (line && read_byte(&c)) {
        any = true;
        if (c == '\n')
            break;
        if (length + 1 == capacity) {
            char *more = realloc(line, capacity *= 2);
            if (!more)
                break;
            line = more;
        }
        line[length++] = c;
    }
    if (!line || !any) {
        free(line);
        return NULL;
    }
    while (length > 0 && line[length - 1] == '\r')
        length--;
    line[length] = '\0';
    if (!stdin_is_terminal()) /* nobody's typing was seen: a transcript shall show it */
        puts(line);
    return line;
}

#if defined HAVE_READLINE || defined HAVE_EDITLINE
#ifdef HAVE_READLINE
#include <readline/history.h>
#include <readline/readline.h>
#else
#include <editline/readline.h>
#endif

/* The library calls back without saying for whom. */
static EditorWords editor_words;
static void *editor_self;

static char *next_word(const char *start, int again)
{
    static int i;
    const char *word;
    if (!again)
        i = 0;
    while ((word = editor_words(editor_self, i++)))
        if (strncmp(word, start, strlen(start)) == 0)
            return strdup(word);
    return NULL;
}

/* Behind the first word the library's own completion of file names serves `load` and `save`. */
static char **complete(const char *text, int start, int end)
{
    (void)end;
    return start == 0 ? rl_completion_matches(text, next_word) : NULL;
}

void editor_begin(EditorWords words, void *self)
{
    editor_words = words;
    editor_self = self;
    setlocale(LC_CTYPE, ""); /* so that a Chinese character is one character to the library */
    rl_readline_name = "hanxin";
    rl_attempted_completion_function = complete;
    using_history();
}

char *editor_read(const char *prompt)
{
    if (!stdin_is_terminal() || !stdout_is_terminal())
        return read_plain(prompt);
    fflush(stdout);
    char *line = readline(prompt);
    if (line && line[strspn(line, " \t")])
        add_history(line);
    return line;
}

void editor_end(void) { clear_history(); }
#else
void editor_begin(EditorWords words, void *self)
{
    (void)words;
    (void)self;
}
char *editor_read(const char *prompt) { return read_plain(prompt); }
void editor_end(void) {}
#endif
