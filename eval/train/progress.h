/* progress.h - a line of standard error that is written over while somebody watches, and written anew where nobody does. */
#ifndef HANXIN_EVAL_TRAIN_PROGRESS_H
#define HANXIN_EVAL_TRAIN_PROGRESS_H

#include <stdbool.h>

typedef struct Progress {
    bool live; /* standard error is a terminal */
    int shown; /* columns of the line that stands there unfinished, 0: none */
} Progress;

Progress progress_new(void);

/* The line as it is now; `last` finishes it. */
void progress_line(Progress *p, bool last, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* To be called before anything else is written there. */
void progress_break(Progress *p);

#endif
