#include "bench/match/html.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { CURVE_POINTS = 400 };

static void write_lines(FILE *out, const char *const *lines)
{
    for (; *lines; lines++)
        fputs(*lines, out);
}

static void write_value(FILE *out, double value, int digits)
{
    if (isfinite(value))
        fprintf(out, ",%.*f", digits, value);
    else
        fputs(",null", out);
}

/* How the estimate of a pairing went with its games: [games, elo, error, llr] at evenly spread moments. */
static bool write_curves(const Config *c, const Results *r, FILE *out)
{
    const Schedule *s = r->schedule;
    bool first_point = true;
    fputs(",\"curves\":[", out);
    for (int pairing = 0; pairing < schedule_pairings(s); pairing++) {
        Results replay;
        int first, second, index = 0;
        schedule_pairing(s, pairing, &first, &second);
        long games = tally_games(results_tally(r, first, second)), every = games / CURVE_POINTS + 1;
        if (!results_init(&replay, s))
            return false;
        fputs(pairing ? ",[" : "[", out);
        first_point = true;
        for (int i = 0; i < r->count; i++) {
            GameRecord g = r->games[i];
            if (g.red + g.black != first + second || (g.red != first && g.red != second))
                continue;
            g.moves = NULL; /* only who won counts here */
            g.plies = g.capacity = 0;
            if (!results_add(&replay, &g)) {
                results_clear(&replay);
                return false;
            }
            if (++index % every && index < games)
                continue;
            const Tally *t = results_tally(&replay, first, second);
            Estimate elo = stats_elo(t);
            fprintf(out, "%s[%d", first_point ? "" : ",", index);
            write_value(out, elo.value, 2);
            write_value(out, elo.error, 2);
            write_value(out, c->sprt.on ? sprt_llr(&c->sprt, t, tally_pairs(t) > 0) : NAN, 3);
            fputc(']', out);
            first_point = false;
        }
        fputc(']', out);
        results_clear(&replay);
    }
    fputc(']', out);
    return true;
}

bool html_write(const Store *s, const Results *r, bool finished, const char *file, char *error)
{
    char *fresh = malloc(strlen(file) + 5);
    if (!fresh) {
        snprintf(error, STORE_ERROR_SIZE, "%.200s: out of memory", file);
        return false;
    }
    sprintf(fresh, "%s.new", file);
    errno = 0;
    FILE *out = fopen(fresh, "w");
    bool ok = out != NULL;
    if (ok) {
        write_lines(out, html_before_data);
        store_write_games(s, r, out);
        fputs(",\"summary\":", out);
        store_write_summary(s->config, r, finished, out);
        ok = write_curves(s->config, r, out);
        fputs("}", out);
        write_lines(out, html_after_data);
        ok = !ferror(out) && ok;
        ok = fclose(out) == 0 && ok;
    }
    ok = ok && rename(fresh, file) == 0;
    if (!ok)
        snprintf(error, STORE_ERROR_SIZE, "%.200s: %s", file, errno ? strerror(errno) : "out of memory");
    free(fresh);
    return ok;
}
