/* SPDX-License-Identifier: GPL-3.0-only */
/* game_source.h - what games.h and the reader of each format share: the content of a file and the
 * reading position. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/language.h"
#include "engine/notation/game_tree.h"

typedef struct GameSource GameSource;

/* A format of files of games. */
typedef struct GameFormat {
    const char *name;                                /* as in messages: "XQF" */
    bool is_text;                                    /* true if the content is converted to UTF-8 first */
    bool (*begins)(const char *data, size_t length); /* true if the bytes begin a file of this format; NULL: all others */

    /* Reads the next game into a cleared tree, and moves source->at past it, even if it is damaged. A
     * fault is described in `language`. Returns false if no further game follows. */
    bool (*read)(GameSource *source, GameTree *game, Language language);
} GameFormat;

/* The content of a file, and the reading position. */
struct GameSource {
    const GameFormat *format;
    const char *data, *at, *end; /* start, place of the next game, end: `*end` is a terminator */
    char *owned;                 /* the memory of `data`; NULL if it belongs to the caller */
    int games;                   /* number of games read so far */
    const char *counted;         /* text: place up to which lines have been counted */
    int line;                    /* text: number of the line at that place, from 1 */
    bool page;                   /* text: true for a web page with embedded games */
    /* Start of all games, which must not have a start of their own; NULL: each has its own, or else
     * the usual start position. */
    const Position *start;
    const atomic_bool *stop; /* stops the reading once it is true; NULL: never */
};
