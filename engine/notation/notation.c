/* SPDX-License-Identifier: GPL-3.0-only */
/* Writes moves, and explains why illegal moves cannot be played. */
#include "engine/notation/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/lineup.h"

const char *const notation_words[] = {[NOTATION_ICCS] = "iccs",
                                      [NOTATION_WXF] = "wxf",
                                      [NOTATION_CHINESE] = "chinese",
                                      [NOTATION_TRADITIONAL] = "traditional",
                                      [NOTATION_ENGLISH] = "english",
                                      [NOTATION_VIETNAMESE] = "vietnamese",
                                      NULL};
const char *const notation_keys[NOTATIONS] = {"move", "wxf", "chinese", "traditional", "english", "vietnamese"};
_Static_assert(sizeof notation_words / sizeof *notation_words == NOTATIONS + 1, "a word for each");

bool notation_from_name(const char *name, Notation *notation) { return word_choose(name, notation_words, NOTATIONS, (int *)notation); }

char *move_to_iccs(Move m, char *out)
{
    assert(move_on_board(m));
    memcpy(out, square_text(move_from(m)).text, 2);
    memcpy(out + 2, square_text(move_to(m)).text, 3);
    return out;
}

static const char *const place_signs[NOTATIONS][4] = {
    [NOTATION_WXF] = {"", "+", "", "-"},     [NOTATION_CHINESE] = {"", "前", "中", "后"}, [NOTATION_TRADITIONAL] = {"", "前", "中", "後"},
    [NOTATION_ENGLISH] = {"", "+", "", "-"}, [NOTATION_VIETNAMESE] = {"", "t", "g", "s"},
};
static const char *const step_signs[NOTATIONS][4] = {
    [NOTATION_WXF] = {"", "+", ".", "-"},     [NOTATION_CHINESE] = {"", "进", "平", "退"}, [NOTATION_TRADITIONAL] = {"", "進", "平", "退"},
    [NOTATION_ENGLISH] = {"", "+", "=", "-"}, [NOTATION_VIETNAMESE] = {"", ".", "-", "/"},
};
static const char *const kind_letters[KINDS] = {"", "K", "A", "E", "H", "R", "C", "P"};
static const char *const vietnamese_letters[KINDS] = {"", "Tg", "S", "T", "M", "X", "P", "B"};

static const char *kind_text(Piece p, Notation notation)
{
    const Kind kind = piece_kind(p);
    switch (notation) {
    case NOTATION_CHINESE: return piece_word(p, LANGUAGE_CHINESE);
    case NOTATION_TRADITIONAL: return piece_word(p, LANGUAGE_TRADITIONAL);
    case NOTATION_VIETNAMESE: return vietnamese_letters[kind];
    default: return kind_letters[kind];
    }
}

/* Returns the number that a move ends with: that of the destination file, or of points moved for a
 * straight move forward or back. */
static int notation_goal(Kind kind, Side us, Square from, Square to)
{
    bool straight = !kind_jumps(kind) && same_file(from, to);
    return straight ? abs(square_rank(to) - square_rank(from)) : file_number(square_file(to), us);
}

static Step notation_step(Side us, Square from, Square to)
{
    int ahead = square_rank(to) - square_rank(from);
    if (ahead == 0)
        return STEP_SIDEWAYS;
    return (ahead > 0) == (us == RED) ? STEP_FORWARD : STEP_BACK;
}

/* Writes the two characters that WXF uses for one of several pawns on a file. */
static void notation_name_wxf_pawn(const Fellow *f, bool other_tandems, char *out)
{
    const char *file = lineup_digits[1][f->number];
    int middle = 2 * f->place + 1 - f->on_file; /* negative in the front half, positive in the rear half */
    const char *place = middle == 0 ? file : place_signs[NOTATION_WXF][middle < 0 ? PLACE_FRONT : PLACE_REAR];
    bool outermost = f->on_file > 3 && fellow_place(f) != PLACE_MIDDLE;
    strcpy(out, other_tandems ? file : outermost ? place : kind_letters[PAWN]);
    strcat(out, place);
}

/* Writes the name of a pawn that shares its file with others. */
static void notation_name_tandem_pawn(const Lineup *l, const Fellow *f, Piece p, Notation notation, char *out)
{
    const bool other_tandems = l->in_tandem > f->on_file;
    const char *const place = place_signs[notation][fellow_place(f)];
    if (notation_is_chinese(notation)) {
        strcpy(out, f->on_file > 3 || other_tandems ? lineup_digits[0][f->ordinal] : place);
        strcat(out, kind_text(p, notation));
    } else if (notation == NOTATION_VIETNAMESE) {
        strcpy(out, kind_text(p, notation));
        strcat(out, place);
        strcat(out, other_tandems ? lineup_digits[1][f->number] : "");
    } else {
        notation_name_wxf_pawn(f, other_tandems, out);
    }
}

/* Writes the name of the piece, followed or preceded by its file or its position on the file. */
static void notation_name_piece(const Lineup *l, const Fellow *f, Piece p, Notation notation, char *out)
{
    const Kind kind = piece_kind(p);
    const bool by_file = f->on_file == 1 || kind == ADVISOR || kind == BISHOP;
    if (kind == PAWN && !by_file) {
        notation_name_tandem_pawn(l, f, p, notation, out);
        return;
    }
    const char *const piece = kind_text(p, notation);
    const char *const which = by_file ? notation_file(square_file(f->at), piece_side(p), notation) : place_signs[notation][fellow_place(f)];
    const bool piece_first = by_file || !notation_is_chinese(notation);
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
    Lineup l = line_up(pos, us, kind);
    const Fellow *f = l.fellows;
    while (f->at != from)
        f++;
    if (notation == NOTATION_VIETNAMESE && kind == PAWN && f->on_file > 3)
        return move_to_iccs(m, out);

    notation_name_piece(&l, f, p, notation, out);
    strcat(out, step_signs[notation][notation_step(us, from, to)]);
    strcat(out, lineup_digits[notation_is_chinese(notation) && us == RED ? 0 : 1][notation_goal(kind, us, from, to)]);
    return out;
}

Notation notation_of_language(Language language)
{
    static const Notation notations[LANGUAGES] = {NOTATION_ENGLISH, NOTATION_CHINESE, NOTATION_TRADITIONAL, NOTATION_VIETNAMESE};
    assert(language < LANGUAGES);
    return notations[language];
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
    return lineup_digits[notation_is_chinese(notation) && side == RED ? 0 : 1][file_number(file, side)];
}

/* ---- explaining illegal moves ---- */

/* Does the work of piece_there(), with the file counted from the right of `side`. */
static PieceThere piece_seen_by(const Position *pos, Square s, Side side, const Text *reader)
{
    const Language l = why_language(reader);
    const char *piece = piece_word(on_board(s) ? piece_at(pos, s) : NO_PIECE, l);
    PieceThere p;
    Text name = text_over(p.text, sizeof p.text);
    if (on_board(s) && reader && reader->by_files)
        text_addf(&name, tr(l, "%s on file %s"), piece, notation_file(square_file(s), side, notation_of_language(l)));
    else
        text_addf(&name, tr(l, "%s on %s"), piece, square_text(s).text);
    return p;
}

PieceThere piece_there(const Position *pos, Square s, const Text *reader) { return piece_seen_by(pos, s, side_to_move(pos), reader); }

bool refuse_move(const Position *pos, Move m, Text *why)
{
    VERIFY_ASSERT(!is_legal(pos, m));
    const Language l = why_language(why);
    Square from = move_from(m), to = move_to(m), where;
    const MoveFault fault = move_fault(pos, m, &where);
    const Piece mover = on_board(from) ? piece_at(pos, from) : NO_PIECE;
    const char *piece = piece_word(mover, l);
    const PieceThere target = piece_there(pos, to, why), other = piece_there(pos, where, why);
    switch (fault) {
    case MOVE_OK: return false;
    case FAULT_OFF_BOARD: return why_not(why, "That is off the board: files are a to i, ranks 0 to 9.");
    case FAULT_NO_PIECE:
        return why && why->by_files ? why_not(why, "There is no piece there.")
                                    : why_not(why, "There is no piece on %s.", square_text(from).text);
    case FAULT_NOT_YOURS:
        return why_not(why, "The %s is not yours: it is %s's, and %s is to move.",
                       piece_seen_by(pos, from, opponent(side_to_move(pos)), why).text, side_word(opponent(side_to_move(pos)), l),
                       side_word(side_to_move(pos), l));
    case FAULT_SAME_SQUARE: return why_not(why, "The %s would stay where it is.", piece);
    case FAULT_OWN_PIECE: return why_not(why, "You cannot capture your own %s.", target.text);
    case FAULT_SHAPE: return why_not(why, "The %s cannot get there: %s.", piece, piece_way(piece_kind(mover), l));
    case FAULT_PALACE: return why_not(why, "The %s cannot leave the palace.", piece);
    case FAULT_RIVER: return why_not(why, "The %s cannot cross the river.", piece);
    case FAULT_PAWN_BACK: return why_not(why, "A %s cannot move back.", piece);
    case FAULT_PAWN_SIDEWAYS: return why_not(why, "A %s can move sideways only after crossing the river.", piece);
    case FAULT_LEG_BLOCKED: return why_not(why, "The horse's leg is blocked by the %s.", other.text);
    case FAULT_EYE_BLOCKED: return why_not(why, "The elephant's eye is blocked by the %s.", other.text);
    case FAULT_PATH_BLOCKED: return why_not(why, "The %s's way is blocked by the %s.", piece, other.text);
    case FAULT_NO_SCREEN: return why_not(why, "The cannon has no screen to capture the %s.", target.text);
    case FAULT_MANY_SCREENS:
        return why_not(why, "The cannon cannot capture the %s: there is more than one piece between them.", target.text);
    case FAULT_STILL_IN_CHECK: return why_not(why, "Your king would still be in check from the %s.", other.text);
    case FAULT_INTO_CHECK: return why_not(why, "That would leave your king in check from the %s.", other.text);
    case FAULT_FACING: return why_not(why, "That would leave the two kings facing each other.");
    }
    return false;
}

void refuse_ambiguous(const Position *pos, Notation notation, const Move moves[2], Text *why)
{
    char text[2][MOVE_TEXT_SIZE];
    why_not(why, "That is ambiguous: it may mean %s or %s.", move_to_text(pos, moves[0], notation, text[0]),
            move_to_text(pos, moves[1], notation, text[1]));
}
