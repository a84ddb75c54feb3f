/* SPDX-License-Identifier: GPL-3.0-only */
/* lab.h - the main functions of the tools in hanxin-lab, each run as a sub-command by bench/lab.c.
 *
 * This file is an exception to the rule that a header declares only functions of its own .c file, and that
 * a folder knows nothing of those below it in the table of README.md. The reason: bench/lab.c alone calls
 * these functions, from a folder that may not include the others, and without this file each of the
 * eight tools would need a header for its one line. A tool calls console_init() or process_init()
 * itself. */
#pragma once

/* Runs a tool; argv[0] is ignored. Returns the exit status. */
typedef int LabTool(int argc, char **argv);

LabTool book_main, datagen_main, lessons_main, records_main, spsa_main, tables_main, train_main, tune_main;
