/* output.h - lines to the GUI, from any thread.
 *
 * Each line leaves in one write, at once: some clients search raw chunks and miss a `bestmove` that
 * is split over two (ucci.md 0.4). When it cannot be written the process ends there and then: without a word if
 * the reader is gone, else (a full disk) with one on standard error. Nothing here needs memory. */
#ifndef HANXIN_PROTOCOL_OUTPUT_H
#define HANXIN_PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Output {
    int descriptor; /* -1: lines go nowhere but the log */
    pthread_mutex_t lock;
    FILE *log; /* or NULL */
    int64_t log_start_ms;
    int log_fault; /* errno of the write that ended the log, until it is asked for */
} Output;

void output_init(Output *out, int descriptor);
void output_clear(Output *out); /* closes the log */

/* Writes `text` and a line end. Ends the process when nobody reads any more. */
void output_line(Output *out, const char *text);

/* Records both directions from now on in a file; "" ends that. A log is added to; a file that holds anything else is
 * refused, and what cannot be opened: false with the reason in error[FILE_ERROR_SIZE]. */
bool output_log_to(Output *out, const char *path, char *error);

/* Has the log ended because it could not be written? Says so once, with the reason in error[FILE_ERROR_SIZE]. */
bool output_log_lost(Output *out, char *error);

/* Notes a line that came in, if there is a log. */
void output_log_received(Output *out, const char *text);

#endif
