/* play_state.h - the game at the terminal: what is being played, by whom, and how far it is. For play*.c alone. */
#ifndef HANXIN_PROTOCOL_PLAY_STATE_H
#define HANXIN_PROTOCOL_PLAY_STATE_H

#include "engine/judge.h"
#include "engine/pgn.h"
#include "protocol/brain.h"
#include "protocol/screen.h"

typedef enum Outcome {
    OUTCOME_OPEN,
    OUTCOME_JUDGED, /* by the rules: `judgement` */
    OUTCOME_RESIGNED,
    OUTCOME_AGREED,   /* a draw */
    OUTCOME_RECORDED, /* as a loaded game says, without a reason of the rules */
} Outcome;

typedef struct Play {
    Screen screen;
    RuleSet rules;
    int limit;       /* natural limit in plies, 0 none */
    bool engine[2];  /* which sides the engine plays */
    bool paused;     /* it waits for `go`, whoever is to move */
    int level;       /* 1..SKILL_LEVELS */
    int depth;       /* plies, 0: not limited */
    int64_t time_ms; /* per move */
    Game game;       /* as it stands */
    Move *redo;      /* owned: moves taken back, the last one first to be played again */
    int redo_count;  /* never more than redo_capacity */
    int redo_capacity;
    int64_t used_ms[2]; /* on the clocks */
    int64_t turn_ms;    /* when the side to move began to think */
    Outcome outcome;
    Result result; /* unless OUTCOME_OPEN */
    Judgement judgement;
    Brain brain;
    bool quit;
    char word[SCREEN_MOVE_SIZE]; /* handed out for completion */
} Play;

/* In the language spoken. */
static inline const char *either(const Play *p, const char *english, const char *chinese)
{
    return p->screen.language == LANGUAGE_CHINESE ? chinese : english;
}

/* A line to the person. */
void play_say(const Play *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The board with all around it; `marks` are points to be marked. */
void play_redraw(const Play *p, Bitboard marks);

/* Announces the result and its reason, if there is one. */
void play_announce(const Play *p);

/* Plays a legal move: clock, redo list, referee. Says so and returns false if memory is short. */
bool play_move(Play *p, Move m);

/* One ply back or forward again. False if there is none. */
bool play_undo(Play *p);
bool play_redo(Play *p);

/* A new game from a position; players stay. */
void play_restart(Play *p, const Position *start);

/* Ends the game otherwise than by the rules. */
void play_end(Play *p, Outcome outcome, Result result);

/* Asks the referee again: after moves, undo, new rules. */
void play_judge(Play *p);

/* What the engine may spend on a move, or on advice at full strength. */
Limits play_limits(Play *p);
Limits play_advice(const Play *p, int64_t time_ms);

/* The engine finds and plays a move for the side to move. Between two engines a key stops it and pauses. */
void play_think(Play *p);

/* Carries out what a person typed: a command, a square, or a move. Cuts up the line. */
void play_obey(Play *p, char *line);

/* For the editor: words a line may begin with. */
const char *play_words(void *self, int i);

/* Play from and into a PGN file. They say what is wrong and return false. */
bool play_load(Play *p, const char *path);
bool play_save(const Play *p, const char *path, Notation notation);

#endif
