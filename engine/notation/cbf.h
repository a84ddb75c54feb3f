/* SPDX-License-Identifier: GPL-3.0-only */
/* cbf.h - reads the XML of CCBridge (.cbf): <ChineseChessRecord> with a <Head> of fields and a
 * <MoveList> of <Move value="77-47" branch="1" end="1">comment</Move>.
 *
 * A square is two digits: the file from the left and the rank from Black's back rank. The moves are
 * nodes as in ccbridge.h: `end` marks the last move of a line, and `branch` means that an alternative
 * to the move follows later. */
#pragma once

#include "engine/notation/game_source.h"

/* See GameFormat. */
bool cbf_begins(const char *data, size_t length);
bool cbf_read(GameSource *source, GameTree *game, Language language);
