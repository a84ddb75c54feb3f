/* editor.h - lines from a person: edited, with history and completion where a library for that was present
 * when the program was built (readline or libedit) and the input is a terminal; else read as they come. */
#ifndef HANXIN_PROTOCOL_TERMINAL_EDITOR_H
#define HANXIN_PROTOCOL_TERMINAL_EDITOR_H

#include <stdbool.h>

/* The i-th word that may stand behind `before`, the line's beginning, NULL past the last; editor_files: names of files. */
typedef const char *(*EditorWords)(void *self, const char *before, int i);
extern const char editor_files[];

/* One per process, as the libraries keep their state in globals. `words` is asked while a line is edited. */
void editor_begin(EditorWords words, void *self);

typedef enum EditorResult {
    EDITOR_LINE,
    EDITOR_BREAK, /* Ctrl-C: the line counts as not typed */
    EDITOR_END,   /* the input's, or the process shall end; there is no line */
} EditorResult;

/* Reads a line; *line, to be freed, is without its end, NULL at EDITOR_END. Non-blank lines enter the history. */
EditorResult editor_read(const char *prompt, char **line);

void editor_end(void);

#endif
