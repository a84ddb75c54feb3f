#include "protocol/terminal/screen.h"

#include <string.h>

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
    GAP = 3,           /* between board and facts */
    FACT_COLUMNS = 30, /* the least room for facts */
    FACT_LINES = 6,    /* facts below the board */
    SPARE_LINES = 3,   /* for a message and the prompt */
    PAIRS = 8,         /* full moves in the list beside the board */
    MOST_LINES = 40,
};

Screen screen_here(Language language, Notation notation, bool ascii)
{
    return (Screen){
        .language = language, .notation = notation, .ascii = ascii, .colour = terminal_has_colour(), .clear = terminal_has_screen()};
}

char *screen_move(const Screen *screen, const Position *pos, Move m, char *out)
{
    char text[MOVE_TEXT_SIZE], iccs[5];
    move_to_text(pos, m, screen->notation, text);
    if (screen->notation == NOTATION_ICCS)
        snprintf(out, SCREEN_MOVE_SIZE, "%s", text);
    else
        snprintf(out, SCREEN_MOVE_SIZE, screen->language == LANGUAGE_CHINESE ? "%s（%s）" : "%s (%s)", text, move_to_iccs(m, iccs));
    return out;
}

/* Lines collected before they are laid out side by side. */
typedef struct Lines {
    int count;
    Text lines[MOST_LINES];
} Lines;

static Text *lines_add(Lines *l)
{
    Text *line = &l->lines[l->count < MOST_LINES ? l->count++ : MOST_LINES - 1];
    text_free(line);
    return line;
}

static void lines_free(Lines *l)
{
    while (l->count > 0)
        text_free(&l->lines[--l->count]);
}

static const char *lines_at(const Lines *l, int i) { return i < l->count ? l->lines[i].data : ""; }

static void keep(void *self, const char *text) { text_add(lines_add(self), text); }

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
                text_add_char(line, piece_letter(p));
            else
                text_add(line, piece_word(p, LANGUAGE_CHINESE));
        }
}

static void add_player(const Screen *screen, const Scene *t, Side side, Lines *l)
{
    bool zh = screen->language == LANGUAGE_CHINESE, colour = screen->colour;
    Text *line = lines_add(l);
    text_addf(line, "%s%s%s", colour ? (side == RED ? "\033[1;31m" : "\033[1;34m") : "", side_word(side, screen->language),
              colour ? "\033[0m" : "");
    if (*t->names[side]) {
        text_add(line, zh ? "：" : ": ");
        text_add_clean(line, t->names[side]);
    }
    if (t->used_ms[side] >= 0) {
        char time[DURATION_SIZE];
        text_addf(line, "  %s", duration_text(t->used_ms[side] / 1000, time));
    }
    if (t->game->now.side == side)
        text_add(line, "  <-");
    line = lines_add(l);
    text_add(line, zh ? "  吃子：" : "  captured: ");
    add_captures(screen, t->game, side, line);
}

/* The last full moves, two to a line; the position is walked forward from the start. */
static void add_moves(const Screen *screen, const Game *game, int pairs, Lines *l)
{
    Position pos = game->start;
    int half = pos.side + game->plies; /* counted from Red's first move */
    int first = (half + 1) / 2 > pairs ? 2 * ((half + 1) / 2 - pairs) : 0;
    Text *line = NULL;
    for (int i = 0; i < game->plies; i++) {
        int at = game->start.side + i;
        char text[MOVE_TEXT_SIZE];
        if (at >= first) {
            move_to_text(&pos, game->undos[i].move, screen->notation, text);
            if (!line || at % 2 == 0) {
                line = lines_add(l);
                text_addf(line, "%3d. ", game->start.game_ply / 2 + 1 + at / 2);
                if (at % 2)
                    text_add(line, "...       ");
            }
            size_t from = line->length;
            text_add(line, text);
            if (at % 2 == 0)
                text_pad(line, from, 10);
        }
        Undo undo;
        position_make(&pos, game->undos[i].move, &undo);
    }
}

static void add_facts(const Screen *screen, const Scene *t, bool beside, int high, Lines *l)
{
    Side above = screen->flip ? RED : BLACK;
    add_player(screen, t, above, l);
    if (beside)
        lines_add(l);
    add_moves(screen, t->game, beside ? PAIRS : 1, l);
    int below = t->status && *t->status ? 3 : 2;
    while (beside && l->count < high - below)
        lines_add(l); /* the lower player sits at the lower edge */
    add_player(screen, t, opponent(above), l);
    if (t->status && *t->status)
        text_add(lines_add(l), t->status);
}

/* `room` is what the right column may take. */
static void print_beside(const Lines *board, const Lines *facts, int column, int room, FILE *out)
{
    for (int i = 0; i < board->count || i < facts->count; i++) {
        const char *left = lines_at(board, i), *right = lines_at(facts, i);
        fprintf(out, "%s%*s%.*s\n", left, *right ? column - utf8_columns(left) : 0, "", (int)utf8_fit(right, room), right);
    }
}

void screen_draw(const Screen *screen, const Scene *t, FILE *out)
{
    int columns, rows;
    terminal_size(&columns, &rows);
    if (!screen->clear)
        rows = 1000; /* paper is long enough */
    const Game *game = t->game;
    bool beside = columns >= BOARD_COLUMNS + GAP + FACT_COLUMNS;
    bool low = rows < BOARD_LINES + SPARE_LINES + (beside ? 0 : FACT_LINES);
    DrawStyle style = {.ascii = screen->ascii,
                       .colour = screen->colour,
                       .flip = screen->flip,
                       .compact = columns < BOARD_COLUMNS || low,
                       .last_move = game->plies ? game->undos[game->plies - 1].move : MOVE_NONE,
                       .marks = t->marks};
    int width = style.compact ? COMPACT_COLUMNS : BOARD_COLUMNS;
    beside = columns >= width + GAP + FACT_COLUMNS;
    Lines board = {0}, facts = {0};
    draw_board(&game->now, &style, keep, &board);
    add_facts(screen, t, beside, board.count, &facts);

    if (screen->clear)
        fputs("\033[H\033[2J", out);
    if (beside) {
        print_beside(&board, &facts, width + GAP, columns - width - GAP, out);
    } else {
        print_beside(&board, &(Lines){0}, 0, 0, out);
        print_beside(&(Lines){0}, &facts, 0, columns, out);
    }
    lines_free(&board);
    lines_free(&facts);
    fflush(out);
}
