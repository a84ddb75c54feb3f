/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/verdict.h"

#include <stdio.h>

#include "engine/base/contract.h"
#include "engine/notation/notation.h"

/* Adds formatted text in the language of `t`. */
__attribute__((format(printf, 2, 3))) static void verdict_say(Text *t, const char *english, ...)
{
    va_list values;
    va_start(values, english);
    text_vaddf(t, tr(t->language, english), values);
    va_end(values);
}

static const char *verdict_piece_name(const Text *t, PieceId id) { return piece_word(piece_of(id), t->language); }

/* A judgement, with the game to which it applies. */
typedef struct Judged {
    const Judgement *j;
    const Game *game;
} Judged;

typedef struct Wording {
    char text[60];
} Wording;

/* Returns a piece with its place: "rook h9", "车（h9）", or, by files, "rook on file 8", "8路的车". */
static Wording verdict_piece_phrase(const Text *t, PieceId id, Square at)
{
    Wording p;
    Text name = text_over(p.text, sizeof p.text);
    if (t->by_files)
        text_addf(&name, tr(t->language, "%s on file %s"), verdict_piece_name(t, id),
                  notation_file(square_file(at), id_side(id), notation_of_language(t->language)));
    else
        text_addf(&name, language_is_chinese(t->language) ? "%s（%s）" : "%s %s", verdict_piece_name(t, id), square_text(at).text);
    return p;
}

/* Returns a move with its number: "3. h2e2", "3... h9g7", or, by files, "3. C2=5"; in Chinese "3. 炮二平五", "3. …… 马8进7". */
static Wording verdict_ply_phrase(const Text *t, const Judged *v, const PlyNote *ply)
{
    const int half = v->j->first_ply + ply->ply;
    const bool zh = language_is_chinese(t->language);
    char move[MOVE_TEXT_SIZE];
    Wording p;
    Position pos = v->game->start;
    for (int i = 0; i < ply->ply; i++)
        position_make(&pos, v->game->undos[i].move, &(Undo){0});
    move_to_text(&pos, ply->move, zh || t->by_files ? notation_of_language(t->language) : NOTATION_ICCS, move);
    snprintf(p.text, sizeof p.text, "%d.%s %s", half / 2 + 1, half % 2 == 0 ? "" : zh ? " ……" : "..", move);
    return p;
}

/* Returns the name of a perpetual attack under the Chinese rules, depending on the deeds of the side's
 * plies. */
static const char *verdict_attack_name(const Text *t, const Reason *r, Side side)
{
    static const char *const names[] = {
        [DOES_ATTACK] = N_("perpetual chase"),
        [DOES_KILL] = N_("perpetual threats of mate"),
        [DOES_CHECK | DOES_ATTACK] = N_("check and chase in turn"),
        [DOES_CHECK | DOES_KILL] = N_("check and threat of mate in turn"),
        [DOES_ATTACK | DOES_KILL] = N_("threat of mate and chase in turn"),
        [DOES_CHECK | DOES_ATTACK | DOES_KILL] = N_("check, threat of mate and chase in turn"),
    };
    int does = 0;
    for (const PlyNote *ply = r->plies; ply < r->plies + r->count; ply++)
        if (id_side(ply->mover) == side)
            does |= ply->does & DOES_CHECK ? DOES_CHECK : ply->does & (DOES_ATTACK | DOES_KILL);
    const char *name = does < (int)(sizeof names / sizeof *names) ? names[does] : NULL;
    return tr(t->language, name ? name : names[DOES_ATTACK]);
}

static const char *verdict_level_name(const Text *t, const Judgement *j, Side side)
{
    static const char *const names[] = {
        [LEVEL_IDLE] = N_("nothing forbidden"),
        [LEVEL_ROOT_CUT] = N_("perpetual chase by cutting the root"),
        [LEVEL_CHASE] = N_("perpetual chase"),
        [LEVEL_CHECK] = N_("perpetual check"),
    };
    Level level = j->reason.sides[side].level;
    if (level == LEVEL_CHASE && j->rules == RULES_CHINESE)
        return verdict_attack_name(t, &j->reason, side);
    return tr(t->language, names[level]);
}

/* Adds the state of a pair as a clause. */
static void verdict_say_pair(Text *t, const PairNote *p)
{
    static const char *const ends[] = {
        [PAIR_OLD] = N_(", but already did so before the move"),
        [PAIR_OF_PAWN] = N_(", a pawn that has not crossed the river"),
        [PAIR_BY_KING] = N_(", which kings and pawns are allowed to do perpetually"),
        [PAIR_ILLEGAL] = N_(", but capturing would expose its own king"),
        [PAIR_EXCHANGE] = N_(", which can capture it in turn: an offer of exchange"),
        [PAIR_PROTECTED] = N_(", which is protected by %s"),
        [PAIR_UNANSWERED] = N_(", but the reply ignores it"),
        [PAIR_ROOT_CUT] = N_(" by cutting its root"),
        [PAIR_CHASE] = "",
    };
    const char *sentence = p->state > PAIR_UNANSWERED ? N_("%s chases %s") : N_("%s attacks %s");
    text_addf(t, tr(t->language, sentence), verdict_piece_phrase(t, p->attacker, p->from).text,
              verdict_piece_phrase(t, p->victim, p->at).text);
    text_addf(t, tr(t->language, ends[p->state]), p->state == PAIR_PROTECTED ? verdict_piece_phrase(t, p->root, p->root_at).text : "");
}

/* Adds a line for each move of a side that describes what it did. */
static void verdict_say_plies(Text *t, const Judged *v, Side side)
{
    const Reason *r = &v->j->reason;
    for (const PlyNote *ply = r->plies; ply < r->plies + r->count; ply++) {
        if (id_side(ply->mover) != side)
            continue;
        const bool zh = language_is_chinese(t->language);
        char iccs[5];
        text_addf(t, "  %s", verdict_ply_phrase(t, v, ply).text);
        if (zh && !t->by_files)
            text_addf(t, "（%s）", move_to_iccs(ply->move, iccs));
        text_add(t, zh ? "：" : ": ");
        if (ply->checkers[1])
            verdict_say(t, "%s and %s check", verdict_piece_name(t, ply->checkers[0]), verdict_piece_name(t, ply->checkers[1]));
        else if (ply->checkers[0])
            verdict_say(t, "%s checks", verdict_piece_name(t, ply->checkers[0]));
        for (int k = 0; k < ply->count && r->sides[side].level != LEVEL_CHECK; k++) {
            if (k > 0 || ply->checkers[0])
                verdict_say(t, "; ");
            verdict_say_pair(t, &ply->pairs[k]);
        }
        if (ply->does & DOES_KILL)
            verdict_say(t, "threatens mate");
        text_add_char(t, '\n');
    }
}

static void verdict_say_excuse(Text *t, const Judged *v, Side side)
{
    static const char *const words[] = {
        [EXCUSE_PLY] = N_(" Idle move: %s"),
        [EXCUSE_MIXED] = N_(" It checks and chases in turn, which is allowed: %s only checks"),
        [EXCUSE_VICTIMS] = N_(" It attacks on every move, but not always the same piece"),
        [EXCUSE_CUT] = N_(" An attack made by cutting a root is a lesser offence than a direct one: %s"),
        [EXCUSE_CHECK_CANCELS] = N_(" Under these rules any check cancels all chases: %s"),
        [EXCUSE_NOT_ASKED] = N_(" Not a check: %s"),
    };
    const Judgement *j = v->j;
    const SideReason *s = &j->reason.sides[side];
    const PlyNote *ply = s->shown >= 0 ? &j->reason.plies[s->shown] : NULL;
    bool cut_helps = ply && j->reason.sides[opponent(side)].level > LEVEL_ROOT_CUT;
    if (s->excuse == EXCUSE_NONE || (s->excuse == EXCUSE_CUT && !cut_helps) ||
        (s->excuse == EXCUSE_NOT_ASKED && (!ply || j->rules == RULES_OFF)))
        return;
    text_addf(t, tr(t->language, words[s->excuse]), ply ? verdict_ply_phrase(t, v, ply).text : "");
    if (s->excuse == EXCUSE_PLY && ply->telling.state != PAIR_NONE) {
        verdict_say(t, ": ");
        verdict_say_pair(t, &ply->telling);
    }
    verdict_say(t, ".");
}

static void verdict_say_side(Text *t, const Judged *v, Side side)
{
    const Judgement *j = v->j;
    const SideReason *s = &j->reason.sides[side];
    verdict_say(t, "%s: %s", side_word(side, t->language), verdict_level_name(t, j, side));
    const char *owner = side_word(opponent(side), t->language);
    if (s->victim && s->attacker)
        verdict_say(t, " of %s's %s by the %s", owner, verdict_piece_name(t, s->victim), verdict_piece_name(t, s->attacker));
    else if (s->victim)
        verdict_say(t, " of %s's %s by several pieces", owner, verdict_piece_name(t, s->victim));
    verdict_say(t, ".");
    verdict_say_excuse(t, v, side);
    text_add_char(t, '\n');
    if (s->level != LEVEL_IDLE || s->excuse == EXCUSE_MIXED || s->excuse == EXCUSE_VICTIMS)
        verdict_say_plies(t, v, side);
}

static void verdict_say_window(Text *t, const Judged *v)
{
    static const char *const rules[RULE_SETS] = {
        [RULES_ASIAN] = N_("Asian rules"),
        [RULES_COMPUTER] = N_("computer rules"),
        [RULES_CHINESE] = N_("Chinese rules (approximately)"),
        [RULES_SIMPLE] = N_("simple rules (perpetual check alone is forbidden)"),
        [RULES_OFF] = N_("the rule that every repetition is a draw"),
    };
    const Reason *r = &v->j->reason;
    verdict_say(t, "The position has occurred for the third time (%s). Repeated moves: ", tr(t->language, rules[v->j->rules]));
    verdict_say(t, "%s to %s", verdict_ply_phrase(t, v, &r->plies[0]).text, verdict_ply_phrase(t, v, &r->plies[r->count - 1]).text);
    if (r->rounds_alike)
        verdict_say(t, ", played twice");
    verdict_say(t, ".\n");
}

static void verdict_say_summary(Text *t, const Judgement *j)
{
    const bool decided = j->result.outcome == OUTCOME_RED || j->result.outcome == OUTCOME_BLACK;
    Side loser = decided ? loser_of(j->result.outcome) : RED; /* in a drawn repetition both sides have the same level, so either will do */
    switch (j->result.ending) {
    default: verdict_say(t, "The game is not over."); break;
    case ENDING_CHECKMATE: verdict_say(t, "%s is checkmated.", side_word(loser, t->language)); break;
    case ENDING_STALEMATE: verdict_say(t, "%s has no legal move and loses.", side_word(loser, t->language)); break;
    case ENDING_PERPETUAL_CHECK:
    case ENDING_PERPETUAL_CHASE:
        if (j->reason.sides[opponent(loser)].level == LEVEL_IDLE)
            verdict_say(t, "%s loses by %s.", side_word(loser, t->language), verdict_level_name(t, j, loser));
        else
            verdict_say(t, "%s loses by %s, a worse offence than %s.", side_word(loser, t->language), verdict_level_name(t, j, loser),
                        verdict_level_name(t, j, opponent(loser)));
        break;
    case ENDING_REPETITION:
        if (j->reason.sides[loser].level == LEVEL_IDLE)
            verdict_say(t, "Draw by repetition.");
        else
            verdict_say(t, "Draw by repetition: %s by both sides.", verdict_level_name(t, j, loser));
        break;
    case ENDING_NATURAL_LIMIT: verdict_say(t, "Draw: %d plies without a capture, the natural limit.", j->natural); break;
    case ENDING_BARE_GUARDS: verdict_say(t, "Draw: neither side has a rook, horse, cannon or pawn left."); break;
    }
}

void verdict_summary(const Judgement *j, Language language, Text *out)
{
    out->language = language;
    verdict_say_summary(out, j);
}

void verdict_reason(const Judgement *j, const Game *game, Language language, Text *out)
{
    assert(game->plies >= j->plies);
    const Judged v = {j, game};
    verdict_summary(j, language, out);
    text_add_char(out, '\n');
    if (ending_by_repetition(j->result.ending)) {
        verdict_say_window(out, &v);
        verdict_say_side(out, &v, RED);
        verdict_say_side(out, &v, BLACK);
    }
}
