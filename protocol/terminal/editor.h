/* SPDX-License-Identifier: GPL-3.0-only */
/* editor.h - lines from a person: with history, completion and cursor keys where input and output are a terminal, readline or
 * libedit is installed, and the system has a locale in UTF-8; else read as they come. The libraries are opened at run time: the
 * program is not linked with them, and built without their headers. */
#pragma once

#include "protocol/terminal/terminal.h"

/* The i-th word that may stand behind `before`, the line's beginning, NULL past the last; editor_files: names of files. */
typedef const char *(*EditorWords)(void *self, const char *before, int i);
extern const char editor_files[];

/* One at a time, as the libraries keep their state in globals. */
typedef struct Editor {
    Terminal *terminal; /* borrowed */
    EditorWords words;  /* asked while a line is edited */
    void *self;
} Editor;

/* HANXIN_EDITING in the environment names the library that is wanted: readline, libedit or none. */
void editor_begin(Editor *editor, Terminal *terminal, EditorWords words, void *self);

typedef enum EditorResult {
    EDITOR_LINE,
    EDITOR_BREAK, /* Ctrl-C: the line counts as not typed */
    EDITOR_END,   /* the input's, or the process shall end; there is no line */
} EditorResult;

/* Reads a line; *line, to be freed, is without its end, NULL at EDITOR_END. */
EditorResult editor_read(Editor *editor, const char *prompt, char **line);
