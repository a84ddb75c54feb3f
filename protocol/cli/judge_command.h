/* judge_command.h - `hanxin judge`: the referee on the command line. */
#ifndef HANXIN_PROTOCOL_CLI_JUDGE_COMMAND_H
#define HANXIN_PROTOCOL_CLI_JUDGE_COMMAND_H

#include <stdio.h>

/* argv[0..argc) are the words after `judge`. Writes `Result: ...` and the reason to `out`; returns the
 * process's exit status: 0, or after a line to `errors` 1 when a position or move is refused, 2 when the arguments are
 * not understood. */
int judge_command(int argc, char **argv, FILE *out, FILE *errors);

#endif
