/* refusal.h - why what a person typed, or a file holds, cannot be played, in English and Chinese. */
#pragma once

#include <stddef.h>

#include "engine/notation/names.h"
#include "engine/notation/notation.h"
#include "engine/notation/pgn.h"
#include "engine/base/language.h"

enum { REFUSAL_SIZE = 400 };

/* One sentence on why the move, which is not legal, cannot be played: it names the piece and the points. */
void refusal_of_move(const Position *pos, Move m, Language language, char *out, size_t size);

/* The same for a text that was read (notation.h) and does not give one legal move. An ambiguous one is answered
 * by the moves it may mean, in its own notation and in ICCS. */
void refusal_of_text(const Position *pos, const char *text, const MoveReading *reading, Language language, char *out, size_t size);

/* What is wrong with a FEN, and with a game of a PGN text, beginning with its line: one clause, without a full
 * stop at its end. What is quoted is fit for a terminal, whatever bytes it was. */
void refusal_of_fen(const FenFault *fault, Language language, char *out, size_t size);
void refusal_of_pgn(const PgnFault *fault, Language language, char *out, size_t size);
