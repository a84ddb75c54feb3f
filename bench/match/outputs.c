/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/outputs.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/match/record_text.h"
#include "bench/match/report.h"
#include "bench/viewer/viewer.h"
#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/makemove.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* ---- exports ---- */

static void export_add_pgn(const Store *s, const Config *c, const Results *r, Text *out)
{
    for (int i = 0; i < r->count; i++)
        record_write_pgn(&r->games[i], c, store_id(s), out);
}

/* Adds the last position of each game, after a comment that names the results. */
static void export_add_epd(const Store *s, const Results *r, Text *out)
{
    text_addf(out, "# match %s\n", store_id(s));
    for (int i = 0; i < r->count; i++) {
        const GameRecord *g = &r->games[i];
        Position pos = g->start;
        Undo undo;
        char fen[FEN_SIZE];
        for (int ply = 0; ply < g->plies; ply++)
            position_make(&pos, g->moves[ply].move, &undo);
        fen_write(&pos, fen);
        text_addf(out, "%s\n", fen);
    }
}

/* Adds the header, the games and the summary, without the last bracket. */
static void export_add_members(const Store *s, const Config *c, const Results *r, Text *out)
{
    json_put_lines(s->header, out);
    text_add(out, ",\n\"games\":[");
    for (int i = 0; i < r->count; i++) {
        json_t *game = record_to_json(&r->games[i]);
        text_add(out, i ? ",\n" : "\n");
        json_put(game, out);
        json_decref(game);
    }
    text_add(out, "\n],\n\"summary\":");
    summary_write(c, r, out);
}

extern const char hanxin_match_js[]; /* content of page.js, see bench/viewer/embed.S */

enum { CURVE_POINTS = 400 };

/* Adds the moves of every game in WXF, which the page also converts to Chinese notation. */
static void page_add_wxf(const Results *r, Text *out)
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
 * intervals. NULL if an allocation fails. */
static json_t *page_curves(const Config *c, const Results *r)
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
        const int first = g.red < g.black ? g.red : g.black, second = g.red + g.black - first;
        const int pairing = schedule_pairing_of(r->schedule, first, second);
        ok = results_add(&replay, &g);
        const Tally *t = results_tally(&replay, first, second);
        long games = tally_games(t), all = tally_games(results_tally(r, first, second));
        if (games % (all / CURVE_POINTS + 1) && games < all)
            continue;
        Estimate elo = stats_elo(t);
        double llr = c->sprt.on ? sprt_llr(&c->sprt, t, tally_unit(t)) : NAN;
        json_t *point = json_pack("[iooo]", (int)games, json_of_number(elo.value, 2), json_of_number(elo.error, 2), json_of_number(llr, 3));
        ok = json_array_append_new(json_array_get(curves, (size_t)pairing), point) == 0 && ok;
    }
    results_clear(&replay);
    if (ok)
        return curves;
    json_decref(curves);
    return NULL;
}

/* `live`: the page is served while the match is played, and asks for news. */
static void export_add_page(const Store *s, const Config *c, const Results *r, bool live, Text *out)
{
    Text data = TEXT_INIT;
    json_t *curves = page_curves(c, r);
    export_add_members(s, c, r, &data);
    text_add(&data, ",\"curves\":");
    json_put(curves, &data);
    page_add_wxf(r, &data);
    if (live) {
        text_cut(&data, data.length - 1); /* before the last bracket */
        text_add(&data, ",\"live\":true}");
    }
    const ViewerPage page = {.program = "hanxin-match",
                             .title = *c->event ? c->event : "Tournament",
                             .language = "",
                             .id = store_id(s),
                             .board = c->board ? c->board : "",
                             .data = data.data,
                             .script = hanxin_match_js};
    viewer_page(&page, out);
    out->failed |= data.failed;
    json_decref(curves);
    text_free(&data);
}

/* Returns OUT_REPLACE if the file may be replaced: it was made from the same results file, or --force
 * was given. */
static OutExisting export_existing(const Store *s, const Config *c, const char *path)
{
    enum { BEGINNING = 4096 }; /* the number is in the first bytes of each export */
    char text[BEGINNING];
    FILE *file = c->force ? NULL : file_read(path, NULL);
    size_t size = file ? fread(text, 1, sizeof text, file) : 0;
    bool ours = c->force || bytes_find(text, size, store_id(s));
    if (file)
        fclose(file);
    return ours ? OUT_REPLACE : OUT_KEEP;
}

enum { EXPORT_JSON, EXPORT_PGN, EXPORT_HTML, EXPORT_EPD, EXPORTS };

/* Returns the file of an export; NULL if it is not wanted. */
static const char *export_path(const Config *c, int export)
{
    const char *const paths[EXPORTS] = {[EXPORT_JSON] = c->json, [EXPORT_PGN] = c->pgn, [EXPORT_HTML] = c->html, [EXPORT_EPD] = c->epd};
    return paths[export];
}

bool exports_test(const Store *s, const Config *c, Text *why)
{
    for (int i = 0; i < EXPORTS; i++) {
        const char *path = export_path(c, i);
        if (!path || outfile_test(path, export_existing(s, c, path), why))
            continue;
        if (errno == EEXIST)
            text_addf(why, ": it was not made from %s%s", s->path ? s->path : "these results",
                      c->resume ? ", and files of older versions cannot be continued" : "");
        return false;
    }
    return true;
}

void exports_show(const Store *s, const Config *c, const Results *r)
{
    Text page = TEXT_INIT;
    if (!c->live)
        return;
    export_add_page(s, c, r, true, &page);
    live_show(c->live, &page, r->count);
}

bool exports_write(const Store *s, const Config *c, const Results *r, Text *why)
{
    bool ok = true;
    for (int i = 0; i < EXPORTS && ok; i++) {
        const char *path = export_path(c, i);
        Text text = TEXT_INIT;
        if (!path)
            continue;
        if (i == EXPORT_JSON) {
            export_add_members(s, c, r, &text);
            text_add(&text, "\n}\n");
        } else if (i == EXPORT_PGN) {
            export_add_pgn(s, c, r, &text);
        } else if (i == EXPORT_EPD) {
            export_add_epd(s, r, &text);
        } else {
            export_add_page(s, c, r, false, &text);
        }
        ok = outfile_write_text(path, export_existing(s, c, path), &text, why);
        text_free(&text);
    }
    exports_show(s, c, r);
    return ok;
}

/* ---- log ---- */

static const char log_mark[] = "# hanxin-match log\n";

/* Opens a log for appending. On failure returns NULL and adds the reason to *why. */
static FILE *match_log_open_file(const char *path, Text *why)
{
    char head[sizeof log_mark] = "";
    struct stat info;
    FILE *file = file_open_at_once(path, "a+b");
    if (file && fstat(fileno(file), &info) == 0) {
        bool device = S_ISCHR(info.st_mode), ours = info.st_size == 0;
        errno = device || S_ISREG(info.st_mode) ? 0 : ESPIPE;
        if (!errno &&
            (device || ours ||
             (lseek(fileno(file), 0, SEEK_SET) == 0 && read(fileno(file), head, strlen(log_mark)) > 0 && strcmp(head, log_mark) == 0))) {
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
    l->file = !force ? match_log_open_file(path, why) : outfile_open(&l->fresh, path, OUT_REPLACE, why) ? l->fresh.stream : NULL;
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
        l->file = match_log_open_file(l->path, why);
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
