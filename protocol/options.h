/* SPDX-License-Identifier: GPL-3.0-only */
/* options.h - the options of a GUI: a table of names, types, ranges and the settings behind them.
 *
 * UCI calls an option "Clear Hash", UCCI "clearhash". Names are normalised before they are
 * compared: case, blanks, `_` and `-` do not count. The names and forms of either protocol are
 * understood in both (UCCI.md, 24). */
#pragma once

#include "engine/base/text.h"
#include "search/engine.h"

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

typedef enum Announced { IN_UCCI = 1, IN_UCI = 2, IN_BOTH = 3 } Announced;

typedef struct OptionVar {
    const char *word;
    int value;
} OptionVar;

typedef struct OptionSpec {
    const char *uci;   /* name in UCI */
    const char *names; /* all accepted names, normalised and separated by blanks; UCCI's name comes first */
    OptionType type;
    Announced announced;
    size_t field; /* check, spin, combo: offset of its number in Settings */
    int min, max;
    bool automatic;                            /* spin: 0, the minimum in UCCI, means automatic */
    const OptionVar *vars;                     /* combo: the values, up to a NULL word */
    void (*changed)(Engine *p);                /* called after the number was set, or
                                                * when a button is pressed; may be NULL */
    void (*take)(Engine *p, const char *text); /* string: sets it; NULL for the path of
                                                * the log, which the session handles */
} OptionSpec;

extern const OptionSpec option_specs[];
extern const int option_count;

typedef struct OptionValue {
    int number;       /* check: 0 or 1; combo: the value of its word */
    const char *text; /* string */
} OptionValue;

/* Returns the number with which a new engine starts. */
int option_initial(const OptionSpec *spec);

/* Parses the text after `setoption`, in UCI's or UCCI's form. Numbers are clamped to their range.
 * Returns NULL if there is no such option or its value is invalid, and adds to *why what would be
 * right. Modifies `args`, which a string value points into. */
const OptionSpec *option_read(char *args, OptionValue *value, Text *why);

/* Sets an option of the engine. The path of the log is left to the session. */
void option_set(const OptionSpec *spec, OptionValue value, Engine *p);
