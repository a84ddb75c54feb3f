/* SPDX-License-Identifier: GPL-3.0-only */
/* http.h - a web server for one user on this machine. It listens on the loopback address and answers only requests that contain its
 * secret, a random part of every address.
 *
 * Other web pages cannot use it: they do not know the secret, their requests have another `Origin`, and requests under another name
 * for this machine (DNS rebinding) have another `Host`. Other users of this machine are not kept out if they can see the arguments
 * of running programs, because the browser is started with the address, which contains the secret.
 *
 * It uses libmicrohttpd. Dynamic programs open it at run time: they are not linked with it, but need its header to be built. Static
 * programs contain it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"
#include "protocol/web/socket.h"

typedef struct HttpRequest {
    const char *path; /* path after the secret, such as "words.js" */
    bool post;
    const char *body; /* body of a POST; may contain zero bytes */
    size_t length;
} HttpRequest;

typedef struct HttpStream {
    /* Waits for data and returns its length; -1 if there is no more data or the client has
     * disconnected (socket_is_gone() in socket.h). */
    ptrdiff_t (*read)(void *self, Socket client, char *bytes, size_t room);
    void (*end)(void *self); /* always called, exactly once, as the last function */
    void *self;
} HttpStream;

typedef struct HttpReply {
    int status;
    const char *type;
    const char *bytes; /* constant data; if NULL, the reply is `text`, which is freed, or comes from `stream` */
    size_t length;
    Text text;
    HttpStream stream;
} HttpReply;

/* Answers requests, several at once in different threads. The reply is initialised to 404. */
typedef struct HttpSite {
    void (*answer)(void *self, const HttpRequest *request, HttpReply *reply);
    void *self;
    Language language; /* language of the replies to clients that are refused access */
} HttpSite;

enum { HTTP_BODY_MOST = (32 << 20) + 4096 }; /* bytes of a file that the page sends (FILE_MOST in game.js), and of the lines before it */

typedef struct Http Http;

/* Starts a server. Port 0 selects a free one. The site is borrowed. On failure returns NULL with the reason; *taken is true if the
 * port is in use. */
Http *http_start(int port, const HttpSite *site, bool *taken, Text *why);
const char *http_address(const Http *http); /* http://127.0.0.1:8170/SECRET/ */

/* Closes connections of strangers that are too slow. Must be called several times a second. */
void http_look(Http *http);

/* Stops the server. Ends all transfers and waits for them. */
void http_stop(Http *http);
