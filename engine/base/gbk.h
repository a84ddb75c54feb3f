/* SPDX-License-Identifier: GPL-3.0-only */
/* gbk.h - text in GB 18030, which extends GBK by codes of four bytes, for Chinese programs. A program that
 * knows only GBK shows such a code as several wrong characters. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"

/* Returns a table for gbk_add(), which the caller frees. NULL if an allocation fails or the system does
 * not know the encoding. */
uint32_t *gbk_table(void);

/* Adds a UTF-8 text, converted to GB 18030. Invalid bytes and characters for private use become `?`; if
 * the table is NULL, all characters other than ASCII do. Returns the number of these characters. */
int gbk_add(const uint32_t *table, const char *text, Text *out);
