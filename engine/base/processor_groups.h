/* SPDX-License-Identifier: GPL-3.0-only */
/* processor_groups.h - which processors a thread gets on Windows, where they come in groups of at most 64.
 *
 * A thread runs in one group at a time. `sizes` has the number of processors that the process may use in each group. */
#pragma once

#include <stdbool.h>

enum { PROCESSOR_GROUPS = 32 }; /* the most that Windows has */

bool thread_is_bound(void); /* true if thread_bind() has bound the calling thread; Windows only */

/* Returns the group for a thread, given its number from 0. As many threads as group `own` has processors stay there, the next fill the
 * group after it, and so on. Returns `own` if there is no processor. */
static inline int group_of_thread(const int *sizes, int groups, int own, int thread)
{
    int all = 0, group = own;
    for (int i = 0; i < groups; i++)
        all += sizes[i];
    for (int left = all > 0 ? thread % all : -1; left >= sizes[group]; group = (group + 1) % groups)
        left -= sizes[group];
    return group;
}

/* Divides each group into blocks of `count` processors. Returns the group of the block with this number, and in `first` how many
 * processors of the group are before it; -1 if there are not so many blocks. */
static inline int group_of_block(const int *sizes, int groups, int block, int count, int *first)
{
    for (int group = 0; group < groups; group++) {
        if (block < sizes[group] / count) {
            *first = block * count;
            return group;
        }
        block -= sizes[group] / count;
    }
    return -1;
}
