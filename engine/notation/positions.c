/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/positions.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/textfile.h"
#include "engine/base/utf8.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/notation/pgn.h"
#include "engine/notation/tags.h"

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

bool positions_begins(const char *data, size_t length)
{
    enum { LONGEST = 1000 };
    const char *end = data + length, *at = positions_skip_to_line(data, end);
    const PositionLine line = position_line(at, line_stop(at, end));
    char fen[LONGEST];
    Position pos;
    if (line.fen_end - line.fen >= LONGEST || line.fen == line.fen_end)
        return false;
    snprintf(fen, sizeof fen, "%.*s", (int)(line.fen_end - line.fen), line.fen);
    return fen_read(fen, &pos, NULL);
}

/* Plays the moves that follow the FEN. */
static bool positions_play(char *words, GameTree *game, Text *why)
{
    Position now = game->start;
    for (char *word; (word = word_next(&words));) {
        Move m;
        Undo undo;
        if (move_from_text(&now, word, &m, why) != READ_MOVE)
            return false;
        if (!tree_add_move(game, m, NULL))
            return why_no_memory(why);
        position_make(&now, m, &undo);
    }
    return true;
}

/* Reads the line into the game. The fault is added to *why. */
static bool positions_read_line(const PositionLine *line, GameTree *game, Text *why)
{
    Text fen = TEXT_INIT, name = TEXT_INIT;
    text_add_bytes(&fen, line->fen, (size_t)(line->fen_end - line->fen));
    text_add_bytes(&name, line->name, (size_t)(line->name_end - line->name));
    bool good = !fen.failed && !name.failed && (name.length == 0 || tree_set_tag(game, TAG_EVENT, name.data));
    if (!good) {
        why_no_memory(why);
    } else {
        char *moves = fen_moves(fen.data);
        game->start_given = true;
        game->start_lost = !fen_read(fen.data, &game->start, why);
        good = !game->start_lost && (!moves || positions_play(moves, game, why));
    }
    text_free(&fen);
    text_free(&name);
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
    while (p < end && *p && (n = utf8_decode(p, end, NULL)) > 0)
        p += n;
    return p == end || *p == '\0';
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
