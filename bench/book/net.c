/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/net.h"

#include <stdio.h>
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
    return *net || text_fail(why, "--net: %s", reason.data);
}

const char *net_words(uint32_t checksum, char words[NET_WORDS])
{
    snprintf(words, NET_WORDS, checksum ? "with the net %08x" : "without a net", (unsigned)checksum);
    return words;
}

void net_tell_another(const Network *net, uint32_t checksum, const char *analysis, Progress *progress)
{
    char theirs[NET_WORDS], ours[NET_WORDS];
    const uint32_t own = net ? net->checksum : 0;
    if (own != checksum)
        progress_note(progress, "%s was searched %s, and is looked at %s", analysis, net_words(checksum, theirs), net_words(own, ours));
}
