#include "engine/notation/refusal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/board/legal.h"

static const char *article(const char *word) { return strchr("ae", *word) ? "an" : "a"; }

/* How a kind moves: the answer to a move of another shape. */
static const char *way_of_moving(Piece p, bool zh)
{
    static const char *const english[KINDS] = {"",
                                               "the king goes one point along a line, within the palace",
                                               "an advisor goes one point diagonally, within the palace",
                                               "an elephant goes exactly two points diagonally",
                                               "a horse goes one point straight on and one diagonally outward",
                                               "a rook goes along a file or a rank",
                                               "a cannon goes along a file or a rank",
                                               "a pawn goes one point at a time"};
    static const char *const chinese[KINDS] = {"",         "将帅在九宫内直行一步", "士在九宫内斜行一步", "象走田字", "马走日字", "车走直线",
                                               "炮走直线", "兵卒一次走一步"};
    return zh ? chinese[piece_kind(p)] : english[piece_kind(p)];
}

void refusal_of_move(const Position *pos, Move m, Language language, char *out, size_t size)
{
    Square where = SQ_NONE;
    MoveFault fault = move_fault(pos, m, &where);
    bool zh = language == LANGUAGE_CHINESE;
    Square from = move_from(m), to = move_to(m);
    Piece p = on_board(from) ? piece_at(pos, from) : NO_PIECE, target = on_board(to) ? piece_at(pos, to) : NO_PIECE;
    Piece third = on_board(where) ? piece_at(pos, where) : NO_PIECE;
    const char *name = piece_word(p, language), *other = piece_word(target, language), *blocker = piece_word(third, language);
    SquareText a = square_text(from), b = square_text(to), c = square_text(where);

    switch (fault) {
    case MOVE_OK: snprintf(out, size, "%s", zh ? "这步棋可以走。" : "The move is legal."); return;
    case FAULT_OFF_BOARD:
        snprintf(out, size, "%s", zh ? "不在棋盘上：直线为 a-i，横线为 0-9。" : "That is off the board: files are a to i, ranks 0 to 9.");
        return;
    case FAULT_NO_PIECE: snprintf(out, size, zh ? "%s 处没有棋子。" : "There is no piece on %s.", a.text); return;
    case FAULT_NOT_YOURS:
        if (zh)
            snprintf(out, size, "%s 处的%s是%s的，现在轮到%s走。", a.text, name, side_word(piece_side(p), language),
                     side_word((Side)pos->side, language));
        else
            snprintf(out, size, "The %s on %s is not yours: it is %s's, and %s is to move.", name, a.text,
                     side_word(piece_side(p), language), side_word((Side)pos->side, language));
        return;
    case FAULT_SAME_SQUARE: snprintf(out, size, zh ? "%s 处的%s没有移动。" : "From %s the %s would not move.", a.text, name); return;
    case FAULT_OWN_PIECE: snprintf(out, size, zh ? "%s 处是自己的%s，不能吃。" : "On %s stands your own %s.", b.text, other); return;
    case FAULT_SHAPE:
        if (zh)
            snprintf(out, size, "%s不能从 %s 走到 %s：%s。", name, a.text, b.text, way_of_moving(p, true));
        else
            snprintf(out, size, "The %s cannot go from %s to %s: %s.", name, a.text, b.text, way_of_moving(p, false));
        return;
    case FAULT_PALACE: snprintf(out, size, zh ? "%s不能走出九宫。" : "The %s may not leave the palace.", name); return;
    case FAULT_RIVER: snprintf(out, size, zh ? "%s不能过河。" : "The %s may not cross the river.", name); return;
    case FAULT_PAWN_BACK: snprintf(out, size, zh ? "%s不能后退。" : "A %s never goes back.", name); return;
    case FAULT_PAWN_SIDEWAYS:
        snprintf(out, size, zh ? "%s过河之前不能横走。" : "A %s goes sideways only after it has crossed the river.", name);
        return;
    case FAULT_LEG_BLOCKED:
        if (zh)
            snprintf(out, size, "蹩马腿：马腿 %s 处有%s。", c.text, blocker);
        else
            snprintf(out, size, "The horse's leg is blocked at %s by %s %s.", c.text, article(blocker), blocker);
        return;
    case FAULT_EYE_BLOCKED:
        if (zh)
            snprintf(out, size, "塞象眼：象眼 %s 处有%s。", c.text, blocker);
        else
            snprintf(out, size, "The elephant's eye is blocked at %s by %s %s.", c.text, article(blocker), blocker);
        return;
    case FAULT_PATH_BLOCKED:
        if (zh)
            snprintf(out, size, "%s被 %s 处的%s挡住。", name, c.text, blocker);
        else
            snprintf(out, size, "The %s's way is blocked at %s by %s %s.", name, c.text, article(blocker), blocker);
        return;
    case FAULT_NO_SCREEN:
        if (zh)
            snprintf(out, size, "炮没有炮架，不能吃 %s 处的%s。", b.text, other);
        else
            snprintf(out, size, "The cannon has no screen to capture the %s on %s.", other, b.text);
        return;
    case FAULT_MANY_SCREENS:
        if (zh)
            snprintf(out, size, "炮与 %s 之间不止一个子，不能吃%s。", b.text, other);
        else
            snprintf(out, size, "More than one piece stands between the cannon and %s: it cannot capture the %s.", b.text, other);
        return;
    case FAULT_STILL_IN_CHECK:
        if (zh)
            snprintf(out, size, "必须应将：走后 %s 处的%s仍在将军。", c.text, blocker);
        else
            snprintf(out, size, "Your king would still be in check from the %s on %s.", blocker, c.text);
        return;
    case FAULT_INTO_CHECK:
        if (zh)
            snprintf(out, size, "不能送将：走后 %s 处的%s将军。", c.text, blocker);
        else
            snprintf(out, size, "That would leave your king in check from the %s on %s.", blocker, c.text);
        return;
    case FAULT_FACING: snprintf(out, size, "%s", zh ? "将帅不能照面。" : "That would leave the two kings facing each other."); return;
    }
}

/* Two points with a letter or digit out of range, such as j2e2 or h2e. */
static bool looks_like_points(const char *text)
{
    int n = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == '-')
            continue;
        if (n % 2 ? !isdigit((unsigned char)*text) : !isalpha((unsigned char)*text))
            return false;
        n++;
    }
    return n == 4;
}

static void refuse_ambiguous(const Position *pos, const MoveReading *r, bool zh, char *out, size_t size)
{
    char first[MOVE_TEXT_SIZE], second[MOVE_TEXT_SIZE], a[5], b[5];
    move_to_text(pos, r->move, r->notation, first);
    move_to_text(pos, r->other, r->notation, second);
    snprintf(out, size, zh ? "有歧义：可能是 %s（%s）或 %s（%s）。" : "That is ambiguous: it may mean %s (%s) or %s (%s).", first,
             move_to_iccs(r->move, a), second, move_to_iccs(r->other, b));
}

void refusal_of_text(const Position *pos, const char *text, const MoveReading *r, Language language, char *out, size_t size)
{
    enum { SHOWN = 40 }; /* columns of the text */
    bool zh = language == LANGUAGE_CHINESE;
    Side us = (Side)pos->side;
    const char *side = side_word(us, language), *name = piece_word(piece_make(us, r->kind), language);
    switch (r->fault) {
    case READ_OK: refusal_of_move(pos, r->move, language, out, size); return;
    case READ_NOT_MOVE:
        if (looks_like_points(text))
            refusal_of_move(pos, move_make(SQ_NONE, SQ_NONE), language, out, size);
        else
            snprintf(out, size,
                     zh ? "看不懂“%.*s”：着法可写作 h2e2、C2.5 或 炮二平五。"
                        : "'%.*s' is not understood: moves are written h2e2, C2.5 or in Chinese.",
                     (int)utf8_fit(text, SHOWN), text);
        return;
    case READ_NO_PIECE:
        if (zh && r->file)
            snprintf(out, size, "%s第 %d 路上没有%s。", side, r->file, name);
        else if (zh)
            snprintf(out, size, "%s没有%s。", side, name);
        else if (r->file)
            snprintf(out, size, "%s has no %s on file %d (the %c file).", side, name, r->file, 'a' + file_numbered(r->file, us));
        else
            snprintf(out, size, "%s has no %s.", side, name);
        return;
    case READ_NO_TANDEM:
        if (zh)
            snprintf(out, size, "同一路上没有那么多%s，不能这样区分。", name);
        else
            snprintf(out, size, "%s has no file with so many %ss on it that they could be told apart so.", side, name);
        return;
    case READ_DIRECTION:
        if (zh)
            snprintf(out, size, "%s不能平，只能进或退。", name);
        else
            snprintf(out, size, "%s %s never goes straight sideways, only forward or back.", article(name)[1] ? "An" : "A", name);
        return;
    case READ_NO_GOAL:
        if (zh)
            snprintf(out, size, "%s走不到那里：%s。", name, way_of_moving(piece_make(us, r->kind), true));
        else
            snprintf(out, size, "The %s cannot get there: %s.", name, way_of_moving(piece_make(us, r->kind), false));
        return;
    case READ_AMBIGUOUS: refuse_ambiguous(pos, r, zh, out, size); return;
    }
}

/* Copies a text for a message: no control characters, no torn or invalid UTF-8. */
static void quote(const char *text, char *out, size_t size)
{
    const char *p = text, *end = text + strlen(text);
    while (p < end && size > 4) {
        size_t length = utf8_decode(p, end, NULL);
        unsigned char first = (unsigned char)*p;
        bool control = first < 0x20 || first == 0x7F || (first == 0xC2 && (unsigned char)p[1] < 0xA0);
        if (length > 0 && !control) {
            memcpy(out, p, length);
            out += length;
            size -= length;
            p += length;
        } else {
            *out++ = '.';
            size--;
            p++;
        }
    }
    *out = '\0';
}

void refusal_of_fen(const FenFault *f, Language language, char *out, size_t size)
{
    FenFault shown = *f;
    quote(f->text, shown.text, sizeof shown.text);
    if (language == LANGUAGE_ENGLISH) {
        char error[FEN_ERROR_SIZE];
        fen_fault_text(&shown, error);
        snprintf(out, size, "%s", error);
        return;
    }
    const char *side = side_word(piece_side(f->piece), language), *name = piece_word(f->piece, language);
    SquareText at = square_text(f->at);
    switch (f->code) {
    case FEN_EMPTY: snprintf(out, size, "FEN 棋盘：空"); break;
    case FEN_RANKS: snprintf(out, size, "FEN 棋盘：有 %d 条横线，应为 10 条", f->found); break;
    case FEN_POINTS: snprintf(out, size, "FEN 棋盘：横线 %d 上有 %d 个点，应为 9 个", f->line, f->found); break;
    case FEN_LETTER:
        snprintf(out, size, isprint(f->found) ? "FEN 棋盘：横线 %d 上的字母“%c”不认识" : "FEN 棋盘：横线 %d 上的字节 0x%02x 不认识",
                 f->line, f->found);
        break;
    case FEN_PLACE: snprintf(out, size, "FEN 棋盘：%s的%s不能在 %s", side, name, at.text); break;
    case FEN_MANY: snprintf(out, size, "FEN 棋盘：%s的%s多于 %d 个", side, name, f->found); break;
    case FEN_NO_KING: snprintf(out, size, "FEN 棋盘：%s没有%s", side, name); break;
    case FEN_FACING: snprintf(out, size, "FEN 棋盘：将帅在 %c 线上照面", at.text[0]); break;
    case FEN_SIDE: snprintf(out, size, "FEN 走棋方：“%s”既非 w（或 r）也非 b", shown.text); break;
    case FEN_IN_CHECK: snprintf(out, size, "FEN 走棋方：%s被将军，却轮不到%s走", side, side); break;
    }
}

static void refuse_pgn_move(const PgnFault *f, const char *shown, Language language, char *out, size_t size)
{
    char why[REFUSAL_SIZE];
    if (f->reading.fault == READ_NOT_MOVE && !looks_like_points(shown))
        snprintf(why, sizeof why,
                 language == LANGUAGE_CHINESE ? "不是 ICCS、WXF 或中文记谱的着法。" : "It is no move in ICCS, WXF or Chinese notation.");
    else
        refusal_of_text(&f->before, shown, &f->reading, language, why, sizeof why);
    size_t length = strlen(why), stop = language == LANGUAGE_CHINESE ? strlen("。") : 1;
    if (length > stop)
        why[length - stop] = '\0';
    snprintf(out, size, language == LANGUAGE_CHINESE ? "%s第 %d 回合“%s”走不成：%s" : "%s's move %d, '%s', cannot be played: %s",
             side_word((Side)f->before.side, language), f->number, shown, why);
}

void refusal_of_pgn(const PgnFault *f, Language language, char *out, size_t size)
{
    bool zh = language == LANGUAGE_CHINESE;
    char shown[sizeof f->text];
    quote(f->text, shown, sizeof shown);
    int length = snprintf(out, size, zh ? "第 %d 行：" : "line %d: ", f->line);
    if (length < 0 || (size_t)length >= size)
        return;
    out += length;
    size -= (size_t)length;
    const char *what = "";
    switch (f->code) {
    case PGN_FEN: refusal_of_fen(&f->fen, language, out, size); return;
    case PGN_MOVE: refuse_pgn_move(f, shown, language, out, size); return;
    case PGN_NO_MEMORY: what = zh ? "内存不足" : "out of memory"; break;
    case PGN_TAG_VALUE: what = zh ? "标签“%s”没有引号中的值" : "tag '%s' has no value in quotes"; break;
    case PGN_TAG_QUOTE: what = zh ? "标签“%s”缺右引号" : "tag '%s': the closing quote is missing"; break;
    case PGN_TAG_BRACKET: what = zh ? "标签“%s”缺右方括号" : "tag '%s': the closing bracket is missing"; break;
    case PGN_COMMENT_OPEN: what = zh ? "注释没有结束" : "a comment is not closed"; break;
    case PGN_VARIATION_OPEN: what = zh ? "变着没有结束" : "a variation is not closed"; break;
    case PGN_ZERO_BYTE: what = zh ? "含有零字节" : "a zero byte"; break;
    case PGN_NO_RESULT: what = zh ? "下一局之前缺少对局结果" : "the next game begins before the result"; break;
    case PGN_END_EARLY: what = zh ? "文件在对局结果之前结束" : "the text ends before the result"; break;
    }
    snprintf(out, size, what, shown);
}

const char *refusal_of_file(const char *error, const char *path, Language language)
{
    static const char *const chinese[][2] = {
        {"No such file or directory", "没有这个文件或文件夹"},
        {"Permission denied", "没有权限"},
        {"No space left on device", "磁盘已满"},
        {"Read-only file system", "文件系统只读"},
        {"Not a directory", "路径中有一段不是文件夹"},
        {"File name too long", "文件名过长"},
        {"it is a folder", "这是文件夹"},
        {"it is not a regular file", "不是普通文件"},
        {"it is a link to nothing", "链接所指的文件不存在"},
        {"it exists already and is left alone", "文件已存在，未作改动"},
        {"another program is writing it now", "另一个程序正在写入"},
        {"Is a directory", "这是文件夹"},
        {"Input/output error", "读写出错"},
        {"File too large", "文件过大"},
        {"Cannot allocate memory", "内存不足"},
        {"it cannot be read", "读不出"},
        {"a name is needed", "需要文件名"},
        {"out of memory", "内存不足"},
        {"no place can be had in it", "其中没有可用的位置"},
    };
    size_t length = strlen(path);
    if (strncmp(error, path, length) == 0 && strncmp(error + length, ": ", 2) == 0)
        error += length + 2;
    for (size_t i = 0; language == LANGUAGE_CHINESE && i < sizeof chinese / sizeof *chinese; i++)
        if (strcmp(error, chinese[i][0]) == 0)
            return chinese[i][1];
    return error;
}
