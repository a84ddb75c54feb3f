#include "protocol/draw.h"

#include <stdio.h>

#include "engine/attacks.h"
#include "engine/fen.h"
#include "protocol/line.h"

#define COLOUR_RED   "\033[1;31m"
#define COLOUR_BLACK "\033[1;34m"
#define COLOUR_MARK  "\033[7m"
#define COLOUR_OFF   "\033[0m"

const char *piece_character(Piece p)
{
    static const char *const characters[PIECES] = {"", "帅", "仕", "相", "马", "车", "炮", "兵",
                                                   "", "将", "士", "象", "马", "车", "炮", "卒"};
    return characters[p & 15];
}

/* The strokes a board is made of. A point takes two columns in characters, one in letters; a rank of
 * strokes between points makes it four in all. */
typedef struct Strokes {
    const char *empty, *marked, *across, *across_point, *down, *left_diagonal, *right_diagonal, *river_gap;
    const char *files;
} Strokes;

static const Strokes chinese_strokes = {
    .empty = "┼─",
    .marked = "╳─",
    .across = "──",
    .across_point = "  ",
    .down = "│",
    .left_diagonal = "╲",
    .right_diagonal = "╱",
    .river_gap = "    楚 河          汉 界    ",
    .files = "    a   b   c   d   e   f   g   h   i",
};
static const Strokes ascii_strokes = {
    .empty = "+",
    .marked = "x",
    .across = "---",
    .across_point = "   ",
    .down = "|",
    .left_diagonal = "\\",
    .right_diagonal = "/",
    .river_gap = "            river            ",
    .files = "    a   b   c   d   e   f   g   h   i",
};

static bool is_marked(const DrawStyle *style, Square s)
{
    bool moved = style->last_move != MOVE_NONE && (move_from(style->last_move) == s || move_to(style->last_move) == s);
    return moved || bb_has(style->marks, s);
}

static void draw_point(Line *line, const Position *pos, const DrawStyle *style, const Strokes *strokes, Square s)
{
    Piece p = piece_at(pos, s);
    bool marked = is_marked(style, s), colour = style->colour && (p != NO_PIECE || marked);
    bool last_file = square_file(s) == FILES - 1;
    if (style->colour && marked)
        line_add(line, COLOUR_MARK);
    if (style->colour && p != NO_PIECE)
        line_add(line, "%s", piece_side(p) == RED ? COLOUR_RED : COLOUR_BLACK);
    if (p == NO_PIECE)
        line_add(line, "%s", marked ? strokes->marked : last_file && !style->ascii ? "┤ " : strokes->empty);
    else if (style->ascii)
        line_add(line, "%c", piece_letter(p));
    else
        line_add(line, "%s", piece_character(p));
    if (colour)
        line_add(line, COLOUR_OFF);
}

static void draw_rank(const Position *pos, const DrawStyle *style, const Strokes *strokes, int rank, Line *line)
{
    line_clear(line);
    line_add(line, " %d  ", rank);
    for (int file = 0; file < FILES; file++) {
        draw_point(line, pos, style, strokes, square_make(file, rank));
        line_add(line, "%s", file < FILES - 1 ? strokes->across : "");
    }
    line_add(line, "  %d", rank);
}

/* What stands between `rank` and the one below it. */
static void draw_between(const Strokes *strokes, int rank, Line *line)
{
    line_clear(line);
    line_add(line, "    ");
    if (rank == 5) { /* the river */
        line_add(line, "%s   %s   %s", strokes->down, strokes->river_gap, strokes->down);
        return;
    }
    /* A palace's diagonals cross at its middle: \ / above it, / \ below. */
    bool upper = rank == 9 || rank == 2, lower = rank == 8 || rank == 1;
    for (int file = 0; file < FILES; file++) {
        const char *gap = file == FILES - 1 ? "" : " ";
        line_add(line, "%s", strokes->down);
        if (file == FILES - 1)
            break;
        const char *diagonal = " ";
        if (upper || lower) {
            if (file == 3)
                diagonal = upper ? strokes->left_diagonal : strokes->right_diagonal;
            if (file == 4)
                diagonal = upper ? strokes->right_diagonal : strokes->left_diagonal;
        }
        line_add(line, "%s%s%s", gap, diagonal, gap);
    }
}

void draw_board(const Position *pos, const DrawStyle *style, DrawPrint print, void *self)
{
    const Strokes *strokes = style->ascii ? &ascii_strokes : &chinese_strokes;
    Line line;
    print(self, strokes->files);
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        draw_rank(pos, style, strokes, rank, &line);
        print(self, line.text);
        if (rank > 0) {
            draw_between(strokes, rank, &line);
            print(self, line.text);
        }
    }
    print(self, strokes->files);
}

void draw_grid(const Position *pos, DrawPrint print, void *self)
{
    static const char rule[] = " +---+---+---+---+---+---+---+---+---+";
    Line line;
    print(self, rule);
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        line_clear(&line);
        for (int file = 0; file < FILES; file++) {
            Piece p = piece_at(pos, square_make(file, rank));
            line_add(&line, " | %c", p == NO_PIECE ? ' ' : piece_letter(p));
        }
        line_add(&line, " | %d", rank);
        print(self, line.text);
        print(self, rule);
    }
    print(self, "   a   b   c   d   e   f   g   h   i");
    print(self, "");

    char fen[FEN_SIZE];
    fen_write(pos, fen);
    line_clear(&line);
    line_add(&line, "Fen: %s", fen);
    print(self, line.text);
    line_clear(&line);
    line_add(&line, "Key: %016llX", (unsigned long long)pos->key);
    print(self, line.text);
    line_clear(&line);
    line_add(&line, "Checkers: ");
    for (Bitboard checkers = checkers_of(pos); checkers;) {
        Square s = bb_pop(&checkers);
        line_add(&line, "%c%d ", 'a' + square_file(s), square_rank(s));
    }
    print(self, line.text);
}
