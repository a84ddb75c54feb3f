/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/played.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/json.h"
#include "engine/base/contract.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"

void played_clear(PlayedMoves *played)
{
    free(played->moves);
    *played = (PlayedMoves){0};
}

/* ---- reading ---- */

/* Makes the entry for one move. If the position is symmetric, a move and its mirror image share one
 * entry: the smaller of the two. */
static PlayedMove played_make_entry(const BookView *view, Move move)
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

/* Counts a move and plays it on *pos. Returns false if an allocation fails. */
static bool played_add_move(PlayedMoves *played, Position *pos, Move move)
{
    const BookView view = book_view(pos);
    Undo undo;
    if (!array_grow(&played->moves, &played->capacity, played->count + 1, sizeof *played->moves))
        return false;
    played->moves[played->count++] = played_make_entry(&view, move);
    position_make(pos, move, &undo);
    return true;
}

static bool played_read_games(PlayedMoves *played, GameSource *source)
{
    GameTree game;
    bool good = true;
    tree_init(&game);
    while (good && games_next(source, &game, LANGUAGE_ENGLISH)) {
        Position pos = game.start;
        for (int i = 0; good && i < game.main.plies && i < PLAYED_PLIES; i++)
            good = played_add_move(played, &pos, game.main.moves[i].move);
        played->games += game.main.plies > 0;
    }
    tree_clear(&game);
    return good;
}

static bool played_add_line(PlayedMoves *played, const char *fen, char *moves)
{
    Position pos;
    char *word;
    bool good = true;
    if (!fen_read(fen, &pos, NULL))
        return true;
    for (int i = 0; good && i < PLAYED_PLIES && (word = word_next(&moves)); i++) {
        Move move;
        if (!move_from_iccs(word, &move) || !is_legal(&pos, move))
            break;
        good = played_add_move(played, &pos, move);
        played->games += i == 0;
    }
    return good;
}

/* Returns true for JSON, and false for a PGN that begins with a comment in braces or with a tag. */
static bool played_is_json(const char *text)
{
    text += strspn(text, BLANKS);
    const char *next = text + (*text == '{' || *text == '[');
    next += strspn(next, BLANKS);
    return (*text == '{' && (*next == '"' || *next == '}')) || (*text == '[' && *next == '{');
}

/* The members of a game read so far. */
typedef struct JsonGame {
    char *fen, *moves;
} JsonGame;

/* Reads a member whose value is a string: name, colon, value. Other values are left to the caller's
 * loop. Returns false if the text ends within the member. */
static bool played_read_member(JsonGame *game, char **at)
{
    const char *name = json_read_string(at);
    if (!name)
        return false;
    char *value = *at + strspn(*at, BLANKS);
    if (*value != ':')
        return true;
    value++;
    value += strspn(value, BLANKS);
    *at = value;
    char **member = strcmp(name, "fen") == 0 ? &game->fen : strcmp(name, "moves") == 0 ? &game->moves : NULL;
    if (*value != '"')
        return true;
    char *text = json_read_string(at);
    if (member)
        *member = text;
    return text;
}

/* Reads the games of a match. A game is any object with the members `fen` (its start position) and
 * `moves` (one string). All other content and the layout are ignored. */
static bool played_read_json(PlayedMoves *played, char *text)
{
    enum { DEEPEST = 8 };
    JsonGame games[DEEPEST + 1] = {0}; /* indexed by the nesting depth of objects; deeper objects share the last entry */
    bool good = true;
    int depth = 0;
    for (JsonGame *game = games; good && *text; game = &games[depth < DEEPEST ? depth : DEEPEST]) {
        if (*text == '"') {
            if (!played_read_member(game, &text))
                break;
            continue;
        }
        if (*text == '}') {
            good = !game->fen || !game->moves || played_add_line(played, game->fen, game->moves);
            *game = (JsonGame){0};
            depth -= depth > 0;
        }
        depth += *text++ == '{';
    }
    return good;
}

bool played_read(PlayedMoves *played, const char *path, Text *why)
{
    GameSource source;
    if (!games_open(&source, path, why))
        return false;
    bool good = played_is_json(source.data) ? played_read_json(played, source.owned) : played_read_games(played, &source);
    games_close(&source);
    return good || why_no_memory(why);
}

/* ---- counting ---- */

static int played_compare(const void *a, const void *b)
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
        qsort(played->moves, played->count, sizeof *played->moves, played_compare);
    for (size_t i = 0; i < played->count; i++)
        if (left > 0 && played_compare(&played->moves[left - 1], &played->moves[i]) == 0)
            played->moves[left - 1].games += played->moves[i].games;
        else
            played->moves[left++] = played->moves[i];
    played->count = left;
}

#ifdef VERIFY
static bool played_is_settled(const PlayedMoves *played)
{
    for (size_t i = 1; i < played->count; i++)
        if (played_compare(&played->moves[i - 1], &played->moves[i]) >= 0)
            return false;
    return true;
}
#endif

_Static_assert(offsetof(PlayedMove, key) == 0, "array_find_key() expects the key first");

int played_at(const PlayedMoves *played, uint64_t key, const PlayedMove **first, uint32_t *games)
{
    VERIFY_ASSERT(played_is_settled(played));
    const size_t from = array_find_key(played->moves, played->count, sizeof *played->moves, key);
    size_t to = from;
    for (*games = 0; to < played->count && played->moves[to].key == key; to++)
        *games += played->moves[to].games;
    *first = played->moves ? played->moves + from : NULL;
    return (int)(to - from);
}

uint32_t played_games(const PlayedMove *first, int count, const BookView *view, Move move)
{
    assert(count >= 0);
    const PlayedMove wanted = played_make_entry(view, move);
    for (int i = 0; i < count; i++)
        if (first[i].from == wanted.from && first[i].to == wanted.to)
            return first[i].games;
    return 0;
}
