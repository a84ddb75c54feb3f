/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/obk_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"

static bool is_letter_or_digit(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Skips the type suffix of a number in C, JavaScript or Rust: 0123456789ABCDEFull, ...n,
 * ..._u64. */
static const char *behind_suffix(const char *s)
{
    const char *rust = s + (*s == '_');
    return strncmp(rust, "u64", 3) == 0 ? rust + 3 : s + strspn(s, "uUlLn");
}

/* Finds the next number: of 16 hexadecimal digits, or, if `marked`, 0x followed by 1 to 16 digits.
 * Moves *at past it. Returns false at the end. */
static bool next_word(const char **at, bool marked, uint64_t *word)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *s = *at;
    while (*s) {
        const bool mark = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
        if (mark)
            s += 2;
        const size_t length = strspn(s, digits);
        const char *end = behind_suffix(s + length);
        if (!is_letter_or_digit(*end) && (marked ? mark && length > 0 && length <= 16 : length == 16)) {
            *word = strtoull(s, NULL, 16);
            *at = end;
            return true;
        }
        while (is_letter_or_digit(*s)) /* skip the rest of another word */
            s++;
        s += *s != '\0' && !is_letter_or_digit(*s);
    }
    *at = s;
    return false;
}

/* Stores the first OBK_WORDS numbers in `found`. Returns how many the text contains. */
static size_t find_words(const char *text, bool marked, uint64_t *found)
{
    size_t count = 0;
    for (uint64_t word; next_word(&text, marked, &word); count++)
        if (count < OBK_WORDS)
            found[count] = word;
    return count;
}

uint64_t obk_key(const ObkWords *words, const Position *pos)
{
    uint64_t key = pos->side == RED ? words->red : 0;
    for (Bitboard all = occupied(pos); all;) {
        const Square s = bb_pop(&all);
        const Piece p = piece_at(pos, s);
        const int type = (int)piece_kind(p) - KING + (piece_side(p) == BLACK ? BOOKDAT_PIECES / 2 : 0);
        key ^= words->piece[type][bookdat_square(s)];
    }
    return key;
}

/* Fills `words` and returns true if they give the start position its known key. */
static bool fits(ObkWords *words, uint64_t red, const uint64_t *pieces)
{
    Position start;
    position_start(&start);
    words->red = red;
    memcpy(words->piece, pieces, sizeof words->piece);
    return obk_key(words, &start) == OBK_START_KEY;
}

bool obk_words_from_text(ObkWords *words, const char *text, Text *why)
{
    uint64_t *found = malloc(OBK_WORDS * sizeof *found);
    if (!found)
        return why_no_memory(why);
    size_t count = find_words(text, false, found);
    if (count != OBK_WORDS && find_words(text, true, found) == OBK_WORDS) /* perhaps written without leading zeros */
        count = OBK_WORDS;
    const bool good = count == OBK_WORDS && (fits(words, found[0], found + 1) || fits(words, found[OBK_WORDS - 1], found));
    free(found);
    if (count != OBK_WORDS)
        return text_fail(why, "%lu numbers of 16 hexadecimal digits, but .obk books have %d key words", (unsigned long)count, OBK_WORDS);
    return good || text_fail(why, "not the key words of .obk books: wrong key of the start position");
}

bool obk_words_read(ObkWords *words, const char *path, Text *why)
{
    enum { LARGEST = 1 << 24 };
    size_t size;
    Text reason = WHY_INIT;
    char *text = file_text(path, LARGEST, &size, why);
    if (!text)
        return false;
    const bool good = obk_words_from_text(words, text, &reason);
    free(text);
    return good || why_path(why, path, "%s", reason.data);
}
