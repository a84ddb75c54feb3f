/* SPDX-License-Identifier: GPL-3.0-only */
/* One rank of a cluster, whose mail the test writes and reads: messages that come late, twice, too early or never. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/version.h"
#include "engine/notation/fen.h"
#include "eval/nnue/network.h"
#include "protocol/cluster/count_queue.h"
#include "protocol/cluster/counting.h"
#include "protocol/cluster/deep.h"
#include "protocol/cluster/follower.h"
#include "protocol/cluster/leader.h"
#include "search/tt.h"
#include "tests/support/mailbox.h"
#include "tests/support/support.h"

enum { PROCESSES = 3, KINDS_OF_MAIL = 32, SMALL = 1024 };

typedef struct Sent { /* messages of one kind */
    int count;
    int to; /* receiver and beginning of the last message */
    char text[SMALL];
} Sent;

typedef struct Desk {
    Mail mail;
    pthread_mutex_t lock;
    Mailbox waiting; /* messages to be received */
    Sent sent[KINDS_OF_MAIL];
    unsigned searched; /* set of searches mentioned in the rank's pulses and ballots, one bit per search */
} Desk;

static bool take_letter(void *self, int to, const void *message, size_t bytes)
{
    Desk *d = self;
    const Head *head = message;
    Sent *sent = &d->sent[head->kind];
    pthread_mutex_lock(&d->lock);
    sent->count++;
    sent->to = to;
    memcpy(sent->text, message, bytes < SMALL ? bytes : SMALL);
    if (head->kind == MAIL_PULSE || head->kind == MAIL_BALLOT)
        d->searched |= 1U << head->serial;
    pthread_mutex_unlock(&d->lock);
    return true;
}

static size_t hand_letter(void *self, void *message, int *from)
{
    Desk *d = self;
    pthread_mutex_lock(&d->lock);
    size_t bytes = mailbox_take(&d->waiting, message, from);
    pthread_mutex_unlock(&d->lock);
    return bytes;
}

static Desk desk;

static void set_up_desk(int rank)
{
    desk = (Desk){.mail = {.rank = rank, .size = PROCESSES, .send = take_letter, .receive = hand_letter, .self = &desk}};
    pthread_mutex_init(&desk.lock, NULL);
}

static void clear_desk(void)
{
    mailbox_clear(&desk.waiting);
    pthread_mutex_destroy(&desk.lock);
}

static void post(int from, const void *message, size_t bytes)
{
    pthread_mutex_lock(&desk.lock);
    ck_assert(mailbox_put(&desk.waiting, from, message, bytes));
    pthread_mutex_unlock(&desk.lock);
}

static int sent(MailKind kind)
{
    pthread_mutex_lock(&desk.lock);
    int count = desk.sent[kind].count;
    pthread_mutex_unlock(&desk.lock);
    return count;
}

static void wait_for_sent(MailKind kind, int count)
{
    const int64_t since_ms = clock_ms();
    while (sent(kind) < count && patient(since_ms))
        ;
    ck_assert_int_ge(sent(kind), count);
}

/* Copies the last message of a kind, as far as it is valid. */
static void last_sent(MailKind kind, void *message, size_t bytes)
{
    pthread_mutex_lock(&desk.lock);
    memcpy(message, desk.sent[kind].text, bytes);
    pthread_mutex_unlock(&desk.lock);
}

static unsigned searches_told(void)
{
    pthread_mutex_lock(&desk.lock);
    unsigned searched = desk.searched;
    pthread_mutex_unlock(&desk.lock);
    return searched;
}

/* ---- the cache of deep results ---- */

static void keep(DeepCache *cache, uint64_t key, int depth)
{
    deep_keep(cache, &(DeepResult){key, tt_pack(&(TtEntry){.depth = depth, .bound = BOUND_EXACT})});
}

/* Three keys for each slot, with their depths in any order. */
START_TEST(the_deepest_are_kept)
{
    DeepCache cache;
    DeepResult taken[DEEP_CACHE + 1];
    deep_init(&cache);
    ck_assert_int_eq(deep_take(&cache, taken, 1), 0);
    for (int i = 0; i < 3 * DEEP_CACHE; i++)
        keep(&cache, (uint64_t)i, 10 + (2 * (i / DEEP_CACHE) + i) % 3);
    keep(&cache, 8, 60);
    keep(&cache, 8, 20); /* the same key: the latest result replaces it */
    const int some = deep_take(&cache, taken, 5), count = some + deep_take(&cache, taken + some, DEEP_CACHE);
    ck_assert_int_eq(some, 5);
    ck_assert_int_eq(count, DEEP_CACHE);
    for (int i = 0; i < count; i++) {
        TtEntry entry;
        tt_unpack(taken[i].data, &entry);
        ck_assert_int_eq(entry.depth, taken[i].key == 8 ? 20 : 12);
        for (int j = 0; j < i; j++)
            ck_assert_uint_ne(taken[i].key % DEEP_CACHE, taken[j].key % DEEP_CACHE);
    }
    ck_assert_int_eq(deep_take(&cache, taken, 1), 0);
    keep(&cache, 8, 30);
    deep_forget(&cache);
    ck_assert_int_eq(deep_take(&cache, taken, 1), 0);
    deep_clear(&cache);
}
END_TEST

/* ---- a follower ---- */

static pthread_t follower;
static uint32_t net; /* checksum of its data */

static void *follow(void *self) { return follower_serve(self) == FOLLOWER_TOGETHER ? self : NULL; }

static void set_up_follower(void)
{
    Network *own = network_is_built_in() ? network_default(NULL) : NULL;
    net = own ? own->checksum : 0;
    network_free(own);
    set_up_desk(1);
    ck_assert_int_eq(pthread_create(&follower, NULL, follow, &desk.mail), 0);
}

static void tear_down_follower(void)
{
    void *together;
    const Parting parting = {.head = {MAIL_END, 0}, .all_here = 1};
    post(0, &parting, sizeof parting);
    pthread_join(follower, &together);
    ck_assert_ptr_nonnull(together);
    clear_desk();
}

static void post_order_of(const char *program, MailKind kind, uint32_t serial, uint32_t changes, uint32_t checksum)
{
    static const char texts[] = "\0\0fen " FEN_START "\0\0"; /* net, tables, game, moves, banned moves */
    _Alignas(SearchOrder) char message[SMALL] = {0};
    SearchOrder *order = (SearchOrder *)(void *)message;
    order->head = (Head){kind, serial};
    order->changes = changes;
    order->net = checksum;
    order->place = (RingPlace){2, 0, 0};
    order->settings = engine_settings_initial;
    strncpy(order->program, program, sizeof order->program - 1);
    memcpy(order->texts, texts, sizeof texts);
    post(0, message, offsetof(SearchOrder, texts) + sizeof texts);
}

static void post_order(MailKind kind, uint32_t serial, uint32_t changes, uint32_t checksum)
{
    post_order_of(build_commit, kind, serial, changes, checksum);
}

/* Waits until everything posted so far has been handled: a count, which is answered, was posted last. */
static void wait_till_done(void)
{
    CountOrder order = {.head = {MAIL_COUNT, 0}, .run = 1, .depth = 1, .threads = 1, .fen = FEN_START};
    snprintf(order.program, sizeof order.program, "%s", build_commit);
    const int before = sent(MAIL_COUNTED);
    post(0, &order, sizeof order);
    wait_for_sent(MAIL_COUNTED, before + 1);
}

START_TEST(a_search_stopped_before_its_order_does_not_run)
{
    const Head stop = {MAIL_STOP, 5};
    post(0, &stop, sizeof stop);
    post_order(MAIL_SEARCH, 5, 1, net);
    wait_till_done();
    post_order(MAIL_SEARCH, 4, 1, net); /* overtaken as well */
    wait_till_done();
    ck_assert_uint_eq(searches_told() & ~1U, 0);
    post_order(MAIL_SEARCH, 6, 1, net);
    wait_till_done();
    ck_assert_uint_eq(searches_told() & ~1U, 1U << 6);
    const Head late = {MAIL_STOP, 5}, now = {MAIL_STOP, 6};
    post(0, &late, sizeof late);
    wait_till_done();
    ck_assert_int_eq(sent(MAIL_BALLOT), 0);
    post(0, &now, sizeof now);
    wait_for_sent(MAIL_BALLOT, 1);
}
END_TEST

START_TEST(another_version_is_reported_and_ends_with_the_others)
{
    Remark remark;
    ck_assert(MAIL_SEARCH == 0 && MAIL_PULSE == 2 && MAIL_REMARK == 6 && MAIL_QUIT == 9 && MAIL_BYE == 10 && MAIL_END == 11);
    ck_assert_uint_eq(offsetof(SearchOrder, program), sizeof(Head));
    ck_assert_uint_eq(offsetof(CountOrder, program), sizeof(Head));
    for (uint32_t serial = 1; serial < 3; serial++)
        post_order_of("another", MAIL_SEARCH, serial, serial, net);
    wait_till_done();
    ck_assert_int_eq(sent(MAIL_REMARK), 1);
    last_sent(MAIL_REMARK, &remark, sizeof remark);
    ck_assert_str_eq(remark.text, "runs another version of the program and does not take part");
    ck_assert_uint_eq(searches_told() & ~1U, 0);
    CountOrder order = {.head = {MAIL_COUNT, 3}, .program = "another", .depth = 1, .threads = 1, .fen = FEN_START};
    const int before = sent(MAIL_COUNTED);
    post(0, &order, sizeof order); /* the order is from another version, so it is not counted */
    wait_till_done();
    ck_assert_int_eq(sent(MAIL_COUNTED), before + 1);
    post(0, &(Head){MAIL_QUIT, 0}, sizeof(Head));
    wait_for_sent(MAIL_BYE, 1);
}
END_TEST

START_TEST(settings_are_applied_without_a_search)
{
    Remark remark;
    post_order(MAIL_SETTINGS, 0, 2, net + 1);
    wait_till_done();
    last_sent(MAIL_REMARK, &remark, sizeof remark);
    ck_assert_str_eq(remark.text, "has another net and does not take part");
    post_order(MAIL_SETTINGS, 0, 3, net + 1);
    post_order(MAIL_SEARCH, 1, 3, net + 1);
    wait_till_done();
    ck_assert_int_eq(sent(MAIL_REMARK), 1); /* reported only once */
    post_order(MAIL_SEARCH, 2, 4, net);
    wait_till_done();
    ck_assert_uint_eq(searches_told() & ~1U, 1U << 2);
    post_order(MAIL_SETTINGS, 0, 4, net + 1); /* older than the search */
    wait_till_done();
    ck_assert_int_eq(sent(MAIL_REMARK), 1);
    ck_assert_int_eq(sent(MAIL_BALLOT), 0);
    post_order(MAIL_SETTINGS, 0, 5, net + 1); /* newer, so rank 0 has ended its search */
    wait_for_sent(MAIL_BALLOT, 1);
    ck_assert_int_eq(sent(MAIL_REMARK), 2);
}
END_TEST

START_TEST(a_place_in_the_ring_may_change)
{
    Pulse pulse;
    const RingNews other = {{MAIL_RING, 6}, {3, 2, 0}}, news = {{MAIL_RING, 7}, {3, 2, 0}}, nowhere = {{MAIL_RING, 7}, {3, PROCESSES, 0}};
    post_order(MAIL_SEARCH, 7, 1, net);
    post(0, &other, sizeof other);
    wait_till_done();
    wait_for_sent(MAIL_PULSE, sent(MAIL_PULSE) + 1);
    last_sent(MAIL_PULSE, &pulse, sizeof pulse);
    ck_assert_uint_eq(pulse.head.serial, 7);
    ck_assert_uint_eq(pulse.place.members * 10 + pulse.place.next, 20);
    post(0, &news, sizeof news);
    post(0, &nowhere, sizeof nowhere);
    wait_till_done();
    wait_for_sent(MAIL_PULSE, sent(MAIL_PULSE) + 2);
    last_sent(MAIL_PULSE, &pulse, sizeof pulse);
    ck_assert_uint_eq(pulse.place.members * 10 + pulse.place.next, 32);
    wait_for_sent(MAIL_RESULTS, sent(MAIL_RESULTS) + 2);
    pthread_mutex_lock(&desk.lock);
    ck_assert_int_eq(desk.sent[MAIL_RESULTS].to, 2);
    pthread_mutex_unlock(&desk.lock);
}
END_TEST

/* Sends rank 0 only results that it does not have. */
START_TEST(an_iteration_is_not_sent_back)
{
    Iteration given = {.head = {MAIL_ITERATION, 9}, .iteration = {.depth = 90, .lines = 1}};
    given.iteration.line[0] = (TeamLine){.bound = BOUND_EXACT, .depth = 90, .pv_length = 1, .pv = {move_of("h2e2")}};
    post_order(MAIL_SEARCH, 9, 1, net);
    wait_for_sent(MAIL_ITERATION, 1);
    post(0, &given, sizeof given);
    wait_till_done();
    const int before = sent(MAIL_ITERATION);
    wait_for_sent(MAIL_PULSE, sent(MAIL_PULSE) + 2);
    ck_assert_int_eq(sent(MAIL_ITERATION), before);
}
END_TEST

/* ---- rank 0 ---- */

static Leader *leader;
static Engine *engine; /* the rank after which it comes in the ring */
static pthread_t serving;
static int told;

static void tell(void *self, const char *text)
{
    (void)self, (void)text;
    told++;
}

static void ignore(void *self, const char *text) { (void)self, (void)text; }

static void *serve(void *self) { return leader_serve(self) ? self : NULL; }

static void set_up_leader(void)
{
    told = 0;
    set_up_desk(0);
    leader = leader_new(&desk.mail, ignore);
    engine = engine_new(tell, NULL);
    ck_assert(leader && engine && searcher_ready(engine->searcher));
    ck_assert_int_eq(pthread_create(&serving, NULL, serve, leader), 0);
    leader_follow(leader, engine);
}

static void free_engine(void)
{
    leader_follow(leader, NULL);
    engine_free(engine);
    engine = NULL;
}

static void tear_down_leader(void)
{
    free_engine();
    for (int rank = 1; rank < PROCESSES; rank++)
        post(rank, &(Head){MAIL_BYE, 0}, sizeof(Head));
    leader_end(leader);
    pthread_join(serving, NULL);
    leader_free(leader);
    clear_desk();
}

/* Posts a message from a rank; returns when rank 0 has handled all of that rank's mail. */
static void pulse_and_wait(int rank, Pulse pulse)
{
    static uint64_t number;
    pulse.head.kind = MAIL_PULSE;
    pulse.sent.messages = ++number;
    post(rank, &pulse, sizeof pulse);
    const int64_t since_ms = clock_ms();
    while (leader_rank(leader, rank).sent.messages != number && patient(since_ms))
        ;
    ck_assert_uint_eq(leader_rank(leader, rank).sent.messages, number);
}

START_TEST(a_dead_rank_is_sent_nothing)
{
    const Remark remark = {{MAIL_REMARK, 0}, "something"};
    post(1, &remark, sizeof remark);
    pulse_and_wait(1, (Pulse){0});
    ck_assert_int_eq(told, 1);
    leader_follow(leader, NULL);
    engine_new_game(engine); /* an idle leader does not watch the rank */
    free_engine();
    post(1, &remark, sizeof remark);
    pulse_and_wait(1, (Pulse){0});
    ck_assert_int_eq(told, 1);
    ck_assert_int_eq(sent(MAIL_SETTINGS), 0);
}
END_TEST

/* Waits past the next check of an idle leader, which follows the last one after 20 ms. */
START_TEST(settings_are_sent_at_once)
{
    enum { ATTEMPTS = 200, MOST_MS = 12 };
    int64_t took_ms = MOST_MS + 1;
    for (int attempt = 0; attempt < ATTEMPTS && took_ms > MOST_MS; attempt++) {
        const int before = sent(MAIL_SETTINGS);
        pulse_and_wait(1, (Pulse){0}); /* it has just checked */
        const int64_t start_ms = clock_ms();
        engine->changed(engine->watcher);
        wait_for_sent(MAIL_SETTINGS, before + PROCESSES - 1);
        took_ms = clock_ms() - start_ms;
    }
    ck_assert_int_le(took_ms, MOST_MS);
}
END_TEST

/* Begins a search in which all ranks have just been heard from and are in the ring, however often the machine stalls. Returns its
 * number. */
static uint32_t search_in_ring(void)
{
    enum { STALL_MS = 1000 }; /* a rank that is silent for twice as long is gone */
    Game game;
    SearchOrder order;
    int64_t since_ms;
    int news;
    game_init(&game);
    do {
        since_ms = clock_ms();
        news = sent(MAIL_RING);
        const int orders_before = sent(MAIL_SEARCH);
        searcher_stop(engine->searcher);
        for (int rank = 1; rank < PROCESSES; rank++)
            pulse_and_wait(rank, (Pulse){0});
        ck_assert_int_eq(searcher_start(engine->searcher, &game, &(Limits){0}, &(SearchListener){0}), SEARCH_BEGUN);
        wait_for_sent(MAIL_SEARCH, orders_before + PROCESSES - 1);
        last_sent(MAIL_SEARCH, &order, sizeof order);
        pulse_and_wait(1, (Pulse){.head.serial = order.head.serial, .place = {3, 2, 0}});
    } while (clock_ms() - since_ms > STALL_MS);
    game_clear(&game);
    ck_assert_uint_eq(order.place.members * 10 + order.place.next, 30); /* from rank 2, the last: back to rank 0 */
    ck_assert_int_eq(sent(MAIL_RING), news);
    return order.head.serial;
}

static RingPlace place_sent(void)
{
    RingNews news;
    last_sent(MAIL_RING, &news, sizeof news);
    return news.place;
}

START_TEST(the_ring_skips_absent_ranks)
{
    const uint32_t serial = search_in_ring();
    const int64_t since_ms = clock_ms();
    do {
        pulse_and_wait(2, (Pulse){.away = serial});
        pulse_and_wait(1, (Pulse){.head.serial = serial, .place = {3, 2, 0}});
    } while (place_sent().members != 2 && patient(since_ms));
    ck_assert_uint_eq(place_sent().members * 10 + place_sent().next, 20);
    searcher_stop(engine->searcher);
}
END_TEST

START_TEST(a_finished_rank_gets_no_place_in_the_ring)
{
    BallotPaper paper = {.head = {MAIL_BALLOT, search_in_ring()}};
    const Pulse late = {.head.serial = paper.head.serial, .place = {3, 0, 0}};
    const int64_t since_ms = clock_ms();
    post(2, &paper, sizeof paper);
    do {
        pulse_and_wait(2, late);
        pulse_and_wait(1, (Pulse){.head.serial = paper.head.serial, .place = {3, 2, 0}});
    } while (place_sent().members != 2 && patient(since_ms)); /* wait until the ring is closed without rank 2; only rank 1 is informed */
    const int news = sent(MAIL_RING);
    for (int again = 0; again < 3; again++)
        pulse_and_wait(2, late);
    ck_assert_int_eq(sent(MAIL_RING), news);
    searcher_stop(engine->searcher);
}
END_TEST

START_TEST(overtaken_messages_change_nothing)
{
    const uint32_t serial = search_in_ring();
    const BallotPaper paper = {.head = {MAIL_BALLOT, serial}, .nodes = 1000};
    post(2, &paper, sizeof paper);
    pulse_and_wait(2, (Pulse){.head.serial = serial, .place = {3, 0, 0}, .nodes = 900});
    ck_assert_uint_eq(leader_rank(leader, 2).nodes, 1000);
    pulse_and_wait(2, (Pulse){.head.serial = serial - 1, .place = {3, 0, 0}, .nodes = 2000}); /* a report on the previous search */
    ck_assert_uint_eq(leader_rank(leader, 2).nodes, 1000);
    searcher_stop(engine->searcher);
    searcher_wait(engine->searcher);
    ck_assert_uint_eq(leader_rank(leader, 2).votes, 1);
}
END_TEST

/* ---- counts ---- */

enum { TASKS = 44 * 44, THREADS = 2 };

static CountOrder last_order;

/* Returns the number of tasks that a rank receives in this step. */
static int given(Counting *c, int rank, bool here)
{
    const int before = sent(MAIL_COUNT);
    counting_step(c, &desk.mail, rank, here);
    const int count = sent(MAIL_COUNT) - before;
    if (count > 0)
        last_sent(MAIL_COUNT, &last_order, sizeof last_order);
    return count;
}

static Counting *new_count(void)
{
    Position pos = named_position(named_positions[0].name);
    set_up_desk(0);
    Counting *c = counting_new(&pos, 3, THREADS, 0, PROCESSES);
    ck_assert_ptr_nonnull(c);
    return c;
}

static void end_count(Counting *c)
{
    PerftResult result;
    counting_work(c, &result);
    ck_assert_uint_eq(result.nodes, 79666);
    counting_free(c);
    clear_desk();
}

/* Results that come twice, late, from another count or never: rank 0 counts the missing tasks, and no
 * task is counted twice. */
START_TEST(each_task_counts_once)
{
    Position after;
    Counting *c = new_count();
    ck_assert_int_eq(given(c, 1, false), 0);
    ck_assert_int_eq(given(c, 1, true), THREADS + 1);
    ck_assert_int_eq(given(c, 1, true), 0);
    Counted done = {.head = {MAIL_COUNTED, last_order.head.serial}, .run = last_order.run, .left = THREADS}, late = done, wild = done;
    ck_assert(fen_read(last_order.fen, &after, NULL));
    done.nodes = perft_count(&after, 1);
    late.nodes = wild.nodes = 1000000;
    late.run++;
    wild.head.serial = TASKS;
    counting_take(c, 1, &late);
    counting_take(c, 1, &wild);
    ck_assert_int_eq(given(c, 1, true), 0);
    counting_take(c, 1, &done);
    counting_take(c, 1, &done);
    ck_assert_int_eq(given(c, 1, true), 1);
    ck_assert_int_eq(given(c, 2, true), THREADS + 1);
    ck_assert_int_eq(given(c, 2, false), 0); /* the rank is gone: its tasks go to the remaining ranks */
    ck_assert_int_eq(given(c, 2, true), THREADS + 1);
    end_count(c);
}
END_TEST

/* The number doubles each time some of the rank's threads were idle, up to a limit and while tasks remain. */
START_TEST(idle_ranks_get_more_tasks)
{
    Counting *c = new_count();
    int has = given(c, 1, true), serial = 0;
    for (int step = 0; step < 12; step++) {
        Counted counted = {.head = {MAIL_COUNTED, (uint32_t)serial++}, .run = last_order.run, .left = step % 2 ? THREADS - 1 : THREADS};
        counting_take(c, 1, &counted);
        const int want = step % 2 && 2 * has < COUNT_AT_ONCE_MOST ? 2 * has : step % 2 ? COUNT_AT_ONCE_MOST : has;
        ck_assert_int_eq(given(c, 1, true), want - has + 1);
        has = want;
    }
    ck_assert_int_eq(has, 3 * 64);
    counting_free(c);
    clear_desk();
}
END_TEST

static void add(CountQueue *q, uint32_t task, int threads, int hash_mib)
{
    count_queue_add(
        q, &(CountOrder){.head = {MAIL_COUNT, task}, .run = 7, .depth = 1, .threads = threads, .hash_mib = hash_mib, .fen = FEN_START});
}

typedef struct Answers {
    bool deaf; /* true if the messages are not received */
    int count;
    Counted all[2 * COUNT_ROOM];
} Answers;

static bool take_answer(void *self, int to, const void *message, size_t bytes)
{
    Answers *a = self;
    ck_assert(to == 0 && bytes == sizeof *a->all && a->count < 2 * COUNT_ROOM);
    if (!a->deaf)
        memcpy(&a->all[a->count++], message, bytes);
    return !a->deaf;
}

static void step_until_idle(CountQueue *q, Mail *mail)
{
    const int64_t since_ms = clock_ms();
    while (count_queue_busy(q) && patient(since_ms))
        ck_assert(count_queue_step(q, mail));
    ck_assert(!count_queue_busy(q));
}

/* With one thread or several, with or without a table. If answers are not received, results without room are dropped. */
START_TEST(waiting_tasks_are_counted)
{
    static Answers answers;
    answers = (Answers){.deaf = true};
    Mail mail = {.rank = 1, .size = PROCESSES, .send = take_answer, .self = &answers};
    CountQueue *q = count_queue_new();
    for (uint32_t task = 0; task < COUNT_ROOM + 5; task++)
        add(q, task, 1 + _i % 2 * 3, _i / 2);
    ck_assert(count_queue_step(q, &mail) && count_queue_busy(q));
    answers.deaf = false;
    step_until_idle(q, &mail);
    add(q, COUNT_ROOM, 1, 0);
    step_until_idle(q, &mail);
    ck_assert_int_eq(answers.count, COUNT_ROOM + 1);
    bool seen[COUNT_ROOM + 1] = {0};
    for (int i = 0; i <= COUNT_ROOM; i++) {
        const Counted *a = &answers.all[i];
        ck_assert(a->run == 7 && a->nodes == 44 && a->head.serial <= COUNT_ROOM && !seen[a->head.serial]);
        seen[a->head.serial] = true;
    }
    ck_assert_uint_eq(answers.all[COUNT_ROOM].left, 0);
    count_queue_free(q);
}
END_TEST

/* A count that would take hours is aborted at once. */
START_TEST(counts_are_aborted)
{
    static Answers answers;
    answers = (Answers){0};
    Mail mail = {.rank = 1, .size = PROCESSES, .send = take_answer, .self = &answers};
    CountQueue *q = count_queue_new();
    CountOrder order = {.head = {MAIL_COUNT, 0}, .depth = 9, .threads = 2, .fen = FEN_START};
    for (int i = 0; i < 4; i++)
        count_queue_add(q, &order);
    ck_assert(count_queue_step(q, &mail));
    sleep_ms(20); /* they have begun, unless the machine stalls */
    count_queue_stop(q);
    add(q, 1, 1, 0); /* too late */
    step_until_idle(q, &mail);
    ck_assert_int_eq(answers.count, 0);
    count_queue_free(q);
}
END_TEST

Suite *cluster_mail_suite(void)
{
    Suite *s = suite_create("cluster_mail");
    TCase *caches = tcase_create("deep results"), *follows = tcase_create("follower"), *leads = tcase_create("rank 0"),
          *counts = tcase_create("counts");
    tcase_add_test(caches, the_deepest_are_kept);
    tcase_add_checked_fixture(follows, set_up_follower, tear_down_follower);
    tcase_add_test(follows, a_search_stopped_before_its_order_does_not_run);
    tcase_add_test(follows, another_version_is_reported_and_ends_with_the_others);
    tcase_add_test(follows, settings_are_applied_without_a_search);
    tcase_add_test(follows, a_place_in_the_ring_may_change);
    tcase_add_test(follows, an_iteration_is_not_sent_back);
    tcase_add_checked_fixture(leads, set_up_leader, tear_down_leader);
    tcase_add_test(leads, a_dead_rank_is_sent_nothing);
    tcase_add_test(leads, settings_are_sent_at_once);
    tcase_add_test(leads, the_ring_skips_absent_ranks);
    tcase_add_test(leads, a_finished_rank_gets_no_place_in_the_ring);
    tcase_add_test(leads, overtaken_messages_change_nothing);
    tcase_add_test(counts, each_task_counts_once);
    tcase_add_test(counts, idle_ranks_get_more_tasks);
    tcase_add_loop_test(counts, waiting_tasks_are_counted, 0, 4);
    tcase_add_test(counts, counts_are_aborted);
    suite_add_tcase(s, caches);
    suite_add_tcase(s, follows);
    suite_add_tcase(s, leads);
    suite_add_tcase(s, counts);
    return s;
}
