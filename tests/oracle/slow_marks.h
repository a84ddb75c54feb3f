/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_marks.h - finds the draws of a slowly solved set that the repetition rules may turn into wins (defined in
 * engine/endgame/FORMAT.md, "Repetitions"). All draws start as candidates; those that do not fit the definition are removed until
 * nothing changes. */
#pragma once

#include "tests/oracle/slow_tables.h"

enum { SLOW_RED_MAY_WIN = 1, SLOW_BLACK_MAY_WIN = 2 };

/* Returns the sides that may win, for each state. The caller frees the array. */
uint8_t *slow_marks(const SlowTable *t);
