/* SPDX-License-Identifier: GPL-3.0-only */
/* Tags, header fields, and other text before the moves. */
#include "engine/notation/pgn_read.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/notation/tags.h"
#include "engine/notation/wxf.h"

/* Marks the start position as lost, so that no move can be played. */
static void tag_lose_start(PgnReader *r)
{
    r->game->start_lost = true;
    r->levels->state = LINE_LOST;
}

/* Reports a fault in the tag that begins here and skips its line. If the damaged tag is the FEN, the
 * moves cannot be played. */
static void tag_refuse(PgnReader *r, const char *english)
{
    const char *line_end = line_stop(r->at, r->end);
    r->game->start_lost |= fen_find(r->at, line_end) != NULL;
    const char *name = skip(r->at + 1, " \t");
    r->game->start_lost |= word_begins(name, TAG_FEN, strlen(TAG_FEN)) && !ascii_is_letter(name[strlen(TAG_FEN)]);
    if (r->game->start_lost)
        tag_lose_start(r);
    why_not(pgn_fault(r, r->at), "tag '%s'%s", pgn_quote(r->at, line_end).text, tr(r->why.language, english));
    r->at = line_end;
}

/* Returns the closing quote of the value that begins at p, or NULL. Many programs do not escape quotes
 * inside values. The closing quote is therefore the last one before the bracket or, if the bracket is
 * missing, before the end of the line. */
static const char *tag_value_end(const PgnReader *r, const char *p)
{
    for (; p < r->end && !in_set(*p, LINE_ENDS); p++)
        if (*p == '\\' && in_set(p[1], "\"\\"))
            p++;
        else if (*p == '"' && (in_set(*skip(p + 1, " \t"), "]" LINE_ENDS) || skip(p + 1, " \t") == r->end))
            return p;
    return NULL;
}

/* Reads `[Name "value"]`, where the value may contain \" and \\. */
static void tag_read(PgnReader *r)
{
    const ScanTag tag = scan_tag(r->at, r->end);
    const char *value = tag.value;
    if (!value) {
        tag_refuse(r, " has no value in quotes");
        return;
    }
    const char *end = tag_value_end(r, value);
    if (!end) {
        tag_refuse(r, ": the closing quote is missing");
        return;
    }
    const char *bracket = skip(end + 1, " \t");
    Text key = TEXT_INIT, text = TEXT_INIT;
    pgn_add_text(&key, tag.name, tag.name_end);
    for (; value < end; value++) {
        if (*value == '\\' && in_set(value[1], "\"\\")) /* skip the backslash */
            value++;
        pgn_add_text(&text, value, value + 1);
    }
    if (key.failed || text.failed || !tree_set_tag(r->game, key.data, text.data))
        pgn_lack_memory(r);
    text_free(&key);
    text_free(&text);
    r->at = bracket + (*bracket == ']');
}

bool pgn_begins_next_tags(const PgnReader *r)
{
    const ScanTag tag = scan_tag(r->at, r->end);
    const size_t length = (size_t)(tag.name_end - tag.name);
    const char *fen = tag.value && length == strlen("FEN") && begins_with(tag.name, "FEN") ? tree_tag(r->game, "FEN") : NULL;
    if (fen)
        return strncmp(tag.value, fen, strlen(fen)) != 0 || tag.value[strlen(fen)] != '"';
    if (r->game->tag_count == 0 || !scan_begins_game_here(r->source, r->at))
        return false;
    const char *first = r->game->tags[0].name;
    return strlen(first) == length && begins_with(tag.name, first);
}

void pgn_refuse_start(PgnReader *r)
{
    tag_lose_start(r);
    why_not(pgn_fault(r, r->at), "the game has a start position of its own and cannot begin at the one given");
}

/* Renames a tag that gives the start position under another name, unless there is a FEN. */
static void tag_name_start(PgnReader *r)
{
    static const char *const names[] = {"StartFEN",        "InitialFEN", "SetUpFEN", "Position", "StartPosition", "StartingPosition",
                                        "InitialPosition", "SetUp",      "Start",    "局面",     "初始局面",      "棋局"};
    enum { NAMES = sizeof names / sizeof *names };
    bool given = tree_tag(r->game, TAG_FEN) != NULL;
    for (int i = 0; !given && i < r->game->tag_count; i++) {
        TreeTag *tag = &r->game->tags[i];
        const bool position = fen_find(tag->value, tag->value + strlen(tag->value));
        if (!word_is(tag->name, TAG_FEN) && !(position && word_among(tag->name, names, NAMES) < NAMES))
            continue;
        char *name = strdup(TAG_FEN);
        if (!name) {
            pgn_lack_memory(r);
            return;
        }
        free(tag->name);
        tag->name = name;
        given = true;
    }
}

void pgn_begin_moves(PgnReader *r, PgnPart part)
{
    assert(r->part == PART_HEAD && part != PART_HEAD);
    r->part = part;
    tag_name_start(r);
    const char *fen = tree_tag(r->game, "FEN");
    char *unwrapped = strdup(fen ? fen : "");
    if (!unwrapped) {
        pgn_lack_memory(r);
        return;
    }
    fen_unwrap(unwrapped);
    r->game->start_given = fen != NULL;
    if (!fen && r->source->start)
        r->game->start = *r->source->start;
    if (fen && r->source->start) {
        pgn_refuse_start(r);
    } else if (fen && !fen_read(unwrapped, &r->game->start, r->fault_at ? NULL : &r->why)) {
        tag_lose_start(r);
        pgn_fault(r, r->at);
    }
    free(unwrapped);
    if (!r->game->start_lost)
        builder_begin(&r->tree, r->game);
}

/* Reads the header fields in the line at r->at, the first of which is given. */
static void tag_read_heads(PgnReader *r, TextHead *head)
{
    Text value = TEXT_INIT;
    r->headed = true;
    do {
        text_cut(&value, 0);
        pgn_add_text(&value, head->from, head->to);
        if (value.failed || (value.length > 0 && *head->tag && !tree_set_tag(r->game, head->tag, value.data)))
            pgn_lack_memory(r);
        r->at = skip(head->after, " \t");
    } while (!in_set(*r->at, LINE_ENDS) && head_read(r->at, r->end, head));
    text_free(&value);
}

bool pgn_begins_head(const PgnReader *r, TextHead *head) { return scan_begins_line(r->source, r->at) && head_read(r->at, r->end, head); }

/* Skips a word between the header and the moves, such as a word of a title line. Returns false if the
 * moves or a comment begin here. */
static bool tag_skip_headline(PgnReader *r)
{
    const ScanWord word = scan_word(r->at);
    const bool played = utf8_skip(word.text, MOVE_DIGITS) > word.text || scan_looks_played(word.text);
    if (in_set(*r->at, "{(;") || (played && !scan_is_ruler(r->at, word.end)))
        return false;
    r->at = word.end;
    return true;
}

/* Reads the header of a WXF file. Returns false if the moves follow. */
static bool tag_read_wxf(PgnReader *r)
{
    bool braces;
    Text remarks = TEXT_INIT;
    const char *after = wxf_read_heads(r->at, r->end, r->game, &braces, &remarks);
    r->at = scan_blanks(after ? after : r->end, r->end);
    pgn_add_comment(r, remarks.data, remarks.data + remarks.length);
    text_free(&remarks);
    if (!after)
        pgn_lack_memory(r);
    else if (braces)
        pgn_begin_moves(r, PART_BRACES);
    else
        why_not(pgn_fault(r, r->at), "the moves do not begin with 'START{'");
    return !braces;
}

/* Reads a paragraph between the header and the moves if it is a remark. A paragraph that is not one is looked at
 * only once. */
static bool tag_read_remark(PgnReader *r)
{
    return (!r->passed || r->at >= r->passed) && scan_begins_line(r->source, r->at) && pgn_read_remark(r, false);
}

bool pgn_read_head(PgnReader *r)
{
    TextHead head;
    if (r->game->tag_count == 0 && wxf_begins(r->at))
        return tag_read_wxf(r);
    if (*r->at == '[') {
        r->headed = false;
        tag_read(r);
        return true;
    }
    if (pgn_begins_head(r, &head)) {
        tag_read_heads(r, &head);
        return true;
    }
    if (r->headed && (tag_read_remark(r) || tag_skip_headline(r)))
        return true;
    pgn_begin_moves(r, PART_MOVES);
    return false;
}

bool pgn_begins_next_heads(const PgnReader *r)
{
    const GameTree *game = r->game;
    TextHead head;
    if (r->part != PART_HEAD)
        return r->level == r->levels && (game->main.plies > 0 || game->tag_count == 0) && r->at > r->source->at &&
               pgn_begins_head(r, &head) && !(head.remark && game->main.plies > 0);
    return r->headed && game->tag_count > 0 && pgn_begins_head(r, &head) && strcmp(head.tag, game->tags[0].name) == 0 && !head.remark;
}
