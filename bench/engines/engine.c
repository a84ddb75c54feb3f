/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/engine.h"

#include <strings.h>

#include "engine/base/text.h"

char *engine_spec_path(const EngineSpec *spec, const char *path, size_t length)
{
    Text whole = TEXT_INIT;
    if (*path != '/' && spec->directory && *spec->directory)
        text_addf(&whole, "%s/", spec->directory);
    text_add_bytes(&whole, path, length);
    return text_take(&whole);
}

bool engine_is_fairy(const EngineSpec *spec)
{
    for (int i = 0; i < spec->option_count; i++)
        if (strcasecmp(spec->options[i].name, "UCI_Variant") == 0)
            return spec->options[i].value && strcasecmp(spec->options[i].value, "xiangqi") == 0;
    return false;
}
