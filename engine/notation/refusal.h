/* refusal.h - why a move cannot be played, in English and Chinese. */
#pragma once

#include "engine/base/why.h"
#include "engine/board/move.h"
#include "engine/board/position.h"

/* A sentence on why the move, which is not legal, cannot be played: it names the piece and the points. Returns false. */
bool refuse_move(const Position *pos, Move m, Text *why);

/* "a horse goes one point straight on and one diagonally outward": the answer to a move of another shape. Static text. */
const char *way_of_moving(Kind kind, Language language);
