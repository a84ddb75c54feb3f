#include "bench/match/config.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/text.h"
#include "engine/base/textfile.h"

bool name_clean(char **name)
{
    Text clean = TEXT_INIT;
    char *text = text_to_utf8(*name);
    text_add_clean(&clean, text ? text : "");
    char *fresh = text_take(&clean);
    bool ok = text && fresh;
    free(text);
    free(ok ? *name : fresh);
    if (ok)
        *name = fresh;
    return ok;
}

void config_clear(Config *c)
{
    for (int i = 0; i < c->schedule.engines; i++)
        engine_spec_clear(&c->engines[i]);
    free(c->engines);
    free(c->merge);
    free(c->merged_identity);
    free(c->event);
    *c = (Config){0};
}

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
