/* SPDX-License-Identifier: GPL-3.0-only */
/* wxf.h - reads the header of WXF files, as of XieXie and PlayOK, and converts it to tags. The PGN reader
 * uses this and reads the moves.
 *
 *     FORMAT  WXF
 *     RED     name; rating; title; team
 *     RESULT  1-0
 *     START{
 *      1. C2.5 h8+7
 *     }END */
#pragma once

#include "engine/notation/game_tree.h"

/* Returns true if a WXF file, or its moves without the header, begins at p. Files in the older
 * notations AXF and ICCS are also accepted. */
bool wxf_begins(const char *p);

/* Converts the header of a WXF file to tags, adds its other lines to *remarks, and returns its end. Sets
 * *moves to true if the moves follow. Returns NULL if an allocation fails. */
const char *wxf_read_heads(const char *p, const char *end, GameTree *game, bool *moves, Text *remarks);
