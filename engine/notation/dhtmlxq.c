/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/dhtmlxq.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/page.h"
#include "engine/base/words.h"
#include "engine/notation/tags.h"
#include "engine/notation/tree_builder.h"

#define HEAD "[DhtmlXQ"
#define TAIL "[/DhtmlXQ"
#define MARK "DhtmlXQ_"

/* Text fields and the tags that correspond to them. */
static const struct {
    const char *field, *tag;
} tags[] = {
    {"title", TAG_TITLE},
    {"event", TAG_EVENT},
    {"date", TAG_DATE},
    {"place", TAG_SITE},
    {"round", TAG_ROUND},
    {"group", TAG_GROUP},
    {"table", TAG_TABLE},
    {"red", TAG_RED},
    {"redteam", TAG_RED_TEAM},
    {"redname", TAG_RED_NAME},
    {"redeng", TAG_RED_ENGLISH},
    {"redlevel", TAG_RED_TITLE},
    {"redrating", TAG_RED_ELO},
    {"redtime", TAG_RED_TIME},
    {"black", TAG_BLACK},
    {"blackteam", TAG_BLACK_TEAM},
    {"blackname", TAG_BLACK_NAME},
    {"blackeng", TAG_BLACK_ENGLISH},
    {"blacklevel", TAG_BLACK_TITLE},
    {"blackrating", TAG_BLACK_ELO},
    {"blacktime", TAG_BLACK_TIME},
    {"timerule", TAG_TIME_CONTROL},
    {"ecco", TAG_ECCO},
    {"open", TAG_OPENING},
    {"variation", TAG_VARIATION},
    {"remark", TAG_ANNOTATOR},
    {"author", TAG_AUTHOR},
    {"record", TAG_RECORDER},
    {"judge", TAG_REFEREE},
    {"type", TAG_TYPE},
    {"gametype", TAG_GAME_TYPE},
    {"endtype", TAG_TERMINATION},
    {"owner", TAG_OWNER},
    {"class", TAG_CLASS},
    {"refer", TAG_SOURCE},
};

enum { TAGS = sizeof tags / sizeof *tags };

bool dhtmlxq_begins(const char *text) { return begins_with(text, HEAD); }

enum { NAME_MOST = 64 }; /* maximum size of a field name in bytes, including the terminator */

/* Returns true if this is a field that only Hanxin writes, for a PGN tag of the same name that has no
 * field in the format. */
static bool dhtmlxq_is_own(const char *name)
{
    size_t length = 0;
    while ((ascii_is_letter(name[length]) || ascii_is_digit(name[length])) || name[length] == '_')
        length++;
    return ascii_is_upper(*name) && name[length] == '\0' && length < NAME_MOST && !begins_with(name, "DhtmlXQ");
}

/* ---- text ---- */

/* If the text at p is an entity, `<br>` or `||`, stores the character that it stands for in `out` and
 * returns the length of the text. Returns 0 for ordinary text. */
static size_t dhtmlxq_decode(const char *p, char out[5])
{
    if (begins_with(p, "||")) {
        strcpy(out, "\n");
        return strlen("||");
    }
    if (word_begins(p, "<br", 3)) {
        const char *end = p + 3 + strspn(p + 3, " /");
        strcpy(out, "\n");
        return *end == '>' ? (size_t)(end + 1 - p) : 0;
    }
    return page_read_entity(p, out);
}

/* ---- reading ---- */

/* A variation, or a comment if `id` is 0. */
typedef struct Part {
    uint64_t key;  /* the parts are sorted by it */
    int line, ply; /* number of the line that the variation leaves or the comment belongs to, and of the ply that it replaces or follows */
    int id;        /* number of the variation */
    const char *from, *to; /* text of the part */
    bool used;             /* true once the part is in the tree */
} Part;

enum { NO_LINE = -1, MAIN_LINE = 0 };

typedef struct Parts {
    Part *data; /* once all parts are known, sorted by line and ply, then by position in the text */
    size_t count, room;
} Parts;

typedef struct Field {
    const char *at;              /* opening tag of the field */
    const char *name, *name_end; /* name of the field in the tag */
    const char *from, *to;       /* text of the field; NULL if the field is missing */
} Field;

typedef struct Embedded {
    GameTree *game;
    Field moves, places, fen;
    Parts lines, comments;
    TreeBuilder builder;
    bool any; /* true if the game has at least one field */
    bool short_of_memory;
    const char *fault_at;
    Text *why; /* NULL once a fault is known, because that fault may cause later ones */
} Embedded;

/* Returns the text that receives the description of a fault at `place`, or NULL if it is not the
 * first fault. */
static Text *dhtmlxq_fault(Embedded *e, const char *place)
{
    Text *why = e->why;
    if (why)
        e->fault_at = place;
    e->why = NULL;
    return why;
}

/* Returns the text with entities decoded and without blanks at its ends. The caller frees it. Returns
 * NULL if nothing remains. */
static char *dhtmlxq_plain(Embedded *e, const char *from, const char *to)
{
    Text text = TEXT_INIT;
    char code[5];
    for (const char *p = from; p < to;) {
        size_t length = dhtmlxq_decode(p, code);
        if (length > 0) {
            text_add(&text, code);
        } else {
            do
                length++;
            while (p + length < to && !memchr("&<|", p[length], 3));
            text_add_bytes(&text, p, length);
        }
        p += length;
    }
    e->short_of_memory |= text.failed;
    return text_trimmed(text_take(&text));
}

/* Returns true if nothing but blanks would remain of the text. */
static bool dhtmlxq_is_empty(Embedded *e, const char *from, const char *to)
{
    char *text = dhtmlxq_plain(e, from, to);
    free(text);
    return !text;
}

/* An opening or closing tag of a field. */
typedef struct FieldMark {
    const char *at, *name, *name_end, *after;
    bool closes;
} FieldMark;

/* Finds the next tag of a field. The last one may be cut off by the end of the text. */
static bool dhtmlxq_next_mark(const char *p, const char *end, FieldMark *m)
{
    for (; (p = memchr(p, '[', (size_t)(end - p))); p++) {
        m->at = p;
        m->closes = p[1] == '/';
        m->name = p + 1 + m->closes;
        if (!begins_with(m->name, MARK))
            continue;
        m->name += strlen(MARK);
        m->name_end = m->name + strcspn(m->name, "[]" BLANKS);
        m->after = m->name_end + (*m->name_end == ']');
        if (*m->name_end == ']' || m->name_end == end)
            return true;
    }
    return false;
}

/* Returns true if the text consists of numbers joined by `_`, and stores the numbers. */
static bool dhtmlxq_read_numbers(const char *p, const char *end, int count, int *numbers)
{
    enum { DIGITS = 9 };
    for (int i = 0; i < count; i++, p++) {
        const char *digits = p;
        for (numbers[i] = 0; p < end && ascii_is_digit(*p) && p - digits < DIGITS; p++)
            numbers[i] = 10 * numbers[i] + (*p - '0');
        if (p == digits || (i + 1 < count ? *p != '_' : p != end))
            return false;
    }
    return true;
}

static void dhtmlxq_add_part(Embedded *e, Parts *parts, Part part)
{
    if (array_grow(&parts->data, &parts->room, parts->count + 1, sizeof part))
        parts->data[parts->count++] = part;
    else
        e->short_of_memory = true;
}

static bool dhtmlxq_field_is(const Field *f, const char *name)
{
    return strlen(name) == (size_t)(f->name_end - f->name) && begins_with(f->name, name);
}

/* Stores the text of a field as a tag, or as the result. A field that does not correspond to a tag
 * becomes one of the same name, with a capital letter. */
static void dhtmlxq_take_tag(Embedded *e, const Field *f)
{
    char name[NAME_MOST];
    int i = 0;
    while (i < TAGS && !dhtmlxq_field_is(f, tags[i].field))
        i++;
    snprintf(name, sizeof name, "%.*s", (int)(f->name_end - f->name < NAME_MOST ? f->name_end - f->name : 0), f->name);
    const bool result = strcmp(name, "result") == 0, of_page = strcmp(name, "ver") == 0 || strcmp(name, "init") == 0;
    *name = ascii_upper(*name);
    const char *tag = i < TAGS ? tags[i].tag : !of_page && dhtmlxq_is_own(name) ? name : NULL;
    char *text = tag || result ? dhtmlxq_plain(e, f->from, f->to) : NULL;
    if (text && result)
        e->game->outcome = outcome_from_phrase(text);
    else if (text)
        e->short_of_memory |= !tree_set_tag(e->game, tag, text);
    free(text);
}

static void dhtmlxq_take_field(Embedded *e, const Field *f)
{
    static const char line[] = "move_", comment[] = "comment";
    Field *const kept = dhtmlxq_field_is(f, "movelist") ? &e->moves
                        : dhtmlxq_field_is(f, "binit")  ? &e->places
                        : dhtmlxq_field_is(f, "fen")    ? &e->fen
                                                        : NULL;
    int n[3];
    if (kept) {
        if (!kept->at || kept->from + strspn(kept->from, BLANKS) >= kept->to) /* the first part that is not empty is used */
            *kept = *f;
    } else if (begins_with(f->name, line) && dhtmlxq_read_numbers(f->name + strlen(line), f->name_end, 3, n)) {
        dhtmlxq_add_part(e, &e->lines, (Part){.line = n[0], .ply = n[1], .id = n[2], .from = f->from, .to = f->to});
    } else if (begins_with(f->name, line)) {
        e->game->report.lost_lines += !dhtmlxq_is_empty(e, f->from, f->to);
    } else if (begins_with(f->name, comment)) {
        const char *numbers = f->name + strlen(comment);
        if (dhtmlxq_read_numbers(numbers, f->name_end, 1, n))
            dhtmlxq_add_part(e, &e->comments, (Part){.ply = n[0], .from = f->from, .to = f->to});
        else if (dhtmlxq_read_numbers(numbers, f->name_end, 2, n))
            dhtmlxq_add_part(e, &e->comments, (Part){.line = n[0], .ply = n[1], .from = f->from, .to = f->to});
        else
            e->game->report.lost_comments += !dhtmlxq_is_empty(e, f->from, f->to);
    } else {
        dhtmlxq_take_tag(e, f);
    }
}

/* Reads all fields. `ended` is true if the game has its closing tag. Otherwise, a game that ends within
 * a field is truncated. */
static void dhtmlxq_read_fields(Embedded *e, const char *at, const char *end, bool ended)
{
    FieldMark m, next;
    for (bool more = dhtmlxq_next_mark(at, end, &m); more; m = next) {
        more = dhtmlxq_next_mark(m.after, end, &next);
        if (m.closes)
            continue;
        Field f = {.at = m.at, .name = m.name, .name_end = m.name_end, .from = m.after, .to = more ? next.at : end};
        if (!more) { /* the next tag is damaged */
            const char *bracket = memchr(f.from, '[', (size_t)(end - f.from));
            f.to = bracket ? bracket : end;
        }
        if (!more && !ended)
            why_not(dhtmlxq_fault(e, m.at), "a field is not closed");
        dhtmlxq_take_field(e, &f);
        e->any = true;
    }
}

/* Puts the pieces of the field `binit` on their squares. Returns false with the reason if the position is
 * impossible. */
static bool dhtmlxq_set_up(const char *places, Side side, Position *pos, Text *why)
{
    Square squares[FEN_LIST_SIZE];
    if (strlen(places) < 2 * FEN_LIST_SIZE)
        return why_not(why, "the start position is too short");
    for (int i = 0; i < FEN_LIST_SIZE; i++)
        squares[i] = square_from_digits(places + 2 * i);
    return fen_read_list(squares, side, pos, why);
}

/* Does the same, with the side that makes the first move to move. If there are no moves (NULL), Red is
 * to move, or Black if Red cannot be. */
static bool dhtmlxq_set_up_for(const char *moves, const char *places, Position *pos, Text *why)
{
    const Square first = moves ? square_from_digits(moves) : SQ_NONE;
    const bool black = dhtmlxq_set_up(places, BLACK, pos, NULL);
    const Piece piece = black && first != SQ_NONE ? piece_at(pos, first) : NO_PIECE;
    if (piece != NO_PIECE && piece_side(piece) == BLACK)
        return true;
    const bool either = black && !moves;
    return dhtmlxq_set_up(places, RED, pos, either ? NULL : why) || (either && dhtmlxq_set_up(places, BLACK, pos, NULL));
}

/* Reads the start position from the field `fen`, or else from `binit`. */
static void dhtmlxq_read_start(Embedded *e, const char *moves)
{
    GameTree *game = e->game;
    Position pos = game->start;
    char *fen = dhtmlxq_plain(e, e->fen.from, e->fen.to), *places = dhtmlxq_plain(e, e->places.from, e->places.to);
    bool good = !fen && !places;
    game->start_given = !good;
    if (fen)
        good = fen_read(fen, &pos, places ? NULL : e->why);
    if (!good && places)
        good = dhtmlxq_set_up_for(moves, places, &pos, e->why);
    if (good)
        game->start = pos;
    else
        dhtmlxq_fault(e, places ? e->places.at : e->fen.at);
    game->start_lost = !good;
    free(fen);
    free(places);
}

static uint64_t dhtmlxq_place_key(int line, int ply) { return (uint64_t)line << 32 | (uint32_t)ply; }

static int dhtmlxq_compare_parts(const void *a, const void *b)
{
    const Part *p = a, *q = b;
    return p->key != q->key ? (p->key < q->key ? -1 : 1) : (p->from > q->from) - (p->from < q->from);
}

static void dhtmlxq_sort(Parts *parts)
{
    if (parts->count > 0)
        qsort(parts->data, parts->count, sizeof *parts->data, dhtmlxq_compare_parts);
}

/* Returns the first part with that key, or NULL; the others follow it. */
static Part *dhtmlxq_find_part(const Parts *parts, uint64_t key)
{
    const size_t i = array_find_key(parts->data, parts->count, sizeof *parts->data, key);
    return i < parts->count && parts->data[i].key == key ? &parts->data[i] : NULL;
}

/* Sorts the parts by their places. If a variation leaves its line before that line begins, it is
 * attached to the line above. If several variations have the same number, only the first has comments
 * and variations. */
static void dhtmlxq_sort_parts(Embedded *e)
{
    Parts *lines = &e->lines, *comments = &e->comments;
    for (size_t i = 0; i < lines->count; i++)
        lines->data[i].key = (uint64_t)lines->data[i].id;
    dhtmlxq_sort(lines);
    for (size_t i = 0; i < lines->count; i++) {
        Part *p = &lines->data[i];
        for (int up = 0; up < TREE_DEEPEST && p->line > 0; up++) {
            const Part *above = dhtmlxq_find_part(lines, (uint64_t)p->line);
            if (!above || p->ply >= above->ply)
                break;
            p->line = above->line;
        }
    }
    int last = MAIN_LINE;
    for (size_t i = 0; i < lines->count; i++) {
        Part *p = &lines->data[i];
        const int id = p->id;
        if (id == last)
            p->id = NO_LINE;
        last = id;
        p->key = dhtmlxq_place_key(p->line, p->ply);
    }
    dhtmlxq_sort(lines);
    for (size_t i = 0; i < comments->count; i++)
        comments->data[i].key = dhtmlxq_place_key(comments->data[i].line, comments->data[i].ply);
    dhtmlxq_sort(comments);
}

/* Returns the next part with the same key, or NULL. */
static Part *dhtmlxq_next_part(const Parts *parts, Part *p)
{
    return p + 1 < parts->data + parts->count && p[1].key == p->key ? p + 1 : NULL;
}

/* Returns the comment on a ply of a line, or NULL. The caller frees it. If several fields contain such
 * a comment, the first that is not empty is used. */
static char *dhtmlxq_comment(Embedded *e, int line, int ply)
{
    char *comment = NULL;
    for (Part *p = dhtmlxq_find_part(&e->comments, dhtmlxq_place_key(line, ply)); p; p = dhtmlxq_next_part(&e->comments, p)) {
        if (!comment)
            comment = dhtmlxq_plain(e, p->from, p->to);
        p->used = true;
    }
    return comment;
}

static void dhtmlxq_read_line(Embedded *e, int id, int ply, const char *list);

/* Reads the variations that replace the last move, which is this ply of its line. */
static void dhtmlxq_read_variations(Embedded *e, int id, int ply)
{
    for (Part *p = dhtmlxq_find_part(&e->lines, dhtmlxq_place_key(id, ply)); p; p = dhtmlxq_next_part(&e->lines, p)) {
        char *list = p->used ? NULL : dhtmlxq_plain(e, p->from, p->to);
        if (!list || builder_open(&e->builder))
            p->used = true;
        if (list && p->used) {
            dhtmlxq_read_line(e, p->id, ply, list);
            builder_close(&e->builder);
        }
        free(list);
    }
}

/* Reads a line, whose first move is this ply, with its comments and variations. Stops at the first illegal
 * move. */
static void dhtmlxq_read_line(Embedded *e, int id, int ply, const char *list)
{
    builder_set_comment(&e->builder, dhtmlxq_comment(e, id, ply - 1));
    for (; *(list += strspn(list, BLANKS)) && !e->short_of_memory; ply++, list += 4) {
        int digits = 0;
        while (digits < 4 && ascii_is_digit(list[digits]))
            digits++;
        const Move m = digits == 4 ? move_make(square_from_digits(list), square_from_digits(list + 2)) : MOVE_NONE;
        if (!builder_play(&e->builder, m)) {
            if (builder_ended(&e->builder))
                return;
            if (id != MAIN_LINE)
                e->game->report.illegal_moves++;
            else if (digits < 4)
                why_not(dhtmlxq_fault(e, e->moves.at), "move %d, '%.*s', does not have four digits", ply, digits, list);
            else
                why_not(dhtmlxq_fault(e, e->moves.at), "move %d, '%.4s', is not legal", ply, list);
            return;
        }
        builder_set_comment(&e->builder, dhtmlxq_comment(e, id, ply));
        dhtmlxq_read_variations(e, id, ply);
    }
}

static void dhtmlxq_count_left_out(Embedded *e)
{
    for (size_t i = 0; i < e->lines.count; i++)
        e->game->report.lost_lines += !e->lines.data[i].used;
    for (size_t i = 0; i < e->comments.count; i++) {
        const Part *p = &e->comments.data[i];
        e->game->report.lost_comments += !p->used && !dhtmlxq_is_empty(e, p->from, p->to);
    }
}

/* Returns the end of the game that begins at `at`: the end of its closing tag, or else the start of the
 * next game or the end of the text. */
static const char *dhtmlxq_game_end(const char *at, const char *end)
{
    for (at += strlen(HEAD); (at = memchr(at, '[', (size_t)(end - at))); at++) {
        const char *after = at + (begins_with(at, HEAD) ? strlen(HEAD) : begins_with(at, TAIL) ? strlen(TAIL) : 0);
        if (after > at && *after != '_')
            return at;
    }
    return end;
}

const char *dhtmlxq_read(const char *at, const char *end, GameTree *game, const char **fault_at, Text *why)
{
    assert(at <= end && dhtmlxq_begins(at));
    assert(game->main.plies == 0 && game->tag_count == 0);
    const char *stop = dhtmlxq_game_end(at, end);
    const bool ended = begins_with(stop, TAIL);
    Embedded e = {.game = game, .fault_at = at, .why = why};
    Text unbuilt = WHY_IN(why_language(why));
    dhtmlxq_read_fields(&e, at, stop, ended);
    dhtmlxq_sort_parts(&e);
    char *moves = dhtmlxq_plain(&e, e.moves.from, e.moves.to);
    dhtmlxq_read_start(&e, moves);
    if (!game->start_lost) {
        builder_begin(&e.builder, game);
        dhtmlxq_read_line(&e, MAIN_LINE, 1, moves ? moves : "");
    }
    dhtmlxq_count_left_out(&e);
    if (e.short_of_memory)
        why_no_memory(dhtmlxq_fault(&e, at));
    if (!builder_end(&e.builder, &unbuilt))
        text_fail(dhtmlxq_fault(&e, at), "%s", unbuilt.data);
    if (e.any && !ended && !e.moves.at)
        why_not(dhtmlxq_fault(&e, stop), "the game ends before its move list");
    else if (e.any && !ended)
        why_not(dhtmlxq_fault(&e, stop), "the closing [/DhtmlXQ] is missing, so the game may be cut off");
    free(moves);
    free(e.lines.data);
    free(e.comments.data);
    *fault_at = e.fault_at;
    const char *bracket = ended ? stop + strcspn(stop, "]\r\n") : stop;
    return bracket + (*bracket == ']');
}

/* ---- writing ---- */

typedef struct Writer {
    FILE *out;
    int lines; /* number of lines written so far */
    bool short_of_memory;
} Writer;

/* Writes a field with the text, without blanks at its ends, such that dhtmlxq_plain() restores it.
 * Writes nothing if no text remains. */
static void dhtmlxq_put_field(Writer *w, const char *name, const char *text)
{
    char code[5];
    const char *p = text, *end = p + strlen(p);
    span_trim(&p, &end);
    if (p == end)
        return;
    fprintf(w->out, "[" MARK "%s]", name);
    for (; p < end; p++) {
        const bool line_ends = *p == '\n' || *p == '\r';
        if (line_ends && !(*p == '\r' && p[1] == '\n'))
            fputs("||", w->out);
        else if (dhtmlxq_decode(p, code) > 0 || begins_with(p, HEAD) || begins_with(p, TAIL) || (*p == '|' && strchr("\r\n", p[1])))
            fprintf(w->out, "&#%d;", *p);
        else if (!line_ends)
            fputc(*p, w->out);
    }
    fprintf(w->out, "[/" MARK "%s]\n", name);
}

/* Writes the comment on a ply of a line. */
static void dhtmlxq_put_comment(Writer *w, int line, int ply, const char *text)
{
    char name[40];
    if (line == 0)
        snprintf(name, sizeof name, "comment%d", ply);
    else
        snprintf(name, sizeof name, "comment%d_%d", line, ply);
    dhtmlxq_put_field(w, name, text);
}

/* Writes all remarks on a move. */
static void dhtmlxq_put_remarks(Writer *w, int line, int ply, const TreeMove *m)
{
    Text remarks = TEXT_INIT;
    tree_add_remarks(m, &remarks);
    dhtmlxq_put_comment(w, line, ply, remarks.data);
    w->short_of_memory |= remarks.failed;
    text_free(&remarks);
}

static void dhtmlxq_put_square(Writer *w, Square s) { fprintf(w->out, "%d%d", square_file(s), RANKS - 1 - square_rank(s)); }

/* Writes a line that starts at ply `ply`, where it replaces a move of line `above`, then the comments
 * and variations of the line. */
static void dhtmlxq_put_line(Writer *w, const TreeLine *line, int above, int ply)
{
    char name[60];
    const int id = w->lines++;
    if (id == 0)
        snprintf(name, sizeof name, "movelist");
    else
        snprintf(name, sizeof name, "move_%d_%d_%d", above, ply, id);
    fprintf(w->out, "[" MARK "%s]", name);
    for (int i = 0; i < line->plies; i++) {
        dhtmlxq_put_square(w, move_from(line->moves[i].move));
        dhtmlxq_put_square(w, move_to(line->moves[i].move));
    }
    fprintf(w->out, "[/" MARK "%s]\n", name);
    if (line->comment)
        dhtmlxq_put_comment(w, id, ply - 1, line->comment);
    for (int i = 0; i < line->plies; i++)
        dhtmlxq_put_remarks(w, id, ply + i, &line->moves[i]);
    for (int i = 0; i < line->plies; i++)
        for (int n = 0; n < line->moves[i].line_count; n++)
            if (line->moves[i].lines[n].plies > 0)
                dhtmlxq_put_line(w, &line->moves[i].lines[n], i == 0 && id > 0 ? above : id, ply + i);
}

static void dhtmlxq_put_places(Writer *w, const Position *pos)
{
    bool done[BOARD_SIZE] = {false};
    fputs("[" MARK "binit]", w->out);
    for (int i = 0; i < FEN_LIST_SIZE; i++) {
        const Piece piece = fen_list_piece(i);
        int s = 0;
        while (s < BOARD_SIZE && (done[s] || !on_board(s) || piece_at(pos, (Square)s) != piece))
            s++;
        if (s < BOARD_SIZE)
            dhtmlxq_put_square(w, (Square)s);
        else
            fputs("99", w->out);
        if (s < BOARD_SIZE)
            done[s] = true;
    }
    fputs("[/" MARK "binit]\n", w->out);
}

/* Writes the tags. Adds the names of the tags that the format cannot hold to `homeless`. */
static void dhtmlxq_put_tags(Writer *w, const GameTree *game, Text *homeless)
{
    for (int i = 0; i < game->tag_count; i++) {
        const char *name = game->tags[i].name;
        int n = 0;
        while (n < TAGS && strcmp(name, tags[n].tag) != 0)
            n++;
        if (tree_tag_is_made(name))
            continue;
        if (n < TAGS || dhtmlxq_is_own(name))
            dhtmlxq_put_field(w, n < TAGS ? tags[n].field : name, game->tags[i].value);
        else
            text_addf(homeless, "%s%s", homeless->length > 0 ? ", " : "", name);
    }
}

bool dhtmlxq_write(const GameTree *game, FILE *out, Text *left_out)
{
    assert(game && out && left_out && !game->start_lost);
    static const char *const results[] = {"", "红胜", "黑胜", "和局"};
    char fen[FEN_SIZE];
    Writer w = {.out = out};
    Text homeless = TEXT_INIT;
    fputs(HEAD "]\n[" MARK "ver]www_dpxq_com[/" MARK "ver]\n", out);
    dhtmlxq_put_tags(&w, game, &homeless);
    dhtmlxq_put_field(&w, "result", results[game->outcome]);
    fen_write(&game->start, fen);
    if (strcmp(fen, FEN_START) != 0)
        dhtmlxq_put_field(&w, "fen", fen);
    dhtmlxq_put_places(&w, &game->start);
    dhtmlxq_put_line(&w, &game->main, 0, 1);
    fputs(TAIL "]\n\n", out);
    if (homeless.length > 0)
        why_not(left_out, "tags that have no field: %s", homeless.data);
    w.short_of_memory |= homeless.failed;
    text_free(&homeless);
    return !w.short_of_memory;
}
