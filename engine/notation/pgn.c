/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/pgn.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/board/makemove.h"

void pgn_init(PgnGame *game)
{
    memset(game, 0, sizeof *game);
    position_start(&game->start);
}

static void free_moves(PgnMove *moves, int plies)
{
    for (int i = 0; i < plies; i++) {
        while (moves[i].line_count > 0)
            pgn_drop_line(&moves[i], moves[i].line_count - 1);
        free(moves[i].lines);
        free(moves[i].comment);
    }
    free(moves);
}

static void free_tag(PgnTag *tag)
{
    free(tag->name);
    free(tag->value);
}

void pgn_clear(PgnGame *game)
{
    for (int i = 0; i < game->tag_count; i++)
        free_tag(&game->tags[i]);
    free_moves(game->moves, game->plies);
    free(game->comment);
    free(game->tags);
    pgn_init(game);
}

const char *pgn_tag(const PgnGame *game, const char *name)
{
    for (int i = game->tag_count - 1; i >= 0; i--)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return NULL;
}

bool pgn_set_tag(PgnGame *game, const char *name, const char *value)
{
    assert(name && value);
    PgnTag tag = {strdup(name), strdup(value)};
    if (!tag.name || !tag.value || !array_grow(&game->tags, &game->tag_room, (size_t)game->tag_count + 1, sizeof tag)) {
        free_tag(&tag);
        return false;
    }
    game->tags[game->tag_count++] = tag;
    return true;
}

void pgn_drop_tag(PgnGame *game, const char *name)
{
    int kept = 0;
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            free_tag(&game->tags[i]);
        else
            game->tags[kept++] = game->tags[i];
    game->tag_count = kept;
}

static PgnMove *add_move(PgnMove **moves, int *plies, size_t *room, Move m)
{
    if (!array_grow(moves, room, (size_t)*plies + 1, sizeof **moves))
        return NULL;
    (*moves)[*plies] = (PgnMove){.move = m};
    return &(*moves)[(*plies)++];
}

bool pgn_add_move(PgnGame *game, Move m, const char *comment)
{
    assert(move_on_board(m));
    char *copy = comment ? strdup(comment) : NULL;
    PgnMove *move = !comment || copy ? add_move(&game->moves, &game->plies, &game->move_room, m) : NULL;
    if (!move) {
        free(copy);
        return false;
    }
    move->comment = copy;
    return true;
}

PgnLine *pgn_add_line(PgnMove *move)
{
    if (!array_grow(&move->lines, &move->line_room, (size_t)move->line_count + 1, sizeof *move->lines))
        return NULL;
    move->lines[move->line_count] = (PgnLine){0};
    return &move->lines[move->line_count++];
}

void pgn_drop_line(PgnMove *move, int number)
{
    assert(in_range(number, 0, move->line_count - 1));
    PgnLine *line = &move->lines[number];
    free_moves(line->moves, line->plies);
    free(line->comment);
    move->line_count--;
    memmove(line, line + 1, (size_t)(move->line_count - number) * sizeof *line);
}

bool pgn_line_add_move(PgnLine *line, Move m)
{
    assert(move_on_board(m));
    return add_move(&line->moves, &line->plies, &line->move_room, m) != NULL;
}

void pgn_add_nag(PgnMove *move, int nag)
{
    assert(in_range(nag, 1, UINT8_MAX));
    for (int i = 0; i < PGN_NAGS && nag > 0 && nag <= UINT8_MAX; i++)
        if (move->nags[i] == nag || !move->nags[i]) {
            move->nags[i] = (uint8_t)nag;
            return;
        }
}

bool pgn_left_out(const PgnGame *game, Text *out)
{
    const int lines = game->lost_lines, comments = game->lost_comments;
    if (lines == 0 && comments == 0)
        return false;
    text_addf(out, tr(why_language(out), "left out: variations %d, comments in variations %d"), lines, comments);
    return true;
}

/* ---- writing ---- */

enum { LINE_WIDTH = 100 };

static void write_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            fputc('\\', out);
        fputc(*value == '\n' || *value == '\r' ? ' ' : *value, out);
    }
    fputs("\"]\n", out);
}

typedef struct Writer {
    FILE *out;
    Notation notation;
    int column;
    const char *clinging; /* parenthesis to be written directly before the next word */
} Writer;

/* Writes a word after a blank, or on a new line if this one is full. */
static void put_word(Writer *w, const char *word)
{
    int length = (int)(strlen(w->clinging) + strlen(word));
    if (w->column > 0 && w->column + 1 + length > LINE_WIDTH) {
        fputc('\n', w->out);
        w->column = 0;
    } else if (w->column > 0) {
        fputc(' ', w->out);
        ++w->column;
    }
    fprintf(w->out, "%s%s", w->clinging, word);
    w->clinging = "";
    w->column += length;
}

static void put_comment(Writer *w, const char *comment)
{
    put_word(w, "{");                        /* the text follows without a blank */
    for (; *comment; comment++, ++w->column) /* the text must not seem to contain its end or a tag */
        fputc(*comment == '}' ? ')' : comment[1] == '[' && (*comment == '\n' || *comment == '\r') ? ' ' : *comment, w->out);
    fputc('}', w->out);
    w->column++;
}

static void put_move(Writer *w, const Position *pos, Move m)
{
    char text[MOVE_TEXT_SIZE];
    move_to_text(pos, m, w->notation, text);
    if (w->notation == NOTATION_ICCS) { /* H2-E2 */
        memmove(text + 3, text + 2, 3);
        text[0] = (char)toupper((unsigned char)text[0]);
        text[2] = '-';
        text[3] = (char)toupper((unsigned char)text[3]);
    }
    put_word(w, text);
}

/* Writes the moves from a position on, with their comments. */
static void put_moves(Writer *w, Position now, const char *comment, const PgnMove *moves, int plies)
{
    char word[24];
    Undo undo;
    bool number_due = true; /* true at the start, before Red's moves and after variations */
    if (comment)
        put_comment(w, comment);
    for (int i = 0; i < plies; i++) { /* by index, because `moves` may be NULL */
        const PgnMove *m = &moves[i];
        if (now.side == RED || number_due) {
            snprintf(word, sizeof word, now.side == RED ? "%d." : "%d...", now.game_ply / 2 + 1);
            put_word(w, word);
        }
        put_move(w, &now, m->move);
        for (int nag = 0; nag < PGN_NAGS && m->nags[nag]; nag++) {
            snprintf(word, sizeof word, "$%d", m->nags[nag]);
            put_word(w, word);
        }
        if (m->comment)
            put_comment(w, m->comment);
        for (int n = 0; n < m->line_count; n++) {
            const PgnLine *line = &m->lines[n];
            if (line->plies > 0 || line->comment) {
                w->clinging = "(";
                put_moves(w, now, line->comment, line->moves, line->plies);
                fputc(')', w->out);
                w->column++;
            }
        }
        number_due = m->line_count > 0;
        position_make(&now, m->move, &undo);
    }
}

/* Returns true for tags that the writer itself adds. */
static bool is_made(const char *name) { return strcmp(name, "FEN") == 0 || strcmp(name, "Result") == 0 || strcmp(name, "Format") == 0; }

void pgn_write(const PgnGame *game, Notation notation, FILE *out)
{
    assert(notation < NOTATIONS && out);
    static const char *const formats[NOTATIONS] = {"ICCS", "WXF", "Chinese"};
    char fen[FEN_SIZE];
    for (int i = 0; i < game->tag_count; i++)
        if (!is_made(game->tags[i].name))
            write_tag(out, game->tags[i].name, game->tags[i].value);
    write_tag(out, "Result", outcome_text(game->outcome));
    fen_write(&game->start, fen);
    if (strcmp(fen, FEN_START) != 0)
        write_tag(out, "FEN", fen);
    write_tag(out, "Format", formats[notation]);
    fputc('\n', out);

    Writer w = {.out = out, .notation = notation, .clinging = ""};
    put_moves(&w, game->start, game->comment, game->moves, game->plies);
    put_word(&w, outcome_text(game->outcome));
    fputs("\n\n", out);
}
