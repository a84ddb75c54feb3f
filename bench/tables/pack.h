/* SPDX-License-Identifier: GPL-3.0-only */
/* pack.h - packs a solved set into the bytes of a table (engine/endgame/FORMAT.md). */
#pragma once

#include "bench/tables/solve.h"

/* Appends the table's bytes to *out. Returns false with the reason if an allocation fails or the set
 * has more different values than a table can hold. */
bool table_pack(const Solution *s, Text *out, Text *why);
