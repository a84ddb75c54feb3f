/* html.h - the tournament as one self-contained page: tables, curves, and a viewer for every game. */
#pragma once

#include "bench/match/store.h"

/* Writes the page that the configuration names, whole or not at all, in place of what stands there (store_open() has asked
 * whether it may). False with a reason. */
bool html_write(const Store *s, const Results *r, bool finished, Text *why) __attribute__((warn_unused_result));
