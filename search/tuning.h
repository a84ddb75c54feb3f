/* tuning.h - the numbers of params.h at run time: none unless built with -DTUNE (`make tune`). */
#pragma once

#include <stdbool.h>

typedef struct SearchParam {
    const char *name;
    int *value, start, least, most;
} SearchParam;

int search_param_count(void);
const SearchParam *search_param(int index);

/* Before searcher_new() alone. Clamped; false if there is none of that name. */
bool search_param_set(const char *name, int value);
