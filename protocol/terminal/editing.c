#include "protocol/terminal/editing.h"

#include <stddef.h>

const char editing_files[] = "";

#ifdef HAVE_EDITING
#include <dlfcn.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* What is used of GNU readline 4.2 or later, and of libedit, which has the same under the same names. */
typedef struct Symbols {
    char *(*readline)(const char *prompt);
    void (*add_history)(const char *line);
    void (*clear_history)(void);
    void (*using_history)(void);
    int (*rl_initialize)(void);
    int (*rl_variable_bind)(const char *name, const char *value);
    char **(*rl_completion_matches)(const char *text, char *(*next)(const char *text, int again));
    void (*rl_prep_terminal)(int meta);
    void (*rl_deprep_terminal)(void);
    void (*rl_forced_update_display)(void);
    const char **rl_readline_name;
    char **rl_line_buffer;
    int *rl_catch_signals;
    int *rl_attempted_completion_over;
    int (**rl_getc_function)(FILE *file);
    char **(**rl_attempted_completion_function)(const char *text, int start, int end);
} Symbols;

#define SYMBOL(name)                                                                                                                       \
    {                                                                                                                                      \
#name, offsetof(Symbols, name)                                                                                                     \
    }
static const struct {
    const char *name;
    size_t at;
} symbols[] = {SYMBOL(readline),
               SYMBOL(add_history),
               SYMBOL(clear_history),
               SYMBOL(using_history),
               SYMBOL(rl_initialize),
               SYMBOL(rl_variable_bind),
               SYMBOL(rl_completion_matches),
               SYMBOL(rl_prep_terminal),
               SYMBOL(rl_deprep_terminal),
               SYMBOL(rl_forced_update_display),
               SYMBOL(rl_readline_name),
               SYMBOL(rl_line_buffer),
               SYMBOL(rl_catch_signals),
               SYMBOL(rl_attempted_completion_over),
               SYMBOL(rl_getc_function),
               SYMBOL(rl_attempted_completion_function)};

struct Editing {
    Symbols symbols;
    void *handle;
    bool whole_characters; /* it wants these as input, not bytes */
    Terminal *terminal;    /* borrowed */
    EditingWords words;
    void *self;
    char *before; /* while a word is completed: what stands before it */
    int word;     /* the next to be offered */
    int breaks;   /* Ctrl-C came while this line was read: keys given instead since then */
};

/* The library calls back without saying for whom. */
static Editing *editing_now;

/* Ctrl-C ends the line as Enter does, if need be after leaving a search or a question by Ctrl-G. */
static int next_key(Editing *e)
{
    enum { CTRL_G = 7 };
    for (;;) {
        if (e->breaks)
            return e->breaks++ % 2 ? CTRL_G : '\n';
        Wake wake;
        int c = terminal_byte(e->terminal, &wake);
        if (wake == WAKE_INPUT || wake == WAKE_END)
            return c;
        if (wake == WAKE_BREAK) {
            fputs("^C", stdout);
            fflush(stdout);
            e->breaks = 1;
            return '\n';
        }
        e->symbols.rl_deprep_terminal();
        interrupt_suspend(&e->terminal->interrupt);
        e->symbols.rl_prep_terminal(1);
        e->symbols.rl_forced_update_display();
    }
}

static int next_character(FILE *unused)
{
    Editing *e = editing_now;
    mbstate_t state = {0};
    wchar_t wide;
    (void)unused;
    for (;;) {
        int c = next_key(e);
        char byte = (char)c;
        if (c == EOF || !e->whole_characters)
            return c;
        size_t length = mbrtowc(&wide, &byte, 1, &state);
        if (length == (size_t)-1)
            return '?';
        if (length != (size_t)-2)
            return (int)wide;
    }
}

static char *next_word(const char *start, int again)
{
    Editing *e = editing_now;
    const char *word;
    if (!again)
        e->word = 0;
    while ((word = e->words(e->self, e->before, e->word++)))
        if (strncmp(word, start, strlen(start)) == 0)
            return strdup(word);
    return NULL;
}

/* Names of files are the library's own business. */
static char **complete(const char *text, int start, int end)
{
    Editing *e = editing_now;
    (void)end;
    e->before = strndup(*e->symbols.rl_line_buffer, (size_t)start);
    bool files = e->before && e->words(e->self, e->before, 0) == editing_files;
    char **matches = e->before && !files ? e->symbols.rl_completion_matches(text, next_word) : NULL;
    *e->symbols.rl_attempted_completion_over = !files;
    free(e->before);
    e->before = NULL;
    return matches;
}

static bool open_library(Editing *e, const char *file)
{
    e->handle = dlopen(file, RTLD_NOW);
    bool found = e->handle;
    for (size_t i = 0; found && i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(e->handle, symbols[i].name);
        memcpy((char *)&e->symbols + symbols[i].at, &symbol, sizeof symbol); /* POSIX: it may be a function's address */
        found = symbol;
    }
    if (e->handle && !found)
        dlclose(e->handle);
    return found;
}

static bool open_any(Editing *e)
{
    static const struct {
        const char *name, *file;
        bool whole_characters;
    } libraries[] = {{"readline", "libreadline.so.8", false},
                     {"readline", "libreadline.so.7", false},
                     {"libedit", "libedit.so.2", true},
                     {"libedit", "libedit.so.0", true}};
    const char *wish = getenv("HANXIN_EDITING");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        e->whole_characters = libraries[i].whole_characters;
        if ((!wish || !*wish || strcmp(wish, libraries[i].name) == 0) && open_library(e, libraries[i].file))
            return true;
    }
    return false;
}

Editing *editing_open(Terminal *terminal, EditingWords words, void *self)
{
    Editing *e = calloc(1, sizeof *e);
    if (!e || !open_any(e)) {
        free(e);
        return NULL;
    }
    editing_now = e;
    e->terminal = terminal;
    e->words = words;
    e->self = self;
    setlocale(LC_CTYPE, ""); /* so that a Chinese character is one character to the library */
    const Symbols *l = &e->symbols;
    *l->rl_readline_name = "hanxin";
    *l->rl_attempted_completion_function = complete;
    *l->rl_getc_function = next_character;
    *l->rl_catch_signals = 0; /* interrupt.h does */
    l->using_history();
    l->rl_initialize();
    l->rl_variable_bind("enable-bracketed-paste", "off"); /* several lines pasted are several lines */
    return e;
}

char *editing_read(Editing *e, const char *prompt, bool *broken)
{
    e->breaks = 0;
    char *line = e->symbols.readline(prompt);
    *broken = e->breaks;
    if (line && !*broken && line[strspn(line, " \t")])
        e->symbols.add_history(line);
    return line;
}

/* What the library has set up in the process is left to it: it stays loaded. */
void editing_close(Editing *e)
{
    if (!e)
        return;
    e->symbols.clear_history();
    editing_now = NULL;
    free(e);
}
#else
Editing *editing_open(Terminal *terminal, EditingWords words, void *self)
{
    (void)terminal;
    (void)words;
    (void)self;
    return NULL;
}

char *editing_read(Editing *editing, const char *prompt, bool *broken)
{
    (void)editing;
    (void)prompt;
    *broken = false;
    return NULL;
}

void editing_close(Editing *editing) { (void)editing; }
#endif
