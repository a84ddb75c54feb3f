#include "bench/match/store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/match/load.h"
#include "bench/match/record_text.h"
#include "bench/match/report.h"
#include "engine/base/outfile.h"
#include "engine/board/makemove.h"
#include "engine/notation/notation.h"

/* ---- what is written ---- */

static bool write_row(const GameRecord *g, bool first, Text *out)
{
    json_t *row = record_to_json(g);
    bool ok = text_add(out, first ? "\n" : ",\n") && json_put_sealed(row, false, out) && text_add_char(out, '}');
    json_decref(row);
    return ok;
}

static bool write_tail(const Store *s, const Results *r, bool finished, Text *out)
{
    return text_add(out, "\n],\n\"summary\":") && summary_write(s->config, r, finished, out) && text_add(out, "\n}\n");
}

/* All but the bracket that closes the list. */
static bool write_games(const Store *s, const Results *r, Text *out)
{
    bool ok = header_write(s->config, s->identity, s->fingerprint, out);
    for (int i = 0; i < r->count && ok; i++)
        ok = write_row(&r->games[i], i == 0, out);
    return ok;
}

/* ---- game by game ---- */

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
    return ftruncate(fd, (off_t)at) == 0;
}

/* Writes at the end of what is kept, and cuts off what stood behind. When that fails the file is brought back to what
 * is kept and `rest`, for which there was room before. */
static bool append(StoreFile *f, const char *text, size_t size, const char *rest, Text *why)
{
    int fd = fileno(f->file);
    if (text && write_at(fd, text, size, f->end))
        return true;
    text_cut(why, 0); /* one reason is enough */
    why_path(why, f->path, "%s", text ? strerror(errno) : "out of memory");
    (void)!write_at(fd, rest, strlen(rest), f->end);
    return false;
}

/* Games as PGN, to be freed; NULL: no memory. */
static char *pgn_of(const Store *s, const GameRecord *games, int count, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    bool whole = out != NULL;
    for (int i = 0; i < count && whole; i++)
        whole = record_write_pgn(&games[i], s->config, out);
    whole = out && fclose(out) == 0 && whole;
    if (whole)
        return text;
    free(text);
    return NULL;
}

static bool add_to_pgn(Store *s, const GameRecord *g, Text *why)
{
    size_t size;
    char *text = pgn_of(s, g, 1, &size);
    bool ok = append(&s->pgn, text, size, "", why);
    s->pgn.end += ok ? (int64_t)size : 0;
    free(text);
    return ok;
}

static bool add_to_json(Store *s, const Results *r, bool finished, Text *why)
{
    Text text = TEXT_INIT;
    bool whole = write_row(&r->games[r->count - 1], s->json_empty, &text);
    size_t row = text.length;
    whole = whole && write_tail(s, r, finished, &text);
    bool ok = append(&s->json, whole ? text.data : NULL, text.length, "\n]\n}\n", why);
    if (ok) {
        s->json.end += (int64_t)row;
        s->json_empty = false;
    }
    text_free(&text);
    return ok;
}

static bool sync_file(const StoreFile *f, Text *why) { return !f->file || fdatasync(fileno(f->file)) == 0 || why_errno(why, f->path); }

bool store_finish(Store *s, Text *why) { return sync_file(&s->json, why) && sync_file(&s->pgn, why); }

/* A disk that is slow shall not slow the tournament down: then some games are brought to it together. */
enum { SYNC_SHARE = 10 };

bool store_add(Store *s, const Results *r, bool finished, Text *why)
{
    /* Both are tried: where one fails the game stands in the other. */
    bool ok = !s->pgn.file || add_to_pgn(s, &r->games[r->count - 1], why);
    ok = (!s->json.file || add_to_json(s, r, finished, why)) && ok;
    int64_t start = clock_us();
    if (!ok || start < s->sync_due_us)
        return ok;
    ok = store_finish(s, why);
    int64_t now = clock_us();
    s->sync_due_us = now + (now - start) * SYNC_SHARE;
    return ok;
}

/* ---- opening ---- */

/* A file that holds something; of all else outfile_test() says whether it may be written. */
static bool is_there(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

static bool write_whole(const char *path, OutExisting existing, const char *text, size_t size, Text *why)
{
    OutFile out;
    if (!outfile_open(&out, path, existing, why))
        return false;
    if (fwrite(text, 1, size, out.stream) == size)
        return outfile_commit(&out, why);
    why_errno(why, path);
    outfile_abandon(&out);
    return false;
}

/* A copy of a damaged file beside it, so that what cannot be read here is not lost. */
static bool keep_copy(const char *path, const char *text, size_t size, Text *why)
{
    Text name = TEXT_INIT;
    struct stat info;
    text_addf(&name, "%s.damaged", path);
    for (int n = 2; !name.failed && lstat(name.data, &info) == 0; n++) {
        text_cut(&name, 0);
        text_addf(&name, "%s.damaged-%d", path, n);
    }
    bool ok = name.failed ? why_no_memory(why) : write_whole(name.data, OUT_KEEP, text, size, why);
    if (ok)
        fprintf(stderr, "hanxin-match: %s as it was is kept as %s; what is missing is played again\n", path, name.data);
    text_free(&name);
    return ok;
}

static bool is_ours(const Store *s, const LoadedJson *j) { return strcmp(json_member_text(j->header, "identity", ""), s->identity) == 0; }

static bool read_json(const Store *s, Load *l, const char *text, size_t size)
{
    LoadedJson j;
    if (!load_header(&j, l->file, text, size, l->why))
        return false;
    bool ok = is_ours(s, &j)
                  ? load_rows(l, &j)
                  : text_fail(l->why, "%s: it is of another tournament: engines, limits, options, openings, seed or rules differ", l->file);
    json_decref(j.header);
    return ok;
}

/* Reads a file to be gone on with, which stays open and locked until it is replaced. A copy is kept where it is damaged. */
static bool resume_file(Store *s, StoreFile *f, bool json, Results *results, Text *why)
{
    size_t size;
    Load l = {.config = s->config, .results = results, .file = f->path, .why = why};
    f->file = file_claim(f->path, "r+b", why);
    char *text = f->file ? file_rest(f->file, f->path, SIZE_MAX, &size, why) : NULL;
    bool ok = text && (json ? read_json(s, &l, text, size) : load_pgn(&l, text, size));
    ok = ok && (l.damages == 0 || keep_copy(f->path, text, size, why));
    free(text);
    return ok;
}

/* May the file be begun, or gone on with? Then its games are known. */
static bool look_at(Store *s, StoreFile *f, bool json, Results *results, Text *why)
{
    const Config *c = s->config;
    if (!f->path)
        return true;
    if (!is_there(f->path))
        return outfile_test(f->path, OUT_KEEP, why);
    if (c->resume)
        return resume_file(s, f, json, results, why);
    return why_path(why, f->path, "it exists already; %s", c->merge_count ? "give the sum another name" : "--resume goes on with it");
}

/* The whole of the JSON file. */
static char *json_of(Store *s, const Results *r, size_t *size)
{
    Text text = TEXT_INIT;
    bool whole = write_games(s, r, &text);
    s->json.end = (int64_t)text.length;
    s->json_empty = r->count == 0;
    whole = whole && write_tail(s, r, r->count == schedule_own(&s->config->schedule), &text);
    *size = text.length;
    if (whole)
        return text_take(&text);
    text_free(&text);
    return NULL;
}

/* Writes the whole of a file, and opens it for more. */
static bool start_file(Store *s, StoreFile *f, bool json, const Results *r, Text *why)
{
    size_t size;
    if (!f->path)
        return true;
    char *text = json ? json_of(s, r, &size) : pgn_of(s, r->games, r->count, &size);
    bool ok = text ? write_whole(f->path, f->file ? OUT_REPLACE : OUT_KEEP, text, size, why) : why_no_memory(why);
    free(text);
    if (!ok)
        return false;
    f->end = json ? f->end : (int64_t)size;
    FILE *fresh = file_claim(f->path, "r+b", why);
    if (f->file)
        fclose(f->file); /* the former one, whose lock kept others away until now */
    f->file = fresh;
    return fresh != NULL;
}

/* Would nothing of this page be lost? It is of this tournament, and its games are known, or become so now (--resume). */
static bool page_is_known(const Store *s, const char *text, size_t size, Results *results, Text *why)
{
    static const char mark[] = "id='data'>";
    const Config *c = s->config;
    const char *data = memmem(text, size, mark, strlen(mark));
    char ignored[8];
    Text none = text_over(ignored, sizeof ignored);
    LoadedJson page;
    Load l = {.config = c, .results = results, .file = c->html, .why = why, .look = !c->resume};
    if (!data || !load_header(&page, c->html, data + strlen(mark), size - (size_t)(data - text) - strlen(mark), &none))
        return why_path(why, c->html, "it is no page of hanxin-match and is left alone; --force replaces it");
    page.in_page = true;
    bool ok =
        is_ours(s, &page) ? load_rows(&l, &page) : why_path(why, c->html, "it is the page of another tournament; --force replaces it");
    if (ok && l.look && l.unknown + l.damages > 0)
        ok = why_path(why, c->html, "that page holds games that would be lost: give another name, --resume, or --force");
    json_decref(page.header);
    return ok;
}

/* May a page be written there? */
static bool page_is_free(const Store *s, Results *results, Text *why)
{
    const char *path = s->config->html;
    if (path && !s->config->force && is_there(path)) {
        size_t size;
        char *text = file_text(path, SIZE_MAX, &size, why);
        bool ok = text && page_is_known(s, text, size, results, why);
        free(text);
        if (!ok)
            return false;
    }
    return !path || outfile_test(path, OUT_REPLACE, why);
}

bool store_open(Store *s, const Config *c, uint64_t fingerprint, Results *results, Text *why)
{
    *s = (Store){.config = c, .fingerprint = fingerprint, .pgn.path = c->pgn, .json.path = c->json, .json_empty = true};
    s->identity = c->merged_identity ? strdup(c->merged_identity) : header_identity(c, fingerprint);
    if (!s->identity)
        return why_no_memory(why);
    /* All is looked at before anything is written. */
    return look_at(s, &s->json, true, results, why) && look_at(s, &s->pgn, false, results, why) && page_is_free(s, results, why) &&
           start_file(s, &s->json, true, results, why) && start_file(s, &s->pgn, false, results, why);
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

/* ---- the page ---- */

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
    return json_if(ok, curves);
}

/* A file of store.h with two members more: the curves, and the moves in WXF. */
static bool add_data(const Store *s, const Results *r, bool finished, Text *out)
{
    json_t *curves = curves_of(s->config, r);
    bool ok = write_games(s, r, out) && text_add(out, "\n]") && text_add(out, ",\"summary\":") &&
              summary_write(s->config, r, finished, out) && text_add(out, ",\"curves\":") && json_put(curves, out);
    json_decref(curves);
    add_wxf(r, out);
    return ok && !out->failed;
}

bool store_page(const Store *s, const Results *r, bool finished, Text *why)
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
    ok = ok ? write_whole(file, OUT_REPLACE, out.data, out.length, why) : why_no_memory(why);
    text_free(&out);
    return ok;
}

/* ---- the log ---- */

static const char log_mark[] = "# hanxin-match log\n";

bool matchlog_open(MatchLog *l, const char *path, bool force, Text *why)
{
    char head[sizeof log_mark] = "";
    struct stat info;
    int fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    *l = (MatchLog){.file = fd >= 0 ? fdopen(fd, "a+") : NULL, .path = path};
    const char *bad = NULL;
    if (!l->file || fstat(fd, &info) != 0)
        bad = strerror(errno);
    else if (!S_ISREG(info.st_mode) && !S_ISCHR(info.st_mode))
        bad = S_ISDIR(info.st_mode) ? "it is a folder" : "it is not a regular file";
    else if (S_ISREG(info.st_mode) && force)
        l->replaced = info.st_size;
    else if (S_ISREG(info.st_mode) && info.st_size > 0 && (pread(fd, head, strlen(log_mark), 0) < 0 || strcmp(head, log_mark) != 0))
        bad = "it is no log of hanxin-match and is left alone; --force replaces it";
    if (!bad) {
        setvbuf(l->file, NULL, _IOLBF, 1 << 16);
        fputs(log_mark, l->file);
        return true;
    }
    if (l->file)
        fclose(l->file);
    else if (fd >= 0)
        close(fd);
    *l = (MatchLog){0};
    return why_path(why, path, "%s", bad);
}

/* What has been written so far is what the engines said when they were tried: it moves to the start. */
bool matchlog_begin(MatchLog *l, Text *why)
{
    if (l->replaced == 0)
        return true;
    struct stat info;
    int fd = fileno(l->file);
    bool ok = fflush(l->file) == 0 && fstat(fd, &info) == 0;
    size_t size = ok ? (size_t)(info.st_size - l->replaced) : 0;
    char *said = malloc(size + 1);
    ok = ok && said && pread(fd, said, size, l->replaced) == (ssize_t)size && ftruncate(fd, 0) == 0;
    if (ok) {
        fwrite(said, 1, size, l->file);
        l->replaced = 0;
    }
    free(said);
    return ok || why_errno(why, l->path);
}

bool matchlog_close(MatchLog *l, Text *why)
{
    if (!l->file)
        return true;
    bool whole = fflush(l->file) == 0 && !ferror(l->file);
    if (l->replaced > 0) /* it was refused */
        whole = ftruncate(fileno(l->file), l->replaced) == 0 && whole;
    whole = fclose(l->file) == 0 && whole;
    l->file = NULL;
    return whole || why_path(why, l->path, "not everything could be written to the log");
}
