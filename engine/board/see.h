/* SPDX-License-Identifier: GPL-3.0-only */
/* see.h - static exchange evaluation: the material that a capture wins after all recaptures.
 *
 * Attackers are searched anew after every capture, because in Xiangqi a capture can remove or add a
 * cannon's screen, and can free a horse's leg or an elephant's eye. Pins are ignored. A king
 * recaptures only if it cannot be captured in turn. */
#pragma once

#include "engine/board/attacks.h"

/* exchange values in centipawns, indexed by Kind */
extern const int see_value[KINDS];

/* Returns true if the exchange begun by this pseudo-legal move wins at least `threshold`
 * centipawns. A quiet move begins an exchange by capturing nothing. */
bool see_at_least(const Position *pos, Move m, int threshold);
