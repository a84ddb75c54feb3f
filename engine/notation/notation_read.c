/* SPDX-License-Identifier: GPL-3.0-only */
/* Reads moves in any notation. */
#include "engine/notation/notation.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/lineup.h"
#include "engine/notation/notation_squares.h"

/* ---- WXF and Chinese: the parts of a text ---- */

/* A character with all its possible meanings; its position in the text decides which one applies. */
typedef struct Sign {
    Kind kind, other; /* other: a second kind with this letter */
    Step step;
    LineupPlace place;
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

static bool sign_read(const char **text, Sign *sign)
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
        if (strcmp(shape, lineup_digits[0][i]) == 0 || strcmp(shape, lineup_digits[1][i]) == 0) {
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
    Kind kind, other;  /* other: a second possible kind, or NO_KIND */
    int file;          /* 1..9; 0 if not given */
    LineupPlace place; /* PLACE_NONE if not given */
    bool outermost;    /* `++` or `--`: the first or last of four or five pawns on a file */
    int ordinal;       /* 1..5, among all pawns that share files; 0 if not given */
    int nth;           /* 1..9, on the file, from the front; 0 if not given */
    Step step;         /* STEP_NONE if not given */
    int goal;          /* 1..9 */
    Notation notation;
} Phrase;

/* Reads the two characters of a pawn that is named by its position on the file or its number. Returns
 * false if the characters are not such a name. */
static bool phrase_read_pawn(const Sign s[2], Phrase *phrase)
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
static bool phrase_read_piece(const Sign s[2], Phrase *phrase)
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
static int phrase_read_signs(const char *text, Sign s[4], bool *chinese)
{
    int count = 0;
    *chinese = false;
    for (; count < 3 || (count == 3 && !(s[2].digit && move_text_ends(text))); count++) {
        text += strspn(text, " \t");
        if (!sign_read(&text, &s[count]))
            return 0;
        *chinese |= s[count].chinese;
    }
    return move_text_ends(text) ? count : 0;
}

static bool phrase_read(const char *text, Phrase *phrase)
{
    Sign s[4];
    bool chinese;
    const int count = phrase_read_signs(text, s, &chinese);
    *phrase = (Phrase){.notation = chinese ? NOTATION_CHINESE : strchr(text, '=') ? NOTATION_ENGLISH : NOTATION_WXF};
    if (count == 3 && !chinese && s[1].digit) { /* C25 */
        phrase->goal = s[2].digit;
        return phrase->goal && phrase_read_piece(s, phrase);
    }
    if (count < 4 || s[2].step == STEP_NONE || s[3].digit == 0)
        return false;
    phrase->step = s[2].step;
    phrase->goal = s[3].digit;
    return phrase_read_pawn(s, phrase) || phrase_read_piece(s, phrase);
}

/* ---- Vietnamese: the parts of a text ---- */

static Kind vietnamese_kind(char letter)
{
    static const char *const letters[KINDS] = {
        [ADVISOR] = "S", [BISHOP] = "TV", [KNIGHT] = "M", [ROOK] = "X", [CANNON] = "P", [PAWN] = "BC"};
    for (int kind = ADVISOR; kind < KINDS && letter; kind++)
        if (strchr(letters[kind], ascii_upper(letter)))
            return (Kind)kind;
    return NO_KIND;
}

/* Reads the piece and its place, its file, or both. Returns the end, or NULL if the text does not begin so. */
static const char *vietnamese_read_piece(const char *text, Phrase *phrase)
{
    static const char places[] = " tgs"; /* indexed by LineupPlace */
    const Kind kind = vietnamese_kind(*text);
    if (!kind)
        return NULL;
    const bool is_king = ascii_lower(text[0]) == 't' && ascii_lower(text[1]) == 'g';
    *phrase = (Phrase){.kind = is_king ? KING : kind, .notation = NOTATION_VIETNAMESE};
    text += is_king ? 2 : 1;
    const char *const place = *text ? strchr(places + 1, ascii_lower(*text)) : NULL;
    if (place)
        phrase->place = (LineupPlace)(place - places);
    text += place != NULL;
    if (ascii_is_digit(*text))
        phrase->file = *text++ - '0';
    return place || phrase->file ? text : NULL;
}

/* Reads P2-5, Xs/1, Bt3.1 or Tg5-4; also small letters, and a dash as long as in print. */
static bool vietnamese_read(const char *text, Phrase *phrase)
{
    static const char steps[] = " .-/"; /* indexed by Step */
    static const char dash[] = "–";
    text = vietnamese_read_piece(text, phrase);
    if (!text || !*text)
        return false;
    const bool is_dash = strncmp(text, dash, strlen(dash)) == 0;
    const char *const step = strchr(steps + 1, is_dash ? '-' : *text);
    if (!step)
        return false;
    text += is_dash ? strlen(dash) : 1;
    phrase->step = (Step)(step - steps);
    phrase->goal = ascii_is_digit(*text) ? *text - '0' : 0;
    return phrase->goal && move_text_ends(text + 1);
}

/* ---- WXF, Chinese and Vietnamese: the pieces and moves that a text means ---- */

static bool phrase_is_wxf(const Phrase *phrase) { return phrase->notation == NOTATION_WXF || phrase->notation == NOTATION_ENGLISH; }

/* Returns the index, among the pieces on a file, of the piece that the move text names, from 0 at the
 * front, or -1 if there is no such piece. If four or five pawns share a file, WXF's `+` and `-` mean
 * the second pawn from either end, because the outermost ones are `++` and `--`. */
static int phrase_place(const Phrase *phrase, int on_file)
{
    const bool crowded = on_file > 3;
    const int inner = crowded && phrase_is_wxf(phrase) && !phrase->outermost;
    if (on_file < 2 || (phrase->outermost && !crowded))
        return -1;
    if (phrase->place == PLACE_MIDDLE)
        return on_file % 2 ? on_file / 2 : -1;
    return phrase->place == PLACE_FRONT ? inner : on_file - 1 - inner;
}

static bool phrase_means(const Phrase *phrase, const Fellow *f)
{
    if (phrase->file && phrase->file != f->number)
        return false;
    if (phrase->ordinal)
        return phrase->ordinal == f->ordinal;
    if (phrase->nth && (!phrase->place || f->on_file % 2 == 0)) /* an even number of pieces has no middle one */
        return f->on_file > 1 && f->place == phrase->nth - 1;
    return !phrase->place || f->place == phrase_place(phrase, f->on_file);
}

/* Returns true for the piece that WXF names by its file alone: the middle pawn of three or five. */
static bool phrase_means_middle_pawn(const Phrase *phrase, const Fellow *f)
{
    return phrase_is_wxf(phrase) && phrase->kind == PAWN && phrase->file && !phrase->place && !phrase->nth && f->on_file > 1 &&
           2 * f->place + 1 == f->on_file;
}

/* Returns the destination of the piece on `from`, or SQ_NONE if the piece cannot make this move
 * there. */
static Square phrase_goal(const Phrase *phrase, Side us, Square from)
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
static void phrase_refuse_piece(const Phrase *phrase, const Lineup *l, Side us, Text *why)
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
    else
        why_not(why, "%s has no %s on file %s.", side, piece,
                notation_file(file_numbered(phrase->file, us), us, notation_of_language(language)));
}

/* Explains that the piece has no such destination. */
static void phrase_refuse_goal(const Phrase *phrase, const char *piece, Text *why)
{
    if (kind_jumps(phrase->kind))
        why_not(why, "The %s cannot get there: %s.", piece, piece_way(phrase->kind, why_language(why)));
    else if (phrase->step == STEP_SIDEWAYS || phrase->step == STEP_NONE)
        why_not(why, "The %s would stay where it is.", piece);
    else
        why_not(why, "The %s would leave the board.", piece);
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
static void meanings_add(const Position *pos, const Phrase *phrase, const Lineup *l, Meanings *all)
{
    for (int i = 0; i < l->count; i++) {
        if (!phrase_means(phrase, &l->fellows[i]))
            continue;
        all->meant++;
        Square from = l->fellows[i].at, to = phrase_goal(phrase, side_to_move(pos), from);
        if (to == SQ_NONE)
            continue;
        Move m = move_make(from, to);
        MoveFault fault = move_fault(pos, m, NULL);
        if (fault == MOVE_OK && phrase_means_middle_pawn(phrase, &l->fellows[i])) {
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
static void meanings_add_kind(const Position *pos, Phrase phrase, Meanings *all)
{
    Lineup l = line_up(pos, side_to_move(pos), phrase.kind);
    const bool either = phrase.step == STEP_NONE && kind_jumps(phrase.kind);
    if (phrase.step == STEP_NONE)
        phrase.step = either ? STEP_FORWARD : STEP_SIDEWAYS;
    meanings_add(pos, &phrase, &l, all);
    phrase.step = STEP_BACK;
    if (either)
        meanings_add(pos, &phrase, &l, all);
}

/* Explains why the text does not mean a legal move. */
static void meanings_refuse(const Position *pos, const Phrase *phrase, const Meanings *all, Text *why)
{
    Side us = side_to_move(pos);
    Lineup l = line_up(pos, us, phrase->kind);
    const char *piece = piece_word(piece_make(us, phrase->kind), why_language(why));
    if (all->meant == 0)
        phrase_refuse_piece(phrase, &l, us, why);
    else if (kind_jumps(phrase->kind) && phrase->step == STEP_SIDEWAYS)
        why_not(why, "The %s cannot move sideways, only forward or back.", piece);
    else if (all->possible == 0)
        phrase_refuse_goal(phrase, piece, why);
    else if (why) {
        const bool by_files = why->by_files;
        why->by_files = true;
        refuse_move(pos, all->nearest, why);
        why->by_files = by_files;
    }
}

static MoveReading meanings_read(const Position *pos, const Phrase *phrase, Move *m, Text *why)
{
    Meanings all = {0}, others = {0};
    Phrase other = *phrase;
    other.kind = phrase->other;
    meanings_add_kind(pos, *phrase, &all);
    if (phrase->other)
        meanings_add_kind(pos, other, &others);
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
        meanings_refuse(pos, &other, &others, why);
    else
        meanings_refuse(pos, phrase, &all, why);
    return READ_REFUSED;
}

/* ---- numbers and damaged moves ---- */

/* Returns true for the text of a middle pawn, such as 77.6, which looks like a move number. */
static bool notation_names_middle_pawn(const char *text)
{
    return ascii_is_digit(text[0]) && text[1] == text[0] && text[2] == '.' && ascii_is_digit(text[3]) &&
           strchr(BLANKS, *utf8_skip(text + 4, MOVE_MARKS));
}

const char *move_number_end(const char *text)
{
    const char *digits_end = utf8_skip(text, MOVE_DIGITS), *end = utf8_skip(digits_end, MOVE_POINTS);
    const char *next = utf8_skip(end, MOVE_DIGITS);
    const char *third = utf8_skip(next, MOVE_POINTS);
    bool is_date = next > end && third > next && utf8_skip(third, MOVE_DIGITS) > third && !notation_names_middle_pawn(end);
    return digits_end == text || end == digits_end || is_date || notation_names_middle_pawn(text) ? text : end;
}

/* Returns true for two points of which a letter or digit is out of range, such as j2e2. */
static bool notation_looks_like_squares(const char *text)
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
        if (!sign_read(&text, &sign) || (i == 2 && sign.step == STEP_NONE) || (last && sign.kind))
            return false;
        last = sign.kind;
    }
    return true;
}

/* ---- any notation ---- */

/* Reads two points as a move. */
static MoveReading notation_read_squares(const Position *pos, Move read, Move *m, int *doubts, Text *why)
{
    if (!is_legal(pos, read)) {
        *doubts |= DOUBT_POINTS;
        refuse_move(pos, read, why);
        return READ_REFUSED;
    }
    *m = read;
    return READ_MOVE;
}

/* Reads a text that is neither points nor WXF, Chinese or Vietnamese notation. */
static MoveReading notation_read_other(const Position *pos, const char *text, int first, int *doubts, Move *m, Text *why)
{
    enum { SHOWN = 40 }; /* number of columns of rejected text that are quoted */
    Algebraic a;
    Move points;
    const char *end = squares_read_move(text, 1 - first, &points);
    if ((end && move_text_ends(end)) || algebraic_read(text, 1 - first, &a))
        *doubts |= DOUBT_RANKS;
    if (algebraic_read(text, first, &a)) {
        *doubts |= DOUBT_RANKS;
        return algebraic_find(pos, &a, m, why);
    }
    if (!notation_looks_like_squares(text)) {
        why_not(why, "'%.*s' is not a move: write h2e2, C2=5 or Chinese notation.", (int)utf8_fit(text, SHOWN), text);
        return READ_NOT_MOVE;
    }
    refuse_move(pos, move_make(SQ_NONE, SQ_NONE), why);
    return READ_REFUSED;
}

/* Reads a text in any notation but Vietnamese. */
static MoveReading notation_read_usual(const Position *pos, const char *text, const Convention *convention, int *doubts, Move *m, Text *why)
{
    Move read;
    Phrase phrase;
    const int first = convention ? convention->ranks_from_one : strstr(text, "10") != NULL;
    const char *end = squares_read_move(text, first, &read);
    if (end && move_text_ends(end)) {
        if (squares_are_mixed(text) && notation_read_other(pos, text, first, doubts, m, NULL) == READ_MOVE)
            return READ_MOVE;
        return notation_read_squares(pos, read, m, doubts, why);
    }
    if (!phrase_read(text, &phrase))
        return notation_read_other(pos, text, first, doubts, m, why);
    if (phrase.other == KNIGHT) {
        *doubts |= DOUBT_M;
        if (convention) {
            phrase.kind = convention->m_is_horse ? KNIGHT : BISHOP;
            phrase.other = NO_KIND;
        }
    }
    return meanings_read(pos, &phrase, m, why);
}

/* Reads a text of a game in Vietnamese notation. Points and Chinese notation are the same there; other texts are refused, because
 * their letters and signs would have two meanings in one game. */
static MoveReading notation_read_vietnamese(const Position *pos, const char *text, const Convention *convention, int *doubts, Move *m,
                                            Text *why)
{
    Move points;
    Phrase phrase;
    Algebraic a;
    if (vietnamese_read(text, &phrase))
        return meanings_read(pos, &phrase, m, why);
    const char *end = squares_read_move(text, convention->ranks_from_one, &points);
    const bool are_points = end && move_text_ends(end);
    const bool is_phrase = phrase_read(text, &phrase), is_chinese = is_phrase && phrase.notation == NOTATION_CHINESE;
    if (are_points || is_chinese || (!is_phrase && !algebraic_read(text, convention->ranks_from_one, &a)))
        return notation_read_usual(pos, text, convention, doubts, m, why);
    why_not(why, "It is not a move in the notation of this game.");
    return READ_REFUSED;
}

MoveReading move_from_game_text(const Position *pos, const char *text, const Convention *convention, int *doubts, Move *m, Text *why)
{
    Phrase phrase;
    text += strspn(text, " \t");
    if (convention && convention->vietnamese)
        return notation_read_vietnamese(pos, text, convention, doubts, m, why);
    const bool vietnamese = vietnamese_read(text, &phrase);
    if (!vietnamese || convention) {
        const MoveReading reading = notation_read_usual(pos, text, convention, doubts, m, why);
        if (vietnamese && reading != READ_MOVE)
            *doubts |= DOUBT_VIETNAMESE;
        return reading;
    }
    const bool preferred = why_language(why) == LANGUAGE_VIETNAMESE;
    if (preferred && meanings_read(pos, &phrase, m, NULL) == READ_MOVE)
        return READ_MOVE;
    if (notation_read_usual(pos, text, NULL, doubts, m, NULL) == READ_MOVE)
        return READ_MOVE;
    if (preferred)
        return meanings_read(pos, &phrase, m, why);
    if (meanings_read(pos, &phrase, m, NULL) == READ_MOVE)
        return READ_MOVE;
    return notation_read_usual(pos, text, NULL, doubts, m, why);
}

MoveReading move_from_text(const Position *pos, const char *text, Move *m, Text *why)
{
    int doubts = 0;
    return move_from_game_text(pos, text, NULL, &doubts, m, why);
}
