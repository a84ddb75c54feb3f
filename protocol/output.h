/* SPDX-License-Identifier: GPL-3.0-only */
/* output.h - sends lines to the GUI, from any thread.
 *
 * Each line is written at once, in a single write: some clients search raw chunks and miss a
 * `bestmove` that is split over two. GUIs read into buffers as small as 1024 bytes, so a line is at
 * most LINE_MOST bytes long. If a line cannot be written, the owner is notified and should end the
 * process, because other threads may be anywhere. Nothing here allocates memory. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/text.h"

enum { LINE_MOST = 1000 }; /* including the terminator */

typedef struct Output {
    int descriptor; /* -1: lines go to the log only */
    void (*lost)(int fault);
    pthread_mutex_t lock;
    atomic_uint *writes; /* borrowed, or NULL: incremented when a write begins and when it ends, so odd during a write */
    FILE *log;           /* or NULL */
    int64_t log_start_ms;
    int log_fault; /* errno of the write that ended the log; 0 once it was queried */
} Output;

/* Prepares an output. `lost` gets the errno of a failed write; if it returns, further lines are
 * discarded. It may be NULL if no write can fail. */
void output_init(Output *out, int descriptor, void (*lost)(int fault));
void output_clear(Output *out); /* closes the log */

/* Writes `text`, which contains no line end, cut to LINE_MOST, and a line end. */
void output_line(Output *out, const char *text);
void output_linef(Output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts logging both directions to a file; "" stops it. An existing log is appended to. Returns
 * false with the reason if the file contains anything else or cannot be opened. */
bool output_log_to(Output *out, const char *path, Text *why);

/* Returns the errno that ended the log, once; otherwise 0. */
int output_log_lost(Output *out);

/* Logs a line received from the GUI, if there is a log. */
void output_log_received(Output *out, const char *text);
