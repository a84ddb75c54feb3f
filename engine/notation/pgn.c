/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/pgn.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/board/makemove.h"

void pgn_init(PgnGame *game)
{
    memset(game, 0, sizeof *game);
    position_start(&game->start);
}

void pgn_clear(PgnGame *game)
{
    for (int i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    for (int i = 0; i < game->plies; i++)
        free(game->moves[i].comment);
    free(game->comment);
    free(game->tags);
    free(game->moves);
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
    PgnTag tag = {strdup(name), strdup(value)};
    if (!tag.name || !tag.value || !array_grow(&game->tags, &game->tag_room, (size_t)game->tag_count + 1, sizeof tag)) {
        free(tag.name);
        free(tag.value);
        return false;
    }
    game->tags[game->tag_count++] = tag;
    return true;
}

bool pgn_add_move(PgnGame *game, Move m, const char *comment)
{
    char *copy = comment ? strdup(comment) : NULL;
    if ((comment && !copy) || !array_grow(&game->moves, &game->move_room, (size_t)game->plies + 1, sizeof *game->moves)) {
        free(copy);
        return false;
    }
    game->moves[game->plies++] = (PgnMove){m, copy};
    return true;
}

/* ---- written ---- */

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

/* Writes a word behind a blank, or on a new line when this one is full. */
static void put_word(FILE *out, int *column, const char *word)
{
    int length = (int)strlen(word);
    if (*column > 0 && *column + 1 + length > LINE_WIDTH) {
        fputc('\n', out);
        *column = 0;
    } else if (*column > 0) {
        fputc(' ', out);
        ++*column;
    }
    fputs(word, out);
    *column += length;
}

static void put_comment(FILE *out, int *column, const char *comment)
{
    put_word(out, column, "{");
    --*column;                             /* the brace clings to the text */
    for (; *comment; comment++, ++*column) /* neither a brace nor a line that looks like a tag shall end it */
        fputc(*comment == '}' ? ')' : comment[1] == '[' && (*comment == '\n' || *comment == '\r') ? ' ' : *comment, out);
    fputc('}', out);
    *column += 2;
}

static void put_move(FILE *out, int *column, const Position *pos, Move m, Notation notation)
{
    char text[MOVE_TEXT_SIZE];
    move_to_text(pos, m, notation, text);
    if (notation == NOTATION_ICCS) { /* H2-E2 */
        memmove(text + 3, text + 2, 3);
        text[0] = (char)toupper((unsigned char)text[0]);
        text[2] = '-';
        text[3] = (char)toupper((unsigned char)text[3]);
    }
    put_word(out, column, text);
}

/* The writer's own tags. */
static bool is_made(const char *name) { return strcmp(name, "FEN") == 0 || strcmp(name, "Result") == 0 || strcmp(name, "Format") == 0; }

void pgn_write(const PgnGame *game, Notation notation, FILE *out)
{
    static const char *const formats[NOTATIONS] = {"ICCS", "WXF", "Chinese"};
    char word[24], fen[FEN_SIZE];
    for (int i = 0; i < game->tag_count; i++)
        if (!is_made(game->tags[i].name))
            write_tag(out, game->tags[i].name, game->tags[i].value);
    write_tag(out, "Result", outcome_text(game->outcome));
    fen_write(&game->start, fen);
    if (strcmp(fen, FEN_START) != 0)
        write_tag(out, "FEN", fen);
    write_tag(out, "Format", formats[notation]);
    fputc('\n', out);

    int column = 0;
    Position now = game->start;
    Undo undo;
    bool number_due = true; /* at the start and before Red's moves */
    if (game->comment)
        put_comment(out, &column, game->comment);
    for (int i = 0; i < game->plies; i++) {
        bool black = ((i + game->start.side) & 1) != 0;
        if (!black || number_due) {
            snprintf(word, sizeof word, black ? "%d..." : "%d.", (i + game->start.game_ply) / 2 + 1);
            put_word(out, &column, word);
        }
        put_move(out, &column, &now, game->moves[i].move, notation);
        position_make(&now, game->moves[i].move, &undo);
        number_due = false;
        if (game->moves[i].comment)
            put_comment(out, &column, game->moves[i].comment);
    }
    put_word(out, &column, outcome_text(game->outcome));
    fputs("\n\n", out);
}
