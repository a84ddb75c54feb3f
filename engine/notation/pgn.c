/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"

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
        text[0] = ascii_upper(text[0]);
        text[2] = '-';
        text[3] = ascii_upper(text[3]);
    }
    put_word(w, text);
}

/* Writes the moves from a position on, with their comments. */
static void put_line(Writer *w, Position now, const TreeLine *line)
{
    char word[24];
    Undo undo;
    bool number_due = true; /* true at the start, before Red's moves and after variations */
    if (line->comment)
        put_comment(w, line->comment);
    for (int i = 0; i < line->plies; i++) {
        const TreeMove *m = &line->moves[i];
        if (now.side == RED || number_due) {
            snprintf(word, sizeof word, now.side == RED ? "%d." : "%d...", now.game_ply / 2 + 1);
            put_word(w, word);
        }
        put_move(w, &now, m->move);
        for (int nag = 0; nag < TREE_NAGS && m->nags[nag]; nag++) {
            snprintf(word, sizeof word, "$%d", m->nags[nag]);
            put_word(w, word);
        }
        if (m->comment)
            put_comment(w, m->comment);
        for (int n = 0; n < m->line_count; n++) {
            const TreeLine *other = &m->lines[n];
            if (other->plies > 0 || other->comment) {
                w->clinging = "(";
                put_line(w, now, other);
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

void pgn_write(const GameTree *game, Notation notation, FILE *out)
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
    put_line(&w, game->start, &game->main);
    put_word(&w, outcome_text(game->outcome));
    fputs("\n\n", out);
}
