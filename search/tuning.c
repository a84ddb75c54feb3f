#include "search/tuning.h"

#include <string.h>

#include "search/params.h"

#ifdef TUNE
#define X(name, value, least, most) int name = value;
SEARCH_PARAMS(X)
#undef X

static const SearchParam params[] = {
#define X(name, value, least, most) {#name, &name, value, least, most},
    SEARCH_PARAMS(X)
#undef X
};
enum { PARAM_COUNT = sizeof params / sizeof *params };
#else
static const SearchParam params[1];
enum { PARAM_COUNT = 0 };
#endif

int search_param_count(void) { return PARAM_COUNT; }

const SearchParam *search_param(int index) { return &params[index]; }

bool search_param_set(const char *name, int value)
{
    for (int i = 0; i < PARAM_COUNT; i++)
        if (strcmp(params[i].name, name) == 0) {
            *params[i].value = value < params[i].least ? params[i].least : value > params[i].most ? params[i].most : value;
            return true;
        }
    return false;
}
