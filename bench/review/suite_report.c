/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/suite_report.h"

#include <math.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/utf8.h"
#include "engine/notation/notation.h"

typedef struct SuiteSum {
    int positions, solved, mates, proven; /* mates: number of mates reported where the problem requires one or has no known solution */
    double seconds;                       /* total time to the solutions */
} SuiteSum;

/* Returns the length of an id without its number: "mate" of "mate.012". */
static int suite_group_length(const char *id)
{
    const char *dot = strrchr(id, '.');
    return (int)(dot ? (size_t)(dot - id) : strlen(id));
}

static bool suite_in_group(const char *id, const char *group)
{
    return !group || (suite_group_length(id) == suite_group_length(group) && strncmp(id, group, (size_t)suite_group_length(id)) == 0);
}

/* Adds up the results of the group that `group`, the id of one of its positions, belongs to; NULL
 * for all. */
static SuiteSum suite_sum(const Suite *suite, const char *group)
{
    SuiteSum s = {0};
    for (int i = 0; i < suite->done; i++) {
        const Problem *p = &suite->problems[i];
        const Attempt *a = &p->attempt;
        if (!suite_in_group(p->id, group))
            continue;
        s.positions++;
        s.solved += a->solved;
        s.seconds += a->solved ? (double)a->since.at_us / 1e6 : 0;
        const bool mates = (p->mate || p->open) && a->last.mate;
        s.mates += mates;
        s.proven += mates && a->last.proven;
    }
    return s;
}

static bool suite_is_first_of_group(const Suite *suite, int i)
{
    for (int j = 0; j < i; j++)
        if (suite_in_group(suite->problems[j].id, suite->problems[i].id))
            return false;
    return true;
}

/* A value of each position: what the engine made of it, and what the engine before made of it. */
typedef struct SuitePairs {
    int count;
    double sum, before, difference, square; /* sums over the positions */
} SuitePairs;

/* Reads the value of an attempt. Returns false if it is not known. */
typedef bool SuiteValue(const Problem *p, const Attempt *a, double *value);

static bool suite_value_solved(const Problem *p, const Attempt *a, double *value)
{
    (void)p;
    *value = a->solved ? 100 : 0;
    return true;
}

static bool suite_value_loss(const Problem *p, const Attempt *a, double *value)
{
    *value = suite_loss(p, a);
    return *value != SUITE_NO_LOSS;
}

/* Adds up the values of a group (suite_sum()). With two engines, only positions count for which both have a value. */
static SuitePairs suite_pairs(const Suite *suite, const char *group, SuiteValue *value)
{
    SuitePairs s = {0};
    for (int i = 0; i < suite->done; i++) {
        const Problem *p = &suite->problems[i];
        double now, before = 0;
        if (!suite_in_group(p->id, group) || !value(p, &p->attempt, &now) || (suite->compares && !value(p, &p->before, &before)))
            continue;
        s.count++;
        s.sum += now;
        s.before += before;
        s.difference += now - before;
        s.square += (now - before) * (now - before);
    }
    return s;
}

enum { SUITE_FEWEST = 30 }; /* positions for an error */

/* Returns the error of the mean difference, at 95 %. */
static double suite_pairs_error(const SuitePairs *s)
{
    const double n = s->count;
    return 1.96 * sqrt(fmax(s->square - s->difference * s->difference / n, 0) / (n - 1) / n);
}

static void suite_add_sum(const char *name, int length, const SuiteSum *s, Text *out)
{
    const size_t from = out->length;
    text_add_bytes(out, name, (size_t)length);
    text_pad(out, from, 20);
    text_addf(out, " %9d %7d %6.1f %% %10.3f %7d %7d\n", s->positions, s->solved, 100.0 * s->solved / (s->positions ? s->positions : 1),
              s->solved ? s->seconds / s->solved : 0, s->mates, s->proven);
}

void suite_report_table(const Suite *suite, Language l, Text *out)
{
    const char *all = tr(l, "all");
    const struct {
        const char *word;
        int columns;
    } heads[] = {{"", 20},
                 {tr(l, "positions"), 10},
                 {tr(l, "solved"), 8},
                 {"", 9},
                 {tr(l, "seconds"), 11},
                 {tr(l, "mates"), 8},
                 {tr(l, "proven"), 8}};
    text_add_char(out, '\n');
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        text_addf(out, "%*s%s", heads[i].columns - utf8_columns(heads[i].word), "", heads[i].word);
    text_add_char(out, '\n');
    for (int i = 0; i < suite->done; i++) {
        const char *id = suite->problems[i].id;
        SuiteSum s = suite_sum(suite, id);
        const bool lone = s.positions == 1 && suite->problems[i].open; /* a list whose names are all different */
        if (suite_is_first_of_group(suite, i) && !lone)
            suite_add_sum(id, suite_group_length(id), &s, out);
    }
    SuiteSum s = suite_sum(suite, NULL);
    suite_add_sum(all, (int)strlen(all), &s, out);
}

static void suite_add_pairs(const Suite *suite, const char *name, int length, const SuitePairs *s, Text *out)
{
    const size_t from = out->length;
    const double n = s->count;
    if (s->count == 0)
        return;
    text_add_bytes(out, name, (size_t)length);
    text_pad(out, from, 20);
    text_addf(out, " %9d", s->count);
    if (suite->compares)
        text_addf(out, " %9.2f", s->before / n);
    text_addf(out, " %9.2f", s->sum / n);
    if (suite->compares)
        text_addf(out, " %+9.2f", s->difference / n);
    if (suite->compares && s->count >= SUITE_FEWEST)
        text_addf(out, " ± %.2f", suite_pairs_error(s));
    text_add_char(out, '\n');
}

/* Adds a table of a value, by groups: with two engines, of both and of their difference with the error of 95 %. */
static void suite_report_pairs(const Suite *suite, SuiteValue *value, const char *title, Language l, Text *out)
{
    const char *all = tr(l, "all"), *heads[] = {tr(l, "positions"), tr(l, "first"), tr(l, "second"), tr(l, "change")};
    text_addf(out, "\n%s", title);
    for (int i = 0, shown = suite->compares ? 4 : 1; i < shown; i++)
        text_addf(out, "%*s%s", (i ? 10 : 30 - utf8_columns(title)) - utf8_columns(heads[i]), "", heads[i]);
    text_add_char(out, '\n');
    for (int i = 0; i < suite->done; i++) {
        const char *id = suite->problems[i].id;
        const SuitePairs s = suite_pairs(suite, id, value);
        if (suite_is_first_of_group(suite, i))
            suite_add_pairs(suite, id, suite_group_length(id), &s, out);
    }
    const SuitePairs s = suite_pairs(suite, NULL, value);
    suite_add_pairs(suite, all, (int)strlen(all), &s, out);
}

void suite_report_losses(const Suite *suite, Language l, Text *out)
{
    if (suite->compares)
        suite_report_pairs(suite, suite_value_solved, tr(l, "per cent solved"), l, out);
    if (suite_pairs(suite, NULL, suite_value_loss).count > 0)
        suite_report_pairs(suite, suite_value_loss, tr(l, "mean loss"), l, out);
}

void suite_report_attempt(const Suite *suite, int problem, Language l, Text *out)
{
    assert(in_range(problem, 0, suite->count - 1));
    const Attempt *a = &suite->problems[problem].attempt;
    const size_t from = out->length;
    char move[5];
    text_addf(out, "%4d  %s", problem + 1, suite->problems[problem].id);
    text_pad(out, from, 26);
    text_addf(out, " %s", a->solved ? tr(l, "solved") : suite->problems[problem].open ? tr(l, "open") : "-");
    text_pad(out, from, 34);
    text_add_char(out, ' ');
    text_addf(out, tr(l, "%s  depth %d  %.3f s"), a->last.move ? move_to_iccs(a->last.move, move) : "----", a->last.depth,
              (double)(a->solved ? a->since : a->last).at_us / 1e6);
    if (a->last.mate)
        text_addf(out, tr(l, "  mate in %d%s"), a->last.mate, a->last.proven ? tr(l, ", proven") : "");
    else if (a->last.won)
        text_add(out, tr(l, "  known win (endgame tables or rules)"));
    text_addf(out, "%s%s\n", *a->fault ? "  " : "", a->fault);
}

/* Adds the means of a value over a group, and with two engines their difference; nothing if it is not known. */
static void suite_json_pairs(Json *j, const Suite *suite, const char *group, SuiteValue *value, const char *name)
{
    const SuitePairs s = suite_pairs(suite, group, value);
    if (s.count == 0)
        return;
    json_begin_object(j, name);
    json_add_number(j, "positions", "%d", s.count);
    if (suite->compares)
        json_add_number(j, "before", "%.4f", s.before / s.count);
    json_add_number(j, "mean", "%.4f", s.sum / s.count);
    if (suite->compares && s.count >= SUITE_FEWEST)
        json_add_number(j, "error", "%.4f", suite_pairs_error(&s));
    json_end(j);
}

static void suite_json_sum(Json *j, const Suite *suite, const char *group)
{
    const SuiteSum all = suite_sum(suite, group), *s = &all;
    json_add_number(j, "positions", "%d", s->positions);
    json_add_number(j, "solved", "%d", s->solved);
    json_add_number(j, "seconds", "%.3f", s->seconds);
    json_add_number(j, "mates", "%d", s->mates);
    json_add_number(j, "proven", "%d", s->proven);
    suite_json_pairs(j, suite, group, suite_value_loss, "loss");
    if (suite->compares)
        suite_json_pairs(j, suite, group, suite_value_solved, "per_cent_solved");
}

static void suite_json_attempt(Json *j, const Problem *p, const Attempt *a)
{
    char move[5];
    json_add_bool(j, "solved", a->solved);
    json_add_string(j, "move", a->last.move ? move_to_iccs(a->last.move, move) : "");
    if (suite_loss(p, a) != SUITE_NO_LOSS)
        json_add_number(j, "loss", "%d", suite_loss(p, a));
    json_add_number(j, "depth", "%d", a->last.depth);
    json_add_number(j, "nodes", "%llu", (unsigned long long)a->last.nodes);
    json_add_number(j, "seconds", "%.6f", (double)a->last.at_us / 1e6);
    if (a->solved) {
        json_add_number(j, "solved_depth", "%d", a->since.depth);
        json_add_number(j, "solved_nodes", "%llu", (unsigned long long)a->since.nodes);
        json_add_number(j, "solved_seconds", "%.6f", (double)a->since.at_us / 1e6);
    }
    if (a->last.mate) {
        json_add_number(j, "mate", "%d", a->last.mate);
        json_add_bool(j, "proven", a->last.proven);
    }
    if (a->last.won)
        json_add_bool(j, "won", true);
    if (*a->fault)
        json_add_string(j, "fault", a->fault);
}

static void suite_json_problem(const Suite *suite, int problem, Json *j)
{
    const Problem *p = &suite->problems[problem];
    json_new_line(j);
    json_begin_object(j, NULL);
    json_add_string(j, "id", p->id);
    suite_json_attempt(j, p, &p->attempt);
    if (suite->compares) {
        json_begin_object(j, "before");
        suite_json_attempt(j, p, &p->before);
        json_end(j);
    }
    json_end(j);
}

static void suite_json_groups(const Suite *suite, Json *j)
{
    json_begin_array(j, "groups");
    for (int i = 0; i < suite->done; i++) {
        const char *id = suite->problems[i].id;
        if (!suite_is_first_of_group(suite, i))
            continue;
        json_begin_object(j, NULL);
        json_add_bytes(j, "name", id, (size_t)suite_group_length(id));
        suite_json_sum(j, suite, id);
        json_end(j);
    }
    json_end(j);
}

void suite_report_json(const Suite *suite, Json *j)
{
    json_begin_array(j, "attempts");
    for (int i = 0; i < suite->done; i++)
        suite_json_problem(suite, i, j);
    json_new_line(j);
    json_end(j);
    suite_json_groups(suite, j);
    json_begin_object(j, "all");
    suite_json_sum(j, suite, NULL);
    json_end(j);
}
