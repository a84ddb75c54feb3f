#include "engine/notation/fen.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/attacks.h"

static Piece piece_from_letter(char c)
{
    static const char letters[] = "KABNRCP";
    char upper = (char)toupper((unsigned char)c);
    if (upper == 'E')
        upper = 'B';
    if (upper == 'H')
        upper = 'N';
    const char *at = upper ? strchr(letters, upper) : NULL;
    if (!at)
        return NO_PIECE;
    return piece_make(isupper((unsigned char)c) ? RED : BLACK, (Kind)(at - letters + 1));
}

/* So that a reader can `return fail(fault, (FenFault){...})`. */
static bool fail(FenFault *fault, FenFault what)
{
    if (fault)
        *fault = what;
    return false;
}

/* Ten ranks of nine points in known letters? Asked before any piece is placed, lest a missing rank be
 * reported as a piece where it cannot stand. */
static bool check_shape(const char *text, const char *end, FenFault *fault)
{
    int ranks = 1, rank = RANKS - 1, points = 0;
    for (const char *c = text; c < end; c++)
        ranks += *c == '/';
    if (ranks != RANKS)
        return fail(fault, (FenFault){.code = FEN_RANKS, .found = ranks});
    for (const char *c = text; c <= end; c++) {
        if (c == end || *c == '/') {
            if (points != FILES)
                return fail(fault, (FenFault){.code = FEN_POINTS, .line = rank, .found = points});
            rank--;
            points = 0;
        } else if (*c >= '1' && *c <= '9') {
            points += *c - '0';
        } else if (piece_from_letter(*c) != NO_PIECE) {
            points++;
        } else {
            return fail(fault, (FenFault){.code = FEN_LETTER, .line = rank, .found = (unsigned char)*c});
        }
    }
    return true;
}

/* Field 1. `end` is just past it. */
static bool read_board(const char *text, const char *end, Position *pos, FenFault *fault)
{
    int rank = RANKS - 1, file = 0;
    if (!check_shape(text, end, fault))
        return false;
    for (const char *c = text; c < end; c++) {
        if (*c == '/') {
            rank--;
            file = 0;
            continue;
        }
        if (isdigit((unsigned char)*c)) {
            file += *c - '0';
            continue;
        }
        Piece p = piece_from_letter(*c);
        Square s = square_make(file++, rank);
        Side side = piece_side(p);
        Kind kind = piece_kind(p);
        if (!bb_has(kind_squares[side][kind], s))
            return fail(fault, (FenFault){.code = FEN_PLACE, .piece = p, .at = s});
        if (!position_put(pos, p, s))
            return fail(fault, (FenFault){.code = FEN_MANY, .piece = p, .found = kind_limit(kind)});
    }
    for (Side side = RED; side <= BLACK; side++)
        if (king_square(pos, side) == SQ_NONE)
            return fail(fault, (FenFault){.code = FEN_NO_KING, .piece = piece_make(side, KING)});
    return true;
}

/* The next blank-separated word at *text, which moves past it. False at the end or before `moves`. */
static bool next_word(const char **text, const char **word, int *length)
{
    *text += strspn(*text, " \t\r\n");
    *word = *text;
    *length = (int)strcspn(*text, " \t\r\n");
    if (*length == 0 || (*length == 5 && strncmp(*word, "moves", 5) == 0))
        return false;
    *text += *length;
    return true;
}

static bool whole_number(const char *word, int length, long *value)
{
    char *end;
    if (!isdigit((unsigned char)*word))
        return false;
    *value = strtol(word, &end, 10);
    return end == word + length;
}

bool fen_read(const char *fen, Position *pos, FenFault *fault)
{
    Position read;
    const char *word;
    int length;
    position_clear(&read);

    if (!next_word(&fen, &word, &length))
        return fail(fault, (FenFault){.code = FEN_EMPTY});
    if (!read_board(word, word + length, &read, fault))
        return false;

    if (next_word(&fen, &word, &length)) {
        if (length != 1 || !strchr("wWrRbB", *word)) {
            FenFault what = {.code = FEN_SIDE};
            snprintf(what.text, sizeof what.text, "%.*s", length, word);
            return fail(fault, what);
        }
        read.side = tolower((unsigned char)*word) == 'b' ? BLACK : RED;
    }

    /* The rest carries two numbers at most; what else stands there is ignored (protocol/UCCI.md, 34). */
    long numbers[2] = {0, 1}, value;
    int found = 0;
    while (next_word(&fen, &word, &length))
        if (found < 2 && whole_number(word, length, &value))
            numbers[found++] = value;
    if (found == 2) {
        read.quiet_plies = (uint16_t)(numbers[0] <= FEN_MOST_QUIET ? numbers[0] : 0);
        read.game_ply = (uint16_t)(numbers[1] >= 1 && numbers[1] <= FEN_MOST_MOVES ? 2 * (numbers[1] - 1) : 0);
    }
    read.game_ply = (uint16_t)(read.game_ply + read.side);

    read.key = position_key_from_scratch(&read);
    Side waiting = opponent((Side)read.side);
    Square k = king_square(&read, waiting), other = king_square(&read, (Side)read.side);
    if (same_file(k, other) && pieces_between(&read, k, other) == 0)
        return fail(fault, (FenFault){.code = FEN_FACING, .at = k});
    if (in_check(&read, waiting))
        return fail(fault, (FenFault){.code = FEN_IN_CHECK, .piece = piece_make(waiting, KING)});
    *pos = read;
    return true;
}

int fen_write(const Position *pos, char *out)
{
    char *c = out;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < FILES; file++) {
            Piece p = piece_at(pos, square_make(file, rank));
            if (p == NO_PIECE) {
                gap++;
                continue;
            }
            if (gap)
                *c++ = (char)('0' + gap);
            gap = 0;
            *c++ = piece_letter(p);
        }
        if (gap)
            *c++ = (char)('0' + gap);
        if (rank)
            *c++ = '/';
    }
    c += sprintf(c, " %c - - %d %d", pos->side == BLACK ? 'b' : 'w', pos->quiet_plies, pos->game_ply / 2 + 1);
    return (int)(c - out);
}
