#include "protocol/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "engine/base/platform.h"

/* However short memory is, a buffer has room for a line of LEAST_ROOM - READ_SIZE bytes and all of another read. */
enum { LEAST_ROOM = 2 * READ_SIZE, LONGEST_LINE = 16 << 20, MOST_KEPT = 16 << 20, MOST_QUEUED = 64 << 20, MEMORY_PATIENCE_MS = 1000 };

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

/* False, and nothing added, if there is no memory. */
static bool lines_add(Lines *lines, const char *bytes, size_t count)
{
    if (!lines_grow(lines, lines->length + count))
        return false;
    memcpy(lines->data + lines->length, bytes, count);
    lines->length += count;
    return true;
}

static void swap(Lines *a, Lines *b)
{
    Lines kept = *a;
    *a = *b;
    *b = kept;
}

/* ---- the session's side ---- */

Inbox *inbox_new(bool (*is_last)(const char *line), const Clock *clock)
{
    Inbox *inbox = calloc(1, sizeof *inbox);
    if (!inbox || !lines_grow(&inbox->whole, 1) || !lines_grow(&inbox->taken, 1) || !lines_grow(&inbox->rest, 1))
        return NULL; /* the process ends */
    inbox->is_last = is_last;
    inbox->clock = clock;
    pthread_mutex_init(&inbox->lock, NULL);
    steady_cond_init(&inbox->filled);
    return inbox;
}

/* All that has come in goes behind what is kept, or in its place if there is no memory for both. */
static void take_lines(Inbox *inbox)
{
    Lines *taken = &inbox->taken, *whole = &inbox->whole;
    taken->length = inbox->kept;
    if (inbox->kept == 0 || !lines_add(taken, whole->data, whole->length)) {
        inbox->lost |= inbox->kept > 0;
        inbox->kept = 0;
        swap(whole, taken);
    }
    whole->length = 0;
    inbox->at = inbox->old = inbox->kept;
}

/* What has come, lines first, so that a `stop` is not found to be late; but the end of a search waits for the lines that have
 * come by then, once. Caller holds the lock. */
static EventKind take(Inbox *inbox, bool lines)
{
    if (lines && inbox->whole.length > 0 && !inbox->done_passed) {
        inbox->done_passed = inbox->done;
        take_lines(inbox);
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
    EventKind kind = !lines || inbox->at == inbox->taken.length ? EVENT_NONE : inbox->at < inbox->old ? EVENT_OLD_LINE : EVENT_LINE;
    if (kind == EVENT_NONE) {
        int64_t until = clock_ms() + timeout_ms;
        pthread_mutex_lock(&inbox->lock);
        while ((kind = take(inbox, lines)) == EVENT_NONE && (timeout_ms < 0 || clock_ms() < until)) {
            if (timeout_ms < 0)
                pthread_cond_wait(&inbox->filled, &inbox->lock);
            else
                steady_cond_wait(&inbox->filled, &inbox->lock, until);
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
    bool empty = inbox->at == inbox->taken.length && inbox->whole.length == 0 && !inbox->done && !inbox->ended;
    pthread_mutex_unlock(&inbox->lock);
    return empty;
}

void inbox_keep(Inbox *inbox, const char *line)
{
    size_t size = strlen(line) + 1;
    bool fits = inbox->kept + size <= MOST_KEPT;
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
    size_t rest = inbox->taken.length - inbox->at;
    memmove(inbox->taken.data + inbox->kept, inbox->taken.data + inbox->at, rest);
    inbox->taken.length = inbox->kept + rest;
    inbox->old = inbox->kept;
    inbox->kept = inbox->at = 0;
}

/* Tells the session that there is something. */
static void note(Inbox *inbox, bool *what)
{
    pthread_mutex_lock(&inbox->lock);
    *what = true;
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

void inbox_done(Inbox *inbox) { note(inbox, &inbox->done); }

/* ---- the reader's side ---- */

/* The lines of this read are whole: hands them over. A flood that the session cannot keep up with waits, here and in the
 * pipe. What remains is of this read, and so fits into any buffer. */
static void hand_over(Inbox *inbox)
{
    Lines *rest = &inbox->rest, *whole = &inbox->whole;
    size_t line = inbox->line, left = rest->length - line;
    bool added = false;
    if (line == 0)
        return;
    pthread_mutex_lock(&inbox->lock);
    while (whole->length > 0 && !(added = whole->length + line <= MOST_QUEUED && lines_add(whole, rest->data, line))) {
        pthread_mutex_unlock(&inbox->lock);
        sleep_ms(1);
        pthread_mutex_lock(&inbox->lock);
    }
    if (!added) {
        swap(rest, whole);
        whole->length = line;
    }
    memmove(rest->data, (added ? rest : whole)->data + line, left);
    rest->length = left;
    inbox->line = 0;
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

/* The line that was coming in has come to its end. */
static void end_line(Inbox *inbox)
{
    char *line = inbox->rest.data + inbox->line;
    size_t length = inbox->rest.length - inbox->line;
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
    inbox->past_last |= inbox->is_last(line);
    inbox->line += length + 1;
    inbox->rest.length = inbox->line;
    inbox->past_first = true;
    inbox->cut = false;
}

void inbox_feed(Inbox *inbox, const char *bytes, size_t count)
{
    Lines *rest = &inbox->rest;
    size_t needed = rest->length + count + sizeof cut_mark;
    for (int waited = 0; !inbox->cut && !lines_grow(rest, needed); waited++) {
        inbox->cut = waited == MEMORY_PATIENCE_MS;
        sleep_ms(1);
    }
    if (needed > rest->room)
        rest->length = rest->room - count - sizeof cut_mark; /* of a line that is cut */
    for (const char *end = bytes + count, *newline; bytes < end; bytes = newline + 1) {
        newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((newline ? newline : end) - bytes), left = LONGEST_LINE - (rest->length - inbox->line);
        bool fits = length <= left;
        if (!inbox->cut) {
            memcpy(rest->data + rest->length, bytes, fits ? length : left);
            rest->length += fits ? length : left;
        }
        inbox->cut |= !fits;
        if (!newline)
            break;
        end_line(inbox);
    }
    hand_over(inbox);
}

void inbox_end(Inbox *inbox)
{
    if (inbox->rest.length > 0 || inbox->cut)
        end_line(inbox);
    hand_over(inbox);
    note(inbox, &inbox->ended);
}

/* ---- the thread ---- */

#ifndef _WIN32
/* Has the reader of our output closed its end? poll() tells about a pipe even when there is nothing to write. */
static bool reader_is_gone(void)
{
    struct pollfd end = {.fd = STDOUT_FILENO, .events = 0};
    return poll(&end, 1, 0) > 0 && end.revents & POLLERR;
}

/* Waits for input, or until nobody reads our output any more. */
static void wait_for_input(void)
{
    struct pollfd ends[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = 0}};
    while (poll(ends, 2, -1) < 0 && errno == EINTR)
        ;
    if (ends[1].revents & POLLERR)
        _exit(EXIT_FAILURE);
}
#else
static bool reader_is_gone(void) { return false; }
static void wait_for_input(void) {}
#endif

/* The session has been told to leave, and does so when it has done what was asked before. */
_Noreturn static void watch_the_end(const Inbox *inbox)
{
    enum { STUCK_MS = 5000, LOOK_MS = 10 };
    unsigned steps = atomic_load(&inbox->steps);
    for (int stuck = 0; stuck < STUCK_MS; stuck += LOOK_MS) {
        clock_sleep_ms(inbox->clock, LOOK_MS);
        if (reader_is_gone())
            _exit(EXIT_FAILURE);
        unsigned now = atomic_load(&inbox->steps);
        if (!inbox->past_last || now != steps || atomic_load(&inbox->working))
            stuck = 0;
        steps = now;
    }
    _exit(EXIT_SUCCESS);
}

static void *read_input(void *shared)
{
    Inbox *inbox = shared;
    char chunk[READ_SIZE];
    while (!inbox->past_last) {
        wait_for_input();
        ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        inbox_feed(inbox, chunk, (size_t)n);
    }
    inbox_end(inbox); /* after the last line too: nothing more is read */
    watch_the_end(inbox);
}

bool input_start(Inbox *inbox)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, read_input, inbox) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
