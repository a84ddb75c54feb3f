#include "protocol/terminal/editor.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <errno.h>
#include <unistd.h>
#endif

#include "engine/base/platform.h"
#include "protocol/terminal/console.h"
#include "protocol/terminal/interrupt.h"
#include "protocol/terminal/terminal.h"

const char editor_files[] = "";

/* The next byte, past stdio, which would read ahead: what waits for a key must see it. EOF at the end, or when something
 * else came: *wake tells. */
static int next_byte(Wake *wake)
{
    unsigned char c;
    do
        *wake = interrupt_wait(-1, true);
    while (*wake == WAKE_NONE);
#ifdef _WIN32
    return *wake == WAKE_INPUT && _read(0, &c, 1) == 1 ? c : EOF;
#else
    ssize_t n = 0;
    if (*wake == WAKE_INPUT)
        do
            n = read(STDIN_FILENO, &c, 1);
        while (n < 0 && errno == EINTR);
    return n == 1 ? c : EOF;
#endif
}

#ifdef _WIN32
/* A console's own line, as read() would lose all but ASCII. It ends with Ctrl-Z. */
static EditorResult read_console(char **line)
{
    enum { MOST = 1000, CTRL_Z = 26, NOTICE_MS = 200 };
    wchar_t wide[MOST];
    DWORD count = 0;
    *line = NULL;
    bool read = ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), wide, MOST, &count, NULL);
    if (!read || count == 0) { /* Ctrl-C: another thread is just told so */
        *line = interrupt_wait(NOTICE_MS, false) == WAKE_BREAK ? strdup("") : NULL;
        return *line ? EDITOR_BREAK : EDITOR_END;
    }
    interrupt_wait(0, false); /* a Ctrl-C that did not end the reading belongs to this line, not to what comes */
    if (wide[0] == CTRL_Z || interrupt_ending())
        return EDITOR_END;
    while (count > 0 && (wide[count - 1] == L'\n' || wide[count - 1] == L'\r'))
        count--;
    int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, NULL, 0, NULL, NULL);
    *line = malloc((size_t)bytes + 1);
    if (!*line)
        return EDITOR_END;
    WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, *line, bytes, NULL, NULL);
    (*line)[bytes] = '\0';
    return EDITOR_LINE;
}
#endif

static void show_prompt(const char *prompt)
{
    fputs(prompt, stdout);
    console_wait();
}

static EditorResult read_plain(const char *prompt, char **line)
{
    size_t length = 0, capacity = 80;
    *line = NULL;
    show_prompt(prompt);
#ifdef _WIN32
    if (stdin_is_terminal())
        return read_console(line);
#endif
    char *text = malloc(capacity);
    Wake wake = WAKE_INPUT;
    int c = EOF;
    while (text && (c = next_byte(&wake)) != '\n') {
        if (wake == WAKE_SUSPEND) {
            terminal_suspend();
            show_prompt(prompt);
            continue;
        }
        if (c == EOF)
            break;
        if (length + 1 == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (!more)
                break;
            text = more;
        }
        text[length++] = (char)c;
    }
    if (!text || (c == EOF && length == 0 && wake != WAKE_BREAK) || wake == WAKE_END) {
        free(text);
        return EDITOR_END;
    }
    while (length > 0 && text[length - 1] == '\r')
        length--;
    text[length] = '\0';
    *line = text;
    if (wake == WAKE_BREAK) {
        putchar('\n');
        return EDITOR_BREAK;
    }
    if (!stdin_is_terminal()) /* nobody's typing was seen: a transcript shall show it */
        puts(text);
    return EDITOR_LINE;
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
static char *editor_before; /* while a word is completed: what stands before it */
static int breaks;          /* Ctrl-C came while this line was read: keys given instead since then */

/* Ctrl-C ends the line as Enter does, if need be after leaving a search or a question by Ctrl-G. */
static int next_key(FILE *unused)
{
    enum { CTRL_G = 7 };
    (void)unused;
    for (Wake wake;;) {
        if (breaks)
            return breaks++ % 2 ? CTRL_G : '\n';
        int c = next_byte(&wake);
        if (wake == WAKE_INPUT || wake == WAKE_END)
            return c;
        if (wake == WAKE_BREAK) {
            fputs("^C", stdout);
            fflush(stdout);
            breaks = 1;
            return '\n';
        }
        rl_deprep_terminal();
        interrupt_suspend();
        rl_prep_terminal(1);
        rl_forced_update_display();
    }
}

#ifdef HAVE_READLINE
static int next_character(FILE *file) { return next_key(file); }
#else
/* This library wants whole characters, where the other wants bytes. */
static int next_character(FILE *file)
{
    mbstate_t state = {0};
    wchar_t wide;
    for (;;) {
        int c = next_key(file);
        char byte = (char)c;
        if (c == EOF)
            return c;
        size_t length = mbrtowc(&wide, &byte, 1, &state);
        if (length == (size_t)-1)
            return '?';
        if (length != (size_t)-2)
            return (int)wide;
    }
}
#endif

static char *next_word(const char *start, int again)
{
    static int i;
    const char *word;
    if (!again)
        i = 0;
    while ((word = editor_words(editor_self, editor_before, i++)))
        if (strncmp(word, start, strlen(start)) == 0)
            return strdup(word);
    return NULL;
}

/* Names of files are the library's own business. */
static char **complete(const char *text, int start, int end)
{
    (void)end;
    editor_before = strndup(rl_line_buffer, (size_t)start);
    bool files = editor_before && editor_words(editor_self, editor_before, 0) == editor_files;
    char **matches = editor_before && !files ? rl_completion_matches(text, next_word) : NULL;
    rl_attempted_completion_over = !files;
    free(editor_before);
    editor_before = NULL;
    return matches;
}

void editor_begin(EditorWords words, void *self)
{
    editor_words = words;
    editor_self = self;
    setlocale(LC_CTYPE, ""); /* so that a Chinese character is one character to the library */
    rl_readline_name = "hanxin";
    rl_attempted_completion_function = complete;
    rl_getc_function = next_character;
    rl_catch_signals = 0; /* interrupt.h does */
    using_history();
    rl_initialize();
    rl_variable_bind("enable-bracketed-paste", "off"); /* several lines pasted are several lines */
}

EditorResult editor_read(const char *prompt, char **line)
{
    if (!stdin_is_terminal() || !stdout_is_terminal())
        return read_plain(prompt, line);
    fflush(stdout);
    breaks = 0;
    *line = readline(prompt);
    if (interrupt_ending()) {
        free(*line);
        *line = NULL;
    }
    if (breaks && *line)
        return EDITOR_BREAK;
    if (*line && (*line)[strspn(*line, " \t")])
        add_history(*line);
    return *line ? EDITOR_LINE : EDITOR_END;
}

void editor_end(void) { clear_history(); }
#else
void editor_begin(EditorWords words, void *self)
{
    (void)words;
    (void)self;
}
EditorResult editor_read(const char *prompt, char **line) { return read_plain(prompt, line); }
void editor_end(void) {}
#endif
