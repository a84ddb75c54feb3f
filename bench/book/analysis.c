/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/analysis.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/array.h"
#include "engine/base/bytes.h"
#include "engine/base/contract.h"
#include "engine/base/crc32.h"
#include "engine/base/words.h"

/* ---- nets ---- */

const char *net_words(uint32_t checksum, char words[NET_WORDS])
{
    snprintf(words, NET_WORDS, checksum ? "with the net %08x" : "without a net", (unsigned)checksum);
    return words;
}

void analysis_note_other_net(const Network *net, uint32_t checksum, const char *analysis, Progress *progress)
{
    char theirs[NET_WORDS], ours[NET_WORDS];
    const uint32_t own = net ? net->checksum : 0;
    if (own != checksum)
        progress_note(progress, "%s was searched %s, but is checked %s", analysis, net_words(checksum, theirs), net_words(own, ours));
}

/* ---- the file ---- */

enum { CHECKED_FROM = 16 };
static const size_t largest = (size_t)1 << 31;

/* ---- bytes ---- */

static void analysis_encode_head(const JournalHead *head, uint8_t *out)
{
    memset(out, 0, JOURNAL_HEAD);
    memcpy(out, JOURNAL_MAGIC, 8);
    bytes_put(out + 8, JOURNAL_VERSION, 4);
    bytes_put(out + 16, head->nodes, 8);
    bytes_put(out + 24, head->net, 4);
    bytes_put(out + 28, head->hash_mib, 4);
    memcpy(out + 32, head->commit, strnlen(head->commit, JOURNAL_COMMIT - 1));
    bytes_put(out + 12, crc32_update(0, out + CHECKED_FROM, JOURNAL_HEAD - CHECKED_FROM), 4);
}

static bool analysis_decode_head(const uint8_t *in, size_t size, const char *path, JournalHead *head, Text *why)
{
    if (size < JOURNAL_HEAD || memcmp(in, JOURNAL_MAGIC, 8) != 0)
        return why_path(why, path, "not an analysis of openings");
    if (bytes_get(in + 8, 4) != JOURNAL_VERSION)
        return why_path(why, path, "analysis of format %u, but this program reads format %d", (unsigned)bytes_get(in + 8, 4),
                        JOURNAL_VERSION);
    if (bytes_get(in + 12, 4) != crc32_update(0, in + CHECKED_FROM, JOURNAL_HEAD - CHECKED_FROM))
        return why_path(why, path, "the header is damaged");
    *head =
        (JournalHead){.nodes = bytes_get(in + 16, 8), .net = (uint32_t)bytes_get(in + 24, 4), .hash_mib = (uint32_t)bytes_get(in + 28, 4)};
    memcpy(head->commit, in + 32, JOURNAL_COMMIT - 1);
    return true;
}

static void analysis_encode_step(const GraphStep *step, uint8_t *out)
{
    bytes_put(out, (uint32_t)step->node, 4);
    bytes_put(out + 4, step->move, 2);
    bytes_put(out + 6, step->child_rest, 2);
    bytes_put(out + 8, (uint16_t)step->child_score, 2);
    bytes_put(out + 10, step->rest, 2);
    bytes_put(out + 12, (uint16_t)step->rest_score, 2);
    bytes_put(out + 14, 0, 2);
    bytes_put(out + 16, crc32_update(0, out, 16), 4);
}

static bool analysis_decode_step(const uint8_t *in, GraphStep *step)
{
    *step = (GraphStep){.node = (int32_t)bytes_get(in, 4),
                        .move = (Move)bytes_get(in + 4, 2),
                        .child_rest = (Move)bytes_get(in + 6, 2),
                        .child_score = (int16_t)bytes_get(in + 8, 2),
                        .rest = (Move)bytes_get(in + 10, 2),
                        .rest_score = (int16_t)bytes_get(in + 12, 2)};
    return bytes_get(in + 16, 4) == crc32_update(0, in, 16);
}

/* ---- reading ---- */

static bool analysis_add_step(Journal *journal, const GraphStep *step)
{
    if (!array_grow(&journal->steps, &journal->capacity, journal->count + 1, sizeof *journal->steps))
        return false;
    journal->steps[journal->count++] = *step;
    return true;
}

/* Returns true if there is a valid record at any offset. */
static bool analysis_has_record(const uint8_t *bytes, size_t size)
{
    GraphStep step;
    for (size_t at = 0; at + JOURNAL_RECORD <= size; at++)
        if (analysis_decode_step(bytes + at, &step))
            return true;
    return false;
}

/* Decodes the file. The end may be torn by a kill, or by a power failure that lost the last half
 * minute. The file is rejected if it is damaged earlier, or if an analysis, a book or a table was
 * appended to it. */
static bool analysis_decode(Journal *journal, const uint8_t *bytes, size_t size, Text *why)
{
    enum { TORN_MOST = 1 << 16 };
    if (!analysis_decode_head(bytes, size, journal->path, &journal->head, why))
        return false;
    GraphStep step;
    size_t at = JOURNAL_HEAD;
    for (; at + JOURNAL_RECORD <= size && analysis_decode_step(bytes + at, &step); at += JOURNAL_RECORD)
        if (!analysis_add_step(journal, &step))
            return why_no_memory(why);
    journal->torn = size - at;
    if (bytes_find((const char *)bytes + at, journal->torn, "Hanxin")) /* analyses, books and tables all begin with this word */
        return why_path(why, journal->path, "only the first %" PRIu64 " bytes are an analysis; they are followed by another file",
                        (uint64_t)at);
    return (journal->torn <= TORN_MOST && !analysis_has_record(bytes + at, journal->torn)) ||
           why_path(why, journal->path, "damaged at record %" PRIu64 "; only the first %" PRIu64 " bytes are valid",
                    (uint64_t)journal->count, (uint64_t)at);
}

bool journal_begins(const char *path)
{
    struct stat info;
    return file_stat(path, &info) && S_ISREG(info.st_mode) && info.st_size > 0 && file_is_kind(path, JOURNAL_MAGIC, "analysis", NULL);
}

bool journal_read(Journal *journal, const char *path, Text *why)
{
    size_t size;
    *journal = (Journal){.path = path};
    char *bytes = file_text(path, largest, &size, why);
    bool good = bytes && analysis_decode(journal, (const uint8_t *)bytes, size, why);
    free(bytes);
    if (!good)
        journal_close(journal);
    return good;
}

/* ---- writing ---- */

static bool analysis_append(Journal *journal, const uint8_t *bytes, size_t size, Text *why)
{
    if (fwrite(bytes, 1, size, journal->file) == size)
        return true;
    why_errno(why, journal->path);
    (void)!ftruncate(fileno(journal->file), (off_t)(JOURNAL_HEAD + journal->count * JOURNAL_RECORD)); /* remove a partial record */
    return false;
}

static bool analysis_begin(Journal *journal, const JournalHead *head, Text *why)
{
    uint8_t bytes[JOURNAL_HEAD];
    analysis_encode_head(head, bytes);
    journal->head = *head;
    if (fwrite(bytes, 1, sizeof bytes, journal->file) == sizeof bytes)
        return true;
    why_errno(why, journal->path);
    (void)!ftruncate(fileno(journal->file), 0);
    return false;
}

static bool analysis_check_head(const Journal *journal, const JournalHead *head, Text *why)
{
    const JournalHead *has = &journal->head;
    char theirs[NET_WORDS], ours[NET_WORDS];
    if (has->nodes != head->nodes)
        return why_path(why, journal->path, "cannot be continued with --nodes %" PRIu64 ": its searches have %" PRIu64 " nodes",
                        head->nodes, has->nodes);
    if (has->net != head->net)
        return why_path(why, journal->path, "cannot be continued %s: its searches were made %s", net_words(head->net, ours),
                        net_words(has->net, theirs));
    if (has->hash_mib != head->hash_mib)
        return why_path(why, journal->path, "cannot be continued with --hash %u: its searches had %u MiB of hash", (unsigned)head->hash_mib,
                        (unsigned)has->hash_mib);
    return true;
}

/* Reads an open file and prepares to append to it. A header that is incomplete but correct as far
 * as it goes is written anew. */
static bool analysis_take_in(Journal *journal, const JournalHead *head, Text *why)
{
    size_t size;
    char *bytes = file_rest(journal->file, journal->path, largest, &size, why);
    if (!bytes)
        return false;
    uint8_t whole[JOURNAL_HEAD];
    analysis_encode_head(head, whole);
    bool good;
    if (size < JOURNAL_HEAD && memcmp(bytes, whole, size) == 0)
        good = (ftruncate(fileno(journal->file), 0) == 0 || why_errno(why, journal->path)) && analysis_begin(journal, head, why);
    else
        good = analysis_decode(journal, (const uint8_t *)bytes, size, why) && analysis_check_head(journal, head, why);
    free(bytes);
    return good &&
           (journal->torn == 0 || ftruncate(fileno(journal->file), (off_t)(size - journal->torn)) == 0 || why_errno(why, journal->path));
}

/* Returns true if the existing file is readable and is an analysis. */
static bool analysis_may_continue(const char *path, Text *why)
{
    FILE *file = file_read(path, why);
    if (!file)
        return false;
    fclose(file);
    return file_is_kind(path, JOURNAL_MAGIC, "analysis of openings", why);
}

bool journal_open(Journal *journal, const char *path, const JournalHead *head, Text *why)
{
    *journal = (Journal){.path = path};
    if (file_exists(path) && !analysis_may_continue(path, why))
        return false;
    journal->file = file_claim(path, "a+b", why);
    if (!journal->file)
        return false;
    setvbuf(journal->file, NULL, _IONBF, 0);
    rewind(journal->file);
    if (analysis_take_in(journal, head, why))
        return true;
    journal_close(journal);
    return false;
}

bool journal_add(Journal *journal, const GraphStep *step, Text *why)
{
    assert(journal->file);
    uint8_t bytes[JOURNAL_RECORD];
    analysis_encode_step(step, bytes);
    if (!analysis_append(journal, bytes, sizeof bytes, why))
        return false;
    return analysis_add_step(journal, step) || why_no_memory(why);
}

bool journal_keep(Journal *journal, Text *why)
{
    assert(journal->file);
    struct stat info;
    if (!file_keep(journal->file, journal->path, why))
        return false;
    return (fstat(fileno(journal->file), &info) == 0 && info.st_size == (off_t)(JOURNAL_HEAD + journal->count * JOURNAL_RECORD)) ||
           why_path(why, journal->path, "changed by another program while it was being written");
}

void journal_close(Journal *journal)
{
    if (journal->file)
        fclose(journal->file);
    free(journal->steps);
    *journal = (Journal){0};
}

/* ---- the graph of a file ---- */

bool book_graph(const Journal *journal, const GraphPrices *prices, const atomic_bool *stop, BookGraph *graph, Text *why)
{
    graph_init(graph, prices);
    for (size_t i = 0; i < journal->count; i++) {
        if (stop && atomic_load(stop)) {
            graph_clear(graph);
            return false;
        }
        const char *fault = graph_fault(graph, &journal->steps[i]);
        bool taken = !fault && graph_take(graph, &journal->steps[i]);
        if (!taken) {
            graph_clear(graph);
            return fault ? why_path(why, journal->path, "damaged: record %" PRIu64 " %s", (uint64_t)i, fault) : why_no_memory(why);
        }
    }
    if (graph->node_count == 0)
        return why_path(why, journal->path, "the analysis has no positions yet");
    return graph_settle(graph) || why_no_memory(why);
}

bool analysis_open(Analysis *a, const char *path, const GraphPrices *prices, const atomic_bool *stop, Text *why)
{
    static const GraphPrices equal = {.own_cp = 1, .other_cp = 1};
    *a = (Analysis){0};
    return journal_read(&a->journal, path, why) && book_graph(&a->journal, prices ? prices : &equal, stop, &a->graph, why);
}

void analysis_close(Analysis *a)
{
    graph_clear(&a->graph);
    journal_close(&a->journal);
}
