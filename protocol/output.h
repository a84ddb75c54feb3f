/* SPDX-License-Identifier: GPL-3.0-only */
/* output.h - lines to the GUI, from any thread.
 *
 * Each line leaves in one write, at once: some clients search raw chunks and miss a `bestmove` that is split over two.
 * GUIs read into buffers as small as 1024 bytes, so a line stays below LINE_MOST. When one cannot be written the owner is told, who
 * should end the process: other threads may be anywhere. Nothing here needs memory. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/text.h"

enum { LINE_MOST = 1000 }; /* terminator included */

typedef struct Output {
    int descriptor; /* -1: lines go nowhere but the log */
    void (*lost)(int fault);
    pthread_mutex_t lock;
    atomic_uint *writes; /* borrowed, or NULL: one more when a write begins and when it ends, so odd while one waits for its reader */
    FILE *log;           /* or NULL */
    int64_t log_start_ms;
    int log_fault; /* errno of the write that ended the log, until it is asked for */
} Output;

/* `lost` gets the errno of a write that failed; if it returns, lines go nowhere any more. */
void output_init(Output *out, int descriptor, void (*lost)(int fault));
void output_clear(Output *out); /* closes the log */

/* Writes `text` and a line end, cut at LINE_MOST. */
void output_line(Output *out, const char *text);
void output_linef(Output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Records both directions from now on in a file; "" ends that. A log is added to; a file that holds anything else is
 * refused, and what cannot be opened: false with the reason. */
bool output_log_to(Output *out, const char *path, Text *why);

/* The errno why the log has ended, once; else 0. */
int output_log_lost(Output *out);

/* Notes a line that came in, if there is a log. */
void output_log_received(Output *out, const char *text);
