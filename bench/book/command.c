/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/book/book.h"
#include "engine/book/hxb.h"

int command_interrupted(const BookCommand *c, const char *then)
{
    program_note(c->program, "interrupted; %s", then);
    return EXIT_INTERRUPTED;
}

int command_end(const BookCommand *c, bool good, const Text *why)
{
    if (good)
        return EXIT_SUCCESS;
    return *why->data ? program_fail(c->program, "%s", why->data) : command_interrupted(c, "nothing written");
}

bool command_finish_file(const BookCommand *c, OutFile *out, bool good, Text *why)
{
    if (good && ferror(out->stream))
        good = why_errno(why, c->out);
    if (good)
        return outfile_commit(out, why);
    outfile_abandon(out);
    return false;
}

bool command_write_draft(const BookCommand *c, BookDraft *draft, Text *why)
{
    Text bytes = TEXT_INIT;
    if (draft->count == 0)
        return why_not(why, "the book would be empty");
    draft_settle(draft); /* joins duplicate entries, which would otherwise count towards the size */
    if (draft_size(draft) > BOOK_LARGEST)
        return why_not(why, "the book would be too large: more than %d bytes", BOOK_LARGEST);
    const bool good = (draft_pack(draft, &bytes) || why_no_memory(why)) && file_is_kind(c->out, HXB_MAGIC, "opening book", why) &&
                      outfile_write_text(c->out, OUT_REPLACE, &bytes, why);
    if (good)
        printf("%s: %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64 " bytes\n", c->out, (uint64_t)draft_positions(draft),
               (uint64_t)draft->count, (uint64_t)bytes.length);
    text_free(&bytes);
    return good;
}
