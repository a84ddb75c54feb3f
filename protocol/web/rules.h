/* SPDX-License-Identifier: GPL-3.0-only */
/* rules.h - answers the requests of a board in a browser in JSON: legal moves, refusals in words,
 * verdicts, files of games, and moves of the opening book.
 *
 * A request consists of lines. The first contains the command, the language (`en`, `zh`) and, for a
 * verdict, the rule set and the natural limit, such as `state zh asian 120`. Moves may be in any
 * notation.
 *
 *     state    FEN / moves     the position after the moves: fen, turn, check, legal, and the
 *                              verdict on it
 *     judge    FEN / moves     the same, with the verdict at the first move that ended the game
 *     move     FEN / moves / text      {"move":"h2e2"}, or {"refused":"..."} in words
 *     list     file name / bytes to the end     the games of a file of any format (games.h):
 *                              {"games":[{number, red, black, name, result, plies, found, fault}]};
 *                              a game with a fault is found if a part of it can be read
 *     read     number / file name / bytes to the end     one of these games: its fen, tags, moves,
 *                              result, fault, the numbers of comments (with judgements) and
 *                              variations, "lost" (a clause about what the reader left out), and
 *                              "pgn", the whole game
 *     book     FEN / moves     the built-in book's moves, heaviest first, without those that lead
 *                              back to a position of the game: {"book":[{"move":"h2e2",
 *                              "wxf":"C2.5","chinese":"炮二平五","share":47.1,"score":30}]};
 *                              the share is by weight, in per cent; the score, if known, is in
 *                              centipawns for the side to move, or "mate" in moves, negative if
 *                              against that side
 *     write    format / FEN / moves / result / a line `Name value` for each tag / empty line / the
 *                              "pgn" of the opened game, or nothing. The format is `xqf`, `dhtmlxq` or,
 *                              for PGN, a notation. {"file":"...", "lost":"..."}: one character for
 *                              each byte of the file, and a clause about what the format cannot hold.
 *                              Tags, comments and variations of the opened game are included, up to
 *                              the first move that differs from it
 *
 * An empty FEN is the start position. Errors are answered by {"error":"..."}. */
#pragma once

#include "engine/base/text.h"

/* Adds the answer to a request of `length` bytes. Returns false if an allocation fails. */
bool web_answer(const char *request, size_t length, Text *json);
