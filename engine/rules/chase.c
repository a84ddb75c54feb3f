/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/chase.h"

#include "engine/base/contract.h"

static const uint8_t first_number[KINDS] = {0, 0, 1, 3, 5, 7, 9, 11};

int piece_number(PieceId id)
{
    assert(id_kind(id) != NO_KIND);
    return first_number[id_kind(id)] + (id & 7);
}

PieceId piece_numbered(Side side, int number)
{
    assert(in_range(number, 0, SIDE_PIECES - 1));
    Kind kind = PAWN;
    while (first_number[kind] > number)
        kind--;
    return id_make(piece_make(side, kind), number - first_number[kind]);
}

static uint16_t number_bit(PieceId id) { return (uint16_t)(1u << piece_number(id)); }

/* Returns the enemy pieces that attack the king of `side`. attackers_of() includes the moves of a king,
 * but not facing kings on a file, to which a move may not expose the king either. */
static Bitboard attackers_of_king(const Position *pos, Side side)
{
    Side them = opponent(side);
    Square k = king_square(pos, side), other = king_square(pos, them);
    Bitboard found = attackers_of(pos, k, them);
    if (same_file(k, other) && pieces_between(pos, k, other) == 0)
        found |= square_bit(other);
    return found;
}

static void chase_find_checkers(ChaseBoard *b)
{
    b->checkers[RED] = attackers_of_king(&b->pos, RED);
    b->checkers[BLACK] = attackers_of_king(&b->pos, BLACK);
}

void chase_board_set(ChaseBoard *b, const Position *pos)
{
    assert(on_board(king_square(pos, RED)) && on_board(king_square(pos, BLACK)));
    b->pos = *pos;
    chase_find_checkers(b);
}

/* Returns true if the king of `side` is attacked by a piece that did not attack it before the capture.
 * A side in check is considered able to capture other pieces: a threat does not depend on whose turn it
 * is, and a check is answered first (a convention; no diagram of the manual depends on it). No other
 * piece can have reached a checker's point, because only the two pieces of the capture have moved, and
 * a captured checker is gone. */
static bool chase_newly_exposed(const ChaseBoard *b, Side side) { return (attackers_of_king(&b->pos, side) & ~b->checkers[side]) != 0; }

/* Returns true if capturing `victim`, which `attacker` attacks, does not expose the attacker's own
 * king. */
static bool chase_capture_is_legal(ChaseBoard *b, PieceId attacker, PieceId victim)
{
    Position *pos = &b->pos;
    Side us = id_side(attacker);
    Square from = pos->list[attacker], to = pos->list[victim];
    shift_piece(pos, us, from, to, attacker, victim);
    bool legal = !chase_newly_exposed(b, us);
    unshift_piece(pos, us, from, to, attacker, victim);
    return legal;
}

/* Finds the pieces that attack `attacker`, which has just captured on the board, and those of them
 * that may recapture. A king may not move to an attacked point. For other pieces only a line opened
 * by their departure counts, so a pinned piece is a false root. */
static Pair chase_find_roots(ChaseBoard *b, PieceId attacker, RootSearch wanted)
{
    Position *pos = &b->pos;
    Side them = opponent(id_side(attacker));
    Square to = pos->list[attacker];
    Bitboard aiming = attackers_of(pos, to, them);
    Pair pair = {PAIR_NONE, 0};
    uint16_t roots = 0;
    for (Bitboard rest = aiming; rest;) {
        Square from = bb_pop(&rest);
        PieceId defender = pos->board[from];
        pair.roots |= number_bit(defender);
        shift_piece(pos, them, from, to, defender, attacker);
        bool legal = id_kind(defender) == KING ? attackers_of_king(pos, them) == 0 : !chase_newly_exposed(b, them);
        unshift_piece(pos, them, from, to, defender, attacker);
        if (!legal)
            continue;
        roots |= number_bit(defender);
        if (wanted == FIND_A_ROOT)
            break;
    }
    if (roots) {
        pair.state = PAIR_PROTECTED;
        pair.roots = roots;
    }
    return pair;
}

static bool chase_aims_at(const Position *pos, PieceId attacker, PieceId victim)
{
    Square from = pos->list[attacker];
    return bb_has(piece_targets(pos, id_side(attacker), id_kind(attacker), from), pos->list[victim]);
}

static bool chase_may_chase(Kind k) { return k >= ADVISOR && k <= CANNON; }

/* Returns true if the piece may be a victim on its present square. */
static bool chase_may_be_chased(const Position *pos, PieceId id)
{
    Kind k = id_kind(id);
    return chase_may_chase(k) || (k == PAWN && !in_own_half(pos->list[id], id_side(id)));
}

/* Returns true if the victim counts as chased even when it is protected. According to the manual, a
 * horse or cannon chases a rook even if the rook is protected (diagrams 18-25). Pikafish and
 * Fairy-Stockfish apply the same to advisors and elephants that attack a rook, horse or cannon. */
static bool protection_is_no_help(Kind attacker, Kind victim)
{
    if (attacker == KNIGHT || attacker == CANNON)
        return victim == ROOK;
    if (attacker == ADVISOR || attacker == BISHOP)
        return victim == ROOK || victim == KNIGHT || victim == CANNON;
    return false;
}

/* The order of the tests matters. A pinned attacker threatens only its pinner, whatever the values
 * (diagram 63). A protected piece is not chased. Roots are determined after the capture, so a rook
 * behind the attacker protects, and a cannon next to the victim does not. Otherwise, pieces of the
 * same kind offer an exchange if the victim could also capture the attacker (51-52), which it cannot
 * if its leg is blocked (55) or if it is pinned (53, 64-65). */
Pair chase_pair(ChaseBoard *b, PieceId attacker, PieceId victim, RootSearch roots)
{
    assert(id_side(attacker) != id_side(victim));
    assert(on_board(b->pos.list[attacker]) && on_board(b->pos.list[victim]));
    Position *pos = &b->pos;
    Pair pair = {PAIR_NONE, 0};
    if (!chase_aims_at(pos, attacker, victim))
        return pair;
    if (!chase_may_chase(id_kind(attacker)))
        return (Pair){PAIR_BY_KING, 0};
    if (!chase_may_be_chased(pos, victim))
        return (Pair){PAIR_OF_PAWN, 0};

    Side us = id_side(attacker);
    Square from = pos->list[attacker], to = pos->list[victim];
    shift_piece(pos, us, from, to, attacker, victim);
    if (chase_newly_exposed(b, us))
        pair.state = PAIR_ILLEGAL;
    else if (protection_is_no_help(id_kind(attacker), id_kind(victim)))
        pair.state = PAIR_THREAT;
    else
        pair = chase_find_roots(b, attacker, roots);
    unshift_piece(pos, us, from, to, attacker, victim);
    if (pair.state != PAIR_NONE)
        return pair;

    bool mutual =
        id_kind(attacker) == id_kind(victim) && chase_aims_at(pos, victim, attacker) && chase_capture_is_legal(b, victim, attacker);
    pair.state = mutual ? PAIR_EXCHANGE : PAIR_THREAT;
    return pair;
}

/* Returns the numbers of the attacked enemy pieces that may be chased. */
static uint16_t chase_aims(const Position *pos, PieceId attacker)
{
    Side us = id_side(attacker);
    Bitboard at = piece_targets(pos, us, id_kind(attacker), pos->list[attacker]) & pos->sides[opponent(us)];
    uint16_t aims = 0;
    while (at) {
        PieceId victim = pos->board[bb_pop(&at)];
        if (chase_may_be_chased(pos, victim))
            aims |= number_bit(victim);
    }
    return aims;
}

void chase_walk_begin(ChaseWalk *w, const Position *end)
{
    w->plies = 0;
    chase_board_set(w->before = &w->boards[0], end);
    w->after = w->replied = NULL;
}

void chase_walk_back(ChaseWalk *w, const Undo *undo)
{
    assert(undo->move != MOVE_NULL);
    w->replied = w->after;
    w->after = w->before;
    w->before = &w->boards[++w->plies % 3];
    w->before->pos = w->after->pos;
    position_unmake(&w->before->pos, undo);
    chase_find_checkers(w->before);
}

/* An attack is new in two cases. First, in the position before, the pair was no attack, an illegal
 * capture or an exchange. Second, the victim had roots, and all of them still attack its point but
 * may no longer move there (they were pinned, or would expose their king to a discovered check). If
 * one of the roots no longer attacks the point, a root was cut. How the attack arose makes no
 * difference: by a direct move, by leaving a line, by becoming a screen or by freeing a leg. A rook
 * that moves along the line of its attack creates nothing new (appendix of the manual, diagram
 * 106).
 *
 * Why there are two strengths: in diagram 105, cutting the same root again and again loses, but in
 * 39-41 and 61 an answer that happens to cut a root does not. All rulings of the manual follow if
 * root cuts rank below real attacks and count only for one constant pair.
 *
 * An attack is answered if the threat is gone after the reply. An attack that is ignored is not a
 * chase, which the manual defines as attack and answer in turn. */
Pair chase_attack(ChaseWalk *w, PieceId attacker, PieceId victim)
{
    assert(w->plies > 0);
    assert(id_side(attacker) == side_to_move(&w->before->pos));
    Pair now = chase_pair(w->after, attacker, victim, FIND_A_ROOT);
    if (now.state != PAIR_THREAT) {
        if (chase_aims_at(&w->before->pos, attacker, victim))
            now.state = PAIR_NONE;
        return now;
    }
    Pair then = chase_pair(w->before, attacker, victim, FIND_ALL_ROOTS);
    if (then.state == PAIR_THREAT)
        now.state = PAIR_OLD;
    else if (w->replied && chase_pair(w->replied, attacker, victim, FIND_A_ROOT).state == PAIR_THREAT)
        now.state = PAIR_UNANSWERED;
    else
        now.state = then.state == PAIR_PROTECTED && (then.roots & ~now.roots) != 0 ? PAIR_ROOT_CUT : PAIR_CHASE;
    return now;
}

/* Returns the rooks, horses, cannons, advisors and elephants of a side. */
static Bitboard chase_attackers(const Position *pos, Side side)
{
    return pos->sides[side] & ~(pieces_of(pos, side, KING) | pieces_of(pos, side, PAWN));
}

void chase_ply(ChaseWalk *w, uint16_t *victims, PairSet *pairs)
{
    assert(w->plies > 0);
    const Position *pos = &w->after->pos;
    Side side = side_to_move(&w->before->pos);
    uint16_t hit = 0;
    PairSet attacking = {{0}};
    for (Bitboard rest = chase_attackers(pos, side); rest;) {
        PieceId attacker = pos->board[bb_pop(&rest)];
        int a = piece_number(attacker);
        uint16_t wanted = chase_aims(pos, attacker) & (*victims | pairs->victims[a]);
        for (; wanted; wanted &= (uint16_t)(wanted - 1)) {
            uint16_t bit = wanted & (uint16_t)-wanted;
            PairState state = chase_attack(w, attacker, piece_numbered(opponent(side), lsb64(wanted))).state;
            if (state >= PAIR_ROOT_CUT)
                attacking.victims[a] |= bit;
            if (state == PAIR_CHASE)
                hit |= bit;
        }
    }
    *victims &= hit;
    for (int a = 0; a < SIDE_PIECES; a++)
        pairs->victims[a] &= attacking.victims[a];
}

uint16_t chase_victims(ChaseBoard *b, Side side, uint16_t wanted)
{
    uint16_t found = 0;
    for (Bitboard rest = chase_attackers(&b->pos, side); rest;) {
        PieceId attacker = b->pos.board[bb_pop(&rest)];
        uint16_t aims = chase_aims(&b->pos, attacker) & wanted & (uint16_t)~found;
        for (; aims; aims &= (uint16_t)(aims - 1)) {
            PieceId victim = piece_numbered(opponent(side), lsb64(aims));
            if (chase_pair(b, attacker, victim, FIND_A_ROOT).state == PAIR_THREAT)
                found |= number_bit(victim);
        }
    }
    return found;
}
