/* wire.h - the lines that go to an engine and come from it, as UCCI and UCI have them: text alone, no waiting. */
#pragma once

#include "bench/match/config.h"
#include "engine/base/text.h"
#include "engine/rules/game.h"

typedef struct Wire {       /* how one engine is spoken to */
    const EngineSpec *spec; /* borrowed */
    Protocol protocol;      /* found in the handshake, never AUTO then */
    bool milliseconds;      /* UCCI: times are not in whole seconds */
} Wire;

#define MATE_SCORE 100000 /* a mate in n plies is MATE_SCORE - n */
#define NO_SCORE   INT32_MIN

typedef struct Thought { /* what an engine said of a move */
    int32_t score;       /* centipawns for the mover, NO_SCORE if it told none */
    int depth;           /* 0 if untold */
    uint64_t nodes;      /* 0 if untold */
} Thought;

typedef struct Answer {
    char text[32]; /* the word behind bestmove; empty for nobestmove */
    bool readable; /* `move` is two points of the board; nothing is known of its legality */
    Move move;
    Move ponder; /* MOVE_NONE if untold */
    bool resigns, offers_draw;
    Thought thought;
    int64_t elapsed_us;
} Answer;

typedef struct ThinkRequest { /* arrays by side */
    const Game *game;
    Position history; /* after the last capture, and the moves made before it: so UCCI wants positions told */
    int history_ply;
    const MatchLimits *limits[2];
    int64_t left_us[2];   /* both clocks as they stand before a move */
    int moves_to_go[2];   /* 0: no further period */
    bool draw_offered;    /* with the last move */
    Move bans[MAX_MOVES]; /* for UCCI's banmoves */
    int ban_count;
} ThinkRequest;

/* Lines to it, each with its end. UCI is told the whole game, UCCI only what followed the last capture, and the banned moves.
 * `expected` (or MOVE_NONE) is played as well. */
void wire_position(const Wire *w, const ThinkRequest *r, Move expected, Text *out);
void wire_go(const Wire *w, const ThinkRequest *r, bool ponder, Text *out);
void wire_option(const Wire *w, const char *name, const char *value, Text *out); /* value NULL: a button */

/* The rest behind a line's first word, or NULL when it starts otherwise. */
const char *wire_after(const char *line, const char *word);

/* bestmove or nobestmove? */
bool wire_is_answer(const char *line);

/* Reads such a line, but for the thought, which stands in the last info lines that told a score and a count of nodes. */
void wire_answer(const Wire *w, const char *line, Answer *a);
void wire_thought(const Wire *w, const char *score_line, const char *nodes_line, Thought *t);

/* The name of an option as far as it matters: "UCI_Elo" and "elo" are one, "Hash" and "hashsize", "Skill Level" and
 * "skilllevel". It lies in `bare`, perhaps not at its start. */
enum { BARE_NAME_SIZE = 64 };
char *wire_bare_name(const char *name, size_t length, char bare[BARE_NAME_SIZE]);

/* The same of the name in an option line, from behind `option`. */
char *wire_option_name(const Wire *w, const char *rest, char bare[BARE_NAME_SIZE]);
