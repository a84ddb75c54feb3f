// SPDX-License-Identifier: GPL-3.0-only
import { type GameClass, type Game as GameType } from './xiangqi.js';

export type { Color, GameOptions, Move, Node, Notation, Path, Piece, PieceType, Result, RuleSet, Verdict } from './xiangqi.js';
export const Game: GameClass;
export type Game = GameType;
export default Game;
