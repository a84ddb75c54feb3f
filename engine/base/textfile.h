/* SPDX-License-Identifier: GPL-3.0-only */
/* textfile.h - whole text files, converted to UTF-8 from several encodings. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/file.h"
#include "engine/base/language.h"

enum { TEXT_MOST = 256 << 20 };

/* Returns the text of a file or pipe (`-` is standard input) in UTF-8, without a byte order mark. The caller
 * frees it; a terminator follows its *length bytes, which may include zero bytes. Text that is not
 * UTF-8 is converted, as far as the system can, from UTF-16 if it begins with a byte order mark or a
 * bracket, and otherwise from GB18030 (GBK, GB 2312) or Big5, whichever is valid or yields more common
 * characters. A few damaged bytes do not change this choice. Invalid bytes become U+FFFD. Returns NULL
 * with the reason if the file cannot be read (see file_read_stream()), an allocation fails, or it has more than
 * TEXT_MOST bytes. */
char *text_read_file(const char *path, size_t *length, Text *why);

/* Returns the bytes of the file as they are, under the same conditions. */
char *text_read_bytes(const char *path, size_t *length, Text *why);

/* Returns true if the text is UTF-16: it begins with a byte order mark, or with the bracket of a tag. *big
 * receives whether it is big-endian. */
bool text_is_utf16(const char *text, size_t length, bool *big);

/* Returns true if a text that is GB18030 or Big5 is clearly Big5: it has at least twice as many common
 * characters of that encoding. */
bool text_is_big5(const char *text, size_t length);

/* Returns a copy of a text of UTF-16 in UTF-8; half characters become U+FFFD. *length is the number of
 * bytes, before and after; `big` is true for big-endian. The caller frees the copy; NULL if memory is
 * short. */
char *utf16_to_utf8(const char *text, size_t *length, bool big);

/* Converts a text as text_read_file() does, and returns the result. The text comes from malloc and is
 * freed. Returns NULL if an allocation fails. */
char *text_decode(char *text, size_t *length);

/* Returns a path of the same file for files_distinct(), which must also be able to open `-`. */
static inline const char *text_file_name(const char *path) { return path[0] == '-' && !path[1] ? "/dev/stdin" : path; }

/* Returns the name of the file for messages: `-` is standard input. */
static inline const char *text_file_title(const char *path, Language language)
{
    return path[0] == '-' && !path[1] ? tr(language, "standard input") : path;
}

/* Returns a copy of a text in UTF-8, converted from GB18030 or Big5 if necessary; invalid bytes
 * become U+FFFD. The caller frees it; NULL if an allocation fails. */
char *text_to_utf8(const char *text);
