/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/net.h"

#include <stdio.h>

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
        progress_note(progress, "%s was searched %s, but is checked %s", analysis, net_words(checksum, theirs), net_words(own, ours));
}
