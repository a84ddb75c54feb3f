/* SPDX-License-Identifier: GPL-3.0-only */
/* option_names.h - the names of an engine's options, as it lists them, each ended by a line feed. They are compared generously: "UCI_Elo"
 * and "elo" are one, "Hash" and "hashsize", "Skill Level" and "skilllevel". */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/text.h"

/* Appends a name. Names without memory for them, or beyond all measure, are forgotten. */
void option_names_add(Text *names, const char *name, size_t length);

/* Returns true if the name is among them, or may be: none is listed, or too many to be kept. Otherwise *nearest is the name that is most
 * like it, up to the line feed, or empty. */
bool option_names_hold(const Text *names, const char *name, const char **nearest);
