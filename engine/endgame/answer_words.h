/* SPDX-License-Identifier: GPL-3.0-only */
/* answer_words.h - what a table says of a position, in the lines that the commands `probe` print:
 *
 *     Result: win|draw|loss      for the side to move
 *     DTC: 17                    plies to the next capture or the end of the game; `-` for a draw
 *     Set: KRKAA
 *     Repetition: the side to move may win|lose by the rules      of draws that repetitions may decide alone */
#pragma once

#include "engine/endgame/probe.h"

/* Adds them. False with the reason, in its language, where no table covers the position. */
bool endgame_probe_words(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Text *out, Text *why);

/* Adds one line on who wins and how far the next capture or the end is; nothing where no table covers the position or it is not to be
 * trusted. */
void endgame_probe_sentence(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Language language, Text *out);
