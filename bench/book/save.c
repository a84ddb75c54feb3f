/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/save.h"

#include "engine/base/outfile.h"
#include "engine/book/hxb.h"

bool save_book(const char *path, const Text *bytes, Text *why)
{
    OutFile out;
    if (!file_is_kind(path, HXB_MAGIC, "opening book", why) || !outfile_open(&out, path, OUT_REPLACE, why))
        return false;
    if (fwrite(bytes->data, 1, bytes->length, out.stream) != bytes->length) {
        why_errno(why, path);
        outfile_abandon(&out);
        return false;
    }
    return outfile_commit(&out, why);
}
