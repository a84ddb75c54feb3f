/* client.h - the GUI's side of UCCI and UCI, with a deadline on every answer.
 *
 * A Client speaks for one running engine and starts it again after a crash. Clocks are measured here:
 * from just before `go` (or `ponderhit`) is written to the moment the answer is read. The position is
 * sent and acknowledged (isready) before a clock starts, which also tells apart an answer to this
 * `go` from a stray one. All times are microseconds of clock_us(). */
#pragma once

#include <stdio.h>

#include "bench/match/process.h"
#include "bench/match/wire.h"

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

enum { CLIENT_TEXT_SIZE = 320, INFO_SIZE = 512 };

typedef struct Client {
    Wire wire;
    ProcessHost *host; /* borrowed, as are the next two */
    const Patience *patience;
    FILE *log; /* NULL: none */
    Process process;
    bool running;
    bool pondering;
    Move expected; /* while pondering */
    char id_name[80];
    Text announced;                                    /* names of its options, one a line; empty: it lists none */
    size_t logged;                                     /* bytes of its output in the log since it was last told something */
    long unlogged;                                     /* lines left out since then */
    ClientFault fault;                                 /* why the last request was not fulfilled */
    char text[CLIENT_TEXT_SIZE];                       /* the same in words */
    char line_score[INFO_SIZE], line_nodes[INFO_SIZE]; /* the last of each sort */
} Client;

void client_init(Client *c, const EngineSpec *spec, ProcessHost *host, const Patience *patience, FILE *log);

/* What is asked of it returns true, or false with `fault` and `text`.
 * Starts the engine if it does not run, and brings it through handshake and options. */
bool client_start(Client *c) __attribute__((warn_unused_result));

/* Does the engine that runs have such an option? Generously: how names are spelt differs between the protocols, and engines
 * take more than they list; one that lists none may have any. */
bool client_knows_option(const Client *c, const char *name);

/* Begins a game. From here on a suspension of the runner makes whatever is asked end with CLIENT_HELD. */
bool client_new_game(Client *c) __attribute__((warn_unused_result));

/* Has the engine find a move in game->now. */
bool client_think(Client *c, const ThinkRequest *request, Answer *answer) __attribute__((warn_unused_result));

/* Lets the engine think on while the opponent does, expecting `expected` in game->now. The answer is
 * asked for by the next client_think(). */
bool client_ponder(Client *c, const ThinkRequest *request, Move expected) __attribute__((warn_unused_result));

/* Asks the engine to leave if it runs, then makes sure, and frees. Waits no longer than the deadline. */
void client_quit(Client *c, int64_t deadline_us);
