/* editor.h - lines from a person: edited, with history and completion where a library for that was present
 * when the program was built (readline or libedit) and the input is a terminal; else read as they come. */
#ifndef HANXIN_PROTOCOL_EDITOR_H
#define HANXIN_PROTOCOL_EDITOR_H

#include <stdbool.h>

/* The i-th word that may stand at the beginning of a line, NULL past the last. */
typedef const char *(*EditorWords)(void *self, int i);

/* One per process, as the libraries keep their state in globals. `words` is asked while a line is edited. */
void editor_begin(EditorWords words, void *self);

/* The next line without its end, to be freed; NULL at the end of input. Non-blank lines enter the history. */
char *editor_read(const char *prompt);

void editor_end(void);

#endif
