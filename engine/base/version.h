/* SPDX-License-Identifier: GPL-3.0-only */
/* version.h - name and version of the program, for all protocols and the command line. */
#pragma once

#define HANXIN_NAME    "Hanxin"
#define HANXIN_VERSION "1.0"
#define HANXIN_AUTHOR  "the Hanxin authors"

/* Origin of this program: the commit, with `+` appended if files were changed since, or as given by
 * the file COMMIT of a source archive ("unknown" without both); and the compiler with its version.
 * There are no dates, so that the same sources give the same program. */
extern const char build_commit[], build_compiler[];
