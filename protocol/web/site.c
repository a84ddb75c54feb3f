/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/web/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"
#include "engine/base/why.h"
#include "protocol/web/files.h"
#include "protocol/web/rules.h"

enum { OK = 200, NO_CONTENT = 204, BAD_REQUEST = 400, GONE = 410, UNAVAILABLE = 503 };

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

/* The file is read at each request, since it may have changed. */
static void site_give_users_file(const Site *site, HttpReply *reply)
{
    char block[1 << 14];
    FILE *file = site->file ? file_read(site->file, NULL) : NULL;
    if (!file)
        return; /* not found */
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0 && reply->text.length <= HTTP_BODY_MOST;)
        text_add_bytes(&reply->text, block, n);
    fclose(file);
    reply->status = OK;
    reply->type = "application/octet-stream";
    reply->bytes = NULL;
}

/* ---- output of an engine, as server-sent events, and of a review ---- */

typedef struct Feed {
    Seat *seat;
    bool greeted, in_line;
} Feed;

static ptrdiff_t site_feed_read(void *self, Socket client, char *bytes, size_t room)
{
    enum { GROWTH = 8, PIECE = 2048 }; /* "\n" becomes "data: \n\n" */
    Feed *f = self;
    char piece[PIECE];
    Text out = text_over(bytes, room);
    if (!f->greeted) {
        f->greeted = true;
        text_addf(&out, "event: engine\ndata: %s\n\n", seat_name(f->seat));
        return (ptrdiff_t)out.length;
    }
    ptrdiff_t count = seat_read(f->seat, client, piece, room / GROWTH < PIECE ? room / GROWTH : PIECE);
    if (count < 0)
        return -1;
    if (count == 0 && !f->in_line)
        text_add(&out, ":\n\n"); /* a comment, which detects a client that has gone */
    for (ptrdiff_t i = 0; i < count; i++) {
        text_add(&out, f->in_line ? "" : "data: ");
        f->in_line = piece[i] != '\n';
        if (f->in_line)
            text_add_char(&out, piece[i]);
        else
            text_add(&out, "\n\n");
    }
    return (ptrdiff_t)out.length;
}

static void site_feed_end(void *self)
{
    Feed *f = self;
    seat_leave(f->seat);
    free(f);
}

/* Starts this program with these arguments in a seat. Returns NULL with the reason. */
static Feed *site_feed_begin(const Site *site, char *const *arguments, Text *why)
{
    Feed *f = calloc(1, sizeof *f);
    if (!f)
        why_no_memory(why);
    else if ((f->seat = seat_take(site->seats, arguments, why)))
        return f;
    free(f);
    return NULL;
}

static void site_give_engine(const Site *site, HttpReply *reply)
{
    char name[] = "hanxin";
    Text why = WHY_IN(site->language);
    Feed *f = site_feed_begin(site, (char *[]){name, NULL}, &why);
    Text option = TEXT_INIT;
    text_addf(&option, "setoption name Table Path value %s\n", site->folders);
    if (f && *site->folders)
        seat_send(site->seats, seat_name(f->seat), option.data, option.length);
    text_free(&option);
    reply->status = OK;
    reply->type = "text/event-stream";
    reply->bytes = NULL;
    if (f)
        reply->stream = (HttpStream){site_feed_read, site_feed_end, f};
    else
        text_addf(&reply->text, "event: refused\ndata: %s\n\n", why.data);
}

static ptrdiff_t site_review_read(void *self, Socket client, char *bytes, size_t room)
{
    Feed *f = self;
    ptrdiff_t count = seat_read(f->seat, client, bytes, room);
    if (count == 0) /* an empty line, which detects a client that has gone */
        bytes[count++] = '\n';
    return count;
}

static void site_give_review(const Site *site, const HttpRequest *request, HttpReply *reply)
{
    enum { NODES_SIZE = 12 };
    char words[][NODES_SIZE] = {"hanxin", "review", "-", "--stream", "--tables", "--nodes", ""};
    const size_t digits = strspn(request->body, "0123456789");
    Text why = WHY_IN(site->language);
    reply->type = "text/plain; charset=utf-8";
    if (digits == 0 || digits >= NODES_SIZE || request->body[digits] != '\n') {
        reply->status = BAD_REQUEST;
        reply->bytes = tr(site->language, "Expected a number of nodes and a game.\n");
        reply->length = strlen(reply->bytes);
        return;
    }
    memcpy(words[6], request->body, digits);
    Feed *f = site_feed_begin(
        site, (char *[]){words[0], words[1], words[2], words[3], words[4], (char *)site->folders, words[5], words[6], NULL}, &why);
    reply->bytes = NULL;
    if (!f) {
        reply->status = UNAVAILABLE;
        text_addf(&reply->text, "%s\n", why.data);
        return;
    }
    seat_finish_input(f->seat, request->body + digits + 1, request->length - digits - 1);
    reply->status = OK;
    reply->type = "application/x-ndjson";
    reply->stream = (HttpStream){site_review_read, site_feed_end, f};
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
    bool answered = web_answer(request->body, request->length, site->tables, &reply->text);
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
    else if (request->post && strcmp(request->path, "review") == 0)
        site_give_review(site, request, reply);
    else if (request->post && strncmp(request->path, engine, strlen(engine)) == 0)
        site_take_lines(site, request->path + strlen(engine), request, reply);
    else if (!request->post && strcmp(request->path, "engine") == 0)
        site_give_engine(site, reply);
    else if (!request->post && strcmp(request->path, "file") == 0)
        site_give_users_file(site, reply);
    else if (!request->post)
        site_give_file(request->path, reply);
}
