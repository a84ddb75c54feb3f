/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/games.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/language.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/notation/cbf.h"
#include "engine/notation/ccbridge.h"
#include "engine/notation/pgn.h"
#include "engine/notation/positions.h"
#include "engine/notation/xqf.h"

/* All formats; a file is read with the first one that fits. Text is the last. */
static const GameFormat formats[] = {
    {"XQF", ".xqf", KIND_GAMES, false, xqf_begins, xqf_read},
    {"CCBridge", ".cbr .cbl", KIND_GAMES, false, ccbridge_begins, ccbridge_read},
    {"CBF", ".cbf", KIND_GAMES, true, cbf_begins, cbf_read},
    {"list of positions", ".epd .eglib", KIND_POSITIONS, true, positions_begins, positions_read},
    {"PGN", ".pgn .wxf .html .txt", KIND_ANY_TEXT, true, NULL, pgn_read},
};

enum { FORMATS = sizeof formats / sizeof *formats, TEXT = FORMATS - 1 };

/* Beginnings of files that users often try to open but that cannot be read. */
static const struct {
    const char *bytes;
    size_t length;
    const char *words;
} foreign[] = {
    {"PK\3\4", 4, N_("a ZIP archive: unpack it first")},
    {"\x1F\x8B", 2, N_("a gzip archive: unpack it first")},
    {"7z\xBC\xAF\x27\x1C", 6, N_("a 7z archive: unpack it first")},
    {"Rar!\x1A\x07", 6, N_("a RAR archive: unpack it first")},
    {"\xFD"
     "7zXZ",
     5, N_("an xz archive: unpack it first")},
    {"BZh", 3, N_("a bzip2 archive: unpack it first")},
    {"\x28\xB5\x2F\xFD", 4, N_("a Zstandard archive: unpack it first")},
    {"SQLite format 3", 15, N_("an SQLite database, such as an opening book, not a file of games")},
    {"%PDF", 4, N_("a PDF document, not a file of games")},
    {"\x89PNG", 4, N_("a picture, not a file of games")},
    {"\xFF\xD8\xFF", 3, N_("a picture, not a file of games")},
    {"GIF8", 4, N_("a picture, not a file of games")},
    {"\x7F"
     "ELF",
     4, N_("a program, not a file of games")},
    {"MZ", 2, N_("a program, not a file of games")},
    {"GL\xD0\x07", 4, N_("a CHN record of Ourgame, which cannot be read")},
    {"<?xml", 5, N_("an XML file of an unknown kind, not a file of games")},
    {"\xEF\xBB\xBF<?xml", 8, N_("an XML file of an unknown kind, not a file of games")},
};

bool games_are_named(const char *path)
{
    const char *dot = strrchr(path, '.');
    bool named = false;
    for (int i = 0; dot && !named && i < FORMATS; i++)
        for (const char *p = formats[i].extensions; *p && !named; p += strcspn(p, " "), p += strspn(p, " "))
            named = strcspn(p, " ") == strlen(dot) && word_begins(p, dot, strlen(dot));
    return named;
}

GameSource games_in_text(const char *text, size_t length)
{
    assert(text[length] == '\0');
    return (GameSource){.format = &formats[TEXT], .data = text, .at = text, .end = text + length, .counted = text, .line = 1};
}

/* Returns the format of the bytes; text if no other format fits. */
static const GameFormat *games_format(const char *data, size_t length)
{
    int i = 0;
    while (i < TEXT && !formats[i].begins(data, length))
        i++;
    return &formats[i];
}

/* Returns true for bytes that are no text: the first ones have many control characters. Zero bytes after
 * the end of a text are not counted. */
static bool games_is_binary(const char *data, size_t length)
{
    enum { MOST = 4096, SHARE = 16, LEAST = 4 };
    size_t end = length < MOST ? length : MOST, control = 0;
    bool big;
    if (text_is_utf16(data, length, &big))
        return false;
    while (end > 0 && data[end - 1] == '\0')
        end--;
    for (size_t i = 0; i < end; i++)
        control += (unsigned char)data[i] < ' ' && (data[i] == '\0' || !strchr(BLANKS, data[i]));
    const bool begins = end > 1 && data[0] != '\0' && (unsigned char)data[0] < ' ' && !strchr(BLANKS, data[0]);
    return begins || (length > 0 && end == 0) || (control >= LEAST && control * SHARE > end);
}

/* Returns true for a line of numbers. */
static bool games_is_numbers(const char *data, size_t length)
{
    enum { LEAST = 20 };
    size_t end = 0, blanks = 0;
    for (; end < length && (ascii_is_digit(data[end]) || data[end] == ' '); end++)
        blanks += data[end] == ' ';
    return blanks >= LEAST && (end == length || strchr(BLANKS, data[end]));
}

/* Returns a description of the bytes if they are known to be neither games nor text, otherwise NULL. */
static const char *games_foreign_words(const char *data, size_t length)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (length >= foreign[i].length && memcmp(data, foreign[i].bytes, foreign[i].length) == 0)
            return foreign[i].words;
    return games_is_binary(data, length)    ? N_("a binary file of an unknown format")
           : games_is_numbers(data, length) ? N_("a list of numbers, such as a CHE record of QQ, which cannot be read")
                                            : NULL;
}

bool games_open_bytes(GameSource *source, char *data, size_t length, const char *name, Text *why)
{
    assert(data && data[length] == '\0');
    *source = (GameSource){0};
    const GameFormat *format = games_format(data, length);
    const char *words = format == &formats[TEXT] ? games_foreign_words(data, length) : NULL;
    if (words) {
        free(data);
        return why_path(why, name, "%s", tr(why_language(why), words));
    }
    if (format->is_text)
        data = format->read == positions_read ? positions_decode(data, &length) : text_decode(data, &length);
    if (!data)
        return why_path(why, name, "%s", tr(why_language(why), "out of memory"));
    if (format == &formats[TEXT])
        format = games_format(data, length); /* a list of positions may be UTF-16, or begin with a byte-order mark */
    *source = games_in_text(data, length);
    source->format = format;
    source->owned = data;
    return true;
}

bool games_open(GameSource *source, const char *path, Text *why)
{
    size_t length;
    *source = (GameSource){0};
    char *data = text_read_bytes(path, &length, why);
    return data && games_open_bytes(source, data, length, path, why);
}

bool games_are_lines(const GameSource *source)
{
    const FormatKind kind = source->format->kind;
    return kind == KIND_POSITIONS || (kind == KIND_ANY_TEXT && source->data[strspn(source->data, BLANKS)] != '[');
}

/* Rejects a game of a format whose games have start positions of their own although the source prescribes
 * one. */
static void games_refuse_start(GameTree *game, Language language)
{
    Text why = WHY_IN(language);
    why_not(&why, "the game has a start position of its own and cannot begin at the one given");
    tree_clear(game);
    tree_set_fault(game, 0, &why);
    game->start_lost = true;
}

/* Replaces the fault of a web page in which no game was found. */
static void games_refuse_page(const GameSource *source, GameTree *game, Language language)
{
    Text why = WHY_IN(language);
    const char *begin = source->data + strspn(source->data, BLANKS);
    if (tree_is_there(game) || begin[0] != '<' || !(begin[1] == '!' || ascii_is_letter(begin[1])) || strstr(begin, "[DhtmlXQ"))
        return;
    why_not(&why, "a web page without a game: save the game itself, or copy its moves");
    tree_set_fault(game, 0, &why);
}

bool games_next(GameSource *source, GameTree *game, Language language)
{
    assert(source->at <= source->end && *source->end == '\0');
    tree_clear(game);
    if ((source->stop && atomic_load_explicit(source->stop, memory_order_relaxed)) || !source->format->read(source, game, language))
        return false;
    source->games++;
    if (source->start && source->format->kind != KIND_ANY_TEXT)
        games_refuse_start(game, language);
    games_refuse_page(source, game, language);
    return true;
}

void games_rewind(GameSource *source)
{
    source->at = source->counted = source->data;
    source->line = 1;
    source->reported = false;
    source->games = 0;
}

void games_close(GameSource *source)
{
    free(source->owned);
    *source = (GameSource){0};
}

double games_progress(const GameSource *source)
{
    const double length = (double)(source->end - source->data);
    return length > 0 ? (double)(source->at - source->data) / length : 1;
}
