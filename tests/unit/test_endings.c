/* SPDX-License-Identifier: GPL-3.0-only */
/* Endgame tables in the search (search/endings.h): won positions are won, drawn ones are held. */
#include <stdlib.h>
#include <string.h>

#include "bench/tables/pack.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/fen.h"
#include "engine/rules/judge.h"
#include "search/search.h"
#include "tests/support/fake_time.h"
#include "tests/support/support.h"

static EndgameTables *tables;
static EndgameCache *cache;
static Searcher *searcher;

static void begin(void)
{
    Text why = WHY_INIT;
    tables = endgame_tables_built_in("", &why);
    cache = endgame_cache_new();
    searcher = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = 1});
    ck_assert_msg(tables && cache && searcher, "%s", why.data);
    searcher_set_endgames(searcher, tables);
}

static void end(void)
{
    searcher_free(searcher);
    endgame_tables_free(tables);
    endgame_cache_free(cache);
}

static void last_info(void *self, const SearchInfo *info) { *(SearchInfo *)self = *info; }

static SearchResult search_position(const Position *pos, Limits limits, SearchInfo *info)
{
    Game game;
    SearchListener listener = {.info = last_info, .self = info};
    memset(info, 0, sizeof *info);
    game_init(&game);
    game_reset(&game, pos);
    SearchResult result = searcher_run(searcher, &game, &limits, &listener);
    game_clear(&game);
    return result;
}

static EndgameValue value_of(const Position *pos)
{
    EndgameResult r;
    REQUIRE(endgame_probe(tables, cache, pos, &r), "not covered: %s", fen_of(pos));
    return r.value;
}

/* Returns the move with the longest defence. */
static Move perfect_reply(const Position *pos)
{
    MoveList moves;
    EndgameValue best = 0, value;
    Move reply = MOVE_NONE;
    legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        ck_assert(endgame_probe_move(tables, cache, pos, moves.moves[i], &value));
        if (reply == MOVE_NONE || endgame_is_better(value, best)) {
            best = value;
            reply = moves.moves[i];
        }
    }
    return reply;
}

/* The first is the longest win of a rook against all guards; the others are long wins of other sets. */
static const char *const sets[] = {"KRKAABB", "KRKBB", "KRKAAB", "KNKA", "KNKB", "KPK", "KPKA"};

/* Returns the position with the longest distance of the set, with the strong side to move. */
static Position longest_of(const char *name)
{
    EndgameSet set;
    ck_assert(endgame_set_read(name, &set, NULL));
    const EndgameTable *t = endgame_tables_find(tables, &set);
    const Places *places = endgame_tables_places(tables);
    const Layout *l = &t->layout;
    Position longest, pos;
    int distance = 0;
    for (uint64_t index = 0; index < l->size; index += 1 + index % 3) {
        unsigned pair = (unsigned)(index / l->attackers),
                 guard[2] = {pair % l->strong, places->kept_guard[l->guard_kind[WEAK]][pair / l->strong]};
        Square attackers[ENDGAME_ATTACKERS];
        EndgameValue v;
        if (!endgame_value_at(tables, cache, t, index, &v) || v <= distance || endgame_is_distrusted(v))
            continue;
        position_clear(&pos);
        guards_put(l, places, guard, &pos);
        attackers_at(l, places, (unsigned)(index % l->attackers), attackers);
        if (attackers_put(l, attackers, &pos) && !in_check(&pos, BLACK)) {
            distance = v;
            longest = pos;
        }
    }
    ck_assert_int_gt(distance, 0);
    longest.quiet_plies = 0;
    return longest;
}

START_TEST(won_games_are_won)
{
    Position start = longest_of(sets[_i]);
    int distance = endgame_distance(value_of(&start));
    Game game;
    Judgement j;
    game_init(&game);
    game_reset(&game, &start);
    for (judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j); j.result.outcome == OUTCOME_OPEN && game.plies < 300;
         judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j)) {
        SearchResult r = game.now.side == RED ? searcher_run(searcher, &game, &(Limits){.nodes = 500}, NULL)
                                              : (SearchResult){.best = perfect_reply(&game.now)};
        ck_assert(game.now.side == BLACK || r.score > SCORE_EVAL_MAX);
        ck_assert(game_play(&game, r.best));
    }
    REQUIRE(j.result.outcome == OUTCOME_RED, "%s: %s after %d plies, distance %d", sets[_i], outcome_text(j.result.outcome), game.plies,
            distance);
    game_clear(&game);
}
END_TEST

/* A first move that gives the draw away is always avoided, whatever its score. */
START_TEST(drawn_games_are_held)
{
    Rng rng = {3};
    SearchInfo info;
    int held = 0;
    while (held < effort(60, 15)) {
        Position pos;
        position_clear(&pos);
        static const Piece pieces[] = {1, 5, 9, 10, 11, 11}; /* KR against KABB */
        bool placed = true;
        for (int i = 0; i < COUNT(pieces); i++) {
            Square s = index_square[rng_below(&rng, SQUARES)];
            while (!bb_has(kind_squares[piece_side(pieces[i])][piece_kind(pieces[i])], s))
                s = index_square[rng_below(&rng, SQUARES)];
            placed = placed && pos.board[s] == EMPTY && position_put(&pos, pieces[i], s);
        }
        if (!placed || in_check(&pos, RED) || in_check(&pos, BLACK))
            continue;
        pos.side = BLACK;
        pos.key ^= zobrist_black;
        if (value_of(&pos) != ENDGAME_DRAW || !any_legal_move(&pos))
            continue;
        SearchResult r = search_position(&pos, (Limits){.depth = 2}, &info);
        EndgameValue after;
        ck_assert(endgame_probe_move(tables, cache, &pos, r.best, &after));
        REQUIRE(endgame_is_drawn(after) && r.score == SCORE_DRAW, "%s: %s", fen_of(&pos), iccs_of(r.best));
        held++;
    }
}
END_TEST

/* A rook can take a horse, which leaves a won ending; the tables find it. */
static const char *const before_ending = "3k5/9/9/9/4n4/9/9/9/4R4/4K4 w - - 0 1";

START_TEST(captures_lead_into_tables)
{
    SearchInfo info;
    Position pos = read_position(before_ending);
    SearchResult r = search_position(&pos, (Limits){.depth = 3}, &info);
    ck_assert_str_eq(iccs_of(r.best), "e1e5");
    ck_assert_int_gt(r.score, SCORE_EVAL_MAX);
    ck_assert_uint_gt(info.table_hits, 0);
    search_position(&pos, (Limits){.depth = 3, .handicap = {.levels = 15}}, &info);
    ck_assert_uint_eq(info.table_hits, 0);
    searcher_set_endgames(searcher, NULL);
    search_position(&pos, (Limits){.depth = 3}, &info);
    ck_assert_uint_eq(info.table_hits, 0);
}
END_TEST

/* With three plies left before the limit, a win at distance 3 counts; with two, none is known. */
/* Table scores are far beyond the range of evaluations; the search asserts that its windows stay within all scores. */
START_TEST(aspiration_around_a_table_score)
{
    Position pos;
    ck_assert(fen_read("9/5k3/9/9/7n1/9/9/3K5/9/9 w - - 0 1", &pos, NULL));
    SearchInfo info = {0};
    search_position(&pos, (Limits){.depth = 8}, &info);
    ck_assert_int_lt(info.score, -10000);
}
END_TEST

START_TEST(natural_limit_counts)
{
    SearchInfo info;
    Position pos = read_position("4k4/9/9/9/9/9/9/9/9/R2K5 w - - 117 90");
    ck_assert_int_eq(value_of(&pos), 3);
    ck_assert_int_gt(search_position(&pos, (Limits){.depth = 1}, &info).score, SCORE_EVAL_MAX);
    pos.quiet_plies = 118;
    ck_assert_int_le(search_position(&pos, (Limits){.depth = 6}, &info).score, SCORE_EVAL_MAX);
}
END_TEST

static const char *const won_by_table[] = {
    /* 23, 35 and 31 plies before mate */
    "9/4k4/4b4/9/6b2/9/9/1R1K5/9/9 w - - 0 1",
    "3k2b2/9/4ba3/9/9/9/9/9/5K3/4R4 w - - 0 1",
    "9/4ak1N1/9/9/9/9/9/9/9/3K5 w - - 0 1",
};

/* A table win is reported as a mate, with a line that ends in it. */
START_TEST(table_wins_become_mates)
{
    SearchInfo info;
    Undo undo;
    Position pos = read_position(won_by_table[_i]);
    SearchResult r = search_position(&pos, (Limits){.nodes = 100000}, &info);
    REQUIRE(is_mate(r.score) && r.score == info.score && info.pv_length == SCORE_MATE - r.score, "%s: score %d, a line of %d",
            won_by_table[_i], r.score, info.pv_length);
    ck_assert_uint_eq(r.best, info.pv[0]);
    for (int i = 0; i < info.pv_length; i++) {
        REQUIRE(is_legal(&pos, info.pv[i]), "%s: %s is illegal", won_by_table[_i], iccs_of(info.pv[i]));
        position_make(&pos, info.pv[i], &undo);
    }
    ck_assert(!any_legal_move(&pos));
}
END_TEST

/* The win is not reported as a mate if the natural limit comes before the mate. */
START_TEST(no_mate_beyond_the_limit)
{
    SearchInfo info;
    Position pos = read_position("9/4ak1N1/9/9/9/9/9/9/9/3K5 w - - 104 90");
    ck_assert(!is_mate(search_position(&pos, (Limits){.nodes = 100000}, &info).score));
}
END_TEST

START_TEST(several_lines_have_their_own_scores)
{
    SearchInfo info;
    Position pos = longest_of("KNKA");
    searcher_set_multipv(searcher, 5);
    search_position(&pos, (Limits){.depth = 3}, &info);
    ck_assert_int_eq(info.lines, 5);
    ck_assert_int_eq(info.multipv, 5);
    ck_assert_uint_gt(info.table_hits, 0);
}
END_TEST

/* The table does not know that its winning move has been played twice. */
START_TEST(repetitions_are_seen)
{
    static const char *const moves[] = {"e8d7", "d1a1", "d7e8", "a1d1", "e8d7", "d1a1", "d7e8"};
    Position pos = read_position("3k1a3/4a4/9/9/9/9/9/9/3R5/4K4 b - - 0 1");
    Game game;
    Judgement j;
    game_init(&game);
    game_reset(&game, &pos);
    for (int i = 0; i < COUNT(moves); i++)
        ck_assert(game_play(&game, move_of(moves[i])));
    SearchResult r = searcher_run(searcher, &game, &(Limits){.depth = 8}, NULL);
    ck_assert_int_gt(r.score, SCORE_EVAL_MAX);
    ck_assert(game_play(&game, r.best));
    judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j);
    REQUIRE(j.result.outcome == OUTCOME_OPEN, "%s is a draw", iccs_of(r.best));
    game_clear(&game);
}
END_TEST

/* -- draws that repetitions may decide ----------------------------------------------------------- */

typedef struct Looked {
    int moves;
} Looked;

static void look_at(void *self, int depth, Move m, int number, int64_t time_ms)
{
    Looked *looked = self;
    (void)m;
    (void)number;
    (void)time_ms;
    looked->moves += depth == 1;
}

static void info_unheard(void *self, const SearchInfo *info)
{
    (void)self;
    (void)info;
}

/* Adds a table of a lone rook in which everything is won except the positions after some moves of the other side, which may be
 * draws. No real table has such an entry, so this one is invented. */
static void add_made_up(const Position *pos, const MoveList *saving, Text *bytes)
{
    EndgameSet set;
    Solution s = {.longest = 5};
    Text why = WHY_INIT;
    const Places *places = endgame_tables_places(tables);
    ck_assert(endgame_set_read("KRK", &set, NULL));
    layout_init(&s.layout, places, &set);
    s.value[STRONG] = malloc((size_t)s.layout.size * sizeof(EndgameValue));
    for (uint64_t i = 0; i < s.layout.size; i++)
        s.value[STRONG][i] = endgame_won(5);
    for (int i = 0; i < saving->count; i++) {
        Position behind = *pos;
        Placement there;
        Undo undo;
        position_make(&behind, saving->moves[i], &undo);
        placement_read(&s.layout, places, &behind, RED, &there);
        s.value[STRONG][placement_index(&s.layout, places, &there)] = ENDGAME_MAY_WIN;
    }
    ck_assert_msg(table_pack(&s, bytes, &why), "%s", why.data);
    ck_assert_msg(endgame_tables_add(tables, (uint8_t *)bytes->data, bytes->length, "made up", &why), "%s", why.data);
    free(s.value[STRONG]);
}

/* Moves that certainly lose are not searched; all moves that the repetition rules may save are left to the search. */
START_TEST(doubtful_draws_are_left_to_the_search)
{
    Position pos = read_position("9/4k4/9/9/9/9/9/9/R8/3K5 b - - 0 1");
    MoveList moves;
    legal_moves(&pos, &moves);
    ck_assert_int_ge(moves.count, 3);
    FakeTime late = {.step_us = 2000000}; /* moves are reported from the second second on */
    searcher_set_clock(searcher, &(Clock){fake_now_us, fake_sleep_ms, &late});
    for (int i = 0; i + 1 < moves.count; i++) {
        const MoveList saving = {.moves = {moves.moves[i], moves.moves[i + 1]}, .count = 1 + i % 2};
        Text bytes = TEXT_INIT;
        Looked looked = {0};
        Game game;
        add_made_up(&pos, &saving, &bytes);
        ck_assert_int_eq(value_of(&pos), ENDGAME_MAY_LOSE);
        game_init(&game);
        game_reset(&game, &pos);
        searcher_set_endgames(searcher, tables); /* the tables are other than those in the searcher's cache */
        const SearchListener listener = {.info = info_unheard, .root_move = look_at, .self = &looked};
        SearchResult r = searcher_run(searcher, &game, &(Limits){.depth = 1}, &listener);
        REQUIRE(move_list_has(&saving, r.best) && looked.moves == saving.count, "%s is played, %d of %d moves looked at", iccs_of(r.best),
                looked.moves, saving.count);
        game_clear(&game);
        endgame_cache_clear(cache);
        searcher_set_endgames(searcher, NULL);
        endgame_tables_free(tables);
        text_free(&bytes);
        tables = endgame_tables_built_in("", NULL);
    }
}
END_TEST

/* With several PVs the search alone finds the win, through captures, which restart the count of
 * moves. */
START_TEST(several_lines_win_too)
{
    Position pos = read_position("2bak4/9/4b4/9/9/9/9/9/7R1/4K4 w - - 0 1");
    Game game;
    Judgement j;
    searcher_set_multipv(searcher, 4);
    game_init(&game);
    game_reset(&game, &pos);
    for (judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j); j.result.outcome == OUTCOME_OPEN && game.plies < 120;
         judge_game(&game, RULES_ASIAN, NATURAL_LIMIT_DEFAULT, &j)) {
        Move m = game.now.side == RED ? searcher_run(searcher, &game, &(Limits){.depth = 5}, NULL).best : perfect_reply(&game.now);
        ck_assert(game_play(&game, m));
    }
    REQUIRE(j.result.outcome == OUTCOME_RED, "%s after %d plies", outcome_text(j.result.outcome), game.plies);
    game_clear(&game);
}
END_TEST

Suite *endings_suite(void)
{
    Suite *suite = suite_create("endings");
    TCase *tc = tcase_create("endings");
    tcase_add_checked_fixture(tc, begin, end);
    tcase_add_loop_test(tc, won_games_are_won, 0, COUNT(sets));
    tcase_add_test(tc, drawn_games_are_held);
    tcase_add_test(tc, captures_lead_into_tables);
    tcase_add_test(tc, aspiration_around_a_table_score);
    tcase_add_test(tc, natural_limit_counts);
    tcase_add_loop_test(tc, table_wins_become_mates, 0, COUNT(won_by_table));
    tcase_add_test(tc, no_mate_beyond_the_limit);
    tcase_add_test(tc, several_lines_have_their_own_scores);
    tcase_add_test(tc, repetitions_are_seen);
    tcase_add_test(tc, several_lines_win_too);
    tcase_add_test(tc, doubtful_draws_are_left_to_the_search);
    suite_add_tcase(suite, tc);
    return suite;
}
