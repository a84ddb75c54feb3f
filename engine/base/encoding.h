/* SPDX-License-Identifier: GPL-3.0-only */
/* encoding.h - the encodings of Chinese before UTF-8. Their tables are in the program, so every system reads and writes the same. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

/* GB 18030 of mainland China, which extends GBK and GB 2312, and Big5 of Taiwan and Hong Kong with HKSCS. */
typedef enum Encoding { ENCODING_GB, ENCODING_BIG5 } Encoding;

/* Returns false if the tables are empty because iconv of the building machine lacks the encodings. Then only ASCII is converted. */
bool encodings_are_built_in(void);

/* Converts a text from the encoding to UTF-8, in memory from malloc. *length is the number of bytes, before and after. Each invalid
 * byte becomes U+FFFD, and *bad receives their number. Returns NULL if memory is short. */
char *utf8_from(Encoding encoding, const char *text, size_t *length, size_t *bad);

/* Adds a UTF-8 text, converted to GB 18030. Invalid bytes and characters for private use become `?`. Returns the number of these
 * characters. A program that knows only GBK shows a code of four bytes as several wrong characters. */
int gb18030_add(const char *text, Text *out);
