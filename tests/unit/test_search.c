/* SPDX-License-Identifier: GPL-3.0-only */
/* The search from outside: this file uses only search.h. */
#include "search/search.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/base/platform.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/rules/judge.h"
#include "search/alphabeta.h"
#include "search/skill.h"
#include "tests/support/fake_time.h"
#include "tests/support/support.h"

static Searcher *new_searcher(int threads, int multipv)
{
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 8, .threads = threads, .multipv = multipv});
    ck_assert(s != NULL);
    return s;
}

static void set_game(Game *game, const char *fen)
{
    Position pos = read_position(fen);
    game_init(game);
    game_reset(game, &pos);
}

static SearchResult search(const char *fen, const Limits *limits, int threads)
{
    Game game;
    set_game(&game, fen);
    Searcher *s = new_searcher(threads, 1);
    SearchResult r = searcher_run(s, &game, limits, NULL);
    searcher_free(s);
    game_clear(&game);
    return r;
}

/* -- mates and rules ---------------------------------------------------------------------------- */

/* Returns the number of plies until either side has lost, by trying all moves; 99 if that is not near
 * enough. */
static int plies_to_end(const Position *pos, int depth)
{
    MoveList list;
    if (legal_moves(pos, &list) == 0)
        return 0;
    int win = 99, loss = 0;
    for (int i = 0; depth > 0 && i < list.count; i++) {
        Position next = *pos;
        Undo undo;
        position_make(&next, list.moves[i], &undo);
        int plies = plies_to_end(&next, depth - 1);
        if (plies % 2 == 0 && plies + 1 < win)
            win = plies + 1;
        loss = plies > loss ? plies : loss;
    }
    return win < 99 ? win : depth == 0 || loss >= 99 ? 99 : loss + 1;
}

static const struct {
    const char *fen;
    int plies; /* plies to the end, 99 if not within three */
} mates[] = {
    {"4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1", 3},       /* two rooks */
    {"3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1", 1},        /* a pawn takes the last free points: stalemate wins */
    {"4kab2/9/4b4/9/9/9/4C4/9/4R4/3K5 b - - 0 1", 99}, /* against rook and cannon on the open file */
    {"2bak4/4a4/4b4/9/6N2/9/9/9/9/3RK4 w - - 0 1", 99}, {"5k3/4P4/9/9/9/9/9/9/9/3K5 w - - 0 1", 1},
    {"3k1a3/4P4/9/9/9/9/9/9/4p4/5K3 b - - 0 1", 1},     {"4ka3/4a4/8N/9/9/9/9/9/9/3RK4 w - - 0 1", 1},
};

/* The search must find the exact length that trying everything finds. */
START_TEST(short_mates_are_found_with_their_length)
{
    const char *fen = mates[_i].fen;
    Position pos = read_position(fen);
    int plies = plies_to_end(&pos, 3);
    ck_assert_msg(plies == mates[_i].plies, "%s: %d plies", fen, plies);
    SearchResult r = search(fen, &(Limits){.depth = 9}, 1);
    if (plies == 99)
        ck_assert_msg(r.score < mate_in(3), "%s: score %d", fen, r.score);
    else
        ck_assert_msg(r.score == (plies % 2 ? mate_in(plies) : mated_in(plies)), "%s: %d plies, score %d", fen, plies, r.score);
}
END_TEST

START_TEST(without_a_legal_move_none_is_returned)
{
    static const char *const lost[] = {
        "4k4/3PPP3/9/9/9/9/9/9/9/4K4 b - - 0 1", /* mated */
        "3k5/2P1P4/4P4/9/9/9/9/9/9/4K4 b - - 0 1",
    };
    for (int i = 0; i < COUNT(lost); i++) {
        Position pos = read_position(lost[i]);
        MoveList list;
        ck_assert_int_eq(legal_moves(&pos, &list), 0);
        SearchResult r = search(lost[i], &(Limits){.depth = 5}, 1);
        ck_assert_int_eq(r.best, MOVE_NONE);
        ck_assert_int_eq(r.score, mated_in(0));
    }
}
END_TEST

/* Won endings, mates in ten to thirty moves. A mate seen by a narrow window must not be lost in the open window after it. When it
 * was, this number of nodes found only one of these. */
START_TEST(long_mates_are_kept_once_seen)
{
    static const char *const won[] = {
        "6N2/4a4/4k4/9/9/9/9/3K1A3/9/9 w - - 0 1",        "9/4a4/1N1k5/9/9/6B2/8P/9/4A4/2BA1K3 w - - 0 1",
        "3a1k2P/9/5a1N1/9/9/9/9/8B/4K4/2B6 w - - 0 1",    "9/9/3k3N1/9/2b3b2/2B6/P8/B2AK4/9/9 w - - 0 1",
        "2P1k4/9/1C6b/9/9/2B6/9/3ABA3/3p5/3K5 w - - 0 1", "5a3/4a4/5k3/9/9/2B1P1B2/N8/9/9/4K4 w - - 0 1",
    };
    int found = 0;
    for (int i = 0; i < COUNT(won); i++)
        found += is_win(search(won[i], &(Limits){.nodes = 450000}, 1).score);
    ck_assert_int_ge(found, 4);
}
END_TEST

/* Guards cannot win, so a bare position is a draw. */
START_TEST(bare_guards_are_a_draw)
{
    SearchResult r = search("3ak4/4a4/9/9/9/9/9/9/4A4/3AK4 w - - 0 1", &(Limits){.depth = 6}, 1);
    ck_assert_int_eq(r.score, SCORE_DRAW);
}
END_TEST

/* -- determinism and limits --------------------------------------------------------------------- */

#define MIDDLEGAME "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1"

START_TEST(one_thread_repeats_itself)
{
    Game game;
    set_game(&game, MIDDLEGAME);
    Searcher *s = new_searcher(1, 1);
    SearchResult first = searcher_run(s, &game, &(Limits){.depth = 9}, NULL);
    searcher_run(s, &game, &(Limits){.depth = 7}, NULL);
    searcher_new_game(s);
    SearchResult again = searcher_run(s, &game, &(Limits){.depth = 9}, NULL);
    SearchResult other = search(MIDDLEGAME, &(Limits){.depth = 9}, 1);
    ck_assert(first.best == again.best && first.nodes == again.nodes && first.score == again.score);
    ck_assert(first.best == other.best && first.nodes == other.nodes && first.score == other.score);
    searcher_free(s);
    game_clear(&game);
}
END_TEST

START_TEST(node_limits_hold)
{
    static const uint64_t limits[] = {1, 100, 5000, 50000};
    for (int i = 0; i < COUNT(limits); i++) {
        SearchResult r = search(MIDDLEGAME, &(Limits){.nodes = limits[i]}, 1);
        ck_assert(r.best != MOVE_NONE);
        ck_assert_msg(r.nodes <= limits[i] + 500, "%lu nodes under a limit of %lu", (unsigned long)r.nodes, (unsigned long)limits[i]);
    }
}
END_TEST

typedef struct Heard {
    atomic_int infos, dones;
    int last_depth, lines;
    bool pv_legal, depth_fell;
    Move first_moves[MAX_MULTIPV + 1];
    Position root;
    SearchResult result;
} Heard;

static void hear_info(void *self, const SearchInfo *info)
{
    Heard *h = self;
    Position pos = h->root;
    for (int i = 0; i < info->pv_length; i++) {
        Undo undo;
        if (!is_legal(&pos, info->pv[i])) {
            h->pv_legal = false;
            break;
        }
        position_make(&pos, info->pv[i], &undo);
    }
    h->depth_fell |= info->depth < h->last_depth;
    h->last_depth = info->depth;
    h->lines = info->multipv > h->lines ? info->multipv : h->lines;
    h->first_moves[info->multipv] = info->pv[0];
    atomic_fetch_add(&h->infos, 1);
}

static void hear_done(void *self, const SearchResult *result)
{
    Heard *h = self;
    h->result = *result;
    atomic_fetch_add(&h->dones, 1);
}

static SearchListener listen(Heard *h, const Game *game)
{
    memset(h, 0, sizeof *h);
    h->pv_legal = true;
    h->root = game->now;
    return (SearchListener){.info = hear_info, .done = hear_done, .self = h};
}

static void await_infos(const Heard *h, int count)
{
    while (atomic_load(&h->infos) < count)
        sched_yield();
}

/* Gives the searcher's thread time to show a fault, if there is one. */
static void look_away(void)
{
    for (int i = 0; i < 1000; i++)
        sched_yield();
}

START_TEST(every_pv_is_legal)
{
    for (int i = 0; i < named_position_count; i++) {
        Game game;
        Heard heard;
        set_game(&game, named_positions[i].fen);
        if (!any_legal_move(&game.now))
            continue;
        Searcher *s = new_searcher(1, 3);
        SearchListener listener = listen(&heard, &game);
        SearchResult r = searcher_run(s, &game, &(Limits){.depth = 7}, &listener);
        ck_assert_msg(heard.pv_legal, "%s: an illegal line", named_positions[i].name);
        ck_assert_msg(is_legal(&game.now, r.best), "%s: an illegal move", named_positions[i].name);
        if (r.ponder != MOVE_NONE) {
            Undo undo;
            Position after = game.now;
            position_make(&after, r.best, &undo);
            ck_assert_msg(is_legal(&after, r.ponder), "%s: an illegal reply", named_positions[i].name);
        }
        searcher_free(s);
        game_clear(&game);
    }
}
END_TEST

START_TEST(multipv_lines_differ)
{
    Game game;
    Heard heard;
    set_game(&game, MIDDLEGAME);
    Searcher *s = new_searcher(1, 5);
    SearchListener listener = listen(&heard, &game);
    searcher_run(s, &game, &(Limits){.depth = 6}, &listener);
    ck_assert_int_eq(heard.lines, 5);
    for (int i = 1; i <= 5; i++)
        for (int j = 1; j < i; j++)
            ck_assert(heard.first_moves[i] != heard.first_moves[j]);
    searcher_free(s);
    game_clear(&game);
}
END_TEST

START_TEST(banned_and_chosen_root_moves)
{
    SearchResult free_choice = search(MIDDLEGAME, &(Limits){.depth = 6}, 1);
    Limits limits = {.depth = 6, .roots.ban = {1, {free_choice.best}}};
    SearchResult banned = search(MIDDLEGAME, &limits, 1);
    ck_assert(banned.best != free_choice.best && banned.best != MOVE_NONE);

    limits = (Limits){.depth = 6, .roots.only = {1, {move_of("a0a1")}}};
    ck_assert_int_eq(search(MIDDLEGAME, &limits, 1).best, move_of("a0a1"));

    Position pos = read_position(MIDDLEGAME);
    MoveList all;
    legal_moves(&pos, &all);
    limits = (Limits){.depth = 6, .roots.ban = all};
    ck_assert_int_eq(search(MIDDLEGAME, &limits, 1).best, MOVE_NONE);
}
END_TEST

/* Otherwise a later search would find it as the score of the position. */
START_TEST(restricted_moves_do_not_score_the_position)
{
    const Limits searches[] = {
        {.depth = 6, .roots.only = {1, {move_of("a0a1")}}}, {.depth = 6, .roots.ban = {1, {move_of("a0a1")}}}, {.depth = 6}};
    Game game;
    TtEntry entry;
    set_game(&game, MIDDLEGAME);
    for (int i = 0; i < COUNT(searches); i++) {
        Searcher *s = new_searcher(1, 1);
        ck_assert_int_ne(searcher_run(s, &game, &searches[i], NULL).best, MOVE_NONE);
        ck_assert_int_eq(searcher_probe(s, &game, &entry), i == 2);
        searcher_free(s);
    }
    game_clear(&game);
}
END_TEST

/* -- threads, stopping, pondering --------------------------------------------------------------- */

START_TEST(an_endless_search_stops_on_request)
{
    for (int threads = 1; threads <= 4; threads += 3) {
        Game game;
        Heard heard;
        set_game(&game, MIDDLEGAME);
        Searcher *s = new_searcher(threads, 1);
        SearchListener listener = listen(&heard, &game);
        for (int round = 0; round < 20; round++) {
            ck_assert_int_eq(searcher_start(s, &game, &(Limits){0}, &listener), SEARCH_BEGUN);
            await_infos(&heard, atomic_load(&heard.infos) + round % 5);
            ck_assert_int_eq(atomic_load(&heard.dones), round);
            searcher_stop(s);
            searcher_wait(s);
            ck_assert_int_eq(atomic_load(&heard.dones), round + 1);
            ck_assert(is_legal(&game.now, heard.result.best));
        }
        searcher_free(s);
        game_clear(&game);
    }
}
END_TEST

/* The flag in the limits counts even if it was set before the search; searcher_stop() counts as soon as searcher_start() has
 * returned, even before the first node. */
START_TEST(an_early_stop_is_not_lost)
{
    const atomic_bool stop = true;
    for (int threads = 1; threads <= 4; threads += 3) {
        Game game;
        Heard heard;
        set_game(&game, MIDDLEGAME);
        Searcher *s = new_searcher(threads, 1);
        SearchListener listener = listen(&heard, &game);
        SearchResult r = searcher_run(s, &game, &(Limits){.stop = &stop}, NULL);
        ck_assert(is_legal(&game.now, r.best));
        ck_assert_int_eq(r.depth, 1);
        ck_assert_int_eq(searcher_start(s, &game, &(Limits){.ponder = true, .stop = &stop}, &listener), SEARCH_BEGUN);
        searcher_wait(s);
        ck_assert(is_legal(&game.now, heard.result.best));
        for (int round = 0; round < 50; round++) {
            ck_assert_int_eq(searcher_start(s, &game, &(Limits){0}, &listener), SEARCH_BEGUN);
            searcher_stop(s);
            searcher_wait(s);
            ck_assert(is_legal(&game.now, heard.result.best));
        }
        ck_assert_int_eq(atomic_load(&heard.dones), 51);
        searcher_free(s);
        game_clear(&game);
    }
}
END_TEST

/* Called on another thread during the search. */
static void *set_flag(void *flag)
{
    sleep_ms(20);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

START_TEST(the_flag_of_the_limits_ends_a_search)
{
    Game game;
    set_game(&game, MIDDLEGAME);
    for (int threads = 1; threads <= 4; threads += 3) {
        atomic_bool stop = false;
        pthread_t setter;
        Searcher *s = new_searcher(threads, 1);
        ck_assert_int_eq(pthread_create(&setter, NULL, set_flag, &stop), 0);
        SearchResult r = searcher_run(s, &game, &(Limits){.stop = &stop}, NULL);
        pthread_join(setter, NULL);
        ck_assert(is_legal(&game.now, r.best));
        searcher_free(s);
    }
    game_clear(&game);
}
END_TEST

START_TEST(pondering_waits_for_ponderhit)
{
    Game game;
    Heard heard;
    set_game(&game, MIDDLEGAME);
    FakeTime time = {.step_us = 1000};
    Searcher *s = new_searcher(1, 1);
    searcher_set_clock(s, &(Clock){fake_now_us, fake_sleep_ms, &time});
    SearchListener listener = listen(&heard, &game);
    ck_assert_int_eq(searcher_start(s, &game, &(Limits){.ponder = true, .movetime_ms = 60}, &listener), SEARCH_BEGUN);
    await_infos(&heard, 3);
    atomic_fetch_add(&time.now_us, 250000);
    await_infos(&heard, 5);
    ck_assert_int_eq(atomic_load(&heard.dones), 0);
    searcher_ponderhit(s);
    searcher_wait(s);
    ck_assert_int_eq(atomic_load(&heard.dones), 1);
    searcher_free(s);
    game_clear(&game);
}
END_TEST

START_TEST(several_searchers_live_side_by_side)
{
    Game games[3];
    Heard heard[3];
    Searcher *s[3];
    for (int i = 0; i < 3; i++) {
        set_game(&games[i], named_positions[i].fen);
        s[i] = new_searcher(1 + i, 1);
        SearchListener listener = listen(&heard[i], &games[i]);
        ck_assert_int_eq(searcher_start(s[i], &games[i], &(Limits){.nodes = 30000}, &listener), SEARCH_BEGUN);
    }
    for (int i = 0; i < 3; i++) {
        searcher_wait(s[i]);
        ck_assert(is_legal(&games[i].now, heard[i].result.best));
        searcher_free(s[i]);
        game_clear(&games[i]);
    }
}
END_TEST

START_TEST(threads_and_hash_change_between_searches)
{
    Game game;
    set_game(&game, MIDDLEGAME);
    Searcher *s = new_searcher(1, 1);
    for (int threads = 1; threads <= 5; threads++) {
        ck_assert(searcher_set_threads(s, threads));
        ck_assert(searcher_set_hash(s, threads * 2));
        SearchResult r = searcher_run(s, &game, &(Limits){.nodes = 20000}, NULL);
        ck_assert(is_legal(&game.now, r.best));
    }
    ck_assert(!searcher_set_hash(s, 0x7FFFFFFF));
    ck_assert(is_legal(&game.now, searcher_run(s, &game, &(Limits){.depth = 5}, NULL).best));
    searcher_free(s);
    game_clear(&game);
}
END_TEST

/* The old threads are kept until the new ones exist. */
START_TEST(without_memory_the_old_threads_stay)
{
    if (strcmp(BUILD_MODE, "release") != 0 && strcmp(BUILD_MODE, "debug") != 0)
        return; /* sanitizers need memory of their own */
    Game game;
    set_game(&game, MIDDLEGAME);
    for (int threads = 1; threads <= 3; threads += 2) {
        Searcher *s = new_searcher(threads, 1);
        searcher_run(s, &game, &(Limits){.depth = 3}, NULL);
        struct rlimit before, none;
        ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
        none = (struct rlimit){1 << 20, before.rlim_max};
        ck_assert_int_eq(setrlimit(RLIMIT_AS, &none), 0);
        ck_assert(!searcher_set_threads(s, 8));
        ck_assert(!searcher_set_hash(s, 64));
        SearchResult r = searcher_run(s, &game, &(Limits){.depth = 5}, NULL);
        ck_assert(searcher_set_threads(s, 1));
        SearchResult alone = searcher_run(s, &game, &(Limits){.depth = 5}, NULL);
        Searcher *other = searcher_new(&(SearchOptions){.hash_mib = 8, .threads = 1, .multipv = 1});
        ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);
        ck_assert(is_legal(&game.now, r.best) && is_legal(&game.now, alone.best));
        ck_assert_ptr_null(other);
        ck_assert(searcher_set_threads(s, 4));
        ck_assert(is_legal(&game.now, searcher_run(s, &game, &(Limits){.depth = 5}, NULL).best));
        searcher_free(s);
    }
    game_clear(&game);
}
END_TEST

/* The search of a game of usual length allocates no memory. */
START_TEST(without_memory_a_search_begins)
{
    if (strcmp(BUILD_MODE, "release") != 0 && strcmp(BUILD_MODE, "debug") != 0)
        return;
    static const char *const moves[] = {"a0a1", "d9e9", "a1a0", "e9d9"};
    Game game;
    set_game(&game, "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1");
    for (int ply = 0; ply < 1000; ply++)
        ck_assert(game_play(&game, move_of(moves[ply % 4])));
    Searcher *s = new_searcher(3, 1);
    struct rlimit before, none;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
    none = (struct rlimit){1 << 20, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &none), 0);
    void **all = NULL, **block;
    for (size_t size = 1 << 16; size >= sizeof *block; size /= 2)
        while ((block = malloc(size))) {
            *block = all;
            all = block;
        }
    SearchResult r = searcher_run(s, &game, &(Limits){.depth = 5}, NULL);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);
    while ((block = all)) {
        all = *block;
        free(block);
    }
    ck_assert(is_legal(&game.now, r.best));
    searcher_free(s);
    game_clear(&game);
}
END_TEST

/* Threads continue from each other's iterations; the main thread reports as if it had done all itself. */
START_TEST(threads_report_as_one)
{
    Game game;
    Heard heard;
    set_game(&game, MIDDLEGAME);
    for (int threads = 2; threads <= 4; threads++)
        for (int lines = 1; lines <= 3; lines += 2) {
            Searcher *s = new_searcher(threads, lines);
            for (int depth = 1; depth <= 11; depth += 5) {
                SearchListener listener = listen(&heard, &game);
                SearchResult r = searcher_run(s, &game, &(Limits){.depth = depth}, &listener);
                ck_assert(heard.pv_legal && !heard.depth_fell);
                ck_assert_int_eq(heard.last_depth, depth);
                ck_assert_int_eq(r.depth, depth);
                ck_assert_int_eq(heard.lines, lines);
                ck_assert_int_eq(r.best, heard.first_moves[1]);
                for (int i = 2; i <= lines; i++)
                    ck_assert(heard.first_moves[i] != heard.first_moves[1]);
            }
            searcher_free(s);
        }
    game_clear(&game);
}
END_TEST

/* Delays the main thread, as on a machine with fewer processors than threads. */
typedef struct Sleeper {
    FakeTime time;
    int64_t until_us;
} Sleeper;

static void sleep_at_first_line(void *self, const SearchInfo *info)
{
    Sleeper *sleeper = self;
    (void)info;
    if (!sleeper->until_us)
        return;
    while (atomic_load(&sleeper->time.now_us) < sleeper->until_us)
        sched_yield();
    look_away();
    sleeper->until_us = 0;
}

static void ignore_end(void *self, const SearchResult *result)
{
    (void)self;
    (void)result;
}

START_TEST(any_thread_ends_the_search_at_its_limits)
{
    Game game;
    Sleeper sleeper = {.time = {.step_us = 1000}, .until_us = 100000};
    set_game(&game, MIDDLEGAME);
    Searcher *s = new_searcher(3, 1);
    searcher_set_clock(s, &(Clock){fake_now_us, fake_sleep_ms, &sleeper.time});
    SearchListener listener = {.info = sleep_at_first_line, .done = ignore_end, .self = &sleeper};
    SearchResult r = searcher_run(s, &game, &(Limits){.movetime_ms = 100}, &listener);
    ck_assert_msg(r.time_ms < 150, "%d ms, not 100", (int)r.time_ms);

    /* by now the others have checked the clock, and so the node count, often enough to be near the end */
    sleeper.until_us = atomic_load(&sleeper.time.now_us) + 15000;
    r = searcher_run(s, &game, &(Limits){.nodes = 20000, .movetime_ms = 3600000}, &listener);
    ck_assert_msg(r.nodes < 30000, "%d nodes, not 20000", (int)r.nodes);
    searcher_free(s);
    game_clear(&game);
}
END_TEST

/* The side that is being mated checks while the rules allow it, and then prefers the mate to a loss by perpetual check. */
START_TEST(a_lost_game_is_not_lost_by_perpetual_check)
{
    static const char *const moves[] = {"c9e9", "e7d7", "e9d9", "d7e7", "d9e9", "e7d7", "e9d9", "d7e7"};
    Game game;
    Judgement j;
    set_game(&game, "2R6/9/4k4/8p/9/9/9/4BA2r/6r2/5K3 w - - 0 21");
    Searcher *s = new_searcher(1, 1);
    for (int ply = 0; ply < COUNT(moves); ply += 2) {
        ck_assert(game_play(&game, move_of(moves[ply])) && game_play(&game, move_of(moves[ply + 1])));
        searcher_new_game(s);
        SearchResult r = searcher_run(s, &game, &(Limits){.nodes = 20000}, NULL);
        ck_assert_msg(is_mate(r.score) && is_loss(r.score), "after %d plies: score %d", ply + 2, r.score);
        if (ply + 2 < COUNT(moves))
            continue;
        ck_assert(game_play(&game, r.best));
        judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j);
        ck_assert_int_eq(j.result.outcome, OUTCOME_OPEN);
    }
    searcher_free(s);
    game_clear(&game);
}
END_TEST

START_TEST(rule_losses_of_the_root_differ_from_mates)
{
    for (int ply = 1; ply < MAX_PLY; ply++) {
        const bool root_to_move = ply % 2 == 0;
        const Score own = tree_rule_loss(ply, root_to_move), theirs = tree_rule_loss(ply, !root_to_move);
        ck_assert(is_loss(own) && is_rule_loss_of_root(root_to_move ? own : -own, ply));
        ck_assert(is_loss(theirs) && !is_mate(theirs));
        ck_assert(!is_rule_loss_of_root(mated_in(ply), ply) && !is_rule_loss_of_root(mate_in(ply + 1), ply));
        ck_assert(own >= mated_in(ply) && own <= mated_in(ply + 1)); /* as bad as a mate at that time */
    }
}
END_TEST

/* The entry stored for the root is found again, even if the position has occurred in the game. */
START_TEST(the_root_entry_is_found_again)
{
    static const char *const moves[] = {"a0a1", "d9e9", "a1a0", "e9d9"};
    Game game;
    TtEntry probe;
    set_game(&game, "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 70 90");
    Searcher *s = new_searcher(1, 1);
    for (int ply = 0; ply < 7; ply++) {
        searcher_new_game(s);
        SearchResult r = searcher_run(s, &game, &(Limits){.depth = 6}, NULL);
        ck_assert_msg(searcher_probe(s, &game, &probe), "no entry after %d plies", ply);
        ck_assert_int_eq(probe.move, r.best);
        ck_assert(game_play(&game, move_of(moves[ply % 4])));
    }
    searcher_free(s);
    game_clear(&game);
}
END_TEST

/* -- weaker play --------------------------------------------------------------------------------- */

START_TEST(strength_falls_with_level_and_elo)
{
    uint64_t before = 0;
    for (int level = 1; level < SKILL_LEVELS; level++) {
        Strength s = strength_left(&(Handicap){.levels = SKILL_LEVELS - level});
        ck_assert(s.nodes > before);
        ck_assert(level == 1 || s.noise <= strength_left(&(Handicap){.levels = SKILL_LEVELS - level + 1}).noise);
        before = s.nodes;
    }
    ck_assert(strength_left(&(Handicap){0}).nodes == 0 && strength_left(&(Handicap){0}).noise == 0);
    ck_assert(strength_left(&(Handicap){.elo = ELO_MOST}).nodes == 0);
    before = 0;
    for (int elo = ELO_LEAST; elo < ELO_MOST; elo += 50) {
        Strength s = strength_left(&(Handicap){.elo = elo});
        ck_assert(s.nodes >= before && s.nodes > 0);
        before = s.nodes;
    }
    ck_assert(skill_elo(1) == ELO_LEAST && skill_elo(SKILL_LEVELS) == ELO_MOST);
    for (int level = 1; level < SKILL_LEVELS; level++) { /* a level and its Elo have the same strength, apart from rounding */
        uint64_t by_level = strength_left(&(Handicap){.levels = SKILL_LEVELS - level}).nodes;
        uint64_t by_elo = strength_left(&(Handicap){.elo = skill_elo(level)}).nodes;
        ck_assert(skill_elo(level + 1) > skill_elo(level));
        ck_assert(by_elo >= by_level * 98 / 100 && by_elo <= by_level * 102 / 100);
    }
}
END_TEST

START_TEST(noise_chooses_among_good_moves_and_never_walks_into_mate)
{
    Score scores[] = {30, 20, 10, -900, -SCORE_MATE + 2};
    int chosen[5] = {0};
    for (uint64_t seed = 0; seed < 2000; seed++)
        chosen[skill_choose(scores, 5, 40, seed)]++;
    ck_assert(chosen[0] > chosen[1] && chosen[1] > chosen[2] && chosen[2] > 0);
    ck_assert_int_eq(chosen[3] + chosen[4], 0);
    ck_assert_int_eq(skill_choose(scores, 5, 0, 1), 0);
}
END_TEST

START_TEST(a_handicapped_searcher_still_plays_legal_moves)
{
    Game game;
    set_game(&game, MIDDLEGAME);
    Searcher *s = new_searcher(1, 1);
    for (int level = 1; level < SKILL_LEVELS; level += 3) {
        SearchResult r = searcher_run(s, &game, &(Limits){.movetime_ms = 2000, .handicap.levels = SKILL_LEVELS - level}, NULL);
        ck_assert(is_legal(&game.now, r.best));
        ck_assert(r.nodes < strength_left(&(Handicap){.levels = SKILL_LEVELS - level}).nodes + 2000);
    }
    searcher_free(s);
    game_clear(&game);
}
END_TEST

START_TEST(reduced_pruning_and_knowledge_still_search)
{
    uint64_t nodes[4], before = 0;
    for (int less = 0; less <= 3; less++) {
        SearchResult r = search(MIDDLEGAME, &(Limits){.depth = 5, .ablation.pruning = less}, 1);
        ck_assert(r.best != MOVE_NONE);
        nodes[less] = r.nodes;
        r = search(MIDDLEGAME, &(Limits){.depth = 5, .ablation.knowledge = less}, 1);
        ck_assert(r.best != MOVE_NONE && (less < 2 || r.nodes != before)); /* without a net, 0 and 1 are the same */
        before = r.nodes;
    }
    ck_assert_msg(nodes[3] > nodes[0], "a tree without pruning is not larger");
}
END_TEST

Suite *search_suite(void)
{
    Suite *s = suite_create("search");
    TCase *tc = tcase_create("search");
    tcase_add_loop_test(tc, short_mates_are_found_with_their_length, 0, COUNT(mates));
    tcase_add_test(tc, without_a_legal_move_none_is_returned);
    tcase_add_test(tc, long_mates_are_kept_once_seen);
    tcase_add_test(tc, bare_guards_are_a_draw);
    tcase_add_test(tc, one_thread_repeats_itself);
    tcase_add_test(tc, node_limits_hold);
    tcase_add_test(tc, every_pv_is_legal);
    tcase_add_test(tc, multipv_lines_differ);
    tcase_add_test(tc, banned_and_chosen_root_moves);
    tcase_add_test(tc, restricted_moves_do_not_score_the_position);
    tcase_add_test(tc, an_endless_search_stops_on_request);
    tcase_add_test(tc, an_early_stop_is_not_lost);
    tcase_add_test(tc, the_flag_of_the_limits_ends_a_search);
    tcase_add_test(tc, pondering_waits_for_ponderhit);
    tcase_add_test(tc, several_searchers_live_side_by_side);
    tcase_add_test(tc, threads_and_hash_change_between_searches);
    tcase_add_test(tc, without_memory_the_old_threads_stay);
    tcase_add_test(tc, without_memory_a_search_begins);
    tcase_add_test(tc, threads_report_as_one);
    tcase_add_test(tc, any_thread_ends_the_search_at_its_limits);
    tcase_add_test(tc, the_root_entry_is_found_again);
    tcase_add_test(tc, a_lost_game_is_not_lost_by_perpetual_check);
    tcase_add_test(tc, rule_losses_of_the_root_differ_from_mates);
    tcase_add_test(tc, strength_falls_with_level_and_elo);
    tcase_add_test(tc, noise_chooses_among_good_moves_and_never_walks_into_mate);
    tcase_add_test(tc, a_handicapped_searcher_still_plays_legal_moves);
    tcase_add_test(tc, reduced_pruning_and_knowledge_still_search);
    suite_add_tcase(s, tc);
    return s;
}
