/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bench/match/record_text.h"
#include "engine/base/contract.h"
#include "engine/base/outfile.h"
#include "engine/base/rng.h"

/* ---- reading ---- */

typedef struct StoreLines { /* the complete lines of a text; initially all fields are zero except `to` and `end` */
    const char *from;       /* the current line; after the last one, the incomplete line that follows */
    const char *to;         /* end of the current line; initially the start of the text */
    const char *end;        /* end of the text */
    int number;             /* number of the line, from 1 */
} StoreLines;

static bool store_lines_next(StoreLines *l)
{
    l->from = l->number++ ? l->to + 1 : l->to;
    l->to = memchr(l->from, '\n', (size_t)(l->end - l->from));
    return l->to != NULL;
}

static bool store_line_begins(const StoreLines *l, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(l->end - l->from) >= length && memcmp(l->from, text, length) == 0;
}

static const char header_mark[] = "{\"format\":";

/* Returns the newest header. The first line must be one. Returns NULL with the reason if the file has
 * no valid header. */
static json_t *store_header(const char *path, const char *text, size_t size, Text *why)
{
    json_t *newest = NULL;
    StoreLines l = {.to = text, .end = text + size};
    bool document = size >= 2 && memcmp(text, "{\n", 2) == 0;
    while (store_lines_next(&l) && (newest || l.number == 1)) {
        json_t *row = store_line_begins(&l, header_mark) ? json_read_sealed(l.from, (size_t)(l.to - l.from)) : NULL;
        if (!row)
            continue;
        json_decref(newest);
        newest = row;
    }
    if (strcmp(json_member_text(newest, "format", ""), STORE_FORMAT) == 0)
        return newest;
    json_decref(newest);
    l = (StoreLines){.from = text, .end = text + size};
    why_path(why, path, "%s",
             document ? "not a results file but JSON that was written by --json; games of older versions cannot be read"
             : store_line_begins(&l, header_mark) ? "damaged header"
                                                  : "not a results file of hanxin-match");
    return NULL;
}

typedef struct StoreReading { /* reading of one results file */
    const char *path;
    const Schedule *schedule;
    Results *results; /* receives the games */
    bool merging;     /* true to refuse duplicate games instead of skipping them */
    int damages;      /* number of damaged lines */
    Text *why;        /* receives the reason if a game is refused */
    const Program *program;
} StoreReading;

static void store_note_damage(StoreReading *r, int line, const char *what)
{
    enum { MOST_NOTED = 20 };
    if (++r->damages <= MOST_NOTED)
        program_note(r->program, "%s, line %d: damaged: %s", r->path, line, what);
    else if (r->damages == MOST_NOTED + 1)
        program_note(r->program, "%s: more lines are damaged", r->path);
}

static bool store_refuse(StoreReading *r, int line, int id, const char *what)
{
    return text_fail(r->why, "%s, line %d: game %d %s", r->path, line, id + 1, what);
}

/* Adds a game to the results. Returns false with the reason if it is refused. */
static bool store_take_game(StoreReading *r, int line, const json_t *row)
{
    GameRecord g;
    if (!record_from_json(row, &g)) {
        store_note_damage(r, line, "changed since it was written");
        return true;
    }
    const Schedule *s = r->schedule;
    if (schedule_is_drawn(s) && (g.id >= schedule_total(s) || results_state(r->results, g.id) != GAME_READY)) {
        store_note_damage(r, line, "its players are not drawn yet, because an earlier game is missing");
        game_record_clear(&g);
        return true;
    }
    Fixture f = results_fixture(r->results, g.id);
    bool ok = true;
    if (f.red != g.red || f.black != g.black || f.round != g.round)
        store_note_damage(r, line, "game number and players do not match");
    else if (g.id >= schedule_total(s))
        ok = store_refuse(r, line, g.id, "is not part of this match: --games must not be less than before");
    else if (!schedule_is_ours(s, g.id))
        ok = store_refuse(r, line, g.id, "is not part of this match: it belongs to another shard");
    else if (!results_has(r->results, g.id))
        ok = results_add(r->results, &g) || why_no_memory(r->why);
    else if (r->merging)
        ok = store_refuse(r, line, g.id, "occurs twice");
    else
        store_note_damage(r, line, "duplicate game; the first one counts");
    game_record_clear(&g);
    return ok;
}

/* Reads all games. Returns the length of the complete lines, or -1 with the reason if a game is
 * refused. */
static int64_t store_take_all(StoreReading *r, const char *text, size_t size)
{
    StoreLines l = {.to = text, .end = text + size};
    while (store_lines_next(&l)) {
        json_t *row = json_read_sealed(l.from, (size_t)(l.to - l.from));
        bool ok = (row && store_line_begins(&l, header_mark)) || store_take_game(r, l.number, row);
        json_decref(row);
        if (!ok)
            return -1;
    }
    if (l.from < l.end)
        store_note_damage(r, l.number, "incomplete last line; its game is dropped");
    return l.from - text;
}

/* ---- opening ---- */

/* Gives the match a random number as identification. */
static void store_set_id(Store *s)
{
    char id[17];
    Rng rng = {(uint64_t)time(NULL) << 32 ^ (uint64_t)clock_us() << 16 ^ (uint64_t)getpid()};
    snprintf(id, sizeof id, "%016" PRIx64, rng_next(&rng));
    json_set(&s->header, "match", json_string(id));
}

/* Reads an existing file, which stays open and locked. */
static bool store_resume(Store *s, const Config *c, Results *results, Text *why)
{
    size_t size;
    StoreReading r = {.path = s->path, .schedule = &c->schedule, .results = results, .why = why, .program = &c->program};
    s->file = file_claim(s->path, "r+b", why);
    char *text = s->file ? file_rest(s->file, s->path, SIZE_MAX, &size, why) : NULL;
    json_t *old = text ? store_header(s->path, text, size, why) : NULL;
    bool ok = old != NULL;
    if (ok && strcmp(json_member_text(old, "identity", ""), json_member_text(s->header, "identity", "")) != 0)
        ok = why_path(why, s->path, "belongs to another match: engines, limits, options, openings, rules or format differ");
    s->end = ok ? store_take_all(&r, text, size) : -1;
    if (ok) {
        json_set(&s->header, "match", json_incref(json_object_get(old, "match")));
        s->outdated = !json_equal(old, s->header);
    }
    json_decref(old);
    free(text);
    return s->end >= 0;
}

bool store_open(Store *s, const Config *c, uint64_t openings, Results *results, Text *why)
{
    struct stat info;
    *s = (Store){.path = c->results, .header = header_to_json(c, openings)};
    store_set_id(s);
    if (!s->header)
        return why_no_memory(why);
    if (!s->path)
        return true;
    bool filled = stat(s->path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
    if (filled && c->resume)
        return store_resume(s, c, results, why);
    return filled ? why_path(why, s->path, "file already exists; use --resume to continue it") : outfile_test(s->path, OUT_KEEP, why);
}

/* ---- writing ---- */

/* Adds complete lines. On failure the file is restored. */
static bool store_append(Store *s, const Text *lines, Text *why)
{
    int fd = fileno(s->file);
    bool ok = !lines->failed && fseeko(s->file, (off_t)s->end, SEEK_SET) == 0 &&
              fwrite(lines->data, 1, lines->length, s->file) == lines->length && ftruncate(fd, (off_t)s->end + (off_t)lines->length) == 0;
    if (ok) {
        s->end += (int64_t)lines->length;
        return true;
    }
    if (lines->failed)
        why_no_memory(why);
    else
        why_errno(why, s->path);
    (void)!ftruncate(fd, (off_t)s->end);
    return false;
}

static void store_add_line(json_t *row, Text *out)
{
    json_put_sealed(row, out);
    json_decref(row);
}

bool store_begin(Store *s, const Results *results, Text *why)
{
    Text text = TEXT_INIT;
    bool fresh = !s->file;
    if (!s->path)
        return true;
    if (fresh || s->outdated)
        json_put_sealed(s->header, &text);
    for (int i = 0; i < results->count && fresh; i++)
        store_add_line(record_to_json(&results->games[i]), &text);
    if (fresh) {
        s->end = (int64_t)text.length;
        s->file = outfile_write_text(s->path, OUT_KEEP, &text, why) ? file_claim(s->path, "r+b", why) : NULL;
    }
    bool ok = s->file && (setvbuf(s->file, NULL, _IONBF, 0) == 0 || why_errno(why, s->path)) && (fresh || store_append(s, &text, why));
    text_free(&text);
    return ok;
}

/* Share of the time (1/N) that syncing may take. On a slow disk several games are synced
 * together. */
enum { SYNC_SHARE = 10 };

bool store_add(Store *s, const GameRecord *g, Text *why)
{
    if (!s->file)
        return true;
    Text line = TEXT_INIT;
    store_add_line(record_to_json(g), &line);
    bool ok = store_append(s, &line, why);
    text_free(&line);
    int64_t start = clock_us();
    if (!ok || start < s->sync_due_us)
        return ok;
    ok = store_finish(s, why);
    int64_t now = clock_us();
    s->sync_due_us = now + (now - start) * SYNC_SHARE;
    return ok;
}

bool store_finish(const Store *s, Text *why) { return !s->file || file_keep(s->file, s->path, why); }

void store_close(Store *s)
{
    if (s->file)
        fclose(s->file);
    json_decref(s->header);
    *s = (Store){0};
}

/* ---- merging ---- */

typedef struct Part { /* one of the files to be merged */
    char *text;
    size_t size;
    json_t *header;
    Schedule schedule;
} Part;

/* Opens one file. The first file fills the configuration; the others must agree with it. */
static bool store_open_part(Part *p, Config *c, const char *path, const Part *first, Text *why)
{
    p->text = file_text(path, SIZE_MAX, &p->size, why);
    p->header = p->text ? store_header(path, p->text, p->size, why) : NULL;
    if (!p->header || (p == first && !header_config(p->header, c, path, why)))
        return false;
    if (strcmp(json_member_text(p->header, "identity", ""), json_member_text(first->header, "identity", "")) != 0)
        return why_path(why, path, "belongs to another match than the first file");
    p->schedule = c->schedule;
    if (!header_schedule(p->header, &p->schedule))
        return why_path(why, path, "damaged header");
    if (p->schedule.games > c->schedule.games)
        c->schedule.games = p->schedule.games;
    return true;
}

/* Reports which shards of the match lack games. */
static void store_note_missing(const Config *c, const Part *parts, const Results *results)
{
    enum { MOST_SHARDS_NOTED = 200 };
    int total = schedule_total(&c->schedule), shards = parts[0].schedule.shards, noted = 0;
    Text text = TEXT_INIT;
    for (int i = 1; i < c->merge_count; i++)
        if (parts[i].schedule.shards != shards)
            shards = 1;
    for (int shard = 1; shards > 1 && shards <= MOST_SHARDS_NOTED && shard <= shards; shard++) {
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
            text_addf(&text, "%s shard %d/%d %s %d", noted++ ? "," : ":", shard, shards, given ? "lacks" : "(no file) lacks", missing);
    }
    program_note(&c->program, "note: %d of %d games are missing%s", results_missing(results), results_planned(results), text.data);
    text_free(&text);
}

/* Opens all files and adds their games to `results`. */
static bool store_read_parts(Part *parts, Config *c, Results *results, Text *why)
{
    int damages = 0;
    for (int i = 0; i < c->merge_count; i++)
        if (!store_open_part(&parts[i], c, c->merge[i], parts, why))
            return false;
    c->schedule.shard = c->schedule.shards = 1; /* the sum is not a shard */
    if (!results_init(results, &c->schedule))
        return why_no_memory(why);
    for (int i = 0; i < c->merge_count; i++) {
        StoreReading r = {
            .path = c->merge[i], .schedule = &c->schedule, .results = results, .merging = true, .why = why, .program = &c->program};
        if (store_take_all(&r, parts[i].text, parts[i].size) < 0)
            return false;
        damages += r.damages;
    }
    if (results_missing(results) == 0)
        return true;
    store_note_missing(c, parts, results);
    return !damages || c->force ||
           why_not(why, "--merge: a file is damaged; replay its games with --resume, or merge the other games with --force");
}

bool store_merge(Store *s, Config *c, Results *results, Text *why)
{
    Part *parts = calloc((size_t)c->merge_count, sizeof *parts);
    *s = (Store){.path = c->results};
    bool ok = parts ? store_read_parts(parts, c, results, why) : why_no_memory(why);
    if (ok) {
        s->header = json_copy(parts[0].header);
        header_update(&s->header, c);
        store_set_id(s);
        ok = s->header || why_no_memory(why);
    }
    for (int i = 0; i < c->merge_count && parts; i++) {
        json_decref(parts[i].header);
        free(parts[i].text);
    }
    free(parts);
    return ok && (!s->path || outfile_test(s->path, OUT_KEEP, why));
}
