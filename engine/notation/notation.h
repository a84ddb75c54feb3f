/* SPDX-License-Identifier: GPL-3.0-only */
/* notation.h - moves as text: ICCS, WXF, Chinese and Vietnamese.
 *
 *     ICCS      h2e2     the two points; the form used by the protocols
 *     WXF       C2.5     piece, file, direction, destination
 *     English   C2=5     the same with `=` for sideways, as in English books: for readers, not for files
 *     Chinese   炮二平五  the same in Chinese characters, simplified or traditional; Red's numbers are characters, Black's are digits
 *     Vietnamese P2-5    the same with Vietnamese letters: Tg tướng, S sĩ, T tượng, M mã, X xe, P pháo, B tốt; for readers, not for files
 *
 * In all but ICCS each side counts the files 1..9 from its own right. `+` 进 means forward, `-` 退
 * back, `.` `=` 平 sideways. The destination is the number of points for straight moves forward or back,
 * otherwise a file. If two pieces of a kind share a file, their place replaces the file: front `+`
 * 前, rear `-` 后 (C+.5, 前炮平五). Advisors and elephants need none of this, because the direction
 * distinguishes them. Vietnamese notation has other signs: `.` forward, `/` back, `-` sideways, `t` front,
 * `g` middle, `s` rear (Pt-5).
 *
 * More pawns on a file, or pawns in tandem on two files:
 *   - Chinese: the middle one of three is 中. If four or five share a file, or two files have two or
 *     more, such pawns are numbered from the right file to the left, on each file from the front:
 *     一兵进一.
 *   - WXF: the middle pawn of three or five is named by its file (P3.4). Of four or five, the outermost
 *     are `++` and `--` (++.4), and the second from either end `+` and `-` (P+.4). If two files hold
 *     several pawns each, the file replaces the letter: 3+.4, 3-.4, and 33.4 for the middle pawn.
 *   - Vietnamese: of two or three on a file Bt, Bg, Bs, followed by the file if another file holds
 *     several too (Bt3.1). For four or five no rule is known: the two points are written.
 *   - Read but not written: the letters of Chinese programs (Pa+1 for 一兵进一, P..4 for 中兵平四), and
 *     the pawn's number on its file before the file (13=4, as written by Fairy-Stockfish).
 *
 * Algebraic moves as in Western chess are read too: piece, file or rank or both if needed, `x` for a
 * capture, and the destination (Che2, R1i2, Cxe6, c4, gxg4). Some programs count the ranks from 0, as
 * ICCS does, and others from 1.
 *
 * Sources: the notation rules of the Chinese Xiangqi Association; the conventions of Chinese
 * programs for the letters of places (xqbase); the notation page of the World Xiangqi Federation; for
 * Vietnamese tamquocchess.vn, thanglongkydao.com and the books' games on xqmoon.com. */
#pragma once

#include "engine/base/why.h"
#include "engine/board/position.h"
#include "engine/notation/names.h"

typedef enum Notation {
    NOTATION_ICCS,
    NOTATION_WXF,
    NOTATION_CHINESE,
    NOTATION_TRADITIONAL,
    NOTATION_ENGLISH,
    NOTATION_VIETNAMESE,
    NOTATIONS
} Notation;

extern const char *const notation_words[]; /* iccs, wxf, chinese, traditional, english, vietnamese, NULL */

/* Names of the notations in JSON: move, wxf, chinese, traditional, english, vietnamese. */
extern const char *const notation_keys[NOTATIONS];

static inline bool notation_is_chinese(Notation notation) { return notation == NOTATION_CHINESE || notation == NOTATION_TRADITIONAL; }

/* Reads the name of a notation, ignoring case. Returns false and leaves *notation unchanged if the name
 * is unknown. */
bool notation_from_name(const char *name, Notation *notation);

/* Returns the notation in which moves are shown to readers of a language. */
Notation notation_of_language(Language language);

/* Writes `h2e2` and a terminator to out[5]. Returns out. */
char *move_to_iccs(Move m, char *out);

/* Reads `h2e2`, `H2-E2` or `h2 e2`, followed only by blanks. Returns false and leaves *m unchanged if
 * the text does not consist of two points of the board. The move need not be legal. */
bool move_from_iccs(const char *text, Move *m);

/* Writes a legal move of `pos`, the position before the move, to out[MOVE_TEXT_SIZE] and returns
 * out. In each notation different legal moves have different texts, and move_from_text() reads them
 * back, those in Vietnamese for readers of that language. */
enum { MOVE_TEXT_SIZE = 16 };
char *move_to_text(const Position *pos, Move m, Notation notation, char *out);

/* Returns the letter for a piece on a board that is shown with moves in this notation, in lower case
 * for Black. Horse and elephant are H and E as in WXF, but N and B as in a FEN if the notation is
 * ICCS, whose moves name no pieces. */
char notation_letter(Piece p, Notation notation);

/* Returns the file's number as the side writes it, such as "9", or "九" in Chinese notation. The text is
 * static. */
const char *notation_file(int file, Side side, Notation notation);

typedef enum MoveReading {
    READ_MOVE,     /* a legal move */
    READ_REFUSED,  /* an illegal move, or a text that fits two legal moves */
    READ_NOT_MOVE, /* the text does not have the form of a move in any notation */
} MoveReading;

/* Reads a legal move of the side to move in any notation, and an algebraic one. In addition to the
 * texts that are written, it accepts: lower case; E or B for the elephant, H or N for the horse; G for
 * the king (general) or an advisor (guard), M for the elephant (minister) or the horse (ma), depending
 * on which can make the move; `=` for `.`, and no sign at all, as in C25 and H87; full-width digits,
 * signs and letters; for either side the characters of the other; the place
 * before the piece (+C.5) or after it (炮前平五); a pawn by place and file (前九进一, +9+1); blanks inside; and
 * marks after the move (炮二平五！, C2.5+); in Vietnamese V for the elephant (voi) and C for a pawn (chốt).
 *
 * A few texts mean another move in Vietnamese than in WXF: P2.1 is a cannon's or a pawn's. If `why` is
 * in Vietnamese, the Vietnamese meaning comes first, otherwise that in WXF; then the other one.
 *
 * A text that fits several pieces means the one that can legally move. *m is set only for READ_MOVE.
 * Otherwise a sentence is added to *why; for an ambiguous text it names two of the possible moves. A
 * text in WXF or Chinese is refused with the files of points, whatever why->by_files says. */
MoveReading move_from_text(const Position *pos, const char *text, Move *m, Text *why);

/* Properties of a game's notation that single moves leave open and that only the whole game decides. */
typedef struct Convention {
    bool ranks_from_one; /* ranks in points and algebraic moves start at 1, as on pychess.org: h10g8 */
    bool m_is_horse;     /* M means the horse and never the elephant */
    bool vietnamese;     /* letters and signs are Vietnamese; moves in WXF and algebraic ones are refused */
} Convention;

enum { DOUBT_RANKS = 1, DOUBT_M = 2, DOUBT_POINTS = 4, DOUBT_VIETNAMESE = 8 };

/* Does the same for a move of a game with this convention. Sets flags in *doubts: DOUBT_RANKS for an
 * algebraic move or a rank 10, DOUBT_M for the letter M, DOUBT_POINTS for two points that are not a
 * legal move, DOUBT_VIETNAMESE for a refused text that has the form of Vietnamese notation. Without a
 * convention, M may mean either piece, and ranks start at 0 unless the text contains a rank 10. */
MoveReading move_from_game_text(const Position *pos, const char *text, const Convention *convention, int *doubts, Move *m, Text *why);

/* Characters in three sets: of the number before a move, of the points after that number, and of the
 * marks after a move, as written by programs and Chinese web pages. For utf8_skip(). */
#define MOVE_DIGITS "0123456789０１２３４５６７８９"
#define MOVE_POINTS ".．、。…"
#define MOVE_MARKS  "+#!?,＋＃！？，。；、‼⁇⁈⁉†‡±∓□△▲☆★将將军軍杀殺绝絕"

/* Returns the end of the move number at the beginning of a text, such as `12.` or `3...`, or `text` if
 * it does not begin with a move number. Dates and the move 77.6 do not count as beginning with a
 * number. */
const char *move_number_end(const char *text);

/* Returns the text after the move numbers at the beginning of a word, which a move may follow without a blank. */
static inline const char *move_after_number(const char *word)
{
    for (const char *end; (end = move_number_end(word)) > word;)
        word = end;
    return word;
}

/* Returns true if a text that could not be parsed begins like a move and may be a damaged move. */
bool move_is_begun(const char *text);

/* Returns a piece and its place for a message to a reader: "horse on h9", "马（h9）"; or, if reader->by_files,
 * "horse on file 2", "二路的马", with the file as the side to move counts. `reader` may be NULL. Returned by
 * value, so that `.text` can be passed to printf. */
typedef struct PieceThere {
    char text[40];
} PieceThere;
PieceThere piece_there(const Position *pos, Square s, const Text *reader);

/* Adds a sentence that explains why an illegal move cannot be played, with the piece and what is in its
 * way. Returns false. */
bool refuse_move(const Position *pos, Move m, Text *why);

/* Adds a sentence that a text may mean two legal moves, which it names in this notation. */
void refuse_ambiguous(const Position *pos, Notation notation, const Move moves[2], Text *why);
