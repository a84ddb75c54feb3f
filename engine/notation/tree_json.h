/* SPDX-License-Identifier: GPL-3.0-only */
/* tree_json.h - writes games as JSON, in the form that the pages of this project read
 * (protocol/web/page/tree.js). */
#pragma once

#include "engine/base/json.h"
#include "engine/notation/game_tree.h"
#include "engine/notation/notation.h"

/* Adds a move to an object in three notations: "move", "wxf" and "chinese". */
void tree_json_names(Json *j, const Position *pos, Move m);

/* Adds the members of a game to an object: "fen" (the start), "result", "tags", "comment" (of a game
 * without moves) and "nodes". Each node is a move: "after" is the number of the node that it follows (0
 * is the start position, n the nth node), followed by its names and, if there are any, "nags", the comment
 * "before" a line, and "comment". The first node after a node continues the line; further ones begin
 * variations. */
void tree_json(const GameTree *game, Json *j);
