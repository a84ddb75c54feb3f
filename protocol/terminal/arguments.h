/* arguments.h - what the command line of `hanxin play` says about a game. */
#ifndef HANXIN_PROTOCOL_TERMINAL_ARGUMENTS_H
#define HANXIN_PROTOCOL_TERMINAL_ARGUMENTS_H

#include "protocol/terminal/play.h"

void arguments_usage(Language language);

/* Is --continue among them? */
bool arguments_want_last(int argc, char **argv);

/* Returns EXIT_SUCCESS or, after a line on standard error about what is wrong, what the process ends with: EXIT_FAILURE for a
 * position or book that cannot be had, else EXIT_USAGE. */
int arguments_read(Play *p, int argc, char **argv, Position *start);

#endif
