#include "bench/match/openings.h"

#include "engine/base/array.h"
#include "engine/base/file.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/notation/pgn.h"
#include "engine/base/rng.h"
#include "engine/notation/fen.h"
#include "engine/notation/refusal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void seal(Openings *set)
{
    Rng mix = {0};
    set->fingerprint = 0;
    for (int i = 0; i < set->count; i++) {
        mix.state = set->fingerprint ^ set->positions[i].key;
        set->fingerprint = rng_next(&mix);
    }
}

static bool add(Openings *set, const Position *pos)
{
    Position *positions = array_grow(set->positions, &set->capacity, (size_t)set->count + 1, sizeof *positions);
    if (!positions)
        return false;
    set->positions = positions;
    set->positions[set->count++] = *pos;
    return true;
}

static bool read_lines(Openings *set, char *text, const char *file, char *error)
{
    int number = 0;
    for (char *line = text, *next; *line; line = next) {
        Position pos;
        next = line + strcspn(line, "\r\n"); /* a line ends as on any system: LF, CR LF or CR */
        next += next[0] == '\r' && next[1] == '\n' ? (*next = '\0', 2) : *next ? (*next = '\0', 1) : 0;
        number++;
        line[strcspn(line, ";#")] = '\0'; /* EPD operations and remarks */
        if (line[strspn(line, " \t")] == '\0')
            continue;
        char array[REFUSAL_SIZE];
        Text why = text_over(array, sizeof array);
        if (!fen_read(line, &pos, LANGUAGE_ENGLISH, &why)) {
            snprintf(error, OPENINGS_ERROR_SIZE, "%.100s, line %d: %.250s", file, number, array);
            return false;
        }
        if (!any_legal_move(&pos)) {
            snprintf(error, OPENINGS_ERROR_SIZE, "%.100s, line %d: the side to move has no legal move", file, number);
            return false;
        }
        if (!add(set, &pos)) {
            snprintf(error, OPENINGS_ERROR_SIZE, "out of memory");
            return false;
        }
    }
    return true;
}

static bool read_games(Openings *set, const char *text, const char *file, int plies, char *error)
{
    PgnGame game;
    PgnSource source = pgn_source(text, strlen(text));
    bool ok = true;
    pgn_init(&game);
    for (int number = 1; ok && pgn_read(&source, &game, LANGUAGE_ENGLISH); number++) {
        Position pos = game.start;
        Undo undo;
        for (int i = 0; i < game.plies && (plies == 0 || i < plies); i++)
            position_make(&pos, game.moves[i].move, &undo);
        if (game.fault_line)
            snprintf(error, OPENINGS_ERROR_SIZE, "%.60s, game %d: %.200s", file, number, game.fault);
        else if (!any_legal_move(&pos))
            snprintf(error, OPENINGS_ERROR_SIZE, "%.60s, game %d: no legal move is left in its position", file, number);
        else if (!add(set, &pos))
            snprintf(error, OPENINGS_ERROR_SIZE, "out of memory");
        else
            continue;
        ok = false;
    }
    pgn_clear(&game);
    return ok;
}

static bool read_text(Openings *set, char *text, size_t size, const char *file, int plies, char *error)
{
    const char *nul = memchr(text, '\0', size);
    if (nul) {
        int line = 1;
        for (const char *p = text; p < nul; p++)
            line += *p == '\n';
        snprintf(error, OPENINGS_ERROR_SIZE, "%.100s, line %d: a NUL byte: damaged, or not saved as UTF-8 text", file, line);
        return false;
    }
    size_t length = strlen(file);
    bool games = length > 4 && strcasecmp(file + length - 4, ".pgn") == 0;
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) /* a byte-order mark, from Windows editors */
        text += 3;
    return games ? read_games(set, text, file, plies, error) : read_lines(set, text, file, error);
}

bool openings_load(Openings *set, const char *file, int plies, char *error)
{
    memset(set, 0, sizeof *set);
    size_t size;
    char *text = file_text(file, SIZE_MAX, &size, FILE_WORDS(error));
    if (!text)
        return false;
    bool ok = read_text(set, text, size, file, plies, error);
    free(text);
    if (ok && set->count == 0) {
        snprintf(error, OPENINGS_ERROR_SIZE, "%.200s: no position in it", file);
        ok = false;
    }
    if (ok)
        seal(set);
    else
        openings_clear(set);
    return ok;
}

bool openings_start_only(Openings *set)
{
    Position start;
    memset(set, 0, sizeof *set);
    position_start(&start);
    bool ok = add(set, &start);
    if (ok)
        seal(set);
    return ok;
}

void openings_shuffle(Openings *set, uint64_t seed)
{
    Rng rng = {seed};
    for (int i = set->count - 1; i > 0; i--) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        Position other = set->positions[i];
        set->positions[i] = set->positions[j];
        set->positions[j] = other;
    }
    seal(set);
}

static void reverse(Position *from, Position *to)
{
    for (; from < to; from++) {
        Position other = *from;
        *from = *--to;
        *to = other;
    }
}

void openings_rotate(Openings *set, int first)
{
    first %= set->count;
    reverse(set->positions, set->positions + first);
    reverse(set->positions + first, set->positions + set->count);
    reverse(set->positions, set->positions + set->count);
    seal(set);
}

void openings_clear(Openings *set)
{
    free(set->positions);
    memset(set, 0, sizeof *set);
}
