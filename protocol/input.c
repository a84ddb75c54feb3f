#include "protocol/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "engine/platform.h"

struct EventNode {
    Event event;
    EventNode *next;
};

enum { READ_SIZE = 1 << 16, END_GRACE_MS = 900, QUIT_GRACE_MS = 3000 };

void inbox_init(Inbox *inbox)
{
    pthread_mutex_init(&inbox->lock, NULL);
    pthread_cond_init(&inbox->filled, NULL);
    inbox->first = inbox->last = NULL;
    atomic_init(&inbox->patient, false);
}

void inbox_clear(Inbox *inbox)
{
    while (inbox->first) {
        EventNode *node = inbox->first;
        inbox->first = node->next;
        free(node->event.text);
        free(node);
    }
    pthread_cond_destroy(&inbox->filled);
    pthread_mutex_destroy(&inbox->lock);
}

/* Caller holds the lock. */
static void append(Inbox *inbox, EventKind kind, const char *text)
{
    EventNode *node = malloc(sizeof *node);
    if (!node)
        return;
    *node = (EventNode){{kind, text ? strdup(text) : NULL}, NULL};
    if (inbox->first)
        inbox->last->next = node;
    else
        inbox->first = node;
    inbox->last = node;
}

void inbox_push(Inbox *inbox, EventKind kind, const char *text)
{
    pthread_mutex_lock(&inbox->lock);
    append(inbox, kind, text);
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

bool inbox_pop(Inbox *inbox, int timeout_ms, Event *event)
{
    struct timespec until = {0, 0};
    if (timeout_ms >= 0) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += timeout_ms / 1000;
        until.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
    }

    pthread_mutex_lock(&inbox->lock);
    int error = 0;
    while (!inbox->first && error != ETIMEDOUT)
        error =
            timeout_ms < 0 ? pthread_cond_wait(&inbox->filled, &inbox->lock) : pthread_cond_timedwait(&inbox->filled, &inbox->lock, &until);
    EventNode *node = inbox->first;
    if (node)
        inbox->first = node->next;
    pthread_mutex_unlock(&inbox->lock);

    if (!node)
        return false;
    *event = node->event;
    free(node);
    return true;
}

/* Caller holds the lock; `line` has `length` bytes and room for a terminator. */
static void append_line(Inbox *inbox, char *line, size_t length)
{
    while (length > 0 && line[length - 1] == '\r')
        length--;
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0')
            line[i] = ' ';
    line[length] = '\0';
    append(inbox, EVENT_LINE, line);
}

void splitter_feed(LineSplitter *splitter, Inbox *inbox, const char *bytes, size_t count)
{
    size_t needed = splitter->length + count + 1;
    if (needed > splitter->capacity) {
        size_t capacity = needed < READ_SIZE ? 2 * (size_t)READ_SIZE : needed * 2;
        char *larger = realloc(splitter->rest, capacity);
        if (!larger)
            return;
        splitter->rest = larger;
        splitter->capacity = capacity;
    }
    memcpy(splitter->rest + splitter->length, bytes, count);
    size_t searched = splitter->length;
    splitter->length += count;

    if (!splitter->past_first && splitter->length >= 3) {
        splitter->past_first = true;
        if (memcmp(splitter->rest, "\xEF\xBB\xBF", 3) == 0)
            memcpy(splitter->rest, "   ", 3);
    }

    pthread_mutex_lock(&inbox->lock);
    char *line = splitter->rest, *end = splitter->rest + splitter->length;
    char *from = splitter->rest + searched, *newline;
    while ((newline = memchr(from, '\n', (size_t)(end - from)))) {
        append_line(inbox, line, (size_t)(newline - line));
        line = from = newline + 1;
    }
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);

    splitter->length = (size_t)(end - line);
    memmove(splitter->rest, line, splitter->length);
}

void splitter_end(LineSplitter *splitter, Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    if (splitter->length > 0)
        append_line(inbox, splitter->rest, splitter->length);
    append(inbox, EVENT_END, NULL);
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
    free(splitter->rest);
    *splitter = (LineSplitter){0};
}

/* The session has been told to leave; it normally does at once. */
static void end_process_soon(Inbox *inbox, int grace_ms)
{
    for (int waited = 0; waited < grace_ms; waited += 10)
        sleep_ms(10);
    if (!atomic_load(&inbox->patient))
        _exit(EXIT_SUCCESS);
}

#ifndef _WIN32
/* Waits for input. Ends the process when the reader of our output has closed its end, which poll()
 * tells about a pipe even when there is nothing to write. */
static void wait_for_input(void)
{
    for (;;) {
        struct pollfd ends[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = 0}};
        if (poll(ends, 2, -1) < 0 && errno == EINTR)
            continue;
        if (ends[1].revents & POLLERR)
            _exit(EXIT_FAILURE);
        return;
    }
}
#else
static void wait_for_input(void) {}
#endif

/* A whole line `quit`: what the session leaves at, unless it is in batch mode. */
static bool has_quit(const char *bytes, size_t count)
{
    for (size_t i = 0; i + 4 < count; i++)
        if ((i == 0 || bytes[i - 1] == '\n') && strncasecmp(bytes + i, "quit", 4) == 0 && strchr("\r\n", bytes[i + 4]))
            return true;
    return false;
}

static void *read_input(void *shared)
{
    Inbox *inbox = shared;
    LineSplitter splitter = {0};
    static _Thread_local char chunk[READ_SIZE];
    for (;;) {
        wait_for_input();
        ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        bool quit = has_quit(chunk, (size_t)n);
        splitter_feed(&splitter, inbox, chunk, (size_t)n);
        if (quit)
            end_process_soon(inbox, QUIT_GRACE_MS);
    }
    splitter_end(&splitter, inbox);
    end_process_soon(inbox, END_GRACE_MS);
    return NULL;
}

bool input_start(Inbox *inbox)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, read_input, inbox) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
