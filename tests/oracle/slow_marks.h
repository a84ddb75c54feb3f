/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_marks.h - finds the draws of a slowly solved set that the rules of repetition may turn into
 * wins (defined in engine/endgame/FORMAT.md, "Repetitions"). At first all draws are candidates; those
 * that do not fit the definition are removed until none is left to remove. */
#pragma once

#include "tests/oracle/slow_tables.h"

enum { SLOW_RED_MAY_WIN = 1, SLOW_BLACK_MAY_WIN = 2 };

/* Returns, for each state, the sides that may win it. The caller frees the array. */
uint8_t *slow_marks(const SlowTable *t);
