/* Moves of WXF and Chinese notation, read. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/notation/lineup.h"
#include "engine/notation/notation.h"

/* A sign with all that it may mean; its position in the text decides. */
typedef struct Sign {
    char text[4];
    uint8_t kind, digit;
    uint8_t step, place; /* Step, Place */
    uint8_t letter;      /* a..e as numbers 1..5 */
    bool chinese;        /* not just a digit or another shape of an ASCII sign */
} Sign;

static const Sign signs[] = {
    {"1", .digit = 1},
    {"2", .digit = 2},
    {"3", .digit = 3},
    {"4", .digit = 4},
    {"5", .digit = 5},
    {"6", .digit = 6},
    {"7", .digit = 7},
    {"8", .digit = 8},
    {"9", .digit = 9},
    {"+", .step = STEP_FORWARD, .place = PLACE_FRONT},
    {".", .step = STEP_SIDEWAYS, .place = PLACE_MIDDLE},
    {"=", .step = STEP_SIDEWAYS},
    {"-", .step = STEP_BACK, .place = PLACE_REAR},
    {"K", .kind = KING},
    {"G", .kind = KING},
    {"A", .kind = ADVISOR, .letter = 1},
    {"B", .kind = BISHOP, .letter = 2},
    {"E", .kind = BISHOP, .letter = 5},
    {"H", .kind = KNIGHT},
    {"N", .kind = KNIGHT},
    {"R", .kind = ROOK},
    {"C", .kind = CANNON, .letter = 3},
    {"D", .letter = 4},
    {"P", .kind = PAWN},
    {"一", .digit = 1},
    {"二", .digit = 2},
    {"三", .digit = 3},
    {"四", .digit = 4},
    {"五", .digit = 5},
    {"六", .digit = 6},
    {"七", .digit = 7},
    {"八", .digit = 8},
    {"九", .digit = 9},
    {"１", .digit = 1},
    {"２", .digit = 2},
    {"３", .digit = 3},
    {"４", .digit = 4},
    {"５", .digit = 5},
    {"６", .digit = 6},
    {"７", .digit = 7},
    {"８", .digit = 8},
    {"９", .digit = 9},
    {"＋", .step = STEP_FORWARD, .place = PLACE_FRONT},
    {"．", .step = STEP_SIDEWAYS, .place = PLACE_MIDDLE},
    {"＝", .step = STEP_SIDEWAYS},
    {"－", .step = STEP_BACK, .place = PLACE_REAR},
    {"进", .step = STEP_FORWARD, .chinese = true},
    {"進", .step = STEP_FORWARD, .chinese = true},
    {"平", .step = STEP_SIDEWAYS, .chinese = true},
    {"退", .step = STEP_BACK, .chinese = true},
    {"前", .place = PLACE_FRONT, .chinese = true},
    {"中", .place = PLACE_MIDDLE, .chinese = true},
    {"后", .place = PLACE_REAR, .chinese = true},
    {"後", .place = PLACE_REAR, .chinese = true},
    {"帅", .kind = KING, .chinese = true},
    {"帥", .kind = KING, .chinese = true},
    {"将", .kind = KING, .chinese = true},
    {"將", .kind = KING, .chinese = true},
    {"仕", .kind = ADVISOR, .chinese = true},
    {"士", .kind = ADVISOR, .chinese = true},
    {"相", .kind = BISHOP, .chinese = true},
    {"象", .kind = BISHOP, .chinese = true},
    {"马", .kind = KNIGHT, .chinese = true},
    {"馬", .kind = KNIGHT, .chinese = true},
    {"傌", .kind = KNIGHT, .chinese = true},
    {"车", .kind = ROOK, .chinese = true},
    {"車", .kind = ROOK, .chinese = true},
    {"俥", .kind = ROOK, .chinese = true},
    {"炮", .kind = CANNON, .chinese = true},
    {"砲", .kind = CANNON, .chinese = true},
    {"包", .kind = CANNON, .chinese = true},
    {"兵", .kind = PAWN, .chinese = true},
    {"卒", .kind = PAWN, .chinese = true},
};

/* NULL if the text begins with none. */
static const Sign *read_sign(const char **text)
{
    char ascii = (char)toupper((unsigned char)**text);
    for (size_t i = 0; ascii && i < sizeof signs / sizeof *signs; i++) {
        const char *sign = signs[i].text;
        size_t length = (unsigned char)sign[0] < 0x80 ? 1 : 3;
        if (length == 1 ? sign[0] == ascii : (*text)[0] == sign[0] && (*text)[1] == sign[1] && (*text)[2] == sign[2]) {
            *text += length;
            return &signs[i];
        }
    }
    return NULL;
}

/* What a text of four signs says, before it is asked who stands where. */
typedef struct Phrase {
    Kind kind;
    int file;    /* 1..9, 0: not said */
    Place place; /* PLACE_NONE: not said */
    int ordinal; /* 1..5, 0: not said */
    Step step;
    int goal; /* 1..9 */
    bool chinese;
} Phrase;

/* Which of several pawns a sign names: 一 to 五, 1 to 5, a to e. */
static int ordinal_of(const Sign *sign) { return sign->letter ? sign->letter : sign->digit <= 5 ? sign->digit : 0; }

static bool read_phrase(const char *text, Phrase *phrase)
{
    const Sign *s[4];
    bool chinese = false;
    for (int i = 0; i < 4; i++) {
        text += strspn(text, " \t");
        if (!(s[i] = read_sign(&text)))
            return false;
        chinese = chinese || s[i]->chinese;
    }
    if (text[strspn(text, " \t\r\n")] != '\0' || s[2]->step == STEP_NONE || s[3]->digit == 0)
        return false;
    *phrase = (Phrase){.step = s[2]->step, .goal = s[3]->digit, .chinese = chinese};

    if (s[1]->kind == PAWN && ordinal_of(s[0])) { /* 一兵, aP */
        phrase->kind = PAWN;
        phrase->ordinal = ordinal_of(s[0]);
    } else if (s[0]->place && s[1]->kind) { /* 前炮, +C */
        phrase->kind = s[1]->kind;
        phrase->place = s[0]->place;
    } else if (s[0]->place && s[1]->digit) { /* 前九, +9 */
        phrase->kind = PAWN;
        phrase->place = s[0]->place;
        phrase->file = s[1]->digit;
    } else if (s[0]->kind && s[1]->digit) { /* 炮二, C2 */
        phrase->kind = s[0]->kind;
        phrase->file = s[1]->digit;
    } else if (s[0]->kind && s[1]->place) { /* C+, 炮前 */
        phrase->kind = s[0]->kind;
        phrase->place = s[1]->place;
    } else if (s[0]->kind == PAWN && s[1]->letter) { /* Pa */
        phrase->kind = PAWN;
        phrase->ordinal = s[1]->letter;
    } else {
        return false;
    }
    return true;
}

/* Does the phrase mean the piece on squares[i]? */
static bool is_meant(const Phrase *phrase, const Lineup *l, Side us, Square s)
{
    int number = lineup_number(s, us), fellows = l->on_file[number], ordinal, place;
    if (phrase->file && phrase->file != number)
        return false;
    if (!phrase->place && !phrase->ordinal)
        return true;
    if (fellows < 2)
        return false;
    lineup_find(l, us, s, &ordinal, &place);
    if (phrase->ordinal)
        return phrase->ordinal == ordinal;
    switch (phrase->place) {
    case PLACE_FRONT: return place == 0;
    case PLACE_REAR: return place == fellows - 1;
    case PLACE_MIDDLE: return fellows % 2 == 1 && place == fellows / 2;
    case PLACE_NONE: break;
    }
    return false;
}

/* Where the piece on `from` would get to; SQ_NONE if the phrase leads nowhere from there. */
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
    if (ahead == 0)
        return SQ_NONE;
    rank += (us == RED) == (phrase->step == STEP_FORWARD) ? ahead : -ahead;
    return rank >= 0 && rank < RANKS ? square_make(goal_file, rank) : SQ_NONE;
}

static ReadFault read_result(MoveReading *r, ReadFault fault)
{
    r->fault = fault;
    return fault;
}

static ReadFault read_meant(const Position *pos, const Phrase *phrase, MoveReading *r)
{
    Side us = (Side)pos->side;
    Lineup l;
    lineup_init(pos, us, phrase->kind, &l);
    Square meant[5];
    int count = 0;
    for (int i = 0; i < l.count; i++)
        if (is_meant(phrase, &l, us, l.squares[i]))
            meant[count++] = l.squares[i];
    if (count == 0) {
        bool tandem = phrase->place || phrase->ordinal;
        if (tandem && phrase->file && l.on_file[phrase->file] == 0)
            tandem = false;
        return read_result(r, tandem && l.count > 0 ? READ_NO_TANDEM : READ_NO_PIECE);
    }
    bool jumps = phrase->kind == ADVISOR || phrase->kind == BISHOP || phrase->kind == KNIGHT;
    if (jumps && phrase->step == STEP_SIDEWAYS)
        return read_result(r, READ_DIRECTION);

    MoveFault best = MOVE_OK; /* of the moves that cannot be played the one that comes nearest explains most */
    int legal = 0, found = 0;
    for (int i = 0; i < count; i++) {
        Square to = goal_square(phrase, us, meant[i]);
        if (to == SQ_NONE)
            continue;
        Move m = move_make(meant[i], to);
        MoveFault fault = move_fault(pos, m, NULL);
        if (fault == MOVE_OK) {
            if (legal++ == 0)
                r->move = m;
            else if (legal == 2)
                r->other = m;
        } else if (legal == 0 && (found == 0 || fault > best)) {
            r->move = m;
            best = fault;
        }
        found++;
    }
    return read_result(r, found == 0 ? READ_NO_GOAL : legal > 1 ? READ_AMBIGUOUS : READ_OK);
}

bool move_from_text(const Position *pos, const char *text, MoveReading *reading)
{
    *reading = (MoveReading){.fault = READ_OK, .notation = NOTATION_ICCS, .move = MOVE_NONE, .other = MOVE_NONE};
    text += strspn(text, " \t");
    if (move_from_iccs(text, &reading->move))
        return true;
    Phrase phrase;
    if (!read_phrase(text, &phrase)) {
        reading->fault = READ_NOT_MOVE;
        return false;
    }
    reading->notation = phrase.chinese ? NOTATION_CHINESE : NOTATION_WXF;
    reading->kind = phrase.kind;
    reading->file = phrase.file;
    return read_meant(pos, &phrase, reading) == READ_OK;
}
