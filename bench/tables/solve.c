/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/solve.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/rules/rules.h"

/* Special values of Solver.left. ESCAPES: a capture holds the draw. DOUBTFUL, a flag next to the
 * count: a capture holds unless the rules of repetition decide otherwise; it counts as a move until
 * chases are searched. */
enum { ESCAPES = UINT8_MAX, DOUBTFUL = 1 << 7 };

/* Marks of positions that are draws if repetitions are draws. The first two follow EndgameSide; the
 * others are for the search for chases. */
enum ChaseMark {
    MARK_STRONG_MAY_WIN = 1,
    MARK_WEAK_MAY_WIN = 2,
    /* With the prey to move: */
    MARK_ATTACKED = 4,  /* a piece of the prey is attacked; the hunter's moves to this position are not counted */
    MARK_FORBIDDEN = 8, /* result of the test for attacks, kept for later rounds */
    MARK_ESCAPED = 16,  /* if the hunter were to move here, it would again have a move that does not chase */
    /* With the hunter to move: unit of a counter in the upper bits, the number of moves by which the
     * prey, if it were to move here, could keep up the chase. It counts up to 63; there are at most 54
     * quiet moves (two rooks, a king, two advisors, two elephants). */
    MARK_SUPPORT = 4,
};

typedef struct Solver {
    Solution *solution;
    const Layout *l;
    const Places *places;
    const EndgameTables *smaller;
    EndgameValue *value[2];
    uint8_t *left[2];  /* number of moves that are not known to lose, by side to move and position */
    uint8_t *mark[2];  /* set of ChaseMark, by side to move and position */
    uint8_t *fresh[2]; /* 1 if a position was newly decided, by parity of the distance and placement of guards */
    int distance;      /* distance that is being traced back */
    EndgameSide prey;  /* side that is chased */
    bool looked;       /* true once MARK_FORBIDDEN is set */
    atomic_uint_least64_t marked;
    TableWalk walk;
} Solver;

static Solver *solver(const Walker *w) { return w->job; }

static EndgameValue value_load(const EndgameValue *v) { return __atomic_load_n(v, __ATOMIC_RELAXED); }

/* Schedules the position's placement of guards: for this stage if it has not been reached yet,
 * otherwise for a later one. A thread that takes the flag sees everything that any thread did before
 * setting it. */
static void solve_refresh(Solver *s, int parity, uint64_t index)
{
    __atomic_exchange_n(&s->fresh[parity][index / s->l->attackers], 1, __ATOMIC_ACQ_REL);
}

static bool solve_take_fresh(Solver *s, int parity, unsigned pair)
{
    return __atomic_load_n(&s->fresh[parity][pair], __ATOMIC_RELAXED) && __atomic_exchange_n(&s->fresh[parity][pair], 0, __ATOMIC_ACQ_REL);
}

/* Decides a position if it was still open. Returns true if it was. */
static bool solve_decide(Solver *s, int side, uint64_t index, EndgameValue value, int distance)
{
    EndgameValue open = ENDGAME_DRAW;
    if (!__atomic_compare_exchange_n(&s->value[side][index], &open, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return false;
    solve_refresh(s, distance & 1, index);
    return true;
}

/* -- the first look -------------------------------------------------------------------------------- */

/* Returns the value of a capture for the side that makes it. */
static EndgameValue solve_capture_value(Walker *w, Move m)
{
    EndgameValue value;
    if (!endgame_probe_move(solver(w)->smaller, w->cache, &w->pos, m, &value)) {
        atomic_store(&w->walk->failed, true);
        return ENDGAME_DRAW;
    }
    return value;
}

static uint8_t solve_may_win_mark(int side) { return side == STRONG ? MARK_STRONG_MAY_WIN : MARK_WEAK_MAY_WIN; }

static void solve_look_at(Walker *w, int side)
{
    Solver *s = solver(w);
    walker_turn(w, side);
    if (in_check(&w->pos, opponent((Side)side))) {
        s->value[side][w->index] = ENDGAME_ILLEGAL;
        return;
    }
    MoveList moves;
    bool wins = false, escapes = false, solve_may_win = false, holds = false;
    int quiet = 0, count = legal_moves(&w->pos, &moves);
    for (int i = 0; i < count; i++) {
        if (!is_capture(&w->pos, moves.moves[i])) {
            quiet++;
            continue;
        }
        EndgameValue value = solve_capture_value(w, moves.moves[i]);
        wins |= value > 0 && !endgame_is_drawn(value);
        escapes |= endgame_is_drawn(value);
        solve_may_win |= value == ENDGAME_MAY_WIN || value == ENDGAME_OPEN;
        holds |= value == ENDGAME_DRAW || value == ENDGAME_MAY_WIN;
    }
    s->mark[side][w->index] = solve_may_win ? solve_may_win_mark(side) : 0;
    s->left[side][w->index] = holds ? ESCAPES : (uint8_t)(escapes ? quiet | DOUBTFUL : quiet);
    if (wins)
        solve_decide(s, side, w->index, endgame_won(1), 1);
    else if (count == 0)
        solve_decide(s, side, w->index, endgame_lost(0), 0);
    else if (!escapes && quiet == 0)
        solve_decide(s, side, w->index, endgame_lost(1), 1);
}

static void solve_first_look(Walker *w)
{
    walker_set_guards(w);
    for (unsigned n = 0; n < solver(w)->l->attackers; n++) {
        if (walker_set_board(w, n)) {
            solve_look_at(w, STRONG);
            solve_look_at(w, WEAK);
        } else {
            solver(w)->value[STRONG][w->index] = solver(w)->value[WEAK][w->index] = ENDGAME_ILLEGAL;
        }
    }
}

/* -- tracing back ---------------------------------------------------------------------------------- */

typedef void (*SolveVisit)(Walker *w, int side, uint64_t index);

/* Returns the squares from which a piece of this kind may have moved to s. */
static Bitboard solve_origins(const Position *pos, Side side, Kind kind, Square s)
{
    Bitboard from = 0;
    if (kind == PAWN)
        from = pawn_attackers[side][s] & kind_squares[side][PAWN];
    else if (kind != KNIGHT)
        from = piece_targets(pos, side, kind, s); /* moves of these kinds are reversible */
    else
        for (Bitboard zone = knight_zone[s]; zone;) {
            Square a = bb_pop(&zone);
            from |= pos->board[knight_leg(a, s)] == EMPTY ? square_bit(a) : 0;
        }
    return from & ~occupied(pos);
}

/* Visits the position `before` the move, with `side` to move. If its weak guards are their own mirror
 * image, the position and its mirror image are both stored. A move of one leads here, a move of the
 * other to the mirror image of this position. */
static void solve_visit_before(Walker *w, int side, const Placement *before, SolveVisit visit)
{
    const Layout *l = solver(w)->l;
    const Places *p = solver(w)->places;
    const uint16_t *mirror = p->mirror[l->guard_kind[WEAK]];
    const bool even_here = mirror[w->guard[WEAK]] == w->guard[WEAK], even_there = mirror[before->guard[WEAK]] == before->guard[WEAK];
    uint64_t index;
    bool as_is = placement_index_as_is(l, p, before, &index);
    if (as_is)
        visit(w, side, index);
    else if (!even_here)
        visit(w, side, placement_index(l, p, before));
    if (even_there && !even_here) {
        Placement mirrored = *before;
        placement_mirror(l, p, &mirrored);
        visit(w, side, placement_index(l, p, &mirrored));
    }
}

/* Visits all positions from which a quiet move of `side` leads to the position on the board. */
static void solve_visit_all_before(Walker *w, int side, SolveVisit visit)
{
    const Layout *l = solver(w)->l;
    const Placement here = {{w->guard[STRONG], w->guard[WEAK]}, {w->attackers[0], w->attackers[1]}};
    const Guard *guard = &solver(w)->places->guard[l->guard_kind[side]][here.guard[side]];
    for (Bitboard pieces = w->pos.sides[side]; pieces;) {
        Square s = bb_pop(&pieces);
        Kind kind = id_kind(w->pos.board[s]);
        for (Bitboard from = solve_origins(&w->pos, (Side)side, kind, s); from;) {
            Square a = bb_pop(&from);
            Placement before = here;
            if (kind == KING || kind == ADVISOR || kind == BISHOP)
                before.guard[side] =
                    guard_moved(solver(w)->places, guard, kind, side == RED ? s : square_flip(s), side == RED ? a : square_flip(a));
            else
                before.attackers[s == here.attackers[0] ? 0 : 1] = a; /* attackers of either side */
            solve_visit_before(w, side, &before, visit);
        }
    }
}

static void solve_may_win(Walker *w, int side, uint64_t index)
{
    solve_decide(solver(w), side, index, endgame_won(solver(w)->distance + 1), solver(w)->distance + 1);
}

static void solve_loses_one(Walker *w, int side, uint64_t index)
{
    Solver *s = solver(w);
    if (value_load(&s->value[side][index]) == ENDGAME_DRAW && __atomic_load_n(&s->left[side][index], __ATOMIC_RELAXED) != ESCAPES &&
        __atomic_sub_fetch(&s->left[side][index], 1, __ATOMIC_RELAXED) == 0)
        solve_decide(s, side, index, endgame_lost(s->distance + 1), s->distance + 1);
}

static void solve_trace_back(Walker *w)
{
    Solver *s = solver(w);
    if (!solve_take_fresh(s, s->distance & 1, w->pair))
        return;
    bool begun = false;
    const EndgameValue lost = endgame_lost(s->distance);
    for (unsigned n = 0; n < s->l->attackers; n++)
        for (int side = STRONG; side <= WEAK; side++) {
            EndgameValue v = value_load(&s->value[side][(uint64_t)w->pair * s->l->attackers + n]);
            if (v != lost && (s->distance == 0 || v != endgame_won(s->distance)))
                continue;
            if (!begun)
                walker_set_guards(w);
            begun = true;
            walker_set_board(w, n);
            solve_visit_all_before(w, side ^ 1, v == lost ? solve_may_win : solve_loses_one);
        }
}

/* -- draws by chasing ------------------------------------------------------------------------------ */

static EndgameSide solve_hunter(const Solver *s) { return s->prey == STRONG ? WEAK : STRONG; }

static bool solve_is_draw(const Solver *s, int side, uint64_t index)
{
    return value_load(&s->value[side][index]) == ENDGAME_DRAW &&
           !(__atomic_load_n(&s->mark[side][index], __ATOMIC_RELAXED) & solve_may_win_mark(s->prey));
}

/* Returns true if a piece of the prey other than its king is attacked. Kings and pawns do not count
 * as attackers. */
static bool solve_is_attacked(const Position *pos, Side prey)
{
    static const Kind chasing[] = {ADVISOR, BISHOP, KNIGHT, ROOK, CANNON};
    const Bitboard all = occupied(pos);
    for (Bitboard victims = pos->sides[prey] & ~pieces_of(pos, prey, KING); victims;) {
        Square s = bb_pop(&victims);
        for (size_t i = 0; i < sizeof chasing / sizeof *chasing; i++)
            if (attackers_of_kind(pos, opponent(prey), chasing[i], s, all))
                return true;
    }
    return false;
}

/* Returns true if the side not to move threatens to end the game with its next move. */
static bool solve_is_threatened(const Position *pos)
{
    Position turned = *pos, after;
    MoveList moves;
    position_make_null(&turned, &(Undo){0});
    legal_moves(&turned, &moves);
    for (int i = 0; i < moves.count; i++) {
        Undo undo;
        after = turned;
        position_make(&after, moves.moves[i], &undo);
        if (!any_legal_move(&after))
            return true;
    }
    return false;
}

/* Returns true if the last move, whatever it was, may be one that the rules do not allow
 * perpetually. */
static bool solve_may_be_forbidden(const Walker *w)
{
    const Side prey = solver(w)->prey == STRONG ? RED : BLACK;
    return solve_is_attacked(&w->pos, prey) || (solver(w)->l->set.each && (in_check(&w->pos, prey) || solve_is_threatened(&w->pos)));
}

static bool solve_is_counted(Solver *s, int side, uint64_t index)
{
    return solve_is_draw(s, side, index) && __atomic_load_n(&s->left[side][index], __ATOMIC_RELAXED) != ESCAPES;
}

static void solve_take_move(Walker *w, int side, uint64_t index)
{
    if (solve_is_counted(solver(w), side, index))
        __atomic_sub_fetch(&solver(w)->left[side][index], 1, __ATOMIC_RELAXED);
}

static uint8_t solve_mark(const Solver *s, int side, uint64_t index) { return __atomic_load_n(&s->mark[side][index], __ATOMIC_RELAXED); }

/* Returns true if the hunter must continue to chase: no counted move is left, so every move that does
 * not lose attacks the prey. */
static bool solve_is_bound(const Solver *s, uint64_t index)
{
    return solve_is_draw(s, solve_hunter(s), index) && __atomic_load_n(&s->left[solve_hunter(s)][index], __ATOMIC_RELAXED) == 0;
}

/* Returns true if the prey is attacked but has no move to a position in which the hunter must continue
 * to chase. */
static bool solve_is_unsupported(const Solver *s, uint64_t index)
{
    return solve_mark(s, s->prey, index) & MARK_ATTACKED && solve_mark(s, solve_hunter(s), index) < MARK_SUPPORT &&
           solve_is_draw(s, s->prey, index);
}

static void solve_give_back(Walker *w, int side, uint64_t index)
{
    Solver *s = solver(w);
    if (!solve_is_counted(s, side, index) || __atomic_fetch_add(&s->left[side][index], 1, __ATOMIC_RELAXED) != 0)
        return;
    __atomic_fetch_or(&s->mark[s->prey][index], MARK_ESCAPED, __ATOMIC_RELAXED);
    solve_refresh(s, 0, index);
}

static void solve_support(Walker *w, int side, uint64_t index)
{
    Solver *s = solver(w);
    if (solve_mark(s, side, index) & MARK_ATTACKED && solve_is_draw(s, side, index))
        __atomic_fetch_add(&s->mark[solve_hunter(s)][index], MARK_SUPPORT, __ATOMIC_RELAXED);
}

static void solve_support_no_more(Walker *w, int side, uint64_t index)
{
    Solver *s = solver(w);
    if (!(solve_mark(s, side, index) & MARK_ATTACKED) || !solve_is_draw(s, side, index))
        return;
    if (__atomic_sub_fetch(&s->mark[solve_hunter(s)][index], MARK_SUPPORT, __ATOMIC_RELAXED) < MARK_SUPPORT)
        solve_refresh(s, 0, index);
}

/* Marks that the prey may win here. */
static void solve_distrust(Solver *s, int side, uint64_t index)
{
    const uint8_t mark = solve_may_win_mark(s->prey);
    if (value_load(&s->value[side][index]) != ENDGAME_DRAW || __atomic_fetch_or(&s->mark[side][index], mark, __ATOMIC_RELAXED) & mark)
        return;
    solve_refresh(s, 0, index);
    atomic_fetch_add(&s->marked, 1);
}

static void solve_distrust_before(Walker *w, int side, uint64_t index) { solve_distrust(solver(w), side, index); }

static void solve_lose_by_chase(Walker *w, int side, uint64_t index)
{
    Solver *s = solver(w);
    solve_take_move(w, side, index);
    if (solve_is_counted(s, side, index) && __atomic_load_n(&s->left[side][index], __ATOMIC_RELAXED) == 0)
        solve_distrust(s, side, index);
}

/* Sets up a position. The guards are set up for the first position only. */
static void solve_set_out(Walker *w, bool *begun, unsigned n)
{
    if (!*begun)
        walker_set_guards(w);
    *begun = true;
    walker_set_board(w, n);
}

/* Marks all positions that may belong to a chase. Earlier candidates are tried again, because the
 * hunter may have fewer moves by now. */
static void solve_stage_attacked(Walker *w)
{
    Solver *s = solver(w);
    const EndgameSide prey = s->prey, other = solve_hunter(s);
    bool begun = false;
    for (unsigned n = 0; n < s->l->attackers; n++) {
        const uint64_t index = (uint64_t)w->pair * s->l->attackers + n;
        __atomic_fetch_and(&s->mark[other][index], MARK_SUPPORT - 1, __ATOMIC_RELAXED);
        if (!solve_is_draw(s, prey, index) || (s->looked && !(s->mark[prey][index] & MARK_FORBIDDEN)))
            continue;
        solve_set_out(w, &begun, n);
        walker_turn(w, prey);
        if (!s->looked && !solve_may_be_forbidden(w))
            continue;
        s->mark[prey][index] |= MARK_ATTACKED | MARK_FORBIDDEN;
        solve_visit_all_before(w, other, solve_take_move);
    }
}

static void solve_stage_support(Walker *w)
{
    Solver *s = solver(w);
    bool begun = false;
    for (unsigned n = 0; n < s->l->attackers; n++)
        if (solve_is_bound(s, (uint64_t)w->pair * s->l->attackers + n)) {
            solve_set_out(w, &begun, n);
            solve_visit_all_before(w, s->prey, solve_support);
        }
}

/* Drops positions in which the prey cannot keep up the chase, and counts the hunter's moves to them
 * again. If such a move lets the hunter escape, the positions before it lose support. The largest set
 * in which all positions have support remains, whatever the order of the steps. */
static void solve_stage_drop(Walker *w)
{
    Solver *s = solver(w);
    bool begun = false;
    while (solve_take_fresh(s, 0, w->pair))
        for (unsigned n = 0; n < s->l->attackers; n++) {
            const uint64_t index = (uint64_t)w->pair * s->l->attackers + n;
            uint8_t *mark = &s->mark[s->prey][index];
            if (solve_is_unsupported(s, index)) {
                __atomic_fetch_and(mark, (uint8_t)~MARK_ATTACKED, __ATOMIC_RELAXED);
                solve_set_out(w, &begun, n);
                solve_visit_all_before(w, solve_hunter(s), solve_give_back);
            }
            if (__atomic_load_n(mark, __ATOMIC_RELAXED) & MARK_ESCAPED) {
                __atomic_fetch_and(mark, (uint8_t)~MARK_ESCAPED, __ATOMIC_RELAXED);
                solve_set_out(w, &begun, n);
                solve_visit_all_before(w, s->prey, solve_support_no_more);
            }
        }
}

static void solve_stage_distrust(Walker *w)
{
    Solver *s = solver(w);
    for (uint64_t index = (uint64_t)w->pair * s->l->attackers, end = index + s->l->attackers; index < end; index++)
        if (solve_is_bound(s, index))
            solve_distrust(s, solve_hunter(s), index);
}

/* Spreads marks to positions from which the prey can force a marked one. Positions with the prey to
 * move that have MARK_ATTACKED are not visited again. */
static void solve_stage_spread(Walker *w)
{
    Solver *s = solver(w);
    const EndgameSide prey = s->prey, other = solve_hunter(s);
    const uint8_t marked = solve_may_win_mark(prey);
    if (!solve_take_fresh(s, 0, w->pair))
        return;
    walker_set_guards(w);
    for (unsigned n = 0; n < s->l->attackers; n++) {
        uint64_t index = (uint64_t)w->pair * s->l->attackers + n;
        if (value_load(&s->value[other][index]) == ENDGAME_DRAW && __atomic_load_n(&s->mark[other][index], __ATOMIC_RELAXED) & marked) {
            walker_set_board(w, n);
            solve_visit_all_before(w, prey, solve_distrust_before);
        }
        if (value_load(&s->value[prey][index]) == ENDGAME_DRAW && __atomic_load_n(&s->mark[prey][index], __ATOMIC_RELAXED) & marked &&
            !(__atomic_fetch_or(&s->mark[prey][index], MARK_ATTACKED, __ATOMIC_RELAXED) & MARK_ATTACKED)) {
            walker_set_board(w, n);
            solve_visit_all_before(w, other, solve_lose_by_chase);
        }
    }
}

/* A capture into a marked position is no longer an escape. If no other move is left, the prey may win. */
static void solve_doubt(Solver *s, uint64_t index)
{
    uint8_t *left = &s->left[solve_hunter(s)][index];
    if (*left != ESCAPES && *left & DOUBTFUL && (*left &= DOUBTFUL - 1) == 0)
        s->mark[solve_hunter(s)][index] |= solve_may_win_mark(s->prey);
}

/* Prepares the marks of this set. Captures into marked positions of other sets are spread first. */
static void solve_stage_begin_spread(Walker *w)
{
    Solver *s = solver(w);
    for (uint64_t index = (uint64_t)w->pair * s->l->attackers, end = index + s->l->attackers; index < end; index++)
        for (int side = STRONG; side <= WEAK; side++) {
            s->mark[side][index] &= MARK_STRONG_MAY_WIN | MARK_WEAK_MAY_WIN;
            if (side == (int)solve_hunter(s))
                solve_doubt(s, index);
            if (s->value[side][index] == ENDGAME_DRAW && s->mark[side][index] & solve_may_win_mark(s->prey)) {
                solve_refresh(s, 0, index);
                atomic_fetch_add(&s->marked, 1);
            }
        }
}

static void solve_stage_write_marks(Walker *w)
{
    static const EndgameValue values[2][4] = {{ENDGAME_DRAW, ENDGAME_MAY_WIN, ENDGAME_MAY_LOSE, ENDGAME_OPEN},
                                              {ENDGAME_DRAW, ENDGAME_MAY_LOSE, ENDGAME_MAY_WIN, ENDGAME_OPEN}};
    Solver *s = solver(w);
    for (uint64_t index = (uint64_t)w->pair * s->l->attackers, end = index + s->l->attackers; index < end; index++)
        for (int side = STRONG; side <= WEAK; side++)
            if (s->value[side][index] == ENDGAME_DRAW)
                s->value[side][index] = values[side][s->mark[side][index] & (MARK_STRONG_MAY_WIN | MARK_WEAK_MAY_WIN)];
}

/* -- the whole set --------------------------------------------------------------------------------- */

static void solve_run(Solver *s, void (*stage)(Walker *w))
{
    s->walk.number = s->distance;
    walk_all(&s->walk, stage);
}

static bool solve_is_fresh(const Solver *s, int parity) { return memchr(s->fresh[parity], 1, s->walk.pairs) != NULL; }

static void solve_run_while_fresh(Solver *s, void (*stage)(Walker *w))
{
    while (!walk_stopped(&s->walk) && solve_is_fresh(s, 0))
        solve_run(s, stage);
}

/* Finds the largest set of positions in which the hunter must attack for ever while the prey stays in
 * the set, and all positions from which the prey can reach it by force. Repeats this as long as new
 * positions are marked, since these may lead to others. */
static void solve_find_chases_of(Solver *s, EndgameSide prey)
{
    uint64_t before;
    s->prey = prey;
    memset(s->fresh[0], 0, s->walk.pairs);
    solve_run(s, solve_stage_begin_spread);
    solve_run_while_fresh(s, solve_stage_spread);
    s->looked = false;
    do {
        before = atomic_load(&s->marked);
        solve_run(s, solve_stage_attacked);
        s->looked = true;
        solve_run(s, solve_stage_support);
        memset(s->fresh[0], 1, s->walk.pairs);
        solve_run_while_fresh(s, solve_stage_drop);
        solve_run(s, solve_stage_distrust);
        solve_run_while_fresh(s, solve_stage_spread);
    } while (!walk_stopped(&s->walk) && atomic_load(&s->marked) != before);
}

/* Searches for chases of both sides. Guards alone cannot win, so the weak side is a prey only if it
 * has attackers. */
static void solve_find_chases(Solver *s)
{
    solve_find_chases_of(s, STRONG);
    if (s->l->set.each)
        solve_find_chases_of(s, WEAK);
    solve_run(s, solve_stage_write_marks);
}

static void solve_run_all(Solver *s)
{
    solve_run(s, solve_first_look);
    for (s->distance = 0; s->distance < ENDGAME_LONGEST && !walk_stopped(&s->walk) && (solve_is_fresh(s, 0) || solve_is_fresh(s, 1));
         s->distance++) {
        if (solve_is_fresh(s, s->distance & 1))
            s->solution->longest = s->distance;
        solve_run(s, solve_trace_back);
    }
    solve_find_chases(s);
}

/* Checks that the tables of all sets to which captures lead are loaded. */
static bool solve_has_smaller(const EndgameTables *smaller, const EndgameSet *set, Text *why)
{
    EndgameSet less[ENDGAME_CAPTURES_MOST];
    const int count = endgame_set_captures(set, less);
    for (int i = 0; i < count; i++)
        if (!endgame_tables_find(smaller, &less[i])) {
            char name[ENDGAME_NAME_SIZE];
            return text_fail(why, "missing table %s", endgame_set_name(&less[i], name));
        }
    return true;
}

uint64_t solve_memory(const Layout *l) { return l->size * (2 * sizeof(EndgameValue) + 4) + 2 * (uint64_t)l->weak * l->strong; }

static bool solve_make_room(Solver *s)
{
    const size_t size = (size_t)s->l->size;
    for (int side = STRONG; side <= WEAK; side++) {
        s->value[side] = s->solution->value[side] = calloc(size, sizeof(EndgameValue));
        s->left[side] = calloc(size, 1);
        s->mark[side] = calloc(size, 1);
        s->fresh[side] = calloc((size_t)s->l->weak * s->l->strong, 1);
        if (!s->value[side] || !s->left[side] || !s->mark[side] || !s->fresh[side])
            return false;
    }
    return true;
}

static void solve_free_room(Solver *s)
{
    for (int side = STRONG; side <= WEAK; side++) {
        free(s->left[side]);
        free(s->mark[side]);
        free(s->fresh[side]);
    }
}

bool solve_set(const EndgameTables *smaller, const EndgameSet *set, const WalkOptions *options, Solution *out, Text *why)
{
    const Places *places = endgame_tables_places(smaller);
    *out = (Solution){.longest = 0};
    layout_init(&out->layout, places, set);
    if (!solve_has_smaller(smaller, set, why))
        return false;
    Solver s = {.solution = out, .l = &out->layout, .places = places, .smaller = smaller};
    bool room = solve_make_room(&s) && walk_begin(&s.walk, s.l, places, options, &s);
    if (room)
        solve_run_all(&s);
    bool done = room && !walk_stopped(&s.walk);
    if (!room)
        why_no_memory(why);
    else if (!done)
        text_add(why, atomic_load(&s.walk.failed) ? "a required table is damaged" : "interrupted");
    out->distrusted = atomic_load(&s.marked);
    if (s.walk.options)
        walk_end(&s.walk);
    solve_free_room(&s);
    if (!done)
        solution_free(out);
    return done;
}

void solution_free(Solution *s)
{
    free(s->value[STRONG]);
    free(s->value[WEAK]);
    s->value[STRONG] = s->value[WEAK] = NULL;
}
