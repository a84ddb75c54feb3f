/* cli.h - the command line: `hanxin WORD ...`. Stands on top of everything. */
#pragma once

/* argv[1] is the first word; there is one. Returns the process's exit status: 0, 1 when something
 * asked for cannot be done, 2 when it cannot be understood. */
int cli_run(int argc, char **argv);

/* Three lines for a person who started the engine in a terminal. */
void cli_greet(void);
