/* SPDX-License-Identifier: GPL-3.0-only */
/* textfile.h - whole files of text, in UTF-8 whatever they were written in. */
#pragma once

#include <stddef.h>

#include "engine/base/file.h"

enum { TEXT_MOST = 256 << 20 };

/* The text of a file; `-` is standard input. To be freed; a terminator stands behind its *length bytes, among which there may be
 * zero bytes. A byte order mark at its beginning is left out. Text that is not UTF-8 is taken to be GB18030 (GBK, GB 2312) or
 * Big5, whichever fits and gives commoner characters, or UTF-16 where it begins with a byte order mark or a bracket, and converted
 * where the system can; a few bytes that are damaged do not change what the rest is taken for. What is no character becomes U+FFFD.
 * NULL with the reason when it cannot be read (see file_read()), memory is short, or there are more than TEXT_MOST bytes. */
char *text_read_file(const char *path, size_t *length, Text *why);

/* The same file by a name that says where it is (files_distinct()). */
static inline const char *text_file_name(const char *path) { return path[0] == '-' && !path[1] ? "/dev/stdin" : path; }

/* A text in UTF-8, to be freed: as it is, or taken to be GB18030 or Big5; what is none becomes U+FFFD. NULL: no memory. */
char *text_to_utf8(const char *text);
