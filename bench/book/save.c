/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/save.h"

#include "engine/base/outfile.h"
#include "engine/book/hxb.h"

bool save_book(const char *path, const Text *bytes, Text *why)
{
    return file_is_kind(path, HXB_MAGIC, "opening book", why) && outfile_write_text(path, OUT_REPLACE, bytes, why);
}
