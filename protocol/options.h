/* options.h - what a GUI can set: one table of names, types, ranges, initial values and setters.
 *
 * UCI calls an option "Clear Hash", UCCI "clearhash". When a name is read it is normalised: case, blanks, `_` and `-`
 * do not count. Both protocols' names and forms are understood in either (UCCI.md, 24). */
#pragma once

#include "protocol/player.h"

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

typedef enum Announced { IN_UCCI = 1, IN_UCI = 2, IN_BOTH = 3 } Announced;

/* How the session talks and deals. */
typedef struct Manners {
    bool milliseconds; /* times in `go` are milliseconds, else seconds */
    bool batch, debug;
    bool wdl; /* chances of win, draw and loss are shown */
    bool accepts, concedes;
    int accept_score, concede_score; /* centipawns */
} Manners;

/* What options act upon. The functions are called with `self`. */
typedef struct OptionTarget {
    Player *player;
    Manners *manners;
    void (*new_game)(void *self);
    void (*log_to)(void *self, const char *path);
    void *self;
} OptionTarget;

typedef struct OptionValue {
    int number;       /* check: 0 or 1; combo: a var's value */
    const char *text; /* string */
} OptionValue;

typedef struct OptionVar {
    const char *word;
    int value;
} OptionVar;

typedef struct OptionSpec {
    const char *uci;   /* the name in UCI */
    const char *names; /* all that are understood, normalised, separated by blanks; UCCI's comes first */
    OptionType type;
    Announced announced;
    int initial, min, max;
    bool automatic;                             /* spin: 0, which is UCCI's minimum, is "choose yourself" */
    const OptionVar *vars;                      /* combo: the values, up to a NULL word */
    bool (*read)(const char *word, int *value); /* combo: understands more words; or NULL */
    void (*set)(const OptionTarget *target, OptionValue value);
} OptionSpec;

extern const OptionSpec option_specs[];
extern const int option_count;

/* Sets all to their initial values. */
void options_start(const OptionTarget *target);

/* Reads what follows the word setoption, in UCI's or UCCI's form; numbers are clamped to their range. NULL when there
 * is no such option or the value says nothing; then fault[OPTION_FAULT_SIZE] says what would be right. Cuts up `args`, in
 * which the value's text lies. */
enum { OPTION_FAULT_SIZE = 400 };
const OptionSpec *option_read(char *args, OptionValue *value, char *fault);
