/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/net.h"

#include <string.h>

#include "engine/base/why.h"

const char *net_file(const char *name) { return strcmp(name, "none") == 0 || strcmp(name, "built-in") == 0 ? NULL : name; }

bool net_load(const char *name, Network **net, Text *why)
{
    Text reason = WHY_INIT;
    *net = NULL;
    if (strcmp(name, "none") == 0)
        return true;
    *net = strcmp(name, "built-in") == 0 ? network_default(&reason) : network_load(name, &reason);
    return *net || text_fail(why, "--net %s: %s", name, reason.data);
}
