/* client.h - the GUI's side of UCCI and UCI, with a deadline on every answer.
 *
 * A Client speaks for one running engine and starts it again after a crash. Clocks are measured here:
 * from just before `go` (or `ponderhit`) is written to the moment the answer is read. The position is
 * sent and acknowledged (isready) before a clock starts, which also tells apart an answer to this
 * `go` from a stray one. All times are microseconds of clock_us(). */
#ifndef HANXIN_BENCH_MATCH_CLIENT_H
#define HANXIN_BENCH_MATCH_CLIENT_H

#include <stdio.h>

#include "bench/match/process.h"
#include "engine/rules/game.h"

typedef enum Protocol { PROTOCOL_AUTO, PROTOCOL_UCCI, PROTOCOL_UCI } Protocol;

typedef struct MatchLimits { /* 0 everywhere: no such limit */
    int64_t base_us, increment_us;
    int period;      /* moves that the base is for, 0 for the whole game */
    int64_t move_us; /* time for each move */
    uint64_t nodes;
    int depth;
    int64_t margin_us; /* how far a clock may be overdrawn */
} MatchLimits;

typedef struct EngineOption {
    char *name, *value; /* value NULL: a button */
} EngineOption;

typedef struct EngineSpec { /* what the user said about an engine; all texts owned */
    char *name;             /* NULL until the engine has told its own */
    char *command;
    char *directory;  /* NULL: the runner's */
    char *error_file; /* NULL: standard error is thrown away */
    Protocol protocol;
    int rank_base; /* 1 when its ranks run from 1 to 10 */
    bool ponder;
    bool banmoves; /* tell it by UCCI's banmoves which moves would lose by repetition */
    MatchLimits limits;
    EngineOption *options;
    int option_count;
} EngineSpec;

void engine_spec_clear(EngineSpec *spec); /* frees what it owns */

/* Sets an option, in place of an earlier one of that name. False when memory is short. */
bool engine_spec_set_option(EngineSpec *spec, const char *name, const char *value) __attribute__((warn_unused_result));

typedef struct Patience { /* microseconds to wait */
    int64_t answer_us;    /* for the handshake and for readyok */
    int64_t stall_us;     /* for a move when no clock runs */
    int64_t grace_us;     /* for a move after `stop`, and for the end after `quit` */
} Patience;

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

typedef struct ClockFace { /* both clocks as they stand before a move, by side */
    int64_t left_us[2];
    int moves_to_go[2]; /* 0: no further period */
} ClockFace;

typedef struct Client {
    const EngineSpec *spec; /* borrowed, as are the next three */
    const ProcessHost *host;
    const Patience *patience;
    FILE *log; /* NULL: none */
    Process process;
    bool running;
    Protocol protocol; /* found in the handshake, never AUTO then */
    bool milliseconds; /* UCCI: times are not in whole seconds */
    bool pondering;
    Move expected; /* while pondering */
    char id_name[80];
    char *announced; /* names of its options, one a line; owned; NULL: it lists none */
    size_t announced_used, announced_size;
    size_t logged;                                     /* bytes of its output in the log since it was last told something */
    long unlogged;                                     /* lines left out since then */
    char text[CLIENT_TEXT_SIZE];                       /* what went wrong, after any fault */
    char line_score[INFO_SIZE], line_nodes[INFO_SIZE]; /* the last of each sort */
} Client;

void client_init(Client *c, const EngineSpec *spec, const ProcessHost *host, const Patience *patience, FILE *log);

/* Starts the engine if it does not run, and brings it through handshake and options. */
ClientFault client_start(Client *c);

/* Does the engine have such an option? Generously: how names are spelt differs between the protocols, and engines take
 * more than they list; one that lists none may have any. */
bool client_knows_option(const Client *c, const char *name);

/* Begins a game. From here on a suspension of the runner makes whatever is asked end with CLIENT_HELD. */
ClientFault client_new_game(Client *c);

/* Has the engine find a move in game->now. `history` is the position after the last capture and
 * `history_ply` the moves made before it, which is how UCCI wants positions told. `theirs` are the
 * opponent's limits. */
typedef struct ThinkRequest {
    const Game *game;
    const Position *history;
    int history_ply;
    const ClockFace *clocks;
    const MatchLimits *theirs;
    bool draw_offered;
    const Move *bans; /* for UCCI's banmoves */
    int ban_count;
} ThinkRequest;
ClientFault client_think(Client *c, const ThinkRequest *request, Answer *answer);

/* Lets the engine think on while the opponent does, expecting `expected` in game->now. The answer is
 * asked for by the next client_think(). */
ClientFault client_ponder(Client *c, const ThinkRequest *request, Move expected);

/* Asks the engine to leave, then makes sure. Waits no longer than the deadline. */
void client_quit(Client *c, int64_t deadline_us);
void client_clear(Client *c); /* ends the engine at once and frees */

#endif
