/* SPDX-License-Identifier: GPL-3.0-only */
/* live.h - serves the page of a match on this machine while the match is played (--serve). */
#pragma once

#include "engine/base/text.h"

typedef struct Live Live;

/* Starts a server. Port 0 selects a free one. Returns NULL with the reason on failure. */
Live *live_start(int port, Language language, Text *why) __attribute__((warn_unused_result));
const char *live_address(const Live *live);

/* Replaces the page, and the number of games that have ended. The text is taken over and then empty. */
void live_show(Live *live, Text *page, int games);

/* Stops the server; NULL is allowed. */
void live_stop(Live *live);
