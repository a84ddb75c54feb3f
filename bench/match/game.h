/* game.h - one refereed game between two engines, and the record of it. */
#ifndef HANXIN_BENCH_MATCH_GAME_H
#define HANXIN_BENCH_MATCH_GAME_H

#include "bench/match/client.h"
#include "engine/rules/rules.h"

typedef enum Ending {
    ENDING_NONE,
    ENDING_CHECKMATE,
    ENDING_STALEMATE,       /* the side without a move has lost, as Xiangqi has it */
    ENDING_PERPETUAL_CHECK, /* lost by the side that kept checking */
    ENDING_PERPETUAL_CHASE, /* lost by the side that kept chasing */
    ENDING_REPETITION,      /* drawn */
    ENDING_MOVE_LIMIT,      /* drawn: too long without a capture */
    ENDING_MATERIAL,        /* drawn: nobody can win any more */
    ENDING_AGREEMENT,
    ENDING_RESIGNATION,
    ENDING_ADJUDICATED_WIN,
    ENDING_ADJUDICATED_DRAW,
    ENDING_LENGTH, /* drawn: --maxplies */
    ENDING_TIME,   /* the rest are losses by misbehaviour */
    ENDING_ILLEGAL,
    ENDING_CRASH,
    ENDING_STALL,
    ENDING_PROTOCOL,
    ENDINGS
} Ending;

/* Short names as in files, such as "time forfeit"; and back, ENDING_NONE if unknown. */
const char *game_ending_name(Ending e);
Ending game_ending_from_name(const char *name);
static inline bool ending_is_misbehaviour(Ending e) { return e >= ENDING_TIME; }

typedef enum Outcome { OUTCOME_NONE, OUTCOME_RED, OUTCOME_BLACK, OUTCOME_DRAW } Outcome;

const char *outcome_text(Outcome o); /* "1-0", "0-1", "1/2-1/2", "*" */
Outcome outcome_from_text(const char *text);

typedef struct PlyRecord {
    Move move;
    Thought thought;
    int64_t elapsed_us;
} PlyRecord;

#define NO_SLACK INT64_MAX

enum { REASON_SIZE = 400 };

typedef struct GameRecord {
    int id;
    int red, black; /* engines */
    int round;
    Position start;
    Outcome outcome;
    Ending ending;
    char reason[REASON_SIZE]; /* one sentence */
    PlyRecord *moves;         /* owned */
    int plies, capacity;
    int64_t slack_us[2]; /* the least time each side had left when its move came; NO_SLACK without clock */
    int64_t date;        /* seconds since 1970 when it ended */
} GameRecord;

void game_record_clear(GameRecord *r); /* frees; an all-zero record is an empty one */
bool game_record_add(GameRecord *r, const PlyRecord *ply) __attribute__((warn_unused_result));

typedef struct Adjudication {              /* counts are moves of each side; 0 switches a rule off */
    int draw_count, draw_score, draw_from; /* so many moves within +-score, from move number `draw_from` on */
    int win_count, win_score;              /* the loser sees itself so far behind for so many moves */
    bool win_both;                         /* ... and the winner itself so far ahead */
    int max_plies;                         /* drawn then */
    RuleSet rules;                         /* by which repetitions are judged */
    int quiet_limit;                       /* the natural limit: drawn after so many plies; 0: never */
    bool draw_offers;                      /* UCCI engines may agree on a draw */
} Adjudication;

typedef enum GameEnd {
    GAME_OVER,    /* the record is complete */
    GAME_STOPPED, /* the runner is ending; like the next two: the record is void */
    GAME_HELD,    /* the runner was suspended; play it again. record->reason tells more, as below */
    GAME_TROUBLE, /* the runner lacks memory, descriptors or processes */
} GameEnd;

typedef struct GameWatch { /* told after each move */
    void (*moved)(void *self, const GameRecord *record);
    void *self;
} GameWatch;

/* Plays from record->start between clients[RED] and clients[BLACK], which are started if need be, and
 * completes the record. Only what an engine did itself loses it the game. */
GameEnd play_game(Client *const clients[2], const Adjudication *rules, const GameWatch *watch, GameRecord *record);

#endif
