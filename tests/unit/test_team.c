/* SPDX-License-Identifier: GPL-3.0-only */
/* What a searcher does for its team (search/team.h). */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/notation/fen.h"
#include "search/worker.h"
#include "search/team.h"
#include "tests/support/support.h"

/* ---- search results and elections ---- */

/* Another voter. Its move is elected if it mates, whatever the depths; an illegal move is ignored. */
typedef struct Voice {
    Ballot ballot;
    const Ballot *own;
    Ballot heard;
} Voice;

static const Ballot *vote(void *self, const Ballot *own, int *count)
{
    Voice *v = self;
    v->heard = *own;
    *count = 1;
    return &v->ballot;
}

static Move played_with(Voice *v, int depth, Score score, const char *move)
{
    Game game;
    Position pos = named_position(named_positions[0].name);
    const Team team = {.end = vote, .self = v};
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 4, .threads = 1, .multipv = 1});
    v->ballot = (Ballot){.threads = 1,
                         .depth = (uint32_t)depth,
                         .line = {.score = score, .bound = BOUND_EXACT, .depth = (uint8_t)depth, .pv_length = 1, .pv = {move_of(move)}}};
    game_init(&game);
    game_reset(&game, &pos);
    searcher_join(s, &team);
    SearchResult r = searcher_run(s, &game, &(Limits){.nodes = 20000}, NULL);
    searcher_free(s);
    game_clear(&game);
    return r.best;
}

START_TEST(the_team_elects)
{
    Voice v;
    Move own = played_with(&v, 0, 0, "a0a1");
    ck_assert_int_ne(own, move_of("a0a1"));
    ck_assert_int_eq(v.heard.line.pv[0], own);
    ck_assert_uint_gt(v.heard.depth, 3);
    ck_assert_int_eq(played_with(&v, 3, mate_in(9), "a0a1"), move_of("a0a1"));
    ck_assert_int_eq(played_with(&v, 3, 500, "a0a1"), own);              /* shallower than the main thread */
    ck_assert_int_eq(played_with(&v, 90, 500, "a0a1"), move_of("a0a1")); /* deeper and better */
    ck_assert_int_eq(played_with(&v, 90, mate_in(9), "a0a9"), own);      /* not a legal move */
}
END_TEST

/* ---- begin and end ---- */

typedef struct Pairs {
    int begun, ended, iterations;
} Pairs;

static void on_begin(void *self, const Game *game, const Limits *limits)
{
    (void)game, (void)limits;
    ((Pairs *)self)->begun++;
}

static const Ballot *on_end(void *self, const Ballot *own, int *count)
{
    (void)own;
    ((Pairs *)self)->ended++;
    *count = 0;
    return NULL;
}

static void on_iteration(void *self) { ((Pairs *)self)->iterations++; }

/* Runs a search for a team. Returns whether it could begin. */
static bool search_in_pairs(Searcher *s, Pairs *pairs, const char *fen, Limits limits)
{
    Game game;
    Position pos = read_position(fen);
    *pairs = (Pairs){0};
    game_init(&game);
    game_reset(&game, &pos);
    bool begun = searcher_start(s, &game, &limits, &(SearchListener){0}) == SEARCH_BEGUN;
    searcher_wait(s);
    game_clear(&game);
    return begun;
}

START_TEST(each_begin_has_an_end)
{
    static const char mated[] = "3k5/9/9/9/9/9/9/9/r8/r3K4 w";
    Pairs pairs;
    const Team team = {.begin = on_begin, .end = on_end, .self = &pairs};
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    searcher_join(s, &team);
    ck_assert(search_in_pairs(s, &pairs, FEN_START, (Limits){.depth = 2}));
    ck_assert_int_eq(pairs.begun * 10 + pairs.ended, 11);
    ck_assert(search_in_pairs(s, &pairs, mated, (Limits){.depth = 2}));
    ck_assert_int_eq(pairs.begun * 10 + pairs.ended, 11);
    ck_assert(search_in_pairs(s, &pairs, FEN_START, (Limits){.mate = 1}));
    ck_assert_int_eq(pairs.begun * 10 + pairs.ended, 0);
    searcher_free(s);
}
END_TEST

/* Shallow results and those with only a move are not worth a message. */
typedef struct Heap {
    int count, shallow, bare, foreign;
} Heap;

static void on_result(void *self, int thread, const DeepResult *result)
{
    Heap *heap = self;
    TtEntry entry;
    tt_unpack(result->data, &entry);
    heap->count++;
    heap->shallow += entry.depth < TEAM_DEPTH;
    heap->bare += entry.bound == BOUND_NONE;
    heap->foreign += thread != 0;
}

static const Ballot *end_of_heap(void *self, const Ballot *own, int *count)
{
    (void)self, (void)own;
    *count = 0;
    return NULL;
}

static Heap heap_of(Limits limits)
{
    Game game;
    Heap heap = {0};
    const Team team = {.result = on_result, .end = end_of_heap, .self = &heap};
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    game_init(&game);
    searcher_join(s, &team);
    searcher_run(s, &game, &limits, NULL);
    searcher_free(s);
    game_clear(&game);
    return heap;
}

START_TEST(deep_results_are_handed_over)
{
    const Heap heap = heap_of((Limits){.depth = TEAM_DEPTH + 4});
    ck_assert_int_gt(heap.count, 10);
    ck_assert_int_eq(heap.shallow + heap.bare + heap.foreign, 0);
    ck_assert_int_eq(heap_of((Limits){.depth = TEAM_DEPTH - 1}).count, 0);
    ck_assert_int_eq(heap_of((Limits){.mate = 1, .depth = TEAM_DEPTH + 4}).count, 0); /* not the team's search */
}
END_TEST

/* Every second iteration, and the last possible one. */
START_TEST(a_ply_ahead)
{
    static const int iterations[] = {7, 4, 3};
    for (int ahead = 0; ahead <= 2; ahead++) {
        Pairs pairs;
        const Team team = {.iteration = on_iteration, .end = on_end, .self = &pairs, .ahead = ahead};
        Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
        searcher_join(s, &team);
        ck_assert(search_in_pairs(s, &pairs, FEN_START, (Limits){.depth = 7}));
        ck_assert_int_eq(pairs.iterations, iterations[ahead]);
        searcher_free(s);
    }
}
END_TEST

/* The address space is exhausted, so the thread gets no stack. */
START_TEST(a_begin_without_a_thread_has_an_end)
{
    Pairs pairs;
    struct rlimit before, none;
    const Team team = {.begin = on_begin, .end = on_end, .self = &pairs};
    const char *fork = getenv("CK_FORK");
    if (fork && strcmp(fork, "no") == 0)
        return; /* stacks of ended threads are kept and reused */
    if (strcmp(BUILD_MODE, "asan") == 0 || strcmp(BUILD_MODE, "tsan") == 0)
        return; /* sanitizers need a large address space */
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    searcher_join(s, &team);
    ck_assert(searcher_ready(s) && getrlimit(RLIMIT_AS, &before) == 0);
    none = before;
    none.rlim_cur = 1 << 20;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &none), 0);
    bool begun = search_in_pairs(s, &pairs, FEN_START, (Limits){.depth = 2});
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);
    ck_assert(!begun);
    ck_assert_int_eq(pairs.begun * 10 + pairs.ended, 11);
    searcher_free(s);
}
END_TEST

/* ---- results of others ---- */

static int depth_after(int own, Bound bound, int given)
{
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    TtEntry entry = {.move = move_of("h2e2"), .bound = bound, .depth = own}, found;
    ck_assert(searcher_ready(s));
    if (own)
        tt_store(&s->shared.tt, 4711, &entry);
    entry.depth = given;
    entry.bound = BOUND_EXACT;
    searcher_give_results(s, &(DeepResult){4711, tt_pack(&entry)}, 1);
    ck_assert(tt_probe(&s->shared.tt, 4711, &found));
    searcher_free(s);
    return found.depth;
}

START_TEST(better_entries_are_kept)
{
    ck_assert_int_eq(depth_after(0, BOUND_NONE, 9), 9);
    ck_assert_int_eq(depth_after(10, BOUND_LOWER, 9), 10); /* tt_store() alone would store exact results */
    ck_assert_int_eq(depth_after(8, BOUND_EXACT, 9), 9);
    ck_assert_int_eq(depth_after(20, BOUND_NONE, 9), 9); /* only a move */
}
END_TEST

/* An entry with an impossible move belongs to another position. */
START_TEST(results_of_other_positions_are_not_sent)
{
    enum { MOVE_BITS = 14 };
    const Move foreign = move_of("e5e6"); /* an empty slot */
    const uint64_t bits = ((uint64_t)1 << MOVE_BITS) - 1;
    const Position start = read_position(FEN_START);
    Game game;
    TtEntry entry;
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    game_init(&game);
    game_reset(&game, &start);
    ck_assert(searcher_ready(s));
    ck_assert_int_ne(searcher_run(s, &game, &(Limits){.depth = 3}, NULL).best, MOVE_NONE);
    ck_assert(searcher_probe(s, &game, &entry));
    for (size_t i = 0; i < s->shared.tt.buckets * TT_BUCKET; i++)
        if (s->shared.tt.slots[i])
            s->shared.tt.slots[i] = (s->shared.tt.slots[i] & ~bits) | tt_pack(&(TtEntry){.move = foreign});
    ck_assert(!searcher_probe(s, &game, &entry));
    searcher_free(s);
    game_clear(&game);
}
END_TEST

/* The others' nodes as rank 0 of a cluster receives them: complete only after the search has ended. */
typedef struct Late {
    Searcher *searcher;
    Ballot none;
    uint64_t told;
} Late;

static const Ballot *tell_late(void *self, const Ballot *own, int *count)
{
    Late *late = self;
    (void)own;
    searcher_set_nodes_elsewhere(late->searcher, 1000000);
    *count = 1;
    return &late->none;
}

static void keep_told(void *self, const SearchInfo *info) { ((Late *)self)->told = info->nodes; }

START_TEST(the_last_line_has_the_nodes_of_all)
{
    Game game;
    Late late = {.searcher = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1})};
    const Team team = {.end = tell_late, .self = &late};
    game_init(&game);
    searcher_join(late.searcher, &team);
    SearchResult r = searcher_run(late.searcher, &game, &(Limits){.depth = 5}, &(SearchListener){.info = keep_told, .self = &late});
    ck_assert_uint_gt(r.nodes, 1000000);
    ck_assert_uint_eq(late.told, r.nodes);
    searcher_free(late.searcher);
    game_clear(&game);
}
END_TEST

/* The leader tries to prove mates in parallel with the tree. */
static uint64_t nodes_of(const char *name, bool follows)
{
    Game game;
    Pairs pairs;
    Position pos = named_position(name);
    const Team team = {.end = on_end, .self = &pairs, .follows = follows};
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    game_init(&game);
    game_reset(&game, &pos);
    searcher_join(s, &team);
    SearchResult r = searcher_run(s, &game, &(Limits){.depth = 10}, NULL);
    searcher_free(s);
    game_clear(&game);
    return r.nodes;
}

START_TEST(followers_leave_proofs_to_the_leader)
{
    ck_assert_uint_lt(nodes_of("empty screen", true), nodes_of("empty screen", false));
    ck_assert_uint_eq(nodes_of("bare kings", true), nodes_of("bare kings", false)); /* no checks */
}
END_TEST

Suite *team_suite(void)
{
    Suite *s = suite_create("team");
    TCase *tc = tcase_create("a searcher for its team");
    tcase_add_test(tc, deep_results_are_handed_over);
    tcase_add_test(tc, the_team_elects);
    tcase_add_test(tc, each_begin_has_an_end);
    tcase_add_test(tc, a_ply_ahead);
    tcase_add_test(tc, a_begin_without_a_thread_has_an_end);
    tcase_add_test(tc, better_entries_are_kept);
    tcase_add_test(tc, results_of_other_positions_are_not_sent);
    tcase_add_test(tc, the_last_line_has_the_nodes_of_all);
    tcase_add_test(tc, followers_leave_proofs_to_the_leader);
    suite_add_tcase(s, tc);
    return s;
}
