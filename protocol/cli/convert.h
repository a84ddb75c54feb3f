/* convert.h - `hanxin convert`: moves and games from any notation into one. */
#ifndef HANXIN_PROTOCOL_CLI_CONVERT_H
#define HANXIN_PROTOCOL_CLI_CONVERT_H

#include <stdio.h>

/* argv[0..argc) are the words after `convert`: options, then moves, or the name of one PGN file, `-` for
 * standard input. Writes to `out` the moves in one line, or the games as PGN; to `errors` what could not be
 * read, game by game with its line. Returns the process's exit status: 0, 1 if something could not be read, 2 if the
 * arguments are not understood. */
int convert_command(int argc, char **argv, FILE *out, FILE *errors);

#endif
