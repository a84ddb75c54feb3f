/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/booktext.h"

#include "engine/base/minmax.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* Returns the number of bytes before the first line: a byte-order mark, and blanks. */
static size_t text_start(const unsigned char *bytes, size_t size)
{
    size_t at = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < size && bytes[at] != '\0' && strchr(BLANKS, bytes[at]))
        at++;
    return at;
}

bool booktext_begins(const unsigned char *bytes, size_t size)
{
    char word[5] = "";
    Move move;
    const size_t at = text_start(bytes, size);
    if (size - at < sizeof word)
        return false;
    memcpy(word, bytes + at, sizeof word - 1);
    return move_from_iccs(word, &move) && (bytes[at + 4] == ' ' || bytes[at + 4] == '\t');
}

/* Reads a line into the row, under the smaller key of the position and its mirror image. The weight
 * may be 0. */
static bool text_read_line(char *line, BookRow *row, Text *why)
{
    int64_t weight;
    Position pos, mirror;
    const char *move = word_next(&line), *number = word_next(&line);
    line += strspn(line, BLANKS);
    if (!number || !move_from_iccs(move, &row->move) || !word_number(number, &weight) || weight < 0 || !line[strcspn(line, BLANKS)])
        return why_not(why, "expected a move, a weight and a position, as in 'b2e2 100 %s'", FEN_START);
    if (!fen_read(line, &pos, why))
        return false;
    position_mirror(&pos, &mirror);
    row->key = pos.key;
    if (mirror.key < pos.key) {
        row->key = mirror.key;
        row->move = move_mirror(row->move);
    }
    row->weight = (int)clamp_i64(weight, 0, BOOKTEXT_HEAVIEST);
    row->score = SCORE_NONE;
    return true;
}

bool booktext_read(BookRows *book, char *text, size_t size, Text *why)
{
    char *at = text + text_start((const unsigned char *)text, size);
    size_t length;
    int number = 1;
    Text fault = WHY_IN(why_language(why));
    *book = (BookRows){0};
    for (const char *c = text; c < at; c++)
        number += *c == '\n';
    for (char *line; (line = line_next(&at, text + size, &length)); number++) {
        BookRow row;
        if (length == strspn(line, BLANKS))
            continue;
        if (strlen(line) != length ? !why_not(&fault, "a zero byte") : !text_read_line(line, &row, &fault))
            return why_not(why, "line %d: %s", number, fault.data);
        if (row.weight > 0 && !book_rows_add(book, row))
            return why_no_memory(why);
    }
    book_rows_sort(book);
    return book->count > 0 || why_not(why, "no moves");
}
