/* SPDX-License-Identifier: GPL-3.0-only */
/* save.h - writes a book to a file. */
#pragma once

#include "engine/base/why.h"

/* Writes the bytes to `path`. An existing book of our own format is replaced; any other file is
 * left alone. On failure returns false with the reason. */
bool save_book(const char *path, const Text *bytes, Text *why);
