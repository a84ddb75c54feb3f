/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/findings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/base/file.h"
#include "engine/base/words.h"

#define FINDINGS_MAGIC "hanxin findings 1 "

enum { HEAD_SIZE = 80 };

static const char *const findings_kinds[] = {"best", "loss"};

static void findings_write_head(uint32_t net, int64_t hash_mib, char out[HEAD_SIZE])
{
    snprintf(out, HEAD_SIZE, FINDINGS_MAGIC "net %08" PRIx32 " hash %" PRId64, net, hash_mib);
}

/* ---- reading ---- */

static int findings_compare(const void *a, const void *b)
{
    const Finding *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->nodes != y->nodes)
        return x->nodes < y->nodes ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == FINDING_BEST)
        return 0;
    return x->from != y->from ? x->from - y->from : x->to - y->to;
}

static bool findings_read_line(const char *line, Finding *out)
{
    enum { POINTS = 90 };
    char kind[5];
    int end = 0;
    if (sscanf(line, "%4s %16" SCNx64 " %" SCNd64 " %d %d %d%n", kind, &out->key, &out->nodes, &out->from, &out->to, &out->value, &end) !=
        6)
        return false;
    out->kind = strcmp(kind, findings_kinds[FINDING_BEST]) == 0 ? FINDING_BEST : FINDING_LOSS;
    return line[end] == '\0' && strcmp(kind, findings_kinds[out->kind]) == 0 && out->from >= 0 && out->from < POINTS && out->to >= 0 &&
           out->to < POINTS && abs(out->value) <= INT16_MAX && (out->kind == FINDING_BEST || out->value >= 0);
}

static bool findings_take_line(Findings *v, const char *line, size_t number, Text *why)
{
    Finding finding;
    if (!findings_read_line(line, &finding))
        return why_path(why, v->path, "damaged: line %" PRIu64 " is not a search result", (uint64_t)number);
    if (!array_grow(&v->known, &v->capacity, v->count + 1, sizeof *v->known))
        return why_no_memory(why);
    v->known[v->count++] = finding;
    return true;
}

static bool findings_refuse(const Findings *v, Text *why) { return why_path(why, v->path, "not a file of search results"); }

/* Parses the complete lines of the text and sets *whole to their size; text after that is an incomplete
 * last line. If head is NULL, any header is accepted; otherwise the text may also be just part of that
 * header. */
static bool findings_parse(Findings *v, char *text, size_t size, const char *head, size_t *whole, Text *why)
{
    char *end = text + size;
    while (end > text && end[-1] != '\n')
        end--;
    *whole = (size_t)(end - text);
    if (*whole == 0)
        return (head && strncmp(head, text, size) == 0) || findings_refuse(v, why);
    size_t length;
    *end = '\0';
    const char *line = line_next(&text, end, &length);
    if (strncmp(line, FINDINGS_MAGIC, strlen(FINDINGS_MAGIC)) != 0)
        return findings_refuse(v, why);
    if (head && strcmp(line, head) != 0)
        return why_path(why, v->path, "search results for \"%s\", not for \"%s\"", line + strlen(FINDINGS_MAGIC),
                        head + strlen(FINDINGS_MAGIC));
    for (size_t number = 2; (line = line_next(&text, end, &length)); number++)
        if (!findings_take_line(v, line, number, why))
            return false;
    if (v->count)
        qsort(v->known, v->count, sizeof *v->known, findings_compare);
    return true;
}

/* ---- the file ---- */

static const size_t findings_largest = (size_t)1 << 30;

/* Reads the open file and prepares to append to it. */
static bool findings_take_in(Findings *v, const char *head, Text *why)
{
    size_t size, whole;
    char *text = file_rest(v->file, v->path, findings_largest, &size, why);
    if (!text)
        return false;
    bool good = findings_parse(v, text, size, head, &whole, why);
    if (good && whole < size)
        good = ftruncate(fileno(v->file), (off_t)whole) == 0 || why_errno(why, v->path);
    if (good && whole == 0)
        good = fprintf(v->file, "%s\n", head) > 0 || why_errno(why, v->path);
    free(text);
    return good;
}

bool findings_open(Findings *v, const char *path, uint32_t net, int64_t hash_mib, Text *why)
{
    assert(hash_mib >= 1);
    char head[HEAD_SIZE];
    *v = (Findings){.path = path, .lock = PTHREAD_MUTEX_INITIALIZER};
    findings_write_head(net, hash_mib, head);
    v->file = file_claim(path, "a+b", why);
    if (!v->file)
        return false;
    setvbuf(v->file, NULL, _IONBF, 0);
    rewind(v->file);
    if (findings_take_in(v, head, why))
        return true;
    findings_close(v);
    return false;
}

void findings_close(Findings *v)
{
    if (v->file)
        fclose(v->file);
    free(v->known);
    v->file = NULL;
    v->known = NULL;
    v->count = v->capacity = 0;
}

bool findings_read(Findings *v, const char *path, Text *why)
{
    size_t size, whole;
    *v = (Findings){.path = path, .lock = PTHREAD_MUTEX_INITIALIZER};
    char *text = file_text(path, findings_largest, &size, why);
    const bool good = text && findings_parse(v, text, size, NULL, &whole, why);
    free(text);
    if (!good)
        findings_close(v);
    return good;
}

/* ---- lookup ---- */

static const Finding *findings_find(const Findings *v, const Finding *wanted)
{
    return v->count ? bsearch(wanted, v->known, v->count, sizeof *v->known, findings_compare) : NULL;
}

bool findings_best(const Findings *v, const BookView *view, int64_t nodes, Move *move, int *score)
{
    const Finding *found = findings_find(v, &(Finding){.key = view->key, .nodes = nodes, .kind = FINDING_BEST});
    if (!found)
        return false;
    *move = move_make(book_square(view, found->from), book_square(view, found->to));
    *score = found->value;
    return true;
}

bool findings_loss(const Findings *v, const BookView *view, int64_t nodes, Move move, int *loss)
{
    const Finding *found = findings_find(v, &(Finding){.key = view->key,
                                                       .nodes = nodes,
                                                       .kind = FINDING_LOSS,
                                                       .from = book_point(view, move_from(move)),
                                                       .to = book_point(view, move_to(move))});
    if (found)
        *loss = found->value;
    return found;
}

_Static_assert(offsetof(Finding, key) == 0, "array_find_key() expects the key first");

int findings_at(const Findings *v, uint64_t key, const Finding **first)
{
    const Finding *known = v->known;
    size_t from = array_find_key(known, v->count, sizeof *known, key), to = from;
    for (; to < v->count && known[to].key == key; to++)
        if (known[to].nodes != known[from].nodes)
            from = to;
    *first = known ? known + from : NULL;
    return from < to && known[from].kind == FINDING_BEST ? (int)(to - from) : 0;
}

bool findings_find_loss(const Finding *first, int count, const BookView *view, Move move, int *loss)
{
    assert(count >= 0);
    for (int i = 0; i < count; i++) {
        const Move known = move_make(book_square(view, first[i].from), book_square(view, first[i].to));
        if (move != known && !(view->symmetric && move == move_mirror(known)))
            continue;
        *loss = first[i].kind == FINDING_BEST ? 0 : first[i].value;
        return true;
    }
    return false;
}

bool findings_add(Findings *v, FindingKind kind, const BookView *view, int64_t nodes, Move move, int value)
{
    assert(v->file);
    assert(kind == FINDING_BEST || kind == FINDING_LOSS);
    char line[120];
    const int length = snprintf(line, sizeof line, "%s %016" PRIx64 " %" PRId64 " %d %d %d\n", findings_kinds[kind], view->key, nodes,
                                book_point(view, move_from(move)), book_point(view, move_to(move)), value);
    pthread_mutex_lock(&v->lock);
    if (!v->fault && fwrite(line, 1, (size_t)length, v->file) != (size_t)length)
        v->fault = errno ? errno : EIO;
    const bool good = !v->fault;
    pthread_mutex_unlock(&v->lock);
    return good;
}
