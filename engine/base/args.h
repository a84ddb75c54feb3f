/* args.h - the command lines of the training programs, from one table each: `--name value`. */
#ifndef HANXIN_ENGINE_BASE_ARGS_H
#define HANXIN_ENGINE_BASE_ARGS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ArgType { ARG_FLAG, ARG_INT, ARG_U64, ARG_REAL, ARG_TEXT } ArgType;

typedef struct Arg {
    const char *name; /* without the dashes */
    ArgType type;
    void *value;        /* bool, int64_t, uint64_t, double or const char *, holding the default */
    double least, most; /* of ARG_INT and ARG_REAL */
    const char *help;
} Arg;

/* Fills the values; what is no option is collected in order into rest[argc]. Returns their number, -1 after
 * printing what is wrong, -2 after --help (printed: usage, then the table). */
int args_read(int argc, char **argv, const char *usage, const Arg *args, int count, const char **rest);

#endif
