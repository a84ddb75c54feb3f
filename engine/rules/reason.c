/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/reason.h"

#include <string.h>

#include "engine/base/contract.h"

static void reason_note_pair(ChaseWalk *w, RuleSet rules, PieceId attacker, PieceId victim, PlyNote *ply)
{
    const Position *pos = &w->after->pos;
    Pair pair = chase_attack(w, attacker, victim);
    if (pair.state == PAIR_NONE)
        return;
    PairNote note = {.state = pair.state, .attacker = attacker, .victim = victim, .from = pos->list[attacker], .at = pos->list[victim]};
    if (pair.state == PAIR_PROTECTED) {
        note.root = piece_numbered(id_side(victim), lsb64(pair.roots));
        note.root_at = pos->list[note.root];
    }
    bool threat = pair.state == PAIR_OLD || pair.state > PAIR_THREAT;
    /* Computer rules: a threat is old if any piece made it before the ply, and the reply is ignored. */
    if (threat && rules == RULES_COMPUTER) {
        uint16_t bit = (uint16_t)(1u << piece_number(victim));
        note.state = chase_victims(w->before, id_side(attacker), bit) ? PAIR_OLD : PAIR_CHASE;
    }
    if (note.state > ply->telling.state)
        ply->telling = note;
    ply->does |= note.state >= PAIR_ROOT_CUT ? DOES_ATTACK : 0;
    if (note.state >= PAIR_ROOT_CUT && ply->count < PAIR_NOTES)
        ply->pairs[ply->count++] = note;
}

static void reason_note_ply(ChaseWalk *w, RuleSet rules, PlyNote *ply)
{
    const Position *pos = &w->after->pos;
    Side side = side_to_move(&w->before->pos), them = opponent(side);
    Bitboard checkers = checkers_of(pos);
    ply->does = checkers ? DOES_CHECK : 0;
    for (int i = 0; i < 2 && checkers; i++)
        ply->checkers[i] = pos->board[bb_pop(&checkers)];
    if (rules == RULES_SIMPLE || rules == RULES_OFF)
        return;
    for (Bitboard rest = pos->sides[side]; rest;) {
        Square from = bb_pop(&rest);
        PieceId attacker = pos->board[from];
        Bitboard aims = piece_targets(pos, side, id_kind(attacker), from) & pos->sides[them] & ~pieces_of(pos, them, KING);
        while (aims)
            reason_note_pair(w, rules, attacker, pos->board[bb_pop(&aims)], ply);
    }
    if (rules == RULES_CHINESE && !ply->does && threatens_mate(pos))
        ply->does = DOES_KILL;
}

/* Keeps the notes on those pairs of a side that belong to its perpetual chase, removes the others, and
 * determines whether a single piece makes all attacks. */
static void reason_keep_chase(Reason *reason, Side side)
{
    SideReason *s = &reason->sides[side];
    PieceId attacker = s->attacker;
    bool alone = true;
    for (PlyNote *ply = reason->plies; ply < reason->plies + reason->count; ply++) {
        if (id_side(ply->mover) != side)
            continue;
        int kept = 0;
        for (int i = 0; i < ply->count; i++) {
            PairNote note = ply->pairs[i];
            bool chases = s->level == LEVEL_CHASE ? note.state == PAIR_CHASE : note.attacker == attacker;
            if (!chases || note.victim != s->victim)
                continue;
            ply->pairs[kept++] = note;
            ply->does |= note.state == PAIR_ROOT_CUT ? DOES_CUT : 0;
            attacker = attacker ? attacker : note.attacker;
            alone &= note.attacker == attacker;
        }
        ply->count = kept;
    }
    s->attacker = alone ? attacker : EMPTY;
}

/* Returns the index of the first ply of the side (of either side if negative) whose deeds among those
 * in `deeds` are exactly `deed`, or -1. */
static int reason_find_ply(const Reason *reason, int side, int deeds, int deed)
{
    for (int i = 0; i < reason->count; i++)
        if ((side < 0 || (int)id_side(reason->plies[i].mover) == side) && (reason->plies[i].does & deeds) == deed)
            return i;
    return -1;
}

static void reason_find_excuse(Reason *reason, Side side, RuleSet rules)
{
    SideReason *s = &reason->sides[side];
    s->shown = -1;
    s->excuse = EXCUSE_NONE;
    if (s->level == LEVEL_CHECK || s->level == LEVEL_CHASE)
        return;
    if (rules == RULES_SIMPLE || rules == RULES_OFF) {
        s->excuse = EXCUSE_NOT_ASKED;
        s->shown = reason_find_ply(reason, side, DOES_CHECK, 0);
    } else if (s->level == LEVEL_ROOT_CUT) {
        s->excuse = EXCUSE_CUT;
        s->shown = reason_find_ply(reason, side, DOES_CUT, DOES_CUT);
    } else if (rules == RULES_COMPUTER && (s->shown = reason_find_ply(reason, -1, DOES_CHECK, DOES_CHECK)) >= 0) {
        s->excuse = EXCUSE_CHECK_CANCELS;
    } else if ((s->shown = reason_find_ply(reason, side, DOES_CHECK | DOES_ATTACK | DOES_KILL, 0)) >= 0) {
        s->excuse = EXCUSE_PLY;
    } else if ((s->shown = reason_find_ply(reason, side, DOES_CHECK | DOES_ATTACK, DOES_CHECK)) >= 0) {
        s->excuse = EXCUSE_MIXED;
    } else {
        s->excuse = EXCUSE_VICTIMS;
    }
}

static void reason_find_chase(const Conduct *conduct, Reason *reason, Side side, RuleSet rules)
{
    SideReason *s = &reason->sides[side];
    uint16_t victims = s->level == LEVEL_CHASE && rules != RULES_CHINESE ? conduct->victims : 0;
    for (int a = 0; s->level == LEVEL_ROOT_CUT && a < SIDE_PIECES && !victims; a++) {
        victims = conduct->pairs.victims[a];
        s->attacker = piece_numbered(side, a);
    }
    if (victims) {
        s->victim = piece_numbered(opponent(side), lsb64(victims));
        reason_keep_chase(reason, side);
    }
}

/* Returns true if both rounds of the window have the same moves. */
static bool reason_rounds_alike(const Path *path, int second, int first)
{
    const Undo *end = path->undos + path->count;
    bool alike = first == 2 * second;
    for (int i = 1; i <= second && alike; i++)
        alike = end[-i].move == end[-i - second].move;
    return alike;
}

void reason_find(const Path *path, int second, int first, RuleSet rules, Reason *reason)
{
    assert(0 < second && second < first && first <= path->count);
    assert(path->undos[path->count - second].key == path->pos->key);
    assert(path->undos[path->count - first].key == path->pos->key);
    memset(reason, 0, sizeof *reason);
    reason->rounds_alike = reason_rounds_alike(path, second, first);
    int plies = reason->rounds_alike ? second : first;
    reason->count = plies < REASON_PLIES ? plies : REASON_PLIES;
    ChaseWalk walk;
    chase_walk_begin(&walk, path->pos);
    for (int i = first - 1; i >= 0; i--) {
        int ply = path->count - first + i;
        chase_walk_back(&walk, &path->undos[ply]);
        if (i >= reason->count)
            continue;
        Move m = path->undos[ply].move;
        reason->plies[i] = (PlyNote){.ply = ply, .move = m, .mover = walk.before->pos.board[move_from(m)]};
        reason_note_ply(&walk, rules, &reason->plies[i]);
    }

    Conduct conduct[2];
    repetition_conduct(path, first, rules, CONDUCT_FOR_REASON, conduct);
    for (Side side = RED; side <= BLACK; side++) {
        reason->sides[side].level = conduct[side].level;
        reason_find_chase(&conduct[side], reason, side, rules);
        reason_find_excuse(reason, side, rules);
    }
}
