/* SPDX-License-Identifier: GPL-3.0-only */
/* own_engine.h - lets this program's search solve a test position. */
#pragma once

#include "bench/review/suite.h"
#include "search/search.h"

/* Searches the problem after clearing the results of earlier searches. Returns false if the
 * flag of the limits was set or memory is short. */
bool own_engine_try(Searcher *searcher, const Problem *problem, const Limits *limits, Attempt *attempt);
