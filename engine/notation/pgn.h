/* SPDX-License-Identifier: GPL-3.0-only */
/* pgn.h - games as text (Portable Game Notation, with the tags of Chinese programs).
 *
 * The reader expects tags in brackets, then moves, numbers, comments in braces or after a semicolon,
 * judgements (`?!`, `$6`), variations in parentheses, and the result. It accepts any bytes. Damage is
 * reported with its line, and a game is never lost because the game before it was left open or cut
 * off.
 *   - A game starts at the position of its FEN tag, or else at the start position.
 *   - Quotes inside a tag's value need not be escaped, and its closing bracket may be missing at the
 *     end of the line. A tag that occurs twice is kept twice; the last one counts.
 *   - A move may be in any notation, whatever the Format tag says. Its number may have full-width
 *     digits and be followed by a Chinese point.
 *   - Text in a variation that cannot be played becomes a comment there.
 *   - If no result, or only `*`, follows the moves, the result in the tag counts, which may be in
 *     Chinese. If the two results differ, that is a fault, and the one after the moves counts.
 *   - Words outside a game, such as an advertisement or the text of a web page, are skipped.
 *   - Games as embedded in web sites are read too (dhtmlxq.h).
 *
 * The writer uses one notation and names it in the Format tag. Every reader can replay ICCS (as
 * `H2-E2`). Moves are numbered from the FEN's number on. Text is UTF-8 and is passed through
 * unchanged. */
#pragma once

#include <stdatomic.h>
#include <stdio.h>

#include "engine/base/contract.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"
#include "engine/rules/result.h"

typedef struct PgnTag {
    char *name, *value;
} PgnTag;

enum { PGN_FAULT_SIZE = 600, PGN_NAGS = 4, PGN_DEEPEST = 16 };

typedef struct PgnLine PgnLine;

typedef struct PgnMove {
    Move move;
    uint8_t
        /* Numeric Annotation Glyphs, 0 after the last: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`
         * ...; more are lost. */
        nags[PGN_NAGS];
    char *comment;  /* comments after the move, joined, without braces; NULL if none */
    PgnLine *lines; /* variations that replace this move */
    int line_count;
    size_t line_room;
} PgnMove;

struct PgnLine {
    char *comment;  /* comment before the first move; NULL if none */
    PgnMove *moves; /* consecutive legal moves, with variations up to PGN_DEEPEST deep; deeper ones are lost */
    int plies;
    size_t move_room;
};

typedef struct PgnGame {
    Position start;
    bool start_given; /* true if `start` comes from the text */
    bool start_lost;  /* true if the FEN tag is damaged: the start is unknown, and there are no moves */
    PgnTag *tags;     /* in order. This and all pointers below are owned */
    int tag_count;
    char *comment;  /* comment before the first move; NULL if none */
    PgnMove *moves; /* consecutive legal moves from `start` */
    int plies;
    Outcome outcome;
    size_t tag_room, move_room;
    int lost_lines, lost_comments; /* number of variations that were not read, and of comments in them */
    int fault_line;                /* line of the first fault, from 1; 0 if there is none */
    char fault[PGN_FAULT_SIZE];    /* a clause about it that begins with the line; safe for a terminal */
    bool result_disputed;          /* true if the only fault is that the tag has another result */
} PgnGame;

/* Returns true if at least a part of a game was found. A text without a game is read as a game with
 * a fault and neither tags nor moves. */
static inline bool pgn_is_there(const PgnGame *g) { return !g->start_lost && (!g->fault_line || g->tag_count > 0 || g->plies > 0); }

/* A text of games and the reading position. The text belongs to the caller, must outlast the
 * reading, and must be followed by a terminator. */
typedef struct PgnSource {
    const char *at, *end;
    const char *counted; /* place up to which lines have been counted */
    int line;            /* number of the line at that place, from 1 */
    int games;           /* number of games read so far */
    /* Start of all games, which must not have a start of their own; NULL: each has its own, or else
     * the usual start position. */
    const Position *start;
    const atomic_bool *stop; /* stops the reading once it is true; NULL: never */
} PgnSource;

/* Initialises a game that is not over and has no moves yet, at the start position. */
void pgn_init(PgnGame *game);
void pgn_clear(PgnGame *game); /* frees the memory and initialises the game again */

/* Returns the value of a tag, or NULL if absent. If several tags have this name, the last one
 * counts. Names are compared exactly. */
const char *pgn_tag(const PgnGame *game, const char *name);

/* Returns the value of a tag, or an empty string. */
static inline const char *pgn_tag_text(const PgnGame *game, const char *name)
{
    const char *value = pgn_tag(game, name);
    return value ? value : "";
}

/* Adds a tag. A FEN tag does not change `start`: the writer adds it. Returns false if memory is
 * short. */
bool pgn_set_tag(PgnGame *game, const char *name, const char *value) __attribute__((warn_unused_result));

/* Appends a legal move with its comment or NULL; both are copied. Returns false if memory is short. */
bool pgn_add_move(PgnGame *game, Move m, const char *comment) __attribute__((warn_unused_result));

/* Add an empty variation to a move, or a move to a variation. pgn_add_line() returns NULL if memory
 * is short; its result is valid until the next variation is added to the move. */
PgnLine *pgn_add_line(PgnMove *move) __attribute__((warn_unused_result));
bool pgn_line_add_move(PgnLine *line, Move m) __attribute__((warn_unused_result));

/* Remove one of a move's variations, or all tags of a name. */
void pgn_drop_line(PgnMove *move, int number);
void pgn_drop_tag(PgnGame *game, const char *name);

/* Adds a Numeric Annotation Glyph, if there is room. */
void pgn_add_nag(PgnMove *move, int nag);

static inline PgnSource pgn_source(const char *text, size_t length)
{
    assert(text[length] == '\0');
    return (PgnSource){.at = text, .end = text + length, .counted = text, .line = 1};
}

/* Reads the next game into *game, which is cleared first, and moves the source past it, even if it
 * is damaged, so that reading can continue. Faults are described in `language`. A text that ends
 * within a game has a fault, because its result is missing. Returns false if only blanks were
 * left. */
bool pgn_read(PgnSource *source, PgnGame *game, Language language);

/* Adds a clause with the numbers of variations and comments that were left out. Returns false if
 * there are none. */
bool pgn_left_out(const PgnGame *game, Text *out);

/* Returns the line of a place in the text, from 1. The places of successive calls, and those of
 * reported faults, must not decrease. */
int pgn_line(PgnSource *source, const char *place);

/* Writes the game and a blank line. A FEN tag is added unless the game begins at the start
 * position. */
void pgn_write(const PgnGame *game, Notation notation, FILE *out);
