/* SPDX-License-Identifier: GPL-3.0-only */
/* game_source.h - data shared by games.h and the readers of all formats: the content of a file and the
 * reading position. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "engine/base/language.h"
#include "engine/notation/game_tree.h"

typedef struct GameSource GameSource;

typedef enum FormatKind {
    KIND_GAMES,
    KIND_POSITIONS, /* each read as a game that starts there */
    KIND_ANY_TEXT   /* text in which games are looked for */
} FormatKind;

/* A format of game files. */
typedef struct GameFormat {
    const char *name;       /* name used in messages, such as "XQF" */
    const char *extensions; /* usual ends of file names, in lower case, separated by blanks */
    FormatKind kind;
    bool is_text; /* true if the content is converted to UTF-8 first */
    /* returns true if a file that begins with these bytes has this format; NULL: accepts all files */
    bool (*begins)(const char *data, size_t length);

    /* Reads the next game into a cleared tree, and moves source->at past it, even if it is damaged. A
     * fault is described in `language`. Returns false if no further game follows. */
    bool (*read)(GameSource *source, GameTree *game, Language language);
} GameFormat;

/* The content of a file, and the reading position. */
struct GameSource {
    const GameFormat *format;
    const char *data, *at, *end; /* start of the data, start of the next game, end of the data; `*end` is a terminator */
    char *owned;                 /* allocated memory that contains `data`; NULL if it belongs to the caller */
    int games;                   /* number of games read so far */
    const char *counted;         /* text: position up to which lines have been counted */
    int line;                    /* text: number of the line at that position, from 1 */
    bool markup, page;           /* text: true for a web page; true for one with embedded games */
    bool reported;               /* true once games that are missing at the end have been reported */
    /* Start position of all games, which must then not give a start position; NULL: each game gives its
     * start position, or has the usual one. */
    const Position *start;
    const atomic_bool *stop; /* stops the reading once it is true; NULL: never */
};
