#include "engine/notation/verdict.h"

#include "engine/notation/notation.h"

typedef struct Teller {
    Text *out;
    Language language;
    const Judgement *judgement;
} Teller;

__attribute__((format(printf, 2, 3))) static void add(const Teller *t, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_vaddf(t->out, format, values);
    va_end(values);
}

static bool chinese(const Teller *t) { return t->language == LANGUAGE_CHINESE; }

/* In the reader's language. */
static const char *choose(const Teller *t, const char *english, const char *zh) { return chinese(t) ? zh : english; }

static void say(const Teller *t, const char *english, const char *zh) { text_add(t->out, choose(t, english, zh)); }

static const char *side_name(const Teller *t, Side side) { return side_word(side, t->language); }
static const char *piece_name(const Teller *t, PieceId id) { return piece_word(piece_of(id), t->language); }

static const char *rules_name(const Teller *t, RuleSet rules)
{
    static const char *const zh[RULE_SETS] = {"亚洲规则", "电脑规则", "中国规则（近似）", "简易规则（只禁长将）", "重复即和"};
    static const char *const english[RULE_SETS] = {"Asian rules", "computer rules", "Chinese rules (approximately)",
                                                   "simple rules (perpetual check alone is forbidden)",
                                                   "the rule that every repetition is a draw"};
    return chinese(t) ? zh[rules] : english[rules];
}

/* "rook h9", "车h9": a piece and where it stands. */
static void add_piece(const Teller *t, PieceId id, Square at)
{
    add(t, "%s%s%s", piece_name(t, id), choose(t, " ", ""), square_text(at).text);
}

/* "3. h2e2", or "3... h9g7" for Black. */
static void add_move(const Teller *t, int ply, Move m)
{
    const Judgement *j = t->judgement;
    int half = ply + j->black_first;
    char iccs[8];
    add(t, "%d%s%s", j->first_number + half / 2, half % 2 ? "... " : ". ", move_to_iccs(m, iccs));
}

static void add_ply(const Teller *t, const PlyNote *ply) { add_move(t, ply->ply, ply->move); }

static const char *level_name(const Teller *t, Level level)
{
    switch (level) {
    case LEVEL_CHECK: return choose(t, "perpetual check", "长将");
    case LEVEL_CHASE:
        if (t->judgement->rules == RULES_CHINESE)
            return choose(t, "perpetual attack", "长打");
        return choose(t, "perpetual chase", "长捉");
    case LEVEL_ROOT_CUT: return choose(t, "perpetual chase by cutting the root", "断根长捉");
    case LEVEL_IDLE: break;
    }
    return choose(t, "nothing forbidden", "允许着法");
}

/* What a pair comes to, as a clause. */
static void add_pair(const Teller *t, const PairNote *p)
{
    add_piece(t, p->attacker, p->from);
    say(t, " attacks ", p->event <= EVENT_UNANSWERED ? "捉" : "攻击");
    add_piece(t, p->victim, p->at);
    switch (p->event) {
    case EVENT_CHASE: break;
    case EVENT_ROOT_CUT: say(t, " by cutting its root", "，因断其根"); break;
    case EVENT_UNANSWERED: say(t, ", but the reply ignores it", "，但对方未应"); break;
    case EVENT_PROTECTED:
        say(t, ", which is protected by ", "，但有根（");
        add_piece(t, p->root, p->root_at);
        say(t, "", "）");
        break;
    case EVENT_EXCHANGE: say(t, ", which could take it as well: an offer of exchange", "，但可互吃，属兑子"); break;
    case EVENT_PINNED: say(t, ", but taking would expose its own king", "，但被牵制，不能吃"); break;
    case EVENT_BY_KING: say(t, ", which kings and pawns may do for ever", "，将（帅）兵（卒）允许长捉"); break;
    case EVENT_OF_PAWN: say(t, ", a pawn that has not crossed the river", "，未过河兵（卒）允许被长捉"); break;
    case EVENT_OLD: say(t, ", but did so before the move already", "，但着前已在捉"); break;
    }
}

static void add_checks(const Teller *t, const PlyNote *ply)
{
    for (int i = 0; i < 2 && ply->checkers[i]; i++)
        add(t, "%s%s", i ? choose(t, " and ", "、") : "", piece_name(t, ply->checkers[i]));
    say(t, ply->checkers[1] ? " check" : " checks", "将军");
}

/* Lines of what a side did on each of its moves. */
static void add_plies(const Teller *t, Side side)
{
    const Reason *r = &t->judgement->reason;
    Level level = r->sides[side].level;
    for (int i = 0; i < r->count; i++) {
        const PlyNote *ply = &r->plies[i];
        if (id_side(ply->mover) != side)
            continue;
        text_add(t->out, "  ");
        add_ply(t, ply);
        say(t, ": ", "：");
        bool first = true;
        if (ply->checkers[0]) {
            add_checks(t, ply);
            first = false;
        }
        for (int k = 0; k < ply->count && ply->pairs[k].event <= EVENT_ROOT_CUT && level != LEVEL_CHECK; k++) {
            if (!first)
                say(t, "; ", "；");
            add_pair(t, &ply->pairs[k]);
            first = false;
        }
        if (ply->kill)
            say(t, "threatens mate", "要杀");
        text_add_char(t->out, '\n');
    }
}

static void add_excuse(const Teller *t, Side side)
{
    const Reason *r = &t->judgement->reason;
    const SideReason *s = &r->sides[side];
    const PlyNote *ply = s->shown >= 0 ? &r->plies[s->shown] : NULL;
    switch (s->excuse) {
    case EXCUSE_PLY:
        say(t, " On ", "");
        add_ply(t, ply);
        say(t, " it neither checks nor makes an attack that counts", "未将军，亦未构成捉子");
        if (ply->count) {
            say(t, ": ", "：");
            add_pair(t, &ply->pairs[0]);
        }
        say(t, ".", "。");
        break;
    case EXCUSE_MIXED:
        say(t, " It checks on some moves and chases on others: ", "将与捉交替：");
        add_ply(t, ply);
        say(t, " only checks.", "仅将军。");
        break;
    case EXCUSE_VICTIMS: say(t, " It attacks on every move, but not one and the same piece.", "步步捉子，但并非同一子。"); break;
    case EXCUSE_CUT: /* worth saying only to whom it helps */
        if (r->sides[opponent(side)].level <= LEVEL_ROOT_CUT)
            break;
        say(t, " An attack made by cutting a root weighs less than a direct one: ", "断根之捉轻于直接捉子：");
        add_ply(t, ply);
        say(t, ".", "。");
        break;
    case EXCUSE_CHECK_CANCELS:
        say(t, " Under these rules any check cancels all chases: ", "本规则下，循环中有将军则不计捉子：");
        add_ply(t, ply);
        say(t, ".", "。");
        break;
    case EXCUSE_NOT_ASKED:
        if (!ply || t->judgement->rules == RULES_OFF)
            break;
        say(t, " ", "");
        add_ply(t, ply);
        say(t, " gives no check.", "未将军。");
        break;
    case EXCUSE_NONE: break;
    }
    text_add_char(t->out, '\n');
}

static void add_side(const Teller *t, Side side)
{
    const SideReason *s = &t->judgement->reason.sides[side];
    add(t, "%s%s%s", side_name(t, side), choose(t, ": ", "："), level_name(t, s->level));
    if (s->victim && chinese(t))
        add(t, "（%s捉%s）", s->attacker ? piece_name(t, s->attacker) : "多子联合", piece_name(t, s->victim));
    else if (s->victim)
        add(t, " of %s's %s by %s%s", side_name(t, opponent(side)), piece_name(t, s->victim), s->attacker ? "the " : "several pieces",
            s->attacker ? piece_name(t, s->attacker) : "");
    else if (s->level == LEVEL_CHASE)
        say(t, ": every move checks, threatens mate or chases", "（步步将、杀或捉）");
    say(t, ".", "。");
    add_excuse(t, side);
    if (s->level != LEVEL_IDLE || s->excuse == EXCUSE_MIXED || s->excuse == EXCUSE_VICTIMS)
        add_plies(t, side);
}

static void add_repetition_summary(const Teller *t)
{
    const Judgement *j = t->judgement;
    const SideReason *sides = j->reason.sides;
    if (j->result.outcome == OUTCOME_DRAW) {
        if (sides[RED].level == LEVEL_IDLE)
            say(t, "Draw by repetition.", "循环不变，作和。");
        else if (chinese(t))
            add(t, "双方均为%s，作和。", level_name(t, sides[RED].level));
        else
            add(t, "Draw by repetition: %s by both sides.", level_name(t, sides[RED].level));
        return;
    }
    Side loser = loser_of(j->result.outcome);
    add(t, choose(t, "%s loses by %s", "%s%s"), side_name(t, loser), level_name(t, sides[loser].level));
    if (sides[loser ^ 1].level != LEVEL_IDLE)
        add(t, choose(t, ", which weighs more than %s", "，重于对方%s"), level_name(t, sides[loser ^ 1].level));
    say(t, ".", "，判负。");
}

static void add_summary(const Teller *t)
{
    const Judgement *j = t->judgement;
    switch (j->result.ending) {
    default: say(t, "The game is not over.", "对局未结束。"); break;
    case ENDING_CHECKMATE: add(t, choose(t, "%s is checkmated.", "%s被将死。"), side_name(t, loser_of(j->result.outcome))); break;
    case ENDING_STALEMATE:
        add(t, choose(t, "%s has no legal move and loses.", "%s困毙，判负。"), side_name(t, loser_of(j->result.outcome)));
        break;
    case ENDING_PERPETUAL_CHECK:
    case ENDING_PERPETUAL_CHASE:
    case ENDING_REPETITION: add_repetition_summary(t); break;
    case ENDING_NATURAL_LIMIT:
        add(t, choose(t, "Draw: %d plies without a capture, the natural limit.", "自然限着：%d 着未吃子，作和。"), j->natural.plies);
        break;
    case ENDING_BARE_GUARDS: say(t, "Draw: neither side has a rook, horse, cannon or pawn left.", "双方均无可进攻之子，作和。"); break;
    }
}

static void add_window(const Teller *t)
{
    const Reason *r = &t->judgement->reason;
    const PlyNote *last = &r->plies[r->count - 1];
    say(t, "The position has come for the third time (", "同一局面第三次出现（");
    add(t, "%s%s", rules_name(t, t->judgement->rules), choose(t, "). Judged: ", "），裁定范围："));
    add_ply(t, &r->plies[0]);
    say(t, " to ", " 至 ");
    add_ply(t, last);
    if (r->rounds_alike)
        say(t, ", played twice", "，共两遍");
    say(t, ".\n", "。\n");
}

void verdict_summary(const Judgement *j, Language language, Text *out) { add_summary(&(Teller){out, language, j}); }

void verdict_reason(const Judgement *j, Language language, Text *out)
{
    Teller t = {out, language, j};
    add_summary(&t);
    text_add_char(out, '\n');
    if (ending_by_repetition(j->result.ending)) {
        add_window(&t);
        add_side(&t, RED);
        add_side(&t, BLACK);
    }
}
