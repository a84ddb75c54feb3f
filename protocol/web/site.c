/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/why.h"
#include "protocol/web/files.h"
#include "protocol/web/rules.h"

enum { OK = 200, NO_CONTENT = 204, GONE = 410, UNAVAILABLE = 503 };

#define FILE(label, name, type, path) extern const char hanxin_web_##label[], hanxin_web_##label##_end[];
WEB_FILES(FILE)
#undef FILE

static const struct {
    const char *name, *type, *begin, *end;
} files[] = {
#define FILE(label, name, type, path) {name, type, hanxin_web_##label, hanxin_web_##label##_end},
    WEB_FILES(FILE)
#undef FILE
};

static void site_give_file(const char *name, HttpReply *reply)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(name, files[i].name) == 0) {
            reply->status = OK;
            reply->type = files[i].type;
            reply->bytes = files[i].begin;
            reply->length = (size_t)(files[i].end - files[i].begin);
        }
}

/* ---- an engine's output as server-sent events ---- */

typedef struct Feed {
    Seat *seat;
    bool greeted, in_line;
} Feed;

static ssize_t site_feed_read(void *self, int socket, char *bytes, size_t room)
{
    enum { GROWTH = 8, PIECE = 2048 }; /* "\n" becomes "data: \n\n" */
    Feed *f = self;
    char piece[PIECE];
    Text out = text_over(bytes, room);
    if (!f->greeted) {
        f->greeted = true;
        text_addf(&out, "event: engine\ndata: %s\n\n", seat_name(f->seat));
        return (ssize_t)out.length;
    }
    ssize_t count = seat_read(f->seat, socket, piece, room / GROWTH < PIECE ? room / GROWTH : PIECE);
    if (count < 0)
        return -1;
    if (count == 0 && !f->in_line)
        text_add(&out, ":\n\n"); /* a comment, which detects a client that has gone */
    for (ssize_t i = 0; i < count; i++) {
        text_add(&out, f->in_line ? "" : "data: ");
        f->in_line = piece[i] != '\n';
        if (f->in_line)
            text_add_char(&out, piece[i]);
        else
            text_add(&out, "\n\n");
    }
    return (ssize_t)out.length;
}

static void site_feed_end(void *self)
{
    Feed *f = self;
    seat_leave(f->seat);
    free(f);
}

static void site_give_engine(const Site *site, HttpReply *reply)
{
    Text why = WHY_IN(site->language);
    Feed *f = calloc(1, sizeof *f);
    reply->status = OK;
    reply->type = "text/event-stream";
    reply->bytes = NULL;
    if (f && (f->seat = seat_take(site->seats, &why))) {
        reply->stream = (HttpStream){site_feed_read, site_feed_end, f};
        return;
    }
    if (!f)
        why_no_memory(&why);
    text_addf(&reply->text, "event: refused\ndata: %s\n\n", why.data);
    free(f);
}

/* ---- requests ---- */

static void site_take_lines(const Site *site, const char *name, const HttpRequest *request, HttpReply *reply)
{
    bool sent = seat_send(site->seats, name, request->body, request->length);
    reply->status = sent ? NO_CONTENT : GONE;
    reply->bytes = sent ? "" : tr(site->language, "There is no such engine.\n");
    reply->length = strlen(reply->bytes);
}

static void site_ask_rules(const Site *site, const HttpRequest *request, HttpReply *reply)
{
    bool answered = web_answer(request->body, request->length, &reply->text);
    reply->status = answered ? OK : UNAVAILABLE;
    reply->type = answered ? "application/json" : reply->type;
    reply->bytes = answered ? NULL : tr(site->language, "Out of memory.\n");
    reply->length = answered ? 0 : strlen(reply->bytes);
}

void site_answer(void *self, const HttpRequest *request, HttpReply *reply)
{
    static const char engine[] = "engine/";
    const Site *site = self;
    if (request->post && strcmp(request->path, "rules") == 0)
        site_ask_rules(site, request, reply);
    else if (request->post && strncmp(request->path, engine, strlen(engine)) == 0)
        site_take_lines(site, request->path + strlen(engine), request, reply);
    else if (!request->post && strcmp(request->path, "engine") == 0)
        site_give_engine(site, reply);
    else if (!request->post)
        site_give_file(request->path, reply);
}
