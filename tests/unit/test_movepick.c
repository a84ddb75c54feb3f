/* SPDX-License-Identifier: GPL-3.0-only */
/* The move picker compared with a slow model: every legal move once, in the order of the stages. */
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/board/see.h"
#include "search/movepick.h"
#include "search/params.h"
#include "tests/support/worker.h"

static Worker *worker;

static void new_worker(void) { worker = lone_worker(); }
static void free_worker(void) { lone_worker_free(worker); }

static int16_t any_history(Rng *rng) { return (int16_t)(rng_below(rng, 2 * 7000) - 7000); }

static void any_histories(Rng *rng, History *h)
{
    for (size_t i = 0; i < sizeof h->butterfly / sizeof(int16_t); i++)
        (&h->butterfly[0][0][0])[i] = any_history(rng);
    for (size_t i = 0; i < sizeof h->low_ply / sizeof(int16_t); i++)
        (&h->low_ply[0][0][0])[i] = any_history(rng);
    for (size_t i = 0; i < sizeof h->capture / sizeof(int16_t); i++)
        (&h->capture[0][0])[i] = any_history(rng);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < SLOTS; j++)
            h->continuation[i][j] = any_history(rng);
}

/* Returns a move that may be legal, of another position, or nonsense. */
static Move any_move(Rng *rng, const MoveList *legal)
{
    switch (rng_below(rng, 4)) {
    case 0: return MOVE_NONE;
    case 1: return (Move)rng_next(rng);
    default: return legal->count ? legal->moves[rng_below(rng, (uint32_t)legal->count)] : MOVE_NONE;
    }
}

/* Sets the worker to this position, with random killers and earlier moves. Writes all legal moves to *legal. */
static StackEntry *set_frame(Rng *rng, const Position *pos, MoveList *legal)
{
    Game game;
    game_init(&game);
    game_reset(&game, pos);
    ck_assert(worker_set_position(worker, &game));
    game_clear(&game);
    StackEntry *f = worker_root_entry(worker);
    legality_init(pos, side_to_move(pos), &f->legality);
    f->in_check = f->legality.checkers != 0;
    legal->count = 0;
    legal_moves(pos, legal);
    f->killers[0] = any_move(rng, legal);
    do
        f->killers[1] = any_move(rng, legal);
    while (f->killers[1] == f->killers[0] && f->killers[0] != MOVE_NONE);
    for (int back = 1; back <= 6; back++)
        f[-back].continuation = &worker->history.continuation[rng_below(rng, 4)];
    return f;
}

static bool checks_directly(const Position *pos, Move m)
{
    CheckSquares squares;
    check_squares(pos, side_to_move(pos), &squares);
    return bb_has(squares.by_kind[piece_kind(piece_at(pos, move_from(m)))], move_to(m));
}

/* The order that the header promises: lower stages first, and higher scores first within a stage. */
typedef struct Place {
    int stage, score;
} Place;

static Place place_of(const Picker *p, Move m, Move hash_move, int see_margin)
{
    const StackEntry *f = p->entry;
    enum { HASH, GOOD, KILLER, QUIET, BAD };
    const Position *pos = &worker->pos;
    if (m == hash_move)
        return (Place){HASH, 0};
    if (is_capture(pos, m)) {
        int victim = see_value[piece_kind(piece_at(pos, move_to(m)))];
        int score = capture_victim * victim + *history_capture(&worker->history, pos, m);
        return (Place){see_at_least(pos, m, p->picked == PICKED_ALL ? -score / good_capture_divisor : see_margin) ? GOOD : BAD, score};
    }
    if (p->picked == PICKED_ALL && (m == f->killers[0] || m == f->killers[1]))
        return (Place){KILLER, m == f->killers[0]};
    bool good_check = checks_directly(pos, m) && see_at_least(pos, m, check_order_see);
    return (Place){QUIET, quiet_history(worker, f, m) + (good_check ? check_order_bonus : 0)};
}

/* Takes all moves from the picker and compares them with the expected ones, each once and in order. */
static void compare(Picker *p, const MoveList *wanted, Move hash_move, int see_margin)
{
    const char *fen = fen_of(&worker->pos);
    bool seen[MAX_MOVES] = {false};
    int count = 0;
    Place last = {-1, 0};
    for (Move m; (m = picker_next(p)) != MOVE_NONE; count++) {
        int i = 0;
        while (i < wanted->count && wanted->moves[i] != m)
            i++;
        REQUIRE(i < wanted->count, "%s: %s is offered", fen, iccs_of(m));
        REQUIRE(!seen[i], "%s: %s is offered twice", fen, iccs_of(m));
        seen[i] = true;
        Place place = place_of(p, m, hash_move, see_margin);
        REQUIRE(place.stage > last.stage || (place.stage == last.stage && place.score <= last.score), "%s: %s comes too late", fen,
                iccs_of(m));
        last = place;
    }
    REQUIRE(count == wanted->count, "%s: %d moves of %d", fen, count, wanted->count);
    REQUIRE(picker_next(p) == MOVE_NONE, "%s: a move after the end", fen);
}

static void next_position(Rng *rng, Walk *walk, Position *pos)
{
    if (rng_below(rng, 2))
        random_placement(rng, pos);
    else
        *pos = *walk_next(walk);
}

START_TEST(each_legal_move_comes_once_and_in_order)
{
    Rng rng = {17};
    Walk walk;
    walk_init(&walk, 18);
    any_histories(&rng, &worker->history);
    for (int i = 0, n = effort(6000, 600); i < n; i++) {
        Position pos;
        MoveList legal;
        Picker p;
        next_position(&rng, &walk, &pos);
        StackEntry *f = set_frame(&rng, &pos, &legal);
        Move hash_move = any_move(&rng, &legal);
        picker_init(&p, worker, f, hash_move, PICKED_ALL, 0);
        compare(&p, &legal, hash_move, 0);
    }
}
END_TEST

/* From any move on, quiet moves are skipped; all captures still come. */
START_TEST(quiet_moves_can_be_skipped)
{
    Rng rng = {19};
    Walk walk;
    walk_init(&walk, 20);
    any_histories(&rng, &worker->history);
    for (int i = 0, n = effort(3000, 300); i < n; i++) {
        Position pos;
        MoveList legal;
        Picker p;
        next_position(&rng, &walk, &pos);
        StackEntry *f = set_frame(&rng, &pos, &legal);
        Move hash_move = any_move(&rng, &legal);
        picker_init(&p, worker, f, hash_move, PICKED_ALL, 0);
        int captures = 0, skip_from = 1 + (int)rng_below(&rng, 12), number = 0;
        for (Move m; (m = picker_next(&p)) != MOVE_NONE;) {
            number++;
            captures += is_capture(&pos, m);
            REQUIRE(!p.skip_quiets || is_capture(&pos, m), "%s: %s is quiet", fen_of(&pos), iccs_of(m));
            if (number == skip_from)
                p.skip_quiets = true;
        }
        for (int j = 0; j < legal.count; j++)
            captures -= is_capture(&pos, legal.moves[j]);
        REQUIRE(captures == 0, "%s: captures are lost", fen_of(&pos));
    }
}
END_TEST

/* Quiescence: captures that gain enough, and the hash move if it is a capture; optionally quiet checks
 * that lose no material; in check, every evasion. */
START_TEST(quiescence_gets_its_moves)
{
    Rng rng = {21};
    Walk walk;
    walk_init(&walk, 22);
    any_histories(&rng, &worker->history);
    int checks = 0;
    const int n = effort(6000, 600);
    for (int i = 0; i < n; i++) {
        Position pos;
        MoveList legal, wanted = {0};
        Picker p;
        next_position(&rng, &walk, &pos);
        StackEntry *f = set_frame(&rng, &pos, &legal);
        Move hash_move = any_move(&rng, &legal);
        int margin = (int)rng_below(&rng, 400) - 200;
        const bool with_checks = rng_below(&rng, 2);
        picker_init(&p, worker, f, hash_move,
                    f->in_check   ? PICKED_ALL
                    : with_checks ? PICKED_CAPTURES_AND_CHECKS
                                  : PICKED_CAPTURES,
                    margin);
        if (f->in_check) {
            compare(&p, &legal, hash_move, margin);
            continue;
        }
        for (int j = 0; j < legal.count; j++) {
            Move m = legal.moves[j];
            if (is_capture(&pos, m) ? m == hash_move || see_at_least(&pos, m, margin)
                                    : with_checks && gives_check(&pos, m) && see_at_least(&pos, m, 0)) {
                wanted.moves[wanted.count++] = m;
                checks += !is_capture(&pos, m);
            }
        }
        compare(&p, &wanted, hash_move, margin);
    }
    ck_assert_int_gt(checks, n / 20);
}
END_TEST

Suite *movepick_suite(void)
{
    Suite *s = suite_create("movepick");
    TCase *tc = tcase_create("movepick");
    tcase_add_checked_fixture(tc, new_worker, free_worker);
    tcase_add_test(tc, each_legal_move_comes_once_and_in_order);
    tcase_add_test(tc, quiet_moves_can_be_skipped);
    tcase_add_test(tc, quiescence_gets_its_moves);
    suite_add_tcase(s, tc);
    return s;
}
