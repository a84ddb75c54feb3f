/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/dhtmlxq.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

static const char head[] = "[DhtmlXQ", tail[] = "[/DhtmlXQ]";

bool dhtmlxq_begins(const char *text) { return strncmp(text, head, strlen(head)) == 0; }

/* Adds what stands in the game's field of that name. False if there is none. */
static bool add_field(const char *text, const char *name, Text *out)
{
    char open[48], close[48];
    snprintf(open, sizeof open, "[DhtmlXQ_%s]", name);
    snprintf(close, sizeof close, "[/DhtmlXQ_%s]", name);
    const char *from = strstr(text, open), *to = from ? strstr(from, close) : NULL;
    if (!to)
        return false;
    from += strlen(open);
    from += strspn(from, BLANKS);
    while (to > from && strchr(BLANKS, to[-1]))
        to--;
    return to > from && text_add_bytes(out, from, (size_t)(to - from));
}

/* Two digits; SQ_NONE for others, such as the 99 of a piece that is gone. */
static Square square_of(const char *digits)
{
    if (!isdigit((unsigned char)digits[0]) || !isdigit((unsigned char)digits[1]) || digits[0] == '9')
        return SQ_NONE;
    return square_make(digits[0] - '0', RANKS - 1 - (digits[1] - '0'));
}

/* Where each piece stands, Red's first. False with the reason if they cannot stand so. */
static bool read_position(const char *places, Side side, Position *pos, Text *why)
{
    static const char order[] = "RNBAKABNRCCPPPPP";
    enum { EACH = sizeof order - 1 };
    char board[RANKS][FILES + 1], fen[FEN_SIZE];
    if (strlen(places) < 4 * EACH)
        return why_not(why, "its position is too short", "局面不完整");
    memset(board, '1', sizeof board);
    for (int i = 0; i < 2 * EACH; i++) {
        Square s = square_of(places + 2 * i);
        if (s != SQ_NONE)
            board[RANKS - 1 - square_rank(s)][square_file(s)] = i < EACH ? order[i] : (char)tolower((unsigned char)order[i - EACH]);
    }
    for (int r = 0; r < RANKS; r++)
        board[r][FILES] = r + 1 < RANKS ? '/' : ' ';
    snprintf(fen, sizeof fen, "%.*s%c", (int)sizeof board, board[0], side == RED ? 'w' : 'b');
    return fen_read(fen, pos, why);
}

static bool read_moves(const char *list, PgnGame *game, Text *why)
{
    Position pos = game->start;
    for (int ply = 0; list[0] && list[1] && list[2] && list[3]; ply++, list += 4) {
        Move m = move_make(square_of(list), square_of(list + 2));
        if (!is_legal(&pos, m))
            return why_not(why, "move %d, '%.4s', cannot be played", "第 %d 着“%.4s”走不成", ply + 1, list);
        Undo undo;
        if (!pgn_add_move(game, m, NULL))
            return why_no_memory(why);
        position_make(&pos, m, &undo);
    }
    return true;
}

/* Where what is said of a move from 1 on, or of the game (0), is to stand; NULL: there is none, or something stands there. */
static char **place_of_comment(PgnGame *game, long number)
{
    char **place = number == 0 ? &game->comment : number > 0 && number <= game->plies ? &game->moves[number - 1].comment : NULL;
    return place && !*place ? place : NULL;
}

/* In one pass, as there may be many: a comment stands between a tag and the next, which must be its end. */
static bool read_comments(const char *text, PgnGame *game)
{
    static const char word[] = "DhtmlXQ_comment";
    const char *from = NULL; /* of the comment whose tag was the last */
    long number = -1;
    bool good = true;
    for (const char *at = text; good && (at = strstr(at + 1, word));) {
        char *end;
        long n = isdigit((unsigned char)at[sizeof word - 1]) ? strtol(at + sizeof word - 1, &end, 10) : -1;
        if (n < 0 || *end != ']')
            continue; /* of a variation */
        char **place = from && at[-1] == '/' && n == number ? place_of_comment(game, n) : NULL;
        if (place) {
            Text said = TEXT_INIT;
            const char *to = at - 2;
            from += strspn(from, BLANKS);
            while (to > from && strchr(BLANKS, to[-1]))
                to--;
            good = to <= from || (text_add_bytes(&said, from, (size_t)(to - from)) && (*place = text_take(&said)));
        }
        from = at[-1] == '[' ? end + 1 : NULL;
        number = n;
    }
    return good;
}

static bool read_tags(const char *text, PgnGame *game)
{
    static const char *const tags[][2] = {{"title", "Event"}, {"date", "Date"},   {"place", "Site"},
                                          {"red", "Red"},     {"black", "Black"}, {"open", "Opening"}};
    bool good = true;
    for (size_t i = 0; i < sizeof tags / sizeof *tags && good; i++) {
        Text value = TEXT_INIT;
        if (add_field(text, tags[i][0], &value))
            good = pgn_set_tag(game, tags[i][1], value.data);
        text_free(&value);
    }
    return good;
}

static Outcome read_outcome(const char *text)
{
    Text result = TEXT_INIT;
    Outcome outcome = OUTCOME_OPEN;
    if (add_field(text, "result", &result))
        outcome = strstr(result.data, "红胜") || strstr(result.data, "紅勝")   ? OUTCOME_RED
                  : strstr(result.data, "黑胜") || strstr(result.data, "黑勝") ? OUTCOME_BLACK
                  : strstr(result.data, "和")                                  ? OUTCOME_DRAW
                                                                               : OUTCOME_OPEN;
    text_free(&result);
    return outcome;
}

static void read_game(const char *text, PgnGame *game, Text *why)
{
    Text places = TEXT_INIT, moves = TEXT_INIT;
    add_field(text, "movelist", &moves);
    bool placed = add_field(text, "binit", &places), good = read_tags(text, game) || why_no_memory(why);
    game->outcome = read_outcome(text);
    if (placed && good) { /* who begins is not said: the side of the first move, else Red */
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
    text_free(&places);
    text_free(&moves);
}

const char *dhtmlxq_read(const char *at, const char *end, PgnGame *game, Text *why)
{
    const char *stop = at + strlen(head);
    while (stop < end && strncmp(stop, tail, strlen(tail)) != 0 && strncmp(stop, "[DhtmlXQ]", 9) != 0)
        stop++;
    const char *last = stop < end && stop[1] == '/' ? stop + strlen(tail) : stop;
    Text text = TEXT_INIT;
    if (text_add_bytes(&text, at, (size_t)(stop - at)))
        read_game(text.data, game, why);
    else
        why_no_memory(why);
    text_free(&text);
    return last;
}
