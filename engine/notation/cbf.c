/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/cbf.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/page.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/pgn.h"
#include "engine/notation/tags.h"
#include "engine/notation/tree_builder.h"

static const char root[] = "<ChineseChessRecord", root_end[] = "</ChineseChessRecord>", cdata[] = "<![CDATA[", cdata_end[] = "]]>";

/* The root element follows a declaration and, in some files, comments. */
bool cbf_begins(const char *data, size_t length)
{
    enum { SEARCHED = 1000 };
    const char *end = data + (length < SEARCHED ? length : SEARCHED);
    for (const char *p = data; end - p >= (ptrdiff_t)strlen(root); p++)
        if (*p == '<' && memcmp(p, root, strlen(root)) == 0)
            return true;
    return false;
}

/* An element: its attributes and its content. */
typedef struct Element {
    const char *attributes, *attributes_end;
    const char *content, *content_end;
    const char *next; /* end of the element */
} Element;

/* Returns true if a tag of that name, opening or closing, begins at `at`, which points to a bracket. */
static bool cbf_is_tag(const char *at, const char *name)
{
    const size_t length = strlen(name);
    return begins_with(at + 1, name) && at[1 + length] != '\0' && strchr(BLANKS "/>", at[1 + length]);
}

/* Returns the next bracket at or after `at` that is not part of a CDATA section. Returns NULL if there
 * is no bracket before `end` or the section is not closed. */
static const char *cbf_next_bracket(const char *at, const char *end)
{
    while ((at = memchr(at, '<', (size_t)(end - at))) && begins_with(at, cdata)) {
        at = strstr(at, cdata_end);
        if (!at || at >= end)
            return NULL;
    }
    return at;
}

/* Finds the next element of that name that contains no element of the same name. Returns false if there
 * is none before `end`, or if the element is not closed. */
static bool cbf_next_element(const char *at, const char *end, const char *name, Element *e)
{
    const size_t length = strlen(name);
    while ((at = cbf_next_bracket(at, end)) && !cbf_is_tag(at, name))
        at++;
    e->attributes = at ? at + 1 + length : NULL;
    e->attributes_end = at ? memchr(at, '>', (size_t)(end - at)) : NULL;
    if (!e->attributes_end)
        return false;
    e->content = e->content_end = e->next = e->attributes_end + 1;
    if (e->attributes_end[-1] == '/')
        return true;
    for (const char *p = e->content; (p = cbf_next_bracket(p, end)); p++)
        if (p[1] == '/' && cbf_is_tag(p + 1, name)) {
            e->content_end = p;
            e->next = p + length + 3;
            return true;
        }
    return false;
}

/* Returns the value of the attribute, which ends at its closing quote, or NULL if the element does not
 * have the attribute. */
static const char *cbf_attribute(const Element *e, const char *name)
{
    const size_t length = strlen(name);
    for (const char *p = e->attributes; p + length + 2 < e->attributes_end; p++)
        if (strchr(BLANKS, p[-1]) && begins_with(p, name) && p[length] == '=' && (p[length + 1] == '"' || p[length + 1] == '\''))
            return p + length + 2;
    return NULL;
}

/* Returns the content of the element without blanks at its ends. The caller frees it. Returns NULL if
 * the content is empty, or if an allocation fails, which sets *failed. */
static char *cbf_text(const Element *e, bool *failed)
{
    Text text = TEXT_INIT;
    char character[5];
    for (const char *p = e->content; p < e->content_end;) {
        const char *end = begins_with(p, cdata) ? strstr(p, cdata_end) : NULL;
        const size_t entity = *p == '&' ? page_read_entity(p, character) : 0;
        if (end && end < e->content_end) {
            text_add_bytes(&text, p + strlen(cdata), (size_t)(end - p) - strlen(cdata));
            p = end + strlen(cdata_end);
        } else if (entity > 0) {
            text_add(&text, character);
            p += entity;
        } else {
            text_add_char(&text, *p++);
        }
    }
    *failed |= text.failed;
    return text_trimmed(text_take(&text));
}

/* Returns the text of a field in the header, as cbf_text() does. */
static char *cbf_field(const Element *head, const char *name, bool *failed)
{
    Element e;
    return cbf_next_element(head->content, head->content_end, name, &e) ? cbf_text(&e, failed) : NULL;
}

/* Reads the header. If the start position is damaged, stores its position in *fault_at. */
static bool cbf_read_head(const Element *head, GameTree *game, const char **fault_at, Text *why)
{
    static const char *const tags[][2] = {
        {"Contest", TAG_EVENT},
        {"Name", TAG_TITLE},
        {"Site", TAG_SITE},
        {"Date", TAG_DATE},
        {"Round", TAG_ROUND},
        {"Group", TAG_GROUP},
        {"Table", TAG_TABLE},
        {"Red", TAG_RED},
        {"RedTeam", TAG_RED_TEAM},
        {"RedRating", TAG_RED_ELO},
        {"Black", TAG_BLACK},
        {"BlackTeam", TAG_BLACK_TEAM},
        {"BlackRating", TAG_BLACK_ELO},
        {"TimeRule", TAG_TIME_CONTROL},
        {"From", TAG_SOURCE},
        {"Commentator", TAG_ANNOTATOR},
        {"Referee", TAG_REFEREE},
        {"Recorder", TAG_RECORDER},
        {"Creator", TAG_CREATOR},
        {"ECCO", TAG_ECCO},
        {"ResultType", TAG_TERMINATION},
        {"ContestType", TAG_EVENT_TYPE},
        {"RedTime", TAG_RED_TIME},
        {"BlackTime", TAG_BLACK_TIME},
        {"RecordKind", TAG_TYPE},
        {"URL", TAG_URL},
        {"CommentatorURL", TAG_ANNOTATOR_URL},
        {"CreatorURL", TAG_CREATOR_URL},
        {"DateCreated", TAG_CREATED},
        {"DateModified", TAG_MODIFIED},
    };
    bool failed = false;
    Element fen;
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        char *value = cbf_field(head, tags[i][0], &failed);
        failed |= value && !tree_set_tag(game, tags[i][1], value);
        free(value);
    }
    char *result = cbf_field(head, "RecordResult", &failed);
    char *start = cbf_next_element(head->content, head->content_end, "FEN", &fen) ? cbf_text(&fen, &failed) : NULL;
    game->outcome = result && result[0] && !result[1] ? tree_outcome_numbered(result[0] - '0') : OUTCOME_OPEN;
    game->start_given = start != NULL;
    game->start_lost = start && !fen_read(start, &game->start, why);
    if (game->start_lost)
        *fault_at = fen.content;
    free(result);
    free(start);
    return failed ? why_no_memory(why) : !game->start_lost;
}

static bool cbf_is_set(const Element *e, const char *name)
{
    const char *value = cbf_attribute(e, name);
    return value && (*value == '1' || *value == 't');
}

/* Reads the moves. The comment on the start position is stored with the first move. Returns false with
 * the reason if a move is missing or incomplete. */
static bool cbf_read_moves(const char *at, const char *end, GameTree *game, Text *why)
{
    TreeBuilder builder;
    Element e;
    bool failed = false, first = true;
    builder_begin(&builder, game);
    for (; !builder_ended(&builder) && cbf_next_element(at, end, "Move", &e); at = e.next, first = false) {
        const char *value = cbf_attribute(&e, "value");
        const bool whole = value && strspn(value, "0123456789-") == 5;
        const Move move = whole ? move_make(square_from_digits(value), square_from_digits(value + 3)) : move_make(SQ_NONE, SQ_NONE);
        char *comment = cbf_text(&e, &failed);
        if (first && whole && memcmp(value, value + 3, 2) == 0)
            builder_set_comment(&builder, comment);
        else
            builder_add(&builder, move, comment, cbf_is_set(&e, "end"), cbf_is_set(&e, "branch"));
    }
    const bool whole = builder_ended(&builder) || strstr(at, "</MoveList>") || strstr(at, root_end);
    if (!builder_end(&builder, why))
        return false;
    if (failed)
        return why_no_memory(why);
    return whole || why_not(why, "the file ends within the moves");
}

bool cbf_read(GameSource *source, GameTree *game, Language language)
{
    const char *at = source->at, *end = source->end, *fault_at = end;
    Text why = WHY_IN(language);
    Element head;
    source->at = end;
    if (at == end)
        return false;
    if (!cbf_next_element(at, end, "Head", &head))
        why_not(&why, "the file ends within the record");
    else if (cbf_read_head(&head, game, &fault_at, &why))
        cbf_read_moves(head.next, end, game, &why);
    tree_set_fault(game, pgn_line(source, fault_at), &why);
    return true;
}
