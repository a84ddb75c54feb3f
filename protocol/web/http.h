/* SPDX-License-Identifier: GPL-3.0-only */
/* http.h - a web server for one person and this machine: it listens on the loopback address, and answers only who knows its secret, a
 * random part of every address. So no other page can ask anything of it: it does not know the secret; what it sends nevertheless
 * has another `Origin`; and under another name for the same machine (DNS rebinding) another `Host`. Other people on this machine are not
 * kept out where they see the arguments of running programs: whoever opens a browser there gives it the address, and with it the secret.
 *
 * By libmicrohttpd, which is opened at run time: the program is not linked with it, but needs its header to be built. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "engine/base/text.h"

typedef struct HttpRequest {
    const char *path; /* behind the secret: "words.js" */
    bool post;
    const char *body; /* of a POST, a string unless zero bytes are in it */
    size_t length;
} HttpRequest;

typedef struct HttpStream {
    /* Waits until there is something to send: its length. -1: it is over, or nobody is at the socket any more. */
    ssize_t (*read)(void *self, int socket, char *bytes, size_t room);
    void (*end)(void *self); /* always called, once, and last */
    void *self;
} HttpStream;

typedef struct HttpReply {
    int status;
    const char *type;
    const char *bytes; /* a constant, or NULL: `text`, which is freed, or what is read from `stream` */
    size_t length;
    Text text;
    HttpStream stream;
} HttpReply;

/* Called by several threads at once. The reply stands at 404. */
typedef struct HttpSite {
    void (*answer)(void *self, const HttpRequest *request, HttpReply *reply);
    void *self;
} HttpSite;

enum { HTTP_BODY_MOST = 4 << 20 };

typedef struct Http Http;

/* Port 0: any that is free. The site is borrowed. NULL with the reason; *taken tells whether it is that somebody else has the port. */
Http *http_start(int port, const HttpSite *site, bool *taken, Text *why);
const char *http_address(const Http *http); /* http://127.0.0.1:8170/SECRET/ */

/* Ends all that is being sent, and waits for that. */
void http_stop(Http *http);
