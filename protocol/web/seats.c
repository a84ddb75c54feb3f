/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/seats.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/platform.h"
#include "engine/base/why.h"

#ifndef POLLRDHUP
#define POLLRDHUP 0 /* without it, the disconnection of a client is noticed only at the next write */
#endif

extern char **environ;

struct Seat {
    Seats *seats; /* NULL if the seat is free */
    pid_t pid;
    int to, from; /* our ends of the process's input and output; `to` is -1 once the input is closed */
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

static void seats_close_all(const int *ends, int count)
{
    for (int i = 0; i < count; i++)
        if (ends[i] >= 0)
            close(ends[i]);
}

/* Writes the path of the running program. */
static void seats_own_path(char *path, size_t size)
{
#ifdef __linux__
    snprintf(path, size, "/proc/self/exe"); /* works even if the file was replaced or renamed */
#else
    executable_folder(path, size);
    snprintf(path + strlen(path), size - strlen(path), "hanxin");
#endif
}

/* Starts the process of a seat. On failure returns false with errno set. */
static bool seats_start(Seat *s, char *const *arguments)
{
    int ends[4] = {-1, -1, -1, -1}, fault = 0;
    char path[4096];
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(ends + 2, O_CLOEXEC) != 0)
        fault = errno;
    if (!fault && (fault = posix_spawn_file_actions_init(&actions)) == 0) {
        seats_own_path(path, sizeof path);
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, ends[3], STDOUT_FILENO);
        fault = posix_spawn(&s->pid, path, &actions, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    if (fault) {
        seats_close_all(ends, 4);
        errno = fault;
        return false;
    }
    seats_close_all((int[]){ends[0], ends[3]}, 2);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    s->to = ends[1];
    s->from = ends[2];
    return true;
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
            *s = (Seat){.seats = seats, .to = -1};
            snprintf(s->name, sizeof s->name, "%u", ++seats->count);
            if (!seats_start(s, arguments)) {
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

ssize_t seat_read(Seat *seat, int socket, char *bytes, size_t room)
{
    enum { SILENCE_MS = 10000 };
    struct pollfd polled[] = {{.fd = seat->from, .events = POLLIN}, {.fd = socket, .events = POLLRDHUP}};
    int ready;
    while ((ready = poll(polled, 2, SILENCE_MS)) < 0 && errno == EINTR)
        ;
    if (ready < 0 || polled[1].revents)
        return -1;
    if (!polled[0].revents)
        return 0;
    ssize_t count = read(seat->from, bytes, room);
    return count > 0 ? count : -1;
}

/* Writes to a non-blocking pipe. */
static bool seats_write_all(int fd, const char *bytes, size_t length)
{
    enum { PATIENCE_MS = 2000 };
    for (int64_t end = clock_ms() + PATIENCE_MS; length > 0;) {
        ssize_t count = write(fd, bytes, length);
        struct pollfd polled = {.fd = fd, .events = POLLOUT};
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        } else if (clock_ms() >= end || poll(&polled, 1, (int)(end - clock_ms())) == 0) {
            return false;
        }
    }
    return true;
}

bool seat_send(Seats *seats, const char *name, const char *bytes, size_t length)
{
    int to = -1;
    pthread_mutex_lock(&seats->lock);
    for (int i = 0; i < SEATS; i++) {
        const Seat *s = &seats->seats[i];
        /* The duplicate remains valid even if the engine's seat is freed meanwhile. Only this request
         * waits for the engine. */
        if (s->seats && s->to >= 0 && strcmp(s->name, name) == 0)
            to = fcntl(s->to, F_DUPFD_CLOEXEC, 0);
    }
    pthread_mutex_unlock(&seats->lock);
    bool sent = to >= 0 && seats_write_all(to, bytes, length);
    seats_close_all(&to, 1);
    return sent;
}

static void seats_close_input(Seat *seat)
{
    pthread_mutex_lock(&seat->seats->lock);
    seats_close_all(&seat->to, 1);
    seat->to = -1;
    pthread_mutex_unlock(&seat->seats->lock);
}

bool seat_finish_input(Seat *seat, const char *bytes, size_t length)
{
    bool sent = seats_write_all(seat->to, bytes, length);
    seats_close_input(seat);
    return sent;
}

void seat_leave(Seat *seat)
{
    Seats *seats = seat->seats;
    seats_close_input(seat);
    kill(seat->pid, SIGKILL);
    while (waitpid(seat->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    close(seat->from);
    pthread_mutex_lock(&seats->lock);
    *seat = (Seat){0};
    pthread_mutex_unlock(&seats->lock);
}
