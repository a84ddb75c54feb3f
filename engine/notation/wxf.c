/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/wxf.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/base/words.h"

enum { NAME_MOST = 32 }; /* maximum size of a name in bytes, including the terminator */

/* If the text at p is the given word of a WXF file, returns the end of the word, otherwise NULL. */
static const char *wxf_word(const char *p, const char *word)
{
    const size_t length = strlen(word);
    return word_begins(p, word, length) && !(ascii_is_letter(p[length]) || ascii_is_digit(p[length])) ? p + length : NULL;
}

/* Returns the text after `START{`, or NULL if the moves do not begin at p. */
static const char *wxf_start(const char *p)
{
    const char *after = wxf_word(p, "START");
    after = after ? after + strspn(after, BLANKS) : NULL;
    return after && *after == '{' ? after + 1 : NULL;
}

bool wxf_begins(const char *p)
{
    const char *format = *p == 'F' || *p == 'f' ? wxf_word(p, "FORMAT") : NULL;
    if (format) {
        format += strspn(format, " \t");
        return wxf_word(format, "WXF") || wxf_word(format, "AXF") || wxf_word(format, "ICCS");
    }
    return (*p == 'S' || *p == 's') && wxf_start(p);
}

static bool wxf_set_tag(GameTree *game, const char *name, const char *from, const char *to)
{
    Text text = TEXT_INIT;
    span_trim_wide(&from, &to);
    bool good = from == to || (text_add_bytes(&text, from, (size_t)(to - from)) && tree_set_tag(game, name, text.data));
    text_free(&text);
    return good;
}

/* Reads a player's header field: `name; rating; title; team`. */
static bool wxf_read_player(GameTree *game, const char *side, const char *from, const char *to)
{
    static const char *const parts[] = {"", "Elo", "Title", "Team"};
    enum { PLAYER_PARTS = sizeof parts / sizeof *parts };
    bool good = true;
    for (int i = 0; i < PLAYER_PARTS && from <= to && good; i++) {
        char name[2 * NAME_MOST];
        const char *stop = i + 1 < PLAYER_PARTS ? memchr(from, ';', (size_t)(to - from)) : NULL;
        snprintf(name, sizeof name, "%s%s", side, parts[i]);
        if (!stop)
            stop = to;
        while (i + 1 == PLAYER_PARTS && stop > from && stop[-1] == ';') /* remove the empty parts at the end */
            stop--;
        good = wxf_set_tag(game, name, from, stop);
        from = stop + 1;
    }
    return good;
}

/* Reads the header field with that name, from p to `end`. A field with an unknown name becomes a tag of
 * the same name. */
static bool wxf_read_head(GameTree *game, const char *p, const char *name_end, const char *end)
{
    static const char *const words[][2] = {{"FORMAT", ""},
                                           {"GAME", "Title"},
                                           {"VENUE", "Site"},
                                           {"PLACE", "Site"},
                                           {"FEN", "FEN"},
                                           {"TIME", "TimeControl"},
                                           {"TIMECONTROL", "TimeControl"}};
    char name[NAME_MOST];
    const size_t length = (size_t)(name_end - p);
    if (length == 0 || length >= sizeof name)
        return true;
    for (size_t i = 0; i < length; i++)
        name[i] = (char)(i == 0 ? ascii_upper(p[i]) : ascii_lower(p[i]));
    name[length] = '\0';
    if (strcmp(name, "Red") == 0 || strcmp(name, "Black") == 0)
        return wxf_read_player(game, name, name_end, end);
    const char *tag = name;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word_is(name, words[i][0]))
            tag = words[i][1];
    return *tag == '\0' || wxf_set_tag(game, tag, name_end, end);
}

/* Reads the line at p if it is a header field. Returns the end of the line, or NULL if an allocation
 * fails. */
static const char *wxf_read_line(GameTree *game, const char *p, const char *end)
{
    const char *name_end = p, *line_end = line_stop(p, end);
    while (ascii_is_letter(*name_end))
        name_end++;
    const bool is_head = name_end == line_end || *name_end == ' ' || *name_end == '\t';
    return !is_head || wxf_read_head(game, p, name_end, line_end) ? line_end : NULL;
}

const char *wxf_read_heads(const char *p, const char *end, GameTree *game, bool *moves)
{
    assert(p <= end && wxf_begins(p));
    *moves = false;
    for (const char *first = p; p && p < end && (p == first || (!wxf_begins(p) && *p != '[') || wxf_start(p));) {
        const char *start = wxf_start(p);
        if (start) {
            *moves = true;
            return start;
        }
        p = wxf_read_line(game, p, end);
        p = p ? p + strspn(p, BLANKS) : NULL;
    }
    return p;
}
