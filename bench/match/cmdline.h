/* SPDX-License-Identifier: GPL-3.0-only */
/* cmdline.h - the command line of hanxin-match. */
#pragma once

#include "bench/match/config.h"

enum { CMDLINE_TOLD = -1 }; /* --help or --version has been answered */

/* Fills the configuration (clear it in any case), which borrows argv. 0, CMDLINE_TOLD, or an exit status after telling why. */
int cmdline_read(Config *c, int argc, char **argv);
