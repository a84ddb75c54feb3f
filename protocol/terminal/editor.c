#include "protocol/terminal/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#endif

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "protocol/terminal/console.h"
#include "protocol/terminal/interrupt.h"
#include "protocol/terminal/terminal.h"

#ifdef _WIN32
/* A console's own line, as read() would lose all but ASCII. It ends with Ctrl-Z. */
static EditorResult read_console(const Interrupt *in, char **line)
{
    enum { MOST = 1000, CTRL_Z = 26, NOTICE_MS = 200 };
    wchar_t wide[MOST];
    DWORD count = 0;
    *line = NULL;
    bool read = ReadConsoleW(GetStdHandle(STD_INPUT_HANDLE), wide, MOST, &count, NULL);
    if (!read || count == 0) { /* Ctrl-C: another thread is just told so */
        *line = interrupt_wait(in, NOTICE_MS, false) == WAKE_BREAK ? strdup("") : NULL;
        return *line ? EDITOR_BREAK : EDITOR_END;
    }
    interrupt_wait(in, 0, false); /* a Ctrl-C that did not end the reading belongs to this line, not to what comes */
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

static EditorResult read_plain(Terminal *terminal, const char *prompt, char **line)
{
    *line = NULL;
    show_prompt(prompt);
#ifdef _WIN32
    if (stdin_is_terminal())
        return read_console(&terminal->interrupt, line);
#endif
    Text text = TEXT_INIT;
    Wake wake;
    int c;
    while ((c = terminal_byte(terminal, &wake)) != '\n' && (c != EOF || wake == WAKE_SUSPEND))
        if (wake == WAKE_SUSPEND) {
            terminal_suspend(terminal);
            show_prompt(prompt);
        } else {
            text_add_char(&text, (char)c);
        }
    while (text.length > 0 && text.data[text.length - 1] == '\r')
        text_cut(&text, text.length - 1);
    bool ended = wake == WAKE_END || (c == EOF && text.length == 0 && wake != WAKE_BREAK);
    if (ended || !(*line = text_take(&text))) {
        text_free(&text);
        return EDITOR_END;
    }
    if (wake == WAKE_BREAK)
        putchar('\n');
    else if (!stdin_is_terminal()) /* nobody's typing was seen: a transcript shall show it */
        puts(*line);
    return wake == WAKE_BREAK ? EDITOR_BREAK : EDITOR_LINE;
}

void editor_begin(Editor *editor, Terminal *terminal, EditingWords words, void *self)
{
    editor->terminal = terminal;
    editor->editing = stdin_is_terminal() && stdout_is_terminal() ? editing_open(terminal, words, self) : NULL;
}

EditorResult editor_read(Editor *editor, const char *prompt, char **line)
{
    if (!editor->editing)
        return read_plain(editor->terminal, prompt, line);
    bool broken;
    fflush(stdout);
    *line = editing_read(editor->editing, prompt, &broken);
    if (interrupt_ending()) {
        free(*line);
        *line = NULL;
    }
    return !*line ? EDITOR_END : broken ? EDITOR_BREAK : EDITOR_LINE;
}

void editor_end(Editor *editor)
{
    editing_close(editor->editing);
    editor->editing = NULL;
}
