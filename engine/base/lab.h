/* SPDX-License-Identifier: GPL-3.0-only */
/* lab.h - the main functions of the tools in hanxin-lab, each run as a sub-command by bench/lab.c.
 *
 * They are declared together in the lowest folder because the tools are in folders that may not
 * include each other. A tool calls console_init() or process_init() itself. */
#pragma once

/* Runs a tool; argv[0] is ignored. Returns the exit status. */
typedef int LabTool(int argc, char **argv);

LabTool book_main, datagen_main, records_main, spsa_main, tables_main, train_main, tune_main;
