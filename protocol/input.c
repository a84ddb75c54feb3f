/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "protocol/parse.h"

/* Even if memory is short, a buffer has room for a line of LEAST_ROOM - READ_SIZE bytes and a
 * further read. After the kept lines, SPARE bytes are left for lines that need not wait, such as
 * `stop`. */
enum {
    SPARE = READ_SIZE,
    LEAST_ROOM = 2 * READ_SIZE,
    LONGEST_LINE = 16 << 20,
    MOST_KEPT = 16 << 20,
    MOST_QUEUED = 64 << 20,
    MEMORY_PATIENCE_MS = 1000
};

static const char cut_mark[] = " [cut-off]";

/* ---- buffers ---- */

static bool lines_grow(Lines *lines, size_t needed)
{
    if (needed <= lines->room)
        return true;
    size_t room = needed < LEAST_ROOM ? LEAST_ROOM : needed * 2;
    char *data = realloc(lines->data, room);
    if (data)
        *lines = (Lines){data, lines->length, room};
    return data;
}

/* ---- the session's side ---- */

Inbox *inbox_new(const Clock *clock, void (*leave)(const char *why))
{
    Inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox || !lines_grow(&inbox->whole, 1) || !lines_grow(&inbox->taken, 1))
        return NULL; /* the process ends anyway */
    inbox->clock = clock;
    inbox->leave = leave;
    pthread_mutex_init(&inbox->lock, NULL);
    steady_cond_init(&inbox->filled);
    return inbox;
}

/* Moves the complete lines behind the kept ones. If there is no memory for that and nothing is
 * kept, the two buffers are swapped. Otherwise as many lines as fit are moved; if none fits, the
 * first is lost, which could not have been kept anyway. */
static void take_lines(Inbox *inbox)
{
    Lines *taken = &inbox->taken, *whole = &inbox->whole;
    size_t count = inbox->line, rest = whole->length - count;
    inbox->at = inbox->old = inbox->kept;
    if (!lines_grow(taken, inbox->kept + count + SPARE)) {
        if (inbox->kept == 0 && rest + sizeof cut_mark <= taken->room) {
            Lines emptied = *taken;
            *taken = *whole;
            *whole = emptied;
            memcpy(whole->data, taken->data + count, rest);
            taken->length = count;
            whole->length = rest;
            inbox->line = 0;
            return;
        }
        while (count > 0 && (count > taken->room - inbox->kept || whole->data[count - 1]))
            count--;
    }
    inbox->lost |= count == 0;
    memcpy(taken->data + inbox->kept, whole->data, count);
    taken->length = inbox->kept + count;
    size_t gone = count ? count : strlen(whole->data) + 1;
    inbox->line -= gone;
    whole->length -= gone;
    memmove(whole->data, whole->data + gone, whole->length);
}

/* Returns the next event. Lines come first, so that a `stop` is not too late. The end of a search
 * comes after the lines that arrived before it, but waits for no others. The caller holds the
 * lock. */
static EventKind take(Inbox *inbox, bool lines)
{
    if (lines && inbox->line > 0 && !inbox->done_passed) {
        inbox->done_passed = inbox->done;
        while (inbox->line > 0 && inbox->at == inbox->taken.length)
            take_lines(inbox);
        if (inbox->at < inbox->taken.length)
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
    assert(inbox->kept <= inbox->at && inbox->at <= inbox->taken.length);
    EventKind kind = !lines || inbox->at == inbox->taken.length ? EVENT_NONE : inbox->at < inbox->old ? EVENT_OLD_LINE : EVENT_LINE;
    if (kind == EVENT_NONE) {
        const int64_t until_us = clock_us() + (int64_t)timeout_ms * 1000;
        pthread_mutex_lock(&inbox->lock);
        while ((kind = take(inbox, lines)) == EVENT_NONE && (timeout_ms < 0 || clock_us() < until_us)) {
            if (timeout_ms < 0)
                pthread_cond_wait(&inbox->filled, &inbox->lock);
            else
                steady_cond_wait(&inbox->filled, &inbox->lock, until_us);
        }
        pthread_mutex_unlock(&inbox->lock);
    }
    if (kind == EVENT_LINE || kind == EVENT_OLD_LINE) {
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

void inbox_keep(Inbox *inbox, const char *line)
{
    size_t size = strlen(line) + 1, needed = inbox->kept + size;
    bool fits = inbox->at <= inbox->old /* it was kept before */ || (needed <= MOST_KEPT && needed + SPARE <= inbox->taken.room);
    if (fits) {
        memmove(inbox->taken.data + inbox->kept, line, size);
        inbox->kept += size;
    }
    inbox->lost |= !fits;
}

void inbox_keep_old(Inbox *inbox)
{
    if (inbox->at >= inbox->old)
        return;
    memmove(inbox->taken.data + inbox->kept, inbox->taken.data + inbox->at, inbox->old - inbox->at);
    inbox->kept += inbox->old - inbox->at;
    inbox->at = inbox->old;
}

void inbox_again(Inbox *inbox)
{
    inbox_keep_old(inbox);
    inbox->old = inbox->at;
    inbox->at -= inbox->kept;
    memmove(inbox->taken.data + inbox->at, inbox->taken.data, inbox->kept); /* kept lines are short, new ones may be long */
    inbox->kept = 0;
}

void inbox_done(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    inbox->done = true;
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

/* ---- the reader's side ---- */

/* Ends the line that was being received. The caller holds the lock. */
static void end_line(Inbox *inbox)
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
    inbox->past_last |= command_kind(line) == CMD_QUIT;
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
    size_t needed = whole->length + count + sizeof cut_mark;
    for (int waited = 0; inbox->line > MOST_QUEUED || (!inbox->cut && !lines_grow(whole, needed));) {
        pthread_mutex_unlock(&inbox->lock);
        sleep_ms(1);
        pthread_mutex_lock(&inbox->lock);
        needed = whole->length + count + sizeof cut_mark;
        inbox->cut |= inbox->line == 0 && ++waited == MEMORY_PATIENCE_MS;
    }
    if (needed > whole->room)
        whole->length = whole->room - count - sizeof cut_mark; /* part of a line that is cut off */
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
        end_line(inbox);
    }
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

void inbox_end(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    if (inbox->whole.length > inbox->line || inbox->cut)
        end_line(inbox);
    inbox->ended = true;
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

/* ---- the thread ---- */

#ifndef _WIN32
/* Waits for input. Ends the process if our output has no reader any more. */
static void wait_for_input(const Inbox *inbox)
{
    struct pollfd ends[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = 0}};
    while (poll(ends, 2, -1) < 0 && errno == EINTR)
        ;
    if (ends[1].revents & POLLERR)
        inbox->leave(NULL);
}
#else
static void wait_for_input(const Inbox *inbox) { (void)inbox; }
#endif

/* Waits for the session to end the process. Where it cannot, does so: see input_start(). */
static void watch_the_end(const Inbox *inbox)
{
    enum { UNREAD_MS = 5000, HANGING_MS = 10 * 60 * 1000, LOOK_MS = 10 };
    unsigned steps = atomic_load(&inbox->steps), writes = atomic_load(&inbox->writes);
    for (int unread = 0, hanging = 0;;) {
        clock_sleep_ms(inbox->clock, LOOK_MS);
        if (stdout_is_deserted())
            inbox->leave(NULL);
        unsigned steps_now = atomic_load(&inbox->steps), writes_now = atomic_load(&inbox->writes);
        bool still = inbox->past_last && steps_now == steps;
        bool writing = still && writes_now == writes && writes_now % 2 == 1;
        hanging = still ? hanging + LOOK_MS : 0;
        unread = writing ? unread + LOOK_MS : 0;
        if (unread >= UNREAD_MS)
            inbox->leave("answers are lost: after `quit`, standard output was not read for 5 seconds");
        if (hanging >= HANGING_MS)
            inbox->leave("answers are lost: the command before `quit` has not ended after 10 minutes");
        steps = steps_now;
        writes = writes_now;
    }
}

static void *read_input(void *shared)
{
    Inbox *inbox = shared;
    char chunk[READ_SIZE];
    while (!inbox->past_last) {
        wait_for_input(inbox);
        ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        inbox_feed(inbox, chunk, (size_t)n);
    }
    inbox_end(inbox); /* also after `quit`, since nothing more is read */
    watch_the_end(inbox);
    return NULL;
}

bool input_start(Inbox *inbox, Output *out)
{
    out->writes = &inbox->writes;
    pthread_t thread;
    if (pthread_create(&thread, NULL, read_input, inbox) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
