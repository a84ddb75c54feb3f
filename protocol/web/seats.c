/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/seats.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/child.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"

struct Seat {
    Seats *seats; /* NULL if the seat is free */
    Child *child;
    int senders; /* threads that are writing to the child */
    bool ending; /* no thread may begin to write */
    char name[12];
};

struct Seats {
    pthread_mutex_t lock;
    unsigned count; /* number of processes started so far, used as their names */
    Seat seats[SEATS];
};

Seats *seats_new(void)
{
    Seats *s = calloc(1, sizeof *s);
    if (s)
        pthread_mutex_init(&s->lock, NULL);
    return s;
}

void seats_free(Seats *seats)
{
    if (seats)
        pthread_mutex_destroy(&seats->lock);
    free(seats);
}

Seat *seat_take(Seats *seats, char *const *arguments, Text *why)
{
    enum { PATIENCE = 20, NAP_MS = 100 };
    Seat *s = NULL;
    for (int nap = 0; !s && nap <= PATIENCE; nap++) {
        if (nap > 0)
            sleep_ms(NAP_MS);
        pthread_mutex_lock(&seats->lock);
        for (int i = 0; !s && i < SEATS; i++)
            if (!seats->seats[i].seats)
                s = &seats->seats[i];
        if (s) {
            ChildFault fault;
            *s = (Seat){.seats = seats, .child = child_start(&(ChildSpec){.words = arguments, .ourselves = true}, &fault)};
            snprintf(s->name, sizeof s->name, "%u", ++seats->count);
            if (!s->child) {
                why_not(why, "cannot start an engine: %s", why_words(errno, why_language(why)));
                *s = (Seat){0};
                pthread_mutex_unlock(&seats->lock);
                return NULL;
            }
        }
        pthread_mutex_unlock(&seats->lock);
    }
    if (!s)
        why_not(why, "%d engines and reviews are running already: close one of the pages", SEATS);
    return s;
}

const char *seat_name(const Seat *seat) { return seat->name; }

ptrdiff_t seat_read(Seat *seat, Socket client, char *bytes, size_t room)
{
    enum { SILENCE_MS = 10000, SLICE_MS = 100 };
    ptrdiff_t count = 0;
    for (int waited = 0; count == 0 && waited < SILENCE_MS; waited += SLICE_MS) {
        if (child_wait(seat->child, CHILD_OUTPUT, SLICE_MS * 1000))
            count = child_read(seat->child, bytes, room);
        if (socket_is_gone(client))
            return -1;
    }
    return count;
}

static bool seat_write_all(Seat *seat, const char *bytes, size_t length)
{
    enum { PATIENCE_MS = 2000 };
    for (int64_t left, end = clock_us() + PATIENCE_MS * 1000; length > 0;) {
        ptrdiff_t count = child_write(seat->child, bytes, length);
        if (count < 0 || (count == 0 && (left = end - clock_us()) <= 0))
            return false;
        if (count == 0)
            child_wait(seat->child, CHILD_INPUT, left);
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

bool seat_send(Seats *seats, const char *name, const char *bytes, size_t length)
{
    Seat *seat = NULL;
    pthread_mutex_lock(&seats->lock);
    for (Seat *s = seats->seats; s < seats->seats + SEATS; s++)
        if (s->seats && !s->ending && strcmp(s->name, name) == 0) {
            seat = s;
            seat->senders++;
        }
    pthread_mutex_unlock(&seats->lock);
    if (!seat)
        return false;
    /* Only this request waits for the engine. */
    bool sent = seat_write_all(seat, bytes, length);
    pthread_mutex_lock(&seats->lock);
    seat->senders--;
    pthread_mutex_unlock(&seats->lock);
    return sent;
}

/* From here on no thread writes to the child. */
static void seat_await_senders(Seat *seat)
{
    enum { NAP_MS = 1 };
    pthread_mutex_lock(&seat->seats->lock);
    for (seat->ending = true; seat->senders > 0;) {
        pthread_mutex_unlock(&seat->seats->lock);
        sleep_ms(NAP_MS);
        pthread_mutex_lock(&seat->seats->lock);
    }
    pthread_mutex_unlock(&seat->seats->lock);
}

bool seat_finish_input(Seat *seat, const char *bytes, size_t length)
{
    bool sent = seat_write_all(seat, bytes, length);
    seat_await_senders(seat);
    child_close_input(seat->child);
    return sent;
}

void seat_leave(Seat *seat)
{
    Seats *seats = seat->seats;
    child_kill(seat->child); /* a write to it now fails */
    seat_await_senders(seat);
    child_end(seat->child, NULL);
    pthread_mutex_lock(&seats->lock);
    *seat = (Seat){0};
    pthread_mutex_unlock(&seats->lock);
}
