/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/io.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "engine/base/contract.h"
#include "engine/base/file.h"
#include "engine/base/platform.h"

/* ---- output ---- */

void output_init(Output *out, int descriptor, void (*lost)(int fault))
{
    *out = (Output){.descriptor = descriptor, .lost = lost};
    pthread_mutex_init(&out->lock, NULL);
}

void output_clear(Output *out)
{
    if (out->log)
        fclose(out->log);
    out->log = NULL;
    pthread_mutex_destroy(&out->lock);
}

/* Closes the log and stores the reason. The caller holds the lock. */
static void output_end_log(Output *out, int fault)
{
    if (out->log)
        fclose(out->log);
    out->log = NULL;
    out->log_fault = fault;
}

/* Logs a line to the GUI (<) or from it (>), with the seconds since the log was opened. The caller
 * holds the lock. */
static void output_log_line(Output *out, char direction, const char *text)
{
    if (!out->log)
        return;
    fprintf(out->log, "%9.3f %c %s\n", (double)(clock_ms() - out->log_start_ms) / 1000, direction, text);
    if (fflush(out->log) != 0 || ferror(out->log))
        output_end_log(out, errno ? errno : EIO);
}

/* Waits until the descriptor is writable; the reader has made it non-blocking. */
static void wait_for_reader(int descriptor)
{
#ifndef _WIN32
    struct pollfd end = {.fd = descriptor, .events = POLLOUT};
    poll(&end, 1, -1);
#else
    (void)descriptor;
    sleep_ms(1);
#endif
}

/* Writes all bytes. Returns false with errno set if writing fails. */
static bool output_write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        errno = 0;
        ssize_t n = write(descriptor, bytes, (unsigned)count);
        if (n > 0) {
            bytes += n;
            count -= (size_t)n;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for_reader(descriptor);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

static bool output_write_counted(const Output *out, const char *bytes, size_t count)
{
    if (out->writes)
        atomic_fetch_add(out->writes, 1);
    bool written = output_write_all(out->descriptor, bytes, count);
    if (out->writes)
        atomic_fetch_add(out->writes, 1);
    return written;
}

void output_line(Output *out, const char *text)
{
    VERIFY_ASSERT(!strchr(text, '\n'));
    char line[LINE_MOST + 1];
    int length = snprintf(line, LINE_MOST, "%s", text);
    length = length < LINE_MOST ? length : LINE_MOST - 1;
    line[length] = '\n';
    pthread_mutex_lock(&out->lock);
    output_log_line(out, '<', text);
    if (out->descriptor >= 0 && !output_write_counted(out, line, (size_t)length + 1)) {
        assert(out->lost);
        out->lost(errno);
        out->descriptor = -1;
    }
    pthread_mutex_unlock(&out->lock);
}

void output_linef(Output *out, const char *format, ...)
{
    char line[LINE_MOST];
    va_list values;
    va_start(values, format);
    Text text = text_over(line, sizeof line);
    text_vaddf(&text, format, values);
    va_end(values);
    output_line(out, line);
}

static const char log_legend[] = ", seconds since then, > from the GUI, < to it";

/* Returns true if the file is empty or is a log written by this program. */
static bool file_may_be_appended(FILE *file)
{
    char line[200];
    rewind(file);
    if (!fgets(line, sizeof line, file))
        return feof(file);
    return line[0] == '#' && strstr(line, log_legend);
}

bool output_log_to(Output *out, const char *path, Text *why)
{
    assert(path);
    FILE *log = *path ? file_append(path, why) : NULL;
    if (log && !file_may_be_appended(log)) {
        why_path(why, path, "not a log; the file is left unchanged");
        fclose(log);
        log = NULL;
    }
    pthread_mutex_lock(&out->lock);
    output_end_log(out, 0);
    out->log = log;
    out->log_start_ms = clock_ms();
    if (log) {
        char date[40];
        time_t now = time(NULL);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", localtime(&now));
        fseek(log, 0, SEEK_END); /* C requires this between reading and writing */
        fprintf(log, "# %s%s\n", date, log_legend);
        if (fflush(log) != 0)
            output_end_log(out, errno);
    }
    pthread_mutex_unlock(&out->lock);
    return log || !*path;
}

int output_log_lost(Output *out)
{
    pthread_mutex_lock(&out->lock);
    int fault = out->log_fault;
    out->log_fault = 0;
    pthread_mutex_unlock(&out->lock);
    return fault;
}

void output_log_received(Output *out, const char *text)
{
    pthread_mutex_lock(&out->lock);
    output_log_line(out, '>', text);
    pthread_mutex_unlock(&out->lock);
}

/* ---- input: lines ---- */

enum { LEAST_ROOM = 2 * READ_SIZE, LONGEST_LINE = 16 << 20, MOST_QUEUED = 64 << 20 };

static const char cut_mark[] = " [cut-off]";

bool lines_grow(Lines *lines, size_t needed)
{
    if (needed <= lines->room)
        return true;
    size_t room = needed < LEAST_ROOM ? LEAST_ROOM : needed * 2;
    char *data = realloc(lines->data, room);
    if (data)
        *lines = (Lines){data, lines->length, room};
    return data != NULL;
}

/* ---- input: the session's side ---- */

Inbox *inbox_new(InboxHost host)
{
    Inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox || !lines_grow(&inbox->whole, 1) || !lines_grow(&inbox->taken, 1))
        return NULL; /* the process will end anyway */
    inbox->host = host;
    pthread_mutex_init(&inbox->lock, NULL);
    steady_cond_init(&inbox->filled);
    return inbox;
}

/* Ends the input because an allocation failed. The caller holds the lock. */
static void inbox_starve(Inbox *inbox)
{
    inbox->starved = inbox->ended = true;
    pthread_cond_signal(&inbox->filled);
}

/* Takes the complete lines by exchanging the buffers; the incomplete line goes back. The caller
 * holds the lock. */
static void inbox_take_lines(Inbox *inbox)
{
    Lines lines = inbox->whole, *rest = &inbox->taken;
    rest->length = lines.length - inbox->line;
    if (!lines_grow(rest, rest->length)) {
        rest->length = 0;
        inbox_starve(inbox);
    }
    memcpy(rest->data, lines.data + inbox->line, rest->length);
    lines.length = inbox->line;
    inbox->whole = *rest;
    inbox->taken = lines;
    inbox->line = inbox->at = 0;
}

/* Returns the next event. Lines come first, so that a `stop` is not too late. The end of a search
 * comes after the lines that arrived before it, but does not wait for later ones. The caller holds the
 * lock. */
static EventKind inbox_take(Inbox *inbox, bool lines)
{
    if (lines && inbox->line > 0 && !inbox->done_passed) {
        inbox->done_passed = inbox->done;
        inbox_take_lines(inbox);
        return EVENT_LINE;
    }
    EventKind kind = inbox->done ? EVENT_DONE : inbox->ended ? EVENT_END : EVENT_NONE;
    if (inbox->done)
        inbox->done = inbox->done_passed = false;
    else
        inbox->ended = false;
    return kind;
}

EventKind inbox_next(Inbox *inbox, bool lines, int timeout_ms, char **line)
{
    assert(inbox->at <= inbox->taken.length);
    EventKind kind = lines && inbox->at < inbox->taken.length ? EVENT_LINE : EVENT_NONE;
    if (kind == EVENT_NONE) {
        const int64_t until_us = clock_us() + (int64_t)timeout_ms * 1000;
        pthread_mutex_lock(&inbox->lock);
        while ((kind = inbox_take(inbox, lines)) == EVENT_NONE && (timeout_ms < 0 || clock_us() < until_us)) {
            if (timeout_ms < 0)
                pthread_cond_wait(&inbox->filled, &inbox->lock);
            else
                steady_cond_wait(&inbox->filled, &inbox->lock, until_us);
        }
        pthread_mutex_unlock(&inbox->lock);
    }
    if (kind == EVENT_LINE) {
        *line = inbox->taken.data + inbox->at;
        inbox->at += strlen(*line) + 1;
    }
    return kind;
}

bool inbox_is_empty(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    bool empty = inbox->at == inbox->taken.length && inbox->line == 0 && !inbox->done && !inbox->ended;
    pthread_mutex_unlock(&inbox->lock);
    return empty;
}

bool inbox_starved(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    bool starved = inbox->starved;
    pthread_mutex_unlock(&inbox->lock);
    return starved;
}

void inbox_done(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    inbox->done = true;
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

/* ---- input: the reader's side ---- */

/* Ends the line that was being received. The caller holds the lock. */
static void inbox_end_line(Inbox *inbox)
{
    char *line = inbox->whole.data + inbox->line;
    size_t length = inbox->whole.length - inbox->line;
    if (!inbox->past_first && length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0)
        memmove(line, line + 3, length -= 3);
    while (length > 0 && line[length - 1] == '\r')
        length--;
    for (size_t i = 0; i < length; i++)
        line[i] = line[i] ? line[i] : ' ';
    line[length] = '\0';
    if (inbox->cut) {
        memcpy(line + length, cut_mark, sizeof cut_mark);
        length += sizeof cut_mark - 1;
    }
    inbox->past_last |= inbox->host.is_last && inbox->host.is_last(line);
    inbox->line += length + 1;
    inbox->whole.length = inbox->line;
    inbox->past_first = true;
    inbox->cut = false;
}

void inbox_feed(Inbox *inbox, const char *bytes, size_t count)
{
    assert(count <= READ_SIZE);
    Lines *whole = &inbox->whole;
    pthread_mutex_lock(&inbox->lock);
    while (inbox->line > MOST_QUEUED) {
        pthread_mutex_unlock(&inbox->lock);
        sleep_ms(1);
        pthread_mutex_lock(&inbox->lock);
    }
    if (inbox->starved || !lines_grow(whole, whole->length + count + sizeof cut_mark)) {
        whole->length = inbox->line;
        inbox_starve(inbox);
        count = 0;
    }
    for (const char *end = bytes + count, *newline; bytes < end; bytes = newline + 1) {
        newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((newline ? newline : end) - bytes), left = LONGEST_LINE - (whole->length - inbox->line);
        bool fits = length <= left;
        if (!inbox->cut) {
            memcpy(whole->data + whole->length, bytes, fits ? length : left);
            whole->length += fits ? length : left;
        }
        inbox->cut |= !fits;
        if (!newline)
            break;
        inbox_end_line(inbox);
    }
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

void inbox_end(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    if (inbox->whole.length > inbox->line || inbox->cut)
        inbox_end_line(inbox);
    inbox->ended = true;
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

/* ---- input: the thread ---- */

#ifndef _WIN32
/* Waits for input. Ends the process if nobody reads our output any more. */
static void inbox_wait(const Inbox *inbox)
{
    struct pollfd ends[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = 0}};
    while (poll(ends, 2, -1) < 0 && errno == EINTR)
        ;
    if (ends[1].revents & POLLERR)
        inbox->host.leave(NULL);
}
#else
static void inbox_wait(const Inbox *inbox) { (void)inbox; }
#endif

/* Waits for the session to end the process. If the session cannot, ends the process: see
 * input_start(). */
static void inbox_watch_end(const Inbox *inbox)
{
    enum { UNREAD_MS = 5000, HANGING_MS = 10 * 60 * 1000, LOOK_MS = 10 };
    unsigned steps = atomic_load(&inbox->steps), writes = atomic_load(&inbox->writes);
    for (int unread = 0, hanging = 0;;) {
        clock_sleep_ms(inbox->host.clock, LOOK_MS);
        if (stdout_is_deserted())
            inbox->host.leave(NULL);
        unsigned steps_now = atomic_load(&inbox->steps), writes_now = atomic_load(&inbox->writes);
        bool still = inbox->past_last && steps_now == steps;
        bool writing = still && writes_now == writes && writes_now % 2 == 1;
        hanging = still ? hanging + LOOK_MS : 0;
        unread = writing ? unread + LOOK_MS : 0;
        if (unread >= UNREAD_MS)
            inbox->host.leave("answers are lost: after `quit`, standard output was not read for 5 seconds");
        if (hanging >= HANGING_MS)
            inbox->host.leave("answers are lost: the command before `quit` has not ended after 10 minutes");
        steps = steps_now;
        writes = writes_now;
    }
}

static void *inbox_read(void *shared)
{
    Inbox *inbox = shared;
    char chunk[READ_SIZE];
    while (!inbox->past_last && !inbox_starved(inbox)) {
        inbox_wait(inbox);
        ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        inbox_feed(inbox, chunk, (size_t)n);
    }
    inbox_end(inbox); /* end of input; also completes a last line that has no newline */
    inbox_watch_end(inbox);
    return NULL;
}

bool input_start(Inbox *inbox, Output *out)
{
    out->writes = &inbox->writes;
    pthread_t thread;
    if (pthread_create(&thread, NULL, inbox_read, inbox) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
