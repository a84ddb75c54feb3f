/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/socket.h"

#ifdef _WIN32
#include <winsock2.h>
#include <ws2tcpip.h>
enum { SHUT_RDWR = SD_BOTH, CLOSE_ON_EXEC = 0 };
static const int port_option = SO_EXCLUSIVEADDRUSE; /* otherwise a second program could listen on the same port */
#define poll WSAPoll
#else
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#define closesocket close
enum { CLOSE_ON_EXEC = SOCK_CLOEXEC };
static const int port_option = SO_REUSEADDR; /* allows an immediate restart */
#endif

#include "engine/base/why.h"

#if defined POLLRDHUP
enum { ENDED = POLLRDHUP };
#elif defined _WIN32
enum { ENDED = 0 };                          /* POLLHUP is always reported */
#else
enum { ENDED = 0 }; /* the end is noticed only at the next write */
#endif

Socket socket_listen(int *port, bool *taken, Text *why)
{
    enum { WAITING = 64 };
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int yes = 1;
#ifdef _WIN32
    WSADATA data;
    WSAStartup(MAKEWORD(2, 2), &data);
#endif
    Socket s = socket(AF_INET, SOCK_STREAM | CLOSE_ON_EXEC, 0);
    if (s != NO_SOCKET)
        setsockopt(s, SOL_SOCKET, port_option, (const void *)&yes, sizeof yes);
    if (s != NO_SOCKET && bind(s, (struct sockaddr *)&address, sizeof address) == 0 && listen(s, WAITING) == 0 &&
        getsockname(s, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return s;
    }
#ifdef _WIN32
    const int fault = WSAGetLastError();
    *taken = fault == WSAEADDRINUSE || fault == WSAEACCES; /* the latter if another program has the port for itself */
    why_not(why, *taken ? "port %d is in use" : "cannot listen on port %d", *port);
#else
    *taken = errno == EADDRINUSE;
    why_not(why, "port %d: %s", *port, why_words(errno, why_language(why)));
#endif
    if (s != NO_SOCKET)
        closesocket(s);
    return NO_SOCKET;
}

void socket_shut(Socket s) { shutdown(s, SHUT_RDWR); }
void socket_close(Socket s) { closesocket(s); }

bool socket_is_gone(Socket s)
{
    struct pollfd polled = {.fd = s, .events = ENDED};
    return poll(&polled, 1, 0) > 0;
}
