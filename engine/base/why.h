/* SPDX-License-Identifier: GPL-3.0-only */
/* why.h - the reason why something could not be done, in words.
 *
 * A function that fails and can say why takes a `Text *why`, adds the reason to it in its language (text.h) and returns
 * false or NULL. A NULL `why` asks for no reason. A reason is a clause without a full stop; if a file is at fault its path
 * stands before it. */
#pragma once

#include "engine/base/text.h"

/* Room for a reason, which needs no memory and lasts as the block it stands in: `Text why = WHY_INIT;`. */
enum { WHY_ROOM = 800 };
#define WHY_IN(wanted) ((Text){.data = (char[WHY_ROOM]){""}, .room = WHY_ROOM, .fixed = true, .language = (wanted)})
#define WHY_INIT       WHY_IN(LANGUAGE_ENGLISH)

static inline Language why_language(const Text *why) { return why ? why->language : LANGUAGE_ENGLISH; }

/* The one of two texts, or formats, that is in the reason's language. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *why_either(const Text *why, const char *english,
                                                                                   const char *chinese)
{
    return in_language(why_language(why), english, chinese);
}

/* Adds the one of two formats that is in the reason's language, and returns false. */
bool why_not(Text *why, const char *english, const char *chinese, ...) __attribute__((format(printf, 2, 4), format(printf, 3, 4)));

/* These add a reason and return false, as text_fail() does. */
bool why_no_memory(Text *why);

/* "PATH: REASON". */
bool why_path(Text *why, const char *path, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "PATH: what errno says"; 0: not everything could be written. errno stays. Three numbers mean what our own functions set them for:
 * ENOLINK a link to nothing, ESPIPE a pipe or device where a regular file is needed, ETXTBSY another process's lock. */
bool why_errno(Text *why, const char *path);

/* What why_errno() says behind the path. */
const char *why_words(int number, Language language);
