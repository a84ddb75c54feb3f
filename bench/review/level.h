/* SPDX-License-Identifier: GPL-3.0-only */
/* level.h - estimates a side's playing level from the losses of its moves. */
#pragma once

#include "bench/review/review.h"
#include "engine/base/language.h"

/* Returns "strong player", "club player" or "beginner", whichever loses about as much per move
 * (README.md); NULL if there are too few moves. */
const char *level_name(const ReviewSide *side, Language language);
