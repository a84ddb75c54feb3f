/* SPDX-License-Identifier: GPL-3.0-only */
/* rules.h - what a board in a browser asks of the rules, as text in and JSON out: legal moves, refusals in words, verdicts, PGN; and of
 * the opening book.
 *
 * A request is lines of text; the first has the command, the language (`en`, `zh`), and for a verdict the rule set and the natural
 * limit, such as `state zh asian 120`. Moves may be in any notation.
 *
 *     state    FEN / moves     the position behind the moves: fen, turn, check, legal, how the game stands as it is
 *     judge    FEN / moves     the same, but from the first move on that ended the game
 *     move     FEN / moves / text      {"move":"h2e2"}, or {"refused":"..."} in words
 *     read     a text of PGN to its end    {"games":[{tags, fen, moves, comments, result, fault}]}
 *     book     FEN / moves     the built-in book's moves there, heaviest first, without those that lead back to a position of the game:
 *                              {"book":[{"move":"h2e2","wxf":"C2.5","chinese":"炮二平五","share":47.1,"score":30}]}; the share by weight
 *                              is per cent, the score, if it has one, centipawns for the side to move; or
 *                              it is "mate", in moves, negative if it is against that side
 *     write    notation / FEN / moves / result, then a line `Name value` for each tag     {"pgn":"..."}
 *
 * An empty FEN is the start position. What cannot be done is answered by {"error":"..."}. */
#pragma once

#include "engine/base/text.h"

/* Adds the answer to a request, a string, of which a copy is cut up. False when memory is short. */
bool web_answer(const char *request, Text *json);
