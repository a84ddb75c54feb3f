// SPDX-License-Identifier: GPL-3.0-only
// The class Game with the rules: importing this module waits until they are loaded.
import { loadGame } from './xiangqi.js';

export const Game = await loadGame();
export default Game;
