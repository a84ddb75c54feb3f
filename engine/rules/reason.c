#include "engine/rules/reason.h"

#include <string.h>

static void add_note(PlyNote *ply, PairNote note)
{
    int at = ply->count;
    while (at > 0 && ply->pairs[at - 1].event > note.event)
        at--;
    if (at == PAIR_NOTES)
        return;
    if (ply->count < PAIR_NOTES)
        ply->count++;
    memmove(&ply->pairs[at + 1], &ply->pairs[at], (size_t)(ply->count - 1 - at) * sizeof *ply->pairs);
    ply->pairs[at] = note;
}

static bool aimed_before(const Position *before, PieceId attacker, PieceId victim)
{
    Square from = before->list[attacker];
    return bb_has(piece_targets(before, id_side(attacker), id_kind(attacker), from), before->list[victim]);
}

/* False if the pair is not worth a word. */
static bool classify(ChaseBoard *before, ChaseBoard *after, ChaseBoard *replied, RuleSet rules, PairNote *note)
{
    bool is_new = !aimed_before(&before->pos, note->attacker, note->victim);
    if (!may_chase(id_kind(note->attacker))) {
        note->event = EVENT_BY_KING;
        return is_new;
    }
    if (!may_be_chased(&after->pos, note->victim)) {
        note->event = EVENT_OF_PAWN;
        return is_new;
    }

    Pair pair = chase_pair(after, note->attacker, note->victim, true);
    switch (pair.state) {
    case PAIR_ILLEGAL: note->event = EVENT_PINNED; return is_new;
    case PAIR_EXCHANGE: note->event = EVENT_EXCHANGE; return is_new;
    case PAIR_PROTECTED:
        note->event = EVENT_PROTECTED;
        note->root = piece_numbered(id_side(note->victim), lsb64(pair.roots));
        note->root_at = after->pos.list[note->root];
        return is_new;
    case PAIR_NONE: return false;
    case PAIR_THREAT: break;
    }

    if (rules == RULES_COMPUTER) {
        uint16_t bit = (uint16_t)(1u << piece_number(note->victim));
        note->event = chase_victims(before, id_side(note->attacker), bit) ? EVENT_OLD : EVENT_CHASE;
        return true;
    }
    switch (chase_attack(before, after, replied, note->attacker, note->victim)) {
    case ATTACK_STRONG: note->event = EVENT_CHASE; break;
    case ATTACK_WEAK: note->event = EVENT_ROOT_CUT; break;
    case ATTACK_UNANSWERED: note->event = EVENT_UNANSWERED; break;
    case ATTACK_OLD:
    case ATTACK_NONE: note->event = EVENT_OLD; break;
    }
    return true;
}

static void note_pairs(ChaseBoard *before, ChaseBoard *after, ChaseBoard *replied, RuleSet rules, PlyNote *ply)
{
    const Position *pos = &after->pos;
    Side side = (Side)before->pos.side, them = opponent(side);
    for (Bitboard rest = pos->sides[side]; rest;) {
        PieceId attacker = pos->board[bb_pop(&rest)];
        Square from = pos->list[attacker];
        Bitboard aims = piece_targets(pos, side, id_kind(attacker), from) & pos->sides[them] & ~pieces_of(pos, them, KING);
        while (aims) {
            Square at = bb_pop(&aims);
            PairNote note = {.attacker = attacker, .victim = pos->board[at], .from = from, .at = at};
            if (classify(before, after, replied, rules, &note))
                add_note(ply, note);
        }
    }
}

static bool counts(const PairNote *note) { return note->event <= EVENT_ROOT_CUT; }

static void note_ply(ChaseBoard *before, ChaseBoard *after, ChaseBoard *replied, RuleSet rules, PlyNote *ply)
{
    Bitboard checkers = checkers_of(&after->pos);
    for (int i = 0; i < 2 && checkers; i++)
        ply->checkers[i] = after->pos.board[bb_pop(&checkers)];
    if (rules == RULES_SIMPLE || rules == RULES_OFF)
        return;
    note_pairs(before, after, replied, rules, ply);
    bool attacks = ply->count > 0 && counts(&ply->pairs[0]);
    ply->kill = rules == RULES_CHINESE && !ply->checkers[0] && !attacks && threatens_mate(&after->pos, KILL_CHECKS);
}

/* Of the notes of every ply of the side keep those of its perpetual chase, and see whether one piece does
 * it all. */
static void keep_chase(Reason *reason, Side side)
{
    SideReason *s = &reason->sides[side];
    bool first = true;
    for (int i = 0; i < reason->count; i++) {
        PlyNote *ply = &reason->plies[i];
        if (id_side(ply->mover) != side)
            continue;
        int kept = 0;
        for (int j = 0; j < ply->count; j++) {
            PairNote *note = &ply->pairs[j];
            bool chases = s->level == LEVEL_CHASE ? note->event == EVENT_CHASE : counts(note) && note->attacker == s->attacker;
            if (chases && note->victim == s->victim)
                ply->pairs[kept++] = *note;
        }
        ply->count = kept;
        for (int j = 0; j < kept && s->level == LEVEL_CHASE; j++)
            if (first && j == 0)
                s->attacker = ply->pairs[0].attacker;
            else if (ply->pairs[j].attacker != s->attacker)
                s->attacker = EMPTY;
        first = false;
    }
}

static int find_ply(const Reason *reason, int side, bool (*is_such)(const PlyNote *))
{
    for (int i = 0; i < reason->count; i++)
        if ((side < 0 || (int)id_side(reason->plies[i].mover) == side) && is_such(&reason->plies[i]))
            return i;
    return -1;
}

static bool ply_checks(const PlyNote *p) { return p->checkers[0] != EMPTY; }
static bool ply_quiet(const PlyNote *p) { return p->checkers[0] == EMPTY; }
static bool ply_attacks(const PlyNote *p) { return p->count > 0 && counts(&p->pairs[0]); }
static bool ply_does_nothing(const PlyNote *p) { return !ply_checks(p) && !ply_attacks(p) && !p->kill; }
static bool ply_only_checks(const PlyNote *p) { return ply_checks(p) && !ply_attacks(p); }
static bool ply_cuts(const PlyNote *p) { return ply_attacks(p) && p->pairs[0].event == EVENT_ROOT_CUT; }

static void find_excuse(Reason *reason, Side side, RuleSet rules)
{
    SideReason *s = &reason->sides[side];
    s->shown = -1;
    s->excuse = EXCUSE_NONE;
    if (s->level == LEVEL_CHECK || s->level == LEVEL_CHASE)
        return;
    if (rules == RULES_SIMPLE || rules == RULES_OFF) {
        s->excuse = EXCUSE_NOT_ASKED;
        s->shown = find_ply(reason, side, ply_quiet);
    } else if (s->level == LEVEL_ROOT_CUT) {
        s->excuse = EXCUSE_CUT;
        s->shown = find_ply(reason, side, ply_cuts);
    } else if (rules == RULES_COMPUTER && (s->shown = find_ply(reason, -1, ply_checks)) >= 0) {
        s->excuse = EXCUSE_CHECK_CANCELS;
    } else if ((s->shown = find_ply(reason, side, ply_does_nothing)) >= 0) {
        s->excuse = EXCUSE_PLY;
    } else if ((s->shown = find_ply(reason, side, ply_only_checks)) >= 0) {
        s->excuse = EXCUSE_MIXED;
    } else {
        s->excuse = EXCUSE_VICTIMS;
    }
}

/* The moves of the window's two rounds are the same. */
static bool rounds_alike(const Path *path, int second, int first)
{
    const Undo *end = path->undos + path->count;
    if (first != 2 * second)
        return false;
    for (int i = 1; i <= second; i++)
        if (end[-i].move != end[-i - second].move)
            return false;
    return true;
}

/* The board before ply `i`, by unmaking from the end: windows are short, and this is for people. */
static void board_before(const Path *path, int i, ChaseBoard *b)
{
    chase_board_set(b, path->pos);
    for (int j = path->count - 1; j >= i; j--)
        position_unmake(&b->pos, &path->undos[j]);
}

void reason_find(const Path *path, int second, int first, RuleSet rules, Reason *reason)
{
    memset(reason, 0, sizeof *reason);
    reason->first = path->count - first;
    reason->second = path->count - second;
    reason->third = path->count;
    reason->rounds_alike = rounds_alike(path, second, first);

    int plies = reason->rounds_alike ? second : first;
    reason->count = plies < REASON_PLIES ? plies : REASON_PLIES;
    for (int i = 0; i < reason->count; i++) {
        PlyNote *ply = &reason->plies[i];
        ChaseBoard before, after, replied;
        ply->ply = reason->first + i;
        ply->move = path->undos[ply->ply].move;
        board_before(path, ply->ply, &before);
        board_before(path, ply->ply + 1, &after);
        bool known = ply->ply + 2 <= path->count;
        if (known)
            board_before(path, ply->ply + 2, &replied);
        ply->mover = before.pos.board[move_from(ply->move)];
        note_ply(&before, &after, known ? &replied : NULL, rules, ply);
    }

    Conduct conduct[2];
    repetition_conduct(path, first, rules, conduct);
    for (int side = 0; side < 2; side++) {
        SideReason *s = &reason->sides[side];
        s->level = conduct[side].level;
        find_excuse(reason, (Side)side, rules);
        if (s->level == LEVEL_CHASE && rules != RULES_CHINESE)
            s->victim = piece_numbered(opponent((Side)side), lsb64(conduct[side].victims));
        for (int a = 0; s->level == LEVEL_ROOT_CUT && a < SIDE_PIECES && !s->victim; a++)
            if (conduct[side].pairs.victims[a]) {
                s->attacker = piece_numbered((Side)side, a);
                s->victim = piece_numbered(opponent((Side)side), lsb64(conduct[side].pairs.victims[a]));
            }
        if (s->victim)
            keep_chase(reason, (Side)side);
    }
}
