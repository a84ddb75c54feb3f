/* SPDX-License-Identifier: GPL-3.0-only */
/* The ranks of a cluster as threads of this process, with mail in memory. */
#include <pthread.h>
#include <string.h>

#include "engine/base/platform.h"
#include "eval/nnue/network.h"
#include "protocol/cluster/counting.h"
#include "protocol/cluster/follower.h"
#include "protocol/cluster/leader.h"
#include "protocol/options.h"
#include "tests/support/mailbox.h"
#include "tests/support/support.h"

/* ---- mail in memory ---- */

enum { PROCESSES = 3 };

typedef struct Hub {
    pthread_mutex_t lock;
    Mailbox boxes[PROCESSES]; /* mail for each rank */
    bool dead[PROCESSES];     /* true for ranks that neither receive nor send */
    int kinds[16];            /* number of messages sent, by kind */
} Hub;

typedef struct Rank {
    Hub *hub;
    Mail mail;
    pthread_t thread;
    FollowerEnd end;
} Rank;

static bool send_letter(void *self, int to, const void *message, size_t bytes)
{
    Rank *r = self;
    Hub *hub = r->hub;
    const Head *head = message;
    pthread_mutex_lock(&hub->lock);
    bool sends = !hub->dead[r->mail.rank] && mailbox_put(&hub->boxes[to], r->mail.rank, message, bytes);
    hub->kinds[head->kind]++;
    pthread_mutex_unlock(&hub->lock);
    return sends;
}

static size_t receive_letter(void *self, void *message, int *from)
{
    Rank *r = self;
    pthread_mutex_lock(&r->hub->lock);
    size_t bytes = r->hub->dead[r->mail.rank] ? 0 : mailbox_take(&r->hub->boxes[r->mail.rank], message, from);
    pthread_mutex_unlock(&r->hub->lock);
    return bytes;
}

/* ---- a cluster ---- */

static Hub hub;
static Rank ranks[PROCESSES];
static Leader *leader;
static Engine *engine;
static char remarks[1000];
static pthread_mutex_t remarks_lock = PTHREAD_MUTEX_INITIALIZER;

static void remark(void *self, const char *text)
{
    (void)self;
    pthread_mutex_lock(&remarks_lock);
    strncat(remarks, text, sizeof remarks - strlen(remarks) - 1);
    pthread_mutex_unlock(&remarks_lock);
}

/* Returns the remarks so far. Static memory. */
static const char *remarks_so_far(void)
{
    static char copy[sizeof remarks];
    pthread_mutex_lock(&remarks_lock);
    memcpy(copy, remarks, sizeof copy);
    pthread_mutex_unlock(&remarks_lock);
    return copy;
}

static void *follow(void *self)
{
    Rank *r = self;
    r->end = follower_serve(&r->mail);
    return NULL;
}

static void *lead(void *self)
{
    (void)self;
    ranks[0].end = leader_serve(leader) ? FOLLOWER_TOGETHER : FOLLOWER_ALONE;
    return NULL;
}

static void set_up_on(uint64_t machine)
{
    hub = (Hub){0};
    pthread_mutex_init(&hub.lock, NULL);
    *remarks = '\0';
    for (int i = 0; i < PROCESSES; i++) {
        ranks[i] =
            (Rank){.hub = &hub, .mail = {.rank = i, .size = PROCESSES, .send = send_letter, .receive = receive_letter, .machine = machine}};
        ranks[i].mail.self = &ranks[i];
    }
    leader = leader_new(&ranks[0].mail, remark);
    engine = engine_new(remark, NULL);
    ck_assert(leader && engine);
    for (int i = 0; i < PROCESSES; i++)
        ck_assert_int_eq(pthread_create(&ranks[i].thread, NULL, i ? follow : lead, &ranks[i]), 0);
    ck_assert_int_eq(leader_wait_for_all(leader, PATIENCE_MS), PROCESSES);
    leader_follow(leader, engine);
}

static void set_up(void) { set_up_on(0); }

static void set_up_on_one_machine(void) { set_up_on(1); }

static void set_dead(int rank, bool dead)
{
    pthread_mutex_lock(&hub.lock);
    hub.dead[rank] = dead;
    pthread_mutex_unlock(&hub.lock);
}

static void release(void)
{
    engine_free(engine);
    leader_free(leader);
    for (int i = 0; i < PROCESSES; i++)
        mailbox_clear(&hub.boxes[i]);
    pthread_mutex_destroy(&hub.lock);
}

static void tear_down(void)
{
    leader_end(leader);
    pthread_join(ranks[0].thread, NULL);
    for (int i = 1; i < PROCESSES; i++) {
        set_dead(i, false);
        pthread_join(ranks[i].thread, NULL);
    }
    release();
}

static SearchResult search(const char *fen, Limits limits)
{
    Game game;
    Position pos = read_position(fen);
    game_init(&game);
    game_reset(&game, &pos);
    engine_temper(engine, &limits);
    SearchResult result = searcher_run(engine->searcher, &game, &limits, NULL);
    game_clear(&game);
    return result;
}

static uint64_t nodes_of(int rank) { return leader_rank(leader, rank).nodes; }

static bool all_search(void)
{
    for (int i = 1; i < PROCESSES; i++)
        if (nodes_of(i) == 0)
            return false;
    return true;
}

static bool all_tell(void)
{
    pthread_mutex_lock(&hub.lock);
    bool tell = hub.kinds[MAIL_RESULTS] >= 2 * PROCESSES && hub.kinds[MAIL_ITERATION] >= PROCESSES;
    pthread_mutex_unlock(&hub.lock);
    return tell && all_search();
}

static void keep_result(void *self, const SearchResult *result) { *(SearchResult *)self = *result; }

/* `result` is filled in while waiting for the search. */
static void begin_search(Limits limits, SearchResult *result)
{
    Game game;
    game_init(&game);
    engine_temper(engine, &limits);
    ck_assert_int_eq(searcher_start(engine->searcher, &game, &limits, &(SearchListener){.done = keep_result, .self = result}),
                     SEARCH_BEGUN);
    game_clear(&game);
}

/* Runs an endless search until the condition holds or far too much time has passed. */
static SearchResult search_until(bool (*so)(void))
{
    SearchResult result;
    begin_search((Limits){0}, &result);
    const int64_t since_ms = clock_ms();
    while (!so() && patient(since_ms))
        ;
    ck_assert_msg(so(), "timed out; remarks so far: %s", remarks_so_far());
    searcher_stop(engine->searcher);
    searcher_wait(engine->searcher);
    return result;
}

/* ---- searches ---- */

START_TEST(all_search_and_share_results)
{
    SearchResult r = search_until(all_tell);
    uint64_t nodes = searcher_nodes(engine->searcher);
    ck_assert_int_ne(r.best, MOVE_NONE);
    ck_assert_uint_gt(r.nodes, nodes);
    ck_assert_str_eq(remarks_so_far(), "");
}
END_TEST

/* Ballots that answer the stop arrive before the search ends. On a busy machine not every attempt succeeds. */
START_TEST(ballots_come_in_time)
{
    const int64_t since_ms = clock_ms();
    while (leader_rank(leader, 1).votes == 0 && patient(since_ms))
        search_until(all_search);
    ck_assert_uint_gt(leader_rank(leader, 1).votes, 0);
}
END_TEST

START_TEST(options_reach_all)
{
    EngineSettings set = engine->settings;
    set.threads = 2;
    set.use_net = false;
    engine_configure(engine, &set);
    search_until(all_search); /* nobody may use another net than that of rank 0 */
    ck_assert_str_eq(remarks_so_far(), "");
}
END_TEST

static bool remarked(void)
{
    const char *so_far = remarks_so_far();
    return strstr(so_far, "rank 1: has another net") && strstr(so_far, "rank 2: has another net");
}

START_TEST(ranks_with_another_net_stay_out)
{
    search_until(all_search);
    uint64_t votes = leader_rank(leader, 1).votes;
    uint32_t *checksum = &engine->net->checksum;
    *checksum += 1;
    search_until(remarked);
    search(named_positions[0].fen, (Limits){.movetime_ms = 100}); /* a rank must not repeat its report on the previous search */
    ck_assert_uint_eq(leader_rank(leader, 1).votes, votes);
    ck_assert_uint_eq(nodes_of(1) + nodes_of(2), 0);
}
END_TEST

START_TEST(settings_reach_all_before_a_search)
{
    char threads[] = "name Threads value 2";
    OptionValue value;
    engine->net->checksum += 1; /* which is reported */
    option_set(option_read(threads, &value, NULL), value, engine, NULL);
    const int64_t since_ms = clock_ms();
    while (!remarked() && patient(since_ms))
        ;
    ck_assert(remarked());
    pthread_mutex_lock(&hub.lock);
    ck_assert_int_eq(hub.kinds[MAIL_SEARCH], 0);
    pthread_mutex_unlock(&hub.lock);
}
END_TEST

START_TEST(weaker_play_and_mate_searches_run_on_rank_0_only)
{
    if (_i == 0)
        engine->settings.skill = 3;
    SearchResult r = search(named_positions[0].fen, _i == 0 ? (Limits){.movetime_ms = 50} : (Limits){.mate = 1});
    ck_assert_uint_eq(r.nodes, searcher_nodes(engine->searcher));
    pthread_mutex_lock(&hub.lock);
    ck_assert_int_eq(hub.kinds[MAIL_SEARCH], 0);
    pthread_mutex_unlock(&hub.lock);
}
END_TEST

enum { MOVE_MS = 100 };

static void set_last_dead(int count)
{
    for (int rank = 1; rank < PROCESSES; rank++)
        set_dead(rank, rank >= PROCESSES - count);
}

/* Returns the duration of a search of MOVE_MS in which the last `dead` ranks die before it or in its
 * middle; INT64_MAX if these ranks had not begun by the end of the search. */
static int64_t time_without(int dead, bool in_the_middle)
{
    SearchResult r;
    set_last_dead(0);
    search_until(all_search); /* a rank that was dead learns late what happened, and takes part again */
    set_last_dead(in_the_middle ? 0 : dead);
    const int64_t start_ms = clock_ms();
    begin_search((Limits){.movetime_ms = MOVE_MS}, &r);
    while (in_the_middle && !all_search() && clock_ms() - start_ms < MOVE_MS)
        sleep_ms(1);
    const bool as_meant = !in_the_middle || all_search();
    set_last_dead(dead);
    searcher_wait(engine->searcher);
    ck_assert_int_ne(r.best, MOVE_NONE);
    return as_meant ? clock_ms() - start_ms : INT64_MAX;
}

/* The machine may stall, but not in every attempt. */
START_TEST(dead_and_silent_ranks_delay_nobody)
{
    enum { ATTEMPTS = 5 };
    const int dead = _i / 2 + 1, most_ms = MOVE_MS + effort(150, 500); /* waiting for a silent or dead rank would take longer */
    int64_t took_ms = INT64_MAX;
    for (int attempt = 0; attempt < ATTEMPTS && took_ms > most_ms; attempt++)
        took_ms = time_without(dead, _i % 2);
    ck_assert_msg(took_ms <= most_ms, "%d dead ranks: %lld ms", dead, (long long)took_ms);
    set_last_dead(0);
    search_until(all_search);
}
END_TEST

/* ---- the volume of messages ---- */

START_TEST(the_volume_is_bounded)
{
    const int64_t start_ms = clock_ms();
    Traffic before = leader_rank(leader, 1).sent;
    search_until(all_tell);
    const int64_t took_ms = clock_ms() - start_ms + 100;
    Traffic sent = leader_rank(leader, 1).sent;
    /* the rank's own results and those of two others that it forwards, each at most 64 in 2 ms; iterations, counts, a ballot */
    uint64_t most = (uint64_t)(took_ms * (PROCESSES - 1) * (int64_t)sizeof(DeepResults) / 2 + took_ms * 20 + 20000);
    ck_assert_uint_gt(sent.bytes, before.bytes);
    ck_assert_msg(sent.bytes - before.bytes <= most, "%llu bytes, at most %llu", (unsigned long long)(sent.bytes - before.bytes),
                  (unsigned long long)most);
}
END_TEST

/* ---- one table ---- */

static bool have_one_table(void)
{
    for (int i = 1; i < PROCESSES; i++)
        if (!leader_rank(leader, i).one_table)
            return false;
    return all_search();
}

/* A rank in another process can only use system-wide shared memory; those of this process find each other's under /proc. */
START_TEST(ranks_of_one_machine_have_one_table)
{
    search_until(all_search); /* by then rank 0 knows their places */
#ifdef __linux__
    ck_assert_uint_ne(searcher_table(engine->searcher).bytes, 0);
#endif
    if (searcher_table(engine->searcher).bytes == 0)
        return; /* the system does not share memory */
    search_until(have_one_table);
    pthread_mutex_lock(&hub.lock);
    hub.kinds[MAIL_RESULTS] = 0;
    pthread_mutex_unlock(&hub.lock);
    search(named_positions[0].fen, (Limits){.movetime_ms = MOVE_MS});
    pthread_mutex_lock(&hub.lock);
    ck_assert_int_eq(hub.kinds[MAIL_RESULTS], 0);
    pthread_mutex_unlock(&hub.lock);

    EngineSettings set = engine->settings;
    set.hash_mib = 3; /* a new table */
    engine_configure(engine, &set);
    ck_assert_uint_eq(searcher_table(engine->searcher).bytes, 3 << 20);
    search_until(have_one_table);
    engine_new_game(engine);
    search_until(have_one_table);
    ck_assert_str_eq(remarks_so_far(), "");
}
END_TEST

/* ---- perft ---- */

static uint64_t count_all(int depth, int threads, int hash_mib)
{
    PerftResult result;
    Position pos = named_position(named_positions[0].name);
    Counting *counting = counting_new(&pos, depth, threads, hash_mib, PROCESSES);
    ck_assert_ptr_nonnull(counting);
    leader_count(leader, counting);
    counting_work(counting, &result);
    leader_count(leader, NULL);
    counting_free(counting);
    return result.nodes;
}

START_TEST(perft_over_all_is_exact)
{
    ck_assert_uint_eq(count_all(3, 1, 0), 79666);
    ck_assert_uint_eq(count_all(4, 1, 0), 3290240);
    ck_assert_uint_eq(count_all(4, 2, 1), 3290240);
    set_dead(2, true); /* the tasks of a rank that was silent long enough are counted by others */
    ck_assert_uint_eq(count_all(4, 1, 0), 3290240);
}
END_TEST

/* ---- the end ---- */

START_TEST(all_end_together_unless_one_is_gone)
{
    if (_i)
        set_dead(2, true);
    leader_end(leader);
    pthread_join(ranks[0].thread, NULL);
    ck_assert_int_eq(ranks[0].end, _i ? FOLLOWER_ALONE : FOLLOWER_TOGETHER);
    set_dead(2, false);
    for (int i = 1; i < PROCESSES; i++) {
        pthread_join(ranks[i].thread, NULL);
        ck_assert_int_eq(ranks[i].end, _i ? FOLLOWER_ALONE : FOLLOWER_TOGETHER);
    }
}
END_TEST

Suite *cluster_suite(void)
{
    Suite *s = suite_create("cluster");
    TCase *all = tcase_create("ranks"), *one = tcase_create("one machine"), *end = tcase_create("farewell");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, all_search_and_share_results);
    tcase_add_test(all, ballots_come_in_time);
    tcase_add_test(all, options_reach_all);
    tcase_add_test(all, ranks_with_another_net_stay_out);
    tcase_add_test(all, settings_reach_all_before_a_search);
    tcase_add_loop_test(all, weaker_play_and_mate_searches_run_on_rank_0_only, 0, 2);
    tcase_add_loop_test(all, dead_and_silent_ranks_delay_nobody, 0, 2 * (PROCESSES - 1));
    tcase_add_test(all, the_volume_is_bounded);
    tcase_add_test(all, perft_over_all_is_exact);
    tcase_add_checked_fixture(one, set_up_on_one_machine, tear_down);
    tcase_add_test(one, ranks_of_one_machine_have_one_table);
    tcase_add_test(one, ballots_come_in_time);
    tcase_add_loop_test(one, dead_and_silent_ranks_delay_nobody, 0, 2 * (PROCESSES - 1));
    tcase_add_checked_fixture(end, set_up, release);
    tcase_add_loop_test(end, all_end_together_unless_one_is_gone, 0, 2);
    suite_add_tcase(s, all);
    suite_add_tcase(s, one);
    suite_add_tcase(s, end);
    return s;
}
