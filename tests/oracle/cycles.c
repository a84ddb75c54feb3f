/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/oracle/cycles.h"

#include <string.h>

#include "engine/board/legal.h"
#include "engine/notation/notation.h"

/* Places a few attackers in the middle of the board and some guards; the kings do not face each other. */
static void sparse_position(Rng *rng, Position *pos)
{
    static const Kind kinds[] = {ROOK, CANNON, KNIGHT, ROOK, CANNON, KNIGHT, PAWN, BISHOP, ADVISOR, PAWN};
    for (;;) {
        position_clear(pos);
        for (int side = 0; side < 2; side++) {
            int up = (int)rng_below(rng, 3);
            position_put(pos, piece_make((Side)side, KING), square_make(3 + (int)rng_below(rng, 3), side ? 9 - up : up));
        }
        for (int side = 0; side < 2; side++)
            for (int i = 1 + (int)rng_below(rng, rng_below(rng, 6) ? 5 : 14); i > 0; i--) {
                Kind kind = kinds[rng_below(rng, COUNT(kinds))];
                Square s = square_make((int)rng_below(rng, FILES), (int)rng_below(rng, RANKS));
                if (pos->board[s] == EMPTY && bb_has(kind_squares[side][kind], s))
                    position_put(pos, piece_make((Side)side, kind), s);
            }
        pos->side = (uint8_t)rng_below(rng, 2);
        pos->key = position_key_from_scratch(pos);
        if (bb_count(occupied(pos)) > 3 && !in_check(pos, opponent(side_to_move(pos))) && !only_guards_left(pos))
            return;
    }
}

/* A walk of one piece that ends where it began. */
typedef struct Trip {
    int moves; /* 2: there and back; 3: via another point */
    Square home;
} Trip;

/* Returns one side's next move by the same piece: the first move leaves its home square, the last
 * returns to it. */
static Move trip_move(Rng *rng, const Position *pos, const Trip *trip, int done, Square at)
{
    MoveList list, fit = {.count = 0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Move m = list.moves[i];
        bool last = done == trip->moves - 1;
        if (is_capture(pos, m) || (done > 0 && move_from(m) != at) || (done > 0 && last != (move_to(m) == trip->home)))
            continue;
        fit.moves[fit.count++] = m;
    }
    return fit.count ? fit.moves[rng_below(rng, (uint32_t)fit.count)] : MOVE_NONE;
}

static bool try_cycle(Rng *rng, Cycle *cycle)
{
    Position pos = cycle->start;
    int length = rng_below(rng, 4) ? 2 : 3;
    Trip trips[2] = {{length, SQ_NONE}, {length, SQ_NONE}};
    Square at[2] = {SQ_NONE, SQ_NONE};
    cycle->count = 0;
    for (int i = 0; i < 2 * length; i++) {
        Side side = side_to_move(&pos);
        Move m = trip_move(rng, &pos, &trips[side], i / 2, at[side]);
        if (m == MOVE_NONE)
            return false;
        if (i < 2)
            trips[side].home = move_from(m);
        at[side] = move_to(m);
        Undo undo;
        position_make(&pos, m, &undo);
        cycle->moves[cycle->count++] = m;
    }
    return pos.key == cycle->start.key;
}

/* Most cycles are drawn. Drops most of those without any chase. */
static bool interesting(Rng *rng, const Cycle *cycle)
{
    if (rng_below(rng, 60) == 0)
        return true;
    Game game;
    Conduct conduct[2];
    game_init(&game);
    cycle_play(cycle, 2, &game);
    repetition_conduct(&(Path){&game.now, game.undos, game.plies}, game.plies, RULES_ASIAN, CONDUCT_FOR_REASON, conduct);
    game_clear(&game);
    return conduct[RED].level != LEVEL_IDLE || conduct[BLACK].level != LEVEL_IDLE;
}

void random_cycle(Rng *rng, Cycle *cycle)
{
    for (;;) {
        sparse_position(rng, &cycle->start);
        for (int i = 0; i < 20; i++)
            if (try_cycle(rng, cycle) && interesting(rng, cycle))
                return;
    }
}

bool random_cycle_from(Rng *rng, const Position *start, Cycle *cycle)
{
    cycle->start = *start;
    for (int i = 0; i < 20; i++)
        if (try_cycle(rng, cycle))
            return true;
    return false;
}

void cycle_rotate(const Cycle *cycle, int plies, Cycle *out)
{
    Cycle turned = {.start = cycle->start, .count = cycle->count};
    for (int i = 0; i < plies; i++) {
        Undo undo;
        position_make(&turned.start, cycle->moves[i], &undo);
    }
    for (int i = 0; i < cycle->count; i++)
        turned.moves[i] = cycle->moves[(i + plies) % cycle->count];
    *out = turned;
}

void cycle_mirror(const Cycle *cycle, Cycle *out)
{
    position_mirror(&cycle->start, &out->start);
    out->count = cycle->count;
    for (int i = 0; i < cycle->count; i++)
        out->moves[i] = move_mirror(cycle->moves[i]);
}

void cycle_flip(const Cycle *cycle, Cycle *out)
{
    position_flip(&cycle->start, &out->start);
    out->count = cycle->count;
    for (int i = 0; i < cycle->count; i++)
        out->moves[i] = move_flip(cycle->moves[i]);
}

void cycle_play(const Cycle *cycle, int rounds, Game *game)
{
    game_reset(game, &cycle->start);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < cycle->count; i++)
            ck_assert(game_play(game, cycle->moves[i]));
}

void play_text(Game *game, const char *fen, const char *moves)
{
    Position start = read_position(fen);
    game_reset(game, &start);
    while (*moves) {
        char word[8];
        size_t n = strcspn(moves, " ");
        ck_assert_msg(n < sizeof word, "\"%s\"", moves);
        memcpy(word, moves, n);
        word[n] = '\0';
        moves += n + strspn(moves + n, " ");
        Move m = move_of(word);
        ck_assert_msg(is_legal(&game->now, m), "%s: %s is not legal", fen, word);
        ck_assert(game_play(game, m));
    }
}
