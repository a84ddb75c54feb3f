/* editor.h - lines from a person: edited where input and output are a terminal and a library for that is installed
 * (editing.h); else read as they come. */
#pragma once

#include "protocol/terminal/editing.h"
#include "protocol/terminal/terminal.h"

typedef struct Editor {
    Terminal *terminal; /* borrowed */
    Editing *editing;   /* owned; NULL: plain input */
} Editor;

void editor_begin(Editor *editor, Terminal *terminal, EditingWords words, void *self);
void editor_end(Editor *editor);

typedef enum EditorResult {
    EDITOR_LINE,
    EDITOR_BREAK, /* Ctrl-C: the line counts as not typed */
    EDITOR_END,   /* the input's, or the process shall end; there is no line */
} EditorResult;

/* Reads a line; *line, to be freed, is without its end, NULL at EDITOR_END. */
EditorResult editor_read(Editor *editor, const char *prompt, char **line);
