/* SPDX-License-Identifier: GPL-3.0-only */
/* call.h - one call of a subcommand of `hanxin`: its row in the table, its words and options, its language. */
#pragma once

#include "engine/base/args.h"
#include "engine/board/position.h"
#include "engine/notation/notation.h"
#include "search/search.h"

typedef struct Call Call;

typedef struct Subcommand {
    const char *name;
    int (*run)(Call *call);    /* returns the exit status */
    const char *usage, *about; /* the program with that name; its language is that of `--lang`, otherwise that of the environment */
} Subcommand;

struct Call {
    const Subcommand *command;
    int argc; /* argv[0] is the subcommand's name, as args_read() expects */
    char **argv;
    char name[20];    /* such as "hanxin perft" */
    Program program;  /* has that name; its language is that of `--lang`, otherwise of the environment */
    bool reads_games; /* true if the help names the formats of game files */
    int words, status;
};

/* Runs a subcommand and returns the exit status. */
int call_run(const Subcommand *command, int argc, char **argv);

/* Adds the usage lines: the first after `head`, the others aligned with it. */
void subcommand_usage(const Subcommand *command, Language language, const char *head, Text *text);

/* Reads the options and at most most_words words, which become argv[1] to argv[words]. Returns false if there is nothing left to
 * do; `status` is then the exit status. */
bool call_read(Call *c, const Arg *args, int count, int most_words);

/* Prints `hanxin NAME: WHAT: WHY` on standard error and returns EXIT_FAILURE. */
int call_fail(const Call *c, const char *what, const char *why);
int call_no_memory(const Call *c);

/* Sets *pos to the position of a FEN, or to the start position if it is NULL. On failure reports
 * the reason and returns false. */
bool call_position(const Call *c, const char *fen, Position *pos);

/* ---- options that several commands have ---- */

/* The language of the call. */
#define LANGUAGE_ARG(call)                                                                                                                 \
    {                                                                                                                                      \
        "lang", ARG_WORD, &(ArgWord){(int *)&(call)->program.language, language_words}, 0, 0,                                              \
            tr((call)->program.language, "default: the language of the system")                                                            \
    }

/* Folders of endgame tables. */
#define TABLES_ARG(call, folders)                                                                                                          \
    {                                                                                                                                      \
        "tables|dir FOLDERS", ARG_TEXT, &(folders), 0, 0,                                                                                  \
            tr((call)->program.language, "folders of endgame tables besides the built-in ones, separated by `;`")                          \
    }

/* Limits for the search of each position; 0: no limit. The help texts of the first two state the
 * default. */
typedef struct CallLimits {
    int64_t nodes, time_us, depth;
} CallLimits;

#define LIMIT_ARGS(call, limits, nodes_help, time_help)                                                                                    \
    {"nodes N", ARG_INT, &(limits).nodes, 0, 1 << 30, tr((call)->program.language, nodes_help)},                                           \
        {"time S", ARG_SECONDS, &(limits).time_us, 0, 86400, tr((call)->program.language, time_help)},                                     \
    {                                                                                                                                      \
        "depth D", ARG_INT, &(limits).depth, 0, MAX_DEPTH, tr((call)->program.language, "depth of each search")                            \
    }

static inline bool call_limits_are_given(const CallLimits *l) { return l->nodes || l->time_us || l->depth; }

static inline Limits call_limits(const CallLimits *l)
{
    return (Limits){.nodes = (uint64_t)l->nodes, .movetime_ms = (l->time_us + 999) / 1000, .depth = (int)l->depth};
}
