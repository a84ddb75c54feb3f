/* Games written as text. */
#include "engine/notation/pgn.h"

#include <ctype.h>
#include <string.h>

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

/* What the Format tag calls the notation. */
static const char *const formats[NOTATIONS] = {"ICCS", "WXF", "Chinese"};

static void put_move(FILE *out, int *column, const Position *pos, Move m, Notation notation)
{
    char text[MOVE_TEXT_SIZE], word[MOVE_TEXT_SIZE + 1];
    move_to_text(pos, m, notation, text);
    if (notation == NOTATION_ICCS)
        snprintf(word, sizeof word, "%c%c-%c%c", toupper((unsigned char)text[0]), text[1], toupper((unsigned char)text[2]), text[3]);
    else
        snprintf(word, sizeof word, "%s", text);
    put_word(out, column, word);
}

void pgn_write(const PgnGame *game, Notation notation, FILE *out)
{
    char word[24], fen[FEN_SIZE], start_fen[] = FEN_START;
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, "FEN") != 0 && strcmp(game->tags[i].name, "Result") != 0 &&
            strcmp(game->tags[i].name, "Format") != 0)
            write_tag(out, game->tags[i].name, game->tags[i].value);
    write_tag(out, "Result", outcome_text(game->outcome));
    fen_write(&game->start, fen);
    if (strcmp(fen, start_fen) != 0)
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
