/* SPDX-License-Identifier: GPL-3.0-only */
/* level.h - how well a side played, by what its moves gave away. */
#pragma once

#include "engine/base/language.h"
#include "protocol/review/review.h"

/* "strong player", "club player" or "beginner": whose games lose as much a move (README.md). NULL where there are too few moves to say. */
const char *level_name(const ReviewSide *side, Language language);
