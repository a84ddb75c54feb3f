/* options.h - what a GUI can set: one table of names, types, ranges and initial values.
 *
 * An option has one name: UCI shows it as it stands ("Clear Hash"), UCCI in lower case without
 * blanks ("clearhash") unless the table gives another. When read, case, blanks, `_` and `-` do not
 * count, and both protocols' forms are taken in either (ucci.md 2.3). Nothing here has an effect;
 * the session reads the values and reacts to changes. */
#ifndef HANXIN_PROTOCOL_OPTIONS_H
#define HANXIN_PROTOCOL_OPTIONS_H

#include <stdbool.h>

typedef enum OptionType { OPTION_CHECK, OPTION_SPIN, OPTION_COMBO, OPTION_STRING, OPTION_BUTTON } OptionType;

typedef enum OptionId {
    OPT_USEMILLISEC,
    OPT_BATCH,
    OPT_DEBUG,
    OPT_PONDER,
    OPT_USEBOOK,
    OPT_BOOKFILES,
    OPT_HASH,
    OPT_THREADS,
    OPT_IDLE,
    OPT_PRUNING,
    OPT_KNOWLEDGE,
    OPT_RANDOMNESS,
    OPT_NEWGAME,
    OPT_CLEARHASH,
    OPT_MULTIPV,
    OPT_OVERHEAD,
    OPT_REPETITION,
    OPT_RULE60,
    OPT_RULE60_PLIES,
    OPT_ACCEPT,
    OPT_ACCEPT_SCORE,
    OPT_CONCEDE,
    OPT_CONCEDE_SCORE,
    OPT_SKILL,
    OPT_LIMIT_STRENGTH,
    OPT_ELO,
    OPT_SHOWWDL,
    OPT_USENNUE,
    OPT_EVALFILE,
    OPT_LOGFILE,
    OPTION_COUNT,
    OPTION_NONE = -1
} OptionId;

/* Values of the combos, as their vars are ordered. */
typedef enum Degree { DEGREE_NONE, DEGREE_SMALL, DEGREE_MEDIUM, DEGREE_LARGE } Degree;
typedef enum Randomness { RANDOM_NONE, RANDOM_TINY, RANDOM_SMALL, RANDOM_MEDIUM, RANDOM_LARGE, RANDOM_HUGE } Randomness;

typedef enum Announced { IN_UCCI = 1, IN_UCI = 2, IN_BOTH = 3 } Announced;

typedef struct OptionSpec {
    const char *uci;     /* the name */
    const char *ucci;    /* UCCI's name where it is another, else NULL */
    const char *aliases; /* more names that are understood, normalised, separated by blanks; or NULL */
    OptionType type;
    Announced announced;
    int initial, min, max;     /* check: 0 or 1; combo: index of a var; min is UCI's, UCCI always takes 0 for "automatic" */
    const char *vars;          /* combo: the values, separated by blanks */
    const char *value_aliases; /* combo: `alias=var` pairs, separated by blanks; or NULL */
} OptionSpec;

extern const OptionSpec option_specs[OPTION_COUNT];

typedef struct Options {
    int number[OPTION_COUNT];
    char *text[OPTION_COUNT]; /* strings: owned, never NULL; "" when empty */
} Options;

/* False when memory is short. */
bool options_init(Options *options);
void options_clear(Options *options);

/* Reads what follows the word setoption, in UCI's or UCCI's form, and stores the value, clamped to
 * its range. Returns the option, or OPTION_NONE, nothing changed, when there is no such option or
 * the value says nothing; then fault[OPTION_FAULT_SIZE] says what would be right. Cuts up `args`. */
enum { OPTION_FAULT_SIZE = 400 };
OptionId options_set(Options *options, char *args, char *fault);

/* The option's name in UCCI: one word of small letters, written to out[OPTION_WORD_SIZE]. */
enum { OPTION_WORD_SIZE = 40 };
void option_ucci_name(const OptionSpec *spec, char *out);

/* The i-th word of a blank-separated list, or "" past its end; written to out[OPTION_WORD_SIZE]. */
void option_word(const char *list, int i, char *out);

#endif
