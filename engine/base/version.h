/* SPDX-License-Identifier: GPL-3.0-only */
/* version.h - what the program calls itself, in every protocol and on the command line. */
#pragma once

#define HANXIN_NAME    "Hanxin"
#define HANXIN_VERSION "1.0"
#define HANXIN_AUTHOR  "the Hanxin authors"

/* What this program was made of: the commit, `+` behind it if files were changed since (as the file COMMIT of a source archive
 * has it; "unknown" without both), and the compiler with its version. No dates: the same sources make the same program. */
extern const char build_commit[], build_compiler[];
