/* SPDX-License-Identifier: GPL-3.0-only */
/* Verdicts on repetitions: properties on random cycles, comparison with a slow referee, and use in the search. */
#include <string.h>

#include "tests/oracle/cycles.h"
#include "tests/oracle/slow_judge.h"

enum { SLOW_CYCLES = 1200 }; /* compared with the slow referee */

static const SlowRules slow_of[] = {[RULES_ASIAN] = SLOW_ASIAN, [RULES_COMPUTER] = SLOW_COMPUTER, [RULES_SIMPLE] = SLOW_SIMPLE};

static Judgement judged(const Game *game, RuleSet rules)
{
    Judgement j;
    judge_game(game, rules, 0, &j);
    return j;
}

static Judgement judged_cycle(const Cycle *cycle, RuleSet rules)
{
    Game game;
    game_init(&game);
    cycle_play(cycle, 2, &game);
    Judgement j = judged(&game, rules);
    game_clear(&game);
    return j;
}

static const char *cycle_text(const Cycle *cycle)
{
    static char texts[2][200];
    static int next;
    char *text = texts[next++ % 2];
    int n = snprintf(text, sizeof texts[0], "%s moves", fen_of(&cycle->start));
    for (int i = 0; i < cycle->count && n < (int)sizeof texts[0] - 6; i++)
        n += snprintf(text + n, sizeof texts[0] - (size_t)n, " %s", iccs_of(cycle->moves[i]));
    return text;
}

static Outcome swapped(Outcome o) { return o == OUTCOME_RED ? OUTCOME_BLACK : o == OUTCOME_BLACK ? OUTCOME_RED : o; }

/* A verdict depends on kinds, colours and relative positions of pieces: not on left and right, on
 * which side is Red, or on the entry into the cycle. Both parities occur: either side may make the
 * last move. */
START_TEST(verdicts_are_symmetric)
{
    static const RuleSet sets[] = {RULES_ASIAN, RULES_COMPUTER, RULES_CHINESE, RULES_SIMPLE};
    Rng rng = {2024};
    int decided = 0, cycles = effort(1500, 150);
    for (int i = 0; i < cycles; i++) {
        Cycle cycle, other;
        random_cycle(&rng, &cycle);
        RuleSet rules = sets[i % COUNT(sets)];
        Outcome want = judged_cycle(&cycle, rules).result.outcome;
        ck_assert_msg(want != OUTCOME_OPEN, "%s", cycle_text(&cycle));
        decided += want != OUTCOME_DRAW;

        cycle_mirror(&cycle, &other);
        ck_assert_msg(judged_cycle(&other, rules).result.outcome == want, "mirror: %s", cycle_text(&cycle));
        cycle_flip(&cycle, &other);
        ck_assert_msg(judged_cycle(&other, rules).result.outcome == swapped(want), "flip: %s", cycle_text(&cycle));
        for (int r = 1; r < cycle.count; r++) {
            cycle_rotate(&cycle, r, &other);
            ck_assert_msg(judged_cycle(&other, rules).result.outcome == want, "begun %d plies later: %s", r, cycle_text(&cycle));
        }
    }
    ck_assert_msg(decided > cycles / 5, "only %d of %d cycles were decisive", decided, cycles);
}
END_TEST

/* Moves before the cycle do not matter; the game may end at any point of it. */
START_TEST(verdicts_do_not_depend_on_the_entry)
{
    Rng rng = {77};
    int cycles = effort(600, 60), entered = 0;
    for (int i = 0; i < cycles; i++) {
        Cycle cycle, later;
        Game game;
        random_cycle(&rng, &cycle);
        Outcome want = judged_cycle(&cycle, RULES_ASIAN).result.outcome;

        /* Finds a quiet move that leads to the cycle, by taking one back from its start. */
        Position before = cycle.start;
        before.side ^= 1;
        MoveList list;
        if (in_check(&before, opponent(side_to_move(&before))) || in_check(&cycle.start, side_to_move(&cycle.start)))
            continue;
        before.key = position_key_from_scratch(&before);
        legal_moves(&before, &list);
        for (int k = 0; k < list.count; k++) {
            Move back = list.moves[k], enter = move_make(move_to(back), move_from(back));
            if (is_capture(&before, back) || id_kind(before.board[move_from(back)]) == PAWN)
                continue;
            Undo undo;
            later = cycle;
            later.start = before;
            position_make(&later.start, back, &undo);
            later.start.side ^= 1;
            later.start.quiet_plies = later.start.game_ply = 0;
            later.start.key = position_key_from_scratch(&later.start);
            if (in_check(&later.start, opponent(side_to_move(&later.start))) || enter == cycle.moves[cycle.count - 1])
                continue;
            game_init(&game);
            game_reset(&game, &later.start);
            ck_assert(game_play(&game, enter));
            ck_assert(game.now.key == cycle.start.key);
            for (int r = 0; r < 2 * cycle.count; r++) {
                ck_assert_msg(!ending_by_repetition(judged(&game, RULES_ASIAN).result.ending), "early: %s", cycle_text(&cycle));
                ck_assert(game_play(&game, cycle.moves[r % cycle.count]));
            }
            ck_assert_msg(judged(&game, RULES_ASIAN).result.outcome == want, "entered by %s: %s", iccs_of(enter), cycle_text(&cycle));
            game_clear(&game);
            entered++;
            break;
        }
    }
    ck_assert_int_gt(entered, cycles / 4);
}
END_TEST

static void slow_rounds(const Cycle *cycle, SlowGame *slow)
{
    for (int k = 0; k < cycle->count; k++) {
        Move m = cycle->moves[k];
        slow_game_play(slow,
                       (SlowMove){square_file(move_from(m)), square_rank(move_from(m)), square_file(move_to(m)), square_rank(move_to(m))});
    }
}

/* Two rounds, of which the second may take another way. */
START_TEST(verdicts_agree_with_the_slow_referee)
{
    Rng rng = {4711};
    int cycles = effort(SLOW_CYCLES, 100), decided = 0;
    Game game;
    game_init(&game);
    for (int i = 0; i < cycles; i++) {
        static SlowGame slow; /* static because it is large */
        Cycle cycle, second;
        random_cycle(&rng, &cycle);
        if (i % 4 != 0 || !random_cycle_from(&rng, &cycle.start, &second))
            second = cycle;
        SlowBoard b = slow_board(&cycle.start);
        slow_game_start(&slow, &b);
        slow_rounds(&cycle, &slow);
        slow_rounds(&second, &slow);
        cycle_play(&cycle, 1, &game);
        for (int k = 0; k < second.count; k++)
            ck_assert(game_play(&game, second.moves[k]));
        for (RuleSet rules = RULES_ASIAN; rules <= RULES_SIMPLE; rules++) {
            if (rules == RULES_CHINESE)
                continue;
            int levels[2];
            Judgement j = judged(&game, rules);
            ck_assert_msg(slow_judge(&slow, slow_of[rules], levels), "%s", cycle_text(&cycle));
            ck_assert_msg((int)j.reason.sides[RED].level == levels[0] && (int)j.reason.sides[BLACK].level == levels[1],
                          "%s rules: Red %d, want %d; Black %d, want %d: %s, then %s", rule_set_name(rules), (int)j.reason.sides[RED].level,
                          levels[0], (int)j.reason.sides[BLACK].level, levels[1], cycle_text(&cycle), strstr(cycle_text(&second), "moves"));
            decided += levels[0] != levels[1];
        }
    }
    game_clear(&game);
    ck_assert_int_gt(decided, cycles / 4);
}
END_TEST

/* Random play: a verdict comes at a third occurrence and nowhere else. Occurrences are counted by comparing boards. */
START_TEST(nothing_is_judged_before_the_third_occurrence)
{
    Rng rng = {31337};
    Game game;
    game_init(&game);
    for (int i = 0; i < effort(300, 30); i++) {
        static SlowBoard seen[200];
        Position start = read_position(named_positions[i % named_position_count].fen);
        game_reset(&game, &start);
        for (int ply = 0; ply < 150; ply++) {
            seen[ply] = slow_board(&game.now);
            int times = 0;
            for (int k = 0; k <= ply; k++)
                times += seen[k].black == seen[ply].black && memcmp(seen[k].at, seen[ply].at, sizeof seen[k].at) == 0;
            Judgement j = judged(&game, RULES_ASIAN);
            ck_assert_msg(ending_by_repetition(j.result.ending) == (times >= 3), "%s at ply %d, seen %d times", fen_of(&start), ply, times);
            if (j.result.outcome != OUTCOME_OPEN)
                break;
            /* Occasional moves back make repetitions frequent. */
            Move m = random_move(&rng, &game.now);
            if (game.plies > 1 && rng_below(&rng, 3)) {
                Move last = game.undos[game.plies - 2].move, back = move_make(move_to(last), move_from(last));
                MoveList list;
                legal_moves(&game.now, &list);
                if (move_list_has(&list, back) && !is_capture(&game.now, back))
                    m = back;
            }
            ck_assert(game_play(&game, m));
        }
    }
    game_clear(&game);
}
END_TEST

START_TEST(distance_sees_captures_and_passes)
{
    Game game;
    game_init(&game);
    play_text(&game, "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1", "a0a1 d9e9 a1a0 e9d9");
    ck_assert_int_eq(repetition_distance(&(Path){&game.now, game.undos, game.plies}, 0), 4);
    ck_assert_int_eq(repetition_distance(&(Path){&game.now, game.undos, game.plies}, 4), 0);
    game.undos[1].move = MOVE_NULL;
    ck_assert_int_eq(repetition_distance(&(Path){&game.now, game.undos, game.plies}, 0), 0);
    play_text(&game, "3k5/9/9/9/9/9/n7p/9/9/R4K3 w - - 9 1", "f0f1 d9e9 f1f0 e9d9");
    ck_assert_int_eq(repetition_distance(&(Path){&game.now, game.undos, game.plies}, 0), 4);
    game.undos[0].captured = id_make(piece_make(BLACK, PAWN), 1);
    ck_assert_int_eq(repetition_distance(&(Path){&game.now, game.undos, game.plies}, 0), 0);
    game_clear(&game);
}
END_TEST

/* -- in the search ------------------------------------------------------------------------------ */

static RuleOutcome in_search(const Game *game, RuleSet rules, int limit, int ply)
{
    Game root;
    SearchRules r;
    static KeyFilter filter;
    game_init(&root);
    game_reset(&root, &game->start);
    for (int i = 0; i < game->plies - ply; i++)
        ck_assert(game_play(&root, game->undos[i].move));
    search_rules_init(&r, &root, rules, limit);
    key_filter_fill(&filter, game->undos, game->plies);
    RuleOutcome outcome = rules_in_search(&r, &(Path){&game->now, game->undos, game->plies}, ply);
    ck_assert_msg(outcome == RULE_NONE || rules_may_end(&r, &filter, &game->now), "the filter hides a verdict");
    game_clear(&root);
    return outcome;
}

static RuleOutcome expected(Outcome outcome, Side side)
{
    return outcome == OUTCOME_DRAW ? RULE_DRAW : outcome == won_by(side) ? RULE_WIN : RULE_LOSS;
}

/* The search rules on a third occurrence like the referee, wherever the root is. A second occurrence at or before the root is not
 * ruled on. */
START_TEST(search_rules_third_occurrences_as_the_referee)
{
    Rng rng = {99};
    for (int i = 0; i < effort(400, 40); i++) {
        Cycle cycle;
        Game game;
        random_cycle(&rng, &cycle);
        game_init(&game);
        cycle_play(&cycle, 2, &game);
        Outcome outcome = judged(&game, RULES_ASIAN).result.outcome;
        for (int ply = 1; ply <= game.plies; ply++)
            ck_assert_msg(in_search(&game, RULES_ASIAN, 120, ply) == expected(outcome, side_to_move(&game.now)), "ply %d: %s", ply,
                          cycle_text(&cycle));
        cycle_play(&cycle, 1, &game);
        for (int ply = 1; ply <= game.plies; ply++)
            ck_assert_msg(in_search(&game, RULES_ASIAN, 120, ply) == RULE_NONE, "ply %d: %s", ply, cycle_text(&cycle));
        game_clear(&game);
    }
}
END_TEST

/* The first recurrence of a position within the tree is judged from its single round, on the assumption
 * that a second round will be like it. */
START_TEST(search_rules_first_returns)
{
    Rng rng = {123};
    int decided = 0, cycles = effort(400, 40);
    for (int i = 0; i < cycles; i++) {
        Cycle cycle;
        Game game;
        Conduct conduct[2];
        random_cycle(&rng, &cycle);
        game_init(&game);
        cycle_play(&cycle, 1, &game);
        ck_assert(game_play(&game, cycle.moves[0]));
        repetition_conduct(&(Path){&game.now, game.undos, game.plies}, cycle.count, RULES_ASIAN, CONDUCT_FOR_REASON, conduct);
        Level us = conduct[game.now.side].level, them = conduct[game.now.side ^ 1].level;
        RuleOutcome want = us == them ? RULE_DRAW : us < them ? RULE_WIN : RULE_LOSS;
        decided += want != RULE_DRAW;
        ck_assert_msg(in_search(&game, RULES_ASIAN, 120, game.plies) == want, "%s", cycle_text(&cycle));
        for (int ply = 1; ply < game.plies; ply++)
            ck_assert_msg(in_search(&game, RULES_ASIAN, 120, ply) == RULE_NONE, "ply %d: %s", ply, cycle_text(&cycle));
        game_clear(&game);
    }
    ck_assert_int_gt(decided, cycles / 5);
}
END_TEST

#define ROOK_CHECKS "9/4k4/9/9/R8/9/9/9/9/3K5 w - - 0 1"
#define QUIET       "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 0 1"

static const struct {
    const char *why, *fen, *moves;
    RuleSet rules;
    int limit, ply;
    RuleOutcome want;
} search_cases[] = {
    {"a draw is believed at the first return", QUIET, "a0a1 d9e9 f0f1 e9d9 f1f0", RULES_ASIAN, 120, 5, RULE_DRAW},
    {"not if the first occurrence is the root", QUIET, "a0a1 d9e9 f0f1 e9d9 f1f0", RULES_ASIAN, 120, 4, RULE_NONE},
    {"perpetual check, entered as it will be again", "9/4k4/9/9/5R3/9/9/9/9/3K5 w - - 0 1", "f5e5 e8f8 e5f5 f8e8 f5e5", RULES_ASIAN, 120, 5,
     RULE_WIN},
    {"perpetual check, first entered from elsewhere: may yet deviate", ROOK_CHECKS, "a5e5 e8f8 e5f5 f8e8 f5e5", RULES_ASIAN, 120, 5,
     RULE_AT_LEAST_DRAW},
    {"the same, the guilty side to move", ROOK_CHECKS, "a5e5 e8f8 e5f5 f8e8 f5e5 e8f8", RULES_ASIAN, 120, 6, RULE_LOSS},
    {"simple rules know perpetual check", ROOK_CHECKS, "a5e5 e8f8 e5f5 f8e8 f5e5 e8f8", RULES_SIMPLE, 120, 6, RULE_LOSS},
    {"where all repetitions are draws", ROOK_CHECKS, "a5e5 e8f8 e5f5 f8e8 f5e5 e8f8", RULES_OFF, 120, 6, RULE_DRAW},
    {"the natural limit would come before the third occurrence", ROOK_CHECKS, "a5e5 e8f8 e5f5 f8e8 f5e5 e8f8", RULES_ASIAN, 10, 6,
     RULE_AT_MOST_DRAW},
    {"natural limit", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 118 60", "a0a1 d9d8", RULES_ASIAN, 120, 2, RULE_DRAW},
    {"natural limit, one ply early", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 117 60", "a0a1 d9d8", RULES_ASIAN, 120, 2, RULE_NONE},
    {"counted anew where the root is beyond it", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 120 60", "a0a1 d9d8", RULES_ASIAN, 120, 2, RULE_NONE},
    {"no limit", "3k5/9/9/9/9/9/8p/9/9/R4K3 w - - 118 60", "a0a1 d9d8", RULES_ASIAN, 0, 2, RULE_NONE},
    {"a mate on the limit's last ply is left to the search", "3k5/R8/9/9/9/9/9/9/7R1/5K3 w - - 119 60", "h1h9", RULES_ASIAN, 120, 1,
     RULE_NONE},
    {"guards alone", "2bak4/4a4/9/9/9/9/9/9/4A4/2BAKr3 w - - 0 1", "e0f0", RULES_ASIAN, 120, 1, RULE_DRAW},
};

START_TEST(search_outcomes)
{
    Game game;
    game_init(&game);
    play_text(&game, search_cases[_i].fen, search_cases[_i].moves);
    RuleOutcome got = in_search(&game, search_cases[_i].rules, search_cases[_i].limit, search_cases[_i].ply);
    ck_assert_msg(got == search_cases[_i].want, "%s: got %d, want %d", search_cases[_i].why, (int)got, (int)search_cases[_i].want);
    game_clear(&game);
}
END_TEST

/* The search counts plies and checks like the referee, wherever the root is. If the limit was already passed there, it counts from
 * the root. */
START_TEST(search_counts_the_natural_limit_as_the_referee)
{
    Game game;
    game_init(&game);
    play_text(
        &game, "4k4/9/9/9/9/9/9/4B4/C8/R3K3R w - - 99 70",
        "i0i9 e9e8 i9e9 e8d8 e9e8 d8d9 e8d8 d9e9 d8d9 e9e8 d9d8 e8e9 a1e1 e9f9 d8d9 f9f8 d9d8 f8f9 d8d9 f9f8 a0a8 f8f7 a8a7 f7f8 a7a8 "
        "f8f7 e2c4");
    for (int limit = 100; limit <= 130; limit++) {
        Judgement j;
        judge_game(&game, RULES_OFF, limit, &j);
        for (int ply = 1; ply <= game.plies; ply++) {
            RuleOutcome got = in_search(&game, RULES_OFF, limit, ply);
            bool beyond = natural_count(&game.start, game.undos, game.plies - ply).plies >= limit;
            ck_assert_msg((got == RULE_DRAW) == (j.result.outcome == OUTCOME_DRAW && !beyond), "limit %d, root %d plies back: %d", limit,
                          ply, (int)got);
        }
    }
    game_clear(&game);
}
END_TEST

START_TEST(filter_counts_both_ways)
{
    static KeyFilter filter, empty;
    Game game;
    game_init(&game);
    play_text(&game, QUIET, "a0a1 d9e9 f0f1 e9d9 f1f0");
    key_filter_fill(&filter, game.undos, game.plies);
    for (int i = 0; i < game.plies; i++) {
        ck_assert(key_filter_has(&filter, game.undos[i].key));
        key_filter_leave(&filter, game.undos[i].key);
    }
    ck_assert(memcmp(&filter, &empty, sizeof filter) == 0);
    game_clear(&game);
}
END_TEST

/* No position is forgotten, however long the game and the line searched from it. */
START_TEST(filter_does_not_wrap)
{
    static KeyFilter filter;
    static const char *const back_and_forth[] = {"a0a1", "d9e9", "a1a0", "e9d9"};
    Game game;
    game_init(&game);
    play_text(&game, QUIET, "");
    for (int ply = 0; ply < 1200; ply++) {
        ck_assert(game_play(&game, move_of(back_and_forth[ply % 4])));
        key_filter_fill(&filter, game.undos, game.plies);
        for (int i = 0; i < 4 && i < game.plies; i++) {
            uint64_t key = game.undos[i].key;
            for (int in = 0; in < UINT8_MAX - KEY_FILTER_PAST; in++) {
                key_filter_enter(&filter, key);
                ck_assert_msg(key_filter_has(&filter, key), "position %d is forgotten after %d plies and %d more", i, ply + 1, in + 1);
            }
            for (int out = 0; out < UINT8_MAX - KEY_FILTER_PAST; out++)
                key_filter_leave(&filter, key);
            ck_assert(key_filter_has(&filter, key));
        }
    }
    ck_assert_int_eq(in_search(&game, RULES_ASIAN, 0, 1), RULE_DRAW);
    game_clear(&game);
}
END_TEST

/* Under Chinese rules a quiet move that threatens mate is an attack. */
static const struct {
    const char *why, *fen;
    bool want;
} kill_cases[] = {
    {"two rooks", "3k5/R8/9/9/9/9/9/9/7R1/5K3 b - - 0 1", true},
    {"one rook", "3k5/R8/9/9/9/9/9/9/9/5K3 b - - 0 1", false},
    {"the mating rook is pinned", "3k5/R8/9/9/5r3/9/9/9/5R3/5K3 b - - 0 1", false},
};

START_TEST(mate_threats)
{
    Position pos = read_position(kill_cases[_i].fen);
    ck_assert_msg(threatens_mate(&pos) == kill_cases[_i].want, "%s", kill_cases[_i].why);
}
END_TEST

Suite *repetition_suite(void)
{
    Suite *s = suite_create("repetition");
    TCase *tc = tcase_create("verdicts");
    tcase_add_test(tc, verdicts_are_symmetric);
    tcase_add_test(tc, verdicts_do_not_depend_on_the_entry);
    tcase_add_test(tc, verdicts_agree_with_the_slow_referee);
    tcase_add_test(tc, nothing_is_judged_before_the_third_occurrence);
    tcase_add_test(tc, distance_sees_captures_and_passes);
    tcase_add_loop_test(tc, mate_threats, 0, COUNT(kill_cases));
    suite_add_tcase(s, tc);

    tc = tcase_create("search");
    tcase_add_test(tc, search_rules_third_occurrences_as_the_referee);
    tcase_add_test(tc, search_rules_first_returns);
    tcase_add_loop_test(tc, search_outcomes, 0, COUNT(search_cases));
    tcase_add_test(tc, search_counts_the_natural_limit_as_the_referee);
    tcase_add_test(tc, filter_counts_both_ways);
    tcase_add_test(tc, filter_does_not_wrap);
    suite_add_tcase(s, tc);
    return s;
}
