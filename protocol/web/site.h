/* SPDX-License-Identifier: GPL-3.0-only */
/* site.h - what `hanxin web` hands out, below its secret: the page's files, answers of the rules, and engines.
 *
 *     GET  FILE          one of files.h; "" is the page
 *     POST rules         a question (rules.h), answered as JSON
 *     GET  engine        a new engine, as server-sent events: `engine` with its name, then a message for each line that it says; or
 *                        `refused` with the reason. It ends when the connection does
 *     POST engine/NAME   lines to it */
#pragma once

#include "protocol/web/http.h"
#include "protocol/web/seats.h"

typedef struct Site {
    Seats *seats; /* borrowed */
    Language language;
} Site;

/* For HttpSite; `self` is a Site. */
void site_answer(void *self, const HttpRequest *request, HttpReply *reply);
