/* SPDX-License-Identifier: GPL-3.0-only */
/* options.h - what a GUI can set: one table of names, types, ranges and of the settings behind them.
 *
 * UCI calls an option "Clear Hash", UCCI "clearhash". When a name is read it is normalised: case, blanks, `_` and `-`
 * do not count. Both protocols' names and forms are understood in either (UCCI.md, 24). */
#pragma once

#include "engine/base/text.h"
#include "protocol/player.h"

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

typedef enum Announced { IN_UCCI = 1, IN_UCI = 2, IN_BOTH = 3 } Announced;

typedef struct OptionVar {
    const char *word;
    int value;
} OptionVar;

typedef struct OptionSpec {
    const char *uci;   /* the name in UCI */
    const char *names; /* all that are understood, normalised, separated by blanks; UCCI's comes first */
    OptionType type;
    Announced announced;
    size_t field; /* check, spin, combo: where in Settings its number stands */
    int min, max;
    bool automatic;                            /* spin: 0, which is UCCI's minimum, is "choose yourself" */
    const OptionVar *vars;                     /* combo: the values, up to a NULL word */
    void (*changed)(Player *p);                /* to be called after setting the number, and by a button; or NULL */
    void (*take)(Player *p, const char *text); /* string: sets it; NULL: the path of the log, the session's business */
} OptionSpec;

extern const OptionSpec option_specs[];
extern const int option_count;

typedef struct OptionValue {
    int number;       /* check: 0 or 1; combo: a var's value */
    const char *text; /* string */
} OptionValue;

/* The number with which the player begins. */
int option_initial(const OptionSpec *spec);

/* Reads what follows the word setoption, in UCI's or UCCI's form; numbers are clamped to their range. NULL when there is
 * no such option or the value says nothing; then what would be right is added to `why`. Cuts up `args`, in which the
 * value's text lies. */
const OptionSpec *option_read(char *args, OptionValue *value, Text *why);

/* The path of the log is left to the session. */
void option_set(const OptionSpec *spec, OptionValue value, Player *p);
