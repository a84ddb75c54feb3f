#include "bench/match/spec.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void engine_spec_clear(EngineSpec *spec)
{
    for (int i = 0; i < spec->option_count; i++) {
        free(spec->options[i].name);
        free(spec->options[i].value);
    }
    free(spec->options);
    free(spec->name);
    free(spec->command);
    free(spec->directory);
    free(spec->error_file);
    memset(spec, 0, sizeof *spec);
}

bool engine_spec_set_option(EngineSpec *spec, const char *name, const char *value)
{
    EngineOption fresh = {strdup(name), value ? strdup(value) : NULL};
    int at = 0;
    while (at < spec->option_count && strcasecmp(spec->options[at].name, name) != 0)
        at++;
    EngineOption *options = spec->options;
    if (at == spec->option_count)
        options = realloc(options, (size_t)(at + 1) * sizeof *options);
    if (!fresh.name || (value && !fresh.value) || !options) {
        free(fresh.name);
        free(fresh.value);
        return false;
    }
    spec->options = options;
    if (at == spec->option_count)
        spec->option_count++;
    else {
        free(options[at].name);
        free(options[at].value);
    }
    options[at] = fresh;
    return true;
}

