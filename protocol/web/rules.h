/* SPDX-License-Identifier: GPL-3.0-only */
/* rules.h - answers the requests of a board in a browser, given as text, in JSON: legal
 * moves, refusals in words, verdicts, PGN, and moves of the opening book.
 *
 * A request consists of lines. The first contains the command, the language (`en`, `zh`) and, for a
 * verdict, the rule set and the natural limit, such as `state zh asian 120`. Moves may be in any
 * notation.
 *
 *     state    FEN / moves     the position after the moves: fen, turn, check, legal, and the
 *                              verdict on it
 *     judge    FEN / moves     the same, with the verdict at the first move that ended the game
 *     move     FEN / moves / text      {"move":"h2e2"}, or {"refused":"..."} in words
 *     read     PGN text to the end     {"games":[{tags, fen, moves, comments, result, fault}]}
 *     book     FEN / moves     the built-in book's moves, heaviest first, without those that lead
 *                              back to a position of the game: {"book":[{"move":"h2e2",
 *                              "wxf":"C2.5","chinese":"炮二平五","share":47.1,"score":30}]};
 *                              the share is by weight, in per cent; the score, if known, is in
 *                              centipawns for the side to move, or "mate" in moves, negative if
 *                              against that side
 *     write    notation / FEN / moves / result, then a line `Name value` for each tag
 *                              {"pgn":"..."}
 *
 * An empty FEN is the start position. Errors are answered by {"error":"..."}. */
#pragma once

#include "engine/base/text.h"

/* Adds the answer to a request, which is not modified. Returns false if an allocation fails. */
bool web_answer(const char *request, Text *json);
