/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/job.h"

#include <inttypes.h>
#include <stdio.h>

#include "engine/base/outfile.h"
#include "engine/book/book.h"
#include "engine/book/hxb.h"

int job_fail(const BookJob *job, const Text *why) { return program_fail(job->program, "%s", why->data); }

int job_interrupted(const BookJob *job, const char *then)
{
    program_note(job->program, "interrupted; %s", then);
    return EXIT_INTERRUPTED;
}

int job_fail_or_interrupted(const BookJob *job, const Text *why)
{
    return *why->data ? job_fail(job, why) : job_interrupted(job, "nothing written");
}

GraphPrices job_prices(const BookJob *job)
{
    return (GraphPrices){.own_cp = (double)job->own_cp,
                         .other_cp = (double)job->other_cp,
                         .margin = (int)job->margin,
                         .late_margin = (int)(job->late < 0 ? job->margin : job->late),
                         .cover = (int)job->cover,
                         .played = &job->played,
                         .found = job->found_path ? &job->found : NULL};
}

int64_t job_bound(const BookJob *job) { return job->bound < 0 ? 40 : job->bound; } /* -1: option not given */

/* Writes the bytes to `path`. An existing book of our own format is replaced; any other file is
 * left alone. On failure returns false with the reason. */
static bool job_save_book(const char *path, const Text *bytes, Text *why)
{
    return file_is_kind(path, HXB_MAGIC, "opening book", why) && outfile_write_text(path, OUT_REPLACE, bytes, why);
}

bool job_write_draft(const BookJob *job, BookDraft *draft, Text *why)
{
    Text bytes = TEXT_INIT;
    if (draft->count == 0)
        return text_fail(why, "the book would be empty");
    draft_settle(draft); /* joins duplicate entries, which would count in the size */
    if (draft_size(draft) > BOOK_LARGEST)
        return text_fail(why, "the book would be too large: more than %d bytes", BOOK_LARGEST);
    bool good = (draft_pack(draft, &bytes) || why_no_memory(why)) && job_save_book(job->out, &bytes, why);
    if (good)
        printf("%s: %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64 " bytes\n", job->out, (uint64_t)draft_positions(draft),
               (uint64_t)draft->count, (uint64_t)bytes.length);
    text_free(&bytes);
    return good;
}
