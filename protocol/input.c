#include "protocol/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef _WIN32
#include <poll.h>
#endif

#include "engine/base/platform.h"

enum { READ_SIZE = 1 << 16, LONGEST_LINE = 16 << 20, MOST_QUEUED = 64 << 20, STUCK_MS = 5000, MEMORY_PATIENCE_MS = 1000 };

static const char cut_mark[] = " [cut-off]";

/* ---- lists ---- */

void event_list_add(EventList *list, Event *event)
{
    event->next = NULL;
    if (list->first)
        list->last->next = event;
    else
        list->first = event;
    list->last = event;
    list->size += event->size;
}

Event *event_list_take(EventList *list)
{
    Event *event = list->first;
    if (event) {
        list->first = event->next;
        list->size -= event->size;
    }
    return event;
}

void event_list_append(EventList *list, EventList *tail)
{
    if (!tail->first)
        return;
    if (list->first)
        list->last->next = tail->first;
    else
        list->first = tail->first;
    list->last = tail->last;
    list->size += tail->size;
    *tail = (EventList){0};
}

/* ---- the inbox ---- */

void inbox_init(Inbox *inbox)
{
    *inbox = (Inbox){.end = {.kind = EVENT_END, .set_aside = true}, .done = {.kind = EVENT_DONE, .set_aside = true}};
    pthread_mutex_init(&inbox->lock, NULL);
    steady_cond_init(&inbox->filled);
    for (int i = 0; i < LINES_SET_ASIDE; i++)
        inbox->aside[i].event = (Event){.kind = EVENT_LINE, .set_aside = true, .text = inbox->aside[i].text};
}

void inbox_clear(Inbox *inbox)
{
    for (Event *event; (event = event_list_take(&inbox->queue));)
        event_free(inbox, event);
    pthread_cond_destroy(&inbox->filled);
    pthread_mutex_destroy(&inbox->lock);
}

void event_free(Inbox *inbox, Event *event)
{
    if (!event->set_aside) {
        free(event);
        return;
    }
    pthread_mutex_lock(&inbox->lock);
    for (int i = 0; i < LINES_SET_ASIDE; i++)
        if (event == &inbox->aside[i].event)
            inbox->aside[i].taken = false;
    pthread_mutex_unlock(&inbox->lock);
}

static void post_list(Inbox *inbox, EventList *list)
{
    pthread_mutex_lock(&inbox->lock);
    for (Event *event = list->first; event; event = event->next)
        inbox->notices += event->kind != EVENT_LINE;
    event_list_append(&inbox->queue, list);
    pthread_cond_signal(&inbox->filled);
    pthread_mutex_unlock(&inbox->lock);
}

void inbox_post(Inbox *inbox, EventKind end_or_done)
{
    Event *event = end_or_done == EVENT_END ? &inbox->end : &inbox->done;
    EventList list = {0};
    event_list_add(&list, event);
    post_list(inbox, &list);
}

/* The oldest event that is no line, from among lines. Caller holds the lock. */
static Event *take_notice(Inbox *inbox)
{
    EventList before = {0};
    if (inbox->notices == 0)
        return NULL;
    while (inbox->queue.first->kind == EVENT_LINE)
        event_list_add(&before, event_list_take(&inbox->queue));
    Event *notice = event_list_take(&inbox->queue);
    event_list_append(&before, &inbox->queue);
    inbox->queue = before;
    return notice;
}

Event *inbox_pop(Inbox *inbox, bool lines, int timeout_ms)
{
    int64_t until = clock_ms() + timeout_ms;
    Event *event;
    pthread_mutex_lock(&inbox->lock);
    while (!(event = lines ? event_list_take(&inbox->queue) : take_notice(inbox)) && (timeout_ms < 0 || clock_ms() < until)) {
        if (timeout_ms < 0)
            pthread_cond_wait(&inbox->filled, &inbox->lock);
        else
            steady_cond_wait(&inbox->filled, &inbox->lock, until);
    }
    if (event && event->kind != EVENT_LINE)
        inbox->notices--;
    pthread_mutex_unlock(&inbox->lock);
    return event;
}

bool inbox_is_empty(Inbox *inbox)
{
    pthread_mutex_lock(&inbox->lock);
    bool empty = !inbox->queue.first;
    pthread_mutex_unlock(&inbox->lock);
    return empty;
}

/* ---- lines ---- */

/* More memory, waited for a little while. NULL, and the old kept, if it does not come. */
static void *memory_wait(void *old, size_t bytes)
{
    for (int waited = 0; waited < MEMORY_PATIENCE_MS; waited++) {
        void *memory = realloc(old, bytes);
        if (memory)
            return memory;
        sleep_ms(1);
    }
    return NULL;
}

static Event *take_aside(Inbox *inbox)
{
    Event *event = NULL;
    pthread_mutex_lock(&inbox->lock);
    for (int i = 0; i < LINES_SET_ASIDE && !event; i++)
        if (!inbox->aside[i].taken) {
            inbox->aside[i].taken = true;
            event = &inbox->aside[i].event;
        }
    pthread_mutex_unlock(&inbox->lock);
    return event;
}

static Event *as_line(void *memory, size_t size)
{
    Event *event = memory;
    if (event)
        *event = (Event){.kind = EVENT_LINE, .size = size, .text = (char *)(event + 1)};
    return event;
}

/* Adds a line to `list`; if that takes waiting for memory, what is in the list is posted before. */
static void add_line(EventList *list, Inbox *inbox, const char *text, size_t length, bool cut)
{
    while (length > 0 && text[length - 1] == '\r')
        length--;
    size_t mark = cut ? sizeof cut_mark - 1 : 0, size = sizeof(Event) + length + mark + 1;
    Event *event = as_line(malloc(size), size);
    if (!event && length + mark < LINE_SET_ASIDE)
        event = take_aside(inbox);
    if (!event) {
        post_list(inbox, list);
        event = as_line(memory_wait(NULL, size), size);
    }
    while (!event) {
        event = take_aside(inbox);
        mark = sizeof cut_mark - 1;
        length = length < LINE_SET_ASIDE - 1 - mark ? length : LINE_SET_ASIDE - 1 - mark;
        if (!event)
            sleep_ms(1); /* the session gives one back with every line it takes */
    }
    for (size_t i = 0; i < length; i++)
        event->text[i] = text[i] ? text[i] : ' ';
    memcpy(event->text + length, cut_mark, mark);
    event->text[length + mark] = '\0';
    event_list_add(list, event);
}

void inbox_post_line(Inbox *inbox, const char *text)
{
    EventList list = {0};
    add_line(&list, inbox, text, strlen(text), false);
    post_list(inbox, &list);
}

/* Adds bytes to the line that is coming in. */
static void keep(LineSplitter *splitter, const char *bytes, size_t count)
{
    if (splitter->cut)
        return;
    size_t needed = splitter->length + count;
    if (needed > splitter->capacity && needed <= LONGEST_LINE) {
        size_t capacity = needed < READ_SIZE ? READ_SIZE : needed * 2;
        char *larger = memory_wait(splitter->rest, capacity);
        if (larger) {
            splitter->rest = larger;
            splitter->capacity = capacity;
        }
    }
    if (needed > splitter->capacity || needed > LONGEST_LINE) {
        splitter->cut = true;
        return;
    }
    memcpy(splitter->rest + splitter->length, bytes, count);
    splitter->length = needed;
}

/* The end of a line has come, after some last bytes of it. */
static void complete(LineSplitter *splitter, Inbox *inbox, EventList *list, const char *bytes, size_t count)
{
    if (splitter->length > 0 || splitter->cut) {
        keep(splitter, bytes, count);
        bytes = splitter->rest;
        count = splitter->length;
    }
    if (!splitter->past_first && count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        count -= 3;
    }
    add_line(list, inbox, bytes, count, splitter->cut);
    splitter->past_first = true;
    splitter->length = 0;
    splitter->cut = false;
    if (splitter->is_last && splitter->is_last(list->last->text))
        splitter->past_last = true;
}

void splitter_feed(LineSplitter *splitter, Inbox *inbox, const char *bytes, size_t count)
{
    EventList list = {0};
    const char *end = bytes + count, *newline;
    while (bytes < end && (newline = memchr(bytes, '\n', (size_t)(end - bytes)))) {
        complete(splitter, inbox, &list, bytes, (size_t)(newline - bytes));
        bytes = newline + 1;
    }
    if (bytes < end)
        keep(splitter, bytes, (size_t)(end - bytes));
    post_list(inbox, &list);
}

void splitter_end(LineSplitter *splitter, Inbox *inbox)
{
    EventList list = {0};
    if (splitter->length > 0 || splitter->cut)
        complete(splitter, inbox, &list, "", 0);
    event_list_add(&list, &inbox->end);
    post_list(inbox, &list);
    free(splitter->rest);
    *splitter = (LineSplitter){0};
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
static void wait_for_input(const Inbox *inbox)
{
    for (;;) {
        struct pollfd ends[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO, .events = 0}};
        if (poll(ends, 2, -1) < 0 && errno == EINTR)
            continue;
        if (ends[1].revents & POLLERR)
            inbox->hooks->leave(true);
        return;
    }
}
#else
static bool reader_is_gone(void) { return false; }
static void wait_for_input(const Inbox *inbox) { (void)inbox; }
#endif

/* The session has been told to leave, and does so when it has done what was asked before. */
static void watch_the_end(Inbox *inbox, bool past_last)
{
    enum { LOOK_MS = 10 };
    unsigned steps = atomic_load(&inbox->steps);
    for (int stuck = 0; stuck < STUCK_MS; stuck += LOOK_MS) {
        sleep_ms(LOOK_MS);
        if (reader_is_gone())
            inbox->hooks->leave(true);
        unsigned now = atomic_load(&inbox->steps);
        if (!past_last || now != steps || atomic_load(&inbox->working))
            stuck = 0;
        steps = now;
    }
    inbox->hooks->leave(false);
}

/* A flood that the session cannot keep up with waits in the pipe. */
static void wait_for_session(Inbox *inbox)
{
    for (;;) {
        pthread_mutex_lock(&inbox->lock);
        bool room = inbox->queue.size < MOST_QUEUED;
        pthread_mutex_unlock(&inbox->lock);
        if (room)
            return;
        sleep_ms(1);
    }
}

static void *read_input(void *shared)
{
    Inbox *inbox = shared;
    LineSplitter splitter = {.is_last = inbox->hooks->is_last};
    char chunk[READ_SIZE];
    while (!splitter.past_last) {
        wait_for_session(inbox);
        wait_for_input(inbox);
        ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            break;
        splitter_feed(&splitter, inbox, chunk, (size_t)n);
    }
    bool past_last = splitter.past_last;
    splitter_end(&splitter, inbox); /* after the last line too: nothing more is read */
    watch_the_end(inbox, past_last);
    return NULL;
}

bool input_start(Inbox *inbox, const InputHooks *hooks)
{
    pthread_t thread;
    inbox->hooks = hooks;
    if (pthread_create(&thread, NULL, read_input, inbox) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
