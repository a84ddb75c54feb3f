/* SPDX-License-Identifier: GPL-3.0-only */
/* engines_file.h - a file that describes engines (--engines).
 *
 * It is JSON: a list of objects, as cutechess keeps it in engines.json, or an object with such a list as its member
 * "engines". The members of an engine are named as in cutechess (command, workingDirectory, protocol, stderrFile, ...)
 * or as the settings of --engine (cmd, dir, proto, tc, ...); "options" is a list of objects with name and value,
 * a list of pairs, or an object. */
#pragma once

#include "engine/base/text.h"

typedef struct EngineEntry {
    const char *name; /* within `words`; "" if the engine has no name */
    char **words;     /* KEY=VALUE, as after --engine; owned */
    int count;
    size_t capacity;
} EngineEntry;

typedef struct EnginesFile {
    EngineEntry *engines; /* owned */
    int count;
} EnginesFile;

/* Reads the file. Returns false with the reason; call engines_file_clear() in any case. */
bool engines_file_read(EnginesFile *f, const char *path, Text *why) __attribute__((warn_unused_result));
void engines_file_clear(EnginesFile *f);

/* Returns the first engine with this name, compared without regard to case, or NULL. *several is set to whether more than one engine has
 * this name. */
const EngineEntry *engines_file_find(const EnginesFile *f, const char *name, bool *several);
