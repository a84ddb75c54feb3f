#include "bench/match/merge.h"

#include <stdlib.h>
#include <string.h>

#include "bench/match/load.h"

typedef struct Part { /* one of the files to be added up */
    char *text;
    LoadedJson json;
    Schedule schedule; /* its shard, and how long it is */
} Part;

static bool open_part(Part *p, const char *path, char *error)
{
    size_t size;
    p->text = file_text(path, SIZE_MAX, &size, FILE_WORDS(error));
    return p->text && load_header(&p->json, path, p->text, size, error);
}

/* The header of one file: the first fills the configuration, the others must agree with it. */
static bool merge_header(Config *c, const char *path, Part *p, bool first, uint64_t *fingerprint, char *error)
{
    const json_t *header = p->json.header;
    const char *print = json_member_text(json_object_get(header, "openings"), "fingerprint", "");
    char *end;
    Text why = text_over(error, FILE_ERROR_SIZE);
    if (first && !header_config(header, c, path, &why))
        return false;
    if (strcmp(json_member_text(header, "identity", ""), c->merged_identity) != 0)
        return file_fail(error, path, "it is of another tournament than the first file");
    p->schedule = c->schedule;
    if (!header_schedule(header, &p->schedule, path, &why))
        return false;
    if (first) { /* the sum is one whole */
        c->schedule = p->schedule;
        c->schedule.shard = c->schedule.shards = 1;
    }
    if (first)
        *fingerprint = strtoull(print, &end, 16);
    if (first && (strlen(print) != 16 || *end))
        return file_fail(error, path, "its header is damaged: \"fingerprint\" cannot be so");
    if (p->schedule.games > c->schedule.games)
        c->schedule.games = p->schedule.games;
    return true;
}

enum { MOST_SHARDS_TOLD = 200 };

/* Says which parts of the whole are not there. */
static void tell_missing(const Config *c, const Part *parts, int count, const Results *results)
{
    int total = schedule_total(&c->schedule), shards = parts[0].schedule.shards;
    if (results->count == total)
        return;
    fprintf(stderr, "hanxin-match: note: %d of %d games are not in these files", total - results->count, total);
    for (int i = 1; i < count; i++)
        if (parts[i].schedule.shards != shards)
            shards = 1;
    int told = 0;
    for (int shard = 1; shards > 1 && shards <= MOST_SHARDS_TOLD && shard <= shards; shard++) {
        Schedule own = c->schedule;
        int missing = 0;
        bool given = false;
        own.shard = shard;
        own.shards = shards;
        for (int i = 0; i < count; i++)
            given = given || parts[i].schedule.shard == shard;
        for (int id = 0; id < total; id++)
            missing += schedule_is_ours(&own, id) && !results_has(results, id);
        if (missing > 0)
            fprintf(stderr, "%s shard %d/%d %s %d", told++ ? "," : ":", shard, shards, given ? "lacks" : "is not given:", missing);
    }
    fputc('\n', stderr);
}

bool merge_parts(Config *c, Results *results, uint64_t *fingerprint, char *error)
{
    const char **files = c->merge;
    int count = c->merge_count;
    Part *parts = calloc((size_t)count, sizeof *parts);
    bool ok = parts || file_fail(error, "merge", "out of memory"), damaged = false;
    for (int i = 0; i < count && ok; i++)
        ok = open_part(&parts[i], files[i], error) && merge_header(c, files[i], &parts[i], i == 0, fingerprint, error);
    if (ok && !results_init(results, &c->schedule))
        ok = file_fail(error, "merge", "out of memory");
    for (int i = 0; i < count && ok; i++) {
        Load l = {.config = c, .results = results, .file = files[i], .error = error, .once = true};
        ok = load_rows(&l, &parts[i].json);
        damaged = damaged || l.damages > 0;
    }
    if (ok)
        tell_missing(c, parts, count, results);
    if (ok && damaged && !c->force)
        ok = file_fail(error, "merge", "a file is damaged; --resume repairs it where it was played, --force adds up what is left");
    for (int i = 0; i < count && parts; i++) {
        json_decref(parts[i].json.header);
        free(parts[i].text);
    }
    free(parts);
    return ok;
}
