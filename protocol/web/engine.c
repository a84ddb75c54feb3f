/* SPDX-License-Identifier: GPL-3.0-only */
/* Exports of the engine's WebAssembly modules (`make web`), called by npm/worker.js on the worker's own
 * thread. With threads, the session has a thread of its own, and the worker is free for the next line.
 * Without threads, a call returns when the line has been handled, for a search, when it has ended. */
#include <stdlib.h>
#include <unistd.h>

#include "bench/bench.h"
#include "engine/base/platform.h"
#include "protocol/parse.h"
#include "protocol/session.h"

#include <emscripten.h>

/* Exports a function, with a prototype for the compiler's warnings. */
#define EXPORT(type, name, ...)                                                                                                            \
    type name(__VA_ARGS__);                                                                                                                \
    EMSCRIPTEN_KEEPALIVE type name(__VA_ARGS__)

typedef struct WebEngine {
    Inbox *inbox;
    Output out;
    Session *session;
} WebEngine;

static void web_engine_stay(const char *why) { (void)why; }
static void web_engine_lose(int fault) { (void)fault; }

static void *web_engine_serve(void *self)
{
    session_run(((WebEngine *)self)->session);
    return NULL;
}

/* Data that the modules share as separate files; it must be copied here before the first call of
 * web_new(). */
extern uint8_t hanxin_default_net[], hanxin_default_net_end[], hanxin_endgame[], hanxin_endgame_end[], hanxin_book[], hanxin_book_end[];
static const struct {
    uint8_t *begin, *end;
} parts[] = {{hanxin_default_net, hanxin_default_net_end}, {hanxin_endgame, hanxin_endgame_end}, {hanxin_book, hanxin_book_end}};
EXPORT(uint8_t *, web_part, int number) { return parts[number].begin; }
EXPORT(size_t, web_part_size, int number) { return (size_t)(parts[number].end - parts[number].begin); }

/* Creates an engine, which lasts as long as the worker. Returns NULL if an allocation fails or a thread
 * cannot be created. */
EXPORT(WebEngine *, web_new, void)
{
    pthread_t thread;
    WebEngine *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->inbox = inbox_new((InboxHost){&steady_clock, command_is_quit, web_engine_stay});
    output_init(&e->out, STDOUT_FILENO, web_engine_lose);
    e->session = e->inbox ? session_new(e->inbox, &e->out, bench_command) : NULL;
    return e->session && (!HAVE_THREADS || pthread_create(&thread, NULL, web_engine_serve, e) == 0) ? e : NULL;
}

/* Passes on the next bytes of input, at most READ_SIZE. */
EXPORT(void, web_feed, WebEngine *e, const char *bytes, size_t count)
{
    inbox_feed(e->inbox, bytes, count);
    if (!HAVE_THREADS)
        session_catch_up(e->session);
}
