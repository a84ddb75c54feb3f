/* SPDX-License-Identifier: GPL-3.0-only */
/* The reports of a search: whole groups of PVs, wherever it is stopped, and no false mates. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"
#include "search/search.h"
#include "tests/support/gui.h"
#include "tests/support/support.h"

enum { MOST_LINES = 8 };

typedef struct Teller { /* listens and checks each line */
    Position root;
    int wanted;  /* number of lines in a group */
    int count;   /* lines in the present group, which is complete at `wanted` */
    int depth;   /* depth of the last group's first line */
    int elected; /* allowed depth loss of another thread's last line */
    Move moves[MOST_LINES];
    SearchInfo last; /* first line of the last group */
    Score lowest;    /* lowest score of the present group */
    SearchResult result;
    Searcher *searcher;
    int stop_in; /* number of root moves after which the search is stopped; 0: never */
    char fault[160];
} Teller;

#define FAULT(t, ...) ((t)->fault[0] ? 0 : snprintf((t)->fault, sizeof(t)->fault, __VA_ARGS__))

static void hear_line(void *self, const SearchInfo *info)
{
    Teller *t = self;
    Undo undo;
    Position pos = t->root;
    for (int i = 0; i < info->pv_length; i++) {
        if (!is_legal(&pos, info->pv[i])) {
            FAULT(t, "move %d of line %d is illegal", i + 1, info->multipv);
            return;
        }
        position_make(&pos, info->pv[i], &undo);
    }
    if (info->passing)
        return;
    if (info->multipv == 1) {
        if (t->depth && t->count != t->wanted)
            FAULT(t, "a set of %d lines, not %d", t->count, t->wanted);
        if (info->depth < t->depth - t->elected)
            FAULT(t, "depth %d after depth %d", info->depth, t->depth);
        t->depth = info->depth;
        t->count = 0;
        t->last = *info;
        t->lowest = SCORE_INFINITE;
    }
    if (info->multipv != t->count + 1 || info->multipv > MOST_LINES)
        FAULT(t, "line %d after line %d", info->multipv, t->count);
    else if (info->lines != t->wanted)
        FAULT(t, "a set of %d lines is announced, not of %d", info->lines, t->wanted);
    else if (info->pv_length < 1)
        FAULT(t, "line %d has no move", info->multipv);
    else {
        for (int i = 0; i < t->count; i++)
            if (t->moves[i] == info->pv[0])
                FAULT(t, "lines %d and %d begin with the same move", i + 1, info->multipv);
        if (info->score > t->lowest)
            FAULT(t, "line %d is better than line %d", info->multipv, t->count);
        t->lowest = info->score;
        t->moves[t->count++] = info->pv[0];
    }
}

/* A search may be stopped from anywhere. */
static void hear_root_move(void *self, int depth, Move m, int number, int64_t time_ms)
{
    Teller *t = self;
    (void)depth, (void)m, (void)number, (void)time_ms;
    if (t->stop_in > 0 && --t->stop_in == 0)
        searcher_stop(t->searcher);
}

static void hear_end(void *self, const SearchResult *result) { ((Teller *)self)->result = *result; }

/* Runs one search; fails the test if a report was wrong. */
static void listen_to(Searcher *s, const char *name, const Game *game, const Limits *limits, int lines, int threads, int stop_in)
{
    MoveList moves;
    int count = legal_moves(&game->now, &moves);
    Teller t = {.root = game->now, .wanted = lines < count ? lines : count, .elected = threads > 1, .searcher = s, .stop_in = stop_in};
    SearchListener listener = {.info = hear_line, .root_move = hear_root_move, .done = hear_end, .self = &t};
    searcher_set_multipv(s, lines);
    ck_assert_int_eq(searcher_start(s, game, limits, &listener), SEARCH_BEGUN);
    searcher_wait(s);
    if (t.count != t.wanted)
        FAULT(&t, "the last set has %d lines, not %d", t.count, t.wanted);
    if (t.wanted && (t.result.best != t.moves[0] || t.result.score != t.last.score))
        FAULT(&t, "the best move is not that of the last set's first line");
    ck_assert_msg(!t.fault[0], "%s, %d lines, %d nodes, stop at root move %d: %s", name, lines, (int)limits->nodes, stop_in, t.fault);
}

/* Each clock check takes a millisecond. */
static int64_t tick(void *ticks) { return 1000 * (int64_t)atomic_fetch_add((atomic_int *)ticks, 1); }

START_TEST(groups_of_lines_are_complete_whenever_the_search_ends)
{
    Rng rng = {.state = 18};
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1 + _i, .multipv = 1});
    ck_assert_ptr_nonnull(s);
    atomic_int ticks = 0;
    searcher_set_clock(s, &(Clock){.now_us = tick, .self = &ticks});
    int searches = effort(1500, 150);
    for (int i = 0; i < searches; i++) {
        const NamedPosition *p = &named_positions[rng_below(&rng, (uint32_t)named_position_count)];
        Position pos = read_position(p->fen);
        Game game;
        game_init(&game);
        game_reset(&game, &pos);
        uint64_t nodes = 20 + rng_below(&rng, 100u << rng_below(&rng, 7));
        int lines = 1 + (int)rng_below(&rng, MOST_LINES), kind = (int)rng_below(&rng, 20);
        if (i % 3 == 0)
            searcher_new_game(s);
        if (any_legal_move(&pos))
            listen_to(s, p->name, &game,
                      kind == 0   ? &(Limits){.movetime_ms = 30}
                      : kind == 1 ? &(Limits){.nodes = 50000}
                                  : &(Limits){.nodes = nodes},
                      lines, 1 + _i, kind == 1 ? 1 + (int)rng_below(&rng, 600) : 0);
        game_clear(&game);
    }
    searcher_free(s);
}
END_TEST

/* The same through the protocol: the group printed last is complete. */
static const struct {
    const char *position;
    int hash, nodes;
} asked[] = {
    {"startpos moves d0e1 c6c5 b2a2", 1, 662},
    {"startpos moves h2e2 h9g7 h0g2 h7h5 c3c4 b7e7 a0a1 b9a7", 16, 400000},
    {"startpos moves h2e2 h9g7", 1, 3000},
    {"fen 3akab2/9/2n1b1n2/p1p1p1p1p/1r5c1/5R3/P1P1P1P1P/2N1C1N2/9/2BAKAB2 b - - 6 15", 1, 8649},
};

START_TEST(the_lines_printed_last_differ)
{
    Gui gui;
    char text[300];
    const char *line;
    gui_start(&gui);
    gui_shake(&gui, "uci");
    for (int step = 0; step < 12; step++) {
        char last[3][5] = {"", "", ""};
        snprintf(text, sizeof text, "setoption name MultiPV value 3\nsetoption name Hash value %d\nucinewgame\nposition %s\ngo nodes %d\n",
                 asked[_i].hash, asked[_i].position, asked[_i].nodes + 37 * step);
        gui_send(&gui, text);
        while ((line = gui_read(&gui, 60000)) && strncmp(line, "bestmove", 8) != 0) {
            long long number = gui_number(line, " multipv ", 0);
            const char *pv = strstr(line, " pv ");
            if (number < 1 || number > 3 || !pv)
                continue;
            if (number == 1)
                memset(last, 0, sizeof last);
            memcpy(last[number - 1], pv + 4, 4);
        }
        ck_assert_ptr_nonnull(line);
        if (!last[0][0] || !last[1][0] || !last[2][0] || strcmp(last[0], last[1]) == 0 || strcmp(last[0], last[2]) == 0 ||
            strcmp(last[1], last[2]) == 0 || strncmp(line + 9, last[0], 4) != 0)
            gui_fail(&gui, "%s: last lines %s, %s, %s, and %s", text, last[0], last[1], last[2], line);
        if (step == effort(2, 0) && asked[_i].nodes > 100000)
            break;
    }
    gui_quit(&gui);
}
END_TEST

/* A reported mate must survive a longer search: the winner needs no more moves, and no defence lasts longer. */
static void check_claim(Searcher *quick, Searcher *slow, const Position *pos, uint64_t nodes)
{
    Game game;
    game_init(&game);
    game_reset(&game, pos);
    Teller t = {.root = *pos, .wanted = 1};
    SearchListener listener = {.info = hear_line, .self = &t};
    searcher_new_game(quick);
    searcher_run(quick, &game, &(Limits){.nodes = nodes}, &listener);
    if (is_mate(t.last.score) && t.last.bound == BOUND_EXACT) {
        searcher_new_game(slow);
        Score longer = searcher_run(slow, &game, &(Limits){.nodes = 200000, .depth = 30}, NULL).score;
        ck_assert_msg(t.last.score > 0 ? longer >= t.last.score : longer <= t.last.score,
                      "%s, %d nodes: score %d is reported, but %d is correct", fen_of(pos), (int)nodes, t.last.score, longer);
    }
    game_clear(&game);
}

START_TEST(reported_mates_are_real)
{
    static const char *const told_before[] = {
        "2bk5/1r7/9/9/4C4/9/6c2/5K2B/6p2/3r5 w - - 0 1",
        "3a5/1P7/1P1k5/9/9/9/1pP6/B1nA4c/2p2p2p/3AK4 b - - 0 1",
        "9/4CP3/4kN3/5n3/5PP2/6P2/6r1n/B4K2R/9/4NAC2 w - - 0 1",
        "8R/3k1cP1P/C3baR2/7C1/nPp1N4/9/5p3/B3KAp2/c3A1p2/2B6 w - - 0 1",
    };
    Rng rng = {.state = 29};
    Searcher *quick = searcher_new(&(SearchOptions){.hash_mib = 8, .threads = 1, .multipv = 1});
    Searcher *slow = searcher_new(&(SearchOptions){.hash_mib = 64, .threads = 1, .multipv = 1});
    for (int i = 0; i < COUNT(told_before); i++) {
        Position pos = read_position(told_before[i]);
        for (uint64_t nodes = 120; nodes <= 400; nodes += 20)
            check_claim(quick, slow, &pos, nodes);
    }
    for (int i = 0, positions = effort(800, 20); i < positions; i++) {
        Position pos;
        random_placement(&rng, &pos);
        for (int j = 0; any_legal_move(&pos) && j < 4; j++)
            check_claim(quick, slow, &pos, 120 + rng_below(&rng, 1380));
    }
    searcher_free(quick);
    searcher_free(slow);
}
END_TEST

Suite *lines_suite(void)
{
    Suite *s = suite_create("lines");
    TCase *tc = tcase_create("lines");
    tcase_add_loop_test(tc, groups_of_lines_are_complete_whenever_the_search_ends, 0, 2);
    tcase_add_loop_test(tc, the_lines_printed_last_differ, 0, COUNT(asked));
    tcase_add_test(tc, reported_mates_are_real);
    suite_add_tcase(s, tc);
    return s;
}
