/* SPDX-License-Identifier: GPL-3.0-only */
/* net.h - the net given by `--net`: a file, or one of the words built-in and none. */
#pragma once

#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "eval/nnue/network.h"

/* Returns the path, or NULL if the name is one of the words. */
const char *net_file(const char *name);

/* Loads the net; *net is NULL for `none`. On failure returns false with the reason. */
bool net_load(const char *name, Network **net, Text *why);

enum { NET_WORDS = 32 };

/* Writes "with the net ca9fba89", or "without a net" for checksum 0. Returns `words`. */
const char *net_words(uint32_t checksum, char words[NET_WORDS]);

/* Reports if the analysis was made with another net than this one. `checksum` belongs to the
 * analysis's net, 0 if it had none; `net` is NULL if there is none now. */
void net_tell_another(const Network *net, uint32_t checksum, const char *analysis, Progress *progress);
