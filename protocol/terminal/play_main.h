/* SPDX-License-Identifier: GPL-3.0-only */
/* play_main.h - `hanxin play`: a game at the terminal, between people and the engine. */
#pragma once

/* Runs the command; argv[0] is `play`. Reads standard input and writes standard output, neither of which must be a terminal.
 * Returns the exit status: 0; 1 on failure; 2 after reporting invalid arguments on standard error; or EXIT_SIGNALLED plus a signal
 * that ended it. */
int play_main(int argc, char **argv);
