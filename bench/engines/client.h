/* SPDX-License-Identifier: GPL-3.0-only */
/* client.h - controls an engine as a GUI does, in UCCI or UCI, with a deadline for every answer.
 *
 * A Client communicates with one engine and restarts it after a crash. It also measures the thinking
 * time, from just before it writes `go` (or `ponderhit`) until it has read the answer. The engine
 * acknowledges the position (isready) before the time starts, so the answer to an earlier `go` cannot
 * be taken for this one. All times are in microseconds of clock_us(). */
#pragma once

#include <stdio.h>

#include "bench/engines/process.h"
#include "engine/board/score.h"
#include "engine/rules/game.h"

#define MATE_SCORE 100000 /* mate in n plies is MATE_SCORE - n */
#define NO_SCORE   INT32_MIN

typedef struct Thought { /* an engine's report on its move */
    int32_t score;       /* centipawns for the side to move; NO_SCORE if not reported */
    int depth;           /* 0 if not reported */
    uint64_t nodes;      /* 0 if not reported */
} Thought;

typedef struct Line { /* an engine's principal variation at one moment */
    Thought thought;
    int64_t at_us; /* time since `go` */
    int plies;
    Move moves[MAX_PLY]; /* two points of the board each; not checked for legality */
} Line;

typedef struct Answer {
    char text[32]; /* word after bestmove; empty for nobestmove */
    Move move;     /* two points of the board, not checked for legality; MOVE_NONE if the word is not a move */
    Move ponder;   /* likewise; MOVE_NONE if the word is missing */
    bool resigns, offers_draw;
    int64_t elapsed_us;
} Answer;

typedef struct ThinkRequest { /* arrays are indexed by side */
    const Game *game;
    const MatchLimits *limits[2];
    int64_t left_us[2];   /* both clocks before the move */
    int moves_to_go[2];   /* moves until the next time control; 0: no time control */
    bool draw_offered;    /* the opponent offered a draw with its last move */
    Move bans[MAX_MOVES]; /* moves for UCCI's banmoves */
    int ban_count;
} ThinkRequest;

typedef enum ClientFault {
    CLIENT_OK,
    CLIENT_STOPPED,  /* the runner is ending; not the engine's fault */
    CLIENT_HELD,     /* the runner was suspended, so measured times are invalid; not the engine's fault */
    CLIENT_TROUBLE,  /* the runner lacks memory, descriptors or processes; not the engine's fault */
    CLIENT_CRASH,    /* the engine ended or closed its pipes */
    CLIENT_STALL,    /* the engine no longer answers */
    CLIENT_TIME,     /* the engine exceeded its time, but did answer `stop` */
    CLIENT_PROTOCOL, /* the engine sent a line that the protocol forbids at this point */
} ClientFault;

typedef struct Client {
    const EngineSpec *spec; /* borrowed, like the next three */
    ProcessHost *host;
    const Patience *patience;
    FILE *log; /* NULL if there is no log */
    Process process;
    bool running;
    Protocol protocol; /* never PROTOCOL_AUTO after the handshake */
    bool milliseconds; /* UCCI: true if the engine has the option usemillisec */
    bool pondering;
    Move expected; /* move of the opponent that the engine ponders on */
    char id_name[80];
    Text announced;    /* names of the engine's options, one per line; empty if it lists none */
    size_t logged;     /* bytes of output logged since a line was last sent to the engine */
    long unlogged;     /* number of output lines since then that were not logged */
    ClientFault fault; /* why the last request failed */
    char text[320];    /* the reason in words */
    Thought thought;   /* latest report since `go` */
    int64_t go_us;     /* time of that `go` */
    /* called with each principal variation; NULL, as set by client_init(), for no listener */
    void (*heard)(void *self, const Line *line);
    void *self;
} Client;

void client_init(Client *c, const EngineSpec *spec, ProcessHost *host, const Patience *patience, FILE *log);

/* Starts the engine unless it is already running: performs the handshake and sets the options. This
 * function and the requests below return false, with `fault` and `text` set, if they fail. */
bool client_start(Client *c) __attribute__((warn_unused_result));

/* Begins a game. If the runner is suspended after this, requests fail with CLIENT_HELD until the next
 * game. */
bool client_new_game(Client *c) __attribute__((warn_unused_result));

/* Makes the engine search for a move in game->now. */
bool client_think(Client *c, const ThinkRequest *request, Answer *answer) __attribute__((warn_unused_result));

/* Makes the engine ponder while the opponent thinks, as if `expected` had been played in game->now. The next client_think() collects the answer. */
bool client_ponder(Client *c, const ThinkRequest *request, Move expected) __attribute__((warn_unused_result));

/* Sends `quit` if the engine is running, kills the engine after the grace period, and frees all
 * memory. */
void client_quit(Client *c);
