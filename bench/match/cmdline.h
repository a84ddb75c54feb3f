/* SPDX-License-Identifier: GPL-3.0-only */
/* cmdline.h - the command line of hanxin-match. */
#pragma once

#include "bench/match/config.h"

enum { CMDLINE_DONE = -1 }; /* --help or --version was answered */

/* Fills the configuration, which borrows argv; call config_clear() in any case. Returns
 * EXIT_SUCCESS, CMDLINE_DONE, or, after reporting an error, its exit status. */
int cmdline_read(Config *c, int argc, char **argv);
