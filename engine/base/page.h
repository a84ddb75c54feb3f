/* SPDX-License-Identifier: GPL-3.0-only */
/* page.h - web pages put together from files that stand in the program: places to be filled, texts that cannot break out of them. */
#pragma once

#include "engine/base/text.h"

typedef struct PagePart {
    const char *name, *text;
} PagePart;

/* Adds the page; for each {{NAME}} in it the part of that name. A page names no part that is not there. */
bool page_add(Text *out, const char *page, const PagePart *parts, int count);

/* Adds a text that stands between tags or in a quoted attribute. */
bool page_add_text(Text *out, const char *text);

/* Adds a JSON string with its quotes. Bytes that are not UTF-8 become '?', and no `<` is left, so that nothing ends the script element
 * that the data stand in. */
bool page_add_json(Text *out, const char *text);
