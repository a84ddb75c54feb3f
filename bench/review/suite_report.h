/* SPDX-License-Identifier: GPL-3.0-only */
/* suite_report.h - writes the results of a suite: lines and a table for a terminal, and JSON. */
#pragma once

#include "bench/review/suite.h"
#include "engine/base/json.h"

/* Adds a line about the attempt at a problem. */
void suite_report_attempt(const Suite *suite, int problem, Language language, Text *out);

/* Adds a table of the problems that were tried, by groups. The group of a problem is its id without
 * the last `.NUMBER`. */
void suite_report_table(const Suite *suite, Language language, Text *out);

/* Adds what the moves lose on average, if the suite says it, and the comparison with the engine before, if there is one. */
void suite_report_losses(const Suite *suite, Language language, Text *out);

/* Adds the members `attempts`, `groups` and `all` to a JSON object. */
void suite_report_json(const Suite *suite, Json *j);
