/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/openings.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/file.h"
#include "engine/base/rng.h"
#include "engine/base/textfile.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"
#include "engine/notation/games.h"

static bool openings_add(Openings *set, const Position *pos, Text *why)
{
    if (!array_grow(&set->positions, &set->capacity, (size_t)set->count + 1, sizeof *set->positions))
        return why_no_memory(why);
    set->positions[set->count++] = *pos;
    return true;
}

static bool openings_read_lines(Openings *set, char *text, const char *end, const char *file, Text *why)
{
    char *line;
    size_t length;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* byte-order mark of Windows editors */
        text += 3;
    for (int number = 1; (line = line_next(&text, end, &length)); number++) {
        Position pos;
        text_addf(why, "%.100s, line %d: ", file, number);
        if (strlen(line) < length)
            return why_not(why, "NUL byte: damaged, or not saved as UTF-8 text");
        line[strcspn(line, ";#")] = '\0'; /* EPD operations and comments */
        if (line[strspn(line, " \t")] != '\0') {
            if (!fen_read_played(line, &pos, why))
                return false;
            if (!any_legal_move(&pos))
                return why_not(why, "the side to move has no legal move");
            if (!openings_add(set, &pos, why))
                return false;
        }
        text_cut(why, 0);
    }
    return true;
}

static bool openings_read_games(Openings *set, const char *file, int plies, Text *why)
{
    GameTree game;
    GameSource source;
    bool ok = true;
    if (!games_open(&source, file, why))
        return false;
    tree_init(&game);
    for (int number = 1; ok && games_next(&source, &game, LANGUAGE_ENGLISH); number++) {
        Position pos = game.start;
        Undo undo;
        for (int i = 0; i < game.main.plies && (plies == 0 || i < plies); i++)
            position_make(&pos, game.main.moves[i].move, &undo);
        if (tree_has_fault(&game) && !game.report.result_disputed)
            ok = text_fail(why, "%.60s, game %d: %s%s", file, number, game.report.fault,
                           memchr(source.data, '\0', (size_t)(source.end - source.data)) ? ": damaged, or not saved as UTF-8 text" : "");
        else if (!any_legal_move(&pos))
            ok = why_not(why, "%.60s, game %d: no legal move in the last position; use plies=N for the first N plies of each game", file,
                         number);
        else
            ok = openings_add(set, &pos, why);
    }
    tree_clear(&game);
    games_close(&source);
    return ok;
}

/* Returns true if the file holds games: those of a binary format or XML, text that begins with a tag, and
 * any other text whose name ends with .pgn. */
static bool openings_are_games(const char *file)
{
    const size_t length = strlen(file);
    GameSource source;
    FILE *regular = file_read(file, NULL); /* a pipe cannot be read twice, nor again by --resume */
    if (!regular)
        return false;
    fclose(regular);
    if (length > 4 && word_is(file + length - 4, ".pgn"))
        return true;
    if (!games_open(&source, file, NULL)) /* the caller finds out why */
        return false;
    const bool games = !games_are_lines(&source);
    games_close(&source);
    return games;
}

static void openings_shuffle(Openings *set, uint64_t seed)
{
    Rng rng = {seed};
    for (int i = set->count - 1; i > 0; i--) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        Position other = set->positions[i];
        set->positions[i] = set->positions[j];
        set->positions[j] = other;
    }
}

bool openings_load(Openings *set, const Config *c, Text *why)
{
    const char *file = c->openings_file;
    bool ok = true;
    *set = (Openings){0};
    if (file) {
        size_t size;
        if (openings_are_games(file)) {
            ok = openings_read_games(set, file, (int)c->openings_plies, why);
        } else {
            char *text = file_text(file, SIZE_MAX, &size, why);
            ok = text && openings_read_lines(set, text, text + size, file, why);
            free(text);
        }
    } else {
        Position start;
        if (c->schedule.games > 2)
            program_note(&c->program, "warning: no --openings: all games start from the start position");
        position_start(&start);
        ok = openings_add(set, &start, why);
    }
    if (!ok)
        return false;
    if (set->count == 0)
        return why_not(why, "%.200s: no positions", file);
    if (c->order == ORDER_RANDOM)
        openings_shuffle(set, c->seed);
    set->first = (int)((c->openings_first - 1) % set->count);
    Rng mix = {0};
    for (int i = 0; i < set->count; i++) {
        mix.state = set->fingerprint ^ openings_pick(set, i)->key;
        set->fingerprint = rng_next(&mix);
    }
    return true;
}

void openings_clear(Openings *set)
{
    free(set->positions);
    *set = (Openings){0};
}
