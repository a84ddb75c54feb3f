/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"

const char editor_files[] = "";

/* ---- with a library ---- */

#ifdef HAVE_EDITING
#include <dlfcn.h>
#include <langinfo.h>
#include <locale.h>
#include <wchar.h>

typedef char *NextWord(const char *start, int again);
typedef int NextKey(FILE *file);
typedef char **Complete(const char *text, int start, int end);

/* The functions and variables used of GNU readline 4.2 or later, and of libedit, which has them under the same names. */
#define SYMBOLS(FUNCTION, VARIABLE)                                                                                                        \
    FUNCTION(char *, readline, (const char *prompt))                                                                                       \
    FUNCTION(void, add_history, (const char *line))                                                                                        \
    FUNCTION(void, using_history, (void))                                                                                                  \
    FUNCTION(int, rl_initialize, (void))                                                                                                   \
    FUNCTION(int, rl_variable_bind, (const char *name, const char *value))                                                                 \
    FUNCTION(char **, rl_completion_matches, (const char *text, NextWord *next))                                                           \
    FUNCTION(void, rl_forced_update_display, (void))                                                                                       \
    VARIABLE(const char *, rl_readline_name)                                                                                               \
    VARIABLE(char *, rl_line_buffer)                                                                                                       \
    VARIABLE(int, rl_catch_signals)                                                                                                        \
    VARIABLE(int, rl_attempted_completion_over)                                                                                            \
    VARIABLE(NextKey *, rl_getc_function)                                                                                                  \
    VARIABLE(Complete *, rl_attempted_completion_function)

#define FUNCTION_FIELD(result, name, arguments) result(*name) arguments;
#define VARIABLE_FIELD(type, name)              type *name;
#define FUNCTION_NAME(result, name, arguments)  #name,
#define VARIABLE_NAME(type, name)               #name,

/* Global, because the library's callbacks have no parameter for the caller's data. */
static struct {
    union {
        struct {
            SYMBOLS(FUNCTION_FIELD, VARIABLE_FIELD)
        };
        void *symbols[13]; /* the same pointers; POSIX allows storing the result of dlsym() this way */
    };
    const Editor *editor;  /* NULL if there is no library */
    bool whole_characters; /* true if the library expects whole characters as input, not bytes */
    char *before;          /* during the completion of a word: the text before it */
    int word;              /* index of the next word to be offered */
    int breaks;            /* number of keys returned since Ctrl-C was pressed during this line; 0 if it was not pressed */
} library;

/* Returns the next byte of input. Ctrl-C ends the line like Enter; if necessary, a search or a question
 * is first left with Ctrl-G. */
static int next_byte(void)
{
    enum { CTRL_G = 7 };
    for (;;) {
        if (library.breaks)
            return library.breaks++ % 2 ? CTRL_G : '\n';
        int c = terminal_byte(library.editor->terminal, -1, true);
        if (c == KEY_BREAK) {
            fputs("^C", stdout);
            fflush(stdout);
            library.breaks = 1;
            return '\n';
        }
        if (c != KEY_SUSPEND)
            return c == KEY_END ? EOF : c;
        library.rl_forced_update_display();
    }
}

static int next_character(FILE *unused)
{
    mbstate_t state = {0};
    wchar_t wide;
    (void)unused;
    for (;;) {
        int c = next_byte();
        char byte = (char)c;
        if (c == EOF || !library.whole_characters)
            return c;
        size_t length = mbrtowc(&wide, &byte, 1, &state);
        if (length == (size_t)-1)
            return '?';
        if (length != (size_t)-2)
            return (int)wide;
    }
}

static const char *word_at(int i) { return library.editor->words(library.editor->self, library.before, i); }

static char *next_word(const char *start, int again)
{
    const char *word;
    library.word = again ? library.word : 0;
    while ((word = word_at(library.word++)))
        if (strncmp(word, start, strlen(start)) == 0)
            return strdup(word);
    return NULL;
}

/* Completes a word. The library itself completes file names. */
static char **complete(const char *text, int start, int end)
{
    (void)end;
    library.before = strndup(*library.rl_line_buffer, (size_t)start);
    bool files = library.before && word_at(0) == editor_files;
    char **matches = library.before && !files ? library.rl_completion_matches(text, next_word) : NULL;
    *library.rl_attempted_completion_over = !files;
    free(library.before);
    return matches;
}

static bool library_load(const char *file)
{
    static const char *const names[] = {SYMBOLS(FUNCTION_NAME, VARIABLE_NAME)};
    enum { COUNT = sizeof names / sizeof *names };
    _Static_assert(COUNT == sizeof library.symbols / sizeof *library.symbols, "one for each");
    void *handle = dlopen(file, RTLD_NOW);
    bool found = handle;
    for (int i = 0; found && i < COUNT; i++)
        found = (library.symbols[i] = dlsym(handle, names[i]));
    if (handle && !found)
        dlclose(handle);
    return found;
}

/* Sets a locale in which UTF-8 bytes form characters, because all texts here are UTF-8: that of the
 * environment or, if that one does not use UTF-8 or is not installed, one of the system's. The system's
 * locale is also stored in the environment, where readline looks it up. Without such a locale readline
 * drops Chinese characters, and libedit crashes at a Chinese prompt. Returns false if the system has
 * none. */
static bool library_use_utf8(void)
{
    static const char *const names[] = {"C.UTF-8", "en_US.UTF-8"};
    enum { COUNT = sizeof names / sizeof *names };
    bool found = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    for (int i = 0; !found && i < COUNT; i++)
        found = setlocale(LC_CTYPE, names[i]) && setenv("LC_ALL", names[i], 1) == 0;
    return found;
}

/* The library stays loaded, since it changes the process. */
static void library_open(const Editor *editor)
{
    static const struct {
        const char *name, *file;
        bool whole_characters;
    } libraries[] = {{"readline", "libreadline.so.8", false},
                     {"readline", "libreadline.so.7", false},
                     {"libedit", "libedit.so.2", true},
                     {"libedit", "libedit.so.0", true}};
    enum { COUNT = sizeof libraries / sizeof *libraries };
    const char *wish = getenv("HANXIN_EDITING");
    int i = 0;
    while (i < COUNT && ((wish && *wish && strcmp(wish, libraries[i].name) != 0) || !library_load(libraries[i].file)))
        i++;
    if (i == COUNT || !library_use_utf8())
        return;
    library.editor = editor;
    library.whole_characters = libraries[i].whole_characters;
    *library.rl_readline_name = "hanxin";
    *library.rl_attempted_completion_function = complete;
    *library.rl_getc_function = next_character;
    *library.rl_catch_signals = 0; /* terminal.h handles signals */
    library.using_history();
    library.rl_initialize();
    /* Several pasted lines must be read as several lines. */
    library.rl_variable_bind("enable-bracketed-paste", "off");
}

/* Reads a line. Lines that are neither blank nor interrupted are added to the history. */
static EditorResult library_read(const char *prompt, char **line)
{
    library.breaks = 0;
    fflush(stdout);
    *line = library.readline(prompt);
    if (library.editor->terminal->ending) {
        free(*line);
        *line = NULL;
    }
    if (*line && !library.breaks && (*line)[strspn(*line, " \t")])
        library.add_history(*line);
    return !*line ? EDITOR_END : library.breaks ? EDITOR_BREAK : EDITOR_LINE;
}
#endif

/* ---- without a library ---- */

static void show_prompt(const char *prompt)
{
    fputs(prompt, stdout);
    fflush(stdout);
}

#ifdef _WIN32
#include <windows.h>

/* Reads a line with the console's own function, because read() would lose all characters other than
 * ASCII. Ctrl-Z ends the input. */
static EditorResult read_console(Terminal *terminal, char **line)
{
    enum { MOST = 1000, CTRL_Z = 26, NOTICE_MS = 200 };
    wchar_t wide[MOST];
    DWORD count = 0;
    *line = NULL;
    bool read = ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), wide, MOST, &count, NULL);
    if (!read || count == 0) { /* Ctrl-C: another thread will report it */
        *line = terminal_wait(terminal, NOTICE_MS, false) == KEY_BREAK ? strdup("") : NULL;
        return *line ? EDITOR_BREAK : EDITOR_END;
    }
    /* A Ctrl-C that did not end the reading belongs to this line and must not affect the next wait. */
    terminal_wait(terminal, 0, false);
    if (wide[0] == CTRL_Z || terminal->ending)
        return EDITOR_END;
    while (count > 0 && (wide[count - 1] == L'\n' || wide[count - 1] == L'\r'))
        count--;
    size_t size = 3 * count + 1; /* maximum length in UTF-8 */
    *line = malloc(size);
    if (!*line)
        return EDITOR_END;
    (*line)[WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, *line, (int)size, NULL, NULL)] = '\0';
    return EDITOR_LINE;
}
#endif

static EditorResult read_plainly(Terminal *terminal, const char *prompt, char **line)
{
    *line = NULL;
    show_prompt(prompt);
#ifdef _WIN32
    if (stdin_is_terminal())
        return read_console(terminal, line);
#endif
    if (terminal->unread) { /* from this point the terminal itself echoes the input */
        putchar(terminal->unread);
        fflush(stdout);
    }
    Text text = TEXT_INIT;
    int c;
    while ((c = terminal_byte(terminal, -1, true)) != '\n' && (c >= 0 || c == KEY_SUSPEND))
        if (c == KEY_SUSPEND)
            show_prompt(prompt);
        else
            text_add_char(&text, (char)c);
    while (text.length > 0 && text.data[text.length - 1] == '\r')
        text_cut(&text, text.length - 1);
    bool ended = c == KEY_END && (text.length == 0 || terminal->ending);
    if (ended || !(*line = text_take(&text))) {
        text_free(&text);
        return EDITOR_END;
    }
    if (c == KEY_BREAK)
        putchar('\n');
    else if (!stdin_is_terminal()) /* the input was not echoed, but a transcript should contain it */
        puts(*line);
    return c == KEY_BREAK ? EDITOR_BREAK : EDITOR_LINE;
}

void editor_begin(Editor *e, Terminal *terminal, EditorWords words, void *self)
{
    *e = (Editor){.terminal = terminal, .words = words, .self = self};
#ifdef HAVE_EDITING
    if (stdin_is_terminal() && stdout_is_terminal())
        library_open(e);
#endif
}

EditorResult editor_read(Editor *e, const char *prompt, char **line)
{
#ifdef HAVE_EDITING
    if (library.editor == e && mbstowcs(NULL, prompt, 0) != (size_t)-1) /* libedit crashes if the prompt is not valid text in the locale */
        return library_read(prompt, line);
#endif
    return read_plainly(e->terminal, prompt, line);
}
