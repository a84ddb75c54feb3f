/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/built_in.h"

extern const uint8_t hanxin_endgame[], hanxin_endgame_end[]; /* defined in built_in_tables.S */

bool endgame_tables_add_built_in(EndgameTables *t, Text *why)
{
    return endgame_tables_add(t, hanxin_endgame, (size_t)(hanxin_endgame_end - hanxin_endgame), "built-in tables", why);
}

EndgameTables *endgame_tables_built_in(const char *folders, Text *why)
{
    EndgameTables *t = endgame_tables_new();
    if (!t)
        why_no_memory(why);
    if (t && !(endgame_tables_add_built_in(t, why) && endgame_tables_add_folders(t, folders, why))) {
        endgame_tables_free(t);
        t = NULL;
    }
    return t;
}
