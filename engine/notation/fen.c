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
#include "engine/notation/game_tree.h"
#include "engine/notation/names.h"
#include "engine/notation/notation.h"
#include "engine/rules/result.h"

static Piece piece_from_letter(char c)
{
    c = c == 'E' ? 'B' : c == 'e' ? 'b' : c == 'H' ? 'N' : c == 'h' ? 'n' : c;
    for (Piece p = NO_PIECE; p < PIECES; p++)
        if (piece_kind(p) != NO_KIND && piece_letter(p) == c)
            return p;
    return NO_PIECE;
}

/* Pieces in boards of Chinese characters. Red's characters for the rook, knight and cannon come first; which of
 * the others are Red's depends on the file, see fold_pieces(). */
static const struct {
    const char *word;
    char letter;
} piece_words[] = {
    {"帅", 'K'}, {"帥", 'K'}, {"仕", 'A'}, {"相", 'B'}, {"兵", 'P'}, {"俥", 'R'}, {"傌", 'N'}, {"車", 'R'}, {"馬", 'N'}, {"炮", 'C'},
    {"将", 'k'}, {"將", 'k'}, {"士", 'a'}, {"象", 'b'}, {"卒", 'p'}, {"车", 'r'}, {"马", 'n'}, {"砲", 'c'}, {"包", 'c'},
};

enum { PIECE_WORDS = sizeof piece_words / sizeof *piece_words, PIECE_WORD_SIZE = sizeof "帅" - 1 };

/* Returns the letter of the piece whose Chinese character is at p, or '\0'. */
static char piece_word_letter(const char *p)
{
    int i = 0;
    while (i < PIECE_WORDS && !begins_with(p, piece_words[i].word))
        i++;
    return i < PIECE_WORDS ? piece_words[i].letter : '\0';
}

/* Returns "red", or "红方". */
static const char *colour(Side side, Language l) { return tr(l, side == RED ? N_("red") : N_("black")); }

/* Returns the English plural ending for this count. */
static const char *plural(int count, Language l) { return count == 1 || l != LANGUAGE_ENGLISH ? "" : "s"; }

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
            const int length = (int)utf8_decode(c, c + strlen(c), NULL);
            return ascii_is_printable((char)byte) || length > 1
                       ? why_not(why, "FEN board: unknown letter '%.*s' on rank %d", length, c, rank)
                       : why_not(why, "FEN board: unknown byte 0x%02x on rank %d", byte, rank);
        } else {
            if (file < FILES)
                points[rank][file] = p;
            file++;
        }
    }
}

/* Returns the link in a text, or NULL. */
static const char *link_find(const char *text)
{
    const char *link = strstr(text, "://");
    link = link ? link : strstr(text, "?fen=");
    return link || !word_begins(text, "www.", 4) ? link : text;
}

static bool read_board(const char *text, Position *pos, Text *why)
{
    Language l = why_language(why);
    Piece points[RANKS][FILES] = {{NO_PIECE}};
    if (word_is(text, "startpos")) {
        position_start(pos);
        return true;
    }
    if (link_find(text))
        return why_not(why, "FEN: the link contains no position, or several, or moves: copy the FEN itself");
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
    static const char *const words[] = {"w", "r", "red", "white", "红", "紅", "红方", "紅方", "b", "black", "黑", "黑方"};
    enum { WORDS = sizeof words / sizeof *words, OF_RED = 8 };
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

/* Returns true if the word can be a field of a FEN after the board: a side, dashes, a number, or a link, which
 * users paste with it. */
static bool is_field(const char *word)
{
    Side side;
    bool left_out;
    return word[strspn(word, "-0123456789")] == '\0' || strstr(word, "://") || (read_side(word, &side, &left_out) && !left_out);
}

char *fen_moves(const char *fen)
{
    char word[FEN_SIZE];
    for (bool board = true;; board = false) {
        const char *at = fen + strspn(fen, " \t\r\n");
        if (!next_word(&fen, word) || !(board || is_field(word)))
            return *at ? (char *)at : NULL;
    }
}

bool fen_read_played(const char *fen, Position *pos, Text *why)
{
    const char *moves = fen_moves(fen);
    char word[FEN_SIZE], shown[24]; /* shown: the word for a message, perhaps truncated */
    Position read;
    if (!fen_read(fen, &read, why))
        return false;
    for (int number = 1; moves && (next_word(&moves, word), *word);) {
        Move m;
        Undo undo;
        Outcome outcome;
        const char *move = move_after_number(word);
        if (!*move || strcmp(move, "moves") == 0 || outcome_from_text(move, &outcome))
            continue;
        if (move_from_text(&read, move, &m, NULL) != READ_MOVE) {
            Text clean = text_over(shown, sizeof shown);
            text_add_clean(&clean, word);
            return why_not(why, "FEN: move %d after the position, '%s', is not a legal move such as h2e2", number, shown);
        }
        if (number++ > TREE_LONGEST)
            return why_not(why, "FEN: more than %d moves follow the position", TREE_LONGEST);
        position_make(&read, m, &undo);
    }
    *pos = read;
    return true;
}

/* ---- FENs as users paste them ---- */

/* Replaces full-width forms of ASCII characters, and blanks without width or of another width, in place. */
static void fold_wide(char *text)
{
    char *out = text;
    for (size_t length; *text; text += length) {
        uint32_t code = 0;
        length = utf8_decode(text, text + 4, &code);
        if (code >= 0xFF01 && code <= 0xFF5E) {
            *out++ = (char)(code - 0xFF01 + '!');
        } else if (code == 0x3000 || code == 0xA0 || code == 0x200B || code == 0xFEFF) {
            *out++ = ' ';
        } else {
            length = length ? length : 1;
            memmove(out, text, length);
            out += length;
        }
    }
    *out = '\0';
}

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

/* Returns the length of the number of empty points or the piece at `text`, or 0. *points receives how many points it
 * stands for. */
static size_t points_read(const char *text, int *points)
{
    char sign;
    const size_t length = sign_read(text, &sign);
    *points = sign >= '1' && sign <= '9' ? sign - '0' : 1;
    return ascii_is_digit(sign)                  ? (sign > '0' ? length : 0)
           : piece_from_letter(sign) != NO_PIECE ? length
           : piece_word_letter(text)             ? PIECE_WORD_SIZE
                                                 : 0;
}

/* Returns the number of complete ranks (nine points each, separated by slashes) at the beginning of the
 * text. *rest receives the text after them. */
static int ranks_begun(const char *text, const char **rest)
{
    for (int ranks = 0;; ranks++) {
        int points = 0, more;
        char sign;
        for (size_t length; (length = points_read(text, &more)) > 0; text += length)
            points += more;
        const size_t length = sign_read(text, &sign);
        if (points != FILES)
            return ranks;
        *rest = text;
        if (sign != '/')
            return ranks + 1;
        text += length;
    }
}

/* Returns the number of complete boards in a text; *board receives the first one and *rest the text
 * after it. A slash may precede a board only in a link. */
static int boards_find(const char *text, const char **board, const char **rest)
{
    const char *link = link_find(text), *end;
    char sign, before = ' ';
    int count = 0;
    for (size_t length; *text; before = sign, text += length) {
        const bool begins = !ascii_is_digit(before) && !ascii_is_letter(before) && (before != '/' || (link && link < text));
        const int ranks = begins ? ranks_begun(text, &end) : 0;
        length = sign_read(text, &sign);
        if (ranks >= RANKS) { /* with more ranks, it is not a board, and no board begins within it */
            if (ranks == RANKS && count++ == 0) {
                *board = text;
                *rest = end;
            }
            length = (size_t)(end - text);
            sign = '1';
        }
    }
    return count;
}

/* Returns the beginning of the letters, digits and Chinese pieces before `at`, at or after `from`. */
static const char *board_begin(const char *from, const char *at)
{
    for (;;)
        if (at - from >= PIECE_WORD_SIZE && piece_word_letter(at - PIECE_WORD_SIZE))
            at -= PIECE_WORD_SIZE;
        else if (at > from && (ascii_is_digit(at[-1]) || ascii_is_letter(at[-1])))
            at--;
        else
            return at;
}

/* Returns the number of complete ranks in a board that may be damaged. *rest receives the text after it. */
static int ranks_within(const char *text, const char **rest)
{
    for (int ranks = 0;; text++) {
        int sum = 0, points;
        for (size_t length; (length = points_read(text, &points)) > 0; text += length)
            sum += points;
        ranks += sum == FILES;
        while (ascii_is_digit(*text) || ascii_is_letter(*text)) /* damage */
            text++;
        if (*text != '/') {
            *rest = text;
            return ranks;
        }
    }
}

const char *fen_find(const char *text, const char *end)
{
    enum { LEAST = 5 };
    const char *at = text;
    for (const char *slash; at < end && (slash = memchr(at, '/', (size_t)(end - at)));) {
        const char *begin = board_begin(at, slash);
        if (ranks_within(begin, &at) >= LEAST && begin < slash)
            return begin;
    }
    return NULL;
}

const char *fen_end(const char *fen, const char *end)
{
    const char *stop = fen;
    for (bool board = true;; board = false) {
        char word[FEN_SIZE];
        const char *at = stop, *from;
        at = utf8_skip(at, " \t" WIDE_BLANK);
        for (from = at; at < end && utf8_skip(at, "\"'`<>(){};,|”’」』】》）；，。" WIDE_BLANK BLANKS) == at;)
            at++;
        snprintf(word, sizeof word, "%.*s", (int)(at - from), from);
        if (at == from || !(board || is_field(word)))
            return stop;
        stop = at;
    }
}

/* Returns true if one of the characters in the set is on the board. */
static bool board_has(const char *board, const char *end, const char *set)
{
    while (board < end && utf8_skip(board, set) == board)
        board++;
    return board < end;
}

/* Returns true if it is certain which sides the rooks, knights and cannons of a board in Chinese characters belong to.
 * `classic`: see fold_pieces(). */
static bool board_has_sides(const char *board, const char *end, bool classic)
{
    const bool rooks = classic || (board_has(board, end, "车") && board_has(board, end, "車")) ||
                       (board_has(board, end, "马") && board_has(board, end, "馬"));
    const bool stone = board_has(board, end, "砲");
    const bool cannons = classic || (board_has(board, end, "炮") ? rooks || stone || board_has(board, end, "包") : !stone);
    return cannons && (rooks || !board_has(board, end, "車馬车马"));
}

/* Replaces the Chinese characters of a board by letters, in place. If 俥 or 傌 is on the board, they are Red's, and 車
 * and 馬 are Black's. Otherwise these are Red's if their other forms, 车 or 马, are Black's. 炮 is Red's and 砲 and 包
 * are Black's. If a side is not certain, changes nothing. */
static void fold_pieces(char *text)
{
    char *board = (char *)fen_find(text, text + strlen(text)), *to = board;
    const char *end = board ? board + strcspn(board, BLANKS) : NULL, *at = board;
    const bool classic = board && board_has(board, end, "俥傌");
    if (!board || !board_has_sides(board, end, classic))
        return;
    while (at < end) {
        const char letter = piece_word_letter(at);
        const bool black = classic && (begins_with(at, "車") || begins_with(at, "馬"));
        *to++ = letter ? (black ? ascii_lower(letter) : letter) : *at;
        at += letter ? PIECE_WORD_SIZE : 1;
    }
    memmove(to, end, strlen(end) + 1);
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

/* Removes what follows the FEN: the rest of a link, or a closing quote or bracket with all after it up to
 * `moves`. `rest` is the text after the board. */
static void cut_rest(char *rest, bool link)
{
    static const char closing[] = "\"'`<>)};|#”’」』】》", trailing[] = "\"'`<>)};|”’」』】》],.。" BLANKS;
    char *moves = link ? NULL : word_find(rest, "moves"), *until = moves ? moves : rest + strlen(rest), *cut = rest;
    if (link)
        cut += strcspn(cut, "/?&#\"'<>");
    while (!link && cut < until && utf8_skip(cut, closing) == cut)
        cut++;
    if (cut < until)
        *cut++ = ' ';
    memmove(cut, until, strlen(until) + 1);
    for (char *end = rest + strlen(rest), *last = end; end > rest; *(end = last) = '\0') {
        do
            last--;
        while (last > rest && (*last & 0xC0) == 0x80); /* back to the beginning of the character */
        if (utf8_skip(last, trailing) != end)
            break;
    }
}

/* Returns the first text with a slash, or `startpos`, without what precedes it; otherwise the whole text. */
static char *board_guess(char *text)
{
    char *at = strpbrk(text, "/");
    if (!at)
        return (at = strstr(text, "startpos")) ? at : text;
    while (at > text && !strchr("\"'`:=([{<>,;|" BLANKS, at[-1]))
        at--;
    return (char *)utf8_skip(at, "“‘「『【《");
}

void fen_unwrap(char *text)
{
    static const char *const pockets[] = {"[]", "[-]"};
    const char *board = NULL, *rest = NULL;
    fold_wide(text);
    fold_pieces(text);
    const char *link = link_find(text);
    const int boards = boards_find(text, &board, &rest);
    const bool in_link = link && (boards == 0 || (link < board && link + strcspn(link, BLANKS) > board));
    if (in_link && (boards != 1 || strstr(text, "moves")))
        return;
    char *from = boards == 1 ? (char *)board : board_guess(text);
    for (int i = 0; i < 2; i++) {
        char *pocket = strstr(from, pockets[i]);
        if (pocket)
            memmove(pocket, pocket + strlen(pockets[i]), strlen(pocket + strlen(pockets[i])) + 1);
    }
    cut_rest(boards == 1 ? (char *)rest : from, in_link);
    decode(from, in_link);
    memmove(text, from, strlen(from) + 1);
}

bool fen_read_pasted(const char *pasted, Position *pos, Text *why)
{
    const char *board, *rest;
    char *fen = strdup(pasted);
    if (!fen)
        return why_no_memory(why);
    fen_unwrap(fen);
    const bool read =
        boards_find(fen, &board, &rest) < 2 ? fen_read_played(fen, pos, why) : why_not(why, "FEN: several positions: give one");
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
