/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/terminal/screen.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/notation/names.h"
#include "protocol/draw.h"
#include "protocol/terminal/terminal.h"

enum {
    BOARD_COLUMNS = 41,
    COMPACT_COLUMNS = 24,
    BOARD_LINES = 21,
    COMPACT_LINES = 13,
    GAP = 3,           /* number of columns between the board and the facts */
    FACT_COLUMNS = 30, /* minimum width of the facts */
    PLAYER_LINES = 2,  /* number of lines for a player, including captured pieces */
    FACT_LINES = 6,    /* number of fact lines below the board, including a status line */
    CAPTURE_LINES = 2, /* number of fact lines with captured pieces */
    SPARE_LINES = 3,   /* number of lines for a message and the prompt */
    PAIRS = 8,         /* number of full moves in the list next to the board */
    PAPER_ROWS = 1000, /* number of rows if the output is not a terminal: practically unlimited */
};

typedef struct ScreenLayout {
    int columns;
    bool compact;  /* draws the small board */
    bool beside;   /* the facts are next to the board; otherwise below it */
    bool captures; /* captured pieces are shown */
} ScreenLayout;

static ScreenLayout screen_layout(const Screen *screen, int below)
{
    ScreenLayout l;
    int rows;
    terminal_size(&l.columns, &rows);
    rows = screen->clear ? rows : PAPER_ROWS;
    l.beside = l.columns >= BOARD_COLUMNS + GAP + FACT_COLUMNS;
    l.compact = l.columns < BOARD_COLUMNS || rows < BOARD_LINES + below + (l.beside ? 0 : FACT_LINES);
    l.beside = l.columns >= (l.compact ? COMPACT_COLUMNS : BOARD_COLUMNS) + GAP + FACT_COLUMNS;
    l.captures = l.beside || !l.compact || rows >= COMPACT_LINES + FACT_LINES + below;
    return l;
}

int screen_room(const Screen *screen)
{
    int rows, columns;
    terminal_size(&columns, &rows);
    bool beside = columns >= COMPACT_COLUMNS + GAP + FACT_COLUMNS;
    return screen->clear ? rows - COMPACT_LINES - (beside ? 0 : FACT_LINES - CAPTURE_LINES) : PAPER_ROWS;
}

Screen screen_here(Language language, Notation notation, bool ascii)
{
    return (Screen){.language = language,
                    .notation = notation,
                    .coordinates = NOTATIONS,
                    .ascii = ascii,
                    .colour = terminal_has_colour(),
                    .clear = terminal_has_screen()};
}

static Notation screen_coordinates(const Screen *screen)
{
    return screen->coordinates == NOTATIONS ? screen->notation : screen->coordinates;
}

bool screen_by_files(const Screen *screen) { return screen_coordinates(screen) != NOTATION_ICCS; }

/* Cuts off and returns the next line of a column's text, in which every line ends with a newline. */
static char *next_line(char **text)
{
    char *line = *text, *end = line + strcspn(line, "\n");
    *text = *end ? end + 1 : end;
    if (*end)
        *end = '\0';
    return line;
}

static void add_captures(const Screen *screen, const Game *game, Side by, Text *line)
{
    int lost[KINDS] = {0};
    for (int i = 0; i < game->plies; i++)
        if (game->undos[i].captured && id_side(game->undos[i].captured) != by)
            lost[id_kind(game->undos[i].captured)]++;
    static const Kind order[] = {ROOK, CANNON, KNIGHT, BISHOP, ADVISOR, PAWN};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (; lost[order[i]] > 0; lost[order[i]]--) {
            Piece p = piece_make(opponent(by), order[i]);
            if (screen->ascii)
                text_add_char(line, notation_letter(p, screen->notation));
            else
                text_add(line, piece_word(p, LANGUAGE_CHINESE));
        }
}

static void add_player(const Screen *screen, const Scene *t, Side side, bool captures, Text *facts)
{
    bool colour = screen->colour;
    text_addf(facts, "%s%s%s", colour ? (side == RED ? "\033[1;31m" : "\033[1;34m") : "", side_word(side, screen->language),
              colour ? "\033[0m" : "");
    if (*t->names[side]) {
        text_add(facts, tr(screen->language, ": "));
        text_add_clean(facts, t->names[side]);
    }
    if (t->used_ms[side] >= 0) {
        char time[DURATION_SIZE];
        text_addf(facts, "  %s", duration_text(t->used_ms[side] / 1000, time));
    }
    text_add(facts, t->game->now.side == side ? "  <-\n" : "\n");
    if (!captures)
        return;
    text_add(facts, tr(screen->language, "  captured: "));
    add_captures(screen, t->game, side, facts);
    text_add_char(facts, '\n');
}

/* Replays the whole game and adds its last full moves, one pair per line. Returns the number of
 * lines. */
static int add_moves(const Screen *screen, const Game *game, int pairs, Text *facts)
{
    Position pos = game->start;
    int half = pos.side + game->plies; /* counted from Red's first move */
    int first = (half + 1) / 2 > pairs ? 2 * ((half + 1) / 2 - pairs) : 0, lines = 0;
    for (int i = 0; i < game->plies; i++) {
        int at = game->start.side + i;
        char text[MOVE_TEXT_SIZE];
        Undo undo;
        if (at >= first) {
            if (lines == 0 || at % 2 == 0) {
                text_addf(facts, "%s%3d. %s", lines ? "\n" : "", game->start.game_ply / 2 + 1 + at / 2, at % 2 ? "...       " : "");
                lines++;
            }
            size_t from = facts->length;
            text_add(facts, move_to_text(&pos, game->undos[i].move, screen->notation, text));
            if (at % 2 == 0)
                text_pad(facts, from, 10);
        }
        position_make(&pos, game->undos[i].move, &undo);
    }
    text_add(facts, lines ? "\n" : "");
    return lines;
}

/* Adds the facts. Next to a board, the lower player is at its lower edge. */
static void add_facts(const Screen *screen, const Scene *t, const ScreenLayout *l, Text *facts)
{
    Side above = screen->flip ? RED : BLACK;
    bool status = t->status && *t->status;
    int room = (l->compact ? COMPACT_LINES : BOARD_LINES) - 2 * PLAYER_LINES - status, lines = l->beside;
    add_player(screen, t, above, l->captures, facts);
    text_add(facts, l->beside ? "\n" : "");
    lines += add_moves(screen, t->game, !l->beside ? 1 : PAIRS < room - 1 ? PAIRS : room - 1, facts);
    for (; l->beside && lines < room; lines++)
        text_add_char(facts, '\n');
    add_player(screen, t, opponent(above), l->captures, facts);
    if (status)
        text_addf(facts, "%s\n", t->status);
}

/* Prints the two columns side by side; the right one is truncated to `room` columns. */
static void print_beside(char *left, char *right, int column, int room)
{
    while (*left || *right) {
        const char *l = next_line(&left), *r = next_line(&right);
        printf("%s%*s%.*s\n", l, *r ? column - utf8_columns(l) : 0, "", (int)utf8_fit(r, room), r);
    }
}

void screen_draw(const Screen *screen, const Scene *t)
{
    assert(t->game && t->below >= 0);
    const ScreenLayout l = screen_layout(screen, t->below ? t->below : SPARE_LINES);
    const Game *game = t->game;
    DrawStyle style = {.notation = screen->notation,
                       .coordinates = screen_coordinates(screen),
                       .ascii = screen->ascii,
                       .colour = screen->colour,
                       .flip = screen->flip,
                       .compact = l.compact,
                       .last_move = game->plies ? game->undos[game->plies - 1].move : MOVE_NONE,
                       .marks = t->marks};
    Text board = TEXT_INIT, facts = TEXT_INIT;
    draw_board(&game->now, &style, &board);
    add_facts(screen, t, &l, &facts);
    fputs(screen->clear ? "\033[H\033[2J" : "", stdout);
    if (l.beside) {
        int from = (l.compact ? COMPACT_COLUMNS : BOARD_COLUMNS) + GAP;
        print_beside(board.data, facts.data, from, l.columns - from);
    } else {
        fputs(board.data, stdout);
        print_beside((char[]){""}, facts.data, 0, l.columns);
    }
    text_free(&board);
    text_free(&facts);
    fflush(stdout);
}
