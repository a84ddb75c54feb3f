#include "protocol/draw.h"

#include <stdio.h>

#include "engine/board/attacks.h"
#include "engine/notation/fen.h"
#include "engine/notation/names.h"
#include "engine/base/text.h"

#define COLOUR_RED   "\033[1;31m"
#define COLOUR_BLACK "\033[1;34m"
#define COLOUR_MOVED "\033[7m"
#define COLOUR_MARK  "\033[42m"
#define COLOUR_OFF   "\033[0m"

/* The strokes a board is made of. A point takes two columns in characters, one in letters; a rank of
 * strokes between points makes it four in all. */
typedef struct Strokes {
    const char *empty, *marked, *across, *across_point, *down, *left_diagonal, *right_diagonal, *river_gap;
} Strokes;

static const Strokes chinese_strokes = {
    .empty = "┼─",
    .marked = "╳─",
    .across = "──",
    .across_point = "  ",
    .down = "│",
    .left_diagonal = "╲",
    .right_diagonal = "╱",
    .river_gap = "   楚 河         汉 界   ",
};
static const Strokes ascii_strokes = {
    .empty = "+",
    .marked = "x",
    .across = "---",
    .across_point = "   ",
    .down = "|",
    .left_diagonal = "\\",
    .right_diagonal = "/",
    .river_gap = "          river          ",
};

static bool has_moved(const DrawStyle *style, Square s)
{
    return style->last_move != MOVE_NONE && (move_from(style->last_move) == s || move_to(style->last_move) == s);
}

/* Without colours the marks that were asked for could not be told from those of the last move. */
static bool is_marked(const DrawStyle *style, Square s)
{
    return bb_has(style->marks, s) || (has_moved(style, s) && (style->colour || !style->marks));
}

static void draw_point(Text *line, const Position *pos, const DrawStyle *style, const Strokes *strokes, Square s, bool last)
{
    Piece p = piece_at(pos, s);
    bool marked = is_marked(style, s), colour = style->colour && (p != NO_PIECE || marked);
    if (style->colour && marked)
        text_addf(line, "%s", bb_has(style->marks, s) ? COLOUR_MARK : COLOUR_MOVED);
    if (style->colour && p != NO_PIECE)
        text_addf(line, "%s", piece_side(p) == RED ? COLOUR_RED : COLOUR_BLACK);
    if (p == NO_PIECE)
        text_addf(line, "%s", marked ? strokes->marked : last && !style->ascii ? "┤ " : strokes->empty);
    else if (style->ascii)
        text_addf(line, "%c", piece_letter(p));
    else
        text_addf(line, "%s", piece_word(p, LANGUAGE_CHINESE));
    if (colour)
        text_addf(line, COLOUR_OFF);
}

/* Rows count from below, columns from the left, whoever sits below. */
static Square square_on_screen(const DrawStyle *style, int column, int row)
{
    return style->flip ? square_make(FILES - 1 - column, RANKS - 1 - row) : square_make(column, row);
}

static void draw_files(const DrawStyle *style, Text *line)
{
    text_cut(line, 0);
    text_addf(line, "   ");
    for (int column = 0; column < FILES; column++)
        text_addf(line, "%s%c", column && !style->compact ? "   " : " ", 'a' + square_file(square_on_screen(style, column, 0)));
}

/* Bytes of the first stroke of a text: one in ASCII, three in box drawing. */
static size_t stroke_bytes(const char *text) { return (unsigned char)*text < 0x80 ? 1 : 3; }

static void draw_rank(const Position *pos, const DrawStyle *style, const Strokes *strokes, int row, Text *line)
{
    const char *across = !style->compact ? strokes->across : style->ascii ? " " : "";
    int rank = square_rank(square_on_screen(style, 0, row));
    text_cut(line, 0);
    text_addf(line, " %d  ", rank);
    for (int column = 0; column < FILES; column++) {
        Square s = square_on_screen(style, column, row);
        bool last = column == FILES - 1, starred = !style->colour && piece_at(pos, s) != NO_PIECE && is_marked(style, s);
        draw_point(line, pos, style, strokes, s, last);
        if (starred && (*across || last)) /* without colours a star behind a piece marks it */
            text_addf(line, "*%s", last ? "" : across + stroke_bytes(across));
        else
            text_addf(line, "%s", last ? (style->compact ? "" : " ") : across);
    }
    text_addf(line, "%s%d", " ", rank);
}

/* What stands between a row and the one below it; a board turned round looks the same. */
static void draw_between(const Strokes *strokes, int row, Text *line)
{
    text_cut(line, 0);
    text_addf(line, "    ");
    if (row == 5) { /* the river */
        text_addf(line, "%s   %s   %s", strokes->down, strokes->river_gap, strokes->down);
        return;
    }
    /* A palace's diagonals cross at its middle: \ / above it, / \ below. */
    bool upper = row == 9 || row == 2, lower = row == 8 || row == 1;
    for (int file = 0; file < FILES; file++) {
        const char *gap = file == FILES - 1 ? "" : " ";
        text_addf(line, "%s", strokes->down);
        if (file == FILES - 1)
            break;
        const char *diagonal = " ";
        if (upper || lower) {
            if (file == 3)
                diagonal = upper ? strokes->left_diagonal : strokes->right_diagonal;
            if (file == 4)
                diagonal = upper ? strokes->right_diagonal : strokes->left_diagonal;
        }
        text_addf(line, "%s%s%s", gap, diagonal, gap);
    }
}

void draw_board(const Position *pos, const DrawStyle *style, DrawPrint print, void *self)
{
    const Strokes *strokes = style->ascii ? &ascii_strokes : &chinese_strokes;
    enum { WIDEST = 1000 }; /* bytes, colours counted */
    char files_text[WIDEST], line_text[WIDEST];
    Text files = text_over(files_text, sizeof files_text), line = text_over(line_text, sizeof line_text);
    draw_files(style, &files);
    print(self, files.data);
    for (int row = RANKS - 1; row >= 0; row--) {
        draw_rank(pos, style, strokes, row, &line);
        print(self, line.data);
        text_cut(&line, 0);
        if (style->compact && row == 5)
            text_addf(&line, "%s", style->ascii ? "    ~ ~ ~ river ~ ~ ~" : "       楚河  汉界");
        else if (!style->compact && row > 0)
            draw_between(strokes, row, &line);
        if (line.length > 0)
            print(self, line.data);
    }
    print(self, files.data);
}

void draw_grid(const Position *pos, DrawPrint print, void *self)
{
    static const char rule[] = " +---+---+---+---+---+---+---+---+---+";
    char line_text[200];
    Text line = text_over(line_text, sizeof line_text);
    print(self, rule);
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        text_cut(&line, 0);
        for (int file = 0; file < FILES; file++) {
            Piece p = piece_at(pos, square_make(file, rank));
            text_addf(&line, " | %c", p == NO_PIECE ? ' ' : piece_letter(p));
        }
        text_addf(&line, " | %d", rank);
        print(self, line.data);
        print(self, rule);
    }
    print(self, "   a   b   c   d   e   f   g   h   i");
    print(self, "");

    char fen[FEN_SIZE];
    fen_write(pos, fen);
    text_cut(&line, 0);
    text_addf(&line, "Fen: %s", fen);
    print(self, line.data);
    text_cut(&line, 0);
    text_addf(&line, "Key: %016llX", (unsigned long long)pos->key);
    print(self, line.data);
    text_cut(&line, 0);
    text_addf(&line, "Checkers: ");
    for (Bitboard checkers = checkers_of(pos); checkers;) {
        Square s = bb_pop(&checkers);
        text_addf(&line, "%s ", square_text(s).text);
    }
    print(self, line.data);
}
