/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/match/load.h"
#include "bench/match/record_text.h"
#include "bench/match/report.h"
#include "engine/base/contract.h"
#include "engine/base/outfile.h"
#include "engine/base/page.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"

/* ---- content ---- */

/* Adds the games from index `from` on. */
static void add_games(const Store *s, bool json, const Results *r, int from, Text *out)
{
    for (int i = from; i < r->count; i++) {
        if (!json) {
            record_write_pgn(&r->games[i], s->config, out);
            continue;
        }
        json_t *row = record_to_json(&r->games[i]);
        text_add(out, i ? ",\n" : "\n");
        json_put_sealed(row, false, out);
        text_add_char(out, '}');
        json_decref(row);
    }
}

/* Adds these games and what closes the file. Returns the length of the part that stays when another
 * game is added. */
static size_t write_from(const Store *s, const StoreFile *f, const Results *r, int from, bool finished, Text *out)
{
    add_games(s, f->json, r, from, out);
    size_t kept = out->length;
    if (f->json) {
        text_add(out, "\n],\n\"summary\":");
        summary_write(s->config, r, finished, out);
        text_add(out, "\n}\n");
    }
    return kept;
}

/* ---- game by game ---- */

/* Writes at an offset and truncates the file after that. */
static bool write_at(FILE *file, const char *text, size_t length, int64_t at)
{
    return fseeko(file, (off_t)at, SEEK_SET) == 0 && fwrite(text, 1, length, file) == length &&
           ftruncate(fileno(file), (off_t)at + (off_t)length) == 0;
}

/* Adds the last game to a file. On failure the file is restored to the games before, for which
 * there was room. */
static bool add_game(const Store *s, StoreFile *f, const Results *r, bool finished, Text *why)
{
    static const char rest[] = "\n]\n}\n";
    Text text = TEXT_INIT;
    size_t kept = write_from(s, f, r, r->count - 1, finished, &text);
    bool ok = !text.failed && write_at(f->file, text.data, text.length, f->end);
    if (ok) {
        f->end += (int64_t)kept;
    } else {
        text_cut(why, 0); /* one reason is enough */
        why_path(why, f->path, "%s", text.failed ? "out of memory" : strerror(errno));
        (void)!write_at(f->file, rest, f->json ? strlen(rest) : 0, f->end);
    }
    text_free(&text);
    return ok;
}

bool store_finish(Store *s, Text *why)
{
    for (StoreFile *f = s->files; f < s->files + 2; f++)
        if (f->file && !file_keep(f->file, f->path, why))
            return false;
    return true;
}

/* Share of the time (1/N) that syncing may take. On a slow disk several games are synced
 * together. */
enum { SYNC_SHARE = 10 };

bool store_add(Store *s, const Results *r, bool finished, Text *why)
{
    assert(r->count > 0);
    bool ok = true;
    /* If one write fails, the other file still gets the game. */
    for (StoreFile *f = s->files; f < s->files + 2; f++)
        ok = (!f->file || add_game(s, f, r, finished, why)) && ok;
    int64_t start = clock_us();
    if (!ok || start < s->sync_due_us)
        return ok;
    ok = store_finish(s, why);
    int64_t now = clock_us();
    s->sync_due_us = now + (now - start) * SYNC_SHARE;
    return ok;
}

/* ---- opening ---- */

/* Returns true if the path is a non-empty regular file. outfile_test() decides whether anything
 * else may be written. */
static bool is_there(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Writes the text to a file and frees it. */
static bool write_whole(const char *path, OutExisting existing, Text *text, Text *why)
{
    bool ok = outfile_write_text(path, existing, text, why);
    text_free(text);
    return ok;
}

/* Saves a copy of a damaged file next to it, so that what cannot be read is not lost. */
static bool keep_copy(const char *path, const char *text, size_t size, Text *why)
{
    Text name = TEXT_INIT, copy = TEXT_INIT;
    struct stat info;
    text_addf(&name, "%s.damaged", path);
    for (int n = 2; !name.failed && lstat(name.data, &info) == 0; n++) {
        text_cut(&name, 0);
        text_addf(&name, "%s.damaged-%d", path, n);
    }
    text_add_bytes(&copy, text, size);
    bool ok = name.failed ? why_no_memory(why) : write_whole(name.data, OUT_KEEP, &copy, why);
    if (ok)
        program_note(&match_program, "damaged file %s saved as %s; missing games are played again", path, name.data);
    text_free(&name);
    return ok;
}

static bool is_ours(const Store *s, const LoadedJson *j) { return strcmp(json_member_text(j->header, "identity", ""), s->identity) == 0; }

static bool read_json(const Store *s, Load *l, const char *text, size_t size)
{
    LoadedJson j;
    if (!load_header(&j, l->file, text, size, l->why))
        return false;
    bool ok =
        is_ours(s, &j)
            ? load_rows(l, &j)
            : text_fail(l->why, "%s: belongs to another tournament: engines, limits, options, openings, seed or rules differ", l->file);
    json_decref(j.header);
    return ok;
}

/* Checks whether the file may be created or continued. If it is continued, its games are added to
 * the results, and it stays open and locked until it is replaced. */
static bool look_at(const Store *s, StoreFile *f, Results *results, Text *why)
{
    const Config *c = s->config;
    if (!f->path)
        return true;
    if (!is_there(f->path))
        return outfile_test(f->path, OUT_KEEP, why);
    if (!c->resume)
        return why_path(why, f->path, "file already exists; %s", c->merge_count ? "choose another name" : "use --resume to continue");
    size_t size;
    Load l = {.config = c, .results = results, .openings = s->openings, .file = f->path, .why = why};
    f->file = file_claim(f->path, "r+b", why);
    char *text = f->file ? file_rest(f->file, f->path, SIZE_MAX, &size, why) : NULL;
    bool ok = text && (f->json ? read_json(s, &l, text, size) : load_pgn(&l, text, size));
    f->damaged = l.damages > 0;
    free(text);
    return ok;
}

static bool keep_damaged(StoreFile *f, Text *why)
{
    size_t size;
    if (!f->damaged)
        return true;
    rewind(f->file);
    char *text = file_rest(f->file, f->path, SIZE_MAX, &size, why);
    bool ok = text && keep_copy(f->path, text, size, why);
    free(text);
    return ok;
}

/* Writes the whole file and opens it for more games. */
static bool start_file(const Store *s, StoreFile *f, const Results *r, Text *why)
{
    Text text = TEXT_INIT;
    if (!f->path)
        return true;
    if (f->json)
        header_write(s->config, s->identity, s->fingerprint, &text);
    f->end = (int64_t)write_from(s, f, r, 0, r->count == schedule_own(&s->config->schedule), &text);
    if (!write_whole(f->path, f->file ? OUT_REPLACE : OUT_KEEP, &text, why))
        return false;
    FILE *fresh = file_claim(f->path, "r+b", why);
    if (f->file)
        fclose(f->file); /* the previous file, whose lock was needed until now */
    f->file = fresh;
    return fresh && (setvbuf(fresh, NULL, _IONBF, 0) == 0 || why_errno(why, f->path));
}

/* Returns true if replacing this page would lose nothing: it belongs to this tournament, and its
 * games are known or are added now (--resume). */
static bool page_is_known(const Store *s, const char *text, size_t size, Results *results, Text *why)
{
    static const char mark[] = "id='data'>";
    const Config *c = s->config;
    const char *data = memmem(text, size, mark, strlen(mark));
    int known = results->count;
    bool ok = false;
    LoadedJson page;
    Load l = {.config = c, .results = results, .file = c->html, .why = c->resume ? why : NULL};
    if (!data || !load_header(&page, c->html, data + strlen(mark), size - (size_t)(data - text) - strlen(mark), NULL))
        return why_path(why, c->html, "not a page of hanxin-match; use --force to replace it");
    page.in_page = true;
    if (!is_ours(s, &page))
        why_path(why, c->html, "page of another tournament; use --force to replace it");
    else
        ok = load_rows(&l, &page);
    if (is_ours(s, &page) && !c->resume && !(ok && results->count == known && l.damages == 0))
        ok = why_path(why, c->html, "contains games that would be lost; choose another name, or use --resume or --force");
    json_decref(page.header);
    return ok;
}

/* Returns true if the page may be written. */
static bool page_is_free(const Store *s, Results *results, Text *why)
{
    const char *path = s->config->html;
    if (!path || s->config->force || !is_there(path))
        return !path || outfile_test(path, OUT_REPLACE, why);
    size_t size;
    char *text = file_text(path, SIZE_MAX, &size, why);
    bool ok = text && page_is_known(s, text, size, results, why);
    free(text);
    return ok && outfile_test(path, OUT_REPLACE, why);
}

bool store_open(Store *s, const Config *c, uint64_t fingerprint, const Openings *openings, Results *results, Text *why)
{
    *s = (Store){
        .config = c, .fingerprint = fingerprint, .openings = openings, .files = {{.path = c->json, .json = true}, {.path = c->pgn}}};
    s->identity = c->merged ? strdup(json_member_text(c->merged, "identity", "")) : header_identity(c, fingerprint);
    if (!s->identity)
        return why_no_memory(why);
    /* Everything is checked before anything is written. */
    return look_at(s, &s->files[0], results, why) && look_at(s, &s->files[1], results, why) && page_is_free(s, results, why) &&
           keep_damaged(&s->files[0], why) && keep_damaged(&s->files[1], why) && start_file(s, &s->files[0], results, why) &&
           start_file(s, &s->files[1], results, why);
}

void store_close(Store *s)
{
    for (StoreFile *f = s->files; f < s->files + 2; f++)
        if (f->file)
            fclose(f->file);
    free(s->identity);
    *s = (Store){0};
}

/* ---- page ---- */

/* Contents of the files of these names, included by page.S and protocol/web/board.S: plain HTML,
 * SVG and JavaScript that load nothing from the network. */
extern const char hanxin_page_html[], hanxin_page_css[], hanxin_page_js[], hanxin_board_css[], hanxin_board_js[];

enum { CURVE_POINTS = 400 };

/* Adds the moves of every game in WXF, which the page also converts to Chinese notation. */
static void add_wxf(const Results *r, Text *out)
{
    text_add(out, ",\"wxf\":[");
    for (int i = 0; i < r->count; i++) {
        const GameRecord *g = &r->games[i];
        Position pos = g->start;
        char text[MOVE_TEXT_SIZE];
        Undo undo;
        text_add(out, i ? ",\n\"" : "\n\"");
        for (int ply = 0; ply < g->plies; ply++) {
            text_addf(out, "%s%s", ply ? " " : "", move_to_text(&pos, g->moves[ply].move, NOTATION_WXF, text));
            position_make(&pos, g->moves[ply].move, &undo);
        }
        text_add_char(out, '"');
    }
    text_add(out, "]}");
}

/* Returns the course of each pairing's estimate: points [games, elo, error, llr] at regular
 * intervals. NULL if memory is short. */
static json_t *curves_of(const Config *c, const Results *r)
{
    Results replay;
    json_t *curves = json_array();
    bool ok = results_init(&replay, r->schedule);
    for (int p = 0; p < schedule_pairings(r->schedule); p++)
        ok = json_array_append_new(curves, json_array()) == 0 && ok;
    for (int i = 0; i < r->count && ok; i++) {
        GameRecord g = r->games[i];
        g.moves = NULL; /* only the result matters here */
        g.plies = 0;
        g.capacity = 0;
        int pairing = schedule_pair(r->schedule, g.id) % schedule_pairings(r->schedule), first, second;
        schedule_pairing(r->schedule, pairing, &first, &second);
        ok = results_add(&replay, &g);
        const Tally *t = results_tally(&replay, first, second);
        long games = tally_games(t), all = tally_games(results_tally(r, first, second));
        if (games % (all / CURVE_POINTS + 1) && games < all)
            continue;
        Estimate elo = stats_elo(t);
        double llr = c->sprt.on ? sprt_llr(&c->sprt, t, tally_pairs(t) > 0) : NAN;
        json_t *point = json_pack("[iooo]", (int)games, json_of_number(elo.value, 2), json_of_number(elo.error, 2), json_of_number(llr, 3));
        ok = json_array_append_new(json_array_get(curves, (size_t)pairing), point) == 0 && ok;
    }
    results_clear(&replay);
    if (ok)
        return curves;
    json_decref(curves);
    return NULL;
}

/* Adds the data of a page: a JSON file (store.h) with two more members, the curves and the moves in
 * WXF. */
static void add_data(const Store *s, const Results *r, bool finished, Text *out)
{
    json_t *curves = curves_of(s->config, r);
    header_write(s->config, s->identity, s->fingerprint, out);
    add_games(s, true, r, 0, out);
    text_add(out, "\n],\"summary\":");
    summary_write(s->config, r, finished, out);
    text_add(out, ",\"curves\":");
    json_put(curves, out);
    json_decref(curves);
    add_wxf(r, out);
}

bool store_page(const Store *s, const Results *r, bool finished, Text *why)
{
    Text event = TEXT_INIT, data = TEXT_INIT, out = TEXT_INIT;
    page_add_text(&event, *s->config->event ? s->config->event : "Tournament");
    add_data(s, r, finished, &data);
    const PagePart parts[] = {{"event", event.data}, {"board css", hanxin_board_css}, {"css", hanxin_page_css},
                              {"data", data.data},   {"board js", hanxin_board_js},   {"js", hanxin_page_js}};
    page_add(&out, hanxin_page_html, parts, sizeof parts / sizeof *parts);
    out.failed |= event.failed || data.failed;
    text_free(&event);
    text_free(&data);
    return write_whole(s->config->html, OUT_REPLACE, &out, why);
}

/* ---- log ---- */

static const char log_mark[] = "# hanxin-match log\n";

/* Opens a log for appending. On failure returns NULL and adds the reason to *why. */
static FILE *open_log(const char *path, Text *why)
{
    char head[sizeof log_mark] = "";
    struct stat info;
    FILE *file = file_open_at_once(path, "a+b");
    if (file && fstat(fileno(file), &info) == 0) {
        bool device = S_ISCHR(info.st_mode), ours = info.st_size == 0;
        errno = device || S_ISREG(info.st_mode) ? 0 : ESPIPE;
        if (!errno && (device || ours || (pread(fileno(file), head, strlen(log_mark), 0) > 0 && strcmp(head, log_mark) == 0))) {
            setvbuf(file, NULL, _IOLBF, 1 << 16);
            return file;
        }
    }
    if (errno)
        why_errno(why, path);
    else
        why_path(why, path, "not a log of hanxin-match; use --force to replace it");
    if (file)
        fclose(file);
    return NULL;
}

bool matchlog_open(MatchLog *l, const char *path, bool force, Text *why)
{
    *l = (MatchLog){.path = path};
    l->file = !force ? open_log(path, why) : outfile_open(&l->fresh, path, OUT_REPLACE, why) ? l->fresh.stream : NULL;
    if (l->file)
        fputs(log_mark, l->file);
    return l->file != NULL;
}

bool matchlog_begin(MatchLog *l, Text *why)
{
    assert(l->file || !l->fresh.stream);
    if (!l->fresh.stream)
        return true;
    l->file = NULL;
    if (outfile_commit(&l->fresh, why))
        l->file = open_log(l->path, why);
    return l->file != NULL;
}

bool matchlog_close(MatchLog *l, Text *why)
{
    FILE *file = l->fresh.stream ? NULL : l->file;
    bool whole = !file || (fflush(file) == 0 && !ferror(file));
    whole = (!file || fclose(file) == 0) && whole;
    outfile_abandon(&l->fresh);
    l->file = NULL;
    return whole || why_path(why, l->path, "not all lines could be written");
}
