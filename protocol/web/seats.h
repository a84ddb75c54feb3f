/* SPDX-License-Identifier: GPL-3.0-only */
/* seats.h - engines and reviews for pages, each in its own process, which runs this program again. Closing a page therefore ends its
 * processes, whatever they were doing. They also end when this process ends in any way, because their input or output is then
 * closed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"
#include "protocol/web/socket.h"

/* A browser keeps one connection open per seat and allows six per server; the others are for
 * requests. */
enum { SEATS = 4 };

typedef struct Seats Seats;
typedef struct Seat Seat;

Seats *seats_new(void);        /* NULL if an allocation fails */
void seats_free(Seats *seats); /* all seats must be free */

/* Starts this program with these arguments, which end with NULL; the first is its name. If no seat is free, waits a moment, because a page that is being reloaded frees
 * its old seat a little later. Returns NULL with the reason. */
Seat *seat_take(Seats *seats, char *const *arguments, Text *why);
const char *seat_name(const Seat *seat);

/* Reads output of the process as it arrives. Returns the number of bytes; 0 after some seconds without
 * output; -1 if the process has ended or the client has disconnected. */
ptrdiff_t seat_read(Seat *seat, Socket client, char *bytes, size_t room);

/* Sends input to the engine of that name. Returns false if there is no such engine, or if it does not
 * accept all bytes within two seconds. */
bool seat_send(Seats *seats, const char *name, const char *bytes, size_t length);

/* Sends the rest of its input to the process, and closes the input. Returns false if it does not accept all
 * bytes within two seconds. */
bool seat_finish_input(Seat *seat, const char *bytes, size_t length);

/* Ends the process, which no longer exists when this returns. */
void seat_leave(Seat *seat);
