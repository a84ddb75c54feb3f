/* SPDX-License-Identifier: GPL-3.0-only */
/* embed.c - build-time program: solves the sets with a single attacker and writes their tables to
 * standard output, one after another. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/tables/pack.h"
#include "engine/base/platform.h"

static int embed_fail(const char *what)
{
    fprintf(stderr, "endgame tables: %s\n", what);
    return EXIT_FAILURE;
}

int main(void)
{
    EndgameSet sets[ENDGAME_SETS_MOST];
    Text why = WHY_INIT;
    EndgameTables *tables = endgame_tables_new();
    int count = endgame_sets(ENDGAME_ONE, sets);
    if (!tables)
        return embed_fail("out of memory");
    for (int i = 0; i < count; i++) {
        WalkOptions options = {.threads = walk_threads_usual()};
        Solution s;
        Text bytes = TEXT_INIT; /* never freed, because `tables` refers to it */
        if (!solve_set(tables, &sets[i], &options, &s, &why) || !table_pack(&s, &bytes, &why) ||
            !endgame_tables_add(tables, (const uint8_t *)bytes.data, bytes.length, "", &why))
            return embed_fail(why.data);
        solution_free(&s);
        if (fwrite(bytes.data, 1, bytes.length, stdout) != bytes.length)
            return embed_fail("cannot write the output");
    }
    return fflush(stdout) == 0 ? EXIT_SUCCESS : embed_fail("cannot write the output");
}
