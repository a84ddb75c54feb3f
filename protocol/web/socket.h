/* SPDX-License-Identifier: GPL-3.0-only */
/* socket.h - sockets on the loopback address, on POSIX systems and on Windows. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/text.h"

#ifdef _WIN32
typedef uintptr_t Socket; /* a SOCKET */
#else
typedef int Socket;
#endif
#define NO_SOCKET ((Socket)-1)

/* Returns a socket that listens on *port. Port 0 selects a free one and becomes its number. On failure returns NO_SOCKET with the
 * reason; *taken is true if the port is in use. */
Socket socket_listen(int *port, bool *taken, Text *why);

/* Ends the connection, which is not closed yet: a thread that uses it sees the end of the stream. */
void socket_shut(Socket s);
void socket_close(Socket s);

/* Returns true if the other side has ended the connection. Does not wait. */
bool socket_is_gone(Socket s);
