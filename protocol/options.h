/* SPDX-License-Identifier: GPL-3.0-only */
/* options.h - the options of a GUI: a table of their names, types, ranges and settings.
 *
 * UCI calls an option "Clear Hash", UCCI "clearhash". Names are normalised before they are
 * compared: case, blanks, `_` and `-` do not count. The names and forms of either protocol are
 * understood in both (UCCI.md, 24). */
#pragma once

#include "engine/base/text.h"
#include "search/engine.h"

/* Settings of a session that do not concern the engine. */
typedef struct SessionSettings {
    bool milliseconds; /* true if times in `go` are milliseconds, otherwise seconds */
    bool batch, debug;
    bool wdl; /* true to print the probabilities of win, draw and loss */
    /* The client has named the variant, as for Fairy-Stockfish. Then its ranks count from 1 (UCCI.md, 114). */
    enum { VARIANT_NONE, VARIANT_XIANGQI } variant;
    bool accepts, concedes;
    int accept_score, concede_score; /* centipawns */
} SessionSettings;

extern const SessionSettings session_settings_initial;

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

typedef enum Announced { IN_UCCI = 1, IN_UCI = 2, IN_BOTH = 3 } Announced;

typedef struct OptionVar {
    const char *word;
    int value;
} OptionVar;

typedef struct OptionSpec {
    const char *uci;   /* name in UCI */
    const char *names; /* all accepted names, normalised and separated by blanks; UCCI's name comes first */
    Announced announced;
    OptionType type;
    bool of_session; /* check, spin, combo: a setting of the session, not of the engine */
    size_t field;    /* offset of the setting in its struct: a bool, an int, or an enum as large as an int */
    int min, max;
    bool automatic;                            /* spin: 0, the minimum in UCCI, means automatic */
    const OptionVar *vars;                     /* combo: the values; the entry after the last has a NULL word */
    size_t twin;                               /* combo: field that gets the same value; 0 if there is none */
    void (*take)(Engine *e, const char *text); /* string: function that sets the option; NULL for the log path, which the session handles */
} OptionSpec;

extern const OptionSpec option_specs[];
extern const int option_count;

typedef struct OptionValue {
    int number;       /* check: 0 or 1; combo: the value of its word */
    const char *text; /* value of a string option */
} OptionValue;

/* Returns the default value of a check, spin or combo option. */
int option_initial(const OptionSpec *spec);

/* Parses the text after `setoption`, in UCI's or UCCI's form. Numbers are clamped to their range.
 * Returns NULL if there is no such option or its value is invalid, and adds the fault and the valid
 * values to *why. Modifies `args`, which a string value points into. */
const OptionSpec *option_read(char *args, OptionValue *value, Text *why);

/* Sets an option of the engine or the session, or presses a button; all buttons begin a new game. The
 * session must set the path of the log itself. */
void option_set(const OptionSpec *spec, OptionValue value, Engine *e, SessionSettings *session);
