/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/xqf.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/bytes.h"
#include "engine/base/contract.h"
#include "engine/base/encoding.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/notation/fen.h"
#include "engine/notation/tags.h"
#include "engine/notation/tree_builder.h"

typedef unsigned char Byte;

/* Offsets in the header, in bytes. */
enum {
    AT_VERSION = 2,
    AT_KEY_MASK = 3,
    AT_KEY_OR = 8,   /* four bytes */
    AT_KEY_SUM = 12, /* this and the next three bytes */
    AT_KEY_SQUARE,
    AT_KEY_FROM,
    AT_KEY_TO,
    AT_SQUARES = 16, /* squares of 32 pieces, see fen_read_list() */
    AT_SIDE = 50,
    AT_RESULT = 51,
    AT_KIND = 64, /* 0: a game, 3: an ending */
    HEAD_SIZE = 1024
};

enum { OLDEST = 10, NEWEST = 18, PLAIN = 10, ROTATED = 12 /* first version whose list of squares is rotated */ };

enum {
    FROM_BIAS = 0x18,
    TO_BIAS = 0x20,
    HAS_NEXT = 0x80, /* flags of version 11 and later */
    HAS_ALTERNATIVE = 0x40,
    HAS_COMMENT = 0x20,
    PLAIN_NEXT = 0xF0, /* flags of version 10 */
    PLAIN_ALTERNATIVE = 0x0F,
};

/* Text fields of the header: a byte with the length, then the text. */
static const struct {
    const char *tag;
    int at, size; /* size: including the length byte */
} fields[] = {
    {TAG_TITLE, 80, 64},     {TAG_SUBTITLE, 144, 64},   {TAG_EVENT, 208, 64},     {TAG_DATE, 272, 16},
    {TAG_SITE, 288, 16},     {TAG_RED, 304, 16},        {TAG_BLACK, 320, 16},     {TAG_TIME_CONTROL, 336, 64},
    {TAG_RED_TIME, 400, 16}, {TAG_BLACK_TIME, 416, 16}, {TAG_ANNOTATOR, 464, 16}, {TAG_AUTHOR, 480, 16},
};

enum { FIELDS = sizeof fields / sizeof *fields };

/* ---- reading ---- */

typedef struct Reader {
    GameTree *game;
    const Byte *data;
    size_t at, size;
    int version;
    Byte stream[32]; /* key of each byte after the header, indexed by the offset in the file modulo 32 */
    Byte key_square, key_from, key_to;
    uint32_t key_length;
    Encoding encoding; /* of the texts */
    Text why;
} Reader;

typedef struct XqfRecord {
    Byte from, to; /* squares as numbers, see square_index() */
    bool next, alternative;
    size_t comment, comment_length; /* offset and length of the comment in the file */
} XqfRecord;

bool xqf_begins(const char *data, size_t length)
{
    /* The version byte may equal a line end, but a text file never has a zero byte next to the name of
     * the format. */
    return length > AT_VERSION && memcmp(data, "XQ", 2) == 0 && (Byte)data[AT_VERSION] < ' ' &&
           (!strchr("\t\n\r", data[AT_VERSION]) || memchr(data, '\0', length < HEAD_SIZE ? length : HEAD_SIZE));
}

/* Returns the square, or SQ_NONE for 255 and other numbers outside the board, which stand for missing
 * pieces. */
static Square xqf_square(Byte number) { return number < SQUARES ? index_square[number] : SQ_NONE; }

/* Derives the keys. Returns false with the reason if they fail the format's checksum test. */
static bool xqf_read_keys(Reader *r)
{
    static const char words[] = "[(C) Copyright Mr. Dong Shiwei.]";
    const Byte *d = r->data;
    if (r->version <= PLAIN)
        return true;
    if ((d[AT_KEY_SUM] + d[AT_KEY_SQUARE] + d[AT_KEY_FROM] + d[AT_KEY_TO]) % 256 != 0)
        return why_not(&r->why, "the keys of the file are damaged");
    for (int i = 0; i < (int)sizeof r->stream; i++)
        r->stream[i] = (Byte)words[i] & ((d[AT_KEY_SUM + i % 4] & d[AT_KEY_MASK]) | d[AT_KEY_OR + i % 4]);
#define FACTOR(key) (54 * (key) * (key) + 221)
    r->key_square = (Byte)(FACTOR(d[AT_KEY_SQUARE]) * d[AT_KEY_SQUARE]);
    r->key_from = (Byte)(FACTOR(d[AT_KEY_FROM]) * r->key_square);
    r->key_to = (Byte)(FACTOR(d[AT_KEY_TO]) * r->key_from);
#undef FACTOR
    r->key_length = (uint32_t)(d[AT_KEY_SUM] << 8 | d[AT_KEY_SQUARE]) % 32000 + 767;
    return true;
}

/* Returns the decoded byte at an offset after the header. */
static Byte xqf_byte_at(const Reader *r, size_t at) { return (Byte)(r->data[at] - r->stream[at % sizeof r->stream]); }

/* Returns the length without an incomplete character at the end. */
static size_t xqf_whole_characters(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        size_t n = (Byte)text[at] < 0x80 ? 1 : at + 1 < length && text[at + 1] >= '0' && text[at + 1] <= '9' ? 4 : 2;
        if (at + n > length)
            break;
        at += n;
    }
    return at;
}

/* Returns the text in UTF-8, without blanks at its ends; lines end with LF. `raw` is modified. The
 * caller frees the text. *failed is set if memory is short, and NULL is returned then and if nothing
 * remains. */
static char *xqf_text(const Reader *r, Text *raw, bool *failed)
{
    char *text = raw->failed ? NULL : text_take(raw);
    size_t bad;
    *failed |= !text;
    if (!text)
        return NULL;
    text_fold_line_ends(text);
    const char *from = text, *end = text + xqf_whole_characters(text, strlen(text));
    span_trim(&from, &end);
    text[end - text] = '\0';
    size_t length = (size_t)(end - from);
    char *converted = length > 0 ? utf8_from(r->encoding, from, &length, &bad) : NULL;
    *failed |= *from && !converted;
    free(text);
    return converted;
}

/* Adds the text of a field of the header, which ends at a zero byte or by its length. */
static void xqf_add_field(const Reader *r, int number, Text *out)
{
    const char *field = (const char *)r->data + fields[number].at;
    const size_t room = (size_t)fields[number].size - 1, length = (Byte)*field < room ? (Byte)*field : room;
    text_add_bytes(out, field + 1, strnlen(field + 1, length));
}

static bool xqf_read_tags(Reader *r)
{
    bool failed = false;
    for (int i = 0; i < FIELDS; i++) {
        Text raw = TEXT_INIT;
        xqf_add_field(r, i, &raw);
        char *text = xqf_text(r, &raw, &failed);
        failed |= text && !tree_set_tag(r->game, fields[i].tag, text);
        free(text);
        text_free(&raw);
    }
    return !failed || why_no_memory(&r->why);
}

/* Reads the next record. */
static bool xqf_read_record(Reader *r, XqfRecord *record)
{
    const bool plain = r->version <= PLAIN;
    const size_t left = r->size - r->at, least = plain ? 8 : 4;
    if (left < least)
        return why_not(&r->why, "the file ends within the moves");
    const Byte flags = xqf_byte_at(r, r->at + 2);
    const bool counted = plain || flags & HAS_COMMENT;
    if (left < (counted ? 8 : 4))
        return why_not(&r->why, "the file ends within the moves");
    *record = (XqfRecord){.from = (Byte)(xqf_byte_at(r, r->at) - FROM_BIAS - r->key_from),
                          .to = (Byte)(xqf_byte_at(r, r->at + 1) - TO_BIAS - r->key_to),
                          .next = flags & (plain ? PLAIN_NEXT : HAS_NEXT),
                          .alternative = flags & (plain ? PLAIN_ALTERNATIVE : HAS_ALTERNATIVE)};
    r->at += 4;
    if (counted) {
        Byte length[4];
        for (int i = 0; i < 4; i++)
            length[i] = xqf_byte_at(r, r->at + (size_t)i);
        r->at += 4;
        record->comment = r->at;
        record->comment_length = (uint32_t)(bytes_get32(length) - r->key_length);
    }
    if (record->comment_length > r->size - r->at)
        return why_not(&r->why, "the file ends within a comment, or the length of the comment is wrong");
    r->at += record->comment_length;
    return true;
}

/* Returns the comment of the record, or NULL; see xqf_text(). Zero bytes are replaced by blanks. */
static char *xqf_comment(const Reader *r, const XqfRecord *record, bool *failed)
{
    Text raw = TEXT_INIT;
    for (size_t i = 0; i < record->comment_length; i++) {
        const Byte c = xqf_byte_at(r, record->comment + i);
        text_add_char(&raw, c ? (char)c : ' ');
    }
    char *comment = record->comment_length > 0 ? xqf_text(r, &raw, failed) : NULL;
    text_free(&raw);
    return comment;
}

/* Finds the encoding of the texts: GB18030, or Big5 in files of Taiwan and Hong Kong. All texts of the
 * file decide together, because a short one may look like either. */
static void xqf_find_encoding(Reader *r, bool keyed)
{
    enum { SAMPLE = 1 << 16 };
    Text sample = TEXT_INIT;
    Reader probe = *r;
    XqfRecord record;
    probe.why = WHY_INIT;
    probe.at = HEAD_SIZE;
    for (int i = 0; i < FIELDS; i++) {
        xqf_add_field(r, i, &sample);
        text_add_char(&sample, '\n');
    }
    while (keyed && sample.length < SAMPLE && probe.at < probe.size && xqf_read_record(&probe, &record)) {
        for (size_t i = 0; i < record.comment_length && sample.length < SAMPLE; i++)
            text_add_char(&sample, (char)xqf_byte_at(r, record.comment + i));
        text_add_char(&sample, '\n');
    }
    if (!sample.failed && text_is_big5(sample.data, sample.length))
        r->encoding = ENCODING_BIG5;
    text_free(&sample);
}

/* Reads the records after the root. */
static bool xqf_read_moves(Reader *r, const XqfRecord *root)
{
    TreeBuilder builder;
    XqfRecord record;
    bool failed = false, whole = true;
    builder_begin(&builder, r->game);
    builder_set_comment(&builder, xqf_comment(r, root, &failed));
    while (root->next && !builder_ended(&builder) && (whole = xqf_read_record(r, &record)) && !failed) {
        char *comment = xqf_comment(r, &record, &failed);
        builder_add(&builder, move_make(xqf_square(record.from), xqf_square(record.to)), comment, !record.next, record.alternative);
    }
    if (!builder_end(&builder, &r->why))
        return false;
    return failed ? why_no_memory(&r->why) : whole;
}

/* Reads the start position. The side to move is that of the piece on `first`, or else that of the
 * header. If the position is possible only with the other side to move, that side is to move. */
static bool xqf_read_start(Reader *r, Square first)
{
    Square squares[FEN_LIST_SIZE];
    Side side = r->data[AT_SIDE] == 1 ? BLACK : RED;
    bool known = false;
    for (int i = 0; i < FEN_LIST_SIZE; i++) {
        const int slot = r->version < ROTATED ? i : (i + 1 + r->key_square) % FEN_LIST_SIZE;
        squares[slot] = xqf_square((Byte)(r->data[AT_SQUARES + i] - r->key_square));
    }
    for (int i = 0; i < FEN_LIST_SIZE && first != SQ_NONE; i++)
        if (squares[i] == first) {
            side = i < FEN_LIST_SIZE / 2 ? RED : BLACK;
            known = true;
        }
    r->game->start_given = true;
    Position other;
    if (!known && fen_read_list(squares, opponent(side), &other, NULL) && !fen_read_list(squares, side, &r->game->start, NULL))
        side = opponent(side);
    Text fault = WHY_IN(r->why.language);
    r->game->start_lost = !fen_read_list(squares, side, &r->game->start, &fault);
    if (r->game->start_lost && r->why.length == 0)
        why_not(&r->why, "the start position is impossible: %s", fault.data);
    return !r->game->start_lost;
}

/* Reads the file as far as possible. */
static bool xqf_read_game(Reader *r)
{
    enum { ANOTHER_DRAW = 4 };
    GameTree *game = r->game;
    XqfRecord root = {0};
    game->start_lost = true;
    if (r->version < OLDEST)
        return why_not(&r->why, "an XQF file of version %d, which is not known", r->version);
    if (r->version > NEWEST)
        return why_not(&r->why, "an XQF file of version %d, which is newer than this program", r->version);
    if (r->size < HEAD_SIZE)
        return why_not(&r->why, "the file is truncated within its header");
    game->outcome = r->data[AT_RESULT] == ANOTHER_DRAW ? OUTCOME_DRAW : tree_outcome_numbered(r->data[AT_RESULT]);
    const bool keyed = xqf_read_keys(r);
    xqf_find_encoding(r, keyed);
    if (!xqf_read_tags(r) || !keyed)
        return false;
    r->at = HEAD_SIZE;
    const bool rooted = xqf_read_record(r, &root);
    const bool moved = rooted && r->at < r->size;
    if (r->version <= PLAIN)
        root.next &= moved; /* some programs always set this flag */
    if (!xqf_read_start(r, moved ? xqf_square((Byte)(xqf_byte_at(r, r->at) - FROM_BIAS - r->key_from)) : SQ_NONE) || !rooted)
        return false;
    return xqf_read_moves(r, &root) &&
           (r->at == r->size || why_not(&r->why, "%lld bytes follow after the last move", (long long)(r->size - r->at)));
}

bool xqf_read(GameSource *source, GameTree *game, Language language)
{
    assert(source->at <= source->end);
    if (source->at == source->end)
        return false;
    const Byte *data = (const Byte *)source->data;
    Reader r = {
        .game = game, .data = data, .size = (size_t)(source->end - source->data), .version = data[AT_VERSION], .why = WHY_IN(language)};
    xqf_read_game(&r);
    tree_set_fault(game, 0, &r.why);
    source->at = source->end;
    return true;
}

/* ---- writing ---- */

typedef struct Writer {
    Text out;
    int unknown; /* number of characters that do not exist in GB 18030 */
} Writer;

/* Begins a new clause and returns the text. */
static Text *xqf_clause(Text *clauses)
{
    if (clauses->length > 0)
        text_add(clauses, "; ");
    return clauses;
}

/* Writes a record with a comment, whose lines end with CR LF in the file. */
static void xqf_write_record(Writer *w, Byte from, Byte to, Byte flags, Byte filler, const Text *comment)
{
    Text lines = TEXT_INIT, encoded = TEXT_INIT;
    for (const char *c = comment->data; *c; c++) {
        if (*c == '\n')
            text_add_char(&lines, '\r');
        text_add_char(&lines, *c);
    }
    w->unknown += gb18030_add(lines.data, &encoded);
    const char record[] = {(char)(from + FROM_BIAS), (char)(to + TO_BIAS), (char)flags, (char)filler};
    text_add_bytes(&w->out, record, sizeof record);
    bytes_add(&w->out, encoded.length, 4);
    text_add_bytes(&w->out, encoded.data, encoded.length);
    w->out.failed |= lines.failed || encoded.failed || comment->failed;
    text_free(&lines);
    text_free(&encoded);
}

/* Returns the number of non-empty variations of a move. */
static int xqf_count_alternatives(const TreeMove *move)
{
    int count = 0;
    for (int i = 0; i < move->line_count; i++)
        count += move->lines[i].plies > 0;
    return count;
}

/* Writes a line and its variations. `before` is the comment before its first move; `alternative` is
 * true if another alternative to that move follows. */
static void xqf_write_line(Writer *w, const TreeLine *line, const char *before, bool alternative)
{
    for (int i = 0; i < line->plies; i++) {
        const TreeMove *m = &line->moves[i];
        const bool next = i + 1 < line->plies, other = xqf_count_alternatives(m) > 0 || (i == 0 && alternative);
        Text remarks = TEXT_INIT;
        if (i == 0 && before)
            text_add(&remarks, before);
        tree_add_remarks(m, &remarks);
        xqf_write_record(w, (Byte)square_index(move_from(m->move)), (Byte)square_index(move_to(m->move)),
                         (Byte)((next ? PLAIN_NEXT : 0) | (other ? PLAIN_ALTERNATIVE : 0)), 0, &remarks);
        text_free(&remarks);
    }
    for (int i = line->plies - 1; i >= 0; i--) {
        int left = xqf_count_alternatives(&line->moves[i]);
        for (int n = 0; n < line->moves[i].line_count; n++) {
            const TreeLine *other = &line->moves[i].lines[n];
            if (other->plies > 0)
                xqf_write_line(w, other, other->comment, --left > 0 || (i == 0 && alternative));
        }
    }
}

/* Fills in the squares of the pieces. Pieces of the same kind are in the order that XQStudio uses at
 * the start: Red's from the last file to the first, Black's from the first to the last. */
static void xqf_put_squares(const Position *pos, Byte squares[FEN_LIST_SIZE])
{
    Piece order[FEN_LIST_SIZE];
    memset(squares, 255, FEN_LIST_SIZE);
    for (int i = 0; i < FEN_LIST_SIZE; i++)
        order[i] = fen_list_piece(i);
    for (int i = 0; i < FEN_LIST_SIZE; i++)
        for (int n = 0; n < FILES * RANKS && order[i] != NO_PIECE; n++) {
            const Byte number = (Byte)(i < FEN_LIST_SIZE / 2 ? FILES * RANKS - 1 - n : n);
            if (piece_at(pos, xqf_square(number)) == order[i] && !memchr(squares, number, FEN_LIST_SIZE)) {
                squares[i] = number;
                break;
            }
        }
}

/* Returns true if the tag contains no information that is not in the file anyway. */
static bool xqf_is_void(const TreeTag *tag)
{
    return tree_tag_is_made(tag->name) || word_is(tag->name, TAG_SETUP) || tag->value[strspn(tag->value, "?.-* ")] == '\0';
}

/* Fills in the text fields of the header. Adds the names of tags that have no field, and of those that
 * are too long for their field. */
static void xqf_put_texts(Writer *w, const GameTree *game, Byte *head, Text *homeless, Text *cut)
{
    for (int i = 0; i < game->tag_count; i++) {
        const TreeTag *tag = &game->tags[i];
        int f = 0;
        while (f < FIELDS && strcmp(fields[f].tag, tag->name) != 0)
            f++;
        if (xqf_is_void(tag))
            continue;
        if (f == FIELDS) {
            text_addf(homeless, "%s%s", homeless->length ? ", " : "", tag->name);
            continue;
        }
        Text encoded = TEXT_INIT;
        w->unknown += gb18030_add(tag->value, &encoded);
        const size_t room = (size_t)fields[f].size - 1,
                     length = encoded.length > room ? xqf_whole_characters(encoded.data, room) : encoded.length;
        if (length < encoded.length)
            text_addf(cut, "%s%s", cut->length ? ", " : "", tag->name);
        head[fields[f].at] = (Byte)length;
        memcpy(head + fields[f].at + 1, encoded.data, length);
        w->out.failed |= encoded.failed;
        text_free(&encoded);
    }
}

/* Writes the header and the record of the root. */
static void xqf_write_head(Writer *w, const GameTree *game, Text *left_out)
{
    Byte head[HEAD_SIZE] = {'X', 'Q', PLAIN};
    Text homeless = TEXT_INIT, cut = TEXT_INIT, remarks = TEXT_INIT;
    Position usual;
    position_start(&usual);
    xqf_put_squares(&game->start, head + AT_SQUARES);
    head[AT_SIDE] = game->start.side == BLACK;
    head[AT_RESULT] = (Byte)game->outcome; /* see tree_outcome_numbered() */
    head[AT_KIND] = game->start.key == usual.key ? 0 : 3;
    xqf_put_texts(w, game, head, &homeless, &cut);
    text_add_bytes(&w->out, (const char *)head, sizeof head);
    if (game->main.comment)
        text_add(&remarks, game->main.comment);
    xqf_write_record(w, 0, 0, game->main.plies > 0 ? PLAIN_NEXT : 0, 255, &remarks);
    if (homeless.length > 0)
        why_not(xqf_clause(left_out), "tags that have no field: %s", homeless.data);
    if (cut.length > 0)
        why_not(xqf_clause(left_out), "tags cut to the size of their field: %s", cut.data);
    if (game->start.quiet_plies > 0 || game->start.game_ply > game->start.side)
        why_not(xqf_clause(left_out), "the numbers in the start position's FEN");
    w->out.failed |= homeless.failed || cut.failed;
    text_free(&homeless);
    text_free(&cut);
    text_free(&remarks);
}

bool xqf_write(const GameTree *game, FILE *out, Text *left_out)
{
    assert(out && left_out);
    Writer w = {.out = TEXT_INIT};
    xqf_write_head(&w, game, left_out);
    xqf_write_line(&w, &game->main, NULL, false);
    if (w.unknown > 0)
        why_not(xqf_clause(left_out), "characters that GB 18030 does not have, written as '?': %d", w.unknown);
    const bool done = !w.out.failed;
    if (done)
        fwrite(w.out.data, 1, w.out.length, out);
    text_free(&w.out);
    return done;
}
