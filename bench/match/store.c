#include "bench/match/store.h"

#include "bench/match/record_text.h"
#include "protocol/refusal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FORMAT "hanxin-match 1"

/* ---- what is written ---- */

static void write_identity(const Config *c, uint64_t fingerprint, FILE *out)
{
    char limits[128];
    const Adjudication *a = &c->adjudication;
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        fprintf(out, "%s [%s margin=%lld%s%s", e->name, limits_text(&e->limits, limits), (long long)e->limits.margin_us,
                e->ponder ? " ponder" : "", e->banmoves ? " banmoves" : "");
        for (int j = 0; j < e->option_count; j++)
            fprintf(out, " %s=%s", e->options[j].name, e->options[j].value ? e->options[j].value : "");
        fputs("] ", out);
    }
    fprintf(out, "%s%s openings=%016" PRIx64, c->schedule.gauntlet ? "gauntlet" : "roundrobin", c->schedule.repeat ? "" : " no-repeat",
            fingerprint);
    fprintf(out, " draw=%d,%d,%d win=%d,%d,%d maxplies=%d rules=%s limit=%d offers=%d", a->draw_count, a->draw_score, a->draw_from,
            a->win_count, a->win_score, a->win_both, a->max_plies, rule_set_name(a->rules), a->quiet_limit, a->draw_offers);
}

static char *identity_of(const Config *c, uint64_t fingerprint)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    write_identity(c, fingerprint, out);
    return fclose(out) == 0 ? text : NULL;
}

static void write_header(const Store *s, FILE *out)
{
    const Config *c = s->config;
    const Schedule *d = &c->schedule;
    fprintf(out, "{\n\"format\":\"%s\",\n\"identity\":", FORMAT);
    json_write_string(out, s->identity);
    fputs(",\n\"event\":", out);
    json_write_string(out, c->event);
    fprintf(out, ",\n\"schedule\":{\"gauntlet\":%s,\"repeat\":%s,\"games\":%d,\"shard\":%d,\"shards\":%d},\n",
            d->gauntlet ? "true" : "false", d->repeat ? "true" : "false", d->games, d->shard, d->shards);
    fprintf(out, "\"openings\":{\"fingerprint\":\"%016" PRIx64 "\"},\n", s->fingerprint);
    if (c->sprt.on)
        fprintf(out, "\"sprt\":{\"elo0\":%g,\"elo1\":%g,\"alpha\":%g,\"beta\":%g,\"model\":\"%s\"},\n", c->sprt.elo0, c->sprt.elo1,
                c->sprt.alpha, c->sprt.beta, c->sprt.model == SPRT_LOGISTIC ? "logistic" : "normalised");
    fputs("\"engines\":[", out);
    for (int i = 0; i < d->engines; i++) {
        const EngineSpec *e = &c->engines[i];
        const MatchLimits *l = &e->limits;
        fputs(i ? ",\n{\"name\":" : "\n{\"name\":", out);
        json_write_string(out, e->name);
        fputs(",\"command\":", out);
        json_write_string(out, e->command);
        fprintf(out,
                ",\"limits\":{\"base_us\":%lld,\"increment_us\":%lld,\"period\":%d,\"move_us\":%lld,\"nodes\":%llu,\"depth\":%d,\"margin_"
                "us\":%lld}",
                (long long)l->base_us, (long long)l->increment_us, l->period, (long long)l->move_us, (unsigned long long)l->nodes, l->depth,
                (long long)l->margin_us);
        fputs(",\"options\":{", out);
        for (int j = 0; j < e->option_count; j++) {
            fputs(j ? "," : "", out);
            json_write_string(out, e->options[j].name);
            fputc(':', out);
            if (e->options[j].value)
                json_write_string(out, e->options[j].value);
            else
                fputs("null", out);
        }
        fputs("}}", out);
    }
    fputs("\n],\n\"games\":[", out);
}

/* JSON knows no infinity. */
static void write_double(FILE *out, const char *name, double value, int digits)
{
    if (isfinite(value))
        fprintf(out, ",\"%s\":%.*f", name, digits, value);
    else
        fprintf(out, ",\"%s\":null", name);
}

static void write_tally(FILE *out, const Config *c, const Tally *t)
{
    bool pairs = tally_pairs(t) > 0;
    Estimate elo = stats_elo(t), normalised = stats_normalised_elo(t);
    fprintf(out, "\"games\":%ld,\"wins\":%ld,\"draws\":%ld,\"losses\":%ld", tally_games(t), t->wins, t->draws, t->losses);
    if (c->schedule.repeat)
        fprintf(out, ",\"pairs\":[%ld,%ld,%ld,%ld,%ld]", t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3], t->pairs[4]);
    write_double(out, "score", stats_score(t), 6);
    write_double(out, "elo", elo.value, 3);
    write_double(out, "elo_error", elo.error, 3);
    write_double(out, "nelo", normalised.value, 3);
    write_double(out, "nelo_error", normalised.error, 3);
    write_double(out, "los", stats_los(t), 6);
    write_double(out, "draw_ratio", stats_draw_ratio(t), 6);
    if (c->sprt.on) {
        double llr = sprt_llr(&c->sprt, t, pairs);
        static const char *const verdicts[] = {"open", "H0", "H1"};
        fprintf(out, ",\"llr\":%.4f,\"llr_lower\":%.4f,\"llr_upper\":%.4f,\"sprt\":\"%s\"", llr, sprt_lower(&c->sprt), sprt_upper(&c->sprt),
                verdicts[sprt_verdict(&c->sprt, llr)]);
    }
}

static void write_engine_totals(FILE *out, const EngineTotals *t)
{
    fprintf(out, ",\"moves\":%ld", t->moves);
    write_double(out, "depth", t->depths ? t->depth_sum / (double)t->depths : NAN, 3);
    write_double(out, "nps", t->nodes_time_us > 0 ? (double)t->nodes * 1e6 / (double)t->nodes_time_us : NAN, 0);
    write_double(out, "ms_per_move", t->moves ? (double)t->time_us / 1e3 / (double)t->moves : NAN, 3);
    write_double(out, "least_slack_ms", t->slack_us != NO_SLACK ? (double)t->slack_us / 1e3 : NAN, 3);
    fputs(",\"lost_by\":{", out);
    for (int e = 0, any = 0; e < ENDINGS; e++)
        if (t->lost_by[e])
            fprintf(out, "%s\"%s\":%ld", any++ ? "," : "", game_ending_name((Ending)e), t->lost_by[e]);
    fputc('}', out);
}

void store_write_summary(const Config *c, const Results *r, bool finished, FILE *out)
{
    const Schedule *d = &c->schedule;
    fprintf(out, "{\"finished\":%s,\"played\":%d,\"planned\":%d,\n\"engines\":[", finished ? "true" : "false", r->count, schedule_own(d));
    for (int i = 0; i < d->engines; i++) {
        Tally all = results_against_all(r, i);
        fputs(i ? ",\n{\"name\":" : "\n{\"name\":", out);
        json_write_string(out, c->engines[i].name);
        fputc(',', out);
        write_tally(out, c, &all);
        write_engine_totals(out, &r->totals[i]);
        fputc('}', out);
    }
    fputs("\n],\n\"pairings\":[", out);
    for (int p = 0; p < schedule_pairings(d); p++) {
        int first, second;
        schedule_pairing(d, p, &first, &second);
        fprintf(out, "%s{\"first\":%d,\"second\":%d,", p ? ",\n" : "\n", first, second);
        write_tally(out, c, results_tally(r, first, second));
        fputc('}', out);
    }
    fputs("\n],\n\"endings\":{", out);
    for (int e = 0, any = 0; e < ENDINGS; e++)
        if (r->endings[e])
            fprintf(out, "%s\"%s\":%ld", any++ ? "," : "", game_ending_name((Ending)e), r->endings[e]);
    fputs("}}", out);
}

/* ---- files ---- */

static bool fail(char *error, const char *file, const char *what)
{
    snprintf(error, STORE_ERROR_SIZE, "%.150s: %.240s", file, what);
    return false;
}

static bool write_at(int fd, const char *text, size_t length, int64_t at)
{
    while (length > 0) {
        ssize_t sent = pwrite(fd, text, length, (off_t)at);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        text += sent;
        length -= (size_t)sent;
        at += sent;
    }
    return true;
}

static void write_tail(const Store *s, const Results *r, bool finished, FILE *out)
{
    fputs("\n],\n\"summary\":", out);
    store_write_summary(s->config, r, finished, out);
    fputs("\n}\n", out);
}

static void write_row(const GameRecord *g, bool first, FILE *out)
{
    fputs(first ? "\n" : ",\n", out);
    record_write_json(g, out);
}

void store_write_games(const Store *s, const Results *r, FILE *out)
{
    write_header(s, out);
    for (int i = 0; i < r->count; i++)
        write_row(&r->games[i], i == 0, out);
    fputs("\n]", out);
}

bool store_add(Store *s, const Results *r, bool finished, char *error)
{
    const GameRecord *g = &r->games[r->count - 1];
    char *text = NULL;
    size_t size;
    bool ok = true;
    if (s->pgn >= 0) {
        FILE *out = open_memstream(&text, &size);
        ok = out && record_write_pgn(g, s->config, out);
        ok = out && fclose(out) == 0 && ok && write_at(s->pgn, text, size, lseek(s->pgn, 0, SEEK_END));
        free(text);
        if (!ok)
            return fail(error, s->config->pgn, strerror(errno));
    }
    if (s->json >= 0) {
        long row;
        FILE *out = open_memstream(&text, &size);
        if (!out)
            return fail(error, s->config->json, strerror(errno));
        write_row(g, s->json_empty, out);
        row = ftell(out);
        write_tail(s, r, finished, out);
        ok =
            fclose(out) == 0 && write_at(s->json, text, size, s->json_end) && ftruncate(s->json, (off_t)(s->json_end + (int64_t)size)) == 0;
        free(text);
        if (!ok)
            return fail(error, s->config->json, strerror(errno));
        s->json_end += row;
        s->json_empty = false;
    }
    return true;
}

/* Writes a whole file under a second name and moves it in place, then opens it for more. */
static int replace_file(Store *s, const char *file, const Results *r, bool json, char *error)
{
    char *fresh = malloc(strlen(file) + 5);
    if (!fresh) {
        fail(error, file, "out of memory");
        return -1;
    }
    sprintf(fresh, "%s.new", file);
    FILE *out = fopen(fresh, "w");
    bool ok = out != NULL;
    if (ok && json)
        write_header(s, out);
    for (int i = 0; i < r->count && ok; i++) {
        if (json)
            write_row(&r->games[i], i == 0, out);
        else
            ok = record_write_pgn(&r->games[i], s->config, out);
    }
    if (ok && json) {
        s->json_end = ftell(out);
        s->json_empty = r->count == 0;
        write_tail(s, r, r->count == schedule_own(&s->config->schedule), out);
    }
    if (out)
        ok = fclose(out) == 0 && ok;
    ok = ok && rename(fresh, file) == 0;
    int fd = ok ? open(file, O_WRONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        fail(error, file, strerror(errno));
    free(fresh);
    return fd;
}

static char *read_whole(const char *file, size_t *size)
{
    FILE *in = fopen(file, "rb");
    char *text = NULL;
    struct stat info;
    if (in && fstat(fileno(in), &info) == 0 && info.st_size >= 0 && (text = malloc((size_t)info.st_size + 1))) {
        *size = fread(text, 1, (size_t)info.st_size, in);
        text[*size] = '\0';
    }
    if (in)
        fclose(in);
    return text;
}

/* Splits the text of a JSON file: its header as a tree, and where its rows begin. */
static bool read_header(const char *text, Json *header, const char **rows)
{
    static const char mark[] = "\n\"games\":[";
    const char *games = strstr(text, mark);
    if (!games)
        return false;
    size_t length = (size_t)(games - text) + strlen(mark);
    char *closed = malloc(length + 3);
    if (!closed)
        return false;
    sprintf(closed, "%.*s]}", (int)length, text);
    bool ok = json_read(closed, length + 2, header);
    free(closed);
    if (ok && strcmp(json_text(header, "format", ""), FORMAT) != 0) {
        json_clear(header);
        ok = false;
    }
    *rows = text + length;
    return ok;
}

/* The next row; false at the end of the rows or at a torn one. */
static bool next_row(const char **rows, GameRecord *record)
{
    const char *line = *rows + strspn(*rows, "\r\n");
    size_t length = strcspn(line, "\n");
    Json row;
    if (strncmp(line, "{\"id\":", 6) != 0)
        return false;
    *rows = line + length;
    if (length && line[length - 1] == ',')
        length--;
    if (!json_read(line, length, &row))
        return false;
    bool ok = record_from_json(&row, record);
    json_clear(&row);
    return ok;
}

static bool is_of_schedule(const Config *c, const GameRecord *g)
{
    return g->id < schedule_total(&c->schedule) && schedule_is_ours(&c->schedule, g->id);
}

/* Takes a record read from a file over into the results, unless they have it already. */
static bool adopt(const Config *c, Results *results, GameRecord *g)
{
    bool ours = is_of_schedule(c, g), known = ours && results_has(results, g->id);
    bool ok = known || (ours && results_add(results, g));
    game_record_clear(g);
    return ok;
}

static bool resume_json(Store *s, const char *text, Results *results, char *error)
{
    const Config *c = s->config;
    Json header;
    const char *rows;
    GameRecord g;
    if (!read_header(text, &header, &rows))
        return fail(error, c->json, "not a file of hanxin-match");
    bool same = strcmp(json_text(&header, "identity", ""), s->identity) == 0;
    json_clear(&header);
    if (!same)
        return fail(error, c->json, "it is of another tournament: engines, limits, options, openings, seed or rules differ");
    while (next_row(&rows, &g))
        if (!adopt(c, results, &g))
            return fail(error, c->json, "it holds a game that is not of this tournament");
    return true;
}

static bool resume_pgn(Store *s, const char *text, Results *results, char *error)
{
    const Config *c = s->config;
    PgnGame game;
    PgnSource source;
    PgnFault fault;
    char why[REFUSAL_SIZE], limits[2][128];
    GameRecord g;
    bool ok = true;
    pgn_init(&game);
    pgn_source_init(&source, text, strlen(text));
    for (PgnStatus status; ok && (status = pgn_read(&source, &game, &fault)) != PGN_END;) {
        if (status == PGN_FAULT) {
            if (source.at[strspn(source.at, " \t\r\n")] == '\0')
                break; /* torn at the end: it will be played again */
            refusal_of_pgn(&fault, LANGUAGE_ENGLISH, why, sizeof why);
            ok = fail(error, c->pgn, why);
        } else if (!record_from_pgn(&game, c, &g)) {
            ok = fail(error, c->pgn, "it holds a game that is not of this tournament");
        } else {
            const char *red = pgn_tag(&game, "RedTimeControl"), *black = pgn_tag(&game, "BlackTimeControl");
            limits_text(&c->engines[g.red].limits, limits[RED]);
            limits_text(&c->engines[g.black].limits, limits[BLACK]);
            bool same = red && black && strcmp(red, limits[RED]) == 0 && strcmp(black, limits[BLACK]) == 0;
            if (!same)
                game_record_clear(&g);
            if (!same || !adopt(c, results, &g))
                ok = fail(error, c->pgn, "it holds a game that is not of this tournament");
        }
    }
    pgn_clear(&game);
    return ok;
}

static bool exists(const char *file)
{
    struct stat info;
    return file && stat(file, &info) == 0 && info.st_size > 0;
}

bool store_open(Store *s, const Config *c, uint64_t fingerprint, Results *results, char *error)
{
    *s = (Store){.config = c, .fingerprint = fingerprint, .pgn = -1, .json = -1, .json_empty = true};
    s->identity = c->merged_identity ? strdup(c->merged_identity) : identity_of(c, fingerprint);
    if (!s->identity)
        return fail(error, "tournament", "out of memory");

    const char *files[2] = {c->json, c->pgn};
    for (int i = 0; i < 2; i++) {
        size_t size;
        if (!exists(files[i]))
            continue;
        if (!c->resume)
            return fail(error, files[i], "exists already; --resume goes on with it");
        char *text = read_whole(files[i], &size);
        bool ok = text ? i == 0 ? resume_json(s, text, results, error) : resume_pgn(s, text, results, error)
                       : fail(error, files[i], strerror(errno));
        free(text);
        if (!ok)
            return false;
    }
    if (c->json && (s->json = replace_file(s, c->json, results, true, error)) < 0)
        return false;
    if (c->pgn && (s->pgn = replace_file(s, c->pgn, results, false, error)) < 0)
        return false;
    return true;
}

void store_close(Store *s)
{
    if (s->pgn >= 0)
        close(s->pgn);
    if (s->json >= 0)
        close(s->json);
    free(s->identity);
    *s = (Store){.pgn = -1, .json = -1};
}

/* ---- merging ---- */

static bool read_engines(const Json *engines, Config *c)
{
    int n = engines && engines->kind == JSON_ARRAY ? engines->count : 0;
    c->engines = calloc((size_t)n + 1, sizeof *c->engines);
    if (!c->engines || n < 2)
        return false;
    c->schedule.engines = n;
    for (int i = 0; i < n; i++) {
        const Json *limits = json_get(&engines->items[i], "limits"), *options = json_get(&engines->items[i], "options");
        EngineSpec *e = &c->engines[i];
        e->name = strdup(json_text(&engines->items[i], "name", "?"));
        e->command = strdup(json_text(&engines->items[i], "command", ""));
        e->limits = (MatchLimits){.base_us = (int64_t)json_number(limits, "base_us", 0),
                                  .increment_us = (int64_t)json_number(limits, "increment_us", 0),
                                  .period = (int)json_number(limits, "period", 0),
                                  .move_us = (int64_t)json_number(limits, "move_us", 0),
                                  .nodes = (uint64_t)json_number(limits, "nodes", 0),
                                  .depth = (int)json_number(limits, "depth", 0),
                                  .margin_us = (int64_t)json_number(limits, "margin_us", 0)};
        if (!e->name || !e->command)
            return false;
        for (int j = 0; options && j < options->count; j++)
            if (!engine_spec_set_option(e, options->items[j].name, options->items[j].text))
                return false;
    }
    return true;
}

static bool read_config(const Json *header, Config *c)
{
    const Json *schedule = json_get(header, "schedule"), *sprt = json_get(header, "sprt");
    c->schedule = (Schedule){.gauntlet = json_bool(schedule, "gauntlet", false),
                             .repeat = json_bool(schedule, "repeat", true),
                             .games = (int)json_number(schedule, "games", 0),
                             .shard = 1,
                             .shards = 1};
    if (sprt)
        c->sprt = (Sprt){true,
                         json_number(sprt, "elo0", 0),
                         json_number(sprt, "elo1", 1),
                         json_number(sprt, "alpha", 0.05),
                         json_number(sprt, "beta", 0.05),
                         strcmp(json_text(sprt, "model", ""), "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALISED};
    c->merged_event = strdup(json_text(header, "event", ""));
    c->merged_identity = strdup(json_text(header, "identity", ""));
    c->event = c->merged_event;
    return c->event && c->merged_identity && read_engines(json_get(header, "engines"), c) && c->schedule.games > 0 &&
           (c->schedule.games % 2 == 0 || !c->schedule.repeat);
}

/* The header of one file: the first fills the configuration, the others must agree with it. */
static bool merge_header(Config *c, const char *file, const Json *header, bool first, uint64_t *fingerprint, char *error)
{
    if (first) {
        *fingerprint = strtoull(json_text(json_get(header, "openings"), "fingerprint", "0"), NULL, 16);
        return read_config(header, c) || fail(error, file, "its header is damaged");
    }
    if (strcmp(json_text(header, "identity", ""), c->merged_identity) != 0)
        return fail(error, file, "it is of another tournament than the first file");
    int games = (int)json_number(json_get(header, "schedule"), "games", 0);
    if (games > c->schedule.games)
        c->schedule.games = games;
    return true;
}

static bool merge_rows(Config *c, const char *file, const char *rows, Results *results, char *error)
{
    GameRecord g;
    while (next_row(&rows, &g)) {
        char what[64];
        snprintf(what, sizeof what, "game %d is in another file too", g.id);
        bool known = is_of_schedule(c, &g) && results_has(results, g.id), ok = !known && is_of_schedule(c, &g) && results_add(results, &g);
        game_record_clear(&g);
        if (!ok)
            return fail(error, file, known ? what : "it holds a game that is not of this tournament");
    }
    return true;
}

bool store_merge(Config *c, char **files, int count, Results *results, uint64_t *fingerprint, char *error)
{
    char **texts = calloc((size_t)count, sizeof *texts);
    const char **rows = calloc((size_t)count, sizeof *rows);
    bool ok = texts && rows;
    if (!ok)
        fail(error, "merge", "out of memory");
    for (int i = 0; i < count && ok; i++) {
        size_t size;
        Json header;
        texts[i] = read_whole(files[i], &size);
        if (!texts[i])
            ok = fail(error, files[i], strerror(errno));
        else if (!read_header(texts[i], &header, &rows[i]))
            ok = fail(error, files[i], "not a file of hanxin-match");
        else {
            ok = merge_header(c, files[i], &header, i == 0, fingerprint, error);
            json_clear(&header);
        }
    }
    if (ok && !results_init(results, &c->schedule))
        ok = fail(error, "merge", "out of memory");
    for (int i = 0; i < count && ok; i++)
        ok = merge_rows(c, files[i], rows[i], results, error);
    for (int i = 0; i < count && texts; i++)
        free(texts[i]);
    free(texts);
    free(rows);
    return ok;
}
