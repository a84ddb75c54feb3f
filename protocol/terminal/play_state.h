/* play_state.h - the game at the terminal: what is being played, by whom, and how far it is. For play*.c alone. */
#ifndef HANXIN_PROTOCOL_TERMINAL_PLAY_STATE_H
#define HANXIN_PROTOCOL_TERMINAL_PLAY_STATE_H

#include "engine/rules/judge.h"
#include "engine/notation/pgn.h"
#include "protocol/brain.h"
#include "protocol/terminal/editor.h"
#include "protocol/terminal/screen.h"

/* Where the game is kept while it is played, see play_keep.c. */
enum { KEEP_PATH_SIZE = 1200 };
typedef struct Keep {
    bool on;                   /* games are kept */
    bool changed;              /* since it was last kept or saved: what would be lost */
    bool told;                 /* that it cannot be kept */
    int place;                 /* from 1; 0: none yet */
    FILE *lock;                /* of the place, held while it is ours */
    char left[KEEP_PATH_SIZE]; /* where the game is that was just given up, for play_show() to say; "" if nowhere */
} Keep;

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
    int64_t turn_ms;    /* when the side to move began to think; does not pass while suspended */
    Result result;      /* ENDING_NONE of a finished game: as a loaded one says */
    Judgement judgement;
    Brain brain;
    Editor editor;
    Keep keep;
    bool quit, ended;            /* the latter: input has ended, and no line came since */
    char word[SCREEN_MOVE_SIZE]; /* handed out for completion */
} Play;

/* In the language spoken. */
static inline const char *either(const Play *p, const char *english, const char *chinese)
{
    return p->screen.language == LANGUAGE_CHINESE ? chinese : english;
}

/* A line to the person. */
void play_say(const Play *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A question to be answered by yes or no; anything else is no. */
bool play_ask(Play *p, const char *question);

/* Is it a person who goes on, and not the engine? */
bool play_waits(const Play *p);

/* The board with all around it; `marks` are points to be marked. */
void play_redraw(const Play *p, Bitboard marks);

/* Announces the result and its reason, if there is one. */
void play_announce(const Play *p);

/* Both, and where the game before this one went. */
void play_show(Play *p);

/* Plays a legal move: clock, redo list, referee. Says so and returns false if memory is short. */
bool play_move(Play *p, Move m);

/* One ply back or forward again. False if there is none. */
bool play_undo(Play *p);
bool play_redo(Play *p);

/* A new game from a position; players stay. */
void play_restart(Play *p, const Position *start);

/* Ends the game otherwise than by the rules. */
void play_end(Play *p, Result result);

/* What the engine may spend on advice, at full strength. */
Limits play_advice(const Play *p, int64_t time_ms);

/* Searches while a person looks on: who thinks is shown, Ctrl-C stops it, and any key if `keys`. False, with or without a
 * result, if it was stopped or there was no memory. `what` says what is done, "" if it need not be shown. */
bool play_search(Play *p, const Limits *limits, bool keys, const char *what, SearchResult *result);

/* The engine finds and plays a move for the side to move; Ctrl-C, or between two engines any key, stops it and pauses. */
void play_think(Play *p);

/* Carries out what a person typed: a command, a square, or a move. Cuts up the line. */
void play_obey(Play *p, char *line);

/* For the editor: words that may stand behind `before` on a line. */
const char *play_words(void *self, const char *before, int i);

/* May this game be given up for another one, or for good? Asks only where it would be lost. */
bool play_gives_up(Play *p);

/* The game and the players as a PGN game, which is empty. False when memory is short. */
bool play_to_pgn(const Play *p, PgnGame *game);

/* A game as read becomes the game played. False, after saying so, when memory is short. */
bool play_set_up(Play *p, const PgnGame *game);

/* Play from and into a PGN file. They say what is wrong and return false. */
bool play_load(Play *p, const char *path);
bool play_save(Play *p, const char *path, Notation notation);

/* Keeps the game if it has changed. Says once if it cannot be. */
void play_keep(Play *p);

/* Is all of this game kept? Then *path (KEEP_PATH_SIZE) is where. */
bool play_is_kept(const Play *p, char *path);

/* What comes next is another game, for a place of its own. */
void play_keep_leave(Play *p);

/* Goes on with the latest unfinished game that nobody plays now, its players and settings. False after saying on
 * standard error what is wrong. */
bool play_resume(Play *p);

/* play_arguments.c. Reading returns false after a line on standard error about what is wrong; then *status is what the
 * process ends with: EXIT_FAILURE for a position or book that cannot be had, else EXIT_USAGE. */
bool play_wants_last(int argc, char **argv);
void play_usage(Language language);
bool play_read_arguments(Play *p, int argc, char **argv, Position *start, int *status);

/* Who plays and how, as arguments again. */
void play_settings_write(const Play *p, char *out, size_t size);
void play_settings_read(Play *p, const char *settings);

/* red, black, both or none: the side that people play. False if the word is none of these. */
bool play_take_side(Play *p, const char *word);
const char *play_side(const Play *p);

/* The engine plays by a level, by time or by depth, one of which is given and the others 0. */
void play_take_strength(Play *p, int level, int64_t time_ms, int depth);

/* "0.5", "500ms". */
bool play_read_seconds(const char *value, int64_t *ms);

#endif
