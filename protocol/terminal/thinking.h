/* thinking.h - the engine at the terminal: it searches while a person looks on, who may stop it. */
#pragma once

#include "protocol/terminal/play.h"

/* What the engine may spend on advice, at full strength. */
Limits thinking_advice(const Play *p, int64_t time_ms);

/* Searches while a person looks on: who thinks is shown, Ctrl-C stops it, and any key if `keys`. False, with or without a
 * result, if it was stopped or there was no memory. `what` says what is done, "" if it need not be shown. */
bool thinking_search(Play *p, const Limits *limits, bool keys, const char *what, SearchResult *result);

/* The engine finds and plays a move for the side to move; Ctrl-C, or between two engines any key, stops it and pauses. */
void thinking_move(Play *p);
