/* SPDX-License-Identifier: GPL-3.0-only */
/* export.h - the command `export`: writes a book in the format of another program. Only positions
 * reachable from the start position are exported (walk.h). */
#pragma once

#include "bench/book/command.h"

/* Returns the exit status. */
int export_command(const BookCommand *c, BookFormat format);
