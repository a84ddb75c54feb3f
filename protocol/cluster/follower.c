/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/follower.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/version.h"
#include "engine/base/why.h"
#include "protocol/cluster/count_queue.h"
#include "protocol/cluster/exchange.h"
#include "protocol/parse.h"
#include "protocol/options.h"

enum {
    BUSY_MS = 1,           /* interval of checking the mail during a search */
    COUNTING_MS = 4,       /* the same while counting leaves */
    IDLE_MS = 1,           /* the same when idle; delays the start of a search by up to this time */
    PULSE_MS = 10,         /* interval of node reports in a search; in large clusters 1 ms per rank */
    PULSE_MOST_MS = 100,   /* upper limit of that interval, because rank 0 does not wait for the ballot of a silent rank */
    IDLE_PULSE_MS = 500,   /* interval of signs of life when idle */
    LOST_MS = 30000,       /* after this silence rank 0 is considered lost */
    STEP_COUNTED_MS = 100, /* maximum time that one step adds to the silence, because a suspended machine could not listen */
};

typedef struct Follower {
    pthread_mutex_t lock; /* protects `woken` */
    pthread_cond_t wake;
    bool woken;
    Mail *mail;
    Engine *engine;
    Team team;
    Game game;
    Exchange exchange;
    bool joined;      /* the search `serial` was started here */
    bool searching;   /* true if the search was started and has not been waited for */
    atomic_bool done; /* the search has ended, and `ballot` is filled in */
    Ballot ballot;
    uint32_t serial, stopped; /* last search that began; last search that was stopped */
    uint32_t games, changes;  /* counters of rank 0 */
    bool voted, quitting, ended;
    bool all_here;
    int64_t pulse_ms, step_ms, silent_ms;
    char net_path[4096], table_folders[4096];
    char remarked[sizeof((Remark *)0)->text]; /* last remark, which is not repeated */
    CountQueue *counts;
    char message[MAIL_MOST];
} Follower;

/* ---- messages to rank 0 ---- */

static void follower_message(void *self, const char *text)
{
    Follower *f = self;
    Remark remark = {.head = {MAIL_REMARK, f->serial}};
    snprintf(remark.text, sizeof remark.text, "%s", text);
    if (strcmp(remark.text, f->remarked) != 0 && mail_send(f->mail, 0, &remark, sizeof remark))
        memcpy(f->remarked, remark.text, sizeof f->remarked);
}

static void follower_send_pulse(Follower *f, int64_t now_ms)
{
    const Pulse pulse = {.head = {MAIL_PULSE, f->joined ? f->serial : 0},
                         .away = f->joined ? 0 : f->serial,
                         .place = f->exchange.place,
                         .machine = f->mail->machine,
                         .table = searcher_table(f->engine->searcher),
                         .nodes = searcher_nodes(f->engine->searcher),
                         .sent = f->mail->sent};
    if (now_ms < f->pulse_ms)
        return;
    mail_send(f->mail, 0, &pulse, sizeof pulse);
    int busy_ms = f->mail->size < PULSE_MS ? PULSE_MS : f->mail->size < PULSE_MOST_MS ? f->mail->size : PULSE_MOST_MS;
    f->pulse_ms = now_ms + (f->searching ? busy_ms : IDLE_PULSE_MS);
}

/* ---- searches ---- */

static void follower_end_search(Follower *f)
{
    if (!f->searching)
        return;
    searcher_stop(f->engine->searcher);
    searcher_wait(f->engine->searcher);
    f->searching = false;
}

/* Stores this rank's ballot. Called on the search's thread. */
static const Ballot *follower_on_end(void *self, const Ballot *own, int *count)
{
    Follower *f = self;
    f->ballot = *own;
    *count = 0;
    atomic_store(&f->done, true);
    return NULL;
}

static void follower_on_result(void *self, int thread, const DeepResult *result)
{
    Follower *f = self;
    exchange_keep(&f->exchange, thread, result);
}

static void follower_on_iteration(void *self)
{
    Follower *f = self;
    pthread_mutex_lock(&f->lock);
    f->woken = true;
    pthread_cond_signal(&f->wake);
    pthread_mutex_unlock(&f->lock);
}

static void follower_vote(Follower *f)
{
    follower_end_search(f);
    if (f->stopped < f->serial) /* the search reached its limit; the other ranks may continue from its iteration */
        exchange_step(&f->exchange, clock_ms());
    const BallotPaper paper = {.head = {MAIL_BALLOT, f->serial}, .ballot = f->ballot, .nodes = searcher_nodes(f->engine->searcher)};
    f->voted = mail_send(f->mail, 0, &paper, sizeof paper);
}

/* Returns the next of the strings at the end of an order, or "" if there is none. */
static char *follower_next_text(char **rest, const char *end)
{
    char *text = *rest;
    const char *stop = memchr(text, '\0', (size_t)(end - text));
    if (!stop)
        return (char *)"";
    *rest = text + (stop - text) + 1;
    return text;
}

static void follower_set_path(Follower *f, char *kept, const char *path, void (*take)(Engine *p, const char *path))
{
    if (strcmp(kept, path) == 0)
        return;
    snprintf(kept, sizeof f->net_path, "%s", path);
    take(f->engine, path);
}

static const char another_version[] = "runs another version of the program and does not take part";

static bool follower_is_this_program(const char program[sizeof((SearchOrder *)0)->program])
{
    return strncmp(program, build_commit, sizeof((SearchOrder *)0)->program - 1) == 0;
}

/* Applies the settings of rank 0. If that is impossible, reports it to rank 0 and returns false,
 * because this rank's results would not be comparable. */
static bool follower_take_settings(Follower *f, const SearchOrder *order, char **rest, const char *end)
{
    Engine *p = f->engine;
    if (!follower_is_this_program(order->program)) {
        follower_message(f, another_version);
        return false;
    }
    searcher_borrow_table(p->searcher, &order->table);
    const bool anew = f->changes != order->changes;
    f->changes = order->changes;
    engine_configure(p, &order->settings);
    follower_set_path(f, f->net_path, follower_next_text(rest, end), engine_set_evalfile);
    follower_set_path(f, f->table_folders, follower_next_text(rest, end), engine_set_tables);
    if (f->games != order->games)
        engine_new_game(p);
    f->games = order->games;
    if (order->net == engine_net_checksum(p))
        return true;
    if (anew && *f->net_path) /* the file of that name may have been replaced */
        engine_set_evalfile(p, f->net_path);
    if (order->net == engine_net_checksum(p))
        return true;
    follower_message(f, "has another net and does not take part");
    return false;
}

static void follower_begin_search(Follower *f, SearchOrder *order, char *end)
{
    Text why = WHY_INIT;
    char *rest = order->texts;
    const uint32_t members = order->place.members;
    Limits limits = {.depth = (int)order->depth};
    follower_end_search(f);
    f->serial = order->head.serial;
    f->joined = f->voted = false;
    atomic_store(&f->done, false);
    f->pulse_ms = 0;
    if (!follower_take_settings(f, order, &rest, end) || order->place.next >= (uint32_t)f->mail->size || members == 0)
        return;
    /* Each rank gets a share. Rank 0 learns node counts with a delay, so without shares a short
     * search would exceed its limit by far. */
    limits.nodes = (order->nodes + members - 1) / members;
    if (setup_game(&f->game, follower_next_text(&rest, end), &why) != SETUP_DONE || why.length > 0) {
        follower_message(f, why.data);
        return;
    }
    setup_moves(&f->game.now, follower_next_text(&rest, end), &limits.roots.only);
    setup_moves(&f->game.now, follower_next_text(&rest, end), &limits.roots.ban);
    engine_temper(f->engine, &limits);
    /* Results of other ranks arrive later than through a shared table. If two ranks searched at the
     * same depth, they would search the same tree, so every second rank searches a ply deeper. */
    const SharedMemory table = searcher_table(f->engine->searcher);
    f->team.ahead = order->table.bytes && shared_memory_is_same(&table, &order->table) ? 0 : f->mail->rank % 2;
    searcher_set_table_age(f->engine->searcher, order->age);
    exchange_begin(&f->exchange, f->serial, order->place);
    const SearchStart start = searcher_start(f->engine->searcher, &f->game, &limits, &(SearchListener){0});
    f->joined = f->searching = start == SEARCH_BEGUN;
    if (f->joined)
        *f->remarked = '\0';
    else
        follower_message(f, start == SEARCH_NO_THREAD ? "cannot create a thread to search with" : "has too little memory to search");
}

/* Applies new settings before a search is requested, so that slow changes are complete by then. */
static void follower_prepare(Follower *f, SearchOrder *order, char *end)
{
    char *rest = order->texts;
    follower_end_search(f);
    if (follower_take_settings(f, order, &rest, end)) {
        engine_use_tables(f->engine);
        searcher_ready(f->engine->searcher);
    }
}

/* ---- mail ---- */

static void follower_take_count(Follower *f, const CountOrder *order, size_t bytes)
{
    if (!follower_is_this_program(order->program))
        follower_message(f, another_version);
    else if (bytes >= sizeof *order)
        count_queue_add(f->counts, order);
}

static void follower_take_message(Follower *f, size_t bytes, int from)
{
    Head *head = (Head *)(void *)f->message;
    if (bytes < sizeof *head)
        return;
    if (from == 0)
        f->silent_ms = 0;
    if (head->kind == MAIL_SEARCH && bytes >= offsetof(SearchOrder, texts)) {
        if (head->serial > f->serial && head->serial > f->stopped)
            follower_begin_search(f, (SearchOrder *)head, f->message + bytes);
    } else if (head->kind == MAIL_SETTINGS && bytes >= offsetof(SearchOrder, texts)) {
        if (((SearchOrder *)head)->changes > f->changes)
            follower_prepare(f, (SearchOrder *)head, f->message + bytes);
    } else if (head->kind == MAIL_STOP) {
        if (head->serial > f->stopped)
            f->stopped = head->serial;
    } else if (head->kind == MAIL_COUNT && bytes >= offsetof(CountOrder, run)) {
        follower_take_count(f, (const CountOrder *)head, bytes);
    } else if (head->kind == MAIL_QUIT) { /* this message may be repeated */
        f->quitting = true;
        count_queue_stop(f->counts);
    } else if (head->kind == MAIL_END && bytes >= sizeof(Parting)) {
        f->ended = true;
        f->all_here = ((const Parting *)head)->all_here;
    } else if (f->searching) {
        exchange_take(&f->exchange, head, bytes);
    }
}

static void follower_step(Follower *f)
{
    int from;
    for (size_t bytes; (bytes = f->mail->receive(f->mail->self, f->message, &from)) > 0;)
        follower_take_message(f, bytes, from);
    const int64_t now_ms = clock_ms(), since_ms = now_ms - f->step_ms;
    f->silent_ms += since_ms < STEP_COUNTED_MS ? since_ms : STEP_COUNTED_MS;
    f->step_ms = now_ms;
    const bool over = f->stopped >= f->serial || atomic_load(&f->done);
    if (f->searching && !over)
        exchange_step(&f->exchange, now_ms);
    else if (f->joined && over && !f->voted)
        follower_vote(f); /* sent even if the search is stopped at once, because rank 0 waits for the vote */
    if (!count_queue_step(f->counts, f->mail))
        follower_message(f, "has too little memory or too few threads to count");
    follower_send_pulse(f, now_ms);
    if (f->quitting && !count_queue_busy(f->counts)) {
        follower_end_search(f);
        f->quitting = !mail_send(f->mail, 0, &(Head){MAIL_BYE, 0}, sizeof(Head));
    }
}

/* Waits until the mail must be checked again, or an iteration is ready to be sent. */
static void follower_rest(Follower *f)
{
    const int pause_ms = f->searching ? BUSY_MS : count_queue_busy(f->counts) ? COUNTING_MS : IDLE_MS;
    pthread_mutex_lock(&f->lock);
    if (!f->woken)
        steady_cond_wait(&f->wake, &f->lock, clock_us() + pause_ms * 1000);
    f->woken = false;
    pthread_mutex_unlock(&f->lock);
}

static void follower_serve_leader(Follower *f)
{
    f->team = (Team){.result = follower_on_result, .iteration = follower_on_iteration, .end = follower_on_end, .self = f, .follows = true};
    searcher_join(f->engine->searcher, &f->team);
    f->step_ms = clock_ms();
    while (!f->ended && f->silent_ms < LOST_MS) {
        follower_step(f);
        if (!f->ended)
            follower_rest(f);
    }
    follower_end_search(f);
    searcher_join(f->engine->searcher, NULL);
}

FollowerEnd follower_serve(Mail *mail)
{
    FollowerEnd end = FOLLOWER_LOST;
    Follower *f = calloc(1, sizeof *f);
    if (f) {
        pthread_mutex_init(&f->lock, NULL);
        steady_cond_init(&f->wake);
        f->mail = mail;
        exchange_init(&f->exchange, mail);
        game_init(&f->game);
        f->engine = engine_new(follower_message, f);
        f->counts = count_queue_new();
    }
    if (f && f->engine && f->counts) {
        f->exchange.searcher = f->engine->searcher;
        follower_serve_leader(f);
        end = !f->ended ? FOLLOWER_LOST : f->all_here ? FOLLOWER_TOGETHER : FOLLOWER_ALONE;
    }
    if (f) {
        count_queue_free(f->counts);
        engine_free(f->engine);
        exchange_clear(&f->exchange);
        game_clear(&f->game);
        pthread_cond_destroy(&f->wake);
        pthread_mutex_destroy(&f->lock);
    }
    free(f);
    return end;
}
