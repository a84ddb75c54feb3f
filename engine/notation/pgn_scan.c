/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/pgn_scan.h"

#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/heads.h"

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

const char *scan_word_end(const char *p)
{
    const char *from = p, *number_end = move_number_end(p);
    if (number_end > p) /* `1.h2e2` without a blank */
        return number_end;
    while (*p != '\0' && !in_set(*p, BLANKS "{}();[") && !begins_with(p, WIDE_BLANK))
        p++;
    return p > from ? p : p + 1; /* a stray brace */
}

bool scan_is_number(const char *word) { return *word && *utf8_skip(utf8_skip(word, MOVE_DIGITS), MOVE_POINTS) == '\0'; }

bool scan_is_ruler(const char *from, const char *to)
{
    return utf8_skip(from, "-=_*~#+/\\|<>·•…—–─━═－＝＿＊～") >= to && !(to - from == 2 && begins_with(from, "--"));
}

int scan_take_marks(char *word)
{
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    char judgement[4] = "", *end = word + strlen(word), *marks = end;
    if (*word == '$') {
        int nag = atoi(word + 1);
        *word = '\0';
        return nag;
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
    int sign = word_among(judgement, signs, sizeof signs / sizeof *signs);
    return sign < (int)(sizeof signs / sizeof *signs) ? sign + 1 : 0;
}
