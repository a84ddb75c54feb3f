/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/analysis.h"

#include "bench/book/builder.h"

bool analysis_open(Analysis *a, const char *path, const atomic_bool *stop, Text *why)
{
    static const GraphPrices prices = {.own_cp = 1, .other_cp = 1};
    *a = (Analysis){0};
    return journal_read(&a->journal, path, why) && book_graph(&a->journal, &prices, stop, &a->graph, why);
}

void analysis_close(Analysis *a)
{
    graph_clear(&a->graph);
    journal_close(&a->journal);
}
