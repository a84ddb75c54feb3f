/* args.h - command lines of the form `--name value ... WORDS`, from one table each.
 *
 * Every program so answers -h, --help and --version, and ends with the same statuses: 0 done, 1 it could not be done,
 * 2 it was not understood. */
#ifndef HANXIN_ENGINE_BASE_ARGS_H
#define HANXIN_ENGINE_BASE_ARGS_H

#include <stdbool.h>
#include <stdint.h>

enum { EXIT_USAGE = 2 }; /* beside stdlib.h's EXIT_SUCCESS and EXIT_FAILURE */

typedef enum ArgType { ARG_FLAG, ARG_INT, ARG_U64, ARG_REAL, ARG_TEXT } ArgType;

typedef struct Arg {
    const char *name; /* without the dashes */
    ArgType type;
    void *value;        /* bool, int64_t, uint64_t, double or const char *, holding the default */
    double least, most; /* of ARG_INT and ARG_REAL */
    const char *help;
} Arg;

typedef struct Program {
    const char *name;  /* hanxin-train */
    const char *usage; /* lines that begin with "usage: " and end in a line's end; what it does */
    const Arg *args;
    int count;
} Program;

/* Is -h or --help among the words, wherever? */
bool args_ask_help(int argc, char **argv);

/* What args_read() returns instead of a count: it has said all there is to say. */
enum { ARGS_WRONG = -1, ARGS_TOLD = -2 };

/* Fills the values; what is no option is collected in order into rest[argc]; `--` ends the options. Returns how many
 * words there are, ARGS_WRONG after saying what is wrong, ARGS_TOLD after -h, --help or --version. */
int args_read(const Program *program, int argc, char **argv, const char **rest);

/* Is the value of an ARG_TEXT one of the words (then NULL), or not given? Says so if not. */
bool args_one_of(const Program *program, const char *name, const char *value, const char *const *words);

/* Says on standard error what is wrong with the command line as a whole; returns EXIT_USAGE. */
int args_wrong(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* NAME: what, on standard error; returns EXIT_FAILURE. */
int program_fail(const Program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The last thing a main does: its status, or EXIT_FAILURE after a message if standard output did not arrive. */
int program_end(const Program *program, int status);

#endif
