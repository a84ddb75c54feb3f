/* SPDX-License-Identifier: GPL-3.0-only */
/* Moves with comments and variations, and the result. */
#include "engine/notation/pgn_read.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/notation/dhtmlxq.h"

/* Returns true if an embedded game begins at p and the current game is not embedded. A comment or
 * variation that is open there belongs to the surrounding page. */
static bool moves_leave_page(const PgnReader *r, const char *p)
{
    return r->game->tag_count == 0 && r->game->main.plies == 0 && dhtmlxq_begins(p);
}

/* Returns the end of the comment whose text begins at p: its closing brace, or, for a comment after a
 * semicolon, the end of the line. If the end is missing, returns the start of the next game or the end
 * of the text. */
static const char *moves_comment_end(const PgnReader *r, const char *p)
{
    const char *stops = p[-1] == ';' ? LINE_ENDS : "}";
    while (p < r->end && !in_set(*p, stops) && !moves_leave_page(r, p) && (*stops != '}' || !scan_begins_game_here(r->source, p)))
        p++;
    return p;
}

/* Returns the last move read, or NULL before the first move. */
static TreeMove *moves_last(const PgnReader *r)
{
    const TreeLine *line = r->tree.in.line;
    return line->plies > 0 ? &line->moves[line->plies - 1] : NULL;
}

void pgn_close_comment(PgnReader *r)
{
    if (r->level->comment.length > 0)
        builder_set_comment(&r->tree, text_take(&r->level->comment));
    text_free(&r->level->comment);
}

static void moves_read_comment(PgnReader *r)
{
    r->level->begin = NULL;
    const char *start = r->at + 1, *end = moves_comment_end(r, start);
    if (*r->at == ';') {
        pgn_add_comment(r, start, end);
    } else if (*end == '}') {
        pgn_add_comment(r, start, end++);
    } else if (!moves_leave_page(r, end)) {
        pgn_lose(r, "a comment is not closed");
    }
    r->at = end;
}

/* Skips a variation and those inside it, and returns their number and that of their comments.
 * Parentheses in comments do not count. */
static int moves_skip_variation(PgnReader *r, int *comments)
{
    int depth = 0, count = 0;
    *comments = 0;
    const char *p = r->at;
    do {
        if (*p == '(')
            depth++, count++;
        else if (*p == ')')
            depth--;
        else if (*p == ';' || *p == '{') {
            p = moves_comment_end(r, p + 1);
            ++*comments;
        }
        if (p == r->end || scan_begins_game(r->source, p))
            break;
        p++;
    } while (p < r->end && depth > 0);
    if (depth > 0 && !moves_leave_page(r, p))
        pgn_lose(r, "a variation is not closed");
    r->at = p;
    return count;
}

/* Returns true if the remainder of a variation is a comment; some programs write comments in
 * parentheses. */
static bool moves_in_comment(const PgnReader *r) { return r->level->state == LINE_REMARK; }

/* Opens a variation that replaces the last move read. Before the first move it becomes a comment; in a lost
 * line and beyond the maximum depth it is skipped and counted. */
static void moves_open_variation(PgnReader *r)
{
    const char *begin = r->at;
    TreeMove *move = moves_last(r);
    if (!move || r->level->state != LINE_PLAYED || !builder_open(&r->tree)) {
        int comments;
        const int lines = moves_skip_variation(r, &comments);
        if (moves_in_comment(r) || (!move && r->level->state == LINE_PLAYED)) {
            pgn_add_comment(r, begin, r->at);
        } else {
            r->game->report.lost_lines += lines;
            r->game->report.lost_comments += comments;
        }
        return;
    }
    *++r->level = (OpenLine){.comment = TEXT_INIT, .open = r->at++};
}

void pgn_close_variation(PgnReader *r)
{
    if (r->level == r->levels) /* no variation is open */
        return;
    pgn_close_comment(r);
    builder_close(&r->tree);
    r->level--;
}

/* Handles a word, from r->at to `end`, that cannot be played; `why` is a sentence. In a variation, the
 * word and all text after it become a comment. */
static void moves_refuse(PgnReader *r, const char *end, const char *why)
{
    size_t stop = strlen(tr(why_language(&r->why), "."));
    r->level->state = r->level > r->levels ? LINE_REMARK : LINE_LOST;
    if (r->level->state == LINE_REMARK) {
        if (!moves_last(r) && r->level->begin)
            r->at = r->level->begin; /* includes a number, a result or a sign before the first word */
        return;
    }
    why_not(pgn_fault(r, r->at), "%s's move %d, '%s', cannot be played: %.*s", side_word(side_to_move(&r->tree.now), r->why.language),
            r->tree.now.game_ply / 2 + 1, pgn_quote(r->at, end).text, (int)(strlen(why) - stop), why);
}

bool pgn_begins_next_moves(const PgnReader *r)
{
    if (r->level > r->levels || r->game->main.plies < 2 || r->tree.now.game_ply < 2 || !scan_begins_moves(r->source, r->at))
        return false;
    const char *point = utf8_skip(r->at, MOVE_DIGITS), *rest = skip(point + utf8_decode(point, r->end, NULL), " \t");
    return !begins_with(point, "…") && utf8_skip(rest, MOVE_POINTS) == rest; /* excludes Black's first move, `1...` */
}

/* Returns true if none of the words between r->at and the next game looks like a move or a result, and
 * the text is longer than half a move. */
static bool moves_is_last_text(const PgnReader *r)
{
    enum { HALF_MOVE = 3 }; /* number of characters */
    const char *p = r->at;
    while (p < r->end && !scan_begins_game(r->source, p)) {
        const ScanWord word = scan_word(p);
        if (scan_looks_played(word.text))
            return false;
        p = word.end;
    }
    int characters = 0;
    for (const char *c = r->at; c < p && characters <= HALF_MOVE; c++)
        characters += (*c & 0xC0) != 0x80 && !in_set(*c, BLANKS);
    return characters > HALF_MOVE;
}

/* Returns true if the word at r->at, which is not a move, begins a heading or text after a game without
 * a result. The word must begin a line and must not look like a damaged move. In addition, a line of
 * signs must precede it, or the next game must follow it: either the first move of that game, or no
 * move at all. */
static bool moves_begin_heading(const PgnReader *r, const char *word)
{
    if (r->level > r->levels || r->game->main.plies == 0 || move_is_begun(word) || !scan_begins_line(r->source, r->at))
        return false;
    const char *p = r->at;
    while (!r->ruled && p < r->end && !scan_begins_game(r->source, p) && !scan_begins_moves(r->source, p))
        p++;
    return r->ruled || scan_begins_moves(r->source, p) || moves_is_last_text(r);
}

/* If the word from r->at to `end`, which is not a move, is the result of the game, such as 红胜, stores it and
 * returns true. A longer word, which is not skipped, is a remark that mentions the result. */
static bool moves_tell_result(PgnReader *r, const char *word, const char *end)
{
    static const char *const draws[] = {"和", "和棋", "和局", "双方和", "成和", "作和"};
    enum { DRAWS = sizeof draws / sizeof *draws, LONGEST = sizeof "红方先胜" - 1 };
    const bool after_moves = r->level == r->levels && r->game->main.plies > 0;
    const Outcome told = after_moves && (unsigned char)*word >= 0x80 ? outcome_from_phrase(word) : OUTCOME_OPEN; /* only words in Chinese */
    if (told == OUTCOME_OPEN || (told == OUTCOME_DRAW && word_among(word, draws, DRAWS) == DRAWS))
        return false;
    r->game->outcome = told;
    if (strlen(word) <= LONGEST)
        r->at = end;
    return true;
}

/* Reads the word from r->at to `end` as a move. `word` is a copy of the word without marks, perhaps
 * truncated. Returns true if the game ends before the word, which is a heading or the result. */
static bool moves_read_move(PgnReader *r, const char *word, const char *end)
{
    Text why = WHY_IN(r->why.language);
    Move m;
    if (r->level->state != LINE_PLAYED) {
        if (r->foreign_words > 0) {
            r->foreign_words++;
            r->foreign_moves += move_from_text(&r->tree.now, word, &m, NULL) != READ_NOT_MOVE;
        }
        return false;
    }
    switch (move_from_game_text(&r->tree.now, word, r->convention, &r->doubts, &m, &why)) {
    case READ_MOVE: break;
    case READ_REFUSED: moves_refuse(r, end, why.data); return false;
    case READ_NOT_MOVE:
        if (moves_tell_result(r, word, end) || moves_begin_heading(r, word))
            return true;
        r->foreign_words = r->game->tag_count == 0 && r->at == r->first;
        r->foreign_moves = r->foreign_words && move_is_begun(word);
        moves_refuse(r, end, tr(why_language(&r->why), "It is not a move in ICCS, WXF, Chinese or Vietnamese notation."));
        return false;
    }
    pgn_close_comment(r);
    if (!builder_play(&r->tree, m)) /* the game is too large, as builder_end() will say */
        r->level->state = r->levels->state = LINE_LOST;
    r->ruled = false;
    return false;
}

/* Adds a judgement to the last move, if it has been played. */
static void moves_add_nag(PgnReader *r, int nag)
{
    if (nag && r->level->state == LINE_PLAYED && moves_last(r))
        tree_add_nag(moves_last(r), nag);
}

/* Reads the result `outcome`. Returns true if it is that of the game and ends it. */
static bool moves_read_result(PgnReader *r, Outcome outcome)
{
    const bool of_game = r->level == r->levels && r->foreign_words == 0;
    if (of_game)
        r->game->outcome = outcome;
    return of_game && r->part != PART_BRACES;
}

/* Reads a move, number, mark, result or line of signs. Returns true if the game ends, either with its
 * result or because the next word does not belong to it. */
static bool moves_read_word(PgnReader *r)
{
    const char *const at = r->at;
    ScanWord word = scan_word(at);
    Outcome outcome;
    if (!r->level->begin)
        r->level->begin = at;
    r->at = word.end;
    if (outcome_from_text(word.text, &outcome))
        return moves_read_result(r, outcome);
    if (scan_is_ruler(at, word.end)) {
        r->ruled |= r->level == r->levels;
        return false;
    }
    const bool number = scan_is_number(word.text);
    if (!r->first && (!number || *utf8_skip(word.text, MOVE_DIGITS)))
        r->first = at;
    if (number)
        return false;
    const int nag = scan_take_marks(word.text);
    r->at = at;
    if (*word.text && moves_read_move(r, word.text, word.end))
        return true;
    if (moves_in_comment(r)) /* the word begins a comment */
        return false;
    moves_add_nag(r, nag);
    r->at = word.end;
    return false;
}

/* Reads literal text up to a brace or parenthesis. */
static void moves_read_remark(PgnReader *r)
{
    const char *end = r->at;
    while (end < r->end && !in_set(*end, "{}()") && !scan_begins_game(r->source, end))
        end++;
    pgn_add_comment(r, r->at, end);
    r->at = end > r->at ? end : end + 1; /* the brace is stray */
}

/* Reads marks directly before a move number, as in `C8-2    !!12. E5+7`: programs that write in columns
 * put the judgement of the last move there. Returns false if there are none. */
static bool moves_read_late_marks(PgnReader *r)
{
    char marks[8];
    const size_t length = strspn(r->at, "!?");
    const char *digits = r->at + length, *digits_end = utf8_skip(digits, MOVE_DIGITS);
    if (length == 0 || length >= sizeof marks || digits_end == digits || utf8_skip(digits_end, MOVE_POINTS) == digits_end)
        return false;
    memcpy(marks, r->at, length);
    marks[length] = '\0';
    moves_add_nag(r, scan_take_marks(marks));
    r->at = digits;
    return true;
}

/* Reads the brace that ends the moves of a WXF file. */
static bool moves_end_braces(PgnReader *r)
{
    r->at += begins_with(r->at, "}END") ? strlen("}END") : 1;
    r->part = PART_MOVES;
    return true;
}

/* Reads the line at r->at as a comment if it is a remark between the moves, such as `评注：...`. Returns
 * false if it is not. */
static bool moves_read_remark_line(PgnReader *r)
{
    TextHead head;
    if (r->level > r->levels || r->game->main.plies == 0 || r->level->state != LINE_PLAYED || !pgn_begins_head(r, &head) || !head.remark)
        return false;
    const char *end = line_stop(r->at, r->end);
    pgn_add_comment(r, r->at, end);
    r->at = end;
    return true;
}

bool pgn_read_element(PgnReader *r)
{
    if (moves_read_remark_line(r))
        return false;
    if (moves_in_comment(r) && !in_set(*r->at, "{()")) {
        moves_read_remark(r);
        return false;
    }
    switch (*r->at) {
    case '{':
    case ';': moves_read_comment(r); return false;
    case '(': moves_open_variation(r); return false;
    case ')':
        r->at++;
        pgn_close_variation(r);
        return false;
    case '}':
        if (r->part == PART_BRACES)
            return moves_end_braces(r);
        return moves_read_word(r);
    default: return !moves_read_late_marks(r) && moves_read_word(r);
    }
}

void pgn_read_late_result(PgnReader *r)
{
    TextHead head;
    if (r->part == PART_HEAD || r->game->main.plies == 0 || !pgn_begins_head(r, &head) || strcmp(head.tag, "Result") != 0)
        return;
    Text value = TEXT_INIT;
    pgn_add_text(&value, head.from, head.to);
    if (r->game->outcome == OUTCOME_OPEN)
        r->game->outcome = outcome_from_phrase(value.data);
    r->at = head.after;
    text_free(&value);
}

/* Reads the comment at r->at, which follows the end of the game. Returns false if it is not closed or
 * precedes the moves of the next game. */
static bool moves_read_late_comment(PgnReader *r, bool same_line)
{
    const char *end = moves_comment_end(r, r->at + 1), *next = scan_blanks(end + (*end == '}'), r->end);
    const bool closed = *r->at == ';' || *end == '}';
    if (!closed || (!same_line && (move_number_end(next) > next || scan_looks_played(scan_word(next).text))))
        return false;
    moves_read_comment(r);
    return true;
}

void pgn_read_afterword(PgnReader *r)
{
    for (;;) {
        const char *const at = r->at, *next = scan_blanks(at, r->end);
        int line_ends = 0;
        for (const char *p = at; p < next; p++)
            line_ends += *p == '\n' || (*p == '\r' && p[1] != '\n');
        const bool follows = !scan_begins_line(r->source, at); /* the result or a remark precedes it in the line */
        r->at = next;
        if (!(in_set(*next, "{;") ? moves_read_late_comment(r, line_ends == 0) : pgn_read_remark(r, follows && line_ends <= 1))) {
            r->at = at;
            return;
        }
    }
}
