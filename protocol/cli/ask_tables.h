/* SPDX-License-Identifier: GPL-3.0-only */
/* ask_tables.h - the sub-command `hanxin probe`: what the endgame tables know of a position. */
#pragma once

#include "protocol/cli/call.h"

/* The option that names folders of tables. */
#define TABLES_ARG(call, folders)                                                                                                          \
    {                                                                                                                                      \
        "dir FOLDERS", ARG_TEXT, &(folders), 0, 0,                                                                                         \
            either(call, "of endgame tables beside those built in, separated by `;`, as the option egtbpaths",                             \
                   "内置之外的残局库目录，以 ; 分隔，同选项 egtbpaths")                                                                    \
    }

int probe_command(Call *call);

/* Prints a line on the position, in the call's language, if the tables inside the program or in the folders know it. Returns the status
 * to end with: folders that cannot be used are told. */
int print_known_result(const Call *call, const Position *pos, const char *folders);
