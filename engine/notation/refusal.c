#include "engine/notation/refusal.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/board/legal.h"
#include "engine/notation/lineup.h"

/* Messages are forms in both languages, in which names in braces stand for values. */
typedef const char *Form[2];

typedef struct Value {
    const char *name, *text;
} Value;

/* The array of values ends with one without a name. */
static void fill(Text *out, const char *form, const Value *values)
{
    for (;;) {
        size_t plain = strcspn(form, "{");
        text_add_bytes(out, form, plain);
        form += plain;
        if (*form == '\0')
            return;
        size_t length = strcspn(++form, "}");
        const Value *v = values;
        while (v->name && (strncmp(v->name, form, length) != 0 || v->name[length] != '\0'))
            v++;
        assert(v->name);
        text_add(out, v->text);
        form += length + 1;
    }
}

static const Form move_forms[] = {
    [MOVE_OK] = {"The move is legal.", "这步棋可以走。"},
    [FAULT_OFF_BOARD] = {"That is off the board: files are a to i, ranks 0 to 9.", "不在棋盘上：直线为 a-i，横线为 0-9。"},
    [FAULT_NO_PIECE] = {"There is no piece on {from}.", "{from} 处没有棋子。"},
    [FAULT_NOT_YOURS] = {"The {piece} on {from} is not yours: it is {owner}'s, and {side} is to move.",
                         "{from} 处的{piece}是{owner}的，现在轮到{side}走。"},
    [FAULT_SAME_SQUARE] = {"From {from} the {piece} would not move.", "{from} 处的{piece}没有移动。"},
    [FAULT_OWN_PIECE] = {"On {to} stands your own {target}.", "{to} 处是自己的{target}，不能吃。"},
    [FAULT_SHAPE] = {"The {piece} cannot go from {from} to {to}: {way}.", "{piece}不能从 {from} 走到 {to}：{way}。"},
    [FAULT_PALACE] = {"The {piece} may not leave the palace.", "{piece}不能走出九宫。"},
    [FAULT_RIVER] = {"The {piece} may not cross the river.", "{piece}不能过河。"},
    [FAULT_PAWN_BACK] = {"A {piece} never goes back.", "{piece}不能后退。"},
    [FAULT_PAWN_SIDEWAYS] = {"A {piece} goes sideways only after it has crossed the river.", "{piece}过河之前不能横走。"},
    [FAULT_LEG_BLOCKED] = {"The horse's leg is blocked at {where} by {a third}.", "蹩马腿：马腿 {where} 处有{third}。"},
    [FAULT_EYE_BLOCKED] = {"The elephant's eye is blocked at {where} by {a third}.", "塞象眼：象眼 {where} 处有{third}。"},
    [FAULT_PATH_BLOCKED] = {"The {piece}'s way is blocked at {where} by {a third}.", "{piece}被 {where} 处的{third}挡住。"},
    [FAULT_NO_SCREEN] = {"The cannon has no screen to capture the {target} on {to}.", "炮没有炮架，不能吃 {to} 处的{target}。"},
    [FAULT_MANY_SCREENS] = {"More than one piece stands between the cannon and {to}: it cannot capture the {target}.",
                            "炮与 {to} 之间不止一个子，不能吃{target}。"},
    [FAULT_STILL_IN_CHECK] = {"Your king would still be in check from the {third} on {where}.",
                              "必须应将：走后 {where} 处的{third}仍在将军。"},
    [FAULT_INTO_CHECK] = {"That would leave your king in check from the {third} on {where}.", "不能送将：走后 {where} 处的{third}将军。"},
    [FAULT_FACING] = {"That would leave the two kings facing each other.", "将帅不能照面。"},
};

/* How a kind moves: the answer to a move of another shape. */
static const Form ways_of_moving[KINDS] = {
    [NO_KIND] = {"", ""},
    [KING] = {"the king goes one point along a line, within the palace", "将帅在九宫内直行一步"},
    [ADVISOR] = {"an advisor goes one point diagonally, within the palace", "士在九宫内斜行一步"},
    [BISHOP] = {"an elephant goes exactly two points diagonally", "象走田字"},
    [KNIGHT] = {"a horse goes one point straight on and one diagonally outward", "马走日字"},
    [ROOK] = {"a rook goes along a file or a rank", "车走直线"},
    [CANNON] = {"a cannon goes along a file or a rank", "炮走直线"},
    [PAWN] = {"a pawn goes one point at a time", "兵卒一次走一步"},
};

static bool is_vowel(char c) { return c == 'a' || c == 'e'; } /* of the pieces' names */

static Piece piece_on(const Position *pos, Square s) { return on_board(s) ? piece_at(pos, s) : NO_PIECE; }

void refusal_of_move(const Position *pos, Move m, Language language, char *out, size_t size)
{
    Square where = SQ_NONE;
    MoveFault fault = move_fault(pos, m, &where);
    Piece p = piece_on(pos, move_from(m)), target = piece_on(pos, move_to(m));
    SquareText from = square_text(move_from(m)), to = square_text(move_to(m)), at = square_text(where);
    const char *third = piece_word(piece_on(pos, where), language);
    char with_article[32];
    snprintf(with_article, sizeof with_article, "%s %s", is_vowel(*third) ? "an" : "a", third);
    Text text = text_over(out, size);
    fill(&text, move_forms[fault][language],
         (Value[]){{"piece", piece_word(p, language)},
                   {"from", from.text},
                   {"owner", side_word(piece_side(p), language)},
                   {"side", side_word((Side)pos->side, language)},
                   {"target", piece_word(target, language)},
                   {"to", to.text},
                   {"third", third},
                   {"a third", with_article},
                   {"where", at.text},
                   {"way", ways_of_moving[piece_kind(p)][language]},
                   {NULL, NULL}});
}

static const Form read_forms[] = {
    [READ_NOT_MOVE] = {"'{text}' is not understood: moves are written h2e2, C2.5 or in Chinese.",
                       "看不懂“{text}”：着法可写作 h2e2、C2.5 或 炮二平五。"},
    [READ_NO_PIECE] = {"{side} has no {piece}.", "{side}没有{piece}。"},
    [READ_NO_TANDEM] = {"{side} has no file with so many {piece}s on it that they could be told apart so.",
                        "同一路上没有那么多{piece}，不能这样区分。"},
    [READ_DIRECTION] = {"{A} {piece} never goes straight sideways, only forward or back.", "{piece}不能平，只能进或退。"},
    [READ_NO_GOAL] = {"The {piece} cannot get there: {way}.", "{piece}走不到那里：{way}。"},
    [READ_AMBIGUOUS] = {"That is ambiguous: it may mean {first} ({first iccs}) or {second} ({second iccs}).",
                        "有歧义：可能是 {first}（{first iccs}）或 {second}（{second iccs}）。"},
};
static const Form no_piece_on_file = {"{side} has no {piece} on file {number} (the {file} file).", "{side}第 {number} 路上没有{piece}。"};

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

void refusal_of_text(const Position *pos, const char *text, const MoveReading *r, Language language, char *out, size_t size)
{
    enum { SHOWN = 40 }; /* columns of the text */
    if (r->fault == READ_OK || (r->fault == READ_NOT_MOVE && looks_like_points(text))) {
        refusal_of_move(pos, r->fault == READ_OK ? r->move : move_make(SQ_NONE, SQ_NONE), language, out, size);
        return;
    }
    Side us = (Side)pos->side;
    const char *piece = piece_word(piece_make(us, r->kind), language);
    char shown[REFUSAL_SIZE], first[MOVE_TEXT_SIZE] = "", second[MOVE_TEXT_SIZE] = "", first_iccs[5], second_iccs[5];
    if (r->fault == READ_AMBIGUOUS) {
        move_to_text(pos, r->move, r->notation, first);
        move_to_text(pos, r->other, r->notation, second);
    }
    snprintf(shown, sizeof shown, "%.*s", (int)utf8_fit(text, SHOWN), text);
    Text message = text_over(out, size);
    fill(&message, (r->fault == READ_NO_PIECE && r->file ? no_piece_on_file : read_forms[r->fault])[language],
         (Value[]){{"text", shown},
                   {"side", side_word(us, language)},
                   {"piece", piece},
                   {"A", is_vowel(*piece) ? "An" : "A"},
                   {"number", (char[]){(char)('0' + r->file), '\0'}},
                   {"file", (char[]){(char)('a' + file_numbered(r->file, us)), '\0'}},
                   {"way", ways_of_moving[r->kind][language]},
                   {"first", first},
                   {"second", second},
                   {"first iccs", move_to_iccs(r->move, first_iccs)},
                   {"second iccs", move_to_iccs(r->other, second_iccs)},
                   {NULL, NULL}});
}

static const Form fen_forms[] = {
    [FEN_EMPTY] = {"FEN board: empty", "FEN 棋盘：空"},
    [FEN_RANKS] = {"FEN board: {found} rank{s}, not 10", "FEN 棋盘：有 {found} 条横线，应为 10 条"},
    [FEN_POINTS] = {"FEN board: rank {line} has {found} points, not 9", "FEN 棋盘：横线 {line} 上有 {found} 个点，应为 9 个"},
    [FEN_LETTER] = {"FEN board: unknown {byte} on rank {line}", "FEN 棋盘：横线 {line} 上的{byte}不认识"},
    [FEN_PLACE] = {"FEN board: a {side} {piece} cannot stand on {at}", "FEN 棋盘：{side}的{piece}不能在 {at}"},
    [FEN_MANY] = {"FEN board: more than {found} {side} {piece}{s}", "FEN 棋盘：{side}的{piece}多于 {found} 个"},
    [FEN_NO_KING] = {"FEN board: no {side} {piece}", "FEN 棋盘：{side}没有{piece}"},
    [FEN_FACING] = {"FEN board: the kings face each other on the open {file} file", "FEN 棋盘：将帅在 {file} 线上照面"},
    [FEN_SIDE] = {"FEN side: '{text}' is neither w (or r) nor b", "FEN 走棋方：“{text}”既非 w（或 r）也非 b"},
    [FEN_IN_CHECK] = {"FEN side: {side} is in check, but it is not its turn", "FEN 走棋方：{side}被将军，却轮不到{side}走"},
};
static const Form letters = {"letter '%c'", "字母“%c”"}, bytes = {"byte 0x%02x", "字节 0x%02x "};

void refusal_of_fen(const FenFault *f, Language language, char *out, size_t size)
{
    char shown[sizeof f->text * 2], found[16], line[16], byte[32], side[16];
    Text clean = text_over(shown, sizeof shown), message = text_over(out, size);
    text_add_clean(&clean, f->text);
    snprintf(found, sizeof found, "%d", f->found);
    snprintf(line, sizeof line, "%d", f->line);
    snprintf(byte, sizeof byte, (isprint(f->found & 0xFF) ? letters : bytes)[language], f->found & 0xFF);
    snprintf(side, sizeof side, "%s", side_word(piece_side(f->piece), language));
    if (language == LANGUAGE_ENGLISH)
        *side = (char)tolower((unsigned char)*side);
    SquareText at = square_text(f->at);
    fill(&message, fen_forms[f->code][language],
         (Value[]){{"found", found},
                   {"s", f->found == 1 ? "" : "s"},
                   {"line", line},
                   {"byte", byte},
                   {"side", side},
                   {"piece", piece_word(f->piece, language)},
                   {"at", at.text},
                   {"file", (char[]){at.text[0], '\0'}},
                   {"text", shown},
                   {NULL, NULL}});
}

static const Form pgn_forms[] = {
    [PGN_NO_MEMORY] = {"out of memory", "内存不足"},
    [PGN_TAG_VALUE] = {"tag '{text}' has no value in quotes", "标签“{text}”没有引号中的值"},
    [PGN_TAG_QUOTE] = {"tag '{text}': the closing quote is missing", "标签“{text}”缺右引号"},
    [PGN_TAG_BRACKET] = {"tag '{text}': the closing bracket is missing", "标签“{text}”缺右方括号"},
    [PGN_FEN] = {"{why}", "{why}"},
    [PGN_MOVE] = {"{side}'s move {number}, '{text}', cannot be played: {why}", "{side}第 {number} 回合“{text}”走不成：{why}"},
    [PGN_COMMENT_OPEN] = {"a comment is not closed", "注释没有结束"},
    [PGN_VARIATION_OPEN] = {"a variation is not closed", "变着没有结束"},
    [PGN_ZERO_BYTE] = {"a zero byte", "含有零字节"},
    [PGN_NO_RESULT] = {"the next game begins before the result", "下一局之前缺少对局结果"},
    [PGN_END_EARLY] = {"the text ends before the result", "文件在对局结果之前结束"},
};
static const Form line_form = {"line %d: ", "第 %d 行："};
static const Form not_a_move = {"It is no move in ICCS, WXF or Chinese notation.", "不是 ICCS、WXF 或中文记谱的着法。"};
static const Form full_stop = {".", "。"};

void refusal_of_pgn(const PgnFault *f, Language language, char *out, size_t size)
{
    char shown[sizeof f->text * 2], number[16], why[REFUSAL_SIZE] = "";
    Text clean = text_over(shown, sizeof shown), message = text_over(out, size);
    text_add_clean(&clean, f->text);
    snprintf(number, sizeof number, "%d", f->number);
    if (f->code == PGN_FEN) {
        refusal_of_fen(&f->fen, language, why, sizeof why);
    } else if (f->code == PGN_MOVE) {
        if (f->reading.fault == READ_NOT_MOVE && !looks_like_points(shown))
            strcpy(why, not_a_move[language]);
        else
            refusal_of_text(&f->before, shown, &f->reading, language, why, sizeof why);
        why[strlen(why) - strlen(full_stop[language])] = '\0';
    }
    text_addf(&message, line_form[language], f->line);
    fill(&message, pgn_forms[f->code][language],
         (Value[]){{"text", shown}, {"number", number}, {"side", side_word((Side)f->before.side, language)}, {"why", why}, {NULL, NULL}});
}
