/* SPDX-License-Identifier: GPL-3.0-only */
/* client.h - the GUI's side of UCCI and UCI, with a deadline on every answer.
 *
 * A Client speaks for one running engine and starts it again after a crash. Clocks are measured here:
 * from just before `go` (or `ponderhit`) is written to the moment the answer is read. The position is
 * sent and acknowledged (isready) before a clock starts, which also tells apart an answer to this
 * `go` from a stray one. All times are microseconds of clock_us(). */
#pragma once

#include <stdio.h>

#include "bench/engines/process.h"
#include "engine/board/score.h"
#include "engine/rules/game.h"

#define MATE_SCORE 100000 /* a mate in n plies is MATE_SCORE - n */
#define NO_SCORE   INT32_MIN

typedef struct Thought { /* what an engine said of a move */
    int32_t score;       /* centipawns for the mover, NO_SCORE if it told none */
    int depth;           /* 0 if untold */
    uint64_t nodes;      /* 0 if untold */
} Thought;

typedef struct Line { /* an engine's best line at a moment */
    Thought thought;
    int64_t at_us; /* since `go` */
    int plies;
    Move moves[MAX_PLY]; /* two points of the board each; of their legality nothing is known */
} Line;

typedef struct Answer {
    char text[32]; /* the word behind bestmove; empty for nobestmove */
    Move move;     /* two points of the board, of whose legality nothing is known; MOVE_NONE if the word is no such thing */
    Move ponder;   /* the same; MOVE_NONE if untold */
    bool resigns, offers_draw;
    int64_t elapsed_us;
} Answer;

typedef struct ThinkRequest { /* arrays by side */
    const Game *game;
    const MatchLimits *limits[2];
    int64_t left_us[2];   /* both clocks as they stand before a move */
    int moves_to_go[2];   /* 0: no further period */
    bool draw_offered;    /* with the last move */
    Move bans[MAX_MOVES]; /* for UCCI's banmoves */
    int ban_count;
} ThinkRequest;

typedef enum ClientFault {
    CLIENT_OK,
    CLIENT_STOPPED,  /* the runner is ending; nobody's fault */
    CLIENT_HELD,     /* the runner was suspended: times that were measured are not true; nobody's fault */
    CLIENT_TROUBLE,  /* the runner lacks memory, descriptors or processes; not the engine's fault */
    CLIENT_CRASH,    /* it ended or closed its pipes */
    CLIENT_STALL,    /* it does not answer at all any more */
    CLIENT_TIME,     /* the clock ran out; it did answer `stop` */
    CLIENT_PROTOCOL, /* it said what it must not */
} ClientFault;

typedef struct Client {
    const EngineSpec *spec; /* borrowed, as are the next three */
    ProcessHost *host;
    const Patience *patience;
    FILE *log; /* NULL: none */
    Process process;
    bool running;
    Protocol protocol; /* found in the handshake, never AUTO then */
    bool milliseconds; /* UCCI: it offers to count in them */
    bool pondering;
    Move expected; /* while pondering */
    char id_name[80];
    Text announced;    /* names of its options, one a line; empty: it lists none */
    size_t logged;     /* bytes of its output in the log since it was last told something */
    long unlogged;     /* lines left out since then */
    ClientFault fault; /* why the last request was not fulfilled */
    char text[320];    /* the same in words */
    Thought thought;   /* since `go` */
    int64_t go_us;     /* when that was */
    void (*heard)(
        void *self,
        const Line *line); /* called with each line of play that is the best one; NULL, as client_init() leaves it: nobody listens */
    void *self;
} Client;

void client_init(Client *c, const EngineSpec *spec, ProcessHost *host, const Patience *patience, FILE *log);

/* What is asked of it returns true, or false with `fault` and `text`.
 * Starts the engine if it does not run, and brings it through handshake and options. */
bool client_start(Client *c) __attribute__((warn_unused_result));

/* Does the engine that runs have such an option? Generously: "UCI_Elo" and "elo" are one, "Hash" and "hashsize", "Skill Level"
 * and "skilllevel", and one that lists none may have any. */
bool client_knows_option(const Client *c, const char *name);

/* Begins a game. From here on a suspension of the runner makes whatever is asked end with CLIENT_HELD. */
bool client_new_game(Client *c) __attribute__((warn_unused_result));

/* Has the engine find a move in game->now. */
bool client_think(Client *c, const ThinkRequest *request, Answer *answer) __attribute__((warn_unused_result));

/* Lets the engine think on while the opponent does, expecting `expected` in game->now. The answer is
 * asked for by the next client_think(). */
bool client_ponder(Client *c, const ThinkRequest *request, Move expected) __attribute__((warn_unused_result));

/* Asks the engine to leave if it runs, makes sure after a while, and frees. */
void client_quit(Client *c);
