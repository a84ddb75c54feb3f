/* SPDX-License-Identifier: GPL-3.0-only */
/* gbk.h - text for programs that know no encoding but GBK. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"

/* Returns a table for gbk_add(), which the caller frees. NULL if memory is short or the system does
 * not know GBK. */
uint16_t *gbk_table(void);

/* Adds a text, given in UTF-8, in GBK. Characters that GBK does not have become `?`, with table NULL
 * all but ASCII. Returns the number of those characters. */
int gbk_add(const uint16_t *table, const char *text, Text *out);
