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

/* Returns the tag for the header field whose name begins at p, and moves *after past the name. Returns NULL
 * if the line, which ends at `end`, is not a header field. `name` receives the name, which is the tag of an
 * unknown field; such a name must be in capitals. */
static const char *wxf_field_tag(const char *p, const char *end, char name[NAME_MOST], const char **after)
{
    static const char *const known[][2] = {{"FORMAT", ""},     {"GAME", "Title"},       {"VENUE", "Site"},
                                           {"PLACE", "Site"},  {"TIME", "TimeControl"}, {"TIMECONTROL", "TimeControl"},
                                           {"FEN", "FEN"},     {"EVENT", "Event"},      {"DATE", "Date"},
                                           {"ROUND", "Round"}, {"RESULT", "Result"},    {"OPENING", "Opening"},
                                           {"RED", "Red"},     {"BLACK", "Black"},      {"AUTHOR", "Author"},
                                           {"SITE", "Site"},   {"REMARK", "Remark"}};
    int length = 0, capitals = 0;
    for (; ascii_is_letter(p[length]) && length + 1 < NAME_MOST; length++) {
        capitals += ascii_is_upper(p[length]);
        name[length] = length == 0 ? ascii_upper(p[length]) : ascii_lower(p[length]);
    }
    name[length] = '\0';
    *after = p + length;
    if (*after != end && **after != ' ' && **after != '\t')
        return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (word_is(name, known[i][0]))
            return known[i][1];
    return length > 1 && capitals == length ? name : NULL;
}

/* Reads a header field, whose tag is empty if it is not kept, or another line, which is a remark. Returns
 * false if an allocation fails. */
static bool wxf_read_line(GameTree *game, const char *p, const char *end, Text *remarks)
{
    char name[NAME_MOST];
    const char *value, *tag = wxf_field_tag(p, end, name, &value);
    if (!tag) {
        if (remarks->length > 0)
            text_add_char(remarks, '\n');
        return text_add_bytes(remarks, p, (size_t)(end - p));
    }
    if (strcmp(tag, "Red") == 0 || strcmp(tag, "Black") == 0)
        return wxf_read_player(game, tag, value, end);
    return *tag == '\0' || wxf_set_tag(game, tag, value, end);
}

const char *wxf_read_heads(const char *p, const char *end, GameTree *game, bool *moves, Text *remarks)
{
    assert(p <= end && wxf_begins(p));
    *moves = false;
    for (const char *first = p; p < end && (p == first || (!wxf_begins(p) && *p != '[') || wxf_start(p)); p += strspn(p, BLANKS)) {
        const char *start = wxf_start(p), *stop = line_stop(p, end);
        if (start) {
            *moves = true;
            return start;
        }
        if (!wxf_read_line(game, p, stop, remarks))
            return NULL;
        p = stop;
    }
    return p;
}
