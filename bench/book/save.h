/* SPDX-License-Identifier: GPL-3.0-only */
/* save.h - a book's bytes on their way to a file. */
#pragma once

#include "engine/base/why.h"

/* In place of a book of our own that stands there; nothing else is replaced. False with the reason. */
bool save_book(const char *path, const Text *bytes, Text *why);
