#include "bench/match/load.h"

#include <string.h>

#include "bench/match/record_text.h"
#include "engine/notation/refusal.h"

/* ---- damage ---- */

enum { MOST_TOLD = 20 };

static void tell(Damage *d)
{
    if (!d->from)
        return;
    if (++d->told <= MOST_TOLD) {
        fprintf(stderr, "hanxin-match: %s, line %d", d->file, d->from);
        if (d->to > d->from)
            fprintf(stderr, " to %d", d->to);
        fprintf(stderr, ": damaged: %s\n", d->why);
    }
    d->from = 0;
}

/* Line `line` is damaged. Neighbours with the same reason are told as one. */
static void damage_note(Damage *d, int line, const char *why)
{
    d->count++;
    if (d->from && d->to + 1 == line && strcmp(d->why, why) == 0) {
        d->to = line;
        return;
    }
    tell(d);
    d->from = d->to = line;
    snprintf(d->why, sizeof d->why, "%s", why);
}

void damage_end(Damage *d)
{
    tell(d);
    if (d->told > MOST_TOLD)
        fprintf(stderr, "hanxin-match: %s: damaged in %d more places\n", d->file, d->told - MOST_TOLD);
    d->told = 0;
}

/* ---- text ---- */

static int count_lines(const char *from, const char *to)
{
    int lines = 0;
    for (; (from = memchr(from, '\n', (size_t)(to - from))); from++)
        lines++;
    return lines;
}

/* The end of the line that begins at `at`: its line end, or the end of all. */
static const char *line_end(const char *at, const char *end)
{
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found : end;
}

/* ---- JSON ---- */

bool load_header(LoadedJson *j, const char *path, const char *text, size_t size, char *error)
{
    static const char mark[] = "\n\"games\":[";
    const char *end = text + size, *games = memmem(text, size, mark, strlen(mark));
    *j = (LoadedJson){.end = end};
    if (!games)
        return file_fail(error, path, "not a file of hanxin-match: no line begins with \"games\":[");
    size_t length = (size_t)(games - text) + strlen(mark);
    char *closed = malloc(length + 3);
    if (!closed)
        return file_fail(error, path, "out of memory");
    memcpy(closed, text, length);
    memcpy(closed + length, "]}", 3);
    j->header = json_read(closed, length + 2);
    free(closed);
    if (strcmp(json_member_text(j->header, "format", ""), STORE_FORMAT) != 0) {
        json_decref(j->header);
        j->header = NULL;
        return file_fail(error, path, "not a file of hanxin-match, or its header is damaged");
    }
    j->rows = text + length;
    j->line = 1 + count_lines(text, j->rows);
    j->true_header = json_seal(text, games - 1, true) != SEAL_FALSE; /* a comma stands between */
    return true;
}

typedef enum RowStatus { ROW_GAME, ROW_DAMAGED, ROW_END } RowStatus;

typedef struct RowReader {
    const char *at, *end;
    int next; /* the line that `at` begins */
    int line; /* of the row just read */
} RowReader;

/* Reads line by line, whatever is in them, to the bracket that closes the list. */
static RowStatus next_row(RowReader *r, GameRecord *record, const char **why)
{
    for (;;) {
        if (r->at >= r->end) {
            *why = "the file ends before its end";
            r->line = r->next;
            return ROW_DAMAGED;
        }
        const char *from = r->at, *to = line_end(from, r->end);
        r->at = to < r->end ? to + 1 : r->end;
        r->line = r->next++;
        if (to > from && to[-1] == '\r')
            to--;
        if (from == to)
            continue;
        if (*from == ']' && (to - from <= 2 || from[1] == ',')) {
            r->at = from;
            return ROW_END;
        }
        if (to[-1] == ',')
            to--;
        *why = "the row of a game is not as it was written";
        json_t *row = json_seal(from, to - 1, false) == SEAL_FALSE ? NULL : json_read(from, (size_t)(to - from));
        bool ok = record_from_json(row, record);
        json_decref(row);
        return ok ? ROW_GAME : ROW_DAMAGED;
    }
}

/* From the bracket that closes the list on there is nothing that could be lost, but it shall be whole. */
static bool tail_is_sound(const RowReader *r)
{
    static const char head[] = "{\"games\":[";
    size_t length = (size_t)(r->end - r->at);
    char *text = malloc(strlen(head) + length + 1);
    if (!text)
        return false;
    strcpy(text, head);
    memcpy(text + strlen(head), r->at, length);
    json_t *tail = json_read(text, strlen(head) + length);
    free(text);
    json_decref(tail);
    return tail != NULL;
}

static RowReader rows_of(const LoadedJson *j)
{
    RowReader r = {j->rows, j->end, j->line, j->line};
    if (r.at < r.end && *r.at == '\n') { /* the rest of the line with the opening bracket */
        r.at++;
        r.next++;
    }
    return r;
}

/* Could this game be one of a tournament with these engines, however long? */
static bool fits(const Schedule *s, const GameRecord *g)
{
    Job job = schedule_job(s, g->id);
    return job.red == g->red && job.black == g->black && job.round == g->round;
}

static bool is_of_schedule(const Schedule *s, const GameRecord *g) { return g->id < schedule_total(s) && schedule_is_ours(s, g->id); }

static bool not_asked_for(const Schedule *s, const GameRecord *g, const char *path, int line, char *error)
{
    snprintf(error, FILE_ERROR_SIZE, "%.200s, line %d: game %d is not of this tournament: %s", path, line, g->id + 1,
             g->id < schedule_total(s) ? "it belongs to another shard" : "give at least as many --games as before");
    return false;
}

/* Takes a sound record over, or clears it. `seen` tells which games the file has had. */
static bool adopt(const Config *c, Results *results, GameRecord *g, unsigned char *seen, Damage *d, int line, char *error)
{
    bool ok = true;
    if (!fits(&c->schedule, g)) {
        damage_note(d, line, "the game's number and its players do not belong together");
    } else if (!is_of_schedule(&c->schedule, g)) {
        ok = not_asked_for(&c->schedule, g, d->file, line, error);
    } else if (seen[g->id]++) {
        damage_note(d, line, "the game stands there twice; the first one counts");
        seen[g->id] = 1;
    } else if (!results_has(results, g->id)) {
        ok = results_add(results, g) || file_fail(error, d->file, "out of memory");
    }
    game_record_clear(g);
    return ok;
}

bool load_rows(const LoadedJson *j, const Config *c, Results *results, bool doubles, Damage *d, char *error)
{
    RowReader r = rows_of(j);
    GameRecord g;
    RowStatus status = ROW_DAMAGED;
    const char *why;
    unsigned char *seen = calloc((size_t)schedule_total(&c->schedule) + 1, 1);
    bool ok = seen || file_fail(error, d->file, "out of memory");
    if (!j->true_header)
        damage_note(d, j->line - 1, "the header does not match its checksum");
    while (ok && (status = next_row(&r, &g, &why)) != ROW_END) {
        if (status == ROW_DAMAGED) {
            damage_note(d, r.line, why);
            if (r.at >= r.end)
                break;
        } else if (doubles && fits(&c->schedule, &g) && is_of_schedule(&c->schedule, &g) && !seen[g.id] && results_has(results, g.id)) {
            snprintf(error, FILE_ERROR_SIZE, "%.200s, line %d: game %d is in another file too", d->file, r.line, g.id + 1);
            game_record_clear(&g);
            ok = false;
        } else {
            ok = adopt(c, results, &g, seen, d, r.line, error);
        }
    }
    if (ok && status == ROW_END && !j->in_page && !tail_is_sound(&r))
        damage_note(d, r.line, "what follows the games is not as it was written");
    free(seen);
    return ok;
}

int load_unknown(const LoadedJson *j, const Config *c, const Results *results)
{
    RowReader r = rows_of(j);
    GameRecord g;
    RowStatus status;
    const char *why;
    int unknown = 0;
    while ((status = next_row(&r, &g, &why)) != ROW_END) {
        if (status == ROW_DAMAGED) {
            unknown++;
            if (r.at >= r.end)
                break;
            continue;
        }
        unknown += !is_of_schedule(&c->schedule, &g) || !results_has(results, g.id);
        game_record_clear(&g);
    }
    return unknown;
}

/* ---- PGN ---- */

/* The record of a game that was read. NULL or why it is none of this tournament. */
static const char *take_game(const PgnGame *game, const Config *c, GameRecord *g)
{
    char limits[2][128];
    if (!record_from_pgn(game, c, g))
        return "a tag or comment of the game is not as it was written, or of another tournament";
    const char *red = pgn_tag(game, "RedTimeControl"), *black = pgn_tag(game, "BlackTimeControl");
    limits_text(&c->engines[g->red].limits, limits[RED]);
    limits_text(&c->engines[g->black].limits, limits[BLACK]);
    if (red && black && strcmp(red, limits[RED]) == 0 && strcmp(black, limits[BLACK]) == 0)
        return NULL;
    game_record_clear(g);
    return "the game was played with other limits";
}

bool load_pgn(const char *text, size_t size, const Config *c, Results *results, Damage *d, char *error)
{
    PgnGame game;
    PgnSource source;
    PgnFault fault;
    PgnStatus status;
    GameRecord g;
    char why[REFUSAL_SIZE];
    int line = 1, sound = 0;
    const char *counted = text;
    unsigned char *seen = calloc((size_t)schedule_total(&c->schedule) + 1, 1);
    bool ok = seen || file_fail(error, d->file, "out of memory");
    pgn_init(&game);
    pgn_source_init(&source, text, size);
    while (ok && (status = pgn_read(&source, &game, &fault)) != PGN_END) {
        const char *from = counted + strspn(counted, " \t\r\n"); /* where the game began */
        from = from < source.at ? from : source.at;
        line += count_lines(counted, from);
        if (status == PGN_FAULT) {
            refusal_of_pgn(&fault, LANGUAGE_ENGLISH, why, sizeof why);
            damage_note(d, fault.line, why);
        } else {
            const char *bad = take_game(&game, c, &g);
            if (bad)
                damage_note(d, line, bad);
            else
                ok = adopt(c, results, &g, seen, d, line, error);
            sound += !bad;
        }
        line += count_lines(from, source.at);
        counted = source.at;
    }
    pgn_clear(&game);
    free(seen);
    if (ok && d->count > 0 && sound == 0)
        ok = file_fail(error, d->file,
                       "no game of this tournament is in it: engines, limits or openings differ, or it is damaged throughout");
    return ok;
}
