/* judge_command.h - `hanxin judge`: the referee on the command line. */
#ifndef HANXIN_PROTOCOL_JUDGE_COMMAND_H
#define HANXIN_PROTOCOL_JUDGE_COMMAND_H

/* argv[0..argc) are the words after `judge`. Prints `Result: ...` and the reason; returns the process's exit status: 0, or 2 after
 * a line on the error output about what is wrong with the arguments. */
int judge_command(int argc, char **argv);

#endif
