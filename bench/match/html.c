#include "bench/match/html.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "bench/match/json.h"
#include "bench/match/summary.h"
#include "engine/base/outfile.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"

/* The files of these names (page.S): plain HTML, SVG and JavaScript, nothing from the network. */
extern const char hanxin_page_html[], hanxin_page_css[], hanxin_page_js[];

enum { CURVE_POINTS = 400 };

static void write_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>' || *text == '"')
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
}

/* Every game's moves in WXF, from which the page makes Chinese ones too. */
static void write_wxf(const Results *r, FILE *out)
{
    fputs(",\"wxf\":[", out);
    for (int i = 0; i < r->count; i++) {
        const GameRecord *g = &r->games[i];
        Position pos = g->start;
        char text[MOVE_TEXT_SIZE];
        Undo undo;
        fputs(i ? ",\n\"" : "\n\"", out);
        for (int ply = 0; ply < g->plies; ply++) {
            fprintf(out, "%s%s", ply ? " " : "", move_to_text(&pos, g->moves[ply].move, NOTATION_WXF, text));
            position_make(&pos, g->moves[ply].move, &undo);
        }
        fputc('"', out);
    }
    fputs("]", out);
}

/* How the estimate of a pairing went with its games: [games, elo, error, llr] at evenly spread moments. NULL: no memory. */
static json_t *curve_of(const Config *c, const Results *r, int pairing)
{
    Results replay;
    int first, second, index = 0;
    json_t *curve = json_array();
    bool ok = true;
    if (!curve || !results_init(&replay, r->schedule)) {
        json_decref(curve);
        return NULL;
    }
    schedule_pairing(r->schedule, pairing, &first, &second);
    long games = tally_games(results_tally(r, first, second)), every = games / CURVE_POINTS + 1;
    for (int i = 0; i < r->count && ok; i++) {
        GameRecord g = r->games[i];
        if (g.red + g.black != first + second || (g.red != first && g.red != second))
            continue;
        g.moves = NULL; /* only who won counts here */
        g.plies = 0;
        g.capacity = 0;
        ok = results_add(&replay, &g);
        if (++index % every && index < games)
            continue;
        const Tally *t = results_tally(&replay, first, second);
        Estimate elo = stats_elo(t);
        double llr = c->sprt.on ? sprt_llr(&c->sprt, t, tally_pairs(t) > 0) : NAN;
        ok = json_array_append_new(curve, json_pack("[iooo]", index, json_of_number(elo.value, 2), json_of_number(elo.error, 2),
                                                    json_of_number(llr, 3))) == 0 &&
             ok;
    }
    results_clear(&replay);
    if (ok)
        return curve;
    json_decref(curve);
    return NULL;
}

/* A file of store.h with two members more: the curves, and the moves in WXF. */
static bool write_data(const Store *s, const Results *r, bool finished, FILE *out)
{
    json_t *curves = json_array();
    bool ok = store_write_games(s, r, out);
    fputs(",\"summary\":", out);
    ok = summary_write(s->config, r, finished, out) && ok;
    for (int p = 0; p < schedule_pairings(r->schedule); p++)
        ok = json_array_append_new(curves, curve_of(s->config, r, p)) == 0 && ok;
    fputs(",\"curves\":", out);
    ok = json_put(curves, out) && ok;
    json_decref(curves);
    write_wxf(r, out);
    fputs("}", out);
    return ok;
}

/* Copies a text as far as the mark; returns what follows it. */
static const char *copy_to(const char *mark, const char *text, FILE *out)
{
    const char *at = strstr(text, mark);
    assert(at);
    fwrite(text, 1, (size_t)(at - text), out);
    return at + strlen(mark);
}

bool html_write(const Store *s, const Results *r, bool finished, const char *file, char *error)
{
    OutFile page;
    if (!outfile_open(&page, file, OUT_REPLACE, FILE_WORDS(error)))
        return false;
    FILE *out = page.stream;
    const char *event = *s->config->event ? s->config->event : "Tournament";
    const char *rest = copy_to("{{event}}", hanxin_page_html, out);
    write_escaped(out, event);
    rest = copy_to("{{css}}", rest, out);
    fputs(hanxin_page_css, out);
    rest = copy_to("{{event}}", rest, out);
    write_escaped(out, event);
    rest = copy_to("{{data}}", rest, out);
    bool ok = write_data(s, r, finished, out);
    rest = copy_to("{{js}}", rest, out);
    fputs(hanxin_page_js, out);
    fputs(rest, out);
    if (ok)
        return outfile_commit(&page, FILE_WORDS(error));
    outfile_abandon(&page);
    return file_fail(error, file, "out of memory");
}
