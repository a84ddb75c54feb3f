#include "bench/match/summary.h"

#include <math.h>

#include "bench/match/json.h"

static json_t *endings_to_json(const long counts[ENDINGS])
{
    json_t *endings = json_object();
    for (int e = 0; e < ENDINGS; e++)
        if (counts[e])
            json_object_set_new(endings, ending_name((Ending)e), json_integer(counts[e]));
    return endings;
}

static bool add_tally(json_t *object, const Config *c, const Tally *t)
{
    static const char *const verdicts[] = {"open", "H0", "H1"};
    Estimate elo = stats_elo(t), normalised = stats_normalised_elo(t);
    json_t *counts = json_pack("{s:I,s:I,s:I,s:I}", "games", (json_int_t)tally_games(t), "wins", (json_int_t)t->wins, "draws",
                               (json_int_t)t->draws, "losses", (json_int_t)t->losses);
    bool ok = json_object_update_new(object, counts) == 0;
    if (c->schedule.repeat) {
        json_t *pairs = json_array();
        for (int i = 0; i < PAIR_OUTCOMES; i++)
            json_array_append_new(pairs, json_integer(t->pairs[i]));
        ok = json_object_set_new(object, "pairs", pairs) == 0 && ok;
    }
    json_t *numbers = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "score", json_of_number(stats_score(t), 6), "elo",
                                json_of_number(elo.value, 3), "elo_error", json_of_number(elo.error, 3), "nelo",
                                json_of_number(normalised.value, 3), "nelo_error", json_of_number(normalised.error, 3), "los",
                                json_of_number(stats_los(t), 6), "draw_ratio", json_of_number(stats_draw_ratio(t), 6));
    ok = json_object_update_new(object, numbers) == 0 && ok;
    if (!c->sprt.on)
        return ok;
    double llr = sprt_llr(&c->sprt, t, tally_pairs(t) > 0);
    json_t *test = json_pack("{s:o,s:o,s:o,s:s}", "llr", json_of_number(llr, 4), "llr_lower", json_of_number(sprt_lower(&c->sprt), 4),
                             "llr_upper", json_of_number(sprt_upper(&c->sprt), 4), "sprt", verdicts[sprt_verdict(&c->sprt, llr)]);
    return json_object_update_new(object, test) == 0 && ok;
}

static json_t *engine_to_json(const Config *c, const Results *r, int engine)
{
    const EngineTotals *t = &r->totals[engine];
    Tally all = results_against_all(r, engine);
    double depth = t->depths ? t->depth_sum / (double)t->depths : NAN;
    double nps = t->nodes_time_us > 0 ? (double)t->nodes * 1e6 / (double)t->nodes_time_us : NAN;
    double ms = t->moves ? (double)t->time_us / 1e3 / (double)t->moves : NAN;
    double slack = t->slack_us != NO_SLACK ? (double)t->slack_us / 1e3 : NAN;
    json_t *object = json_pack("{s:o}", "name", json_of_text(c->engines[engine].name));
    bool ok = add_tally(object, c, &all);
    json_t *more = json_pack("{s:I,s:o,s:o,s:o,s:o,s:o}", "moves", (json_int_t)t->moves, "depth", json_of_number(depth, 3), "nps",
                             json_of_number(nps, 0), "ms_per_move", json_of_number(ms, 3), "least_slack_ms", json_of_number(slack, 3),
                             "lost_by", endings_to_json(t->lost_by));
    if (json_object_update_new(object, more) == 0 && ok)
        return object;
    json_decref(object);
    return NULL;
}

bool summary_write(const Config *c, const Results *r, bool finished, FILE *out)
{
    const Schedule *d = &c->schedule;
    json_t *engines = json_array(), *pairings = json_array();
    bool ok = true;
    for (int i = 0; i < d->engines; i++)
        ok = json_array_append_new(engines, engine_to_json(c, r, i)) == 0 && ok;
    for (int p = 0; p < schedule_pairings(d); p++) {
        int first, second;
        schedule_pairing(d, p, &first, &second);
        json_t *pairing = json_pack("{s:i,s:i}", "first", first, "second", second);
        ok = add_tally(pairing, c, results_tally(r, first, second)) && ok;
        ok = json_array_append_new(pairings, pairing) == 0 && ok;
    }
    json_t *summary = json_pack("{s:b,s:i,s:i,s:o,s:o,s:o}", "finished", finished, "played", r->count, "planned", schedule_own(d),
                                "engines", engines, "pairings", pairings, "endings", endings_to_json(r->endings));
    ok = json_put_lines(summary, out) && ok;
    json_decref(summary);
    fputc('}', out);
    return ok;
}
