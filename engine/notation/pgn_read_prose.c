/* SPDX-License-Identifier: GPL-3.0-only */
/* Text around the moves, in paragraphs. A remark about the game becomes a comment; headings, titles of
 * columns and advertisement are passed over. */
#include "engine/notation/pgn_read.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/wxf.h"

typedef struct Prose { /* a paragraph */
    const char *end;
    bool sentence; /* true if it contains the end of a sentence, which headings do not have */
    bool address;  /* true if it has the address of a web page */
    bool runs_on;  /* true if a game or its moves begin in the next line */
} Prose;

/* Returns true if the line at p begins a game or its moves. */
static bool prose_begins_game(const GameSource *source, const char *p)
{
    TextHead head;
    return scan_begins_game(source, p) || wxf_begins(p) || (head_read(p, source->end, &head) && !head.remark) || move_number_end(p) > p ||
           scan_looks_played(scan_word(p).text);
}

/* Returns true if the line at p is empty or begins with a line of signs or a bracket. */
static bool prose_stops(const char *p) { return *p == '\0' || in_set(*p, LINE_ENDS "[]{}();<") || scan_is_ruler(p, scan_word(p).end); }

/* Returns true if a sentence ends at p: with a Chinese mark, or with one after a letter at the end of a line.
 * Titles have commas and abbreviations too. `to` is the end of the text. */
static bool prose_is_end(const char *p, const char *to)
{
    const bool follows_letter = ascii_is_letter(p[-1]) || (unsigned char)p[-1] >= 0x80;
    const char *next = skip(p + 1, " \t");
    return utf8_skip(p, "。！？") > p || (in_set(*p, ".!?") && follows_letter && (next >= to || in_set(*next, LINE_ENDS)));
}

/* Describes the paragraph from `from` to prose->end. Returns false if at least half of its words
 * look like moves, or if it contains an embedded or damaged game. */
static bool prose_describe(const char *from, Prose *prose)
{
    int words = 0, moves = 0;
    for (const char *p = from; p < prose->end;) {
        const ScanWord word = scan_word(p);
        if (dhtmlxq_begins(p))
            return false;
        moves += scan_looks_played(word.text);
        words++;
        prose->address |= strstr(word.text, "://") || begins_with(word.text, "www.");
        for (p = word.end; p < prose->end && (*p == '\0' || in_set(*p, BLANKS));)
            p++;
    }
    for (const char *p = from + 1; p < prose->end; p++)
        prose->sentence |= prose_is_end(p, prose->end);
    return 2 * moves < words && !scan_has_damage(from, prose->end);
}

/* Reads the paragraph at p, which ends before an empty line, signs, a bracket or a game. If it begins within
 * a line, it is the rest of that line. Returns false if there is no paragraph of words. */
static bool prose_read(const GameSource *source, const char *p, Prose *prose)
{
    const char *line = p;
    *prose = (Prose){.end = p};
    if (prose_stops(p) || prose_begins_game(source, p))
        return false;
    do {
        prose->end = line_stop(line, source->end);
        line = prose->end + (prose->end[0] == '\r' && prose->end[1] == '\n') + (prose->end < source->end);
        line = utf8_skip(line, " \t" WIDE_BLANK);
        prose->runs_on = prose_begins_game(source, line);
    } while (scan_begins_line(source, p) && !prose_stops(line) && !prose->runs_on);
    prose->runs_on &= scan_begins_line(source, p);
    return prose_describe(p, prose);
}

bool pgn_read_remark(PgnReader *r, bool adjacent)
{
    Prose prose;
    TextHead head;
    const bool labelled = head_read(r->at, r->end, &head) && head.remark; /* `评注：...` */
    if (r->source->markup)
        return false;
    const bool words = prose_read(r->source, r->at, &prose), about_game = prose.sentence || labelled || (adjacent && !prose.address),
               heading = r->part != PART_HEAD && prose.runs_on; /* of the next game */
    r->passed = prose.end;
    if (!words || !about_game || heading)
        return false;
    pgn_add_comment(r, r->at, prose.end);
    r->at = prose.end;
    return true;
}

void pgn_add_remarks(const GameSource *source, const char *to, Text *out)
{
    for (const char *from = source->at; from < to;) {
        Prose prose;
        from = scan_blanks(from, to);
        const bool words = prose_read(source, from, &prose);
        if (words && prose.sentence && prose.end <= to) {
            if (out->length > 0)
                text_add_char(out, ' ');
            pgn_add_text(out, from, prose.end);
        }
        from = prose.end > from ? prose.end : line_stop(scan_word(from).end, to);
    }
}
