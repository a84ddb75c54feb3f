/* SPDX-License-Identifier: GPL-3.0-only */
/* site.h - the content that `hanxin web` serves under its secret: the page's files, answers of the rules, and engines.
 *
 *     GET  FILE          one of files.h; "" is the page
 *     GET  file          the file that the page shall open, if there is one
 *     POST rules         a request (rules.h), answered as JSON
 *     GET  engine        a new engine, as server-sent events: `engine` with its name, then one
 *                        message per line of its output; or `refused` with the reason. The engine
 *                        ends with the connection
 *     POST engine/NAME   lines for that engine
 *     POST review        a line with the number of nodes per position, and a game in any format: the
 *                        lines of `hanxin review --stream`, as they come, with empty lines between
 *                        them while there is nothing new. Closing the connection ends the review */
#pragma once

#include "engine/endgame/probe.h"
#include "protocol/web/http.h"
#include "protocol/web/seats.h"

typedef struct Site {
    Seats *seats;          /* borrowed */
    const char *folders;   /* folders of endgame tables, for engines and reviews; borrowed */
    EndgameTables *tables; /* these and the built-in ones, for the rules; borrowed */
    Language language;
    const char *file; /* for the page to open; NULL: none */
} Site;

/* Answers a request. For HttpSite; `self` is a Site. */
void site_answer(void *self, const HttpRequest *request, HttpReply *reply);
