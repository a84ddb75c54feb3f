/* SPDX-License-Identifier: GPL-3.0-only */
/* see.h - static exchange evaluation: what a capture wins once both sides have taken back.
 *
 * Attackers are looked for anew after every capture, because in Xiangqi a capture can take away a
 * cannon's screen or put one up, and can free a horse's leg or an elephant's eye. Pins are ignored;
 * a king takes back only where nothing can take it. */
#pragma once

#include "engine/board/attacks.h"

/* Exchange values in centipawns, by Kind. */
extern const int see_value[KINDS];

/* Does the exchange begun by this pseudo-legal move win at least `threshold` centipawns? Quiet moves
 * are exchanges that begin with taking nothing. */
bool see_at_least(const Position *pos, Move m, int threshold);
