/* SPDX-License-Identifier: GPL-3.0-only */
/* why.h - the reason for a failure, in words.
 *
 * A function that can explain a failure takes a `Text *why`, adds the reason in the language of
 * that text (text.h), and returns false or NULL. `why` may be NULL if no reason is wanted. A reason
 * is a clause without a full stop; if a file is at fault, its path comes first. */
#pragma once

#include "engine/base/text.h"

/* Buffer for a reason, in automatic storage of the enclosing block: `Text why = WHY_INIT;`. */
enum { WHY_ROOM = 800 };
#define WHY_IN(wanted) ((Text){.data = (char[WHY_ROOM]){""}, .room = WHY_ROOM, .fixed = true, .language = (wanted)})
#define WHY_INIT       WHY_IN(LANGUAGE_ENGLISH)

static inline Language why_language(const Text *why) { return why ? why->language : LANGUAGE_ENGLISH; }

/* Adds the reason, translated by tr() if its language is Chinese. Returns false. */
bool why_not(Text *why, const char *english, ...) __attribute__((format(printf, 2, 3)));

/* Adds "out of memory". Returns false. */
bool why_no_memory(Text *why);

/* Adds "PATH: REASON". Returns false. */
bool why_path(Text *why, const char *path, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds "PATH: " and the words for errno. Returns false and leaves errno unchanged. Some codes have
 * a meaning of our own: 0 means that not everything could be written, ENOLINK a dangling link,
 * ESPIPE a pipe or device where a regular file is needed, ETXTBSY a lock held by another process,
 * and EDOM a file to which this program's output goes. */
bool why_errno(Text *why, const char *path);

/* Returns the text that why_errno() puts after the path. */
const char *why_words(int number, Language language);
