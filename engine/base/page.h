/* SPDX-License-Identifier: GPL-3.0-only */
/* page.h - fills in the templates of web pages, and writes and reads escaped text. */
#pragma once

#include "engine/base/text.h"

typedef struct PagePart {
    const char *name, *text;
} PagePart;

/* Adds the page, replacing each {{NAME}} by the part of that name. Every name in the page must have
 * a part. A {{ without }} is copied unchanged. */
bool page_add(Text *out, const char *page, const PagePart *parts, int count);

/* Adds a module of JavaScript to a script of several modules, which imports nothing and exports nothing:
 * without its statements `import ...;` at the beginning of a line, and without the word `export` there.
 * No two of the modules may declare the same name, and each comes after those that it imports. */
bool page_add_module(Text *out, const char *module);

/* Adds a text, escaped for use between tags or in a quoted attribute. */
bool page_add_text(Text *out, const char *text);

/* If an entity of HTML or XML begins at p, such as `&lt;` or `&#x7EA2;`, stores the character that it
 * stands for in `out`, as a string, and returns the length of the entity. Otherwise returns 0. */
size_t page_read_entity(const char *p, char out[5]);
