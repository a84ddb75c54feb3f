/* SPDX-License-Identifier: GPL-3.0-only */
/* answer_words.h - the result of a table look-up as text, in the form that the `probe` commands print:
 *
 *     Result: win|draw|loss      for the side to move
 *     DTC: 17                    plies to the next capture or the end of the game; `-` for a draw
 *     Set: KRKAA
 *     Repetition: the side to move may win|lose by the rules
 *
 * The last line is for draws that a repetition may decide. In Chinese a sentence in words comes before these lines. */
#pragma once

#include "engine/endgame/probe.h"

/* Adds these lines. Returns false with the reason, in the language of *why, if no table covers the
 * position. */
bool endgame_probe_words(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Text *out, Text *why);

/* Adds one line with the winner and the distance to the next capture or the end. Adds nothing if no
 * table covers the position. */
void endgame_probe_sentence(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Language language, Text *out);

/* Adds a clause about a value for the side `mover`, such as "Red wins; capture or mate in 7 plies", without
 * a full stop. `left` is the number of plies before the natural limit; a longer win is a draw. */
void endgame_value_words(EndgameValue value, Side mover, int64_t left, Language language, Text *out);
