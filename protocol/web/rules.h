/* SPDX-License-Identifier: GPL-3.0-only */
/* rules.h - answers the requests of a board in a browser in JSON: legal moves, refusals in words,
 * verdicts, files of games, and what the opening book and the endgame tables know.
 *
 * A request consists of lines. The first contains the command, the language (language.h) and, for a
 * verdict and the endgame tables, the rule set and the natural limit, such as `state zh asian 120`.
 * After these, the notation of the reader decides how a refusal and a verdict name points: `move zh asian 120
 * chinese`. Without it, or with `iccs`, by letters, otherwise by their files.
 * Moves may be in any notation. An answer gives the names of a move in each notation:
 * {"move":"h2e2","wxf":"C2.5","chinese":"炮二平五","traditional":"炮二平五","english":"C2=5","vietnamese":"P2-5"}.
 *
 *     state    FEN / moves     the position after the moves: fen, turn, check, legal, the
 *                              opening's name, and the verdict on it
 *     judge    FEN / moves     the same, with the verdict at the first move that ended the game
 *     move     FEN / moves / text      the move's names, or {"refused":"..."} in words
 *     moves    FEN / moves     the legal moves in all notations, each with the position after it:
 *                              {"moves":[{"move":"h2e2", ..., "fen":"..."}]}
 *     list     file name / bytes to the end     the games of a file of any format (games.h):
 *                              {"games":[{number, red, black, name, result, plies, found, fault}]};
 *                              a game with a fault is found if a part of it can be read
 *     read     number / file name / bytes to the end     one of these games: its fen, tags, result,
 *                              fault, "lost" (a clause about what the reader left out), a comment
 *                              before its first move if it has no moves, and its "nodes": {"after":0} with
 *                              the move's names, and with "nags", "comment" and "before", a comment
 *                              before the move, if there are any.
 *                              "after" is the node that the move follows: 0 is the start, others count
 *                              from 1. The first node after another continues the line, the others
 *                              begin variations
 *     games    file name / bytes to the end     all of these games, each as `read` answers it; only
 *                              the fault of a game of which nothing can be read
 *     book     FEN / moves     the built-in book's moves, heaviest first, without those that lead
 *                              back to a position of the game: {"book":[{"share":47.1,"score":30}]}
 *                              with the names of each move;
 *                              the share is by weight, in per cent; the score, if known, is in
 *                              centipawns for the side to move, or "mate" in moves, negative if
 *                              against that side
 *     table    FEN / moves     what the endgame tables know about the position and its legal
 *                              moves, best first: {"set":"KRKAA","outcome":"win","plies":7,
 *                              "words":"Red wins; capture or mate in 7 plies","moves":[{"outcome":...}]}
 *                              with the names of each move. The outcome is that for the side to move;
 *                              the plies, of a win or loss, are those to the next capture
 *                              or the end. All but "moves", which has only known moves, is absent if the
 *                              position is not in the tables or has no legal move
 *     explain  FEN / moves / a move / score / line / score after the move / line after the move
 *                              what the move lost or missed (missed.h): {"words":{"en":"...",
 *                              "zh":"...", ...}}, perhaps empty, and "better": the first line in all
 *                              notations, as `moves`, `wxf` and so on. A score is for the side to
 *                              move: `cp 35` or `mate -3`
 *     write    format / a game as PGN to the end     the same game in a format: `xqf`, `dhtmlxq` or,
 *                              for PGN, a notation, or `gb18030`: Chinese, in that encoding. {"file":"...", "lost":"..."}: one character for
 *                              each byte of the file, and a clause about what the format cannot hold
 *     lessons  the exercises of the trainer (task.h): {"lessons":[{"id":"m021","grade":2,"fen":"...",
 *              "motif":"double cannons","task":"mate 2","words":"Red mates in 2"}]}
 *     task     FEN / moves     what the side to move can practise in a position of a file, whose moves
 *              are the solution: its "task" and "words"
 *     practise FEN / moves / task / solution / a move     judges a move of an exercise: its "grade"
 *              (`best`, `slower`, `wrong`), "solved", a sentence in "words" for each notation (`move`,
 *              `wxf`, `chinese` and so on), the "best" move if another was better, and the "reply", for
 *              a wrong move its refutation; or "refused". Without a move, only the "best".
 *              The solution is empty unless the task is `line`
 *
 * An empty FEN is the start position. Errors are answered by {"error":"..."}. */
#pragma once

#include "engine/base/text.h"
#include "engine/endgame/probe.h"

/* Adds the answer to a request of `length` bytes. `tables` may be NULL: then those inside the program
 * answer. Returns false if an allocation fails. */
bool web_answer(const char *request, size_t length, const EndgameTables *tables, Text *json);
