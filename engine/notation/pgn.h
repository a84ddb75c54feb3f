/* pgn.h - games as text (Portable Game Notation, with the tags of Chinese programs).
 *
 * Read: tags in brackets, then moves, numbers, comments in braces or after a semicolon, variations
 * in parentheses (skipped), and the result. A game starts where its FEN tag says, else at the start
 * position. A quote within a tag's value may stand bare. A move may be in any notation, whatever the
 * Format tag says. Written: one notation, named in that tag; ICCS (as `H2-E2`) is what every reader can
 * replay; moves are numbered on from the FEN's number.
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

typedef struct PgnMove {
    Move move;
    char *comment; /* the comments behind the move, joined, without their braces; NULL if none */
} PgnMove;

typedef struct PgnGame {
    Position start;  /* as the FEN tag says */
    bool start_lost; /* the FEN tag is damaged: where the game began nobody knows, and there are no moves */
    PgnTag *tags;    /* in order; owned, as all below */
    int tag_count;
    char *comment;  /* before the first move, NULL if none */
    PgnMove *moves; /* legal, one after the other, from `start` */
    int plies;
    Outcome outcome;
} PgnGame;

typedef enum PgnStatus {
    PGN_GAME,  /* a game was read */
    PGN_END,   /* nothing but blanks was left */
    PGN_FAULT, /* the game is damaged: what could be read is there, and error tells the rest */
} PgnStatus;

typedef enum PgnFaultCode {
    PGN_NO_MEMORY,
    PGN_TAG_VALUE,      /* the tag that begins with `text` has no value in quotes */
    PGN_TAG_QUOTE,      /* it lacks the closing quote */
    PGN_TAG_BRACKET,    /* it lacks the closing bracket */
    PGN_FEN,            /* the FEN tag is refused: `fen` */
    PGN_MOVE,           /* `text`, move `number` of the side to move `before` it, cannot be played: `reading` */
    PGN_COMMENT_OPEN,   /* a comment is not closed */
    PGN_VARIATION_OPEN, /* a variation is not closed */
    PGN_ZERO_BYTE,      /* a zero byte in the text */
    PGN_NO_RESULT,      /* the next game begins before the result */
    PGN_END_EARLY,      /* the text ends before the result */
} PgnFaultCode;

/* The first thing wrong with a game, as data: engine/notation/refusal.h says it in the reader's language. */
typedef struct PgnFault {
    PgnFaultCode code;
    int line;      /* of the text, from 1 */
    char text[64]; /* bytes as they came, perhaps cut */
    FenFault fen;
    int number;
    Position before;
    MoveReading reading;
} PgnFault;

/* A text of games, and how far it is read. */
typedef struct PgnSource {
    const char *at, *end;
    const char *counted; /* up to here lines are counted */
    int line;
} PgnSource;

/* An empty game from the start position, unfinished. */
void pgn_init(PgnGame *game);
void pgn_clear(PgnGame *game); /* frees; the game is as after pgn_init */

/* The value of a tag, NULL if absent. Names are compared exactly. */
const char *pgn_tag(const PgnGame *game, const char *name);

/* Sets a tag, replacing the value it had. A FEN tag does not move `start`: the writer adds it. False
 * when memory is short, as in the functions below. */
bool pgn_set_tag(PgnGame *game, const char *name, const char *value) __attribute__((warn_unused_result));

/* Adds one, though there be another of that name. */
bool pgn_add_tag(PgnGame *game, const char *name, const char *value) __attribute__((warn_unused_result));

/* Appends a move, which must be legal, with its comment or NULL; both are copied. */
bool pgn_add_move(PgnGame *game, Move m, const char *comment) __attribute__((warn_unused_result));

/* Games are read from text[0..length), which stays the caller's and must outlast the reading. */
void pgn_source_init(PgnSource *source, const char *text, size_t length);

/* Reads the next game; the source moves past it, also past a damaged one, so that reading can go on. Clears
 * *game first. A text that ends within a game is a fault too: the result is missing. */
PgnStatus pgn_read(PgnSource *source, PgnGame *game, PgnFault *fault);

/* Writes the game and a blank line behind it. A FEN tag is added for all but the start position. */
void pgn_write(const PgnGame *game, Notation notation, FILE *out);
