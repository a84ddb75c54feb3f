#include "bench/match/load.h"

#include <string.h>

#include "bench/match/record_text.h"

/* ---- damage ---- */

enum { MOST_TOLD = 20 };

static void tell(Load *l)
{
    if (l->from && ++l->told <= MOST_TOLD) {
        fprintf(stderr, "hanxin-match: %s, line %d", l->file, l->from);
        if (l->to > l->from)
            fprintf(stderr, " to %d", l->to);
        fprintf(stderr, ": damaged: %s\n", l->why);
    }
    l->from = 0;
}

/* Neighbours with the same reason are told as one. */
static void note_damage(Load *l, int line, const char *why)
{
    l->damages++;
    if (l->from && l->to + 1 == line && strcmp(l->why, why) == 0) {
        l->to = line;
        return;
    }
    tell(l);
    l->from = l->to = line;
    snprintf(l->why, sizeof l->why, "%s", why);
}

static void end(Load *l)
{
    tell(l);
    if (l->told > MOST_TOLD)
        fprintf(stderr, "hanxin-match: %s: damaged in %d more places\n", l->file, l->told - MOST_TOLD);
    free(l->seen);
    l->seen = NULL;
}

static bool begin(Load *l)
{
    l->seen = calloc((size_t)schedule_total(&l->config->schedule) + 1, 1);
    return l->seen || file_fail(l->error, l->file, "out of memory");
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

static bool refuse(Load *l, int line, const GameRecord *g, const char *why)
{
    snprintf(l->error, FILE_ERROR_SIZE, "%.200s, line %d: game %d is %s", l->file, line, g->id + 1, why);
    return false;
}

/* Takes a sound record over, or clears it. False if it is refused. */
static bool adopt(Load *l, GameRecord *g, int line)
{
    const Schedule *s = &l->config->schedule;
    int id = g->id; /* the results empty what they take */
    bool ok = true;
    if (!fits(s, g))
        note_damage(l, line, "the game's number and its players do not belong together");
    else if (g->id >= schedule_total(s))
        ok = refuse(l, line, g, "not of this tournament: give at least as many --games as before");
    else if (!schedule_is_ours(s, g->id))
        ok = refuse(l, line, g, "not of this tournament: it belongs to another shard");
    else if (l->seen[g->id])
        note_damage(l, line, "the game stands there twice; the first one counts");
    else if (!results_has(l->results, g->id))
        ok = results_add(l->results, g) || file_fail(l->error, l->file, "out of memory");
    else if (l->once)
        ok = refuse(l, line, g, "in another file too");
    if (ok && id < schedule_total(s))
        l->seen[id] = 1;
    game_record_clear(g);
    return ok;
}

bool load_rows(Load *l, const LoadedJson *j)
{
    RowReader r = rows_of(j);
    GameRecord g;
    RowStatus status = ROW_DAMAGED;
    const char *why;
    bool ok = begin(l);
    if (!j->true_header)
        note_damage(l, j->line - 1, "the header does not match its checksum");
    while (ok && (status = next_row(&r, &g, &why)) != ROW_END) {
        if (status == ROW_GAME) {
            ok = adopt(l, &g, r.line);
            continue;
        }
        note_damage(l, r.line, why);
        if (r.at >= r.end)
            break;
    }
    if (ok && status == ROW_END && !j->in_page && !tail_is_sound(&r))
        note_damage(l, r.line, "what follows the games is not as it was written");
    end(l);
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

bool load_pgn(Load *l, const char *text, size_t size)
{
    PgnGame game;
    PgnSource source = pgn_source(text, size);
    GameRecord g;
    int line = 1, sound = 0;
    const char *counted = text;
    bool ok = begin(l);
    pgn_init(&game);
    while (ok && pgn_read(&source, &game, LANGUAGE_ENGLISH)) {
        const char *from = counted + strspn(counted, " \t\r\n"); /* where the game began */
        from = from < source.at ? from : source.at;
        line += count_lines(counted, from);
        if (game.fault_line) {
            note_damage(l, game.fault_line, game.fault);
        } else {
            const char *bad = take_game(&game, l->config, &g);
            if (bad)
                note_damage(l, line, bad);
            else
                ok = adopt(l, &g, line);
            sound += !bad;
        }
        line += count_lines(from, source.at);
        counted = source.at;
    }
    pgn_clear(&game);
    end(l);
    if (ok && l->damages > 0 && sound == 0)
        ok = file_fail(l->error, l->file,
                       "no game of this tournament is in it: engines, limits or openings differ, or it is damaged throughout");
    return ok;
}
