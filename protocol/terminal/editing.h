/* editing.h - a library that edits lines, readline or libedit, opened at run time if it is installed: history, completion,
 * cursor keys. The program is not linked with it, and built without its headers. */
#pragma once

#include <stdbool.h>

#include "protocol/terminal/terminal.h"

/* The i-th word that may stand behind `before`, the line's beginning, NULL past the last; editing_files: names of files. */
typedef const char *(*EditingWords)(void *self, const char *before, int i);
extern const char editing_files[];

typedef struct Editing Editing;

/* One per process, as the libraries keep their state in globals. HANXIN_EDITING in the environment names the one that is wanted:
 * readline, libedit or none. NULL if there is none. `words` is asked while a line is edited. */
Editing *editing_open(Terminal *terminal, EditingWords words, void *self);
void editing_close(Editing *editing); /* may be NULL */

/* Lets a person edit a line; it is to be freed, NULL at the end of input or of the session. *broken: Ctrl-C was pressed.
 * Lines that are neither blank nor broken enter the history. */
char *editing_read(Editing *editing, const char *prompt, bool *broken);
