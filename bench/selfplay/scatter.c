/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/selfplay/scatter.h"

#include "engine/board/attacks.h"
#include "engine/board/movegen.h"

static Square scatter_random_point(Rng *rng, Bitboard points)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)bb_count(points)); skip > 0; skip--)
        (void)bb_pop(&points);
    return bb_pop(&points);
}

static void scatter_put(Rng *rng, Position *pos, Side side, Kind kind)
{
    (void)position_put(pos, piece_make(side, kind), scatter_random_point(rng, kind_squares[side][kind] & ~occupied(pos)));
}

/* Puts `count` attackers of a side on the board, drawn without replacement from those with which it
 * begins a game. */
static void scatter_put_attackers(Rng *rng, Position *pos, Side side, int count)
{
    Kind army[] = {ROOK, ROOK, KNIGHT, KNIGHT, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN, PAWN};
    for (uint32_t left = sizeof army / sizeof *army; count > 0; count--, left--) {
        uint32_t i = rng_below(rng, left);
        scatter_put(rng, pos, side, army[i]);
        army[i] = army[left - 1];
    }
}

/* Puts none, one or two advisors or elephants on the board. */
static void scatter_put_guards(Rng *rng, Position *pos, Side side, Kind kind)
{
    static const int counts[] = {0, 0, 1, 2, 2};
    for (int left = counts[rng_below(rng, 5)]; left > 0; left--)
        scatter_put(rng, pos, side, kind);
}

/* Returns true if the position is legal and has a legal move. Kings facing each other count as
 * check against the side not to move. */
static bool scatter_fit_to_play(const Position *pos) { return !in_check(pos, opponent(side_to_move(pos))) && any_legal_move(pos); }

void scatter(Rng *rng, Position *pos)
{
    do {
        position_clear(pos);
        for (Side side = RED; side <= BLACK; side++) {
            scatter_put(rng, pos, side, KING);
            scatter_put_guards(rng, pos, side, ADVISOR);
            scatter_put_guards(rng, pos, side, BISHOP);
        }
        for (Side side = RED; side <= BLACK; side++)
            scatter_put_attackers(rng, pos, side, (int)rng_below(rng, SCATTER_ATTACKERS + 1));
        if (rng_below(rng, 2)) {
            Position flipped;
            position_flip(pos, &flipped);
            *pos = flipped;
        }
    } while (!scatter_fit_to_play(pos));
}
