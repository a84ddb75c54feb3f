/* SPDX-License-Identifier: GPL-3.0-only */
/* version.h - name and version of the program, for all protocols and the command line. */
#pragma once

#define HANXIN_NAME    "Hanxin"
#define HANXIN_VERSION "1.0"
#define HANXIN_AUTHOR  "the Hanxin authors"

/* The commit from which this program was built, and the compiler with its version. The commit is
 * followed by `+` if files have been changed since. In a source archive it comes from the file COMMIT;
 * if that file is missing, it is "unknown". There are no dates, so that the same sources give the same
 * program. */
extern const char build_commit[], build_compiler[];
