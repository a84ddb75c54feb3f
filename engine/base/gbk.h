/* SPDX-License-Identifier: GPL-3.0-only */
/* gbk.h - text for programs that support only the encoding GBK. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"

/* Returns a table for gbk_add(), which the caller frees. NULL if an allocation fails or the system does
 * not know GBK. */
uint16_t *gbk_table(void);

/* Adds a UTF-8 text, converted to GBK. Characters that do not exist in GBK become `?`; if the table is
 * NULL, all characters other than ASCII do. Returns the number of these characters. */
int gbk_add(const uint16_t *table, const char *text, Text *out);
