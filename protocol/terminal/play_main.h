/* SPDX-License-Identifier: GPL-3.0-only */
/* play_main.h - `hanxin play`: a game at the terminal, between people and the engine. */
#pragma once

/* argv[0] is `play`, the rest are its words. Reads standard input, writes standard output, terminal or not.
 * Returns the process's exit status: 0, 1 when it cannot be done, 2 after a line on standard error about what
 * is wrong with the arguments. */
int play_main(int argc, char **argv);
