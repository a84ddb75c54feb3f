#include "bench/match/store.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/match/load.h"
#include "bench/match/record_text.h"
#include "bench/match/summary.h"
#include "engine/base/outfile.h"
#include "engine/base/platform.h"

/* ---- files ---- */

static bool write_tail(const Store *s, const Results *r, bool finished, FILE *out)
{
    fputs("\n],\n\"summary\":", out);
    bool ok = summary_write(s->config, r, finished, out);
    fputs("\n}\n", out);
    return ok;
}

static bool write_row(const GameRecord *g, bool first, FILE *out)
{
    json_t *row = record_to_json(g);
    fputs(first ? "\n" : ",\n", out);
    bool ok = json_put_sealed(row, false, out);
    fputc('}', out);
    json_decref(row);
    return ok;
}

bool store_write_games(const Store *s, const Results *r, FILE *out)
{
    bool ok = header_write(s->config, s->identity, s->fingerprint, out);
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
        whole = write_tail(s, r, finished, out) && whole;
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
    if (ok && outfile_open(&copy, name, OUT_KEEP, FILE_WORDS(error))) {
        fwrite(text, 1, size, copy.stream);
        ok = outfile_commit(&copy, FILE_WORDS(error));
    } else {
        ok = false;
    }
    if (ok)
        fprintf(stderr, "hanxin-match: %s as it was is kept as %s; what is missing is played again\n", path, name);
    free(name);
    return ok;
}

static bool read_json(const Store *s, Load *l, const char *text, size_t size)
{
    LoadedJson j;
    if (!load_header(&j, l->file, text, size, l->error))
        return false;
    bool same = strcmp(json_member_text(j.header, "identity", ""), s->identity) == 0;
    json_decref(j.header);
    if (!same)
        return file_fail(l->error, l->file, "it is of another tournament: engines, limits, options, openings, seed or rules differ");
    return load_rows(l, &j);
}

/* Reads a file to be gone on with, which stays open and locked until it is replaced. A copy is kept where it is damaged. */
static bool resume_file(Store *s, StoreFile *f, bool json, Results *results, char *error)
{
    size_t size;
    Load l = {.config = s->config, .results = results, .file = f->path, .error = error};
    f->file = file_claim(f->path, "r+b", FILE_WORDS(error));
    char *text = f->file ? file_rest(f->file, f->path, SIZE_MAX, &size, FILE_WORDS(error)) : NULL;
    if (!text)
        return false;
    bool ok = json ? read_json(s, &l, text, size) : load_pgn(&l, text, size);
    ok = ok && (l.damages == 0 || keep_copy(f->path, text, size, error));
    free(text);
    return ok;
}

/* Writes the whole of a file, and opens it for more. */
static bool start_file(Store *s, StoreFile *f, bool json, const Results *r, char *error)
{
    OutFile out;
    bool ok = true;
    if (!outfile_open(&out, f->path, f->file ? OUT_REPLACE : OUT_KEEP, FILE_WORDS(error)))
        return false;
    if (json)
        ok = header_write(s->config, s->identity, s->fingerprint, out.stream);
    for (int i = 0; i < r->count && ok; i++)
        ok = json ? write_row(&r->games[i], i == 0, out.stream) : record_write_pgn(&r->games[i], s->config, out.stream);
    f->end = ftell(out.stream);
    s->json_empty = json ? r->count == 0 : s->json_empty;
    if (json)
        ok = write_tail(s, r, r->count == schedule_own(&s->config->schedule), out.stream) && ok;
    if (!ok) {
        outfile_abandon(&out);
        return file_fail(error, f->path, "out of memory");
    }
    if (!outfile_commit(&out, FILE_WORDS(error)))
        return false;
    FILE *fresh = file_claim(f->path, "r+b", FILE_WORDS(error));
    if (f->file)
        fclose(f->file); /* the former one, whose lock kept others away until now */
    f->file = fresh;
    return fresh != NULL;
}

/* Would nothing of this page be lost? It is of this tournament, and its games are known, or become so now (--resume). */
static bool page_is_known(const Store *s, LoadedJson *page, Results *results, char *error)
{
    const Config *c = s->config;
    Load l = {.config = c, .results = results, .file = c->html, .error = error};
    page->in_page = true;
    if (strcmp(json_member_text(page->header, "identity", ""), s->identity) != 0)
        return file_fail(error, c->html, "it is the page of another tournament; --force replaces it");
    if (!c->resume)
        return load_unknown(page, c, results) == 0 ||
               file_fail(error, c->html, "that page holds games that would be lost: give another name, --resume, or --force");
    return load_rows(&l, page);
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
        return outfile_test(path, OUT_REPLACE, FILE_WORDS(error));
    char *text = file_text(path, SIZE_MAX, &size, FILE_WORDS(error)), why[FILE_ERROR_SIZE];
    if (!text)
        return false;
    const char *data = memmem(text, size, mark, strlen(mark));
    bool ok = data && load_header(&page, path, data + strlen(mark), size - (size_t)(data - text) - strlen(mark), why);
    if (ok) {
        ok = page_is_known(s, &page, results, error);
        json_decref(page.header);
    } else {
        file_fail(error, path, "it is no page of hanxin-match and is left alone; --force replaces it");
    }
    free(text);
    return ok && outfile_test(path, OUT_REPLACE, FILE_WORDS(error));
}

bool store_open(Store *s, const Config *c, uint64_t fingerprint, Results *results, char *error)
{
    *s = (Store){.config = c, .fingerprint = fingerprint, .pgn.path = c->pgn, .json.path = c->json, .json_empty = true};
    s->identity = c->merged_identity ? strdup(c->merged_identity) : header_identity(c, fingerprint);
    if (!s->identity)
        return file_fail(error, "tournament", "out of memory");

    StoreFile *files[2] = {&s->json, &s->pgn};
    for (int i = 0; i < 2; i++) { /* all is looked at before anything is written */
        if (!files[i]->path)
            continue;
        if (!is_there(files[i]->path)) {
            if (!outfile_test(files[i]->path, OUT_KEEP, FILE_WORDS(error)))
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
