#include "bench/match/html.h"

#include <math.h>
#include <string.h>

#include "bench/match/json.h"
#include "bench/match/report.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"

/* The files of these names (page.S): plain HTML, SVG and JavaScript, nothing from the network. */
extern const char hanxin_page_html[], hanxin_page_css[], hanxin_page_js[];

enum { CURVE_POINTS = 400 };

static void add_escaped(const char *text, Text *out)
{
    for (; *text; text++)
        if (strchr("&<>\"", *text))
            text_addf(out, "&#%d;", *text);
        else
            text_add_char(out, *text);
}

/* Every game's moves in WXF, from which the page makes Chinese ones too. */
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

/* How the estimate of each pairing went with its games: [games, elo, error, llr] at evenly spread moments. NULL: no memory. */
static json_t *curves_of(const Config *c, const Results *r)
{
    Results replay;
    json_t *curves = json_array();
    bool ok = results_init(&replay, r->schedule);
    for (int p = 0; p < schedule_pairings(r->schedule); p++)
        ok = json_array_append_new(curves, json_array()) == 0 && ok;
    for (int i = 0; i < r->count && ok; i++) {
        GameRecord g = r->games[i];
        g.moves = NULL; /* only who won counts here */
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

/* A file of store.h with two members more: the curves, and the moves in WXF. */
static bool add_data(const Store *s, const Results *r, bool finished, Text *out)
{
    json_t *curves = curves_of(s->config, r);
    bool ok = store_write_games(s, r, out) && text_add(out, ",\"summary\":") && summary_write(s->config, r, finished, out) &&
              text_add(out, ",\"curves\":") && json_put(curves, out);
    json_decref(curves);
    add_wxf(r, out);
    return ok && !out->failed;
}

bool html_write(const Store *s, const Results *r, bool finished, Text *why)
{
    Text out = TEXT_INIT;
    const char *at = hanxin_page_html, *mark, *file = s->config->html;
    bool ok = true;
    for (; (mark = strstr(at, "{{")); at = strstr(mark, "}}") + 2) {
        text_add_bytes(&out, at, (size_t)(mark - at));
        if (strncmp(mark, "{{event}}", 9) == 0)
            add_escaped(*s->config->event ? s->config->event : "Tournament", &out);
        else if (strncmp(mark, "{{css}}", 7) == 0)
            text_add(&out, hanxin_page_css);
        else if (strncmp(mark, "{{js}}", 6) == 0)
            text_add(&out, hanxin_page_js);
        else /* {{data}} */
            ok = add_data(s, r, finished, &out);
    }
    ok = text_add(&out, at) && ok;
    ok = ok ? store_whole(file, OUT_REPLACE, out.data, out.length, why) : text_fail(why, "%s: out of memory", file);
    text_free(&out);
    return ok;
}
