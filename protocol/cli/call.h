/* SPDX-License-Identifier: GPL-3.0-only */
/* call.h - one call of a sub-command of `hanxin`: its row in the table, its words and options, its language. */
#pragma once

#include "engine/base/args.h"
#include "engine/board/position.h"
#include "engine/notation/notation.h"

typedef struct Call Call;

typedef struct Subcommand {
    const char *name;
    int (*run)(Call *call);          /* returns the exit status */
    const char *usage[2], *about[2]; /* by Language; `usage` has a line for each way to use it, without `hanxin` */
} Subcommand;

struct Call {
    const Subcommand *command;
    int argc; /* argv[0] is the sub-command's name, as args_read() has it */
    char **argv;
    char name[20];   /* hanxin perft */
    Program program; /* of that name; its language is `--lang`, else the environment's */
    int words, status;
};

/* Returns the exit status. */
int call_run(const Subcommand *command, int argc, char **argv);

/* Adds a line for each way to use it, the first behind the head and the others below it. */
void subcommand_usage(const Subcommand *command, Language language, const char *head, Text *text);

/* Reads the options and at most so many words, which then stand in argv[1] to argv[words]. False if there is nothing left to
 * do: then `status` is the exit status. */
bool call_read(Call *c, const Arg *args, int count, int most_words);

/* The one of two texts in the call's language. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *either(const Call *c, const char *english, const char *chinese)
{
    return in_language(c->program.language, english, chinese);
}

/* `hanxin NAME: WHAT: WHY` on standard error; returns EXIT_FAILURE. */
int call_fail(const Call *c, const char *what, const char *why);
int call_no_memory(const Call *c);

/* The position of a FEN, the start position if it is NULL. False after telling what is wrong with it. */
bool call_position(const Call *c, const char *fen, Position *pos);
