/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/fen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/attacks.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/names.h"
#include "engine/notation/notation.h"

static Piece piece_from_letter(char c)
{
    c = c == 'E' ? 'B' : c == 'e' ? 'b' : c == 'H' ? 'N' : c == 'h' ? 'n' : c;
    for (Piece p = NO_PIECE; p < PIECES; p++)
        if (piece_kind(p) != NO_KIND && piece_letter(p) == c)
            return p;
    return NO_PIECE;
}

/* Returns "red", or "红方". */
static const char *colour(Side side, Language l) { return tr(l, side == RED ? N_("red") : N_("black")); }

/* Returns the English plural ending for this count. */
static const char *plural(int count, Language l) { return count == 1 || l == LANGUAGE_CHINESE ? "" : "s"; }

/* Reads ten ranks of nine points in known letters. This is checked before any piece is placed, so
 * that a missing rank is not reported as a piece on an impossible point. */
static bool read_points(const char *text, Piece points[RANKS][FILES], Text *why)
{
    Language l = why_language(why);
    int ranks = 1, rank = RANKS - 1, file = 0;
    for (const char *c = text; *c; c++)
        ranks += *c == '/';
    if (ranks != RANKS)
        return why_not(why, "FEN board: %d rank%s, not 10", ranks, plural(ranks, l));
    for (const char *c = text;; c++) {
        unsigned char byte = (unsigned char)*c;
        Piece p = piece_from_letter(*c);
        if (byte == '\0' || byte == '/') {
            if (file != FILES)
                return why_not(why, "FEN board: rank %d has %d points, not 9", rank, file);
            if (byte == '\0')
                return true;
            rank--;
            file = 0;
        } else if (byte >= '1' && byte <= '9') {
            file += byte - '0';
        } else if (p == NO_PIECE) {
            return ascii_is_printable((char)byte) ? why_not(why, "FEN board: unknown letter '%c' on rank %d", byte, rank)
                                                  : why_not(why, "FEN board: unknown byte 0x%02x on rank %d", byte, rank);
        } else {
            if (file < FILES)
                points[rank][file] = p;
            file++;
        }
    }
}

static bool read_board(const char *text, Position *pos, Text *why)
{
    Language l = why_language(why);
    Piece points[RANKS][FILES] = {{NO_PIECE}};
    if (!read_points(text, points, why))
        return false;
    for (int i = 0; i < RANKS * FILES; i++) {
        Square s = square_make(i % FILES, RANKS - 1 - i / FILES);
        Piece p = points[square_rank(s)][square_file(s)];
        if (p == NO_PIECE)
            continue;
        int most = kind_limit(piece_kind(p));
        if (!bb_has(kind_squares[piece_side(p)][piece_kind(p)], s))
            return why_not(why, "FEN board: a %s %s cannot stand on %s", colour(piece_side(p), l), piece_word(p, l), square_text(s).text);
        if (!position_put(pos, p, s))
            return why_not(why, "FEN board: more than %d %s %s%s", most, colour(piece_side(p), l), piece_word(p, l), plural(most, l));
    }
    for (Side side = RED; side <= BLACK; side++)
        if (king_square(pos, side) == SQ_NONE)
            return why_not(why, "FEN board: no %s %s", colour(side, l), piece_word(piece_make(side, KING), l));
    return true;
}

/* Copies the next word at *text, and moves *text past it; words longer than a FEN are truncated.
 * Returns false at the end of the text or before `moves`. */
static bool next_word(const char **text, char word[FEN_SIZE])
{
    *text += strspn(*text, " \t\r\n");
    size_t length = strcspn(*text, " \t\r\n");
    snprintf(word, FEN_SIZE, "%.*s", (int)length, *text);
    *text += length;
    return length > 0 && strcmp(word, "moves") != 0;
}

/* Reads the side to move. If the side is omitted and `word` belongs to a later field, sets *left_out.
 * Returns false if the word belongs to neither field. */
static bool read_side(const char *word, Side *side, bool *left_out)
{
    static const char *const words[] = {"w", "r", "red", "white", "b", "black"};
    enum { WORDS = sizeof words / sizeof *words, OF_RED = 4 };
    int i = 0;
    *left_out = ascii_is_digit(*word) || word[strspn(word, "-")] == '\0';
    while (i < WORDS && !word_is(word, words[i]))
        i++;
    *side = i < WORDS && i >= OF_RED ? BLACK : RED;
    return *left_out || i < WORDS;
}

bool fen_read(const char *fen, Position *pos, Text *why)
{
    Position read;
    char word[FEN_SIZE], shown[24]; /* shown: the word for a message, perhaps truncated */
    position_clear(&read);
    if (!next_word(&fen, word))
        return why_not(why, "FEN board: empty");
    if (!read_board(word, &read, why))
        return false;
    bool more = next_word(&fen, word);
    if (more && strcmp(word, "-") == 0) /* this is an empty list of hidden pieces, which programs for Jieqi send */
        more = next_word(&fen, word);
    Side side = RED;
    bool left_out = false;
    if (more && !read_side(word, &side, &left_out)) {
        Text clean = text_over(shown, sizeof shown);
        text_add_clean(&clean, word);
        return why_not(why, "FEN side: invalid value '%s': expected w (or r) or b", shown);
    }
    read.side = side;

    /* Of the remaining words, at most two numbers are used; everything else is ignored
     * (protocol/UCCI.md, section 34). */
    int64_t numbers[2] = {0, 1}, value;
    int found = 0;
    bool sought = left_out, none; /* the side may also follow the dashes */
    for (; more && (left_out || next_word(&fen, word)); left_out = false)
        if (sought && read_side(word, &side, &none) && !none)
            read.side = side, sought = false;
        else if (found < 2 && ascii_is_digit(*word) && word_number(word, &value))
            numbers[found++] = value;
    if (found == 2) {
        read.quiet_plies = (uint16_t)(numbers[0] <= FEN_MOST_QUIET ? numbers[0] : 0);
        read.game_ply = (uint16_t)(numbers[1] >= 1 && numbers[1] <= FEN_MOST_MOVES ? 2 * (numbers[1] - 1) : 0);
    }
    read.game_ply = (uint16_t)(read.game_ply + read.side);

    read.key = position_key_from_scratch(&read);
    Side waiting = opponent(side_to_move(&read));
    Square k = king_square(&read, waiting), other = king_square(&read, side_to_move(&read));
    if (same_file(k, other) && pieces_between(&read, k, other) == 0)
        return why_not(why, "FEN board: the kings face each other on the open %c file", square_text(k).text[0]);
    if (in_check(&read, waiting))
        return why_not(why, "FEN side: %s is in check, but it is not its turn", colour(waiting, why_language(why)));
    *pos = read;
    return true;
}

static const char list_order[FEN_LIST_SIZE + 1] = "RNBAKABNRCCPPPPPrnbakabnrccppppp";

Piece fen_list_piece(int number)
{
    assert(in_range(number, 0, FEN_LIST_SIZE - 1));
    return piece_from_letter(list_order[number]);
}

bool fen_read_list(const Square squares[FEN_LIST_SIZE], Side side, Position *pos, Text *why)
{
    char board[RANKS][FILES + 1], fen[FEN_SIZE];
    memset(board, '1', sizeof board);
    for (int i = 0; i < FEN_LIST_SIZE; i++) {
        if (squares[i] != SQ_NONE)
            board[RANKS - 1 - square_rank(squares[i])][square_file(squares[i])] = list_order[i];
    }
    for (int r = 0; r < RANKS; r++)
        board[r][FILES] = r + 1 < RANKS ? '/' : ' ';
    snprintf(fen, sizeof fen, "%.*s%c", (int)sizeof board, board[0], side == RED ? 'w' : 'b');
    return fen_read(fen, pos, why);
}

char *fen_moves(const char *fen)
{
    char word[FEN_SIZE];
    while (next_word(&fen, word))
        ;
    return strcmp(word, "moves") == 0 ? (char *)fen : NULL;
}

bool fen_read_played(const char *fen, Position *pos, Text *why)
{
    const char *moves = fen_moves(fen);
    char word[FEN_SIZE], shown[24]; /* shown: the word for a message, perhaps truncated */
    Position read;
    if (!fen_read(fen, &read, why))
        return false;
    for (int number = 1; moves && (next_word(&moves, word), *word); number++) {
        Move m;
        Undo undo;
        if (!move_from_iccs(word, &m) || !is_legal(&read, m)) {
            Text clean = text_over(shown, sizeof shown);
            text_add_clean(&clean, word);
            return why_not(why, "FEN: move %d after the position, '%s', is not a legal move such as h2e2", number, shown);
        }
        position_make(&read, m, &undo);
    }
    *pos = read;
    return true;
}

/* ---- FENs as users paste them ---- */

/* Returns the length of the character at `text`: 3 for an escaped one such as %2F, else 1. *sign
 * receives the character. */
static size_t sign_read(const char *text, char *sign)
{
    char digits[3] = {text[0] ? text[1] : '\0', text[0] && text[1] ? text[2] : '\0', '\0'};
    const bool escaped = *text == '%' && ascii_is_hex(digits[0]) && ascii_is_hex(digits[1]);
    const long code = escaped ? strtol(digits, NULL, 16) : 0;
    *sign = escaped && code >= ' ' && code < 127 ? (char)code : *text;
    return *sign == (char)code && escaped ? 3 : 1;
}

/* Returns the number of complete ranks (nine points each, separated by slashes) at the beginning of the
 * text. */
static int ranks_begun(const char *text)
{
    for (int ranks = 0;; ranks++) {
        int points = 0;
        char sign;
        size_t length = sign_read(text, &sign);
        for (; (sign >= '1' && sign <= '9') || piece_from_letter(sign) != NO_PIECE; length = sign_read(text += length, &sign))
            points += ascii_is_digit(sign) ? sign - '0' : 1;
        if (points != FILES)
            return ranks;
        if (sign != '/')
            return ranks + 1;
        text += length;
    }
}

/* Returns the last rank of the board at text. */
static char *last_rank(char *text)
{
    for (int slashes = 0; slashes < RANKS - 1;) {
        char sign;
        text += sign_read(text, &sign);
        slashes += sign == '/';
    }
    return text;
}

/* Finds the board in a link and cuts off what follows the FEN. Returns NULL unless the link has exactly
 * one board and no moves. */
static char *find_in_link(char *link)
{
    char *found = NULL, sign = '\0';
    for (char *at = link; *at;) {
        const int ranks = sign && strchr("/=?#:", sign) ? ranks_begun(at) : 0;
        if (ranks > RANKS || (ranks == RANKS && found))
            return NULL;
        if (ranks == RANKS)
            at = last_rank(found = at);
        at += sign_read(at, &sign);
    }
    if (!found || strstr(link, "moves"))
        return NULL;
    char *last = last_rank(found);
    last[strcspn(last, "/?&#\"'<> ")] = '\0';
    return found;
}

/* Decodes escaped characters and the characters that stand for blanks. */
static void decode(char *text, bool link)
{
    const bool plus = link || !strpbrk(text, " \t_");
    char *out = text;
    for (char sign; *text; *out++ = sign) {
        const size_t length = sign_read(text, &sign);
        if (length == 1 && (*text == '_' || (*text == '+' && plus)))
            sign = ' ';
        text += length;
    }
    *out = '\0';
}

/* Returns the text after `fen`, `FEN:`, `position fen` or the opening of a tag, or the text itself. */
static const char *skip_heading(const char *text)
{
    static const char *const words[] = {"[", "position ", "fen"};
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(words[i]);
        p += strspn(p, BLANKS);
        if (word_begins(p, words[i], length))
            p += length;
        else if (i == 2)
            return text;
    }
    return *p && strchr(":=\"" BLANKS, *p) ? p + strspn(p, ":=" BLANKS) : text;
}

void fen_unwrap(char *text)
{
    static const char opening[] = "\"'`“‘" BLANKS, closing[] = "\"'`”’];" BLANKS;
    static const char *const pockets[] = {"[]", "[-]"};
    const bool link = strstr(text, "://") || word_begins(text, "www.", 4) || strstr(text, "?fen=");
    char *from = link ? find_in_link(text) : text;
    if (!from || !*text)
        return;
    decode(from, link);
    const char *fen = utf8_skip(skip_heading(utf8_skip(from, opening)), opening);
    memmove(text, fen, strlen(fen) + 1);
    for (int i = 0; i < 2; i++) {
        char *pocket = strstr(text, pockets[i]);
        if (pocket)
            memmove(pocket, pocket + strlen(pockets[i]), strlen(pocket + strlen(pockets[i])) + 1);
    }
    char *end = text + strlen(text);
    for (char *at = text; at < end; at++)
        if ((*at & 0xC0) != 0x80 && utf8_skip(at, closing) == end)
            *(end = at) = '\0';
}

bool fen_read_pasted(const char *pasted, Position *pos, Text *why)
{
    char *fen = strdup(pasted);
    if (!fen)
        return why_no_memory(why);
    fen_unwrap(fen);
    const bool read = fen_read_played(fen, pos, why);
    free(fen);
    return read;
}

int fen_write(const Position *pos, char *out)
{
    VERIFY_ASSERT(!position_verify(pos));
    char *c = out;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        int gap = 0;
        for (int file = 0; file < FILES; file++) {
            Piece p = piece_at(pos, square_make(file, rank));
            gap = p == NO_PIECE ? gap + 1 : 0;
            if (gap > 1)
                c--; /* overwrites the previous count */
            *c++ = gap ? (char)('0' + gap) : piece_letter(p);
        }
        if (rank)
            *c++ = '/';
    }
    c += sprintf(c, " %c - - %d %d", pos->side == BLACK ? 'b' : 'w', pos->quiet_plies, pos->game_ply / 2 + 1);
    return (int)(c - out);
}
