/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/pgn_read.h"

#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/wxf.h"

ScanTag scan_tag(const char *p, const char *end)
{
    static const char blanks[] = " \t\v\f";
    ScanTag tag = {.name = skip(p + 1, blanks)};
    tag.name_end = skip_until(tag.name, end, " \t\v\f\"]" LINE_ENDS);
    const char *quote = skip(tag.name_end, blanks);
    tag.value = tag.name_end > tag.name && *quote == '"' ? quote + 1 : NULL;
    return tag;
}

bool scan_begins_game(const GameSource *source, const char *p)
{
    const char *line = p;
    if (*p != '[')
        return p > source->at && wxf_begins(p) && scan_begins_line(source, p);
    if (dhtmlxq_begins(p))
        return p > source->at;
    while (line > source->at && in_set(line[-1], " \t"))
        line--;
    if (line == source->at || !in_set(line[-1], LINE_ENDS))
        return false;
    const char *name = skip(p + 1, " \t"), *name_end = skip_until(name, source->end, " \t\"]" LINE_ENDS);
    return name_end > name && *skip(name_end, " \t") == '"';
}

bool scan_begins_game_here(const GameSource *source, const char *p)
{
    if (!scan_begins_game(source, p))
        return false;
    const char *line_end = p - 1; /* end of the previous line, then of the one before it; neither lies before source->at */
    if (*line_end == '\n' && line_end > source->at && line_end[-1] == '\r')
        line_end--;
    return line_end > source->at && in_set(*line_end, LINE_ENDS) && in_set(line_end[-1], LINE_ENDS);
}

bool scan_begins_line(const GameSource *source, const char *p)
{
    assert(source->at <= p && p <= source->end);
    enum { WIDE = sizeof WIDE_BLANK - 1 };
    for (;;)
        if (p > source->at && in_set(p[-1], " \t"))
            p--;
        else if (p - source->at >= WIDE && begins_with(p - WIDE, WIDE_BLANK))
            p -= WIDE;
        else
            return p == source->at || in_set(p[-1], LINE_ENDS);
}

bool scan_begins_moves(const GameSource *source, const char *p)
{
    const char *digit_end = p + (*p == '1' ? 1 : begins_with(p, "１") ? strlen("１") : 0);
    return digit_end > p && utf8_skip(digit_end, MOVE_POINTS) > digit_end && scan_begins_line(source, p);
}

/* Returns true if a move or its number begins at p, directly after a Chinese comma, as in `炮二平五，马8进7；`. `word` is the
 * beginning of the text that is read as one word otherwise. */
static bool scan_follows_comma(const char *p, const char *word)
{
    const size_t size = strlen("，");
    return (size_t)(p - word) > size && utf8_skip(p - size, "，；。") == p && (move_is_begun(p) || move_number_end(p) > p);
}

ScanWord scan_word(const char *p)
{
    ScanWord word = {.end = move_number_end(p)}; /* `1.h2e2` without a blank is two words */
    Text copy = text_over(word.text, sizeof word.text);
    if (word.end == p)
        while (*word.end != '\0' && !in_set(*word.end, BLANKS "{}();[") && !begins_with(word.end, WIDE_BLANK) &&
               !scan_follows_comma(word.end, p))
            word.end++;
    if (word.end == p) /* a stray brace */
        word.end++;
    text_add_bytes(&copy, p, (size_t)(word.end - p));
    return word;
}

bool scan_is_number(const char *word) { return *word && *utf8_skip(utf8_skip(word, MOVE_DIGITS), MOVE_POINTS) == '\0'; }

bool scan_looks_played(const char *word)
{
    Outcome outcome;
    return move_is_begun(word) || outcome_from_text(word, &outcome);
}

bool scan_is_ruler(const char *from, const char *to)
{
    return utf8_skip(from, "-=_*~#+/\\|<>·•…—–─━═－＝＿＊～") >= to && !(to - from == 2 && begins_with(from, "--"));
}

int scan_take_marks(char *word)
{
    char judgement[4] = "", *end = word + strlen(word), *marks = end;
    if (*word == '$') {
        const long nag = strtol(word + 1, NULL, 10);
        *word = '\0';
        return nag >= 1 && nag <= UINT8_MAX ? (int)nag : 0;
    }
    for (char *p = end; p > word;) {
        do
            p--;
        while (p > word && (*p & 0xC0) == 0x80); /* back to the beginning of the character */
        if (utf8_skip(p, MOVE_MARKS) != end)
            break;
        marks = p;
    }
    for (const char *p = marks; *p; p++)
        if (strlen(judgement) + 1 < sizeof judgement && (*p == '!' || begins_with(p, "！")))
            strcat(judgement, "!");
        else if (strlen(judgement) + 1 < sizeof judgement && (*p == '?' || begins_with(p, "？")))
            strcat(judgement, "?");
    *marks = '\0';
    return tree_nag_of_sign(judgement);
}

/* Returns the line number of `place`. A line may end with LF, CR LF or CR. */
int pgn_line(GameSource *source, const char *place)
{
    assert(source->counted <= place && place <= source->end);
    for (; source->counted < place; source->counted++)
        if (*source->counted == '\n' || (*source->counted == '\r' && (source->counted + 1 == source->end || source->counted[1] != '\n')))
            source->line++;
    return source->line;
}

Text *pgn_fault(PgnReader *r, const char *place)
{
    if (r->fault_at)
        return NULL;
    r->fault_at = place;
    return &r->why;
}

void pgn_lose(PgnReader *r, const char *english)
{
    r->levels->state = LINE_TORN;
    text_fail(pgn_fault(r, r->at), "%s", tr(r->why.language, english));
}

void pgn_lack_memory(PgnReader *r) { pgn_lose(r, "out of memory"); }

void pgn_add_text(Text *text, const char *from, const char *to)
{
    for (const char *zero; (zero = memchr(from, '\0', (size_t)(to - from))); from = zero + 1) {
        text_add_bytes(text, from, (size_t)(zero - from));
        text_add_char(text, ' ');
    }
    text_add_bytes(text, from, (size_t)(to - from));
}

PgnQuote pgn_quote(const char *from, const char *to)
{
    PgnQuote q;
    char raw[sizeof q.text];
    Text copy = text_over(raw, sizeof raw), clean = text_over(q.text, sizeof q.text);
    pgn_add_text(&copy, from, to);
    text_add_clean(&clean, raw);
    return q;
}

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

const char *scan_blanks(const char *p, const char *end)
{
    for (;;)
        if (p < end && (*p == '\0' || in_set(*p, BLANKS)))
            p++;
        else if (begins_with(p, WIDE_BLANK))
            p += strlen(WIDE_BLANK);
        else if (begins_with(p, BYTE_ORDER_MARK)) /* written by Windows editors; joined files may contain several */
            p += strlen(BYTE_ORDER_MARK);
        else
            return p;
}

bool scan_has_damage(const char *from, const char *to)
{
    bool damage = false;
    for (const char *p = from; !damage && p < to; p++)
        damage = *p == '\0' || begins_with(p, "\"]");
    return damage;
}

void pgn_add_comment(PgnReader *r, const char *from, const char *to)
{
    Text *comment = &r->level->comment;
    span_trim(&from, &to);
    if (from == to)
        return;
    if (r->level->state >= LINE_LOST) {
        r->game->report.lost_comments++;
        return;
    }
    if (comment->length > 0)
        text_add_char(comment, ' ');
    pgn_add_text(comment, from, to);
    if (comment->failed)
        pgn_lack_memory(r);
}
