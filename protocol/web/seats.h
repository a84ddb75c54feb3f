/* SPDX-License-Identifier: GPL-3.0-only */
/* seats.h - engines behind pages: each sits in a process of its own, this program once more, so that a page which is gone takes its
 * engine with it whatever it was doing. They end too when this process does, in whatever way: their input is over then. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "engine/base/text.h"

/* A browser keeps a connection open for each and has six for one server, of which the last are for asking. */
enum { SEATS = 4 };

typedef struct Seats Seats;
typedef struct Seat Seat;

Seats *seats_new(void);        /* NULL: no memory */
void seats_free(Seats *seats); /* nobody may sit any more */

/* A new engine. Where no seat is free one is waited for, a moment: a page that is loaded anew leaves its old one. NULL with the reason. */
Seat *seat_take(Seats *seats, Text *why);
const char *seat_name(const Seat *seat);

/* What the engine says, as it comes. Returns how many bytes; 0 after some seconds without any; -1 when the engine has ended or nobody is
 * at the socket any more. */
ssize_t seat_read(Seat *seat, int socket, char *bytes, size_t room);

/* To the engine of that name. False if there is none, or it does not take it all in two seconds. */
bool seat_send(Seats *seats, const char *name, const char *bytes, size_t length);

/* The engine is gone when this returns. */
void seat_leave(Seat *seat);
