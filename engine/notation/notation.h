/* notation.h - moves as text: ICCS, WXF and Chinese.
 *
 *     ICCS      h2e2     the two points; the protocols' form
 *     WXF       C2.5     piece, file, direction, goal
 *     Chinese   炮二平五  the same in characters; Red's numbers are characters, Black's are digits
 *
 * In the last two each side counts the files 1..9 from its own right hand. `+` 进 is forward, `-` 退 back,
 * `.` 平 sideways; the goal is a number of points for straight steps forward or back, else a file. Where two
 * pieces of a kind stand on one file, their place replaces the file: front `+` 前, rear `-` 后 (C+.5, 前炮平五),
 * the middle one of three pawns `.` 中. Where four or five pawns stand on a file, or two files hold two or
 * more, such pawns are numbered from the right file to the left, on each from the front: Pa+1, 一兵进一.
 * Advisors and elephants need none of this, as the direction tells them apart.
 *
 * Source: the notation rules of the Chinese Xiangqi Association; for the letters of places, the conventions
 * of Chinese programs (xqbase). */
#pragma once

#include "engine/board/position.h"
#include "engine/notation/names.h"

typedef enum Notation { NOTATION_ICCS, NOTATION_WXF, NOTATION_CHINESE, NOTATIONS } Notation;

/* iccs, wxf, chinese. Static text. */
const char *notation_name(Notation notation);

/* Reads one of those, whatever the case. False, *notation untouched, if it is none. */
bool notation_from_name(const char *name, Notation *notation);

/* Writes `h2e2` and a terminator into out[5]; returns out. */
char *move_to_iccs(Move m, char *out);

/* Reads `h2e2`, also `H2-E2` and `h2 e2`, with nothing but blanks after it. False, *m untouched, when
 * the text is not two points of the board. Says nothing about legality. */
bool move_from_iccs(const char *text, Move *m);

/* Writes a legal move of `pos` (the position before it) into out[MOVE_TEXT_SIZE]; returns out. Within a
 * notation different legal moves have different texts, and move_from_text() reads each back. */
enum { MOVE_TEXT_SIZE = 16 };
char *move_to_text(const Position *pos, Move m, Notation notation, char *out);

typedef enum ReadFault {
    READ_OK,        /* one move is meant; whether it is legal is legal.h's business */
    READ_NOT_MOVE,  /* the text has none of the forms */
    READ_NO_PIECE,  /* no piece of that kind on that file; file 0: on no file at all */
    READ_NO_TANDEM, /* "front" or the like, but no file holds so many of that kind */
    READ_DIRECTION, /* that kind never moves in that way, such as a horse sideways */
    READ_NO_GOAL,   /* from there the goal cannot be: off the board, or no such jump */
    READ_AMBIGUOUS, /* two legal moves fit: `move` and `other` */
} ReadFault;

typedef struct MoveReading {
    ReadFault fault;
    Notation notation; /* the form of the text, unless READ_NOT_MOVE */
    Move move, other;
    Kind kind; /* WXF and Chinese: the piece named */
    int file;  /* its file as written, 0 if its place was given instead */
} MoveReading;

/* Reads a move of the side to move in any notation. Understood besides what is written: small letters;
 * E or B for the elephant, H or N for the horse, G for the king; `=` for `.`; digits and signs of full
 * width; traditional characters and those of either side; the place before the piece (+C.5) or after it
 * (炮前平五); a pawn by place and file (前九进一, +9+1); blanks between. A text that fits several pieces means
 * the one that can legally go. Always fills *reading; returns whether the fault is READ_OK. */
bool move_from_text(const Position *pos, const char *text, MoveReading *reading);
