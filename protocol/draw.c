/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/draw.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/attacks.h"
#include "engine/notation/fen.h"
#include "engine/notation/names.h"

#define COLOUR_RED   "\033[1;31m"
#define COLOUR_BLACK "\033[1;34m"
#define COLOUR_MOVED "\033[7m"
#define COLOUR_MARK  "\033[42m"
#define COLOUR_OFF   "\033[0m"

/* The characters from which a board is drawn. A point is two columns wide in Chinese characters and one
 * in ASCII; with the stroke to the next point it takes four columns. */
typedef struct Strokes {
    const char *empty, *marked, *across, *down, *left_diagonal, *right_diagonal, *river_gap;
} Strokes;

static const Strokes chinese_strokes = {
    .empty = "┼─",
    .marked = "╳─",
    .across = "──",
    .down = "│",
    .left_diagonal = "╲",
    .right_diagonal = "╱",
    .river_gap = "   楚 河         漢 界   ",
};
static const Strokes ascii_strokes = {
    .empty = "+",
    .marked = "x",
    .across = "---",
    .down = "|",
    .left_diagonal = "\\",
    .right_diagonal = "/",
    .river_gap = "          river          ",
};

static bool draw_has_moved(const DrawStyle *style, Square s)
{
    return style->last_move != MOVE_NONE && (move_from(style->last_move) == s || move_to(style->last_move) == s);
}

/* Returns true if the point is highlighted. Without colours, requested marks look like those of the
 * last move, so the marks of the last move are omitted. */
static bool draw_is_marked(const DrawStyle *style, Square s)
{
    return bb_has(style->marks, s) || (draw_has_moved(style, s) && (style->colour || !style->marks));
}

/* Returns the square at a position on the screen. Rows count from the bottom and columns from the left,
 * whatever the orientation. */
static Square draw_square_on_screen(const DrawStyle *style, int column, int row)
{
    return style->flip ? square_make(FILES - 1 - column, RANKS - 1 - row) : square_make(column, row);
}

/* Adds the upper or lower edge, at which the given side sits. */
static void draw_add_files(const DrawStyle *style, Side edge, Text *out)
{
    const Notation digits = style->ascii ? NOTATION_WXF : style->coordinates;
    text_add(out, "    ");
    for (int column = 0; column < FILES; column++) {
        int file = square_file(draw_square_on_screen(style, column, 0));
        size_t from = out->length;
        if (style->coordinates == NOTATION_ICCS)
            text_add_char(out, (char)('a' + file));
        else
            text_add(out, notation_file(file, edge, digits));
        if (column < FILES - 1)
            text_pad(out, from, style->compact ? 2 : 4);
    }
    text_add(out, "\n");
}

/* As on real sets, horse, rook and cannon have different characters for each side, so that a board
 * without colours is unambiguous. */
static const char *const board_signs[2][KINDS] = {{"", "帥", "仕", "相", "傌", "俥", "炮", "兵"},
                                                  {"", "將", "士", "象", "馬", "車", "砲", "卒"}};

static void draw_add_point(const Position *pos, const DrawStyle *style, const Strokes *strokes, Square s, bool last, Text *out)
{
    Piece p = piece_at(pos, s);
    bool marked = draw_is_marked(style, s), colour = style->colour && (p != NO_PIECE || marked);
    if (style->colour && marked)
        text_add(out, bb_has(style->marks, s) ? COLOUR_MARK : COLOUR_MOVED);
    if (style->colour && p != NO_PIECE)
        text_add(out, piece_side(p) == RED ? COLOUR_RED : COLOUR_BLACK);
    if (p == NO_PIECE)
        text_add(out, marked ? strokes->marked : last && !style->ascii ? "┤ " : strokes->empty);
    else if (style->ascii)
        text_add_char(out, notation_letter(p, style->notation));
    else
        text_add(out, board_signs[piece_side(p)][piece_kind(p)]);
    if (colour)
        text_add(out, COLOUR_OFF);
}

static void draw_add_rank(const Position *pos, const DrawStyle *style, const Strokes *strokes, int row, Text *out)
{
    const char *across = !style->compact ? strokes->across : style->ascii ? " " : "";
    size_t stroke = style->ascii ? 1 : strlen("─");
    const bool numbered = style->coordinates == NOTATION_ICCS;
    const int rank = square_rank(draw_square_on_screen(style, 0, row));
    text_addf(out, numbered ? " %d  " : "    ", rank);
    for (int column = 0; column < FILES; column++) {
        Square s = draw_square_on_screen(style, column, row);
        bool last = column == FILES - 1, starred = !style->colour && piece_at(pos, s) != NO_PIECE && draw_is_marked(style, s);
        const char *behind = !last ? across : style->compact ? "" : " ";
        draw_add_point(pos, style, strokes, s, last, out);
        /* Without colours, a marked piece is followed by a star instead of a stroke. */
        if (starred && (*across || last))
            text_addf(out, "*%s", last ? "" : across + stroke);
        else
            text_add(out, behind);
    }
    text_addf(out, numbered ? " %d\n" : "\n", rank);
}

/* Adds the line between a row and the one below it, which is the same in both orientations. */
static void draw_add_between(const Strokes *strokes, int row, Text *out)
{
    if (row == 5) {
        text_addf(out, "    %s   %s   %s\n", strokes->down, strokes->river_gap, strokes->down);
        return;
    }
    text_add(out, "    ");
    for (int file = 0; file < FILES - 1; file++) {
        /* The diagonals of a palace cross in its middle. Above the middle they are drawn as \ /, below
         * it as / \. */
        bool upper = row == 9 || row == 2, lower = row == 8 || row == 1;
        bool palace = (upper || lower) && (file == 3 || file == 4);
        text_addf(out, "%s %s ", strokes->down, !palace ? " " : upper == (file == 3) ? strokes->left_diagonal : strokes->right_diagonal);
    }
    text_addf(out, "%s\n", strokes->down);
}

void draw_board(const Position *pos, const DrawStyle *style, Text *out)
{
    assert(style->notation < NOTATIONS && style->coordinates < NOTATIONS);
    const Strokes *strokes = style->ascii ? &ascii_strokes : &chinese_strokes;
    const Side above = style->flip ? RED : BLACK;
    draw_add_files(style, above, out);
    for (int row = RANKS - 1; row >= 0; row--) {
        draw_add_rank(pos, style, strokes, row, out);
        if (style->compact && row == 5)
            text_add(out, style->ascii ? "    ~ ~ ~ river ~ ~ ~\n" : "       楚河  漢界\n");
        else if (!style->compact && row > 0)
            draw_add_between(strokes, row, out);
    }
    draw_add_files(style, opponent(above), out);
}

void draw_grid(const Position *pos, Text *out)
{
    static const char rule[] = " +---+---+---+---+---+---+---+---+---+\n";
    char fen[FEN_SIZE];
    text_add(out, rule);
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        for (int file = 0; file < FILES; file++) {
            Piece p = piece_at(pos, square_make(file, rank));
            text_addf(out, " | %c", p == NO_PIECE ? ' ' : piece_letter(p));
        }
        text_addf(out, " | %d\n%s", rank, rule);
    }
    fen_write(pos, fen);
    text_addf(out, "   a   b   c   d   e   f   g   h   i\n\nFen: %s\nKey: %016llX\nCheckers: ", fen, (unsigned long long)pos->key);
    for (Bitboard checkers = checkers_of(pos); checkers;)
        text_addf(out, "%s ", square_text(bb_pop(&checkers)).text);
    text_add(out, "\n");
}
