/* SPDX-License-Identifier: GPL-3.0-only */
/* args.h - the command line of a program or of a sub-command, read by one table.
 *
 * `--name value` and `--name=value` are the same; options and words may come in any order, and `--` ends the options. An
 * option that is given again replaces its value, or calls its sink again; one that is another command's is refused. A value
 * that begins with `--` is written behind `=`: as a word of its own it would be the next option, before which the value was
 * forgotten. Every program so answers -h, --help and --version wherever they stand, and ends with the same statuses: 0 done,
 * 1 it could not be done, 2 it was not understood, 130 it was interrupted. What is wrong is told in one line, in the
 * program's language. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/language.h"

enum { EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 }; /* beside stdlib.h's EXIT_SUCCESS and EXIT_FAILURE */

typedef enum ArgType {
    ARG_FLAG,    /* no value; sets a bool. As a setting: 0 or 1 */
    ARG_NOT,     /* no value; clears a bool */
    ARG_INT,     /* int64_t, from least to most, which lie within +-2^53 */
    ARG_U64,     /* uint64_t */
    ARG_REAL,    /* double, from least to most */
    ARG_SECONDS, /* the same, kept as int64_t in microseconds */
    ARG_MS,      /* ... and given in milliseconds */
    ARG_TEXT,    /* const char *, within argv */
    ARG_WORD,    /* const ArgWord *: one of a list */
    ARG_SINK,    /* const ArgSink *: what is not a plain value */
    ARG_WORDS,   /* const ArgSink *: several values; it is given NULL before the first of them */
    ARG_TITLE    /* no option: a line of the help, above those that follow */
} ArgType;

typedef struct ArgWord {
    int *chosen;              /* which word, whatever the case; -1 or the NULL's number before: none */
    const char *const *words; /* ends with NULL */
} ArgWord;

/* Takes a value. EXIT_SUCCESS; EXIT_FAILURE after telling why not; EXIT_USAGE if it is not understood: that is told here,
 * as "none of WANTED", unless `wanted` is NULL and the sink has told it. */
typedef struct ArgSink {
    int (*take)(void *self, const char *value);
    void *self;
    const char *wanted; /* "en, zh" */
} ArgSink;

typedef struct Arg {
    const char *name; /* without the dashes; behind a blank what stands for its value in the help: "out FILE". Of a title: those of the
                         program's commands that take the options below it, as in Program; NULL: all */
    ArgType type;
    void *value;        /* holds the default, which the help shows; not a whole number below `least`, which stands for none */
    double least, most; /* of a number */
    const char *
        help; /* may have several lines; NULL: the help does not list it, and of a title it shows the name. Of a setting: what it is, "a number" */
} Arg;

typedef struct Program {
    const char *name;  /* hanxin-train */
    const char *usage; /* lines that begin with "usage: " and end in a line's end; what it does */
    const Arg *args;
    int count;
    const char *commands; /* first words, "build, write", where they have options of their own; NULL: none has */
    Language language;
    bool dash_begins_words; /* -C.5, the rear cannon, is a word; only `--` begins an option */
} Program;

/* What args_read() returns instead of a count: it has said all there is to say. */
enum { ARGS_TOLD = -1, ARGS_FAILED = -2, ARGS_WRONG = -3 };

/* Fills the values. Returns how many words there are, which then stand in argv[1] and behind; ARGS_TOLD after -h, --help or
 * --version; else ARGS_WRONG or ARGS_FAILED. */
int args_read(const Program *program, int argc, char **argv);

/* The exit status that goes with such a return. */
static inline int args_status(int read) { return read >= 0 ? 0 : -1 - read; }

/* Reads a word KEY=VALUE behind an option by a table of settings. EXIT_SUCCESS, or EXIT_USAGE after telling what is wrong. */
int args_setting(const Program *program, const char *option, const Arg *rows, int count, const char *word);

/* Says on standard error what is wrong with the command line as a whole; returns EXIT_USAGE. */
int args_wrong(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* NAME: what, on standard error; returns EXIT_FAILURE. */
int program_fail(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same where nothing failed. */
void program_note(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last thing a main does: its status, or EXIT_FAILURE after a message if standard output did not arrive. */
int program_end(const Program *program, int status);
