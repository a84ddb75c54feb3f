/* SPDX-License-Identifier: GPL-3.0-only */
/* text_windows.h - what the files for Windows share: UTF-16, in which the system takes all names, and error codes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

/* Returns the text in UTF-16, in memory from malloc; NULL if an allocation fails. Text that is not valid UTF-8 is taken to be in the
 * system's code page, as older GUIs send it. */
wchar_t *wide_text(const char *text) __attribute__((warn_unused_result));

/* Returns the text in UTF-8, in memory from malloc; NULL if an allocation fails. */
char *narrow_text(const wchar_t *text) __attribute__((warn_unused_result));

/* Writes a path in UTF-16 to out[WIDE_MOST] and returns it. It may be longer than the 260 characters that most functions take without
 * the prefix added here. On failure the result is empty, which is never the name of a file. */
enum { WIDE_MOST = 4096 };
wchar_t *wide_path(const char *path, wchar_t *out);
#define WIDE(path) wide_path(path, (wchar_t[WIDE_MOST]){0})

/* Sets errno from GetLastError(), as precisely as users need it. */
void errno_from_windows(void);
