/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/dhtmlxq.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

static const char head[] = "[DhtmlXQ", tail[] = "[/DhtmlXQ]";

bool dhtmlxq_begins(const char *text) { return strncmp(text, head, strlen(head)) == 0; }

#define FIELD "DhtmlXQ_"

/* Returns the opening tag of the game's field of that name, or NULL. */
static const char *find_field(const char *text, const char *name)
{
    char open[48];
    snprintf(open, sizeof open, "[" FIELD "%s]", name);
    return strstr(text, open);
}

/* Returns the first field that is not closed, or NULL. After an opening tag, the next tag must be
 * its closing tag. */
static const char *find_open_field(const char *text)
{
    const size_t length = strlen(FIELD);
    for (const char *at = text, *name; (at = strstr(at, "[" FIELD)); at = name) {
        name = at + 1 + length;
        const char *end = strstr(name, FIELD);
        if (!end || end[-1] != '/' || strncmp(end + length, name, strcspn(name, "]") + 1) != 0)
            return at;
    }
    return NULL;
}

/* Adds the content of the game's field of that name. If the field is not closed, adds nothing, or
 * if `torn`, the text up to the next bracket. Returns false if nothing was added. */
static bool add_field(const char *text, const char *name, bool torn, Text *out)
{
    char close[48];
    snprintf(close, sizeof close, "[/" FIELD "%s]", name);
    const char *from = find_field(text, name), *to = from ? strstr(from, close) : NULL;
    if (!to && !(from && torn))
        return false;
    from += strlen(close) - 1;
    if (!to)
        to = from + strcspn(from, "[");
    from += strspn(from, BLANKS);
    while (to > from && strchr(BLANKS, to[-1]))
        to--;
    return to > from && text_add_bytes(out, from, (size_t)(to - from));
}

/* Parses a square written as two digits. Returns SQ_NONE if it is not on the board, as for 99, which marks a
 * captured piece. */
static Square square_of(const char *digits)
{
    if (!ascii_is_digit(digits[0]) || !ascii_is_digit(digits[1]) || digits[0] == '9')
        return SQ_NONE;
    return square_make(digits[0] - '0', RANKS - 1 - (digits[1] - '0'));
}

/* Reads the squares of all pieces, Red's first. Returns false with the reason if the position is
 * impossible. */
static bool read_position(const char *places, Side side, Position *pos, Text *why)
{
    static const char order[] = "RNBAKABNRCCPPPPP";
    enum { EACH = sizeof order - 1 };
    char board[RANKS][FILES + 1], fen[FEN_SIZE];
    if (strlen(places) < 4 * EACH)
        return why_not(why, "the start position is too short");
    memset(board, '1', sizeof board);
    for (int i = 0; i < 2 * EACH; i++) {
        Square s = square_of(places + 2 * i);
        if (s != SQ_NONE)
            board[RANKS - 1 - square_rank(s)][square_file(s)] = i < EACH ? order[i] : ascii_lower(order[i - EACH]);
    }
    for (int r = 0; r < RANKS; r++)
        board[r][FILES] = r + 1 < RANKS ? '/' : ' ';
    snprintf(fen, sizeof fen, "%.*s%c", (int)sizeof board, board[0], side == RED ? 'w' : 'b');
    return fen_read(fen, pos, why);
}

static bool read_moves(const char *list, GameTree *game, Text *why)
{
    Position pos = game->start;
    for (int ply = 1; *(list += strspn(list, BLANKS)); ply++, list += 4) {
        int digits = 0;
        while (digits < 4 && ascii_is_digit(list[digits]))
            digits++;
        if (digits < 4)
            return why_not(why, "move %d, '%.*s', does not have four digits", ply, digits, list);
        Move m = move_make(square_of(list), square_of(list + 2));
        if (!is_legal(&pos, m))
            return why_not(why, "move %d, '%.4s', is not legal", ply, list);
        Undo undo;
        if (!tree_add_move(game, m, NULL))
            return why_no_memory(why);
        position_make(&pos, m, &undo);
    }
    return true;
}

/* Returns where the comment on a move, counted from 1, or on the game (0) is stored; NULL if there
 * is no such move or it has a comment already. */
static char **place_of_comment(GameTree *game, long number)
{
    char **place = number == 0                                ? &game->main.comment
                   : number > 0 && number <= game->main.plies ? &game->main.moves[number - 1].comment
                                                              : NULL;
    return place && !*place ? place : NULL;
}

/* Counts the lines `move_P_N_I`, which are variations. */
static int count_variations(const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, "[" FIELD "move_")); at++)
        count++;
    return count;
}

/* Copies the text between `from` and `to`, without blanks at its ends, to *place, which the caller
 * owns. Leaves *place unchanged if nothing remains. Returns false if memory is short. */
static bool keep_comment(const char *from, const char *to, char **place)
{
    Text said = TEXT_INIT;
    from += strspn(from, BLANKS);
    while (to > from && strchr(BLANKS, to[-1]))
        to--;
    return to <= from || (text_add_bytes(&said, from, (size_t)(to - from)) && (*place = text_take(&said)));
}

/* Reads all comments in one pass, since there may be many: a comment is the text between a tag and
 * the next one, which must be its end tag. Comments of variations (`commentI_N`) are counted. */
static bool read_comments(const char *text, GameTree *game)
{
    static const char word[] = FIELD "comment";
    const char *from = NULL; /* start of the comment if the last tag opened one */
    long number = -1;
    bool good = true;
    for (const char *at = text; good && (at = strstr(at + 1, word));) {
        char *end = NULL;
        long n = ascii_is_digit(at[sizeof word - 1]) ? strtol(at + sizeof word - 1, &end, 10) : -1;
        if (n < 0 || *end != ']') {
            game->lost_comments += n >= 0 && *end == '_' && at[-1] == '[';
            continue;
        }
        char **place = from && at[-1] == '/' && n == number ? place_of_comment(game, n) : NULL;
        if (place)
            good = keep_comment(from, at - 2, place);
        from = at[-1] == '[' ? end + 1 : NULL;
        number = n;
    }
    return good;
}

static bool read_tags(const char *text, GameTree *game)
{
    static const char *const tags[][2] = {{"title", "Event"}, {"date", "Date"},   {"place", "Site"},
                                          {"red", "Red"},     {"black", "Black"}, {"open", "Opening"}};
    bool good = true;
    for (size_t i = 0; i < sizeof tags / sizeof *tags && good; i++) {
        Text value = TEXT_INIT;
        if (add_field(text, tags[i][0], false, &value))
            good = tree_set_tag(game, tags[i][1], value.data);
        text_free(&value);
    }
    return good;
}

static Outcome read_outcome(const char *text)
{
    Text result = TEXT_INIT;
    add_field(text, "result", false, &result);
    Outcome outcome = outcome_from_phrase(result.data);
    text_free(&result);
    return outcome;
}

/* Reads the text of one game. `ended` is true if its closing tag was present. If the text is
 * damaged, only the first fault is added to *why, because it may have caused the others. Returns the
 * place of the fault. */
static const char *read_game(const char *text, bool ended, GameTree *game, Text *why)
{
    const char *open = find_open_field(text), *list_at = find_field(text, "movelist"), *places_at = find_field(text, "binit");
    if (open) {
        why_not(why, "a field is not closed");
        why = NULL;
    }
    Text places = TEXT_INIT, moves = TEXT_INIT;
    add_field(text, "movelist", true, &moves);
    bool placed = add_field(text, "binit", true, &places), good = read_tags(text, game) || why_no_memory(why);
    game->start_given = placed;
    game->lost_lines = count_variations(text);
    game->outcome = read_outcome(text);
    if (placed && good) { /* the side to move is not given: it is the side of the first move, or else Red */
        Position pos;
        Square first = square_of(moves.data);
        bool black = first != SQ_NONE && read_position(places.data, BLACK, &pos, NULL) && piece_at(&pos, first) != NO_PIECE &&
                     piece_side(piece_at(&pos, first)) == BLACK;
        good = read_position(places.data, black ? BLACK : RED, &game->start, why);
        game->start_lost = !good;
    }
    good = good && read_moves(moves.data, game, why);
    if (!game->start_lost && !read_comments(text, game) && good)
        why_no_memory(why);
    if (good && !ended && !list_at && strstr(text, "[" FIELD))
        why_not(why, "the game ends before its move list");
    text_free(&places);
    text_free(&moves);
    return open ? open : places_at && game->start_lost ? places_at : list_at ? list_at : text + strlen(text); /* the start may be invalid */
}

const char *dhtmlxq_read(const char *at, const char *end, GameTree *game, const char **fault_at, Text *why)
{
    assert(at <= end);
    assert(game->main.plies == 0 && game->tag_count == 0);
    const char *stop = at + strlen(head);
    while (stop < end && strncmp(stop, tail, strlen(tail)) != 0 && strncmp(stop, "[DhtmlXQ]", 9) != 0)
        stop++;
    const bool ended = stop < end && stop[1] == '/';
    Text text = TEXT_INIT;
    *fault_at = at;
    if (text_add_bytes(&text, at, (size_t)(stop - at)))
        *fault_at += read_game(text.data, ended, game, why) - text.data;
    else
        why_no_memory(why);
    text_free(&text);
    return ended ? stop + strlen(tail) : stop;
}
