/* SPDX-License-Identifier: GPL-3.0-only */
/* net.h - names the nets by which analyses were made. */
#pragma once

#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "eval/nnue/network.h"

enum { NET_WORDS = 32 };

/* Writes "with the net ca9fba89", or "without a net" for checksum 0. Returns `words`. */
const char *net_words(uint32_t checksum, char words[NET_WORDS]);

/* Reports if the analysis was made with another net than this one. `checksum` belongs to the
 * analysis's net, 0 if it had none; `net` is NULL if there is none now. */
void net_tell_another(const Network *net, uint32_t checksum, const char *analysis, Progress *progress);
