/* SPDX-License-Identifier: GPL-3.0-only */
/* own_engine.h - this program's search before a test position. */
#pragma once

#include "bench/suite/suite.h"
#include "search/search.h"

/* False if it was told to stop (NULL: never) or could not begin. Forgets first what was searched before. */
bool own_engine_try(Searcher *searcher, const Problem *problem, const Limits *limits, const atomic_bool *stop, Attempt *attempt);
