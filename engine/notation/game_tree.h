/* SPDX-License-Identifier: GPL-3.0-only */
/* game_tree.h - a game as read from a file: start position, tags, and a tree of moves with comments,
 * judgements and variations. Every reader of games builds one, and every writer walks one.
 *
 * The tree is a main line; each move has the variations that replace it. */
#pragma once

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/board/position.h"
#include "engine/rules/result.h"

typedef struct TreeTag {
    char *name, *value;
} TreeTag;

enum { TREE_FAULT_SIZE = 600, TREE_NAGS = 4 };

/* Limits of a tree, which no real game reaches. */
enum {
    TREE_DEEPEST = 16,      /* variations around a move */
    TREE_LONGEST = 40000,   /* moves from the start to a move, so that the counters of plies stay in range */
    TREE_LARGEST = 1 << 20, /* moves, against files made to exhaust the memory; the largest known file has 226,491 */
};

typedef struct TreeLine TreeLine;

typedef struct TreeMove {
    Move move;
    /* Numeric Annotation Glyphs, 0 after the last: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!` ...;
     * excess ones are dropped */
    uint8_t nags[TREE_NAGS];
    char *comment;   /* comments after the move, joined; NULL if there is no comment */
    TreeLine *lines; /* variations that replace this move */
    int line_count;
    size_t line_room;
} TreeMove;

struct TreeLine {
    char *comment;   /* comment before the first move; NULL if there is no comment */
    TreeMove *moves; /* consecutive legal moves, with variations up to TREE_DEEPEST deep; deeper variations are dropped */
    int plies;
    size_t move_room;
};

/* What a reader could not read. */
typedef struct ReadReport {
    int lost_lines, lost_comments; /* number of variations and of comments that were not read */
    int illegal_moves;             /* number of moves that cannot be played; each ends its line */
    bool main_ends_illegal;        /* true if one of them ends the main line */
    int fault_line;                /* line of the first fault, from 1; 0 if there is none or in a binary file */
    char fault[TREE_FAULT_SIZE];   /* a clause about the first fault, safe for a terminal; empty if there is none */
    bool result_disputed;          /* true if the only fault is that the tag states a different result */
} ReadReport;

typedef struct GameTree {
    Position start;
    bool start_given; /* true if the file gives `start` */
    bool start_lost;  /* true if the start position is damaged: it is unknown, and there are no moves */
    TreeTag *tags;    /* tags in order. This and all pointers below are owned */
    int tag_count;
    size_t tag_room;
    TreeLine main;
    Outcome outcome;
    ReadReport report;
} GameTree;

/* Returns true if a part of the game could not be read; `fault` describes it. */
static inline bool tree_has_fault(const GameTree *g) { return g->report.fault[0] != '\0'; }

/* Returns true if the moves of the game are not all known: it has a fault, or its main line ends at an illegal
 * move. Variations and comments do not count. */
static inline bool tree_is_damaged(const GameTree *g) { return tree_has_fault(g) || g->report.main_ends_illegal; }

/* Returns true if at least a part of a game was found. A text that contains no game is read as a game
 * with a fault and neither tags nor moves. */
static inline bool tree_is_there(const GameTree *g)
{
    return !g->start_lost && (!tree_has_fault(g) || g->tag_count > 0 || g->main.plies > 0);
}

/* Initialises a game that is not over and has no moves yet, at the start position. */
void tree_init(GameTree *game);
void tree_clear(GameTree *game); /* frees the memory and initialises the game again */

/* Returns the value of a tag, or NULL if absent. If several tags have this name, the last one is used.
 * Names are compared exactly. */
const char *tree_tag(const GameTree *game, const char *name);

/* Returns the value of a tag, or an empty string. */
static inline const char *tree_tag_text(const GameTree *game, const char *name)
{
    const char *value = tree_tag(game, name);
    return value ? value : "";
}

/* Returns the name of a player, or the word for the side if it is unknown. */
const char *tree_player(const GameTree *game, Side side, Language language);

/* Returns true for tags that say only what the rest of the tree says, or how it was written: FEN, Result
 * and Format. Writers make them anew. */
bool tree_tag_is_made(const char *name);

/* Adds a tag. A FEN tag does not change `start`: the writer adds it. Returns false if an allocation
 * fails. */
bool tree_set_tag(GameTree *game, const char *name, const char *value) __attribute__((warn_unused_result));

/* Appends a legal move to the main line, with its comment or NULL; both are copied. Returns false if an
 * allocation fails. */
bool tree_add_move(GameTree *game, Move m, const char *comment) __attribute__((warn_unused_result));

/* Appends a legal move to a line. Returns it, valid until the next move is added to the line, or NULL
 * if an allocation fails. */
TreeMove *tree_line_add_move(TreeLine *line, Move m) __attribute__((warn_unused_result));

/* Adds an empty variation to a move. Returns it, valid until the next variation is added to the
 * move, or NULL if an allocation fails. */
TreeLine *tree_add_line(TreeMove *move) __attribute__((warn_unused_result));

/* Remove one of a move's variations, or all tags of a name. */
void tree_drop_line(TreeMove *move, int number);
void tree_drop_tag(GameTree *game, const char *name);

/* Adds a Numeric Annotation Glyph, if there is room. */
void tree_add_nag(TreeMove *move, int nag);

/* Returns the sign of a Numeric Annotation Glyph, such as "!?", or NULL if it has none. */
const char *tree_nag_sign(int nag);

/* Returns the Numeric Annotation Glyph of a sign, or 0. */
int tree_nag_of_sign(const char *text);

/* Adds all remarks on a move as one text, for formats that have only comments: its judgements, its
 * comment, and in parentheses the comments of variations without moves. */
void tree_add_remarks(const TreeMove *move, Text *out);

_Static_assert(OUTCOME_OPEN == 0 && OUTCOME_RED == 1 && OUTCOME_BLACK == 2 && OUTCOME_DRAW == 3, "numbers in files");

/* Returns the outcome that most formats store as this number: 1 Red has won, 2 Black has won, 3 draw;
 * others: open. */
static inline Outcome tree_outcome_numbered(int n) { return in_range(n, OUTCOME_OPEN, OUTCOME_DRAW) ? (Outcome)n : OUTCOME_OPEN; }

/* Stores the clause about the first fault, if there is one; `line` is its line in a text, or 0. */
void tree_set_fault(GameTree *game, int line, const Text *why);

/* Adds a clause with the numbers of variations, comments and illegal moves that were left out. Returns
 * false if nothing was left out. */
bool tree_left_out(const GameTree *game, Text *out);
