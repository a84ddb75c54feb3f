#include "bench/match/spec.h"

#include <stdio.h>
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

/* ---- limits ---- */

char *limits_text(const MatchLimits *l, char *out)
{
    int n = 0;
    *out = '\0';
    if (l->base_us) {
        if (l->period)
            n += sprintf(out + n, "%d/", l->period);
        n += sprintf(out + n, "%g", (double)l->base_us / 1e6);
        if (l->increment_us)
            n += sprintf(out + n, "+%g", (double)l->increment_us / 1e6);
    }
    if (l->move_us)
        n += sprintf(out + n, "%s%g/move", n ? " " : "", (double)l->move_us / 1e6);
    if (l->nodes)
        n += sprintf(out + n, "%snodes=%llu", n ? " " : "", (unsigned long long)l->nodes);
    if (l->depth)
        sprintf(out + n, "%sdepth=%d", n ? " " : "", l->depth);
    return out;
}

/* "5", "0.25", "1:30" or "1:00:00" in microseconds; *text moves behind it. */
static bool read_clock(const char **text, int64_t *us)
{
    double total = 0;
    for (;;) {
        char *end;
        if (strspn(*text, "0123456789.") == 0)
            return false;
        double part = strtod(*text, &end);
        total = total * 60 + part;
        *text = end;
        if (**text != ':')
            break;
        ++*text;
    }
    *us = (int64_t)(total * 1e6 + 0.5);
    return total < 1e7;
}

bool limits_read_tc(const char *text, MatchLimits *l)
{
    const char *slash = strchr(text, '/');
    MatchLimits read = *l;
    read.period = 0;
    read.increment_us = 0;
    if (slash) {
        char *end;
        read.period = (int)strtol(text, &end, 10);
        if (end != slash || read.period < 1 || read.period > 1000)
            return false;
        text = slash + 1;
    }
    if (!read_clock(&text, &read.base_us) || (*text == '+' && (text++, !read_clock(&text, &read.increment_us))) || *text ||
        read.base_us <= 0)
        return false;
    *l = read;
    return true;
}
