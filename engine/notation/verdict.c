/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/verdict.h"

#include "engine/notation/notation.h"

/* Adds the format in the text's language. */
__attribute__((format(printf, 2, 4), format(printf, 3, 4))) static void say(Text *t, const char *english, const char *chinese, ...)
{
    va_list values;
    va_start(values, chinese);
    text_vaddf(t, in_language(t->language, english, chinese), values);
    va_end(values);
}

static const char *piece_name(const Text *t, PieceId id) { return piece_word(piece_of(id), t->language); }

/* Adds a piece and its square: "rook h9", "车h9". */
static void say_piece(Text *t, PieceId id, Square at) { say(t, "%s %s", "%s%s", piece_name(t, id), square_text(at).text); }

/* Adds a move with its number: "3. h2e2", or "3... h9g7" for Black. */
static void say_ply(Text *t, const Judgement *j, const PlyNote *ply)
{
    int half = j->first_ply + ply->ply;
    char iccs[5];
    text_addf(t, "%d%s %s", half / 2 + 1, half % 2 ? "..." : ".", move_to_iccs(ply->move, iccs));
}

static const char *level_name(const Text *t, const Judgement *j, Side side)
{
    static const char *const names[][2] = {
        [LEVEL_IDLE] = {"nothing forbidden", "允许着法"},
        [LEVEL_ROOT_CUT] = {"perpetual chase by cutting the root", "断根长捉"},
        [LEVEL_CHASE] = {"perpetual chase", "长捉"},
        [LEVEL_CHECK] = {"perpetual check", "长将"},
    };
    Level level = j->reason.sides[side].level;
    if (level == LEVEL_CHASE && j->rules == RULES_CHINESE)
        return in_language(t->language, "perpetual attack", "长打");
    return names[level][t->language];
}

/* Adds the state of a pair as a clause. */
static void say_pair(Text *t, const PairNote *p)
{
    static const char *const ends[][2] = {
        [PAIR_OLD] = {", but did so before the move already", "，但走此着之前已在捉"},
        [PAIR_OF_PAWN] = {", a pawn that has not crossed the river", "，未过河兵（卒）允许被长捉"},
        [PAIR_BY_KING] = {", which kings and pawns may do for ever", "，将（帅）兵（卒）允许长捉"},
        [PAIR_ILLEGAL] = {", but taking would expose its own king", "，但被牵制，不能吃"},
        [PAIR_EXCHANGE] = {", which could take it as well: an offer of exchange", "，但可互吃，属兑子"},
        [PAIR_PROTECTED] = {", which is protected by ", "，但有根（"},
        [PAIR_UNANSWERED] = {", but the reply ignores it", "，但对方未应"},
        [PAIR_ROOT_CUT] = {" by cutting its root", "，因断其根"},
        [PAIR_CHASE] = {"", ""},
    };
    say_piece(t, p->attacker, p->from);
    text_add(t, in_language(t->language, " attacks ", p->state >= PAIR_UNANSWERED ? "捉" : "攻击"));
    say_piece(t, p->victim, p->at);
    text_add(t, ends[p->state][t->language]);
    if (p->state == PAIR_PROTECTED) {
        say_piece(t, p->root, p->root_at);
        text_add(t, in_language(t->language, "", "）"));
    }
}

/* Adds a line for each move of a side that describes what it did. */
static void say_plies(Text *t, const Judgement *j, Side side)
{
    const Reason *r = &j->reason;
    for (const PlyNote *ply = r->plies; ply < r->plies + r->count; ply++) {
        if (id_side(ply->mover) != side)
            continue;
        text_add(t, "  ");
        say_ply(t, j, ply);
        say(t, ": ", "：");
        if (ply->checkers[1])
            say(t, "%s and %s check", "%s、%s将军", piece_name(t, ply->checkers[0]), piece_name(t, ply->checkers[1]));
        else if (ply->checkers[0])
            say(t, "%s checks", "%s将军", piece_name(t, ply->checkers[0]));
        for (int k = 0; k < ply->count && r->sides[side].level != LEVEL_CHECK; k++) {
            if (k > 0 || ply->checkers[0])
                say(t, "; ", "；");
            say_pair(t, &ply->pairs[k]);
        }
        if (ply->does & DOES_KILL)
            say(t, "threatens mate", "要杀");
        text_add_char(t, '\n');
    }
}

static void say_excuse(Text *t, const Judgement *j, Side side)
{
    static const struct {
        const char *before[2], *after[2]; /* texts before and after the ply */
    } words[] = {
        [EXCUSE_PLY] = {{" On ", ""}, {" it neither checks nor makes an attack that counts", "未将军，亦未构成捉子"}},
        [EXCUSE_MIXED] = {{" It checks on some moves and chases on others: ", "将与捉交替："}, {" only checks", "仅将军"}},
        [EXCUSE_VICTIMS] = {{" It attacks on every move, but not one and the same piece", "步步捉子，但并非同一子"}, {"", ""}},
        [EXCUSE_CUT] = {{" An attack made by cutting a root weighs less than a direct one: ", "断根之捉轻于直接捉子："}, {"", ""}},
        [EXCUSE_CHECK_CANCELS] = {{" Under these rules any check cancels all chases: ", "本规则下，循环中有将军则不计捉子："}, {"", ""}},
        [EXCUSE_NOT_ASKED] = {{" ", ""}, {" gives no check", "未将军"}},
    };
    const SideReason *s = &j->reason.sides[side];
    const PlyNote *ply = s->shown >= 0 ? &j->reason.plies[s->shown] : NULL;
    bool cut_helps = ply && j->reason.sides[opponent(side)].level > LEVEL_ROOT_CUT;
    if (s->excuse == EXCUSE_NONE || (s->excuse == EXCUSE_CUT && !cut_helps) ||
        (s->excuse == EXCUSE_NOT_ASKED && (!ply || j->rules == RULES_OFF)))
        return;
    text_add(t, words[s->excuse].before[t->language]);
    if (ply)
        say_ply(t, j, ply);
    text_add(t, words[s->excuse].after[t->language]);
    if (s->excuse == EXCUSE_PLY && ply->telling.state != PAIR_NONE) {
        say(t, ": ", "：");
        say_pair(t, &ply->telling);
    }
    say(t, ".", "。");
}

static void say_side(Text *t, const Judgement *j, Side side)
{
    const SideReason *s = &j->reason.sides[side];
    say(t, "%s: %s", "%s：%s", side_word(side, t->language), level_name(t, j, side));
    if (s->victim && t->language == LANGUAGE_CHINESE)
        text_addf(t, "（%s捉%s）", s->attacker ? piece_name(t, s->attacker) : "多子联合", piece_name(t, s->victim));
    else if (s->victim)
        text_addf(t, " of %s's %s by %s%s", side_word(opponent(side), t->language), piece_name(t, s->victim),
                  s->attacker ? "the " : "several pieces", s->attacker ? piece_name(t, s->attacker) : "");
    else if (s->level == LEVEL_CHASE)
        say(t, ": every move checks, threatens mate or chases", "（步步将、杀或捉）");
    say(t, ".", "。");
    say_excuse(t, j, side);
    text_add_char(t, '\n');
    if (s->level != LEVEL_IDLE || s->excuse == EXCUSE_MIXED || s->excuse == EXCUSE_VICTIMS)
        say_plies(t, j, side);
}

static void say_window(Text *t, const Judgement *j)
{
    static const char *const rules[RULE_SETS][2] = {
        [RULES_ASIAN] = {"Asian rules", "亚洲规则"},
        [RULES_COMPUTER] = {"computer rules", "电脑规则"},
        [RULES_CHINESE] = {"Chinese rules (approximately)", "中国规则（近似）"},
        [RULES_SIMPLE] = {"simple rules (perpetual check alone is forbidden)", "简易规则（只禁长将）"},
        [RULES_OFF] = {"the rule that every repetition is a draw", "重复即和"},
    };
    const Reason *r = &j->reason;
    say(t, "The position has come for the third time (%s). Judged: ", "同一局面第三次出现（%s），裁定范围：", rules[j->rules][t->language]);
    say_ply(t, j, &r->plies[0]);
    say(t, " to ", " 至 ");
    say_ply(t, j, &r->plies[r->count - 1]);
    if (r->rounds_alike)
        say(t, ", played twice", "，共两遍");
    say(t, ".\n", "。\n");
}

static void say_summary(Text *t, const Judgement *j)
{
    const bool decided = j->result.outcome == OUTCOME_RED || j->result.outcome == OUTCOME_BLACK;
    Side loser = decided ? loser_of(j->result.outcome) : RED; /* in a drawn repetition both sides have the same level */
    switch (j->result.ending) {
    default: say(t, "The game is not over.", "对局未结束。"); break;
    case ENDING_CHECKMATE: say(t, "%s is checkmated.", "%s被将死。", side_word(loser, t->language)); break;
    case ENDING_STALEMATE: say(t, "%s has no legal move and loses.", "%s困毙，判负。", side_word(loser, t->language)); break;
    case ENDING_PERPETUAL_CHECK:
    case ENDING_PERPETUAL_CHASE:
        say(t, "%s loses by %s", "%s%s", side_word(loser, t->language), level_name(t, j, loser));
        if (j->reason.sides[opponent(loser)].level != LEVEL_IDLE)
            say(t, ", which weighs more than %s", "，重于对方%s", level_name(t, j, opponent(loser)));
        say(t, ".", "，判负。");
        break;
    case ENDING_REPETITION:
        if (j->reason.sides[loser].level == LEVEL_IDLE)
            say(t, "Draw by repetition.", "循环不变，作和。");
        else
            say(t, "Draw by repetition: %s by both sides.", "双方均为%s，作和。", level_name(t, j, loser));
        break;
    case ENDING_NATURAL_LIMIT:
        say(t, "Draw: %d plies without a capture, the natural limit.", "自然限着：%d 着未吃子，作和。", j->natural);
        break;
    case ENDING_BARE_GUARDS: say(t, "Draw: neither side has a rook, horse, cannon or pawn left.", "双方均无可进攻之子，作和。"); break;
    }
}

void verdict_summary(const Judgement *j, Language language, Text *out)
{
    out->language = language;
    say_summary(out, j);
}

void verdict_reason(const Judgement *j, Language language, Text *out)
{
    verdict_summary(j, language, out);
    text_add_char(out, '\n');
    if (ending_by_repetition(j->result.ending)) {
        say_window(out, j);
        say_side(out, j, RED);
        say_side(out, j, BLACK);
    }
}
