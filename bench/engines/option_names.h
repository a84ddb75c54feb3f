/* SPDX-License-Identifier: GPL-3.0-only */
/* option_names.h - the names of the options that an engine lists, each followed by a line feed.
 * Spellings of one name count as equal, such as "UCI_Elo" and "elo", "Hash" and "hashsize", or "Skill
 * Level" and "skilllevel". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

/* Appends a name. Drops names for which an allocation fails, and those beyond 64 KiB in total. */
void option_names_add(Text *names, const char *name, size_t length);

/* Returns true if the engine has an option of this name, or may have one because the list is empty or
 * incomplete. Otherwise *nearest is the most similar name, up to its line feed, or empty. */
bool option_names_hold(const Text *names, const char *name, const char **nearest);
