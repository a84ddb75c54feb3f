#include "bench/match/report.h"

#include "engine/base/utf8.h"
#include "engine/base/platform.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* How often the line is redrawn on a terminal; elsewhere, how often a line is printed after games and after mere moves. */
enum { REDRAW_MS = 100, REPRINT_MS = 10000, REPRINT_MOVES_MS = 60000 };

void report_init(Report *r, const Config *c, const Results *results, FILE *out, bool live)
{
    *r = (Report){.config = c,
                  .results = results,
                  .out = out,
                  .progress = progress_new(out, live),
                  .already = results->count,
                  .start_us = clock_us()};
}

static char *estimate_text(Estimate e, char *out)
{
    if (isinf(e.value))
        strcpy(out, e.value > 0 ? "+inf" : "-inf");
    else if (isinf(e.error))
        sprintf(out, "%+.1f", e.value);
    else
        sprintf(out, "%+.1f +- %.1f", e.value, e.error);
    return out;
}

static char *sprt_text(const Config *c, const Tally *t, char *out)
{
    double llr = sprt_llr(&c->sprt, t, tally_pairs(t) > 0), lower = sprt_lower(&c->sprt), upper = sprt_upper(&c->sprt);
    sprintf(out, "LLR %.2f (%.0f %%) [%.2f, %.2f]", llr, 100 * (llr > 0 ? llr / upper : llr / -lower), lower, upper);
    return out;
}

/* The first engine's view; with more than two engines, who leads. */
static void score_line(const Report *r, char *out, size_t size)
{
    const Config *c = r->config;
    char elo[48], sprt[96] = "";
    if (c->schedule.engines == 2 || c->schedule.gauntlet) {
        Tally t = results_against_all(r->results, 0);
        if (c->sprt.on)
            sprt_text(c, &t, sprt);
        snprintf(out, size, "%.24s +%ld =%ld -%ld  Elo %s  LOS %.1f %%%s%s", c->engines[0].name, t.wins, t.draws, t.losses,
                 estimate_text(stats_elo(&t), elo), 100 * stats_los(&t), *sprt ? "  " : "", sprt);
        return;
    }
    int best = 0;
    double top = -1;
    for (int i = 0; i < c->schedule.engines; i++) {
        Tally t = results_against_all(r->results, i);
        if (stats_score(&t) > top && tally_games(&t)) {
            top = stats_score(&t);
            best = i;
        }
    }
    Tally t = results_against_all(r->results, best);
    snprintf(out, size, "%.24s leads with %.1f %%, Elo %s", c->engines[best].name, 100 * stats_score(&t),
             estimate_text(stats_elo(&t), elo));
}

/* Which games are on, by the one that began first: ", game 3 at move 12 and 3 more". */
static void boards_text(const Report *r, char *out, size_t size)
{
    const Board *first = NULL;
    int others = -1;
    for (int i = 0; i < r->board_count; i++)
        if (r->boards[i].game >= 0) {
            others++;
            if (!first || r->boards[i].game < first->game)
                first = &r->boards[i];
        }
    *out = '\0';
    if (!first)
        return;
    size_t n = (size_t)snprintf(out, size, ", game %d at move %d", first->game + 1, first->plies / 2 + 1);
    if (others > 0 && n < size)
        snprintf(out + n, size - n, " and %d more", others);
}

static void show_progress(Report *r)
{
    char score[256], eta[DURATION_SIZE] = "", boards[80];
    int total = schedule_own(&r->config->schedule), done = r->results->count, played = done - r->already;
    double spent = (double)(clock_us() - r->start_us) / 1e6;
    if (played > 0 && done < total)
        duration_text((int64_t)(spent / played * (total - done) + 0.5), eta);
    score_line(r, score, sizeof score);
    boards_text(r, boards, sizeof boards);
    progress_show(&r->progress, "%d/%d%s%s%s%s%s", done, total, boards, done ? "  " : "", done ? score : "", *eta ? "  ETA " : "", eta);
    r->stale = *boards == '\0';
}

void report_break(Report *r) { progress_clear(&r->progress); }

void report_boards(Report *r, const Board *boards, int board_count)
{
    r->boards = boards;
    r->board_count = board_count;
}

/* The first line comes at once, and so does a terminal's first after a game. */
void report_move(Report *r)
{
    if (!r->config->quiet && ((r->progress.live && r->stale) || progress_due(&r->progress, REDRAW_MS, REPRINT_MOVES_MS)))
        show_progress(r);
}

void report_note(Report *r, const char *format, ...)
{
    va_list arguments;
    report_break(r);
    va_start(arguments, format);
    vfprintf(r->out, format, arguments);
    va_end(arguments);
    fputc('\n', r->out);
    fflush(r->out);
}

void report_game(Report *r, const GameRecord *g)
{
    if (r->config->quiet)
        return;
    if (ending_is_misbehaviour(g->result.ending))
        report_note(r, "game %d: %s after %d plies", g->id + 1, g->reason, g->plies);
    bool last = r->results->count == schedule_own(&r->config->schedule);
    if (last || progress_due(&r->progress, REDRAW_MS, REPRINT_MS))
        show_progress(r);
}

static int name_width(const Config *c)
{
    int width = 6;
    for (int i = 0; i < c->schedule.engines; i++)
        if (utf8_columns(c->engines[i].name) > width)
            width = utf8_columns(c->engines[i].name);
    return width > 32 ? 32 : width;
}

/* So many columns, whatever the name is written in. */
static void print_name(const Report *r, const char *name, int width)
{
    size_t shown = utf8_fit(name, width);
    int used = utf8_columns(name) - utf8_columns(name + shown);
    fprintf(r->out, "%.*s%*s", (int)shown, name, width - used, "");
}

static void rank(const Report *r, int *order)
{
    int n = r->config->schedule.engines;
    for (int i = 0; i < n; i++) {
        Tally t = results_against_all(r->results, i);
        int at = i;
        for (; at > 0; at--) {
            Tally other = results_against_all(r->results, order[at - 1]);
            if (stats_score(&other) >= stats_score(&t))
                break;
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static void print_standings(const Report *r)
{
    const Config *c = r->config;
    int n = c->schedule.engines, width = name_width(c);
    int *order = malloc((size_t)n * sizeof *order);
    if (!order)
        return;
    rank(r, order);
    fprintf(r->out, "\n    %-*s %7s %7s %7s %7s %8s   %s\n", width, "engine", "games", "won", "drawn", "lost", "score", "Elo (95 %)");
    for (int i = 0; i < n; i++) {
        char elo[48];
        Tally t = results_against_all(r->results, order[i]);
        fprintf(r->out, "%2d. ", i + 1);
        print_name(r, c->engines[order[i]].name, width);
        fprintf(r->out, " %7ld %7ld %7ld %7ld %6.1f %%   %s\n", tally_games(&t), t.wins, t.draws, t.losses, 100 * stats_score(&t),
                estimate_text(stats_elo(&t), elo));
    }
    free(order);
}

static void print_pairing(const Report *r, int first, int second)
{
    const Config *c = r->config;
    const Tally *t = results_tally(r->results, first, second);
    char elo[48], nelo[48], sprt[96];
    fprintf(r->out, "\n%s - %s: %ld games, +%ld =%ld -%ld, score %.2f %%, draws %.1f %%\n", c->engines[first].name, c->engines[second].name,
            tally_games(t), t->wins, t->draws, t->losses, 100 * stats_score(t), 100 * stats_draw_ratio(t));
    fprintf(r->out, "  Elo %s, nElo %s, LOS %.2f %%\n", estimate_text(stats_elo(t), elo), estimate_text(stats_normalised_elo(t), nelo),
            100 * stats_los(t));
    if (c->schedule.repeat)
        fprintf(r->out, "  pairs by points 0 to 2: [%ld, %ld, %ld, %ld, %ld]\n", t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3],
                t->pairs[4]);
    if (c->sprt.on && first == 0) {
        Verdict v = sprt_verdict(&c->sprt, sprt_llr(&c->sprt, t, tally_pairs(t) > 0));
        fprintf(r->out, "  SPRT %s [%g, %g]: %s, %s\n", c->sprt.model == SPRT_LOGISTIC ? "Elo" : "nElo", c->sprt.elo0, c->sprt.elo1,
                sprt_text(c, t, sprt),
                v == SPRT_H1   ? "H1 accepted"
                : v == SPRT_H0 ? "H0 accepted"
                               : "undecided");
    }
}

static void print_endings(const Report *r)
{
    fputs("\nendings: ", r->out);
    for (int e = 0, any = 0; e < ENDINGS; e++)
        if (r->results->endings[e])
            fprintf(r->out, "%s%s %ld", any++ ? ", " : "", ending_name((Ending)e), r->results->endings[e]);
    fputc('\n', r->out);
    for (int i = 0; i < r->config->schedule.engines; i++) {
        long bad = 0;
        for (int e = ENDING_TIME; e < ENDINGS; e++)
            bad += r->results->totals[i].lost_by[e];
        if (bad) {
            fprintf(r->out, "%s lost %ld game%s by misbehaviour:", r->config->engines[i].name, bad, bad > 1 ? "s" : "");
            for (int e = ENDING_TIME; e < ENDINGS; e++)
                if (r->results->totals[i].lost_by[e])
                    fprintf(r->out, " %s %ld", ending_name((Ending)e), r->results->totals[i].lost_by[e]);
            fputc('\n', r->out);
        }
    }
}

static void print_averages(const Report *r)
{
    int width = name_width(r->config);
    fprintf(r->out, "\n%-*s %9s %12s %12s %14s\n", width, "averages", "depth", "nodes/s", "ms/move", "least spare ms");
    for (int i = 0; i < r->config->schedule.engines; i++) {
        const EngineTotals *t = &r->results->totals[i];
        print_name(r, r->config->engines[i].name, width);
        if (t->depths)
            fprintf(r->out, " %9.2f", t->depth_sum / (double)t->depths);
        else
            fprintf(r->out, " %9s", "-");
        if (t->nodes_time_us > 0)
            fprintf(r->out, " %12.0f", (double)t->nodes * 1e6 / (double)t->nodes_time_us);
        else
            fprintf(r->out, " %12s", "-");
        fprintf(r->out, " %12.2f", t->moves ? (double)t->time_us / 1e3 / (double)t->moves : 0.0);
        if (t->slack_us != NO_SLACK)
            fprintf(r->out, " %14.1f\n", (double)t->slack_us / 1e3);
        else
            fprintf(r->out, " %14s\n", "-");
    }
}

void report_final(Report *r, bool interrupted)
{
    char spent[DURATION_SIZE];
    const Schedule *s = &r->config->schedule;
    report_break(r);
    r->boards = NULL;
    r->board_count = 0;
    int played = r->results->count - r->already;
    if (interrupted)
        fprintf(r->out, "interrupted after %d of %d games\n", r->results->count, schedule_own(s));
    print_standings(r);
    for (int p = 0; p < schedule_pairings(s) && schedule_pairings(s) <= 45; p++) {
        int first, second;
        schedule_pairing(s, p, &first, &second);
        if (tally_games(results_tally(r->results, first, second)))
            print_pairing(r, first, second);
    }
    print_endings(r);
    print_averages(r);
    if (played > 0)
        fprintf(r->out, "\n%d games in %s\n", played, duration_text((clock_us() - r->start_us + 500000) / 1000000, spent));
    fflush(r->out);
}
