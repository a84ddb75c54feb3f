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
