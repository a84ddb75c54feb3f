/* SPDX-License-Identifier: GPL-3.0-only */
/* args.h - reads the command line of a program or sub-command according to a table of options.
 *
 * `--name value` and `--name=value` mean the same. Options and words may come in any order, and
 * `--` ends the options. An option that is repeated replaces its value, or calls its sink again; an
 * option that belongs to another command is rejected. A value that begins with `--` must be written
 * after `=`, because as a separate word it would be read as the next option. Every program accepts
 * -h, --help and --version anywhere. Exit statuses are the same everywhere: 0 success, 1 failure,
 * 2 usage error, 130 interrupted. Errors are reported in one line.
 *
 * Help and messages are given in English and printed in the program's language, see tr(). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/language.h"

enum { EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 }; /* in addition to EXIT_SUCCESS and EXIT_FAILURE of stdlib.h */

typedef enum ArgType {
    ARG_FLAG,    /* no value; sets a bool. As a setting (see args_setting()) its value is 0 or 1 */
    ARG_NOT,     /* no value; clears a bool */
    ARG_INT,     /* int64_t, from least to most; both must lie within +-2^53 */
    ARG_U64,     /* uint64_t */
    ARG_REAL,    /* double, from least to most */
    ARG_SECONDS, /* real number of seconds; stored as int64_t in microseconds */
    ARG_MS,      /* real number of milliseconds; stored as int64_t in microseconds */
    ARG_TEXT,    /* const char *, within argv */
    ARG_WORD,    /* const ArgWord *: one of a list */
    ARG_SINK,    /* const ArgSink *: passes the value to a function */
    ARG_WORDS,   /* const ArgSink *: several values; the function is first called with NULL */
    ARG_TITLE    /* not an option: a heading of the help, above the options that follow */
} ArgType;

typedef struct ArgWord {
    /* Index of the word, matched without regard to case; -1 or the index of the NULL if none is
     * chosen. */
    int *chosen;
    const char *const *words; /* ends with NULL */
} ArgWord;

/* Takes a value. Returns EXIT_SUCCESS, EXIT_FAILURE after reporting the reason, or EXIT_USAGE if the
 * value is invalid. In the last case the caller reports the error with `wanted`; if `wanted` is NULL,
 * the function must have reported it. */
typedef struct ArgSink {
    int (*take)(void *self, const char *value);
    void *self;
    /* The valid values: a list such as "en, zh", or, if the option's row describes its value, a
     * phrase such as "a net file". */
    const char *wanted;
} ArgSink;

typedef struct Arg {
    /* Name without the dashes; what follows a blank describes the value in the help: "out FILE".
     * Older names, which are still accepted but not shown, follow the name: "threads|workers N".
     * For a title: the commands that accept the options below it, written as in Program.commands;
     * NULL if all do. */
    const char *name;
    ArgType type;
    /* Variable that holds the default and receives the value. The help shows the default, except an
     * integer below `least`, which means that there is none. */
    void *value;
    double least, most; /* range of the number */
    /* Description, possibly of several lines. If NULL, the help omits an option, and shows a title
     * by its name. Not used for a setting. */
    const char *help;
} Arg;

typedef struct Program {
    const char *name;  /* such as "hanxin-train" */
    const char *usage; /* complete lines: "usage: ...", then a description of the program */
    const Arg *args;
    int count;
    const char *commands; /* commands that have options of their own: "build, write"; NULL if there are no commands */
    Language language;
    bool dash_begins_words; /* true if only `--` begins an option: -C.5 (rear cannon) is then a word */
} Program;

/* Negative results of args_read(). The help, the version or the error has already been printed. */
enum { ARGS_DONE = -1, ARGS_FAILED = -2, ARGS_WRONG = -3 };

/* Fills in the values and moves the words to argv[1] and following. Returns the number of words,
 * ARGS_DONE after -h, --help or --version, ARGS_WRONG for a usage error, or ARGS_FAILED. */
int args_read(const Program *program, int argc, char **argv);

/* Converts the result of args_read() to an exit status. */
static inline int args_status(int read) { return read >= 0 ? 0 : -1 - read; }

/* Reads KEY=VALUE, the value of `option`, according to a table of settings. Returns EXIT_SUCCESS,
 * or EXIT_USAGE after reporting the error. */
int args_setting(const Program *program, const char *option, const Arg *rows, int count, const char *word);

/* Reports an error in the command line as a whole on standard error. Returns EXIT_USAGE. */
int args_wrong(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the message after the program's name on standard error. Returns EXIT_FAILURE. */
int program_fail(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a message that is not about a failure, in the same form. */
void program_note(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Closes standard output as the last action of main(). Returns the given status, or EXIT_FAILURE
 * after a message if some of the output could not be written. */
int program_end(const Program *program, int status);
