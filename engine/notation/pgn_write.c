/* SPDX-License-Identifier: GPL-3.0-only */
/* Writes games as PGN. */
#include "engine/notation/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/encoding.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"

enum { LINE_WIDTH = 100 };

typedef struct Writer {
    FILE *out;
    const PgnStyle *style;
    int column;
    int lost, braces;     /* number of characters that the encoding does not have, and of braces in comments */
    const char *clinging; /* parenthesis to be written immediately before the next word */
} Writer;

/* Writes one character in the encoding, or the next byte in UTF-8. Returns its length in UTF-8. */
static size_t writer_put_character(Writer *w, const char *text)
{
    char character[5] = "", encoded[5];
    if (!w->style->gb18030) {
        fputc(*text, w->out);
        return 1;
    }
    /* text + 4 may lie past the end of the string, but decoding stops at its terminator */
    const size_t length = utf8_decode(text, text + 4, NULL), n = length ? length : 1;
    Text out = text_over(encoded, sizeof encoded);
    memcpy(character, text, n);
    w->lost += gb18030_add(character, &out);
    fputs(encoded, w->out);
    return n;
}

static void writer_put_text(Writer *w, const char *text)
{
    if (!w->style->gb18030)
        fputs(text, w->out);
    while (w->style->gb18030 && *text)
        text += writer_put_character(w, text);
}

static void writer_put_tag(Writer *w, const char *name, const char *value)
{
    fputc('[', w->out);
    writer_put_text(w, name);
    fputs(" \"", w->out);
    while (*value) {
        if (*value == '"' || *value == '\\')
            fputc('\\', w->out);
        value += writer_put_character(w, *value == '\n' || *value == '\r' ? " " : value);
    }
    fputs("\"]\n", w->out);
}

/* Writes a word after a blank, or on a new line if the current one is full. */
static void writer_put_word(Writer *w, const char *word)
{
    int length = (int)(strlen(w->clinging) + strlen(word));
    if (w->column > 0 && w->column + 1 + length > LINE_WIDTH) {
        fputc('\n', w->out);
        w->column = 0;
    } else if (w->column > 0) {
        fputc(' ', w->out);
        ++w->column;
    }
    fputs(w->clinging, w->out);
    writer_put_text(w, word);
    w->clinging = "";
    w->column += length;
}

static void writer_put_comment(Writer *w, const char *comment)
{
    writer_put_word(w, "{"); /* the text follows without a blank */
    w->column += (int)strlen(comment) + 1;
    while (*comment) { /* a brace or bracket in the comment must not look like the end of the comment or like a tag */
        const bool line_before_tag = comment[1] == '[' && (*comment == '\n' || *comment == '\r');
        w->braces += *comment == '}';
        comment += writer_put_character(w, *comment == '}' ? ")" : line_before_tag ? " " : comment);
    }
    fputc('}', w->out);
}

/* Replaces the digits of a move by full-width digits. */
static void writer_widen_digits(char *text)
{
    char narrow[MOVE_TEXT_SIZE];
    strcpy(narrow, text);
    for (const char *c = narrow; *c; c++)
        if (ascii_is_digit(*c))
            text += utf8_put(0xFF10 + (uint32_t)(*c - '0'), text);
        else
            *text++ = *c;
    *text = '\0';
}

static void writer_put_move(Writer *w, const Position *pos, Move m)
{
    const PgnStyle *style = w->style;
    char text[MOVE_TEXT_SIZE];
    move_to_text(pos, m, style->notation, text);
    if (style->notation == NOTATION_ICCS && !style->plain_points) { /* H2-E2 */
        memmove(text + 3, text + 2, 3);
        text[0] = ascii_upper(text[0]);
        text[2] = '-';
        text[3] = ascii_upper(text[3]);
    }
    if (notation_is_chinese(style->notation) && style->gb18030)
        writer_widen_digits(text);
    writer_put_word(w, text);
}

/* Writes the moves of a line that starts at position `now`, with their comments. */
static void writer_put_line(Writer *w, Position now, const TreeLine *line)
{
    char word[24];
    Undo undo;
    bool number_due = true; /* true at the start, before Red's moves and after variations */
    if (line->comment)
        writer_put_comment(w, line->comment);
    for (int i = 0; i < line->plies; i++) {
        const TreeMove *m = &line->moves[i];
        if (now.side == RED || number_due) {
            snprintf(word, sizeof word, now.side == RED ? "%d." : "%d...", now.game_ply / 2 + 1);
            writer_put_word(w, word);
        }
        writer_put_move(w, &now, m->move);
        for (int nag = 0; nag < TREE_NAGS && m->nags[nag]; nag++) {
            snprintf(word, sizeof word, "$%d", m->nags[nag]);
            writer_put_word(w, word);
        }
        if (m->comment)
            writer_put_comment(w, m->comment);
        for (int n = 0; n < m->line_count; n++) {
            const TreeLine *other = &m->lines[n];
            if (other->plies > 0 || other->comment) {
                w->clinging = "(";
                writer_put_line(w, now, other);
                fputc(')', w->out);
                w->column++;
            }
        }
        number_due = m->line_count > 0;
        position_make(&now, m->move, &undo);
    }
}

void pgn_write_as(const GameTree *game, const PgnStyle *style, FILE *out, Text *left_out)
{
    assert(style->notation < NOTATIONS && out);
    static const char *const formats[NOTATIONS] = {"ICCS", "WXF", "Chinese", "Chinese", "WXF", "WXF"};
    PgnStyle standard = *style;
    Writer w = {.out = out, .style = &standard, .clinging = ""};
    char fen[FEN_SIZE];
    if (style->notation == NOTATION_ENGLISH || style->notation == NOTATION_VIETNAMESE)
        standard.notation = NOTATION_WXF;
    for (int i = 0; i < game->tag_count; i++)
        if (!tree_tag_is_made(game->tags[i].name))
            writer_put_tag(&w, game->tags[i].name, game->tags[i].value);
    writer_put_tag(&w, "Result", outcome_text(game->outcome));
    fen_write(&game->start, fen);
    if (strcmp(fen, FEN_START) != 0)
        writer_put_tag(&w, "FEN", fen);
    writer_put_tag(&w, "Format", formats[standard.notation]);
    fputc('\n', out);

    writer_put_line(&w, game->start, &game->main);
    writer_put_word(&w, outcome_text(game->outcome));
    fputs("\n\n", out);
    if (w.lost > 0)
        why_not(left_out, "characters that GB 18030 does not have, written as '?': %d", w.lost);
    if (w.lost > 0 && w.braces > 0)
        text_fail(left_out, "; ");
    if (w.braces > 0)
        why_not(left_out, "braces in comments, written as ')': %d", w.braces);
}

void pgn_write(const GameTree *game, Notation notation, FILE *out) { pgn_write_as(game, &(PgnStyle){.notation = notation}, out, NULL); }
