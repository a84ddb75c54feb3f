/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/load.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/file.h"

/* ---- damage ---- */

enum { MOST_TOLD = 20 };

static void tell(Load *l)
{
    if (l->from && ++l->told <= MOST_TOLD) {
        if (l->to > l->from)
            program_note(&match_program, "%s, lines %d to %d: damaged: %s", l->file, l->from, l->to, l->what);
        else
            program_note(&match_program, "%s, line %d: damaged: %s", l->file, l->from, l->what);
    }
    l->from = 0;
}

/* Records a damaged line. Neighbouring lines with the same reason are reported as one. */
static void note_damage(Load *l, int line, const char *what)
{
    l->damages++;
    if (!l->from || l->to + 1 != line || strcmp(l->what, what) != 0) {
        tell(l);
        l->from = line;
        snprintf(l->what, sizeof l->what, "%s", what);
    }
    l->to = line;
}

static bool begin(Load *l)
{
    l->seen = calloc((size_t)schedule_total(&l->config->schedule) + 1, 1);
    return l->seen || why_no_memory(l->why);
}

static void end(Load *l)
{
    tell(l);
    if (l->told > MOST_TOLD)
        program_note(&match_program, "%s: %d more damaged places", l->file, l->told - MOST_TOLD);
    free(l->seen);
    l->seen = NULL;
}

/* ---- games ---- */

static bool refuse(Load *l, int line, const GameRecord *g, const char *what)
{
    return text_fail(l->why, "%.200s, line %d: game %d is %s", l->file, line, g->id + 1, what);
}

/* Adds a valid record to the results, or clears it. Returns false if it is refused. */
static bool adopt(Load *l, GameRecord *g, int line)
{
    const Schedule *s = &l->config->schedule;
    int id = g->id, total = schedule_total(s); /* copied because results_add() empties the record */
    Fixture fixture = schedule_fixture(s, id); /* valid for a tournament of any length between these engines */
    bool ok = true, theirs = id < total && schedule_is_ours(s, id);
    if (fixture.red != g->red || fixture.black != g->black || fixture.round != g->round)
        note_damage(l, line, "game number and players do not match");
    else if (id >= total)
        ok = refuse(l, line, g, "not part of this tournament: --games must not be less than before");
    else if (!theirs)
        ok = refuse(l, line, g, "not part of this tournament: it belongs to another shard");
    else if (l->seen[id])
        note_damage(l, line, "duplicate game; the first one counts");
    else if (!results_has(l->results, id))
        ok = results_add(l->results, g) || why_no_memory(l->why);
    else if (l->once)
        ok = refuse(l, line, g, "also in another file");
    if (ok && id < total)
        l->seen[id] = 1;
    game_record_clear(g);
    return ok;
}

/* ---- JSON ---- */

/* Parses the three texts as one value. Returns NULL if they are not JSON or memory is short. */
static json_t *read_closed(const char *before, const char *text, size_t length, const char *behind)
{
    Text closed = TEXT_INIT;
    text_add(&closed, before);
    text_add_bytes(&closed, text, length);
    text_add(&closed, behind);
    json_t *value = closed.failed ? NULL : json_read(closed.data, closed.length);
    text_free(&closed);
    return value;
}

bool load_header(LoadedJson *j, const char *path, const char *text, size_t size, Text *why)
{
    static const char mark[] = "\n\"games\":[";
    const char *games = memmem(text, size, mark, strlen(mark));
    *j = (LoadedJson){.end = text + size};
    if (!games)
        return why_path(why, path, "not a file of hanxin-match: no line starts with \"games\":[");
    j->rows = games + strlen(mark);
    j->header = read_closed("", text, (size_t)(j->rows - text), "]}");
    if (strcmp(json_member_text(j->header, "format", ""), STORE_FORMAT) != 0) {
        json_decref(j->header);
        j->header = NULL;
        return why_path(why, path, "not a file of hanxin-match, or damaged header");
    }
    j->true_header = json_is_sealed(text, games - 1, true); /* up to the comma before "games" */
    for (j->line = 1; text < j->rows; text++)
        j->line += *text == '\n';
    return true;
}

/* Reads one line of the list of games. Returns false if the game is refused. */
static bool take_row(Load *l, int line, const char *from, const char *to)
{
    GameRecord g;
    if (to[-1] == ',')
        to--;
    json_t *row = json_is_sealed(from, to - 1, false) ? json_read(from, (size_t)(to - from)) : NULL;
    bool sound = record_from_json(row, &g);
    json_decref(row);
    if (sound)
        return adopt(l, &g, line);
    note_damage(l, line, "the line of a game was changed");
    return true;
}

/* Reads line by line, whatever the lines contain, up to the bracket that closes the list. What
 * follows contains nothing that could be lost, but it must be complete. */
bool load_rows(Load *l, const LoadedJson *j)
{
    bool ok = begin(l), closed = false;
    int line = j->line;
    if (!j->true_header)
        note_damage(l, line - 1, "the header does not match its checksum");
    for (const char *from = j->rows, *next; ok && !closed && from < j->end; from = next, line++) {
        const char *to = memchr(from, '\n', (size_t)(j->end - from));
        next = to ? to + 1 : j->end;
        to = to ? to : j->end;
        if (to > from && to[-1] == '\r')
            to--;
        closed = to > from && *from == ']' && (to - from <= 2 || from[1] == ',');
        if (to > from && !closed)
            ok = take_row(l, line, from, to);
        json_t *tail = closed && !j->in_page ? read_closed("{\"games\":[", from, (size_t)(j->end - from), "") : NULL;
        if (closed && !j->in_page && !tail)
            note_damage(l, line, "the part after the games was changed");
        json_decref(tail);
    }
    if (ok && !closed && !(l->from && l->to == line - 1))
        note_damage(l, line, "truncated file");
    end(l);
    return ok;
}

/* ---- PGN ---- */

/* Returns true if the game began with the opening that the schedule gives it. A PGN file has no
 * fingerprint of all openings. */
static bool is_from_its_opening(const Load *l, const GameRecord *g)
{
    const int opening = schedule_fixture(&l->config->schedule, g->id).opening;
    return !l->openings || openings_pick(l->openings, opening)->key == g->start.key;
}

bool load_pgn(Load *l, const char *text, size_t size)
{
    PgnGame game;
    PgnSource source = pgn_source(text, size);
    GameRecord g;
    int sound = 0;
    bool ok = begin(l);
    pgn_init(&game);
    while (ok) {
        int line = pgn_line(&source, source.at + strspn(source.at, " \t\r\n"));
        if (!pgn_read(&source, &game, LANGUAGE_ENGLISH))
            break;
        const char *bad = game.fault_line ? strstr(game.fault, ": ") + 2 /* skips "line N: " */
                                          : record_from_pgn(&game, l->config, &g);
        if (!bad && !is_from_its_opening(l, &g)) {
            game_record_clear(&g);
            bad = "the game does not start from its opening";
        }
        sound += !bad;
        if (bad)
            note_damage(l, game.fault_line ? game.fault_line : line, bad);
        else
            ok = adopt(l, &g, line);
    }
    pgn_clear(&game);
    end(l);
    if (ok && l->damages > 0 && sound == 0)
        return why_path(l->why, l->file, "no game of this tournament: engines, limits or openings differ, or all games are damaged");
    return ok;
}

/* ---- merging ---- */

typedef struct Part { /* one of the files to be merged */
    char *text;
    LoadedJson json;
    Schedule schedule; /* its shard and its length */
} Part;

/* Opens one file. The first file fills the configuration; the others must agree with it. */
static bool open_part(Part *p, Config *c, const char *path, bool first, uint64_t *fingerprint, Text *why)
{
    size_t size;
    p->text = file_text(path, SIZE_MAX, &size, why);
    if (!p->text || !load_header(&p->json, path, p->text, size, why))
        return false;
    json_t *header = p->json.header;
    const char *print = json_member_text(json_object_get(header, "openings"), "fingerprint", "");
    char *end;
    if (first && !header_config(header, c, path, why))
        return false;
    if (strcmp(json_member_text(header, "identity", ""), json_member_text(c->merged, "identity", "")) != 0)
        return why_path(why, path, "belongs to another tournament than the first file");
    p->schedule = c->schedule;
    if (!header_schedule(header, &p->schedule, path, why))
        return false;
    if (first) {
        *fingerprint = strtoull(print, &end, 16);
        if (strlen(print) != 16 || *end)
            return why_path(why, path, "damaged header: invalid \"fingerprint\"");
        c->schedule = p->schedule;
        c->schedule.shard = c->schedule.shards = 1; /* the sum is not a shard */
    }
    if (p->schedule.games > c->schedule.games)
        c->schedule.games = p->schedule.games;
    return true;
}

/* Reports which parts of the tournament are missing. */
static void tell_missing(const Config *c, const Part *parts, const Results *results)
{
    enum { MOST_SHARDS_TOLD = 200 };
    int total = schedule_total(&c->schedule), shards = parts[0].schedule.shards, told = 0;
    if (results->count == total)
        return;
    Text shards_told = TEXT_INIT;
    for (int i = 1; i < c->merge_count; i++)
        if (parts[i].schedule.shards != shards)
            shards = 1;
    for (int shard = 1; shards > 1 && shards <= MOST_SHARDS_TOLD && shard <= shards; shard++) {
        Schedule own = c->schedule;
        int missing = 0;
        bool given = false;
        own.shard = shard;
        own.shards = shards;
        for (int i = 0; i < c->merge_count; i++)
            given = given || parts[i].schedule.shard == shard;
        for (int id = 0; id < total; id++)
            missing += schedule_is_ours(&own, id) && !results_has(results, id);
        if (missing > 0)
            text_addf(&shards_told, "%s shard %d/%d %s %d", told++ ? "," : ":", shard, shards, given ? "lacks" : "(no file) lacks",
                      missing);
    }
    program_note(&match_program, "note: %d of %d games are missing%s", total - results->count, total, shards_told.data);
    text_free(&shards_told);
}

bool load_parts(Config *c, Results *results, uint64_t *fingerprint, Text *why)
{
    int count = c->merge_count, damages = 0;
    Part *parts = calloc((size_t)count, sizeof *parts);
    bool ok = parts || why_no_memory(why);
    for (int i = 0; i < count && ok; i++)
        ok = open_part(&parts[i], c, c->merge[i], i == 0, fingerprint, why);
    ok = ok && (results_init(results, &c->schedule) || why_no_memory(why));
    for (int i = 0; i < count && ok; i++) {
        Load l = {.config = c, .results = results, .file = c->merge[i], .why = why, .once = true};
        ok = load_rows(&l, &parts[i].json);
        damages += l.damages;
    }
    if (ok)
        tell_missing(c, parts, results);
    if (damages && !c->force)
        ok = ok &&
             text_fail(
                 why, "merge: a file is damaged; repair it with --resume where it was played, or use --force to merge the remaining games");
    for (int i = 0; i < count && parts; i++) {
        json_decref(parts[i].json.header);
        free(parts[i].text);
    }
    free(parts);
    return ok;
}
