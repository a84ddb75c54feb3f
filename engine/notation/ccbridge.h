/* SPDX-License-Identifier: GPL-3.0-only */
/* ccbridge.h - reads the binary files of CCBridge (象棋桥): a record (.cbr) and a library of records
 * (.cbl). cbf.h reads its XML.
 *
 * A record has text fields of fixed width in UTF-16, the board, and the nodes of the game tree
 * (tree_builder.h). A library is a header, an index, and records in slots of 4096 bytes. The gaps
 * between the fields contain arbitrary bytes. The layout is described in
 * github.com/xusheng6/pikaboard, docs/ccbridge-format.md. */
#pragma once

#include "engine/notation/game_source.h"

/* See GameFormat. A file of another version is read as one game with a fault. */
bool ccbridge_begins(const char *data, size_t length);
bool ccbridge_read(GameSource *source, GameTree *game, Language language);
