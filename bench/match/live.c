/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/live.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "protocol/web/http.h"

struct Live {
    Http *http;
    HttpSite site;
    pthread_t watcher;
    atomic_bool ends;
    pthread_mutex_t lock; /* protects the rest */
    Text page;
    int games;
};

/* Answers requests for the page ("") and for the number of games that have ended ("games"). */
static void live_answer(void *self, const HttpRequest *request, HttpReply *reply)
{
    enum { OK = 200 };
    Live *live = self;
    const bool page = strcmp(request->path, "") == 0;
    if (request->post || !(page || strcmp(request->path, "games") == 0))
        return;
    reply->status = OK;
    reply->type = page ? "text/html; charset=utf-8" : "text/plain";
    reply->bytes = NULL;
    pthread_mutex_lock(&live->lock);
    if (page)
        text_add_bytes(&reply->text, live->page.data, live->page.length);
    else
        text_addf(&reply->text, "%d\n", live->games);
    pthread_mutex_unlock(&live->lock);
}

static void *live_watch(void *self)
{
    enum { LOOK_MS = 100 };
    Live *live = self;
    while (!atomic_load(&live->ends)) {
        http_look(live->http);
        sleep_ms(LOOK_MS);
    }
    return NULL;
}

Live *live_start(int port, Language language, Text *why)
{
    bool taken;
    Live *live = calloc(1, sizeof *live);
    if (!live) {
        why_no_memory(why);
        return NULL;
    }
    live->page = TEXT_INIT;
    live->site = (HttpSite){live_answer, live, language};
    pthread_mutex_init(&live->lock, NULL);
    live->http = http_start(port, &live->site, &taken, why);
    if (live->http && pthread_create(&live->watcher, NULL, live_watch, live) == 0)
        return live;
    if (live->http) {
        http_stop(live->http);
        why_not(why, "cannot start a thread");
    }
    pthread_mutex_destroy(&live->lock);
    free(live);
    return NULL;
}

const char *live_address(const Live *live) { return http_address(live->http); }

void live_show(Live *live, Text *page, int games)
{
    pthread_mutex_lock(&live->lock);
    if (!page->failed) {
        const Text old = live->page;
        live->page = *page;
        *page = old;
        live->games = games;
    }
    pthread_mutex_unlock(&live->lock);
    text_free(page);
}

void live_stop(Live *live)
{
    if (!live)
        return;
    atomic_store(&live->ends, true);
    pthread_join(live->watcher, NULL);
    http_stop(live->http);
    text_free(&live->page);
    pthread_mutex_destroy(&live->lock);
    free(live);
}
