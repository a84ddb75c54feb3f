/* SPDX-License-Identifier: GPL-3.0-only */
/* progress.h - how far long work has come: one line, written over where a person watches, printed now and then elsewhere. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Progress {
    FILE *out;        /* borrowed */
    bool live;        /* a terminal: the line is written over */
    bool standing;    /* an unfinished line stands there */
    int64_t shown_ms; /* when the last line was written; 0: none yet, or it has been cleared */
} Progress;

Progress progress_new(FILE *out, bool live);

/* On standard error, as it fits what that goes to: where a program's results go elsewhere. */
Progress progress_on_stderr(void);

/* Is it time for a line? At once if there is none, else after so long on a terminal and elsewhere. */
bool progress_due(const Progress *p, int live_ms, int plain_ms);

/* The line as it is now; it holds no line's end. */
void progress_show(Progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of its own about something that happened on the way. The progress line makes room, and is due again. */
void progress_note(Progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What was shown last stays. */
void progress_finish(Progress *p);

/* To be called before other text is written there: the line makes room, and is due again. */
void progress_clear(Progress *p);

enum { DURATION_SIZE = 40 };

/* 0:07:30, or 2d 03:00:00; returns out[DURATION_SIZE]. */
char *duration_text(int64_t seconds, char *out);
