/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/report.h"

#include "bench/match/json.h"
#include "bench/match/ratings.h"
#include "engine/base/platform.h"
#include "engine/base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Minimum intervals: between redraws of the line on a terminal; otherwise between printed lines,
 * after games and after single moves. */
enum { REDRAW_MS = 100, REPRINT_MS = 10000, REPRINT_MOVES_MS = 60000 };

void report_init(Report *r, const Config *c, const Results *results, FILE *out)
{
    *r = (Report){.config = c,
                  .results = results,
                  .out = out,
                  .progress = progress_new(out, out == stdout && stdout_is_terminal() && !c->quiet),
                  .already = results->count,
                  .start_us = clock_us()};
}

static char *report_estimate_text(Estimate e, char *out)
{
    if (isinf(e.value))
        strcpy(out, e.value > 0 ? "+inf" : "-inf");
    else if (isinf(e.error))
        sprintf(out, "%+.1f", e.value);
    else
        sprintf(out, "%+.1f +- %.1f", e.value, e.error);
    return out;
}

static char *report_sprt_text(const Config *c, const Tally *t, char *out)
{
    double llr = sprt_llr(&c->sprt, t, tally_unit(t)), lower = sprt_lower(&c->sprt), upper = sprt_upper(&c->sprt);
    sprintf(out, "LLR %.2f (%.0f %%) [%.2f, %.2f]", llr, 100 * (llr > 0 ? llr / upper : llr / -lower), lower, upper);
    return out;
}

static void report_add_name(const char *name, Text *out)
{
    enum { COLUMNS = 24 };
    text_addf(out, "  %.*s", (int)utf8_fit(name, COLUMNS), name);
}

/* Adds the first engine's score, or, in a round-robin of more than two engines, the leader's. */
static void report_add_score(const Report *r, Text *out)
{
    const Config *c = r->config;
    char elo[48], sprt[96];
    Tally t = results_against_all(r->results, 0);
    if (c->schedule.engines == 2 || (c->schedule.format == FORMAT_GAUNTLET && c->schedule.seeds == 1)) {
        report_add_name(c->engines[0].name, out);
        text_addf(out, " +%ld =%ld -%ld  Elo %s  LOS %.1f %%", t.wins, t.draws, t.losses, report_estimate_text(stats_elo(&t), elo),
                  100 * stats_los(&t));
        if (c->sprt.on)
            text_addf(out, "  %s", report_sprt_text(c, &t, sprt));
        return;
    }
    int best = 0;
    for (int i = 1; i < c->schedule.engines; i++) {
        Tally other = results_against_all(r->results, i);
        if (tally_games(&other) && (!tally_games(&t) || stats_score(&other) > stats_score(&t))) {
            t = other;
            best = i;
        }
    }
    report_add_name(c->engines[best].name, out);
    text_addf(out, " leads with %.1f %%, Elo %s", 100 * stats_score(&t), report_estimate_text(stats_elo(&t), elo));
}

/* Adds the games in progress, such as ", game 3 at move 12 and 3 more", where the lowest number
 * comes first. Returns false if there are none. */
static bool report_add_boards(const Report *r, Text *out)
{
    const Board *first = NULL;
    int others = -1;
    for (int i = 0; i < r->board_count; i++)
        if (r->boards[i].game >= 0) {
            others++;
            if (!first || r->boards[i].game < first->game)
                first = &r->boards[i];
        }
    if (first)
        text_addf(out, ", game %d at move %d", first->game + 1, first->plies / 2 + 1);
    if (others > 0)
        text_addf(out, " and %d more", others);
    return first != NULL;
}

static void report_show_progress(Report *r)
{
    char words[400], eta[DURATION_SIZE];
    Text line = text_over(words, sizeof words);
    int total = results_planned(r->results), done = r->results->count, played = done - r->already;
    double spent = (double)(clock_us() - r->start_us) / 1e6;
    text_addf(&line, "%d/%d", done, total);
    r->stale = !report_add_boards(r, &line);
    if (done)
        report_add_score(r, &line);
    if (played > 0 && done < total)
        text_addf(&line, "  ETA %s", duration_text((int64_t)(spent / played * (total - done) + 0.5), eta));
    progress_show(&r->progress, "%s", words);
}

/* Shows the line when it is due. The first line is always shown at once; on a terminal, the first line
 * after the end of a game is too. */
void report_move(Report *r)
{
    if (!r->config->quiet && ((r->progress.live && r->stale) || progress_due(&r->progress, REDRAW_MS, REPRINT_MOVES_MS)))
        report_show_progress(r);
}

static int report_name_width(const Config *c)
{
    int width = 6;
    for (int i = 0; i < c->schedule.engines; i++)
        if (utf8_columns(c->engines[i].name) > width)
            width = utf8_columns(c->engines[i].name);
    return width > 32 ? 32 : width;
}

/* Prints a name in exactly `width` columns, whatever its script. */
static void report_print_name(const Report *r, const char *name, int width)
{
    size_t shown = utf8_fit(name, width);
    int used = utf8_columns(name) - utf8_columns(name + shown);
    fprintf(r->out, "%.*s%*s", (int)shown, name, width - used, "");
}

typedef struct Standing {
    int engine;
    Tally tally;
    double rank; /* higher is better */
} Standing;

static int standing_compare(const void *a, const void *b)
{
    const Standing *one = a, *two = b;
    double ahead = two->rank - one->rank;
    return ahead > 0 ? 1 : ahead < 0 ? -1 : one->engine - two->engine;
}

static const Tally *report_between(const void *results, int a, int b) { return results_tally(results, a, b); }

/* Computes joint ratings, which say more than the score if there are more than two engines. Returns
 * false if there are not, or if an allocation fails. */
static bool report_rate(const Results *r, Ratings *ratings)
{
    return r->schedule->engines > 2 && ratings_init(ratings, r->schedule->engines, report_between, r);
}

/* Sets the rank of each engine: by its place if the tournament is drawn from results, otherwise by rating if there are ratings, or by
 * score. */
static void report_rank(const Report *r, const Ratings *ratings, Standing *standings, int n)
{
    int *order = calloc((size_t)n, sizeof *order);
    const bool placed = order && schedule_is_drawn(r->results->schedule) && rounds_rank(&r->results->rounds, order);
    for (int i = 0; i < n; i++)
        standings[i].rank = ratings ? ratings->elo[i] : stats_score(&standings[i].tally);
    for (int i = 0; i < n && placed; i++)
        standings[order[i]].rank = -i;
    free(order);
}

/* Prints half points as points. */
static void report_print_points(const Report *r, int half_points) { fprintf(r->out, "%d%s", half_points / 2, half_points % 2 ? ".5" : ""); }

/* Prints the matches of a tournament that is drawn from results, round by round. */
static void report_print_rounds(const Report *r)
{
    const Rounds *d = &r->results->rounds;
    const EngineSpec *engines = r->config->engines;
    for (int round = 0; round < d->drawn; round++) {
        fprintf(r->out, "\nround %d\n", round + 1);
        for (int i = d->first[round]; i < d->first[round + 1]; i++) {
            const RoundMatch *m = &d->matches[i];
            fprintf(r->out, "  %s - %s ", engines[m->first].name, engines[m->second].name);
            report_print_points(r, m->points);
            fputs(" : ", r->out);
            report_print_points(r, 2 * m->played - m->points);
            fputs(!m->over ? ", not finished\n" : "\n", r->out);
            if (m->over && m->points == m->played && m->winner >= 0)
                fprintf(r->out, "    %s goes on, %s\n", engines[m->winner].name,
                        m->black_wins ? "by more wins as Black" : "as the better seed");
        }
        if (d->byes[round] >= 0)
            fprintf(r->out, "  %s has no opponent\n", engines[d->byes[round]].name);
    }
    if (r->results->schedule->format != FORMAT_SWISS)
        return;
    fputs("\npoints, and those of the opponents (Buchholz)\n", r->out);
    int *order = calloc((size_t)r->config->schedule.engines, sizeof *order);
    for (int i = 0; order && (i > 0 || rounds_rank(d, order)) && i < r->config->schedule.engines; i++) {
        fprintf(r->out, "%2d. %s ", i + 1, engines[order[i]].name);
        report_print_points(r, rounds_points(d, order[i]));
        fputs(", ", r->out);
        report_print_points(r, rounds_buchholz(d, order[i]));
        fputc('\n', r->out);
    }
    free(order);
}

/* Prints the engines, best first, with the probability that each is stronger than the next one if there are ratings. */
static void report_print_standings(const Report *r)
{
    const Config *c = r->config;
    int n = c->schedule.engines, width = report_name_width(c);
    Ratings ratings;
    const bool rated = report_rate(r->results, &ratings);
    Standing *standings = calloc((unsigned)n, sizeof *standings);
    for (int i = 0; i < n && standings; i++)
        standings[i] = (Standing){.engine = i, .tally = results_against_all(r->results, i)};
    if (standings)
        report_rank(r, rated ? &ratings : NULL, standings, n);
    if (standings)
        qsort(standings, (size_t)n, sizeof *standings, standing_compare);
    fprintf(r->out, "\n    %-*s %7s %7s %7s %7s %8s   %s\n", width, "engine", "games", "won", "drawn", "lost", "score",
            rated ? "rating (95 %)      LOS (next)" : "Elo (95 %)");
    for (int i = 0; i < n && standings; i++) {
        char elo[48];
        const int engine = standings[i].engine;
        const Tally *t = &standings[i].tally;
        const bool compared = rated && i + 1 < n;
        fprintf(r->out, "%2d. ", i + 1);
        report_print_name(r, c->engines[engine].name, width);
        fprintf(r->out, " %7ld %7ld %7ld %7ld %6.1f %%   %-*s", tally_games(t), t->wins, t->draws, t->losses, 100 * stats_score(t),
                compared ? 17 : 0, report_estimate_text(rated ? ratings_elo(&ratings, engine) : stats_elo(t), elo));
        if (compared)
            fprintf(r->out, "  %5.1f %%", 100 * ratings_los(&ratings, engine, standings[i + 1].engine));
        fputc('\n', r->out);
    }
    free(standings);
    if (rated)
        ratings_clear(&ratings);
}

void report_game(Report *r, const GameRecord *g)
{
    if (r->config->quiet)
        return;
    if (ending_is_misbehaviour(g->result.ending))
        progress_note(&r->progress, "game %d: %s after %d plies", g->id + 1, g->reason, g->plies);
    const int64_t interval = r->config->interval;
    bool last = results_missing(r->results) == 0;
    if (interval && r->results->count % interval == 0 && !last) {
        progress_clear(&r->progress);
        report_print_standings(r);
        fputc('\n', r->out);
        fflush(r->out);
    }
    if (last || progress_due(&r->progress, REDRAW_MS, REPRINT_MS))
        report_show_progress(r);
}

static void report_print_pairing(const Report *r, int first, int second)
{
    const Config *c = r->config;
    const Tally *t = results_tally(r->results, first, second);
    char elo[48], nelo[48], sprt[96];
    fprintf(r->out, "\n%s - %s: %ld games, +%ld =%ld -%ld, score %.2f %%, draws %.1f %%\n", c->engines[first].name, c->engines[second].name,
            tally_games(t), t->wins, t->draws, t->losses, 100 * stats_score(t), 100 * stats_draw_ratio(t));
    fprintf(r->out, "  Elo %s, nElo %s, LOS %.2f %%\n", report_estimate_text(stats_elo(t), elo),
            report_estimate_text(stats_normalised_elo(t), nelo), 100 * stats_los(t));
    if (c->schedule.repeat)
        fprintf(r->out, "  pairs by points 0 to 2: [%ld, %ld, %ld, %ld, %ld]\n", t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3],
                t->pairs[4]);
    if (c->sprt.on && first == 0) {
        static const char *const verdicts[] = {[SPRT_OPEN] = "undecided", [SPRT_H0] = "H0 accepted", [SPRT_H1] = "H1 accepted"};
        fprintf(r->out, "  SPRT %s [%g, %g]: %s, %s\n", c->sprt.model == SPRT_LOGISTIC ? "Elo" : "nElo", c->sprt.elo0, c->sprt.elo1,
                report_sprt_text(c, t, sprt), verdicts[sprt_verdict(&c->sprt, sprt_llr(&c->sprt, t, tally_unit(t)))]);
    }
}

static void report_print_endings(const Report *r)
{
    const long *all = r->results->endings;
    fputs("\nendings: ", r->out);
    for (int e = 0, any = 0; e < ENDINGS; e++)
        if (all[e])
            fprintf(r->out, "%s%s %ld", any++ ? ", " : "", ending_name((Ending)e), all[e]);
    fputc('\n', r->out);
    for (int i = 0; i < r->config->schedule.engines; i++) {
        const long *lost = r->results->totals[i].lost_by;
        long bad = 0;
        for (int e = ENDING_TIME; e < ENDINGS; e++)
            bad += lost[e];
        if (bad)
            fprintf(r->out, "%s lost %ld game%s by errors:", r->config->engines[i].name, bad, bad > 1 ? "s" : "");
        for (int e = ENDING_TIME; e < ENDINGS; e++)
            if (lost[e])
                fprintf(r->out, " %s %ld", ending_name((Ending)e), lost[e]);
        fputs(bad ? "\n" : "", r->out);
    }
}

/* Prints a column, or a dash if its value is unknown. */
static void report_print_known(const Report *r, int width, int digits, double value)
{
    if (isnan(value))
        fprintf(r->out, " %*s", width, "-");
    else
        fprintf(r->out, " %*.*f", width, digits, value);
}

static void report_print_averages(const Report *r)
{
    int width = report_name_width(r->config);
    fprintf(r->out, "\n%-*s %9s %9s %9s %12s %12s %14s\n", width, "averages", "as Red %", "as Black", "depth", "nodes/s", "ms/move",
            "least spare ms");
    for (int i = 0; i < r->config->schedule.engines; i++) {
        Averages a = results_averages(r->results, i);
        report_print_name(r, r->config->engines[i].name, width);
        for (Side side = RED; side <= BLACK; side++) {
            const Tally *t = &r->results->totals[i].by_side[side];
            report_print_known(r, 9, 1, tally_games(t) ? 100 * stats_score(t) : NAN);
        }
        report_print_known(r, 9, 2, a.depth);
        report_print_known(r, 12, 0, a.nodes_per_second);
        report_print_known(r, 12, 2, isnan(a.ms_per_move) ? 0 : a.ms_per_move);
        report_print_known(r, 14, 1, a.least_slack_ms);
        fputc('\n', r->out);
    }
}

void report_interruption(Report *r)
{
    progress_clear(&r->progress);
    fprintf(r->out, "interrupted after %d of %d games\n", r->results->count, results_planned(r->results));
}

void report_final(Report *r)
{
    char spent[DURATION_SIZE];
    const Schedule *s = &r->config->schedule;
    progress_clear(&r->progress);
    int played = r->results->count - r->already;
    report_print_standings(r);
    if (schedule_is_drawn(s))
        report_print_rounds(r);
    for (int p = 0; p < schedule_pairings(s) && schedule_pairings(s) <= 45; p++) {
        int first, second;
        schedule_pairing(s, p, &first, &second);
        if (tally_games(results_tally(r->results, first, second)))
            report_print_pairing(r, first, second);
    }
    report_print_endings(r);
    report_print_averages(r);
    if (played > 0)
        fprintf(r->out, "\n%d games in %s\n", played, duration_text((clock_us() - r->start_us + 500000) / 1000000, spent));
    fflush(r->out);
}

/* ---- as JSON ---- */

static json_t *report_endings_to_json(const long counts[ENDINGS])
{
    json_t *endings = json_object();
    for (int e = 0; e < ENDINGS; e++)
        if (counts[e])
            json_set(&endings, ending_name((Ending)e), json_integer(counts[e]));
    return endings;
}

static void report_add_tally(json_t **object, const Config *c, const Tally *t)
{
    static const char *const verdicts[] = {"open", "H0", "H1"};
    Estimate elo = stats_elo(t), normalised = stats_normalised_elo(t);
    json_join(object, json_pack("{s:I,s:I,s:I,s:I}", "games", (json_int_t)tally_games(t), "wins", (json_int_t)t->wins, "draws",
                                (json_int_t)t->draws, "losses", (json_int_t)t->losses));
    if (c->schedule.repeat) {
        json_t *pairs = json_array();
        for (int i = 0; i < PAIR_OUTCOMES; i++)
            json_append(&pairs, json_integer(t->pairs[i]));
        json_set(object, "pairs", pairs);
    }
    json_join(object, json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "score", json_of_number(stats_score(t), 6), "elo",
                                json_of_number(elo.value, 3), "elo_error", json_of_number(elo.error, 3), "nelo",
                                json_of_number(normalised.value, 3), "nelo_error", json_of_number(normalised.error, 3), "los",
                                json_of_number(stats_los(t), 6), "draw_ratio", json_of_number(stats_draw_ratio(t), 6)));
    if (!c->sprt.on)
        return;
    double llr = sprt_llr(&c->sprt, t, tally_unit(t));
    json_join(object, json_pack("{s:o,s:o,s:o,s:s}", "llr", json_of_number(llr, 4), "llr_lower", json_of_number(sprt_lower(&c->sprt), 4),
                                "llr_upper", json_of_number(sprt_upper(&c->sprt), 4), "sprt", verdicts[sprt_verdict(&c->sprt, llr)]));
}

static json_t *report_engine_to_json(const Config *c, const Results *r, const Ratings *ratings, int engine)
{
    Averages a = results_averages(r, engine);
    Tally all = results_against_all(r, engine);
    json_t *object = json_pack("{s:o}", "name", json_of_text(c->engines[engine].name));
    report_add_tally(&object, c, &all);
    if (ratings) {
        Estimate rating = ratings_elo(ratings, engine);
        json_t *los = json_array();
        for (int i = 0; i < ratings->engines; i++)
            json_append(&los, json_of_number(i == engine ? NAN : ratings_los(ratings, engine, i), 4));
        json_join(&object, json_pack("{s:o,s:o,s:o}", "rating", json_of_number(rating.value, 2), "rating_error",
                                     json_of_number(rating.error, 2), "stronger_than", los));
    }
    for (Side side = RED; side <= BLACK; side++) {
        const Tally *t = &r->totals[engine].by_side[side];
        json_set(&object, side == RED ? "as_red" : "as_black",
                 json_pack("[III]", (json_int_t)t->wins, (json_int_t)t->draws, (json_int_t)t->losses));
    }
    json_join(&object,
              json_pack("{s:I,s:o,s:o,s:o,s:o,s:o}", "moves", (json_int_t)r->totals[engine].moves, "depth", json_of_number(a.depth, 3),
                        "nps", json_of_number(a.nodes_per_second, 0), "ms_per_move", json_of_number(a.ms_per_move, 3), "least_slack_ms",
                        json_of_number(a.least_slack_ms, 3), "lost_by", report_endings_to_json(r->totals[engine].lost_by)));
    return object;
}

/* Returns the rounds of a tournament that is drawn from results, each a list of matches. */
static json_t *report_rounds_to_json(const Rounds *r)
{
    json_t *rounds = json_array();
    for (int round = 0; round < r->drawn; round++) {
        json_t *matches = json_array();
        for (int i = r->first[round]; i < r->first[round + 1]; i++) {
            const RoundMatch *m = &r->matches[i];
            json_append(&matches, json_pack("{s:i,s:i,s:i,s:o,s:b,s:o}", "first", m->first, "second", m->second, "games", m->played,
                                            "points", json_of_number(m->points / 2.0, 1), "over", m->over, "winner",
                                            m->winner < 0 ? json_null() : json_integer(m->winner)));
        }
        json_append(&rounds,
                    json_pack("{s:o,s:o}", "matches", matches, "bye", r->byes[round] < 0 ? json_null() : json_integer(r->byes[round])));
    }
    return rounds;
}

/* Returns the engines of such a tournament, best first; of a Swiss tournament with points and Buchholz. */
static json_t *report_places_to_json(const Rounds *r)
{
    json_t *places = json_array();
    int *order = calloc((size_t)r->schedule->engines, sizeof *order);
    for (int i = 0; order && (i > 0 || rounds_rank(r, order)) && i < r->schedule->engines; i++) {
        json_t *place = json_pack("{s:i}", "engine", order[i]);
        if (r->schedule->format == FORMAT_SWISS)
            json_join(&place, json_pack("{s:o,s:o}", "points", json_of_number(rounds_points(r, order[i]) / 2.0, 1), "buchholz",
                                        json_of_number(rounds_buchholz(r, order[i]) / 2.0, 1)));
        json_append(&places, place);
    }
    free(order);
    return places;
}

void summary_write(const Config *c, const Results *r, Text *out)
{
    const Schedule *d = &c->schedule;
    json_t *engines = json_array(), *pairings = json_array();
    Ratings ratings;
    const bool rated = report_rate(r, &ratings);
    for (int i = 0; i < d->engines; i++)
        json_append(&engines, report_engine_to_json(c, r, rated ? &ratings : NULL, i));
    if (rated)
        ratings_clear(&ratings);
    for (int p = 0; p < schedule_pairings(d); p++) {
        int first, second;
        schedule_pairing(d, p, &first, &second);
        json_t *pairing = json_pack("{s:i,s:i}", "first", first, "second", second);
        report_add_tally(&pairing, c, results_tally(r, first, second));
        json_append(&pairings, pairing);
    }
    json_t *summary = json_pack("{s:b,s:i,s:i,s:o,s:o,s:o}", "finished", r->finished, "played", r->count, "planned", results_planned(r),
                                "engines", engines, "pairings", pairings, "endings", report_endings_to_json(r->endings));
    if (schedule_is_drawn(d)) {
        json_set(&summary, "rounds", report_rounds_to_json(&r->rounds));
        json_set(&summary, "places", report_places_to_json(&r->rounds));
    }
    json_put_lines(summary, out);
    json_decref(summary);
    text_add_char(out, '}');
}
