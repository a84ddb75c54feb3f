/* SPDX-License-Identifier: GPL-3.0-only */
/* Requested mates (`go mate`) and their proofs, from outside. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "search/search.h"
#include "tests/support/support.h"

/* Returns true if the side to move can force mate within this number of plies. Tries all moves. */
static bool mates_within(const Position *pos, int plies)
{
    MoveList list, replies;
    Undo undo;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after = *pos;
        position_make(&after, list.moves[i], &undo);
        int answered = 0;
        legal_moves(&after, &replies);
        for (bool mated = plies >= 3; mated && answered < replies.count; answered += mated) {
            Position next = after;
            position_make(&next, replies.moves[answered], &undo);
            mated = mates_within(&next, plies - 2);
        }
        if (answered == replies.count)
            return true;
    }
    return false;
}

typedef struct Heard {
    SearchInfo last; /* of the best line */
    bool win;        /* one was told */
} Heard;

static void keep_line(void *self, const SearchInfo *info)
{
    Heard *heard = self;
    if (info->multipv == 1) {
        heard->last = *info;
        heard->win |= is_win(info->score);
    }
}
static void ignore(void *self, const SearchResult *result) { (void)self, (void)result; }

/* Searches, and checks that a mate's line is complete and that a win which was told is not lost again. */
static SearchResult ask_lines(const Position *pos, const Limits *limits, int threads, int lines)
{
    Game game;
    Heard heard = {0};
    const SearchInfo *last = &heard.last;
    game_init(&game);
    game_reset(&game, pos);
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = threads, .multipv = lines});
    SearchResult r = searcher_run(s, &game, limits, &(SearchListener){.info = keep_line, .done = ignore, .self = &heard});
    REQUIRE(r.best == last->pv[0], "%s: plays %s, not its line", fen_of(pos), iccs_of(r.best));
    for (int i = 0; r.depth == 1 && i < last->pv_length; i++) {
        REQUIRE(is_legal(&game.now, last->pv[i]), "%s: %s is illegal", fen_of(pos), iccs_of(last->pv[i]));
        ck_assert(game_play(&game, last->pv[i]));
    }
    REQUIRE(!heard.win || is_win(r.score), "%s: score %d after a win", fen_of(pos), r.score);
    if (r.depth == 1 && is_win(r.score))
        REQUIRE(last->pv_length == SCORE_MATE - r.score && !any_legal_move(&game.now), "%s: the line does not end in mate", fen_of(pos));
    searcher_free(s);
    game_clear(&game);
    return r;
}

static SearchResult ask(const Position *pos, const Limits *limits, int threads) { return ask_lines(pos, limits, threads, 1); }

START_TEST(a_mate_is_proven_if_and_only_if_there_is_one)
{
    Rng rng = {20};
    int found = 0;
    for (int i = 0; i < effort(400, 40); i++) {
        Position pos;
        random_placement(&rng, &pos);
        if (!any_legal_move(&pos))
            continue;
        for (int moves = 1; moves <= 2; moves++) {
            bool there_is = mates_within(&pos, 2 * moves - 1);
            SearchResult r = ask(&pos, &(Limits){.mate = moves}, 1);
            REQUIRE(there_is ? is_mate(r.score) && r.score >= mate_in(2 * moves - 1) && r.depth == 1 : r.score < mate_in(2 * moves - 1),
                    "%s: mate in %d: %d, score %d at depth %d", fen_of(&pos), moves, there_is, r.score, r.depth);
            found += there_is;
        }
    }
    ck_assert_int_gt(found, effort(40, 2));
}
END_TEST

/* Compositions of Shi Qing Ya Qu (1570), numbers 63 and 279 of 551. */
static const struct {
    const char *fen;
    int moves; /* length of the shortest mate */
} composed[] = {
    {"3akarr1/1NC2P2C/9/9/R8/9/6p2/4B4/2n1p4/5K3 w - - 0 1", 6},
    {"3ak1b1r/4a2Pn/4b4/4C4/9/9/cR7/n8/4A1p2/3AKC3 w - - 0 1", 5},
};

START_TEST(composed_mates_are_proven)
{
    Position pos = read_position(composed[_i].fen);
    SearchResult r = ask(&pos, &(Limits){.mate = composed[_i].moves}, 1 + _i);
    ck_assert_int_eq(r.depth, 1);
    ck_assert_int_eq(r.score, mate_in(2 * composed[_i].moves - 1));
    r = ask(&pos, &(Limits){.mate = composed[_i].moves - 1}, 1);
    ck_assert_int_eq(r.depth, 2 * composed[_i].moves - 2); /* the longer mate is not accepted; the search ends as an ordinary one */
}
END_TEST

/* A mate proven by checks alone remains the best line of an ordinary search, whichever thread completes the iterations. Shi Qing Ya
 * Qu, number 1. One thread finds it at 106,000 nodes; several need some ten thousand to a million, by chance. */
START_TEST(an_ordinary_search_keeps_proven_mates)
{
    Position pos = read_position("2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w - - 0 1");
    for (int threads = 1; threads <= 3; threads++) {
        bool win = false;
        for (uint64_t nodes = 200000; !win && nodes < 10000000; nodes *= 2)
            win = is_win(ask(&pos, &(Limits){.nodes = nodes}, threads).score);
        ck_assert_msg(win, "%d threads: no win", threads);
    }
}
END_TEST

/* The same search with more and more nodes: a proven mate is never lost, wherever the lines are interrupted. Shi Qing Ya Qu, number 49. */
START_TEST(no_other_line_replaces_a_proven_mate)
{
    Position pos = read_position("2b2a3/1P1k1P3/3a5/9/n1b6/9/9/4RA3/2C1Nr3/2p1KA1rc w - - 0 1");
    int wins = 0;
    for (uint64_t nodes = 2000; nodes < 60000; nodes += (uint64_t)effort(700, 2900)) {
        SearchResult r = ask_lines(&pos, &(Limits){.nodes = nodes}, 1, 3);
        ck_assert_msg(is_win(r.score) || !wins, "%d nodes: score %d after a win", (int)nodes, r.score);
        wins += is_win(r.score);
    }
    ck_assert_int_gt(wins, 0);
}
END_TEST

/* The search for a mate that does not exist leaves the ordinary search its half of the nodes. */
START_TEST(a_limit_is_shared_with_the_tree)
{
    Position pos = named_position("start");
    SearchResult r = ask(&pos, &(Limits){.mate = 9, .nodes = 100000}, 1);
    ck_assert_msg(r.depth >= 8, "depth %d", r.depth);
    r = ask(&pos, &(Limits){.mate = 66, .depth = 3}, 1);
    ck_assert_msg(r.depth == 3 && r.nodes < 100000, "depth %d, %d nodes", r.depth, (int)r.nodes);
    pos = read_position(composed[1].fen);
    r = ask(&pos, &(Limits){.mate = composed[1].moves, .nodes = 3000000}, 1);
    ck_assert_int_eq(r.score, mate_in(2 * composed[1].moves - 1));
}
END_TEST

/* A rook that checks for ever does not mate. */
START_TEST(perpetual_check_proves_nothing)
{
    Position pos = read_position("4k4/9/9/9/9/9/9/9/r3r4/R4K3 w - - 0 1");
    SearchResult r = ask(&pos, &(Limits){.mate = 60, .nodes = 50000}, 1);
    ck_assert_msg(!is_win(r.score), "score %d", r.score);
}
END_TEST

START_TEST(mate_searches_obey_limits)
{
    Position pos = named_position("start");
    SearchResult r = ask(&pos, &(Limits){.mate = 60, .nodes = 20000}, 1);
    ck_assert(is_legal(&pos, r.best) && r.nodes < 21000);
    int64_t begun = clock_ms();
    r = ask(&pos, &(Limits){.mate = 60, .movetime_ms = 200}, 2);
    ck_assert(is_legal(&pos, r.best) && clock_ms() - begun < 5000);
}
END_TEST

/* Only the moves of searchmoves are considered. */
START_TEST(mates_by_banned_moves_do_not_count)
{
    Position pos = read_position("4ka3/4a4/8N/9/9/9/9/9/9/3RK4 w - - 0 1");
    SearchResult r = ask(&pos, &(Limits){.mate = 1}, 1);
    ck_assert_int_eq(r.score, mate_in(1));
    Limits banned = {.mate = 1, .roots.ban = {1, {r.best}}};
    ck_assert_int_ne(ask(&pos, &banned, 1).best, r.best);
}
END_TEST

Suite *prove_suite(void)
{
    Suite *s = suite_create("prove");
    TCase *tc = tcase_create("prove");
    tcase_add_test(tc, a_mate_is_proven_if_and_only_if_there_is_one);
    tcase_add_loop_test(tc, composed_mates_are_proven, 0, COUNT(composed));
    tcase_add_test(tc, an_ordinary_search_keeps_proven_mates);
    tcase_add_test(tc, no_other_line_replaces_a_proven_mate);
    tcase_add_test(tc, a_limit_is_shared_with_the_tree);
    tcase_add_test(tc, perpetual_check_proves_nothing);
    tcase_add_test(tc, mate_searches_obey_limits);
    tcase_add_test(tc, mates_by_banned_moves_do_not_count);
    suite_add_tcase(s, tc);
    return s;
}
