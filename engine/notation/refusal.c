#include "engine/notation/refusal.h"

#include <stdio.h>

#include "engine/board/legal.h"
#include "engine/notation/names.h"

const char *way_of_moving(Kind kind, Language language)
{
    static const char *const ways[KINDS][2] = {
        [NO_KIND] = {"", ""},
        [KING] = {"the king goes one point along a line, within the palace", "将帅在九宫内直行一步"},
        [ADVISOR] = {"an advisor goes one point diagonally, within the palace", "士在九宫内斜行一步"},
        [BISHOP] = {"an elephant goes exactly two points diagonally", "象走田字"},
        [KNIGHT] = {"a horse goes one point straight on and one diagonally outward", "马走日字"},
        [ROOK] = {"a rook goes along a file or a rank", "车走直线"},
        [CANNON] = {"a cannon goes along a file or a rank", "炮走直线"},
        [PAWN] = {"a pawn goes one point at a time", "兵卒一次走一步"},
    };
    return ways[kind][language];
}

/* "a ", "an ", and nothing in Chinese. */
static const char *article_of(const char *piece, Language language)
{
    return language == LANGUAGE_CHINESE ? "" : *piece == 'a' || *piece == 'e' ? "an " : "a ";
}

typedef struct Phrase {
    char text[40];
} Phrase;

static const char *word_on(const Position *pos, Square s, Language l) { return piece_word(on_board(s) ? piece_at(pos, s) : NO_PIECE, l); }

/* "horse on h9", "h9 处的马". */
static Phrase piece_there(const Position *pos, Square s, Language l)
{
    Phrase p;
    if (l == LANGUAGE_CHINESE)
        snprintf(p.text, sizeof p.text, "%s 处的%s", square_text(s).text, word_on(pos, s, l));
    else
        snprintf(p.text, sizeof p.text, "%s on %s", word_on(pos, s, l), square_text(s).text);
    return p;
}

/* "g0 by an elephant", "g0 处有相". */
static Phrase obstacle(const Position *pos, Square s, Language l)
{
    Phrase p;
    const char *piece = word_on(pos, s, l);
    snprintf(p.text, sizeof p.text, in_language(l, "%s by %s%s", "%s 处有%s%s"), square_text(s).text, article_of(piece, l), piece);
    return p;
}

bool refuse_move(const Position *pos, Move m, Text *why)
{
    Language l = why_language(why);
    Square from = move_from(m), to = move_to(m), where;
    MoveFault fault = move_fault(pos, m, &where);
    const char *piece = word_on(pos, from, l), *target = word_on(pos, to, l);
    SquareText start = square_text(from), goal = square_text(to);
    switch (fault) {
    case MOVE_OK: return false;
    case FAULT_OFF_BOARD:
        return why_not(why, "That is off the board: files are a to i, ranks 0 to 9.", "不在棋盘上：直线为 a-i，横线为 0-9。");
    case FAULT_NO_PIECE: return why_not(why, "There is no piece on %s.", "%s 处没有棋子。", start.text);
    case FAULT_NOT_YOURS:
        return why_not(why, "The %s is not yours: it is %s's, and %s is to move.", "%s是%s的，现在轮到%s走。",
                       piece_there(pos, from, l).text, side_word(opponent((Side)pos->side), l), side_word((Side)pos->side, l));
    case FAULT_SAME_SQUARE: return why_not(why, "From %s the %s would not move.", "%s 处的%s没有移动。", start.text, piece);
    case FAULT_OWN_PIECE: return why_not(why, "On %s stands your own %s.", "%s 处是自己的%s，不能吃。", goal.text, target);
    case FAULT_SHAPE:
        return why_not(why, "The %s cannot go from %s to %s: %s.", "%s不能从 %s 走到 %s：%s。", piece, start.text, goal.text,
                       way_of_moving(piece_kind(piece_at(pos, from)), l));
    case FAULT_PALACE: return why_not(why, "The %s may not leave the palace.", "%s不能走出九宫。", piece);
    case FAULT_RIVER: return why_not(why, "The %s may not cross the river.", "%s不能过河。", piece);
    case FAULT_PAWN_BACK: return why_not(why, "A %s never goes back.", "%s不能后退。", piece);
    case FAULT_PAWN_SIDEWAYS: return why_not(why, "A %s goes sideways only after it has crossed the river.", "%s过河之前不能横走。", piece);
    case FAULT_LEG_BLOCKED: return why_not(why, "The horse's leg is blocked at %s.", "蹩马腿：马腿 %s。", obstacle(pos, where, l).text);
    case FAULT_EYE_BLOCKED: return why_not(why, "The elephant's eye is blocked at %s.", "塞象眼：象眼 %s。", obstacle(pos, where, l).text);
    case FAULT_PATH_BLOCKED:
        if (l == LANGUAGE_CHINESE)
            return text_fail(why, "%s被 %s挡住。", piece, piece_there(pos, where, l).text);
        return text_fail(why, "The %s's way is blocked at %s.", piece, obstacle(pos, where, l).text);
    case FAULT_NO_SCREEN:
        return why_not(why, "The cannon has no screen to capture the %s.", "炮没有炮架，不能吃 %s。", piece_there(pos, to, l).text);
    case FAULT_MANY_SCREENS:
        return why_not(why, "More than one piece stands between the cannon and %s: it cannot capture the %s.",
                       "炮与 %s 之间不止一个子，不能吃%s。", goal.text, target);
    case FAULT_STILL_IN_CHECK:
        return why_not(why, "Your king would still be in check from the %s.", "必须应将：走后 %s仍在将军。",
                       piece_there(pos, where, l).text);
    case FAULT_INTO_CHECK:
        return why_not(why, "That would leave your king in check from the %s.", "不能送将：走后 %s将军。", piece_there(pos, where, l).text);
    case FAULT_FACING: return why_not(why, "That would leave the two kings facing each other.", "将帅不能照面。");
    }
    return false;
}
