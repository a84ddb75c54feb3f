/* SPDX-License-Identifier: GPL-3.0-only */
/* net.h - the net that `--net` names: a file, or one of the words built-in and none. */
#pragma once

#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "eval/nnue/network.h"

/* The path, NULL if it is a word. */
const char *net_file(const char *name);

/* *net is NULL for none. False with the reason. */
bool net_load(const char *name, Network **net, Text *why);

enum { NET_WORDS = 32 };

/* "with the net ca9fba89", or "without a net" for 0. Returns `words`. */
const char *net_words(uint32_t checksum, char words[NET_WORDS]);

/* Tells the user if an analysis was made with another net than this one (or with none, which is 0 and NULL): `checksum` is that of
 * its net. */
void net_tell_another(const Network *net, uint32_t checksum, const char *analysis, Progress *progress);
