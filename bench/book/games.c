/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/games.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/pgn.h"

void played_clear(PlayedMoves *played)
{
    free(played->moves);
    *played = (PlayedMoves){0};
}

/* ---- reading ---- */

/* The smaller of a move and its mirror image where the position is its own. */
static PlayedMove seen(const BookView *view, Move move)
{
    PlayedMove m = {
        .key = view->key, .from = (uint8_t)book_point(view, move_from(move)), .to = (uint8_t)book_point(view, move_to(move)), .games = 1};
    BookView other = *view;
    other.mirrored = !view->mirrored;
    const uint8_t from = (uint8_t)book_point(&other, move_from(move)), to = (uint8_t)book_point(&other, move_to(move));
    if (view->symmetric && (from < m.from || (from == m.from && to < m.to))) {
        m.from = from;
        m.to = to;
    }
    return m;
}

/* Plays a move on and counts it. False if memory is short. */
static bool add_move(PlayedMoves *played, Position *pos, Move move)
{
    const BookView view = book_view(pos);
    Undo undo;
    if (!array_grow(&played->moves, &played->capacity, played->count + 1, sizeof *played->moves))
        return false;
    played->moves[played->count++] = seen(&view, move);
    position_make(pos, move, &undo);
    return true;
}

static bool read_pgn(PlayedMoves *played, const char *text, size_t length)
{
    PgnSource source = pgn_source(text, length);
    PgnGame game;
    bool good = true;
    pgn_init(&game);
    while (good && pgn_read(&source, &game, LANGUAGE_ENGLISH)) {
        Position pos = game.start;
        for (int i = 0; good && i < game.plies && i < PLAYED_PLIES; i++)
            good = add_move(played, &pos, game.moves[i].move);
        played->games += game.plies > 0;
    }
    pgn_clear(&game);
    return good;
}

/* Where the text of a member begins; NULL if the line has none. */
static char *member(char *line, const char *name)
{
    char *at = strstr(line, name);
    return at ? at + strlen(name) : NULL;
}

/* A game of a match's JSON is a line, and its moves are a text of four letters each. */
static bool read_json_game(PlayedMoves *played, char *line)
{
    char *fen = member(line, "\"fen\": \""), *moves = member(line, "\"moves\": \""), *word;
    Position pos;
    bool good = true;
    if (!fen || !moves)
        return true;
    fen[strcspn(fen, "\"")] = '\0';
    moves[strcspn(moves, "\"")] = '\0';
    if (!fen_read(fen, &pos, NULL))
        return true;
    for (int i = 0; good && i < PLAYED_PLIES && (word = word_next(&moves)); i++) {
        Move move;
        if (!move_from_iccs(word, &move) || !is_legal(&pos, move))
            break;
        good = add_move(played, &pos, move);
        played->games += i == 0;
    }
    return good;
}

static bool read_json(PlayedMoves *played, char *text, size_t length)
{
    char *end = text + length, *line;
    size_t size;
    bool good = true;
    while (good && (line = line_next(&text, end, &size)))
        good = read_json_game(played, line);
    return good;
}

bool played_read(PlayedMoves *played, const char *path, Text *why)
{
    size_t length;
    char *text = text_read_file(path, &length, why);
    if (!text)
        return false;
    bool good = text[strspn(text, BLANKS)] == '{' ? read_json(played, text, length) : read_pgn(played, text, length);
    free(text);
    return good || why_no_memory(why);
}

/* ---- counting ---- */

static int compare(const void *a, const void *b)
{
    const PlayedMove *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

void played_settle(PlayedMoves *played)
{
    size_t left = 0;
    if (played->count)
        qsort(played->moves, played->count, sizeof *played->moves, compare);
    for (size_t i = 0; i < played->count; i++)
        if (left > 0 && compare(&played->moves[left - 1], &played->moves[i]) == 0)
            played->moves[left - 1].games += played->moves[i].games;
        else
            played->moves[left++] = played->moves[i];
    played->count = left;
}

int played_at(const PlayedMoves *played, uint64_t key, const PlayedMove **first, uint32_t *games)
{
    size_t low = 0, high = played->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (played->moves[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    *first = played->moves ? played->moves + low : NULL;
    *games = 0;
    int count = 0;
    for (; low + (size_t)count < played->count && (*first)[count].key == key; count++)
        *games += (*first)[count].games;
    return count;
}

uint32_t played_games(const PlayedMove *first, int count, const BookView *view, Move move)
{
    const PlayedMove wanted = seen(view, move);
    for (int i = 0; i < count; i++)
        if (first[i].from == wanted.from && first[i].to == wanted.to)
            return first[i].games;
    return 0;
}
