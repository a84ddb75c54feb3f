/* SPDX-License-Identifier: GPL-3.0-only */
/* The exercises of the trainer and their judge: lessons against the tables and the prover, by play. */
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/endgame/built_in.h"
#include "protocol/trainer/coach.h"
#include "protocol/trainer/motif.h"
#include "tests/support/support.h"

enum { PROOF_NODES = 3000000 };

typedef struct Checker {
    Coach *coach;
    EndgameTables *tables;
    EndgameCache *cache;
    MateSolver *solver;
} Checker;

static Checker checker_new(void)
{
    Checker c = {coach_new(NULL), endgame_tables_built_in("", NULL), endgame_cache_new(), mate_solver_new()};
    ck_assert(c.coach && c.tables && c.cache && c.solver);
    return c;
}

static void checker_free(Checker *c)
{
    coach_free(c->coach);
    endgame_tables_free(c->tables);
    endgame_cache_free(c->cache);
    mate_solver_free(c->solver);
}

static Position after_move(const Position *pos, Move m)
{
    Position after = *pos;
    Undo undo;
    position_make(&after, m, &undo);
    return after;
}

/* Returns 1, 0 or -1 for the side to move: a win, a draw or a loss by the tables. */
static int table_result(Checker *c, const Position *pos)
{
    EndgameResult r;
    if (!any_legal_move(pos))
        return -1;
    if (only_guards_left(pos))
        return 0;
    REQUIRE(endgame_probe(c->tables, c->cache, pos, &r), "%s: not in the tables", fen_of(pos));
    return endgame_is_drawn(r.value) ? 0 : r.value > 0 ? 1 : -1;
}

/* Returns true if the side to move mates within this number of moves; fails the test if that cannot be decided. */
static bool mates_in(Checker *c, const Position *pos, int moves)
{
    Game game;
    Proof proof = {.moves = PROOF_BY_ANY, .plies = 2 * moves - 1, .nodes = PROOF_NODES};
    if (moves < 1)
        return false;
    game_init(&game);
    game_reset(&game, pos);
    const ProofState state = mate_prove(c->solver, &game, &proof);
    game_clear(&game);
    REQUIRE(state != PROOF_OPEN, "%s: mate in %d is not decided", fen_of(pos), moves);
    return state == PROOF_MATE;
}

/* Returns true if the learner's goal can still be reached, in the position after its move and the reply. */
static bool can_reach(Checker *c, const Position *pos, const LessonTask *task, int played)
{
    return task->goal == GOAL_MATE ? mates_in(c, pos, task->moves - played) : table_result(c, pos) >= (task->goal == GOAL_WIN ? 1 : 0);
}

/* Judges every move of the position: right moves keep the goal against the coach's reply, wrong moves are refuted by it. Returns the
 * number of right moves. */
static int judge_all(Checker *c, const Lesson *l, const Game *game)
{
    MoveList list = {0};
    int right = 0;
    legal_moves(&game->now, &list);
    for (int i = 0; i < list.count; i++) {
        CoachAnswer a;
        const Move m = list.moves[i];
        REQUIRE(coach_judge(c->coach, game, &l->task, m, &a), "%s: %s is not judged", l->id, iccs_of(m));
        const Position after = after_move(&game->now, m);
        right += a.grade != MOVE_WRONG;
        if (a.solved)
            continue;
        REQUIRE(a.reply != MOVE_NONE && is_legal(&after, a.reply), "%s: no reply to %s", l->id, iccs_of(m));
        const Position next = after_move(&after, a.reply);
        REQUIRE((a.grade == MOVE_WRONG) != can_reach(c, &next, &l->task, game->plies / 2 + 1), "%s: %s %s: grade %d", l->id, iccs_of(m),
                iccs_of(a.reply), a.grade);
        if (l->task.goal != GOAL_MATE) {
            REQUIRE((a.grade == MOVE_WRONG) == (-table_result(c, &after) < (l->task.goal == GOAL_WIN)), "%s: %s", l->id, iccs_of(m));
            REQUIRE((a.best != MOVE_NONE) == (a.grade != MOVE_BEST), "%s: no better move than %s", l->id, iccs_of(m));
        }
    }
    return right;
}

/* Checks that mate and stalemate are called by their names, and that only a proven refutation is called one. */
static void check_words(const Lesson *l, const Game *game, Move m, const CoachAnswer *answer)
{
    CoachAnswer a = *answer;
    const Position after = after_move(&game->now, m);
    Text words = TEXT_INIT, open = TEXT_INIT;
    answer_words(&(AnswerWords){&game->now, &l->task, m, &a, 1, NOTATION_WXF, LANGUAGE_ENGLISH}, &words);
    REQUIRE(!a.mated || strstr(words.data, in_check(&after, side_to_move(&after)) ? "is mate" : "stalemates"), "%s: %s", l->id, words.data);
    if (l->task.goal == GOAL_MATE && !a.solved) {
        a.grade = MOVE_WRONG;
        a.open = true;
        answer_words(&(AnswerWords){&game->now, &l->task, m, &a, 1, NOTATION_WXF, LANGUAGE_ENGLISH}, &open);
        REQUIRE(strstr(open.data, "was found"), "%s: %s", l->id, open.data);
    }
    text_free(&words);
    text_free(&open);
}

/* Plays the coach's moves until the lesson is solved, and judges all moves on the way. */
static void play_lesson(Checker *c, const Lesson *l)
{
    Game game;
    CoachAnswer a = {0};
    game_init(&game);
    game_reset(&game, &l->start);
    for (int left = 200; !a.solved; left--) {
        const Move best = coach_best(c->coach, &game, &l->task);
        const int right = judge_all(c, l, &game);
        ck_assert_msg(left > 0 && best != MOVE_NONE && is_legal(&game.now, best), "%s: no move after %d plies", l->id, game.plies);
        ck_assert_msg(right > 0 && (l->task.goal != GOAL_MATE || game.plies > 0 || right == 1), "%s: %d right moves", l->id, right);
        ck_assert(coach_judge(c->coach, &game, &l->task, best, &a));
        ck_assert_msg(a.grade == MOVE_BEST, "%s: its own move %s has grade %d", l->id, iccs_of(best), a.grade);
        check_words(l, &game, best, &a);
        ck_assert(game_play(&game, best) && (a.solved || game_play(&game, a.reply)));
    }
    ck_assert_msg(l->task.goal == GOAL_WIN || (game.plies + 1) / 2 == l->task.moves, "%s: %d plies", l->id, game.plies);
    if (l->task.goal == GOAL_MATE)
        ck_assert_str_eq(motif_name(motif_of_mate(&game.now)), l->motif);
    game_clear(&game);
}

/* All of them take more than a minute of processor time: LESSONS=all checks them, otherwise every eighth. */
enum { SHARES = 8 };

START_TEST(lessons_agree_with_tables_and_prover)
{
    Checker c = checker_new();
    for (int i = _i; i < lessons_count(); i += getenv("LESSONS") ? SHARES : effort(8 * SHARES, 50 * SHARES)) {
        const Lesson l = lessons_get(i);
        ck_assert_msg(*l.id && in_range(l.grade, 1, LESSON_GRADES), "line %d", i);
        if (l.task.goal == GOAL_MATE)
            ck_assert_msg(mates_in(&c, &l.start, l.task.moves) && !mates_in(&c, &l.start, l.task.moves - 1), "%s", l.id);
        play_lesson(&c, &l);
    }
    checker_free(&c);
}
END_TEST

START_TEST(there_are_enough_lessons)
{
    int count[GOALS] = {0}, grades[2][LESSON_GRADES + 1] = {{0}}, motifs = 0;
    bool seen[MOTIFS] = {false};
    for (int i = 0; i < lessons_count(); i++) {
        const Lesson l = lessons_get(i);
        Text words = TEXT_INIT;
        lesson_motif_words(&l, LANGUAGE_CHINESE, &words);
        ck_assert_msg(words.length > 0, "%s: %s", l.id, l.motif);
        text_free(&words);
        count[l.task.goal]++;
        grades[l.task.goal == GOAL_MATE][l.grade]++;
        if (l.task.goal == GOAL_MATE && !seen[motif_from_name(l.motif)])
            motifs++, seen[motif_from_name(l.motif)] = true;
        for (int j = 0; j < i; j++)
            ck_assert_msg(lessons_get(j).start.key != l.start.key && strcmp(lessons_get(j).id, l.id) != 0, "%s", l.id);
    }
    ck_assert_int_eq(count[GOAL_WIN] + count[GOAL_DRAW], 200);
    ck_assert_int_eq(count[GOAL_MATE], 200);
    ck_assert_int_ge(motifs, 12);
    for (int g = 1; g <= LESSON_GRADES; g++)
        ck_assert_msg(grades[1][g] > 0 && (g == LESSON_GRADES || grades[0][g] > 0), "grade %d", g);
}
END_TEST

/* Final positions of mates, and what decides them. */
static const struct {
    const char *fen;
    Motif motif;
} mates[] = {
    {"3aka3/9/9/4C4/9/4C4/9/9/9/3K5 b", MOTIF_DOUBLE_CANNONS},
    {"4k4/9/4N4/9/4C4/9/9/9/9/3K5 b", MOTIF_HORSE_CANNON},
    {"R3k4/9/2N6/9/9/9/9/9/9/3K5 b", MOTIF_ANGLER_HORSE},
    {"R3k4/1R7/9/9/9/9/9/9/9/3K5 b", MOTIF_DOUBLE_ROOKS},
};

START_TEST(motifs_are_named)
{
    for (int i = 0; i < COUNT(mates); i++) {
        const Position pos = read_position(mates[i].fen);
        ck_assert_msg(!any_legal_move(&pos), "%s is no mate", mates[i].fen);
        ck_assert_str_eq(motif_name(motif_of_mate(&pos)), motif_name(mates[i].motif));
        for (Language l = LANGUAGE_CHINESE; l < LANGUAGES; l++)
            ck_assert_str_ne(motif_words(mates[i].motif, l), motif_words(mates[i].motif, LANGUAGE_ENGLISH));
    }
}
END_TEST

/* Problems of a file: by the tables, by a proof, or by their solution. */
START_TEST(tasks_of_positions_are_found)
{
    static const struct {
        const char *fen, *line, *task;
    } cases[] = {
        {"4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", NULL, "win"},
        {"3aka3/9/9/4C4/9/9/9/4C4/9/3K5 b - - 0 1", NULL, NULL},
        {"2b1k4/4a4/2n6/p8/9/9/8P/4B1p2/4K4/rcRr1A3 b - - 0 1", NULL, "mate 2"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "h2e2", "line"},
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", NULL, NULL},
    };
    Coach *coach = coach_new(NULL);
    for (int i = 0; i < COUNT(cases); i++) {
        LessonTask task;
        char text[TASK_TEXT_SIZE];
        const Position pos = read_position(cases[i].fen);
        const Move line = cases[i].line ? move_of(cases[i].line) : MOVE_NONE;
        const bool found = coach_task(coach, &pos, &line, cases[i].line != NULL, &task);
        ck_assert_msg(found == (cases[i].task != NULL), "%s", cases[i].fen);
        if (found)
            ck_assert_str_eq(task_write(&task, text), cases[i].task);
    }
    coach_free(coach);
}
END_TEST

Suite *trainer_suite(void)
{
    Suite *s = suite_create("trainer");
    TCase *tc = tcase_create("trainer");
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, lessons_agree_with_tables_and_prover, 0, SHARES);
    tcase_add_test(tc, there_are_enough_lessons);
    tcase_add_test(tc, motifs_are_named);
    tcase_add_test(tc, tasks_of_positions_are_found);
    suite_add_tcase(s, tc);
    return s;
}
