/* SPDX-License-Identifier: GPL-3.0-only */
/* editor.h - reads lines from the user. They can be edited, with history and completion, if input and output are a terminal,
 * readline or libedit is installed, and the system has a UTF-8 locale; otherwise they are read plainly. The libraries are opened at
 * run time: the program is neither linked with them nor built with their headers. */
#pragma once

#include "protocol/terminal/terminal.h"

/* Returns word `i` that may follow `before`, the beginning of the line; NULL after the last word;
 * editor_files to complete file names. */
typedef const char *(*EditorWords)(void *self, const char *before, int i);
extern const char editor_files[];

/* Only one may exist at a time, because the libraries keep their state in globals. */
typedef struct Editor {
    Terminal *terminal; /* borrowed */
    EditorWords words;  /* called while a line is edited */
    void *self;
} Editor;

/* Prepares the editor. HANXIN_EDITING in the environment selects the library: readline, libedit or
 * none. */
void editor_begin(Editor *editor, Terminal *terminal, EditorWords words, void *self);

typedef enum EditorResult {
    EDITOR_LINE,
    EDITOR_BREAK, /* Ctrl-C: the line counts as not typed */
    EDITOR_END,   /* end of input, or the process must end; there is no line */
} EditorResult;

/* Reads a line. *line has no line end and is freed by the caller; it is NULL for EDITOR_END. */
EditorResult editor_read(Editor *editor, const char *prompt, char **line);
