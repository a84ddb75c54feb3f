/* SPDX-License-Identifier: GPL-3.0-only */
/* Reads games from text, even if the text is badly damaged. */
#include "engine/notation/pgn_scan.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/base/utf8.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/notation/dhtmlxq.h"
#include "engine/notation/heads.h"

typedef struct OpenLine { /* the main line of the game, or a variation that is not yet closed */
    TreeLine *line;       /* the main line of the game, or the variation */
    Position now;
    Undo last;         /* reverses the last move read */
    Text comment;      /* comment on the last move; moved to it when the next move begins */
    const char *open;  /* opening parenthesis */
    const char *begin; /* start of a variation's text before its first move; NULL if there is no such text */
    bool lost; /* true if the remaining moves cannot be played: they are skipped in the main line, and become a comment in a variation */
} OpenLine;

typedef struct Reader {
    GameSource *source; /* `at` is the start of the game */
    const char *at, *end;
    GameTree *game;
    bool in_moves;                /* true once the tags are complete */
    bool headed;                  /* true if the tags come from header fields: words between the header and the moves are skipped */
    bool braced;                  /* true for the moves of a WXF file: they end with `}END` */
    const char *first;            /* first word or move number after the tags; NULL: none yet */
    const Convention *convention; /* for texts of moves that the game as a whole must decide */
    int doubts;                   /* DOUBT_RANKS ... */
    bool foreign;                 /* true for a text without tags whose first word is not a move */
    int words, moves;             /* number of words in a foreign text, and of those that look like moves */
    bool torn;                    /* true if a comment or variation has no end */
    bool ruled;                   /* true if a line of dashes or other signs follows the last move */
    bool ended;                   /* true if the word at `at` ends the game: a heading, or the result in words */
    const char *fault_at;         /* position of the first fault; NULL if there is no fault so far */
    Text why;                     /* description of the fault, in the reader's language */
    OpenLine *level;              /* innermost open line */
    OpenLine levels[1 + TREE_DEEPEST];
} Reader;

/* Returns the line number of `place`. A line may end with LF, CR LF or CR. */
int pgn_line(GameSource *source, const char *place)
{
    assert(source->counted <= place && place <= source->end);
    for (; source->counted < place; source->counted++)
        if (*source->counted == '\n' || (*source->counted == '\r' && (source->counted + 1 == source->end || source->counted[1] != '\n')))
            source->line++;
    return source->line;
}

/* Returns the text that receives the description of a fault at `place`, or NULL if an earlier fault was
 * found. */
static Text *fault(Reader *r, const char *place)
{
    if (r->fault_at)
        return NULL;
    r->fault_at = place;
    return &r->why;
}

/* Marks the remaining moves of the line as lost and reports the fault. */
static void lose(Reader *r, const char *english)
{
    r->levels->lost = r->torn = true;
    text_fail(fault(r, r->at), "%s", tr(r->why.language, english));
}

static void lack_memory(Reader *r) { lose(r, "out of memory"); }

/* Adds [from, to), with blanks in place of zero bytes. Each part between zero bytes is added in one
 * piece, so that a text that exceeds its array is truncated at a character boundary. */
static void add_text(Text *text, const char *from, const char *to)
{
    for (const char *zero; (zero = memchr(from, '\0', (size_t)(to - from))); from = zero + 1) {
        text_add_bytes(text, from, (size_t)(zero - from));
        text_add_char(text, ' ');
    }
    text_add_bytes(text, from, (size_t)(to - from));
}

/* A quotation from the text, perhaps truncated, safe for a terminal. */
typedef struct Quote {
    char text[64];
} Quote;

static Quote quote(const char *from, const char *to)
{
    Quote q;
    char raw[sizeof q.text];
    Text copy = text_over(raw, sizeof raw), clean = text_over(q.text, sizeof q.text);
    add_text(&copy, from, to);
    text_add_clean(&clean, raw);
    return q;
}

/* Reports a fault in the tag that begins here and skips its line. If the damaged tag is the FEN, the
 * moves cannot be played. */
static void refuse_tag(Reader *r, const char *english)
{
    const char *line_end = skip_until(r->at, r->end, LINE_ENDS);
    for (const char *p = r->at; p < line_end; p++)
        r->game->start_lost |= begins_with(p, "FEN");
    r->levels->lost |= r->game->start_lost;
    why_not(fault(r, r->at), "tag '%s'%s", quote(r->at, line_end).text, tr(r->why.language, english));
    r->at = line_end;
}

/* Returns the closing quote of the value that begins at p, or NULL. Many programs do not escape quotes
 * inside values. The closing quote is therefore the last one before the bracket or, if the bracket is
 * missing, before the end of the line. */
static const char *value_end(const Reader *r, const char *p)
{
    for (; p < r->end && !in_set(*p, LINE_ENDS); p++)
        if (*p == '\\' && in_set(p[1], "\"\\"))
            p++;
        else if (*p == '"' && in_set(*skip(p + 1, " \t"), "]" LINE_ENDS))
            return p;
    return NULL;
}

/* Reads `[Name "value"]`, where the value may contain \" and \\. */
static void read_tag(Reader *r)
{
    const char *name = skip(r->at + 1, TAG_BLANKS), *name_end = skip_until(name, r->end, TAG_BLANKS "\"]" LINE_ENDS);
    const char *value = skip(name_end, TAG_BLANKS);
    if (name_end == name || *value != '"') {
        refuse_tag(r, " has no value in quotes");
        return;
    }
    const char *end = value_end(r, ++value);
    if (!end) {
        refuse_tag(r, ": the closing quote is missing");
        return;
    }
    const char *bracket = skip(end + 1, " \t");
    Text key = TEXT_INIT, text = TEXT_INIT;
    add_text(&key, name, name_end);
    for (; value < end; value++) {
        if (*value == '\\' && in_set(value[1], "\"\\")) /* skip the backslash */
            value++;
        add_text(&text, value, value + 1);
    }
    if (key.failed || text.failed || !tree_set_tag(r->game, key.data, text.data))
        lack_memory(r);
    text_free(&key);
    text_free(&text);
    r->at = bracket + (*bracket == ']');
}

/* Returns true if the tag at r->at belongs to the next game, although the current game has no moves
 * yet: the tag is a second, different FEN, or it follows an empty line and has the name of the first
 * tag. */
static bool begins_next_tags(const Reader *r)
{
    const char *name = skip(r->at + 1, TAG_BLANKS), *end = skip_until(name, r->end, TAG_BLANKS "\"]" LINE_ENDS),
               *value = skip(end, TAG_BLANKS);
    const char *fen = end - name == 3 && begins_with(name, "FEN") && *value == '"' ? tree_tag(r->game, "FEN") : NULL;
    if (fen)
        return strncmp(value + 1, fen, strlen(fen)) != 0 || value[1 + strlen(fen)] != '"';
    if (r->game->tag_count == 0 || !scan_begins_game_here(r->source, r->at))
        return false;
    const char *first = r->game->tags[0].name;
    return strlen(first) == (size_t)(end - name) && begins_with(name, first);
}

/* Returns true if an embedded game begins at p and the current game is not embedded. A comment or
 * variation that is open there belongs to the surrounding page. */
static bool leaves_page(const Reader *r, const char *p) { return r->game->tag_count == 0 && r->game->main.plies == 0 && dhtmlxq_begins(p); }

/* Returns the end of the comment whose text begins at p: its closing brace, or, for a comment after a
 * semicolon, the end of the line. If the end is missing, returns the start of the next game or the end
 * of the text. */
static const char *comment_end(const Reader *r, const char *p)
{
    const char *stops = p[-1] == ';' ? LINE_ENDS : "}";
    while (p < r->end && !in_set(*p, stops) && !leaves_page(r, p) && (*stops != '}' || !scan_begins_game_here(r->source, p)))
        p++;
    return p;
}

/* Appends the text to the comment on the current move. */
static void add_comment(Reader *r, const char *from, const char *to)
{
    Text *comment = &r->level->comment;
    from = skip(from, BLANKS);
    while (to > from && in_set(to[-1], BLANKS))
        to--;
    if ((r->level->lost && r->level == r->levels) || from >= to)
        return;
    if (comment->length > 0)
        text_add_char(comment, ' ');
    add_text(comment, from, to);
    if (comment->failed)
        lack_memory(r);
}

/* Returns the last move read, or NULL before the first move. */
static TreeMove *last_move(const Reader *r)
{
    const TreeLine *line = r->level->line;
    return line->plies > 0 ? &line->moves[line->plies - 1] : NULL;
}

/* Stores the comment with the move that it belongs to. */
static void close_comment(Reader *r)
{
    TreeMove *move = last_move(r);
    char **place = move ? &move->comment : &r->level->line->comment;
    if (r->level->comment.length > 0)
        *place = text_take(&r->level->comment);
    text_free(&r->level->comment);
}

static void read_comment(Reader *r)
{
    r->level->begin = NULL;
    const char *start = r->at + 1, *end = comment_end(r, start);
    if (*r->at == ';') {
        add_comment(r, start, end);
    } else if (*end == '}') {
        add_comment(r, start, end++);
    } else if (!leaves_page(r, end)) {
        lose(r, "a comment is not closed");
    }
    r->at = end;
}

/* Skips a variation and those inside it, and returns their number. Parentheses in comments do not
 * count. */
static int skip_variation(Reader *r)
{
    int depth = 0, count = 0;
    const char *p = r->at;
    do {
        if (*p == '(')
            depth++, count++;
        else if (*p == ')')
            depth--;
        else if (*p == ';' || *p == '{')
            p = comment_end(r, p + 1);
        if (p == r->end || scan_begins_game(r->source, p))
            break;
        p++;
    } while (p < r->end && depth > 0);
    if (depth > 0 && !leaves_page(r, p))
        lose(r, "a variation is not closed");
    r->at = p;
    return count;
}

/* Returns true if the remainder of a variation is a comment; some programs write comments in
 * parentheses. */
static bool in_comment(const Reader *r) { return r->level > r->levels && r->level->lost; }

/* Opens a variation that replaces the last move read. The variation is skipped if its line is lost, if
 * no move has been read, or beyond the maximum depth. */
static void open_variation(Reader *r)
{
    const char *begin = r->at;
    TreeMove *move = last_move(r);
    bool fits = move && !r->level->lost && r->level < r->levels + TREE_DEEPEST;
    TreeLine *line = fits ? tree_add_line(move) : NULL;
    if (!line) {
        int skipped = skip_variation(r);
        r->game->lost_lines += move && !r->level->lost ? skipped : 0;
        if (in_comment(r))
            add_comment(r, begin, r->at);
        return;
    }
    r->level[1] = (OpenLine){.line = line, .now = r->level->now, .comment = TEXT_INIT, .open = r->at++};
    position_unmake(&r->level[1].now, &r->level->last);
    r->level++;
}

static void close_variation(Reader *r)
{
    if (r->level == r->levels) /* no variation is open */
        return;
    close_comment(r);
    r->level--;
}

/* Handles a word, from r->at to `end`, that cannot be played; `why` is a sentence. In a variation, the
 * word and all text after it become a comment. */
static void refuse_in_game(Reader *r, const char *end, const char *why)
{
    size_t stop = strlen(tr(why_language(&r->why), "."));
    r->level->lost = true;
    if (r->level > r->levels) {
        if (r->level->line->plies == 0 && r->level->begin)
            r->at = r->level->begin; /* includes a number, a result or a sign before the first word */
        return;
    }
    why_not(fault(r, r->at), "%s's move %d, '%s', cannot be played: %.*s", side_word(side_to_move(&r->level->now), r->why.language),
            r->level->now.game_ply / 2 + 1, quote(r->at, end).text, (int)(strlen(why) - stop), why);
}

/* Returns true if the move number 1 at the beginning of a line starts the next game. This is assumed in
 * texts of games without results if the main line already has two or more moves. */
static bool begins_next_moves(const Reader *r)
{
    if (r->level > r->levels || r->game->main.plies < 2 || r->level->now.game_ply < 2 || !scan_begins_moves(r->source, r->at))
        return false;
    const char *point = utf8_skip(r->at, MOVE_DIGITS), *rest = skip(point + utf8_decode(point, r->end, NULL), " \t");
    return !begins_with(point, "…") && utf8_skip(rest, MOVE_POINTS) == rest; /* excludes Black's first move, `1...` */
}

/* Returns true if none of the words between r->at and the next game looks like a move or a result, and
 * the text is longer than half a move. */
static bool is_last_text(const Reader *r)
{
    enum { HALF_MOVE = 3 }; /* number of characters */
    const char *p = r->at;
    while (p < r->end && !scan_begins_game(r->source, p)) {
        char word[64];
        Outcome outcome;
        const char *end = scan_word_end(p);
        snprintf(word, sizeof word, "%.*s", (int)(end - p < (int)sizeof word ? end - p : (int)sizeof word - 1), p);
        if (move_is_begun(word) || outcome_from_text(word, &outcome))
            return false;
        p = end;
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
static bool is_heading(const Reader *r, const char *word)
{
    if (r->level > r->levels || r->game->main.plies == 0 || move_is_begun(word) || !scan_begins_line(r->source, r->at))
        return false;
    const char *p = r->at;
    while (!r->ruled && p < r->end && !scan_begins_game(r->source, p) && !scan_begins_moves(r->source, p))
        p++;
    return r->ruled || scan_begins_moves(r->source, p) || is_last_text(r);
}

/* If the word, which is not a move, is the result of the game, such as 红胜, stores it and returns
 * true. */
static bool tells_result(Reader *r, const char *word)
{
    static const char *const draws[] = {"和", "和棋", "和局", "双方和", "成和", "作和"};
    enum { DRAWS = sizeof draws / sizeof *draws };
    const bool after_moves = r->level == r->levels && r->game->main.plies > 0;
    const Outcome told = after_moves && (unsigned char)*word >= 0x80 ? outcome_from_phrase(word) : OUTCOME_OPEN; /* only words in Chinese */
    if (told == OUTCOME_OPEN || (told == OUTCOME_DRAW && word_among(word, draws, DRAWS) == DRAWS))
        return false;
    r->game->outcome = told;
    return true;
}

/* Reads the word from r->at to `end` as a move. `word` is a copy of the word without marks, perhaps
 * truncated. */
static void read_move(Reader *r, const char *word, const char *end)
{
    OpenLine *l = r->level;
    Text why = WHY_IN(r->why.language);
    Move m;
    if (l->lost) {
        r->words++;
        r->moves += r->foreign && move_from_text(&l->now, word, &m, NULL) != READ_NOT_MOVE;
        return;
    }
    switch (move_from_game_text(&l->now, word, r->convention, &r->doubts, &m, &why)) {
    case READ_MOVE: break;
    case READ_REFUSED: refuse_in_game(r, end, why.data); return;
    case READ_NOT_MOVE:
        r->ended = tells_result(r, word) || is_heading(r, word);
        if (r->ended)
            return;
        r->foreign = r->game->tag_count == 0 && r->at == r->first;
        r->words = 1;
        r->moves = move_is_begun(word);
        refuse_in_game(r, end, tr(why_language(&r->why), "It is not a move in ICCS, WXF or Chinese notation."));
        return;
    }
    close_comment(r);
    if (!tree_line_add_move(l->line, m)) {
        lack_memory(r);
        return;
    }
    position_make(&l->now, m, &l->last);
    r->ruled = false;
}

/* Reports a fault if a game gives its start position although the source prescribes one. */
static void refuse_start(Reader *r)
{
    r->game->start_lost = r->levels->lost = true;
    why_not(fault(r, r->at), "the game has a start position of its own and cannot begin at the one given");
}

static void begin_moves(Reader *r)
{
    const char *fen = tree_tag(r->game, "FEN");
    char *unwrapped = strdup(fen ? fen : "");
    if (!unwrapped) {
        lack_memory(r);
        return;
    }
    fen_unwrap(unwrapped);
    r->game->start_given = fen != NULL;
    if (!fen && r->source->start)
        r->game->start = *r->source->start;
    if (fen && r->source->start) {
        refuse_start(r);
    } else if (fen && !fen_read(unwrapped, &r->game->start, r->fault_at ? NULL : &r->why)) {
        r->game->start_lost = r->levels->lost = true;
        fault(r, r->at);
    }
    free(unwrapped);
    r->levels->now = r->game->start;
}

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

static void skip_blanks(Reader *r)
{
    const char *p = r->at;
    for (;;)
        if (p < r->end && (*p == '\0' || in_set(*p, BLANKS)))
            p++;
        else if (begins_with(p, WIDE_BLANK))
            p += strlen(WIDE_BLANK);
        else if (begins_with(p, BYTE_ORDER_MARK)) /* written by Windows editors; joined files may contain several */
            p += strlen(BYTE_ORDER_MARK);
        else
            break;
    r->at = p;
}

/* Reads a move, number, mark, result or line of signs. Returns true if the game ends, either with its
 * result or because the next word does not belong to it. */
static bool read_word(Reader *r)
{
    char word[64];
    const char *end = scan_word_end(r->at);
    size_t length = (size_t)(end - r->at);
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), r->at);
    Outcome outcome;
    bool is_result = outcome_from_text(word, &outcome), of_game = is_result && r->level == r->levels && !r->foreign;
    bool is_number = scan_is_number(word), ruler = !is_result && scan_is_ruler(r->at, end);
    if (!r->level->begin)
        r->level->begin = r->at;
    if (of_game)
        r->game->outcome = outcome;
    r->ruled |= ruler && r->level == r->levels;
    int nag = is_result ? 0 : scan_take_marks(word);
    if (!r->first && !is_result && !ruler && (!is_number || *utf8_skip(word, MOVE_DIGITS)))
        r->first = r->at;
    if (!is_result && *word && !is_number && !ruler)
        read_move(r, word, end);
    if (in_comment(r) || r->ended) /* the word begins a comment */
        return r->ended;
    if (nag && !r->level->lost && last_move(r))
        tree_add_nag(last_move(r), nag);
    r->at = end;
    return of_game;
}

/* Reads literal text up to a brace or parenthesis. */
static void read_remark(Reader *r)
{
    const char *end = r->at;
    while (end < r->end && !in_set(*end, "{}()") && !scan_begins_game(r->source, end))
        end++;
    add_comment(r, r->at, end);
    r->at = end > r->at ? end : end + 1; /* the brace is stray */
}

/* Reads marks directly before a move number, as in `C8-2    !!12. E5+7`: programs that write in columns
 * put the judgement of the last move there. Returns false if there are none. */
static bool read_late_marks(Reader *r)
{
    char marks[8];
    const size_t length = strspn(r->at, "!?");
    const char *digits = r->at + length, *digits_end = utf8_skip(digits, MOVE_DIGITS);
    if (length == 0 || length >= sizeof marks || digits_end == digits || utf8_skip(digits_end, MOVE_POINTS) == digits_end)
        return false;
    memcpy(marks, r->at, length);
    marks[length] = '\0';
    const int nag = scan_take_marks(marks);
    if (nag && !r->level->lost && last_move(r))
        tree_add_nag(last_move(r), nag);
    r->at = digits;
    return true;
}

/* Reads the brace that ends the moves of a WXF file. */
static bool end_braces(Reader *r)
{
    r->at += begins_with(r->at, "}END") ? strlen("}END") : 1;
    r->braced = false;
    return true;
}

/* Reads one element after the tags. Returns true if the element ends the game. */
static bool read_element(Reader *r)
{
    if (in_comment(r) && !in_set(*r->at, "{()")) {
        read_remark(r);
        return false;
    }
    switch (*r->at) {
    case '{':
    case ';': read_comment(r); return false;
    case '(': open_variation(r); return false;
    case ')':
        r->at++;
        close_variation(r);
        return false;
    case '}':
        if (r->braced)
            return end_braces(r);
        return read_word(r);
    default: return !read_late_marks(r) && read_word(r);
    }
}

/* Completes the description of the fault. Zero bytes are read as blanks, because games that contain
 * one are mostly intact otherwise. The first zero byte is reported and takes precedence over other
 * faults in its line or after it. */
static void close_fault(Reader *r)
{
    GameTree *game = r->game;
    const char *zero = memchr(r->source->at, '\0', (size_t)(r->at - r->source->at));
    if (zero && (!r->fault_at || zero < skip_until(r->fault_at, r->end, LINE_ENDS))) {
        r->fault_at = NULL;
        text_cut(&r->why, 0);
        why_not(fault(r, zero), "a zero byte");
    }
    if (r->fault_at)
        tree_set_fault(game, pgn_line(r->source, r->fault_at), &r->why);
}

/* Returns true if an embedded game is empty. */
static bool is_empty(const GameTree *game)
{
    Position start;
    position_start(&start);
    return !tree_has_fault(game) && game->tag_count + game->main.plies == 0 && !game->main.comment && game->outcome == OUTCOME_OPEN &&
           (!game->start_given || game->start.key == start.key);
}

/* Reads an embedded game (dhtmlxq.h). */
static void read_embedded(Reader *r)
{
    const char *fault_at;
    if (r->source->start)
        r->game->start = *r->source->start;
    r->at = dhtmlxq_read(r->at, r->end, r->game, &fault_at, &r->why);
    if (r->why.length)
        r->fault_at = fault_at;
    if (r->source->start && r->game->start_given)
        refuse_start(r);
    close_fault(r);
    r->source->at = r->at;
}

/* Returns true for words that do not belong to a game: text that programs write after a game, or the
 * surrounding web page. If at least half of the words look like moves, the text was a game. */
static bool is_foreign(const Reader *r)
{
    const size_t length = (size_t)(r->at - r->source->at);
    const bool wordless = r->game->tag_count == 0 && !r->first && !memchr(r->source->at, '[', length); /* a bracket may be a damaged tag */
    const bool headless = r->headed && r->game->main.plies == 0 && !r->game->start_given; /* the game has header fields but no moves */
    bool foreign =
        ((r->foreign && 2 * r->moves < r->words) || wordless || headless) && !r->torn && (r->source->games > 0 || r->at < r->end);
    for (const char *p = r->source->at; foreign && p < r->at; p++)
        foreign = *p != '\0' && !begins_with(p, "\"]");
    return foreign;
}

/* Chooses between the result after the moves and the result in the tag. Many programs end the moves
 * with `*` whatever the tag says, and a truncated game has a result only in the tag. */
static void settle_outcome(Reader *r)
{
    const Outcome told = outcome_from_phrase(tree_tag_text(r->game, "Result")), of_moves = r->game->outcome;
    if (of_moves == OUTCOME_OPEN) {
        r->game->outcome = told;
    } else if (told != OUTCOME_OPEN && told != of_moves && !r->fault_at) {
        r->game->result_disputed = true;
        why_not(fault(r, r->at), "the result '%s' differs from that of the tag, '%s'", outcome_text(of_moves), outcome_text(told));
    }
}

/* Reads the header fields in the line at r->at, the first of which is given. */
static void read_heads(Reader *r, TextHead *head)
{
    Text value = TEXT_INIT;
    r->headed = true;
    do {
        text_cut(&value, 0);
        add_text(&value, head->from, head->to);
        if (value.failed || (value.length > 0 && *head->tag && !tree_set_tag(r->game, head->tag, value.data)))
            lack_memory(r);
        r->at = skip(head->after, " \t");
    } while (!in_set(*r->at, LINE_ENDS) && head_read(r->at, r->end, head));
    text_free(&value);
}

/* Returns true if a header field of copied text begins at r->at. */
static bool begins_head(const Reader *r, TextHead *head) { return scan_begins_line(r->source, r->at) && head_read(r->at, r->end, head); }

/* Skips a word between the header and the moves, such as a word of a title line. Returns false if the
 * moves or a comment begin here. */
static bool skip_headline(Reader *r)
{
    char word[64];
    const char *end = scan_word_end(r->at);
    Outcome outcome;
    snprintf(word, sizeof word, "%.*s", (int)(end - r->at < (int)sizeof word ? end - r->at : (int)sizeof word - 1), r->at);
    const bool begun = utf8_skip(word, MOVE_DIGITS) > word || move_is_begun(word) || outcome_from_text(word, &outcome);
    if (in_set(*r->at, "{(;") || (begun && !scan_is_ruler(r->at, end)))
        return false;
    r->at = end;
    return true;
}

/* Reads one element before the moves. Returns false if the moves begin here. */
static bool read_before_moves(Reader *r)
{
    TextHead head;
    if (r->game->tag_count == 0 && wxf_begins(r->at)) {
        const char *after = wxf_read_heads(r->at, r->end, r->game, &r->braced);
        if (!after)
            lack_memory(r);
        r->at = after ? after : r->end;
        skip_blanks(r);
        return !r->braced;
    }
    if (*r->at == '[') {
        r->headed = false;
        read_tag(r);
        return true;
    }
    if (begins_head(r, &head)) {
        read_heads(r, &head);
        return true;
    }
    return r->headed && skip_headline(r);
}

/* Returns true if a header field at r->at belongs to the next game: it follows moves or words, or has
 * the same name as the first field of the current game. */
static bool begins_next_heads(const Reader *r)
{
    const GameTree *game = r->game;
    TextHead head;
    if (r->in_moves)
        return r->level == r->levels && (game->main.plies > 0 || game->tag_count == 0) && r->at > r->source->at && begins_head(r, &head) &&
               !(head.remark && game->main.plies > 0);
    return r->headed && game->tag_count > 0 && begins_head(r, &head) && strcmp(head.tag, game->tags[0].name) == 0 && !head.remark;
}

/* Reads the line at r->at as a comment if it is a remark between the moves, such as `评注：...`. Returns
 * false if it is not. */
static bool read_remark_line(Reader *r)
{
    TextHead head;
    if (r->level > r->levels || r->game->main.plies == 0 || r->level->lost || !begins_head(r, &head) || !head.remark)
        return false;
    const char *end = skip_until(r->at, r->end, LINE_ENDS);
    add_comment(r, r->at, end);
    r->at = end;
    return true;
}

/* Reads the header field at r->at, which follows the moves, if it contains the result of the game. */
static void read_late_result(Reader *r)
{
    TextHead head;
    if (!r->in_moves || r->game->main.plies == 0 || !begins_head(r, &head) || strcmp(head.tag, "Result") != 0)
        return;
    Text value = TEXT_INIT;
    add_text(&value, head.from, head.to);
    if (r->game->outcome == OUTCOME_OPEN)
        r->game->outcome = outcome_from_phrase(value.data);
    r->at = head.after;
    text_free(&value);
}

/* Returns true if the game ends before r->at because the next game begins there or the text ends. */
static bool ends_here(const Reader *r)
{
    if (r->at == r->end || begins_next_moves(r) || begins_next_heads(r))
        return true;
    if (r->in_moves)
        return scan_begins_game(r->source, r->at) || (r->foreign && scan_begins_moves(r->source, r->at));
    if (r->game->tag_count == 0)
        return false;
    return dhtmlxq_begins(r->at) || wxf_begins(r->at) || (*r->at == '[' && begins_next_tags(r));
}

/* Completes the game. `complete` is true if its end was found. */
static void close_game(Reader *r, bool complete)
{
    const GameTree *game = r->game;
    if (!r->in_moves && game->tag_count > 0)
        begin_moves(r);
    if (r->level > r->levels)
        why_not(fault(r, r->levels[1].open), "a variation is not closed");
    while (r->level > r->levels)
        close_variation(r);
    close_comment(r);
    if (r->braced)
        lose(r, "the moves do not end with '}END'");
    if (r->in_moves || game->tag_count > 0)
        settle_outcome(r);
    if (r->in_moves && !complete && game->tag_count == 0 && game->main.plies == 0)
        why_not(fault(r, r->at), "neither a move nor a result");
    close_fault(r);
}

/* Result of reading a game with one convention. */
typedef struct Reading {
    Convention convention;
    int doubts;   /* set of doubts that the convention decides in this game: DOUBT_RANKS ... */
    bool foreign; /* true if the text does not belong to a game */
    bool lost;    /* true if a move of the main line cannot be played */
} Reading;

/* Reads the next text, which may be a game, with the convention of `reading`, and sets the other fields
 * of `reading`. */
static bool read_game(GameSource *source, GameTree *game, Language language, Reading *reading)
{
    Reader r = {
        .source = source, .at = source->at, .end = source->end, .game = game, .convention = &reading->convention, .why = WHY_IN(language)};
    bool complete = false, stopped = false;
    reading->foreign = reading->lost = false;
    tree_clear(game);
    r.level = r.levels;
    r.level->line = &game->main;
    r.level->comment = TEXT_INIT;
    while (!complete) {
        if (source->stop && atomic_load_explicit(source->stop, memory_order_relaxed)) {
            r.at = r.end;
            stopped = true;
            break;
        }
        skip_blanks(&r);
        if (!r.in_moves && game->tag_count == 0 && dhtmlxq_begins(r.at)) {
            read_embedded(&r);
            reading->foreign = is_empty(game);
            return true;
        }
        if (ends_here(&r)) {
            read_late_result(&r);
            break;
        }
        if (r.in_moves ? read_remark_line(&r) : read_before_moves(&r))
            continue;
        if (!r.in_moves)
            begin_moves(&r);
        r.in_moves = true;
        complete = r.at < r.end && read_element(&r);
    }
    close_game(&r, complete);
    reading->foreign = is_foreign(&r);
    reading->lost = r.levels->lost;
    reading->doubts |= r.doubts;
    source->at = r.at;
    return !stopped && (r.in_moves || game->tag_count > 0 || tree_has_fault(game));
}

/* Returns true if the text is a web page with an embedded game. */
static bool is_page(const GameSource *source)
{
    if (*skip(source->data, BLANKS) != '<')
        return false;
    for (const char *p = source->data; (p = memchr(p, '[', (size_t)(source->end - p))); p++)
        if (dhtmlxq_begins(p))
            return true;
    return false;
}

/* Moves to the next game in a web page with embedded games. Returns false if there are no more
 * games. */
static bool skip_page(GameSource *source)
{
    if (source->at == source->data)
        source->page = is_page(source);
    if (!source->page)
        return true;
    const char *p = source->at;
    while (p < source->end && !dhtmlxq_begins(p) && !scan_begins_game(source, p))
        p++;
    source->at = p;
    return p < source->end;
}

/* Returns true if both readings play the whole game but with different moves. */
static bool is_rival(const GameTree *game, const Reading *reading, const GameTree *other, const Reading *another)
{
    bool differ = game->main.plies != other->main.plies;
    for (int i = 0; !differ && i < game->main.plies; i++)
        differ = game->main.moves[i].move != other->main.moves[i].move;
    return differ && !reading->lost && !another->lost;
}

/* Returns true if the second reading is better than the first. Illegal points alone raise doubts only
 * if the whole game can be played with the other convention. */
static bool is_better(const GameTree *game, const Reading *reading, const GameTree *other, const Reading *another)
{
    if (!reading->lost)
        return false;
    return !another->lost || ((reading->doubts & ~DOUBT_POINTS) && other->main.plies > game->main.plies);
}

/* Reads the next text. If its moves have more than one meaning, reads it with each convention in turn,
 * and keeps the reading in which the game can be played. */
static bool read_by_conventions(GameSource *source, GameTree *game, Language language, Reading *reading)
{
    const GameSource before = *source;
    *reading = (Reading){.doubts = 0};
    bool there = read_game(source, game, language, reading), rivals = false;
    for (int i = 1; i < 4 && there && reading->doubts; i++) {
        GameSource again = before;
        GameTree other;
        Reading another = {.convention = {.ranks_from_one = i & 1, .m_is_horse = i & 2}};
        const bool ranks_open = (reading->doubts & DOUBT_RANKS) || ((reading->doubts & DOUBT_POINTS) && reading->lost);
        if ((another.convention.m_is_horse && !(reading->doubts & DOUBT_M)) || (another.convention.ranks_from_one && !ranks_open))
            continue;
        tree_init(&other);
        read_game(&again, &other, language, &another);
        another.doubts |= reading->doubts;
        rivals |= is_rival(game, reading, &other, &another);
        if (is_better(game, reading, &other, &another)) {
            GameTree swapped = *game;
            *game = other;
            other = swapped;
            *source = again;
            *reading = another;
        }
        tree_clear(&other);
    }
    if (rivals && !tree_has_fault(game)) {
        Text why = WHY_IN(language);
        why_not(&why, reading->doubts & DOUBT_M ? N_("M may mean the elephant or the horse in this game")
                                                : N_("ranks may count from 0 or from 1 in this game"));
        tree_set_fault(game, pgn_line(source, source->at), &why);
        text_free(&why);
    }
    return there;
}

bool pgn_read(GameSource *source, GameTree *game, Language language)
{
    Reading reading;
    bool there;
    do
        there = skip_page(source) && read_by_conventions(source, game, language, &reading);
    while (there && reading.foreign);
    return there;
}
