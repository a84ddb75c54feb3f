/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/positions.h"

#include <string.h>

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
