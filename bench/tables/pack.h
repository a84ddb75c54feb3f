/* SPDX-License-Identifier: GPL-3.0-only */
/* pack.h - a solved set as the bytes of a table (engine/endgame/FORMAT.md). */
#pragma once

#include "bench/tables/solve.h"

/* Adds the table's bytes. False with the reason: no memory, or the set has more different values than a table can hold. Changes the
 * values of positions that do not exist. */
bool table_pack(const Solution *s, Text *out, Text *why);
