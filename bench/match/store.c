#include "bench/match/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/match/load.h"
#include "bench/match/record_text.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"
#include "engine/base/crc32.h"
#include "engine/base/textfile.h"

/* ---- what is written ---- */

/* A text as the files hold it: names and paths may come in GBK. */
static void put_utf8(const char *text, FILE *out, void (*put)(FILE *out, const char *text))
{
    char *converted = text_to_utf8(text);
    put(out, converted ? converted : text);
    free(converted);
}

static void put_plain(FILE *out, const char *text) { fputs(text, out); }

static void write_text(const char *text, FILE *out) { put_utf8(text, out, json_write_string); }

static void write_identity(const Config *c, uint64_t fingerprint, FILE *out)
{
    char limits[128];
    const Adjudication *a = &c->adjudication;
    for (int i = 0; i < c->schedule.engines; i++) {
        const EngineSpec *e = &c->engines[i];
        put_utf8(e->name, out, put_plain);
        fprintf(out, " [%s margin=%lld%s%s", limits_text(&e->limits, limits), (long long)e->limits.margin_us, e->ponder ? " ponder" : "",
                e->banmoves ? " banmoves" : "");
        for (int j = 0; j < e->option_count; j++) {
            fputc(' ', out);
            put_utf8(e->options[j].name, out, put_plain);
            fputc('=', out);
            put_utf8(e->options[j].value ? e->options[j].value : "", out, put_plain);
        }
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

static void write_members(const Store *s, FILE *out)
{
    const Config *c = s->config;
    const Schedule *d = &c->schedule;
    fprintf(out, "{\n\"format\":\"%s\",\n\"identity\":", STORE_FORMAT);
    json_write_string(out, s->identity);
    fputs(",\n\"event\":", out);
    write_text(c->event, out);
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
        write_text(e->name, out);
        fputs(",\"command\":", out);
        write_text(e->command, out);
        fprintf(out,
                ",\"limits\":{\"base_us\":%lld,\"increment_us\":%lld,\"period\":%d,\"move_us\":%lld,\"nodes\":%llu,\"depth\":%d,\"margin_"
                "us\":%lld}",
                (long long)l->base_us, (long long)l->increment_us, l->period, (long long)l->move_us, (unsigned long long)l->nodes, l->depth,
                (long long)l->margin_us);
        fputs(",\"options\":{", out);
        for (int j = 0; j < e->option_count; j++) {
            fputs(j ? "," : "", out);
            write_text(e->options[j].name, out);
            fputc(':', out);
            if (e->options[j].value)
                write_text(e->options[j].value, out);
            else
                fputs("null", out);
        }
        fputs("}}", out);
    }
    fputs("\n]", out);
}

/* A text and its checksum as one member more. False when memory is short. */
static bool write_checked(char *text, size_t size, const char *before, FILE *out)
{
    if (text)
        fprintf(out, "%s%s" CRC_MEMBER "%08" PRIx32 "\"", text, before, crc32_update(0, text, size));
    free(text);
    return text != NULL;
}

static bool write_header(const Store *s, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory)
        write_members(s, memory);
    bool ok = memory && fclose(memory) == 0 && write_checked(text, size, ",\n", out);
    fputs(",\n\"games\":[", out);
    return ok;
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
            fprintf(out, "%s\"%s\":%ld", any++ ? "," : "", ending_name((Ending)e), t->lost_by[e]);
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
            fprintf(out, "%s\"%s\":%ld", any++ ? "," : "", ending_name((Ending)e), r->endings[e]);
    fputs("}}", out);
}

/* ---- files ---- */

static void write_tail(const Store *s, const Results *r, bool finished, FILE *out)
{
    fputs("\n],\n\"summary\":", out);
    store_write_summary(s->config, r, finished, out);
    fputs("\n}\n", out);
}

static bool write_row(const GameRecord *g, bool first, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    fputs(first ? "\n" : ",\n", out);
    if (memory)
        record_write_json(g, memory);
    if (!memory || fclose(memory) != 0 || size == 0) {
        free(text);
        return false;
    }
    text[size - 1] = '\0'; /* the bracket, to follow the checksum */
    bool ok = write_checked(text, size - 1, ",", out);
    fputc('}', out);
    return ok;
}

bool store_write_games(const Store *s, const Results *r, FILE *out)
{
    bool ok = write_header(s, out);
    for (int i = 0; i < r->count && ok; i++)
        ok = write_row(&r->games[i], i == 0, out);
    fputs("\n]", out);
    return ok;
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

/* Writes at the end of what is kept, and cuts off what stood behind. When that fails the file is brought back to what
 * is kept and `rest`, for which there was room before. */
static bool append(StoreFile *f, const char *text, size_t size, const char *rest, char *error)
{
    int fd = fileno(f->file);
    if (text && write_at(fd, text, size, f->end) && ftruncate(fd, (off_t)(f->end + (int64_t)size)) == 0)
        return true;
    file_fail(error, f->path, text ? strerror(errno) : "out of memory");
    if (write_at(fd, rest, strlen(rest), f->end))
        (void)!ftruncate(fd, (off_t)(f->end + (int64_t)strlen(rest)));
    return false;
}

static bool add_to_pgn(Store *s, const GameRecord *g, char *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool whole = out && record_write_pgn(g, s->config, out);
    whole = out && fclose(out) == 0 && whole;
    bool ok = append(&s->pgn, whole ? text : NULL, size, "", error);
    s->pgn.end += ok ? (int64_t)size : 0;
    free(text);
    return ok;
}

static bool add_to_json(Store *s, const Results *r, bool finished, char *error)
{
    char *text = NULL;
    size_t size = 0;
    long row = 0;
    FILE *out = open_memstream(&text, &size);
    bool whole = out && write_row(&r->games[r->count - 1], s->json_empty, out);
    if (out) {
        row = ftell(out);
        write_tail(s, r, finished, out);
        whole = fclose(out) == 0 && whole;
    }
    bool ok = append(&s->json, whole ? text : NULL, size, "\n]\n}\n", error);
    if (ok) {
        s->json.end += row;
        s->json_empty = false;
    }
    free(text);
    return ok;
}

static bool sync_file(const StoreFile *f, char *error)
{
    return !f->file || fdatasync(fileno(f->file)) == 0 || file_fail(error, f->path, strerror(errno));
}

/* A disk that is slow shall not slow the tournament down: then some games are brought to it together. */
enum { SYNC_SHARE = 10 };

static bool sync_files(Store *s, char *error)
{
    int64_t start = clock_us();
    bool ok = sync_file(&s->json, error) && sync_file(&s->pgn, error);
    int64_t now = clock_us();
    s->sync_due_us = now + (now - start) * SYNC_SHARE;
    return ok;
}

bool store_add(Store *s, const Results *r, bool finished, char *error)
{
    /* Both are tried: where one fails the game stands in the other. */
    bool ok = !s->pgn.file || add_to_pgn(s, &r->games[r->count - 1], error);
    ok = (!s->json.file || add_to_json(s, r, finished, error)) && ok;
    return ok && (clock_us() < s->sync_due_us || sync_files(s, error));
}

bool store_finish(Store *s, char *error) { return sync_files(s, error); }

/* A file that holds something; of all else outfile_test() says whether it may be written. */
static bool is_there(const char *path)
{
    struct stat info;
    return path && stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* The file that stands under its name now, locked. NULL with the reason. */
static FILE *open_locked(const char *path, char *error)
{
    for (;;) {
        struct stat open_one, named;
        int fd = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        FILE *file = fd >= 0 ? fdopen(fd, "r+b") : NULL;
        const char *why = NULL;
        if (!file || fstat(fd, &open_one) != 0)
            why = strerror(errno);
        else if (!S_ISREG(open_one.st_mode))
            why = S_ISDIR(open_one.st_mode) ? "it is a folder" : "it is not a regular file";
        else if (!file_lock(file))
            why = errno == EWOULDBLOCK ? "another hanxin-match is writing it now" : strerror(errno);
        /* It may have been replaced between opening and locking. */
        else if (stat(path, &named) == 0 && named.st_dev == open_one.st_dev && named.st_ino == open_one.st_ino)
            return file;
        if (why)
            file_fail(error, path, why);
        if (file)
            fclose(file);
        else if (fd >= 0)
            close(fd);
        if (why)
            return NULL;
    }
}

/* A copy of a damaged file beside it, so that what cannot be read here is not lost. */
static bool keep_copy(const char *path, const char *text, size_t size, char *error)
{
    OutFile copy;
    size_t room = strlen(path) + 32;
    char *name = malloc(room);
    struct stat info;
    bool ok = name != NULL || file_fail(error, path, "out of memory");
    for (int n = 1; ok; n++) {
        snprintf(name, room, n == 1 ? "%s.damaged" : "%s.damaged-%d", path, n);
        if (lstat(name, &info) != 0)
            break;
    }
    if (ok && outfile_open(&copy, name, OUT_KEEP, error)) {
        fwrite(text, 1, size, copy.stream);
        ok = outfile_commit(&copy, error);
    } else {
        ok = false;
    }
    if (ok)
        fprintf(stderr, "hanxin-match: %s as it was is kept as %s; what is missing is played again\n", path, name);
    free(name);
    return ok;
}

static bool read_json(Store *s, const char *text, size_t size, Results *results, Damage *d, char *error)
{
    LoadedJson j;
    if (!load_header(&j, d->file, text, size, error))
        return false;
    bool same = strcmp(json_text(&j.header, "identity", ""), s->identity) == 0;
    json_clear(&j.header);
    if (!same)
        return file_fail(error, d->file, "it is of another tournament: engines, limits, options, openings, seed or rules differ");
    return load_rows(&j, s->config, results, false, d, error);
}

/* Reads a file to be gone on with, which stays open and locked until it is replaced. A copy is kept where it is damaged. */
static bool resume_file(Store *s, StoreFile *f, bool json, Results *results, char *error)
{
    size_t size;
    Damage d = {.file = f->path};
    f->file = open_locked(f->path, error);
    char *text = f->file ? file_rest(f->file, f->path, SIZE_MAX, &size, error) : NULL;
    if (!text)
        return false;
    bool ok = json ? read_json(s, text, size, results, &d, error) : load_pgn(text, size, s->config, results, &d, error);
    damage_end(&d);
    s->damaged = s->damaged || d.count > 0;
    ok = ok && (d.count == 0 || keep_copy(f->path, text, size, error));
    free(text);
    return ok;
}

/* Writes the whole of a file, and opens it for more. */
static bool start_file(Store *s, StoreFile *f, bool json, const Results *r, char *error)
{
    OutFile out;
    bool ok = true;
    if (!outfile_open(&out, f->path, f->file ? OUT_REPLACE : OUT_KEEP, error))
        return false;
    if (json)
        ok = write_header(s, out.stream);
    for (int i = 0; i < r->count && ok; i++)
        ok = json ? write_row(&r->games[i], i == 0, out.stream) : record_write_pgn(&r->games[i], s->config, out.stream);
    f->end = ftell(out.stream);
    s->json_empty = json ? r->count == 0 : s->json_empty;
    if (json)
        write_tail(s, r, r->count == schedule_own(&s->config->schedule), out.stream);
    if (!ok) {
        outfile_abandon(&out);
        return file_fail(error, f->path, "out of memory");
    }
    if (!outfile_commit(&out, error))
        return false;
    FILE *fresh = open_locked(f->path, error);
    if (f->file)
        fclose(f->file); /* the former one, whose lock kept others away until now */
    f->file = fresh;
    return fresh != NULL;
}

/* Would nothing of this page be lost? It is of this tournament, and its games are known, or become so now (--resume). */
static bool page_is_known(const Store *s, LoadedJson *page, Results *results, char *error)
{
    const Config *c = s->config;
    Damage d = {.file = c->html};
    page->in_page = true;
    if (strcmp(json_text(&page->header, "identity", ""), s->identity) != 0)
        return file_fail(error, c->html, "it is the page of another tournament; --force replaces it");
    if (!c->resume)
        return load_unknown(page, c, results) == 0 ||
               file_fail(error, c->html, "that page holds games that would be lost: give another name, --resume, or --force");
    bool ok = load_rows(page, c, results, false, &d, error);
    damage_end(&d);
    return ok;
}

/* May a page be written there? */
static bool page_is_free(const Store *s, Results *results, char *error)
{
    static const char mark[] = "id='data'>";
    const char *path = s->config->html;
    LoadedJson page;
    size_t size;
    if (!path)
        return true;
    if (s->config->force || !is_there(path))
        return outfile_test(path, OUT_REPLACE, error);
    char *text = file_text(path, SIZE_MAX, &size, error), why[FILE_ERROR_SIZE];
    if (!text)
        return false;
    const char *data = memmem(text, size, mark, strlen(mark));
    bool ok = data && load_header(&page, path, data + strlen(mark), size - (size_t)(data - text) - strlen(mark), why);
    if (ok) {
        ok = page_is_known(s, &page, results, error);
        json_clear(&page.header);
    } else {
        file_fail(error, path, "it is no page of hanxin-match and is left alone; --force replaces it");
    }
    free(text);
    return ok && outfile_test(path, OUT_REPLACE, error);
}

bool store_open(Store *s, const Config *c, uint64_t fingerprint, Results *results, char *error)
{
    *s = (Store){.config = c, .fingerprint = fingerprint, .pgn.path = c->pgn, .json.path = c->json, .json_empty = true};
    s->identity = c->merged_identity ? strdup(c->merged_identity) : identity_of(c, fingerprint);
    if (!s->identity)
        return file_fail(error, "tournament", "out of memory");

    StoreFile *files[2] = {&s->json, &s->pgn};
    for (int i = 0; i < 2; i++) { /* all is looked at before anything is written */
        if (!files[i]->path)
            continue;
        if (!is_there(files[i]->path)) {
            if (!outfile_test(files[i]->path, OUT_KEEP, error))
                return false;
        } else if (!c->resume) {
            return file_fail(error, files[i]->path,
                             c->merge_count ? "it exists already; give the sum another name"
                                            : "it exists already; --resume goes on with it");
        } else if (!resume_file(s, files[i], i == 0, results, error)) {
            return false;
        }
    }
    if (!page_is_free(s, results, error))
        return false;
    for (int i = 0; i < 2; i++)
        if (files[i]->path && !start_file(s, files[i], i == 0, results, error))
            return false;
    return true;
}

void store_close(Store *s)
{
    if (s->pgn.file)
        fclose(s->pgn.file);
    if (s->json.file)
        fclose(s->json.file);
    free(s->identity);
    *s = (Store){0};
}

/* ---- merging ---- */

typedef struct Part { /* one of the files to be added up */
    char *text;
    LoadedJson json;
    int shard, shards;
} Part;

static bool open_part(Part *p, const char *path, char *error)
{
    size_t size;
    p->text = file_text(path, SIZE_MAX, &size, error);
    return p->text && load_header(&p->json, path, p->text, size, error);
}

/* The header of one file: the first fills the configuration, the others must agree with it. */
static bool merge_header(Config *c, const char *path, Part *p, bool first, uint64_t *fingerprint, char *error)
{
    const Json *header = &p->json.header, *schedule = json_get(header, "schedule");
    int64_t games, shard, shards;
    char *end;
    const char *print = json_text(json_get(header, "openings"), "fingerprint", "");
    if (first && !load_config(header, c, path, error))
        return false;
    if (strcmp(json_text(header, "identity", ""), c->merged_identity) != 0)
        return file_fail(error, path, "it is of another tournament than the first file");
    if (!json_whole(json_get(schedule, "games"), 1, MOST_GAMES, &games) ||
        !json_whole(json_get(schedule, "shards"), 1, INT32_MAX, &shards) ||
        !json_whole(json_get(schedule, "shard"), 1, (double)shards, &shard) || (c->schedule.repeat && games % 2))
        return file_fail(error, path, "its header is damaged: \"schedule\" cannot be so");
    if (first) {
        *fingerprint = strtoull(print, &end, 16);
        if (strlen(print) != 16 || *end)
            return file_fail(error, path, "its header is damaged: \"fingerprint\" cannot be so");
    }
    p->shard = (int)shard;
    p->shards = (int)shards;
    if (games > c->schedule.games)
        c->schedule.games = (int)games;
    return schedule_is_bounded(&c->schedule) || file_fail(error, path, "its header is damaged: \"games\" cannot be so");
}

enum { MOST_SHARDS_TOLD = 200 };

/* Says which parts of the whole are not there. */
static void tell_missing(const Config *c, const Part *parts, int count, const Results *results)
{
    int total = schedule_total(&c->schedule), shards = parts[0].shards;
    if (results->count == total)
        return;
    fprintf(stderr, "hanxin-match: note: %d of %d games are not in these files", total - results->count, total);
    for (int i = 1; i < count; i++)
        if (parts[i].shards != shards)
            shards = 1;
    int told = 0;
    for (int shard = 1; shards > 1 && shards <= MOST_SHARDS_TOLD && shard <= shards; shard++) {
        Schedule own = c->schedule;
        int missing = 0;
        bool given = false;
        own.shard = shard;
        own.shards = shards;
        for (int i = 0; i < count; i++)
            given = given || parts[i].shard == shard;
        for (int id = 0; id < total; id++)
            missing += schedule_is_ours(&own, id) && !results_has(results, id);
        if (missing > 0)
            fprintf(stderr, "%s shard %d/%d %s %d", told++ ? "," : ":", shard, shards, given ? "lacks" : "is not given:", missing);
    }
    fputc('\n', stderr);
}

bool store_merge(Config *c, char **files, int count, Results *results, uint64_t *fingerprint, char *error)
{
    Part *parts = calloc((size_t)count, sizeof *parts);
    bool ok = parts || file_fail(error, "merge", "out of memory"), damaged = false;
    for (int i = 0; i < count && ok; i++)
        ok = open_part(&parts[i], files[i], error) && merge_header(c, files[i], &parts[i], i == 0, fingerprint, error);
    if (ok && !results_init(results, &c->schedule))
        ok = file_fail(error, "merge", "out of memory");
    for (int i = 0; i < count && ok; i++) {
        Damage d = {.file = files[i]};
        ok = load_rows(&parts[i].json, c, results, true, &d, error);
        damage_end(&d);
        damaged = damaged || d.count > 0;
    }
    if (ok)
        tell_missing(c, parts, count, results);
    if (ok && damaged && !c->force)
        ok = file_fail(error, "merge", "a file is damaged; --resume repairs it where it was played, --force adds up what is left");
    for (int i = 0; i < count && parts; i++) {
        json_clear(&parts[i].json.header);
        free(parts[i].text);
    }
    free(parts);
    return ok;
}
