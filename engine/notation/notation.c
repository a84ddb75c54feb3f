/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"

const char *const notation_words[] = {[NOTATION_ICCS] = "iccs", [NOTATION_WXF] = "wxf", [NOTATION_CHINESE] = "chinese", NULL};
_Static_assert(sizeof notation_words / sizeof *notation_words == NOTATIONS + 1, "a word for each");

bool notation_from_name(const char *name, Notation *notation) { return word_choose(name, notation_words, NOTATIONS, (int *)notation); }

char *move_to_iccs(Move m, char *out)
{
    assert(move_on_board(m));
    memcpy(out, square_text(move_from(m)).text, 2);
    memcpy(out + 2, square_text(move_to(m)).text, 3);
    return out;
}

/* Reads a rank and returns the text after it, otherwise NULL. `first` is the number of the first
 * rank. */
static const char *rank_read(const char *text, int first, int *rank)
{
    const bool ten = first == 1 && text[0] == '1' && text[1] == '0';
    *rank = (ten ? 10 : text[0] - '0') - first;
    return (ten || ascii_is_digit(text[0])) && *rank >= 0 ? text + 1 + ten : NULL;
}

static const char *point_read(const char *text, int first, Square *s)
{
    int file = ascii_lower(*text) - 'a', rank;
    const char *end = file >= 0 && file < FILES ? rank_read(text + 1, first, &rank) : NULL;
    if (end)
        *s = square_make(file, rank);
    return end;
}

/* Reads two points and returns the text after them, or NULL if the text does not begin with two
 * points. */
static const char *points_read(const char *text, int first, Move *m)
{
    Square from, to;
    text = point_read(text, first, &from);
    if (text && (*text == '-' || *text == ' '))
        text++;
    text = text ? point_read(text, first, &to) : NULL;
    if (text)
        *m = move_make(from, to);
    return text;
}

bool move_from_iccs(const char *text, Move *m)
{
    Move read;
    const char *end = points_read(text, 0, &read);
    if (!end || end[strspn(end, BLANKS)] != '\0')
        return false;
    *m = read;
    return true;
}

/* Returns true for the text of a middle pawn, such as 77.6, which looks like a move number. */
static bool names_middle_pawn(const char *text)
{
    return ascii_is_digit(text[0]) && text[1] == text[0] && text[2] == '.' && ascii_is_digit(text[3]) &&
           strchr(BLANKS, *utf8_skip(text + 4, MOVE_MARKS));
}

const char *move_number_end(const char *text)
{
    const char *digits_end = utf8_skip(text, MOVE_DIGITS), *end = utf8_skip(digits_end, MOVE_POINTS);
    const char *next = utf8_skip(end, MOVE_DIGITS);
    const char *third = utf8_skip(next, MOVE_POINTS);
    bool is_date = next > end && third > next && utf8_skip(third, MOVE_DIGITS) > third && !names_middle_pawn(end);
    return digits_end == text || end == digits_end || is_date || names_middle_pawn(text) ? text : end;
}

/* Returns true if only marks and blanks remain. */
static bool ends_move(const char *text) { return *utf8_skip(text, MOVE_MARKS BLANKS) == '\0'; }

/* ---- WXF and Chinese: identifying the piece that moves ---- */

typedef enum Place { PLACE_NONE, PLACE_FRONT, PLACE_MIDDLE, PLACE_REAR } Place;
typedef enum Step { STEP_NONE, STEP_FORWARD, STEP_SIDEWAYS, STEP_BACK } Step;

/* Convert between a file and the number 1..9 that a side gives it. */
static int file_number(int file, Side side) { return side == RED ? FILES - file : file + 1; }
static int file_numbered(int number, Side side) { return side == RED ? FILES - number : number - 1; }

/* A piece among the pieces of its kind and side. */
typedef struct Fellow {
    Square at;
    int number;  /* number of the piece's file, counted from that side */
    int on_file; /* number of pieces on that file */
    int place;   /* index among the pieces on that file, from 0 at the front */
    int ordinal; /* index among all pieces that share files, from 1; 0 if the piece is alone on its file */
} Fellow;

/* Pieces of one kind and side, in order from the right file to the left, on each file from the
 * front. */
typedef struct Lineup {
    int count, in_tandem;
    Fellow fellows[5];
} Lineup;

static Lineup line_up(const Position *pos, Side us, Kind kind)
{
    Lineup l = {0};
    for (int number = 1; number <= FILES; number++) {
        int first = l.count;
        for (int i = 0; i < RANKS; i++) {
            Square s = square_make(file_numbered(number, us), us == RED ? RANKS - 1 - i : i);
            if (piece_at(pos, s) == piece_make(us, kind)) {
                l.fellows[l.count] = (Fellow){.at = s, .number = number, .place = l.count - first};
                l.count++;
            }
        }
        for (int i = first; i < l.count; i++) {
            l.fellows[i].on_file = l.count - first;
            l.fellows[i].ordinal = l.count - first > 1 ? ++l.in_tandem : 0;
        }
    }
    return l;
}

static Place place_of(const Fellow *f)
{
    if (f->place == 0)
        return PLACE_FRONT;
    return f->place == f->on_file - 1 ? PLACE_REAR : PLACE_MIDDLE;
}

/* ---- writing ---- */

static const char *const digit_signs[2][10] = {{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"},
                                               {"", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};
static const char *const place_signs[2][4] = {{"", "+", "", "-"}, {"", "前", "中", "后"}};
static const char *const step_signs[2][4] = {{"", "+", ".", "-"}, {"", "进", "平", "退"}};
static const char *const kind_letters[KINDS] = {"", "K", "A", "E", "H", "R", "C", "P"};

static bool jumps(Kind kind) { return kind == ADVISOR || kind == BISHOP || kind == KNIGHT; }

/* Returns the number that a move ends with: that of the destination file, or of points moved for a
 * straight move forward or back. */
static int goal_of(Kind kind, Side us, Square from, Square to)
{
    bool straight = !jumps(kind) && same_file(from, to);
    return straight ? abs(square_rank(to) - square_rank(from)) : file_number(square_file(to), us);
}

static Step step_of(Side us, Square from, Square to)
{
    int ahead = square_rank(to) - square_rank(from);
    if (ahead == 0)
        return STEP_SIDEWAYS;
    return (ahead > 0) == (us == RED) ? STEP_FORWARD : STEP_BACK;
}

/* Writes the two characters that WXF uses for one of several pawns on a file. */
static void name_wxf_pawn(const Fellow *f, bool other_tandems, char *out)
{
    const char *file = digit_signs[1][f->number];
    int middle = 2 * f->place + 1 - f->on_file; /* negative in the front half, positive in the rear half */
    const char *place = middle == 0 ? file : place_signs[0][middle < 0 ? PLACE_FRONT : PLACE_REAR];
    bool outermost = f->on_file > 3 && place_of(f) != PLACE_MIDDLE;
    strcpy(out, other_tandems ? file : outermost ? place : kind_letters[PAWN]);
    strcat(out, place);
}

/* Writes the name of the piece, followed or preceded by its file or its position on the file. */
static void name_piece(const Lineup *l, const Fellow *f, Piece p, Notation notation, char *out)
{
    const Kind kind = piece_kind(p);
    const bool chinese = notation == NOTATION_CHINESE;
    const char *piece = chinese ? piece_word(p, LANGUAGE_CHINESE) : kind_letters[kind];
    bool by_file = f->on_file == 1 || kind == ADVISOR || kind == BISHOP, tandem_pawn = kind == PAWN && !by_file;
    bool other_tandems = l->in_tandem > f->on_file;
    if (tandem_pawn && !chinese) {
        name_wxf_pawn(f, other_tandems, out);
        return;
    }
    bool by_ordinal = tandem_pawn && (f->on_file > 3 || other_tandems);
    const char *place = by_ordinal ? digit_signs[0][f->ordinal] : place_signs[chinese][place_of(f)];
    const char *which = by_file ? notation_file(square_file(f->at), piece_side(p), notation) : place;
    bool piece_first = by_file || !chinese;
    strcpy(out, piece_first ? piece : which);
    strcat(out, piece_first ? which : piece);
}

char *move_to_text(const Position *pos, Move m, Notation notation, char *out)
{
    assert(notation < NOTATIONS);
    VERIFY_ASSERT(is_legal(pos, m));
    if (notation == NOTATION_ICCS)
        return move_to_iccs(m, out);
    Square from = move_from(m), to = move_to(m);
    Piece p = piece_at(pos, from);
    Side us = piece_side(p);
    Kind kind = piece_kind(p);
    bool zh = notation == NOTATION_CHINESE;
    Lineup l = line_up(pos, us, kind);
    const Fellow *f = l.fellows;
    while (f->at != from)
        f++;

    name_piece(&l, f, p, notation, out);
    strcat(out, step_signs[zh][step_of(us, from, to)]);
    strcat(out, digit_signs[zh && us == RED ? 0 : 1][goal_of(kind, us, from, to)]);
    return out;
}

char notation_letter(Piece p, Notation notation)
{
    assert(p < PIECES && notation < NOTATIONS);
    char letter = *kind_letters[piece_kind(p)];
    return notation == NOTATION_ICCS ? piece_letter(p) : piece_side(p) == RED ? letter : ascii_lower(letter);
}

const char *notation_file(int file, Side side, Notation notation)
{
    assert(in_range(file, 0, FILES - 1));
    return digit_signs[notation == NOTATION_CHINESE && side == RED ? 0 : 1][file_number(file, side)];
}

/* ---- explaining illegal moves ---- */

/* Returns how the piece moves, to explain why a move of another kind is rejected: "a horse goes one
 * point straight on and one diagonally outward". */
static const char *way_of_moving(Kind kind, Language language)
{
    static const char *const ways[KINDS] = {
        [NO_KIND] = "",
        [KING] = N_("the king moves one point along a line, within the palace"),
        [ADVISOR] = N_("an advisor moves one point diagonally, within the palace"),
        [BISHOP] = N_("an elephant moves exactly two points diagonally"),
        [KNIGHT] = N_("a horse moves one point straight and then one diagonally outward"),
        [ROOK] = N_("a rook moves along a file or a rank"),
        [CANNON] = N_("a cannon moves along a file or a rank"),
        [PAWN] = N_("a pawn moves one point at a time"),
    };
    return tr(language, ways[kind]);
}

/* Returns "a " or "an ", and nothing in Chinese. */
static const char *article_of(const char *piece, Language language)
{
    return language == LANGUAGE_CHINESE ? "" : *piece == 'a' || *piece == 'e' ? "an " : "a ";
}

typedef struct Words {
    char text[40];
} Words;

static const char *word_on(const Position *pos, Square s, Language l) { return piece_word(on_board(s) ? piece_at(pos, s) : NO_PIECE, l); }

/* Returns "horse on h9", or "h9 处的马". */
static Words piece_there(const Position *pos, Square s, Language l)
{
    Words p;
    if (l == LANGUAGE_CHINESE)
        snprintf(p.text, sizeof p.text, "%s 处的%s", square_text(s).text, word_on(pos, s, l));
    else
        snprintf(p.text, sizeof p.text, "%s on %s", word_on(pos, s, l), square_text(s).text);
    return p;
}

/* Returns "g0 by an elephant", or "g0 处有相". */
static Words obstacle(const Position *pos, Square s, Language l)
{
    Words p;
    const char *piece = word_on(pos, s, l);
    snprintf(p.text, sizeof p.text, tr(l, "%s by %s%s"), square_text(s).text, article_of(piece, l), piece);
    return p;
}

bool refuse_move(const Position *pos, Move m, Text *why)
{
    VERIFY_ASSERT(!is_legal(pos, m));
    Language l = why_language(why);
    Square from = move_from(m), to = move_to(m), where;
    MoveFault fault = move_fault(pos, m, &where);
    const char *piece = word_on(pos, from, l), *target = word_on(pos, to, l);
    SquareText start = square_text(from), goal = square_text(to);
    switch (fault) {
    case MOVE_OK: return false;
    case FAULT_OFF_BOARD: return why_not(why, "That is off the board: files are a to i, ranks 0 to 9.");
    case FAULT_NO_PIECE: return why_not(why, "There is no piece on %s.", start.text);
    case FAULT_NOT_YOURS:
        return why_not(why, "The %s is not yours: it is %s's, and %s is to move.", piece_there(pos, from, l).text,
                       side_word(opponent(side_to_move(pos)), l), side_word(side_to_move(pos), l));
    case FAULT_SAME_SQUARE: return why_not(why, "From %s the %s would not move.", start.text, piece);
    case FAULT_OWN_PIECE: return why_not(why, "The point %s is occupied by your own %s.", goal.text, target);
    case FAULT_SHAPE:
        return why_not(why, "The %s cannot go from %s to %s: %s.", piece, start.text, goal.text,
                       way_of_moving(piece_kind(piece_at(pos, from)), l));
    case FAULT_PALACE: return why_not(why, "The %s cannot leave the palace.", piece);
    case FAULT_RIVER: return why_not(why, "The %s cannot cross the river.", piece);
    case FAULT_PAWN_BACK: return why_not(why, "A %s cannot move back.", piece);
    case FAULT_PAWN_SIDEWAYS: return why_not(why, "A %s can move sideways only after crossing the river.", piece);
    case FAULT_LEG_BLOCKED: return why_not(why, "The horse's leg is blocked at %s.", obstacle(pos, where, l).text);
    case FAULT_EYE_BLOCKED: return why_not(why, "The elephant's eye is blocked at %s.", obstacle(pos, where, l).text);
    case FAULT_PATH_BLOCKED:
        if (l == LANGUAGE_CHINESE)
            return text_fail(why, "%s被 %s挡住。", piece, piece_there(pos, where, l).text);
        return text_fail(why, "The %s's way is blocked at %s.", piece, obstacle(pos, where, l).text);
    case FAULT_NO_SCREEN: return why_not(why, "The cannon has no screen to capture the %s.", piece_there(pos, to, l).text);
    case FAULT_MANY_SCREENS:
        return why_not(why, "The cannon cannot capture the %s: there is more than one piece between the cannon and %s.", target, goal.text);
    case FAULT_STILL_IN_CHECK: return why_not(why, "Your king would still be in check from the %s.", piece_there(pos, where, l).text);
    case FAULT_INTO_CHECK: return why_not(why, "That would leave your king in check from the %s.", piece_there(pos, where, l).text);
    case FAULT_FACING: return why_not(why, "That would leave the two kings facing each other.");
    }
    return false;
}

/* ---- reading ---- */

/* A character with all its possible meanings; its position in the text decides which one applies. */
typedef struct Sign {
    Kind kind, other; /* other: a second kind with this letter */
    Step step;
    Place place;
    int digit;
    int letter;   /* the letters a..e as numbers 1..5 */
    bool chinese; /* true unless it is a variant of an ASCII sign */
} Sign;

static const struct {
    const char *shapes; /* the characters, one after another */
    Sign sign;
} signs[] = {
    {"K帅帥将將", {.kind = KING}},
    {"G", {.kind = KING, .other = ADVISOR}},  /* G: general (king) or guard (advisor) */
    {"M", {.kind = BISHOP, .other = KNIGHT}}, /* M: minister (elephant) or ma (horse) */
    {"A仕士", {.kind = ADVISOR}},
    {"EB相象", {.kind = BISHOP}},
    {"HN马馬傌", {.kind = KNIGHT}},
    {"R车車俥", {.kind = ROOK}},
    {"C炮砲包", {.kind = CANNON}},
    {"P兵卒", {.kind = PAWN}},
    {"+", {.step = STEP_FORWARD, .place = PLACE_FRONT}},
    {".", {.step = STEP_SIDEWAYS, .place = PLACE_MIDDLE}},
    {"-", {.step = STEP_BACK, .place = PLACE_REAR}},
    {"进進", {.step = STEP_FORWARD}},
    {"=平", {.step = STEP_SIDEWAYS}},
    {"退", {.step = STEP_BACK}},
    {"前", {.place = PLACE_FRONT}},
    {"中", {.place = PLACE_MIDDLE}},
    {"后後", {.place = PLACE_REAR}},
    {"D", {0}}, /* D has a meaning only as a letter */
};

static bool read_sign(const char **text, Sign *sign)
{
    /* Offset of full-width characters from ASCII, and the last of them. */
    enum { FULL_WIDTH = 0xFEE0, FULL_WIDTH_END = 0xFF5E };
    uint32_t code;
    char shape[5] = "";
    size_t length = utf8_decode(*text, *text + strlen(*text), &code);
    if (length == 0)
        return false;
    memcpy(shape, *text, length);
    *text += length;
    if (code > FULL_WIDTH + ' ' && code <= FULL_WIDTH_END)
        code -= FULL_WIDTH;
    if (code < 0x80)
        strcpy(shape, (char[]){ascii_upper((char)code), '\0'});
    *sign = (Sign){.chinese = code >= 0x80};
    for (int i = 1; i <= 9; i++)
        if (strcmp(shape, digit_signs[0][i]) == 0 || strcmp(shape, digit_signs[1][i]) == 0) {
            sign->digit = i;
            return true;
        }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(signs[i].shapes, shape)) {
            *sign = signs[i].sign;
            sign->letter = *shape >= 'A' && *shape <= 'E' ? *shape - 'A' + 1 : 0;
            sign->chinese = code >= 0x80;
            return true;
        }
    return false;
}

/* Parsed text of a move in WXF or Chinese notation, four characters or three such as C25, independent
 * of the position. */
typedef struct Phrase {
    Kind kind, other; /* other: a second possible kind, or NO_KIND */
    int file;         /* 1..9; 0 if not given */
    Place place;      /* PLACE_NONE if not given */
    bool outermost;   /* `++` or `--`: the first or last of four or five pawns on a file */
    int ordinal;      /* 1..5, among all pawns that share files; 0 if not given */
    int nth;          /* 1..9, on the file, from the front; 0 if not given */
    Step step;        /* STEP_NONE if not given */
    int goal;         /* 1..9 */
    Notation notation;
} Phrase;

/* Reads the two characters of a pawn that is named by its position on the file or its number. Returns
 * false if the characters are not such a name. */
static bool read_pawn(const Sign s[2], Phrase *phrase)
{
    int ordinal = s[0].letter ? s[0].letter : s[0].digit <= 5 ? s[0].digit : 0;
    phrase->kind = PAWN;
    if (s[1].kind == PAWN && ordinal) { /* 一兵, aP */
        phrase->ordinal = ordinal;
    } else if (s[0].kind == PAWN && s[1].letter) { /* Pa */
        phrase->ordinal = s[1].letter;
    } else if (s[0].digit && s[1].digit) { /* 99, 17 */
        phrase->place = s[0].digit == s[1].digit ? PLACE_MIDDLE : PLACE_NONE;
        phrase->nth = s[0].digit;
        phrase->file = s[1].digit;
    } else if (s[0].place && s[0].place == s[1].place) { /* ++ */
        phrase->place = s[0].place;
        phrase->outermost = true;
    } else if (s[0].place + s[1].place && s[0].digit + s[1].digit) { /* 前九, +9, 9+ */
        phrase->place = s[0].place + s[1].place;
        phrase->file = s[0].digit + s[1].digit;
    } else {
        phrase->kind = NO_KIND;
    }
    return phrase->kind != NO_KIND;
}

/* Reads the two characters of a piece and its file or position. */
static bool read_piece(const Sign s[2], Phrase *phrase)
{
    const Sign *piece = s[0].place ? &s[1] : &s[0], *which = s[0].place ? &s[0] : &s[1]; /* +C or C+, C2 */
    phrase->kind = piece->kind;
    phrase->other = piece->other;
    phrase->place = which->place;
    phrase->file = which->digit;
    return piece->kind && (which->place || which->digit);
}

/* Reads up to four characters that have a meaning, followed only by marks. Returns their number, or 0
 * if the text contains other characters. */
static int read_signs(const char *text, Sign s[4], bool *chinese)
{
    int count = 0;
    *chinese = false;
    for (; count < 3 || (count == 3 && !(s[2].digit && ends_move(text))); count++) {
        text += strspn(text, " \t");
        if (!read_sign(&text, &s[count]))
            return 0;
        *chinese |= s[count].chinese;
    }
    return ends_move(text) ? count : 0;
}

static bool read_phrase(const char *text, Phrase *phrase)
{
    Sign s[4];
    bool chinese;
    const int count = read_signs(text, s, &chinese);
    *phrase = (Phrase){.notation = chinese ? NOTATION_CHINESE : NOTATION_WXF};
    if (count == 3 && !chinese && s[1].digit) { /* C25 */
        phrase->goal = s[2].digit;
        return phrase->goal && read_piece(s, phrase);
    }
    if (count < 4 || s[2].step == STEP_NONE || s[3].digit == 0)
        return false;
    phrase->step = s[2].step;
    phrase->goal = s[3].digit;
    return read_pawn(s, phrase) || read_piece(s, phrase);
}

/* Returns the index, among the pieces on a file, of the piece that the move text names, from 0 at the
 * front, or -1 if there is no such piece. If four or five pawns share a file, WXF's `+` and `-` mean
 * the second pawn from either end, because the outermost ones are `++` and `--`. */
static int place_named(const Phrase *phrase, int on_file)
{
    const bool crowded = on_file > 3;
    const int inner = crowded && phrase->notation == NOTATION_WXF && !phrase->outermost;
    if (on_file < 2 || (phrase->outermost && !crowded))
        return -1;
    if (phrase->place == PLACE_MIDDLE)
        return on_file % 2 ? on_file / 2 : -1;
    return phrase->place == PLACE_FRONT ? inner : on_file - 1 - inner;
}

static bool is_meant(const Phrase *phrase, const Fellow *f)
{
    if (phrase->file && phrase->file != f->number)
        return false;
    if (phrase->ordinal)
        return phrase->ordinal == f->ordinal;
    if (phrase->nth && (!phrase->place || f->on_file % 2 == 0)) /* an even number of pieces has no middle one */
        return f->on_file > 1 && f->place == phrase->nth - 1;
    return !phrase->place || f->place == place_named(phrase, f->on_file);
}

/* Returns true for the piece that WXF names by its file alone: the middle pawn of three or five. */
static bool is_middle_pawn(const Phrase *phrase, const Fellow *f)
{
    return phrase->notation == NOTATION_WXF && phrase->kind == PAWN && phrase->file && !phrase->place && !phrase->nth && f->on_file > 1 &&
           2 * f->place + 1 == f->on_file;
}

/* Returns the destination of the piece on `from`, or SQ_NONE if the piece cannot make this move
 * there. */
static Square goal_square(const Phrase *phrase, Side us, Square from)
{
    int file = square_file(from), rank = square_rank(from), ahead;
    int goal_file = file_numbered(phrase->goal, us), across = abs(goal_file - file);
    switch (phrase->kind) {
    case ADVISOR: ahead = across == 1 ? 1 : 0; break;
    case BISHOP: ahead = across == 2 ? 2 : 0; break;
    case KNIGHT: ahead = across == 1 ? 2 : across == 2 ? 1 : 0; break;
    default:
        if (phrase->step == STEP_SIDEWAYS)
            return across ? square_make(goal_file, rank) : SQ_NONE;
        goal_file = file;
        ahead = phrase->goal;
    }
    if (ahead == 0 || phrase->step == STEP_SIDEWAYS)
        return SQ_NONE;
    rank += (us == RED) == (phrase->step == STEP_FORWARD) ? ahead : -ahead;
    return rank >= 0 && rank < RANKS ? square_make(goal_file, rank) : SQ_NONE;
}

/* Explains that no piece on the board fits. */
static void refuse_piece(const Phrase *phrase, const Lineup *l, Side us, Text *why)
{
    Language language = why_language(why);
    const char *side = side_word(us, language), *piece = piece_word(piece_make(us, phrase->kind), language);
    bool on_file = !phrase->file;
    for (int i = 0; i < l->count; i++)
        on_file |= l->fellows[i].number == phrase->file;
    if (l->count > 0 && on_file && (phrase->place || phrase->ordinal || phrase->nth))
        why_not(why, "%s has too few %ss on one file for that notation.", side, piece);
    else if (!phrase->file)
        why_not(why, "%s has no %s.", side, piece);
    else if (language == LANGUAGE_CHINESE)
        text_fail(why, "%s%s路上没有%s。", side, digit_signs[us == RED ? 0 : 1][phrase->file], piece);
    else
        text_fail(why, "%s has no %s on file %d (the %c file).", side, piece, phrase->file, 'a' + file_numbered(phrase->file, us));
}

/* Explains that the piece has no such destination. */
static void refuse_goal(const Phrase *phrase, const char *piece, Text *why)
{
    if (jumps(phrase->kind))
        why_not(why, "The %s cannot get there: %s.", piece, way_of_moving(phrase->kind, why_language(why)));
    else if (phrase->step == STEP_SIDEWAYS || phrase->step == STEP_NONE)
        why_not(why, "The %s would stay where it is.", piece);
    else
        why_not(why, "The %s would leave the board.", piece);
}

static void refuse_ambiguous(const Position *pos, Notation notation, const Move moves[2], Text *why)
{
    char text[2][MOVE_TEXT_SIZE], iccs[2][5];
    why_not(why, "That is ambiguous: it may mean %s (%s) or %s (%s).", move_to_text(pos, moves[0], notation, text[0]),
            move_to_iccs(moves[0], iccs[0]), move_to_text(pos, moves[1], notation, text[1]), move_to_iccs(moves[1], iccs[1]));
}

/* Moves that a text may mean. */
typedef struct Meanings {
    int meant, possible, legal; /* numbers of pieces that fit, of moves that stay on the board, and of legal moves */
    Move moves[2];              /* the first two legal moves */
    Move nearest;               /* the illegal move that comes closest to being legal */
    MoveFault nearest_fault;
} Meanings;

/* Adds the moves that the text may mean. If it names a middle pawn that can move, it means only the
 * moves of that pawn. */
static void add_meanings(const Position *pos, const Phrase *phrase, const Lineup *l, Meanings *all)
{
    for (int i = 0; i < l->count; i++) {
        if (!is_meant(phrase, &l->fellows[i]))
            continue;
        all->meant++;
        Square from = l->fellows[i].at, to = goal_square(phrase, side_to_move(pos), from);
        if (to == SQ_NONE)
            continue;
        Move m = move_make(from, to);
        MoveFault fault = move_fault(pos, m, NULL);
        if (fault == MOVE_OK && is_middle_pawn(phrase, &l->fellows[i])) {
            all->moves[0] = m;
            all->legal = 1;
            return;
        }
        if (fault == MOVE_OK && (all->legal == 0 || all->moves[0] != m) && all->legal < 2)
            all->moves[all->legal++] = m;
        if (all->possible++ == 0 || fault > all->nearest_fault) {
            all->nearest = m;
            all->nearest_fault = fault;
        }
    }
}

/* Adds the moves of a text whose kind of piece is known. If the direction is not given, pieces that
 * move in straight lines move sideways, and the others move forward or back. */
static void add_kind(const Position *pos, Phrase phrase, Meanings *all)
{
    Lineup l = line_up(pos, side_to_move(pos), phrase.kind);
    const bool either = phrase.step == STEP_NONE && jumps(phrase.kind);
    if (phrase.step == STEP_NONE)
        phrase.step = either ? STEP_FORWARD : STEP_SIDEWAYS;
    add_meanings(pos, &phrase, &l, all);
    phrase.step = STEP_BACK;
    if (either)
        add_meanings(pos, &phrase, &l, all);
}

/* Explains why the text does not mean a legal move. */
static void refuse_meant(const Position *pos, const Phrase *phrase, const Meanings *all, Text *why)
{
    Side us = side_to_move(pos);
    Lineup l = line_up(pos, us, phrase->kind);
    const char *piece = piece_word(piece_make(us, phrase->kind), why_language(why));
    if (all->meant == 0)
        refuse_piece(phrase, &l, us, why);
    else if (jumps(phrase->kind) && phrase->step == STEP_SIDEWAYS)
        why_not(why, "The %s cannot move sideways, only forward or back.", piece);
    else if (all->possible == 0)
        refuse_goal(phrase, piece, why);
    else
        refuse_move(pos, all->nearest, why);
}

static MoveReading read_meant(const Position *pos, const Phrase *phrase, Move *m, Text *why)
{
    Meanings all = {0}, others = {0};
    Phrase other = *phrase;
    other.kind = phrase->other;
    add_kind(pos, *phrase, &all);
    if (phrase->other)
        add_kind(pos, other, &others);
    if (all.legal + others.legal == 1) {
        *m = all.legal ? all.moves[0] : others.moves[0];
        return READ_MOVE;
    }
    bool is_advisor = other.kind == ADVISOR && phrase->step != STEP_SIDEWAYS && phrase->goal > 1; /* a king moves only one point */
    if (all.legal + others.legal > 1)
        refuse_ambiguous(
            pos, phrase->notation,
            (Move[2]){all.legal ? all.moves[0] : others.moves[0], others.legal ? others.moves[others.legal - 1] : all.moves[1]}, why);
    else if (is_advisor || (other.kind == KNIGHT && all.meant == 0 && others.meant > 0))
        refuse_meant(pos, &other, &others, why);
    else
        refuse_meant(pos, phrase, &all, why);
    return READ_REFUSED;
}

/* Returns true for two points of which a letter or digit is out of range, such as j2e2. */
static bool looks_like_points(const char *text)
{
    int n = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == '-')
            continue;
        if (n % 2 ? !ascii_is_digit(*text) : !ascii_is_letter(*text))
            return false;
        n++;
    }
    return n == 4;
}

bool move_is_begun(const char *text)
{
    Square point;
    Sign sign;
    Kind last = NO_KIND;
    const char *p = text;
    while (ascii_is_letter(*p))
        p++;
    if (*p == '\0') /* the text has only Latin letters; a move has digits */
        return false;
    if (square_read(text, &point))
        return true;
    for (int i = 0; i < 3 && *text; i++) {
        if (!read_sign(&text, &sign) || (i == 2 && sign.step == STEP_NONE) || (last && sign.kind))
            return false;
        last = sign.kind;
    }
    return true;
}

/* ---- algebraic moves ---- */

/* An algebraic move. Files and ranks are -1 if not given. */
typedef struct Algebraic {
    Kind kind; /* NO_KIND: any */
    int file, rank;
    bool captures;
    Square goal;
} Algebraic;

static bool is_file(char c) { return c >= 'a' && c < 'a' + FILES; }

static bool algebraic_read(const char *text, int first, Algebraic *a)
{
    static const char letters[] = "KABRNCPEH";
    static const Kind kinds[] = {KING, ADVISOR, BISHOP, ROOK, KNIGHT, CANNON, PAWN, BISHOP, KNIGHT};
    const char *letter = *text ? strchr(letters, *text) : NULL, *p = text + (letter != NULL), *end;
    *a = (Algebraic){.kind = letter ? kinds[letter - letters] : PAWN, .file = -1, .rank = -1};
    if (is_file(*p))
        a->file = *p++ - 'a';
    if ((end = rank_read(p, first, &a->rank)))
        p = end;
    else
        a->rank = -1;
    const bool origin = a->file >= 0 && a->rank >= 0;
    a->captures = *p == 'x' || *p == ':';
    p += a->captures || *p == '-';
    if (is_file(*p)) {
        p = point_read(p, first, &a->goal);
        a->kind = origin && !letter ? NO_KIND : a->kind;
    } else if (origin && !a->captures) { /* only the destination was given */
        a->goal = square_make(a->file, a->rank);
        a->file = a->rank = -1;
    } else {
        return false;
    }
    return p && ends_move(p);
}

static bool algebraic_fits(const Position *pos, const Algebraic *a, Move m)
{
    const Square from = move_from(m);
    return move_to(m) == a->goal && (!a->kind || piece_kind(piece_at(pos, from)) == a->kind) &&
           (a->file < 0 || square_file(from) == a->file) && (a->rank < 0 || square_rank(from) == a->rank) &&
           (!a->captures || piece_at(pos, a->goal) != NO_PIECE);
}

static MoveReading read_algebraic(const Position *pos, const Algebraic *a, Move *m, Text *why)
{
    MoveList list = {0};
    Move moves[2];
    int count = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && count < 2; i++)
        if (algebraic_fits(pos, a, list.moves[i]))
            moves[count++] = list.moves[i];
    const char *piece = a->kind ? piece_word(piece_make(side_to_move(pos), a->kind), why_language(why)) : tr(why_language(why), "piece");
    if (count == 1)
        *m = moves[0];
    else if (count > 1)
        refuse_ambiguous(pos, NOTATION_WXF, moves, why);
    else if (a->captures)
        why_not(why, "No %s can capture on %s.", piece, square_text(a->goal).text);
    else
        why_not(why, "No %s can go to %s.", piece, square_text(a->goal).text);
    return count == 1 ? READ_MOVE : READ_REFUSED;
}

/* Returns true if the text has a capital letter and a small letter, each followed by a digit: H2e2 is a
 * horse on rank 2. */
static bool is_mixed(const char *text)
{
    const char after = *utf8_skip(text + 1, MOVE_DIGITS "-");
    return ascii_is_upper(text[0]) && ascii_is_letter(after) && !ascii_is_upper(after);
}

/* ---- any notation ---- */

/* Reads two points as a move. */
static MoveReading read_points(const Position *pos, Move read, Move *m, int *doubts, Text *why)
{
    if (!is_legal(pos, read)) {
        *doubts |= DOUBT_POINTS;
        refuse_move(pos, read, why);
        return READ_REFUSED;
    }
    *m = read;
    return READ_MOVE;
}

/* Reads a text that is neither points nor WXF or Chinese notation. */
static MoveReading read_other(const Position *pos, const char *text, int first, int *doubts, Move *m, Text *why)
{
    enum { SHOWN = 40 }; /* number of columns of rejected text that are quoted */
    Algebraic a;
    Move points;
    const char *end = points_read(text, 1 - first, &points);
    if ((end && ends_move(end)) || algebraic_read(text, 1 - first, &a))
        *doubts |= DOUBT_RANKS;
    if (algebraic_read(text, first, &a)) {
        *doubts |= DOUBT_RANKS;
        return read_algebraic(pos, &a, m, why);
    }
    if (!looks_like_points(text)) {
        why_not(why, "'%.*s' is not a move: write h2e2, C2.5 or Chinese notation.", (int)utf8_fit(text, SHOWN), text);
        return READ_NOT_MOVE;
    }
    refuse_move(pos, move_make(SQ_NONE, SQ_NONE), why);
    return READ_REFUSED;
}

MoveReading move_from_game_text(const Position *pos, const char *text, const Convention *convention, int *doubts, Move *m, Text *why)
{
    Move read;
    Phrase phrase;
    text += strspn(text, " \t");
    const int first = convention ? convention->ranks_from_one : strstr(text, "10") != NULL;
    const char *end = points_read(text, first, &read);
    if (end && ends_move(end)) {
        if (is_mixed(text) && read_other(pos, text, first, doubts, m, NULL) == READ_MOVE)
            return READ_MOVE;
        return read_points(pos, read, m, doubts, why);
    }
    if (!read_phrase(text, &phrase))
        return read_other(pos, text, first, doubts, m, why);
    if (phrase.other == KNIGHT) {
        *doubts |= DOUBT_M;
        if (convention) {
            phrase.kind = convention->m_is_horse ? KNIGHT : BISHOP;
            phrase.other = NO_KIND;
        }
    }
    return read_meant(pos, &phrase, m, why);
}

MoveReading move_from_text(const Position *pos, const char *text, Move *m, Text *why)
{
    int doubts = 0;
    return move_from_game_text(pos, text, NULL, &doubts, m, why);
}
