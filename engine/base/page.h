/* SPDX-License-Identifier: GPL-3.0-only */
/* page.h - fills in the templates of web pages and escapes text for them. */
#pragma once

#include "engine/base/text.h"

typedef struct PagePart {
    const char *name, *text;
} PagePart;

/* Adds the page, replacing each {{NAME}} by the part of that name. Every name in the page must have
 * a part. A {{ without }} is copied unchanged. */
bool page_add(Text *out, const char *page, const PagePart *parts, int count);

/* Adds a text, escaped for use between tags or in a quoted attribute. */
bool page_add_text(Text *out, const char *text);
