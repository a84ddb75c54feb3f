/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/ccbridge.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/bytes.h"
#include "engine/base/textfile.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "engine/notation/tags.h"
#include "engine/notation/tree_builder.h"

typedef unsigned char Byte;

static const char record_magic[] = "CCBridge Record", library_magic[] = "CCBridgeLibrary", family_magic[] = "CCBridge";

/* Offsets in a record, in bytes. All offsets of this file are those of the description that ccbridge.h
 * names. */
enum { RECORD_VERSION = 19, RECORD_RESULT = 2076, RECORD_SIDE = 2112, RECORD_MOVE_NUMBER = 2116, RECORD_BOARD = 2120, RECORD_NODES = 2214 };

/* Offsets and sizes in a library file, in bytes. */
enum { LIBRARY_SLOTS = 60, LIBRARY_INDEX = 66624, INDEX_ENTRY = 276, SLOT = 4096 };

/* A node: flags, an unused byte, and the indices of two squares. */
enum { NODE_FLAGS = 0, NODE_FROM = 2, NODE_TO = 3, NODE_SIZE = 4 };
enum { FLAG_ENDS = 1, FLAG_ALTERNATIVE = 2, FLAG_COMMENT = 4 };

enum { VERSION = 2, POINTS = RANKS * FILES };

/* The text fields of a record that become tags, with their offset and size in bytes. */
static const struct {
    const char *tag;
    int at, size;
} fields[] = {
    {TAG_EVENT, 692, 64},      {TAG_TITLE, 180, 128},         {TAG_SITE, 948, 64},         {TAG_DATE, 884, 64},
    {TAG_ROUND, 756, 64},      {TAG_GROUP, 820, 32},          {TAG_TABLE, 852, 32},        {TAG_RED, 1076, 64},
    {TAG_RED_TEAM, 1140, 64},  {TAG_RED_ELO, 1268, 32},       {TAG_BLACK, 1300, 64},       {TAG_BLACK_TEAM, 1364, 64},
    {TAG_BLACK_ELO, 1492, 32}, {TAG_TIME_CONTROL, 1012, 64},  {TAG_SOURCE, 564, 64},       {TAG_ANNOTATOR, 1652, 64},
    {TAG_REFEREE, 1524, 64},   {TAG_RECORDER, 1588, 64},      {TAG_CREATOR, 1780, 64},     {TAG_TERMINATION, 2080, 32},
    {TAG_EVENT_TYPE, 628, 64}, {TAG_CLASS, 308, 256},         {TAG_RED_TIME, 1204, 64},    {TAG_BLACK_TIME, 1428, 64},
    {TAG_TYPE, 2044, 32},      {TAG_ANNOTATOR_URL, 1716, 64}, {TAG_CREATOR_URL, 1844, 64}, {TAG_CREATED, 1908, 40},
    {TAG_MODIFIED, 1972, 40},
};

bool ccbridge_begins(const char *data, size_t length)
{
    return length >= sizeof family_magic && memcmp(data, family_magic, strlen(family_magic)) == 0;
}

/* Converts UTF-16LE text that ends with a zero to UTF-8 and removes blanks at its ends. The caller
 * frees the result. Returns NULL if the text is empty, or if an allocation fails, which sets
 * *failed. */
static char *ccbridge_text(const Byte *at, size_t size, bool *failed)
{
    size_t length = 0;
    while (length + 1 < size && (at[length] || at[length + 1]))
        length += 2;
    char *text = utf16_to_utf8((const char *)at, &length, false);
    *failed |= !text;
    return text_trimmed(text);
}

/* Adds a tag with this value, unless the value is NULL, and frees the value. Returns false if an
 * allocation fails. */
static bool ccbridge_add_tag(GameTree *game, const char *name, char *value)
{
    const bool good = !value || tree_set_tag(game, name, value);
    free(value);
    return good;
}

static bool ccbridge_read_tags(const Byte *record, GameTree *game)
{
    bool failed = false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        failed |= !ccbridge_add_tag(game, fields[i].tag, ccbridge_text(record + fields[i].at, (size_t)fields[i].size, &failed));
    return !failed;
}

/* Returns the square with this index on the record's board, which starts at Black's left corner.
 * Returns SQ_NONE if the index is off the board. */
static Square ccbridge_square(int place) { return place < POINTS ? square_make(place % FILES, RANKS - 1 - place / FILES) : SQ_NONE; }

/* Returns the letter of a piece, or 0 if the byte is not a piece. */
static char ccbridge_piece_letter(Byte piece)
{
    static const char letters[2][9] = {".RNBAKCP", ".rnbakcp"};
    const int side = piece >> 4, kind = piece & 15;
    return piece == 0 ? '1' : in_range(side, 1, 2) && in_range(kind, 1, 7) ? letters[side - 1][kind] : '\0';
}

/* Reads the board. The side to move is that of the first piece moved, or, if there are no moves, that
 * of the record. */
static bool ccbridge_read_start(const Byte *record, const Byte *first_move, GameTree *game, Text *why)
{
    char fen[FEN_SIZE], *out = fen;
    const Byte *board = record + RECORD_BOARD;
    for (int i = 0; i < POINTS; i++) {
        *out++ = ccbridge_piece_letter(board[i]);
        if (out[-1] == '\0')
            return why_not(why, "the start position has an unknown piece");
        if (i % FILES == FILES - 1)
            *out++ = i < POINTS - 1 ? '/' : ' ';
    }
    const int first = first_move && first_move[NODE_FROM] < POINTS ? board[first_move[NODE_FROM]] >> 4 : 0;
    const bool black = first ? first == 2 : record[RECORD_SIDE] == 2;
    const int number = bytes_get16(record + RECORD_MOVE_NUMBER);
    snprintf(out, sizeof fen - (size_t)(out - fen), "%c - - 0 %d", black ? 'b' : 'w', in_range(number, 1, FEN_MOST_MOVES) ? number : 1);
    return fen_read(fen, &game->start, why);
}

/* Returns the length of the comment of the node at `at`, or -1 if the node does not fit. */
static int64_t ccbridge_comment_length(const Byte *at, const Byte *end)
{
    if (end - at < NODE_SIZE)
        return -1;
    if (!(at[NODE_FLAGS] & FLAG_COMMENT))
        return 0;
    const int64_t length = end - at < NODE_SIZE + 4 ? -1 : (int64_t)bytes_get32(at + NODE_SIZE);
    return length > end - at - NODE_SIZE - 4 ? -1 : length;
}

static const Byte *ccbridge_node_after(const Byte *at, int64_t comment)
{
    return at + NODE_SIZE + (at[NODE_FLAGS] & FLAG_COMMENT ? 4 + comment : 0);
}

/* Reads the nodes. The first node carries the comment on the start position. Returns false with the
 * reason if a node is incomplete. */
static bool ccbridge_read_nodes(const Byte *at, const Byte *end, GameTree *game, Text *why)
{
    TreeBuilder builder;
    bool failed = false, whole = true, ended = false;
    builder_begin(&builder, game);
    for (bool first = true; whole && !ended; first = false) {
        const int64_t length = ccbridge_comment_length(at, end);
        whole = length >= 0;
        if (!whole)
            break;
        char *comment = length > 0 ? ccbridge_text(at + NODE_SIZE + 4, (size_t)length, &failed) : NULL;
        ended = at[NODE_FLAGS] & FLAG_ENDS;
        if (first) {
            builder_set_comment(&builder, comment);
        } else {
            builder_add(&builder, move_make(ccbridge_square(at[NODE_FROM]), ccbridge_square(at[NODE_TO])), comment, ended,
                        at[NODE_FLAGS] & FLAG_ALTERNATIVE);
            ended = builder_ended(&builder);
        }
        at = ccbridge_node_after(at, length);
    }
    if (!builder_end(&builder, why))
        return false;
    if (failed)
        return why_no_memory(why);
    return whole || why_not(why, "the file ends within the moves");
}

static bool ccbridge_read_record(const Byte *record, const Byte *end, GameTree *game, Text *why)
{
    if (end - record < RECORD_NODES + NODE_SIZE)
        return why_not(why, "the file ends within the record");
    if (record[RECORD_VERSION] != VERSION) {
        game->start_lost = true;
        return why_not(why, "a CCBridge record of version %d, but only version 2 can be read", record[RECORD_VERSION]);
    }
    if (!ccbridge_read_tags(record, game))
        return why_no_memory(why);
    game->outcome = tree_outcome_numbered(record[RECORD_RESULT]);
    const Byte *nodes = record + RECORD_NODES;
    const int64_t comment = ccbridge_comment_length(nodes, end);
    const Byte *first = comment >= 0 && !(nodes[NODE_FLAGS] & FLAG_ENDS) ? ccbridge_node_after(nodes, comment) : end;
    game->start_given = true;
    if (!ccbridge_read_start(record, end - first >= NODE_SIZE ? first : NULL, game, why)) {
        game->start_lost = true;
        return false;
    }
    return ccbridge_read_nodes(nodes, end, game, why);
}

static bool ccbridge_is_record(const char *at, const char *end)
{
    return (size_t)(end - at) >= sizeof record_magic && memcmp(at, record_magic, sizeof record_magic) == 0;
}

/* Returns the first record in a slot of a library at or after `at`, or `end` if there is none. */
static const char *ccbridge_next_record(const char *at, const char *end)
{
    while (end - at >= SLOT && !ccbridge_is_record(at, end))
        at += SLOT;
    return ccbridge_is_record(at, end) ? at : end;
}

/* Returns the address of a library's first slot, or NULL if the header is damaged. */
static const char *ccbridge_first_slot(const GameSource *source)
{
    const size_t length = (size_t)(source->end - source->data);
    if (length < LIBRARY_INDEX)
        return NULL;
    const uint64_t at = LIBRARY_INDEX + (uint64_t)INDEX_ENTRY * bytes_get32((const Byte *)source->data + LIBRARY_SLOTS);
    return at <= length ? source->data + at : NULL;
}

/* Returns the number of games that the index of a library lists, or 0 for a single record. */
static int ccbridge_games_listed(const GameSource *source)
{
    int listed = 0;
    if (!begins_with(source->data, library_magic) || !ccbridge_first_slot(source))
        return 0;
    const Byte *index = (const Byte *)source->data + LIBRARY_INDEX;
    const uint32_t slots = bytes_get32((const Byte *)source->data + LIBRARY_SLOTS);
    for (uint32_t i = 0; i < slots && listed < INT_MAX; i++)
        listed += bytes_get32(index + (size_t)INDEX_ENTRY * i) != 0;
    return listed;
}

/* Reports once, as a game with a fault, that a library has fewer games than its index lists. Returns
 * false if nothing is missing. */
static bool ccbridge_report_missing(GameSource *source, GameTree *game, Language language)
{
    Text why = WHY_IN(language);
    const int listed = ccbridge_games_listed(source);
    if (source->reported || source->games >= listed)
        return false;
    source->reported = true;
    game->start_lost = true;
    why_not(&why, "the library lists %d games, but has %d: the file is cut off or damaged", listed, source->games);
    tree_set_fault(game, 0, &why);
    return true;
}

bool ccbridge_read(GameSource *source, GameTree *game, Language language)
{
    const char *record = source->at, *end = source->end;
    Text why = WHY_IN(language);
    if (record == end)
        return ccbridge_report_missing(source, game, language);
    if (record == source->data && !ccbridge_is_record(record, end)) { /* a library */
        record = begins_with(record, library_magic) ? ccbridge_first_slot(source) : NULL;
        record = record ? ccbridge_next_record(record, end) : NULL;
        if (!record)
            why_not(&why, "a CCBridge file of another version, or a damaged one: only libraries and records of version 2 can be read");
    }
    const char *next = record ? ccbridge_next_record(record + (end - record < SLOT ? end - record : SLOT), end) : end;
    source->at = record == source->data ? end : next; /* a file with a single record ends with it */
    if (record == end)
        return ccbridge_report_missing(source, game, language);
    if (!record)
        game->start_lost = true;
    else
        ccbridge_read_record((const Byte *)record, (const Byte *)source->at, game, &why);
    tree_set_fault(game, 0, &why);
    return true;
}
