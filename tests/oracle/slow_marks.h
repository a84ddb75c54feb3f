/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_marks.h - which draws of a slowly solved set may be won by the rules of repetition, found from above: all draws are taken to be
 * such, and those that are not are struck off, again and again (engine/endgame/FORMAT.md, "Repetitions", has the definition). */
#pragma once

#include "tests/oracle/slow_tables.h"

enum { SLOW_RED_MAY_WIN = 1, SLOW_BLACK_MAY_WIN = 2 };

/* Of each state: who may win it. To be freed. */
uint8_t *slow_marks(const SlowTable *t);
