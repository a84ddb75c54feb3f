/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/leader.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/text.h"
#include "engine/base/version.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "protocol/cluster/counting.h"
#include "protocol/cluster/exchange.h"

enum {
    SEARCHING_US = 1000, /* interval of checking the mail during a search; the start
                          * and end of a search and its iterations wake the thread */
    COUNTING_US = 4000,  /* the same while counting leaves; the other ranks have enough tasks for that time */
    CLOSING_US = 100,    /* the same when the end of a search waits for ballots and a processor is idle */
    IDLE_US = 20000,     /* the same when idle; a new search or setting wakes the thread */
    PULSE_MS = 500,      /* interval of signs of life */
    GONE_MS = 2000,      /* a rank silent for this long is considered gone */
    /* limit during a search, when all ranks report nodes often: the ballot of a rank silent for longer
     * is not waited for */
    SILENT_MS = 200,
    BALLOTS_MS = 10,     /* maximum time that the end of a search waits for ballots */
    BALLOTS_PER_MS = 16, /* one millisecond is added to that for each of this many ranks */
    OVERHEAD_PART = 2,   /* at most 1/N of the clock's overhead allowance, because a slow connection needs the rest */
    FAREWELL_MS = 3000,  /* time for the other ranks to finish and confirm */
    AGAIN = 100,         /* number of rounds after which an unanswered message is repeated */
};

typedef struct Peer {
    int64_t last_message_ms;   /* time of the rank's last message; 0: no message yet */
    uint32_t searching, away;  /* last search that the rank reported; last search in which it does not take part */
    uint32_t ordered, stopped; /* last searches that the rank was ordered to begin and to stop */
    uint32_t voted;            /* last search for which the rank sent a ballot */
    uint32_t set;              /* number of the last change of settings that was sent to the rank */
    bool bye;
    uint64_t machine;
    SharedMemory table;
    RankState state;
    Ballot ballot;
} Peer;

struct Leader {
    Mail *mail;
    Team team;
    Engine *engine;
    void (*print)(void *self, const char *text); /* used if there is no engine */
    pthread_mutex_t lock;                        /* protects all fields below */
    pthread_cond_t wake;                         /* wakes the serving thread */
    pthread_cond_t answered;                     /* wakes threads that wait for the other ranks */
    uint32_t serial;
    bool searching, over;
    bool closing;        /* true while the end of a search waits for ballots */
    int64_t patience_us; /* maximum duration of that wait */
    Text order;          /* SearchOrder of the current search */
    Text settings;       /* SearchOrder without a search, with the latest settings */
    SharedMemory table;  /* transposition table of rank 0 */
    uint32_t changes;
    Exchange exchange;
    Counting *counting;
    int64_t pulse_ms;
    Peer *peers; /* indexed by rank */
    Ballot *ballots;
    char message[MAIL_MOST];
};

/* ---- begin of a search ---- */

static void leader_add_moves(Text *text, const Move *moves, int count)
{
    char move[5];
    for (int i = 0; i < count; i++)
        text_addf(text, " %s", move_to_iccs(moves[i], move));
}

static void leader_add_string_end(Text *text) { text_add_bytes(text, "", 1); }

/* Writes the part that all searches have in common. */
static void leader_write_settings(Leader *l, MailKind kind, const Limits *limits, Text *text)
{
    const Engine *p = l->engine;
    l->table = searcher_table(p->searcher);
    SearchOrder order = {.head = {kind, l->serial},
                         .changes = l->changes,
                         .games = searcher_games(p->searcher),
                         .net = engine_net_checksum(p),
                         .depth = (uint32_t)limits->depth,
                         .nodes = limits->nodes,
                         .age = searcher_table_age(p->searcher),
                         .settings = p->settings};
    snprintf(order.program, sizeof order.program, "%s", build_commit);
    text_free(text);
    text_add_bytes(text, (const char *)&order, offsetof(SearchOrder, texts));
    text_add(text, p->net_path ? p->net_path : "");
    leader_add_string_end(text);
    text_add(text, p->table_folders ? p->table_folders : "");
    leader_add_string_end(text);
}

/* Writes the order of a search. Returns false if it cannot be sent, because the game is too long or an
 * allocation fails. */
static bool leader_write_order(Leader *l, const Game *game, const Limits *limits)
{
    char fen[FEN_SIZE];
    fen_write(&game->start, fen);
    leader_write_settings(l, MAIL_SEARCH, limits, &l->order);
    text_addf(&l->order, "fen %s%s", fen, game->plies ? " moves" : "");
    for (int i = 0; i < game->plies; i++)
        leader_add_moves(&l->order, &game->undos[i].move, 1);
    leader_add_string_end(&l->order);
    leader_add_moves(&l->order, limits->roots.only.moves, limits->roots.only.count);
    leader_add_string_end(&l->order);
    leader_add_moves(&l->order, limits->roots.ban.moves, limits->roots.ban.count);
    leader_add_string_end(&l->order);
    return !l->order.failed && l->order.length <= MAIL_MOST;
}

static bool leader_is_here(const Leader *l, int rank, int64_t now_ms)
{
    return rank == 0 || (l->peers[rank].last_message_ms && now_ms - l->peers[rank].last_message_ms < GONE_MS);
}

static int leader_count_here(const Leader *l, int64_t now_ms)
{
    int count = 0;
    for (int rank = 0; rank < l->mail->size; rank++)
        count += leader_is_here(l, rank, now_ms);
    return count;
}

/* Returns true if the rank is in the ring of this search. Ranks that are gone or have voted are not. A
 * rank whose last report says that it does not take part in this search, or in an earlier one, is not
 * in the ring until it reports that it takes part in this one. */
static bool leader_is_in_ring(const Leader *l, int rank, int64_t now_ms)
{
    const Peer *p = &l->peers[rank];
    return rank == 0 || (leader_is_here(l, rank, now_ms) && p->away <= p->searching && p->voted != l->serial);
}

static uint32_t leader_next_in_ring(const Leader *l, int rank, int64_t now_ms)
{
    do
        rank = (rank + 1) % l->mail->size;
    while (!leader_is_in_ring(l, rank, now_ms));
    return (uint32_t)rank;
}

static bool leader_has_our_table(const Leader *l, const Peer *p)
{
    return l->mail->machine && p->machine == l->mail->machine && l->table.bytes && shared_memory_is_same(&p->table, &l->table);
}

static RingPlace leader_own_place(const Leader *l, int64_t now_ms)
{
    RingPlace place = {.next = leader_next_in_ring(l, 0, now_ms), .one_table = true};
    for (int rank = 0; rank < l->mail->size; rank++) {
        if (!leader_is_in_ring(l, rank, now_ms))
            continue;
        place.members++;
        place.one_table &= rank == 0 || leader_has_our_table(l, &l->peers[rank]);
    }
    return place;
}

/* Returns rank 0's table for a rank on the same machine, otherwise an empty one. */
static SharedMemory leader_table_for(const Leader *l, int to)
{
    return l->mail->machine && l->peers[to].machine == l->mail->machine ? l->table : (SharedMemory){0};
}

static RingPlace leader_place(const Leader *l, int rank, int64_t now_ms)
{
    RingPlace place = l->exchange.place;
    place.next = leader_next_in_ring(l, rank, now_ms);
    return place;
}

/* Sends a rank its place in the ring if the place has changed because ranks were lost or came late. If
 * the message was lost or overtaken, it is sent again at the rank's next pulse. */
static void leader_see_to_place(Leader *l, int rank, RingPlace has)
{
    const int64_t now_ms = clock_ms();
    const RingPlace place = leader_place(l, rank, now_ms);
    const RingNews news = {{MAIL_RING, l->serial}, place};
    if (leader_is_in_ring(l, rank, now_ms) && (has.members != place.members || has.next != place.next || has.one_table != place.one_table))
        mail_send(l->mail, rank, &news, sizeof news);
}

/* Returns how long the end of a search may wait for ballots. */
static int64_t leader_patience_us(const Leader *l, const Limits *limits)
{
    const int64_t most_us = (BALLOTS_MS + l->mail->size / BALLOTS_PER_MS) * 1000;
    int64_t kept_ms = limits->overhead_ms;
    if (limits->movetime_ms > 0 && kept_ms > limits->movetime_ms / 2)
        kept_ms = limits->movetime_ms / 2;
    const bool timed = limits->movetime_ms > 0 || limits->clock.time_ms > 0;
    return timed && kept_ms * 1000 / OVERHEAD_PART < most_us ? kept_ms * 1000 / OVERHEAD_PART : most_us;
}

static void leader_on_begin(void *self, const Game *game, const Limits *limits)
{
    Leader *l = self;
    pthread_mutex_lock(&l->lock);
    l->serial++;
    l->patience_us = leader_patience_us(l, limits);
    for (int rank = 1; rank < l->mail->size; rank++)
        l->peers[rank].state.nodes = 0;
    l->searching = l->engine && leader_write_order(l, game, limits);
    if (l->searching) {
        l->exchange.searcher = l->engine->searcher;
        exchange_begin(&l->exchange, l->serial, leader_own_place(l, clock_ms()));
    }
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->lock);
}

static void leader_on_result(void *self, int thread, const DeepResult *result)
{
    Leader *l = self;
    exchange_keep(&l->exchange, thread, result);
}

/* Wakes the serving thread. If the thread is in the middle of a step, the signal is missed, and the
 * iteration is sent in the next step. */
static void leader_on_iteration(void *self)
{
    Leader *l = self;
    pthread_cond_signal(&l->wake);
}

static void leader_send_order(Leader *l, int to, int64_t now_ms)
{
    SearchOrder *order = (SearchOrder *)(void *)l->order.data;
    order->place = leader_place(l, to, now_ms);
    order->table = leader_table_for(l, to);
    if (mail_send(l->mail, to, order, l->order.length)) {
        l->peers[to].ordered = l->serial;
        l->peers[to].set = l->changes;
    }
}

/* ---- changes of settings ---- */

/* Sends settings early, so that tables are made, cleared and loaded before the user requests a
 * search. Of several changes at once, only the last is sent. */
static void leader_on_change(void *self)
{
    Leader *l = self;
    pthread_mutex_lock(&l->lock);
    l->changes++;
    leader_write_settings(l, MAIL_SETTINGS, &(Limits){0}, &l->settings);
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->lock);
}

static bool leader_has_news(const Leader *l, const Peer *p)
{
    return p->set != l->changes && !l->settings.failed && l->settings.length <= MAIL_MOST;
}

static void leader_send_settings(Leader *l, int to)
{
    SearchOrder *order = (SearchOrder *)(void *)l->settings.data;
    order->table = leader_table_for(l, to);
    if (mail_send(l->mail, to, order, l->settings.length))
        l->peers[to].set = l->changes;
}

/* ---- end of a search ---- */

/* Counts the ballots worth waiting for: those of ranks that take part in this search, were heard of
 * recently, and have not voted. */
static int leader_count_missing(const Leader *l)
{
    const int64_t now_ms = clock_ms();
    int missing = 0;
    for (int rank = 1; rank < l->mail->size; rank++) {
        const Peer *p = &l->peers[rank];
        missing += p->searching == l->serial && p->voted != l->serial && now_ms - p->last_message_ms < SILENT_MS;
    }
    return missing;
}

static void leader_count_nodes(const Leader *l)
{
    uint64_t nodes = 0;
    for (int rank = 1; rank < l->mail->size; rank++)
        nodes += l->peers[rank].state.nodes;
    if (l->engine)
        searcher_set_nodes_elsewhere(l->engine->searcher, nodes);
}

static const Ballot *leader_on_end(void *self, const Ballot *own, int *count)
{
    Leader *l = self;
    (void)own;
    *count = 0;
    pthread_mutex_lock(&l->lock);
    const int64_t until_us = clock_us() + l->patience_us;
    bool told = l->searching;
    l->searching = false;
    l->closing = told;
    pthread_cond_signal(&l->wake);
    while (told && leader_count_missing(l) > 0 && clock_us() < until_us)
        steady_cond_wait(&l->answered, &l->lock, until_us);
    for (int rank = 1; told && rank < l->mail->size; rank++)
        if (l->peers[rank].voted == l->serial) {
            l->peers[rank].state.votes++;
            l->ballots[(*count)++] = l->peers[rank].ballot;
        }
    l->closing = false;
    if (told)
        leader_count_nodes(l);
    pthread_mutex_unlock(&l->lock);
    return l->ballots;
}

/* ---- mail ---- */

/* Stores a reported number if it is greater than the stored one. Messages may overtake each other, so
 * an older message must not undo a newer one. */
static void leader_grow(uint32_t *serial, uint32_t told)
{
    if (told > *serial)
        *serial = told;
}

static void leader_count_for(const Leader *l, Peer *p, uint32_t serial, uint64_t nodes)
{
    if (serial == l->serial && nodes > p->state.nodes)
        p->state.nodes = nodes;
}

static void leader_take_message(Leader *l, size_t bytes, int from)
{
    const Head *head = (const Head *)(const void *)l->message;
    if (bytes < sizeof *head || from < 1 || from >= l->mail->size)
        return;
    Peer *p = &l->peers[from];
    p->last_message_ms = clock_ms();
    if (head->kind == MAIL_PULSE && bytes >= sizeof(Pulse)) {
        const Pulse *pulse = (const Pulse *)head;
        leader_grow(&p->searching, head->serial);
        leader_grow(&p->away, pulse->away);
        leader_count_for(l, p, head->serial, pulse->nodes);
        if (pulse->sent.messages > p->state.sent.messages)
            p->state.sent = pulse->sent;
        p->machine = pulse->machine;
        p->table = pulse->table;
        if (l->searching && head->serial == l->serial)
            leader_see_to_place(l, from, pulse->place);
    } else if (head->kind == MAIL_BALLOT && bytes >= sizeof(BallotPaper)) {
        const BallotPaper *paper = (const BallotPaper *)head;
        if (head->serial > p->voted)
            p->ballot = paper->ballot;
        leader_grow(&p->searching, head->serial);
        leader_grow(&p->voted, head->serial);
        leader_count_for(l, p, head->serial, paper->nodes);
    } else if (head->kind == MAIL_REMARK && bytes >= sizeof(Remark)) {
        char line[sizeof((Remark *)0)->text + 40];
        snprintf(line, sizeof line, "rank %d: %.*s", from, (int)sizeof((Remark *)0)->text, ((const Remark *)head)->text);
        if (l->engine)
            l->engine->message(l->engine->self, line);
        else if (!l->over) /* at the end this is no longer needed */
            l->print(NULL, line);
    } else if (head->kind == MAIL_COUNTED && bytes >= sizeof(Counted) && l->counting) {
        counting_take(l->counting, from, (const Counted *)head);
    } else if (head->kind == MAIL_BYE) {
        p->bye = true;
    } else if (l->searching) {
        exchange_take(&l->exchange, head, bytes);
    }
    pthread_cond_broadcast(&l->answered);
}

static void leader_send_pulses(Leader *l, int64_t now_ms)
{
    const Pulse pulse = {.head = {MAIL_PULSE, l->serial}};
    if (now_ms < l->pulse_ms)
        return;
    for (int to = 1; to < l->mail->size; to++)
        mail_send(l->mail, to, &pulse, sizeof pulse);
    l->pulse_ms = now_ms + PULSE_MS;
}

/* Sends orders to all ranks, even to those not heard of, because they may wake up. Only the newest
 * order matters. */
static void leader_send_orders(Leader *l, int64_t now_ms)
{
    const Head stop = {MAIL_STOP, l->serial};
    for (int to = 1; to < l->mail->size; to++) {
        Peer *p = &l->peers[to];
        if (l->searching && p->ordered != l->serial)
            leader_send_order(l, to, now_ms);
        else if (!l->searching && p->ordered != p->stopped && mail_send(l->mail, to, &stop, sizeof stop))
            p->stopped = p->ordered;
        else if (!l->searching && leader_has_news(l, p))
            leader_send_settings(l, to);
    }
}

static void leader_step(Leader *l)
{
    int from;
    for (size_t bytes; (bytes = l->mail->receive(l->mail->self, l->message, &from)) > 0;)
        leader_take_message(l, bytes, from);
    const int64_t now_ms = clock_ms();
    if (l->searching)
        l->exchange.place = leader_own_place(l, now_ms);
    leader_send_orders(l, now_ms);
    leader_send_pulses(l, now_ms);
    if (l->searching) {
        exchange_step(&l->exchange, now_ms);
        leader_count_nodes(l);
    }
    for (int rank = 1; l->counting && rank < l->mail->size; rank++)
        counting_step(l->counting, l->mail, rank, leader_is_here(l, rank, now_ms));
}

/* Counts the ranks that have said goodbye. Returns the number of other ranks that are present or were
 * never heard of. */
static int leader_read_byes(Leader *l, int *byes)
{
    int from, wanted = 0;
    for (size_t bytes; (bytes = l->mail->receive(l->mail->self, l->message, &from)) > 0;)
        leader_take_message(l, bytes, from);
    *byes = 0;
    for (int rank = 1; rank < l->mail->size; rank++) {
        *byes += l->peers[rank].bye;
        bool begins = l->peers[rank].last_message_ms == 0;
        wanted += !l->peers[rank].bye && (begins || leader_is_here(l, rank, clock_ms()));
    }
    return wanted;
}

/* Ends all ranks that can be ended together; a stalled rank ends when it wakes up. Returns true if all
 * ranks are present. */
static bool leader_send_farewell(Leader *l)
{
    const int64_t until_ms = clock_ms() + FAREWELL_MS;
    int byes;
    for (int round = 0; leader_read_byes(l, &byes) > 0 && clock_ms() < until_ms; round++, sleep_ms(1))
        for (int to = 1; to < l->mail->size && round % AGAIN == 0; to++)
            if (!l->peers[to].bye)
                mail_send(l->mail, to, &(Head){MAIL_QUIT, 0}, sizeof(Head));
    const Parting parting = {.head = {MAIL_END, 0}, .all_here = byes == l->mail->size - 1};
    for (int to = 1; to < l->mail->size; to++)
        while (!mail_send(l->mail, to, &parting, sizeof parting) && leader_is_here(l, to, clock_ms()) && clock_ms() < until_ms)
            sleep_ms(1);
    return parting.all_here;
}

bool leader_serve(Leader *l)
{
    pthread_mutex_lock(&l->lock);
    while (!l->over) {
        leader_step(l);
        const int pause_us = l->closing ? CLOSING_US : l->counting ? COUNTING_US : l->searching ? SEARCHING_US : IDLE_US;
        steady_cond_wait(&l->wake, &l->lock, clock_us() + pause_us);
    }
    bool all_here = leader_send_farewell(l);
    pthread_mutex_unlock(&l->lock);
    return all_here;
}

/* ---- calls from other threads ---- */

void leader_end(Leader *l)
{
    pthread_mutex_lock(&l->lock);
    l->counting = NULL;
    l->over = true;
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->lock);
}

void leader_count(Leader *l, Counting *counting)
{
    pthread_mutex_lock(&l->lock);
    l->counting = counting;
    pthread_cond_signal(&l->wake);
    pthread_mutex_unlock(&l->lock);
}

int leader_wait_for_all(Leader *l, int most_ms)
{
    const int64_t until_us = clock_us() + (int64_t)most_ms * 1000;
    pthread_mutex_lock(&l->lock);
    while (leader_count_here(l, clock_ms()) < l->mail->size && clock_us() < until_us)
        steady_cond_wait(&l->answered, &l->lock, until_us);
    int count = leader_count_here(l, clock_ms());
    pthread_mutex_unlock(&l->lock);
    return count;
}

RankState leader_rank(Leader *l, int rank)
{
    pthread_mutex_lock(&l->lock);
    RankState state = l->peers[rank].state;
    state.here = leader_is_here(l, rank, clock_ms());
    state.one_table = rank == 0 || leader_has_our_table(l, &l->peers[rank]);
    if (rank == 0)
        state.sent = l->mail->sent;
    pthread_mutex_unlock(&l->lock);
    return state;
}

void leader_follow(Leader *l, Engine *engine)
{
    pthread_mutex_lock(&l->lock);
    if (l->engine)
        l->engine->changed = NULL;
    l->engine = engine;
    l->searching = false;
    pthread_mutex_unlock(&l->lock);
    if (!engine)
        return;
    engine->watcher = l;
    engine->changed = leader_on_change;
    if (l->mail->machine)
        searcher_lend_table(engine->searcher);
    searcher_join(engine->searcher, &l->team);
}

Leader *leader_new(Mail *mail, void (*print)(void *self, const char *text))
{
    Leader *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    pthread_mutex_init(&l->lock, NULL);
    steady_cond_init(&l->wake);
    steady_cond_init(&l->answered);
    l->mail = mail;
    exchange_init(&l->exchange, mail);
    l->print = print;
    l->team =
        (Team){.begin = leader_on_begin, .result = leader_on_result, .iteration = leader_on_iteration, .end = leader_on_end, .self = l};
    l->order = l->settings = TEXT_INIT;
    l->peers = calloc((size_t)mail->size, sizeof *l->peers);
    l->ballots = calloc((size_t)mail->size, sizeof *l->ballots);
    if (l->peers && l->ballots)
        return l;
    leader_free(l);
    return NULL;
}

void leader_free(Leader *l)
{
    text_free(&l->order);
    text_free(&l->settings);
    exchange_clear(&l->exchange);
    free(l->peers);
    free(l->ballots);
    pthread_cond_destroy(&l->answered);
    pthread_cond_destroy(&l->wake);
    pthread_mutex_destroy(&l->lock);
    free(l);
}
