/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/verdicts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/array.h"
#include "engine/base/file.h"
#include "engine/base/words.h"

#define VERDICTS_MAGIC "hanxin verdicts 1 "

enum { HEAD_SIZE = 80 };

static const char *const kinds[] = {"best", "loss"};

static void write_head(uint32_t net, int64_t hash_mib, char out[HEAD_SIZE])
{
    snprintf(out, HEAD_SIZE, VERDICTS_MAGIC "net %08" PRIx32 " hash %" PRId64, net, hash_mib);
}

/* ---- reading ---- */

static int compare(const void *a, const void *b)
{
    const Verdict *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->nodes != y->nodes)
        return x->nodes < y->nodes ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == VERDICT_BEST)
        return 0;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static bool read_verdict(const char *line, Verdict *out)
{
    enum { POINTS = 90 };
    char kind[5];
    int end = 0;
    if (sscanf(line, "%4s %16" SCNx64 " %" SCNd64 " %d %d %d%n", kind, &out->key, &out->nodes, &out->from, &out->to, &out->value, &end) !=
        6)
        return false;
    out->kind = strcmp(kind, kinds[VERDICT_BEST]) == 0 ? VERDICT_BEST : VERDICT_LOSS;
    return line[end] == '\0' && strcmp(kind, kinds[out->kind]) == 0 && out->from >= 0 && out->from < POINTS && out->to >= 0 &&
           out->to < POINTS && abs(out->value) <= INT16_MAX;
}

static bool take_line(Verdicts *v, const char *line, size_t number, Text *why)
{
    Verdict verdict;
    if (!read_verdict(line, &verdict))
        return why_path(why, v->path, "line %" PRIu64 " is no answer of a search: damaged", (uint64_t)number);
    if (!array_grow(&v->known, &v->capacity, v->count + 1, sizeof *v->known))
        return why_no_memory(why);
    v->known[v->count++] = verdict;
    return true;
}

/* `text` has whole lines alone. */
static bool take_lines(Verdicts *v, char *text, char *end, const char *head, Text *why)
{
    size_t length;
    const char *line = line_next(&text, end, &length);
    if (strncmp(line, VERDICTS_MAGIC, strlen(VERDICTS_MAGIC)) != 0)
        return why_path(why, v->path, "no file of what searches have found");
    if (strcmp(line, head) != 0)
        return why_path(why, v->path, "its answers are of \"%s\", not of \"%s\"", line + strlen(VERDICTS_MAGIC),
                        head + strlen(VERDICTS_MAGIC));
    for (size_t number = 2; (line = line_next(&text, end, &length)); number++)
        if (!take_line(v, line, number, why))
            return false;
    if (v->count)
        qsort(v->known, v->count, sizeof *v->known, compare);
    return true;
}

/* ---- the file ---- */

static bool take_in(Verdicts *v, const char *head, Text *why)
{
    static const size_t largest = (size_t)1 << 30;
    size_t size;
    char *text = file_rest(v->file, v->path, largest, &size, why);
    if (!text)
        return false;
    size_t whole = size;
    while (whole > 0 && text[whole - 1] != '\n')
        whole--;
    bool good = true;
    if (whole == 0 && strncmp(head, text, size) != 0) {
        good = why_path(why, v->path, "no file of what searches have found");
    } else if (whole == 0) {
        good = (ftruncate(fileno(v->file), 0) == 0 && fprintf(v->file, "%s\n", head) > 0) || why_errno(why, v->path);
    } else {
        text[whole] = '\0';
        good = take_lines(v, text, text + whole, head, why) &&
               (whole == size || ftruncate(fileno(v->file), (off_t)whole) == 0 || why_errno(why, v->path));
    }
    free(text);
    return good;
}

bool verdicts_open(Verdicts *v, const char *path, uint32_t net, int64_t hash_mib, Text *why)
{
    char head[HEAD_SIZE];
    *v = (Verdicts){.path = path, .lock = PTHREAD_MUTEX_INITIALIZER, .why = WHY_INIT};
    write_head(net, hash_mib, head);
    v->file = file_claim(path, "a+b", why);
    if (!v->file)
        return false;
    setvbuf(v->file, NULL, _IONBF, 0);
    rewind(v->file);
    if (take_in(v, head, why))
        return true;
    verdicts_close(v);
    return false;
}

void verdicts_close(Verdicts *v)
{
    if (v->file)
        fclose(v->file);
    free(v->known);
    v->file = NULL;
    v->known = NULL;
    v->count = v->capacity = 0;
}

/* ---- answers ---- */

static const Verdict *find(const Verdicts *v, const Verdict *wanted)
{
    return v->count ? bsearch(wanted, v->known, v->count, sizeof *v->known, compare) : NULL;
}

bool verdicts_best(const Verdicts *v, const BookView *view, int64_t nodes, Move *move, int *score)
{
    const Verdict *found = find(v, &(Verdict){.key = view->key, .nodes = nodes, .kind = VERDICT_BEST});
    if (!found)
        return false;
    *move = move_make(book_square(view, found->from), book_square(view, found->to));
    *score = found->value;
    return true;
}

bool verdicts_loss(const Verdicts *v, const BookView *view, int64_t nodes, Move move, int *loss)
{
    const Verdict *found = find(v, &(Verdict){.key = view->key,
                                              .nodes = nodes,
                                              .kind = VERDICT_LOSS,
                                              .from = book_point(view, move_from(move)),
                                              .to = book_point(view, move_to(move))});
    if (found)
        *loss = found->value;
    return found;
}

bool verdicts_add(Verdicts *v, VerdictKind kind, const BookView *view, int64_t nodes, Move move, int value)
{
    char line[120];
    const int length = snprintf(line, sizeof line, "%s %016" PRIx64 " %" PRId64 " %d %d %d\n", kinds[kind], view->key, nodes,
                                book_point(view, move_from(move)), book_point(view, move_to(move)), value);
    pthread_mutex_lock(&v->lock);
    bool good = !*v->why.data;
    if (good && fwrite(line, 1, (size_t)length, v->file) != (size_t)length)
        good = why_errno(&v->why, v->path);
    v->added += good;
    pthread_mutex_unlock(&v->lock);
    return good;
}
