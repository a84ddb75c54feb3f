/* SPDX-License-Identifier: GPL-3.0-only */
/* call.h - one call of a sub-command of `hanxin`: its row in the table, its words and options, its
 * language. */
#pragma once

#include "engine/base/args.h"
#include "engine/board/position.h"
#include "engine/notation/notation.h"

typedef struct Call Call;

typedef struct Subcommand {
    const char *name;
    int (*run)(Call *call);    /* returns the exit status */
    const char *usage, *about; /* English; `usage` has one line for each
                                      * form of the command, without `hanxin` */
} Subcommand;

struct Call {
    const Subcommand *command;
    int argc; /* argv[0] is the sub-command's name, as args_read() expects */
    char **argv;
    char name[20];   /* such as "hanxin perft" */
    Program program; /* with that name; its language is given by `--lang`, otherwise by the environment */
    int words, status;
};

/* Runs a sub-command and returns the exit status. */
int call_run(const Subcommand *command, int argc, char **argv);

/* Adds the usage lines, the first after `head` and the others aligned below it. */
void subcommand_usage(const Subcommand *command, Language language, const char *head, Text *text);

/* Reads the options and at most most_words words, which are then in argv[1] to argv[words]. Returns
 * false if there is nothing left to do; `status` is then the exit status. */
bool call_read(Call *c, const Arg *args, int count, int most_words);

/* Prints `hanxin NAME: WHAT: WHY` on standard error and returns EXIT_FAILURE. */
int call_fail(const Call *c, const char *what, const char *why);
int call_no_memory(const Call *c);

/* Sets *pos to the position of a FEN, or to the start position if it is NULL. On failure reports
 * the reason and returns false. */
bool call_position(const Call *c, const char *fen, Position *pos);
