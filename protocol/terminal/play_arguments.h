/* play_arguments.h - the command line of `hanxin play`. */
#pragma once

#include "engine/base/args.h"
#include "protocol/terminal/play.h"

enum { PLAY_BOOKS = LIBRARY_BOOKS };

typedef struct PlayArguments { /* texts are as given, NULL if not */
    Language language;
    bool resume, ascii;
    const char *fen, *side, *level, *time, *depth, *rules, *limit, *notation, *lang;
    int64_t threads, hash_mib;
    const char *books[PLAY_BOOKS];
    int book_count;
} PlayArguments;

/* argv[0] is the sub-command. Returns what args_read() does. */
int play_arguments_read(PlayArguments *a, int argc, char **argv);

/* Lets them take effect; *start is where a new game begins. Returns EXIT_SUCCESS or, after telling what is wrong, what the process
 * ends with: EXIT_FAILURE for a position or book that cannot be had, else EXIT_USAGE. */
int play_arguments_apply(const PlayArguments *a, Play *p, Position *start);
