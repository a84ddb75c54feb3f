/* SPDX-License-Identifier: GPL-3.0-only */
/* progress.h - shows the progress of long work: one line that is overwritten on a terminal, or
 * lines printed at intervals elsewhere. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Progress {
    FILE *out;        /* borrowed */
    bool live;        /* true on a terminal, where the line is overwritten */
    bool standing;    /* true while an unfinished line is displayed */
    int64_t shown_ms; /* time of the last line; 0 if there is no line or it was cleared */
} Progress;

Progress progress_new(FILE *out, bool live);

/* Returns a Progress on standard error, live if that is a terminal, for programs that print results
 * on standard output. */
Progress progress_on_stderr(void);

/* Returns true if a line is due. The first line is due at once, a later one live_ms after the last on a
 * terminal, and plain_ms after it elsewhere. */
bool progress_due(const Progress *p, int live_ms, int plain_ms);

/* Displays a line, which replaces the previous one on a terminal. It must not contain a line break.
 * A line of more than 511 bytes is cut at a character boundary. */
void progress_show(Progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a separate line about an event. The progress line is cleared and becomes due again. */
void progress_note(Progress *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the display; the last line stays visible. */
void progress_finish(Progress *p);

/* Clears the progress line, which becomes due again. To be called before other text is written to
 * `out`. */
void progress_clear(Progress *p);

enum { DURATION_SIZE = 40 };

/* Writes a duration, at least 0, such as 0:07:30 or 2d 03:00:00 into out[DURATION_SIZE] and returns it. */
char *duration_text(int64_t seconds, char *out);
