/* SPDX-License-Identifier: GPL-3.0-only */
/* pgn.h - games as text (Portable Game Notation, with the tags of Chinese programs).
 *
 * Read: tags in brackets, then moves, numbers, comments in braces or after a semicolon, judgements (`?!`, `$6`), variations
 * in parentheses, and the result. A game starts where its FEN tag says, else at the start position. A quote within a tag's value may
 * stand bare, and its closing bracket may be missing at the line's end. What cannot be played in a variation becomes a comment there.
 * Words behind a game that belong to none, such as an advertisement, and a web page's text around one are passed over. Where no result
 * stands behind the moves, or only `*`, that of the tag counts, which may be in Chinese; where both differ, that is a fault, and that
 * behind the moves counts. A move may be in any notation, whatever the Format tag says; its number may have full-width digits and be
 * followed by a Chinese point.
 * Written: one notation, named in that tag; ICCS (as `H2-E2`) is what every reader can replay; moves are numbered on from the FEN's
 * number.
 * Games as web sites embed them are read as well (dhtmlxq.h).
 * Text is UTF-8 and is passed through unchanged. A tag that comes twice stays twice; the last counts.
 *
 * Reading survives any bytes: what is damaged is told with its line, and a game is never lost by what was
 * left open or torn in the one before. */
#pragma once

#include <stdio.h>

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
        nags[PGN_NAGS]; /* Numeric Annotation Glyphs, 0 behind the last: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` ...; more are lost */
    char *comment;      /* the comments behind the move, joined, without their braces; NULL if none */
    PgnLine *lines;     /* variations, in place of this move */
    int line_count;
} PgnMove;

struct PgnLine {
    char *comment;  /* before the first move, NULL if none */
    PgnMove *moves; /* legal, one after the other, with variations of their own, PGN_DEEPEST deep; deeper ones are lost */
    int plies;
    size_t move_room;
};

typedef struct PgnGame {
    Position start;  /* as the FEN tag says */
    bool start_lost; /* the FEN tag is damaged: where the game began nobody knows, and there are no moves */
    PgnTag *tags;    /* in order; owned, as all below */
    int tag_count;
    char *comment;  /* before the first move, NULL if none */
    PgnMove *moves; /* legal, one after the other, from `start` */
    int plies;
    Outcome outcome;
    size_t tag_room, move_room;
    int fault_line;             /* of the text, from 1, where the first fault is: what could be read is there. 0: none */
    char fault[PGN_FAULT_SIZE]; /* one clause that begins with that line; what it quotes is fit for a terminal */
    bool result_disputed;       /* the fault is that the tag has another result: all the rest is there */
} PgnGame;

/* Is anything of it there? Text that holds no game is read as one with a fault and neither tags nor moves. */
static inline bool pgn_is_there(const PgnGame *g) { return !g->start_lost && (!g->fault_line || g->tag_count > 0 || g->plies > 0); }

/* A text of games, and how far it is read. The text stays the caller's, must outlast the reading,
 * and has a terminator behind it. */
typedef struct PgnSource {
    const char *at, *end;
    const char *counted; /* up to here lines are counted */
    int line;
    int games; /* read so far */
} PgnSource;

/* An empty game from the start position, unfinished. */
void pgn_init(PgnGame *game);
void pgn_clear(PgnGame *game); /* frees; the game is as after pgn_init */

/* The value of a tag, of several of that name the last one's; NULL if absent. Names are compared exactly. */
const char *pgn_tag(const PgnGame *game, const char *name);

/* The same, empty if absent. */
static inline const char *pgn_tag_text(const PgnGame *game, const char *name)
{
    const char *value = pgn_tag(game, name);
    return value ? value : "";
}

/* Adds a tag. A FEN tag does not move `start`: the writer adds it. False when memory is short, as in the function below. */
bool pgn_set_tag(PgnGame *game, const char *name, const char *value) __attribute__((warn_unused_result));

/* Appends a move, which must be legal, with its comment or NULL; both are copied. */
bool pgn_add_move(PgnGame *game, Move m, const char *comment) __attribute__((warn_unused_result));

/* Adds an empty variation to a move; NULL when memory is short. It stays where it is until the next is added. And a move to it. */
PgnLine *pgn_add_line(PgnMove *move) __attribute__((warn_unused_result));
bool pgn_line_add_move(PgnLine *line, Move m) __attribute__((warn_unused_result));

/* Takes away one of a move's variations, and all tags of a name. */
void pgn_drop_line(PgnMove *move, int number);
void pgn_drop_tag(PgnGame *game, const char *name);

/* Adds a judgement, if there is room. */
void pgn_add_nag(PgnMove *move, int nag);

static inline PgnSource pgn_source(const char *text, size_t length) { return (PgnSource){text, text + length, text, 1, 0}; }

/* Reads the next game; the source moves past it, also past a damaged one, so that reading can go on. Clears
 * *game first; says what is wrong in the language. A text that ends within a game is a fault too: the result is missing.
 * False if nothing but blanks was left. */
bool pgn_read(PgnSource *source, PgnGame *game, Language language);

/* The line, from 1, that a place of the text is in; not before the last place asked for or told of. */
int pgn_line(PgnSource *source, const char *place);

/* Writes the game and a blank line behind it. A FEN tag is added for all but the start position. */
void pgn_write(const PgnGame *game, Notation notation, FILE *out);
