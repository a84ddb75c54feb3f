/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/positions.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/notation/pgn.h"
#include "engine/notation/tags.h"
#include "engine/notation/tree_builder.h"
#include "engine/rules/result.h"

PositionLine position_line(const char *from, const char *to)
{
    PositionLine line = {.fen = from, .fen_end = to, .name = to, .name_end = to};
    const char *semicolon = memchr(from, ';', (size_t)(to - from)), *slash = memchr(from, '/', (size_t)(to - from));
    const char *bar = slash ? memchr(from, '|', (size_t)(slash - from)) : NULL;
    for (const char *next = bar; next; next = memchr(bar + 1, '|', (size_t)(slash - bar - 1))) /* use the last bar before the board */
        bar = next;
    if (bar) {
        line.name = from;
        line.name_end = bar;
        line.fen = bar + 1;
    } else if (semicolon) {
        line.fen_end = semicolon;
        line.name = semicolon + 1;
    }
    span_trim(&line.fen, &line.fen_end);
    span_trim(&line.name, &line.name_end);
    return line;
}

/* Returns the next line that is neither empty nor a comment, or the end. */
static const char *positions_skip_to_line(const char *at, const char *end)
{
    while (at < end && (strchr(BLANKS, *at) || *at == '#'))
        at = *at == '#' ? line_stop(at, end) : at + 1;
    return at;
}

/* Returns true if more than half of the lines, from `at` on, are positions. */
static bool positions_prevail(const char *at, const char *end)
{
    int lines = 0, positions = 0;
    for (; at < end; at = positions_skip_to_line(line_stop(at, end), end), lines++)
        positions += begins_with(at, "startpos") || fen_find(at, line_stop(at, end));
    return 2 * positions > lines;
}

bool positions_begins(const char *data, size_t length)
{
    enum { ENOUGH = 300 }; /* bytes of a line that hold its FEN; moves may follow */
    const char *end = data + length, *at = positions_skip_to_line(data, end);
    const PositionLine line = position_line(at, line_stop(at, end));
    const ptrdiff_t size = line.fen_end - line.fen;
    char fen[ENOUGH + 1];
    Position pos;
    if (size == 0)
        return false;
    snprintf(fen, sizeof fen, "%.*s", (int)(size < ENOUGH ? size : ENOUGH), line.fen);
    return fen_read(fen, &pos, NULL) && positions_prevail(at, end);
}

/* Plays the moves that follow the FEN, up to a result. */
static bool positions_play(char *words, GameTree *game, Text *why)
{
    TreeBuilder builder;
    bool good = true;
    builder_begin(&builder, game);
    for (const char *word; good && !builder_ended(&builder) && (word = word_next(&words));) {
        Move m;
        word = move_after_number(word);
        if (!*word || strcmp(word, "moves") == 0)
            continue;
        if (outcome_from_text(word, &game->outcome))
            break;
        /* A file means the same to every reader, so its language decides only the words of a refusal. */
        good = (move_from_text(&builder.now, word, &m, NULL) == READ_MOVE || move_from_text(&builder.now, word, &m, why) == READ_MOVE) &&
               (builder_play(&builder, m) || builder_ended(&builder));
    }
    return builder_end(&builder, good ? why : NULL) && good;
}

/* Returns true if an operation of EPD, such as `bm a0d0`, begins at `words`: a name that is not a move. */
static bool positions_is_operation(const char *words, const Position *pos)
{
    enum { LONGEST = 15 };
    char name[LONGEST + 1];
    size_t length = 0;
    Move m;
    while (length < LONGEST && (ascii_is_letter(words[length]) || (length > 0 && (ascii_is_digit(words[length]) || words[length] == '_'))))
        length++;
    snprintf(name, sizeof name, "%.*s", (int)length, words);
    return length > 0 && words[length] == ' ' && strcmp(name, "moves") != 0 && move_from_text(pos, name, &m, NULL) == READ_NOT_MOVE;
}

/* Reads operations of EPD, each of which ends with a semicolon: `id` becomes *name, and the others are joined in
 * *comment. */
static void positions_read_operations(const char *from, const char *to, Text *name, Text *comment)
{
    for (const char *stop; from < to; from = stop + (stop < to)) {
        bool quoted = false;
        for (stop = from; stop < to && (quoted || *stop != ';'); stop++)
            quoted ^= *stop == '"';
        const char *end = stop;
        span_trim(&from, &end);
        if (begins_with(from, "id \"")) {
            from += strlen("id \"");
            text_cut(name, 0);
            text_add_bytes(name, from, (size_t)(end - from) - (end > from && end[-1] == '"'));
        } else if (end > from) {
            text_addf(comment, "%s", comment->length > 0 ? "; " : "");
            text_add_bytes(comment, from, (size_t)(end - from));
        }
    }
}

/* Sets the name and the comment of the game from the text after its FEN. Returns false if memory is short. */
static bool positions_set_name(const char *from, const char *to, bool operations, GameTree *game)
{
    Text name = TEXT_INIT, comment = TEXT_INIT;
    if (operations || begins_with(from, "id \""))
        positions_read_operations(from, to, &name, &comment);
    else
        text_add_bytes(&name, from, (size_t)(to - from));
    const bool good = !name.failed && !comment.failed && (name.length == 0 || tree_set_tag(game, TAG_EVENT, name.data));
    if (good && comment.length > 0)
        game->main.comment = text_take(&comment);
    text_free(&name);
    text_free(&comment);
    return good;
}

/* Reads the line into the game. The fault is added to *why. */
static bool positions_read_line(const PositionLine *line, GameTree *game, Text *why)
{
    Text fen = TEXT_INIT;
    text_add_bytes(&fen, line->fen, (size_t)(line->fen_end - line->fen));
    char *moves = fen.failed ? NULL : fen_moves(fen.data);
    const bool operations = moves && positions_is_operation(moves, &game->start);
    const char *name = operations ? line->fen + (moves - fen.data) : line->name;
    const char *to = operations && line->name_end < line->fen_end ? line->fen_end : line->name_end;
    bool good = !fen.failed && positions_set_name(name, to, operations, game);
    if (!good) {
        why_no_memory(why);
    } else {
        game->start_given = true;
        game->start_lost = !fen_read(fen.data, &game->start, why);
        good = !game->start_lost && (!moves || operations || positions_play(moves, game, why));
    }
    text_free(&fen);
    return good;
}

bool positions_read(GameSource *source, GameTree *game, Language language)
{
    const char *at = positions_skip_to_line(source->at, source->end), *end = line_stop(at, source->end);
    Text why = WHY_IN(language);
    source->at = end;
    if (at == source->end)
        return false;
    const PositionLine line = position_line(at, end);
    if (!positions_read_line(&line, game, &why))
        tree_set_fault(game, pgn_line(source, at), &why);
    return true;
}

/* Returns the first bar of the name in a line of GBK, or NULL. The second byte of a character may look like a
 * bar. */
static const char *positions_bar(const char *p, const char *stop)
{
    p = memchr(p, ';', (size_t)(stop - p));
    while (p && p < stop && *p != '|')
        p += (unsigned char)*p > 0x80 ? 2 : 1;
    return p && p < stop ? p : NULL;
}

/* Splits the text at the first bar of each line's name. The parts after the bars, which include them, are
 * added to *second, and the others to *first, each with a line end. */
static void positions_split(const char *text, size_t length, Text *first, Text *second)
{
    const char *const end = text + length;
    for (const char *at = text, *stop; at < end; at = stop + (stop < end) + (stop[0] == '\r' && stop[1] == '\n')) {
        stop = line_stop(at, end);
        const char *bar = positions_bar(at, stop);
        text_add_bytes(first, at, (size_t)((bar ? bar : stop) - at));
        text_add_bytes(second, bar ? bar : stop, bar ? (size_t)(stop - bar) : 0);
        text_add_char(first, '\n');
        text_add_char(second, '\n');
    }
}

/* Returns true if the text is UTF-8 or has a zero byte. */
static bool positions_is_plain(const char *p, size_t length)
{
    const char *const end = p + length;
    size_t n;
    if (memchr(p, '\0', length))
        return true;
    while (p < end && (n = utf8_decode(p, end, NULL)) > 0)
        p += n;
    return p == end;
}

/* Returns the lines of `first`, each followed by that of `second`. NULL if an allocation fails. */
static char *positions_join(const char *first, const char *second, size_t *length)
{
    Text joined = TEXT_INIT;
    while (*first && *second) {
        const size_t left = strcspn(first, "\n"), right = strcspn(second, "\n");
        text_add_bytes(&joined, first, left);
        text_add_bytes(&joined, second, right + 1);
        first += left + 1;
        second += right + 1;
    }
    *length = joined.length;
    return text_take(&joined);
}

char *positions_decode(char *text, size_t *length)
{
    Text parts[2] = {TEXT_INIT, TEXT_INIT};
    char *texts[2] = {NULL, NULL}, *joined = NULL;
    if (positions_is_plain(text, *length))
        return text_decode(text, length);
    positions_split(text, *length, &parts[0], &parts[1]);
    free(text);
    for (int i = 0; i < 2; i++) {
        size_t part_length = parts[i].length;
        texts[i] = text_take(&parts[i]);
        texts[i] = texts[i] ? text_decode(texts[i], &part_length) : NULL;
    }
    if (texts[0] && texts[1])
        joined = positions_join(texts[0], texts[1], length);
    free(texts[0]);
    free(texts[1]);
    return joined;
}
