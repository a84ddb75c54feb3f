// SPDX-License-Identifier: GPL-3.0-only
// The opening book, which the rules read.
import { ask } from './rules.js';
import { set } from './settings.js';

// Returns the book's moves for this position; none if the book is unavailable, since the game must go on.
export async function bookMoves(from) {
    const { book = [] } = await ask([`book ${set.lang}`, from.fen, from.moves.join(' ')]).catch(() => ({}));
    return book;
}

// Draws a move by its share. Returns undefined if there is none, or none in time: a slow server must not stop the game.
export async function drawnMove(from, signal) {
    const patience = 1000, late = new Promise(resolve => {
        setTimeout(resolve, patience, []);
        signal.addEventListener('abort', () => resolve([]), { once: true });
    });
    const book = await Promise.race([bookMoves(from), late]);
    let left = Math.random() * book.reduce((sum, { share }) => sum + share, 0);
    return (book.find(({ share }) => (left -= share) < 0) ?? book[0])?.move;
}
