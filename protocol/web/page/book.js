// SPDX-License-Identifier: GPL-3.0-only
// The opening book, which the rules read.
import { ask } from './rules.js';
import { set } from './settings.js';

// What the opening book has here; nothing where it cannot be had: no game ends for that.
export async function bookMoves(from) {
    const { book = [] } = await ask([`book ${set.lang}`, from.fen, from.moves.join(' ')]).catch(() => ({}));
    return book;
}

// One of its moves, by chance as the shares are; undefined where it has none, or none in time: a slow server costs no game.
export async function drawnMove(from, signal) {
    const patience = 1000, late = new Promise(resolve => {
        setTimeout(resolve, patience, []);
        signal.addEventListener('abort', () => resolve([]), { once: true });
    });
    const book = await Promise.race([bookMoves(from), late]);
    let left = Math.random() * book.reduce((sum, { share }) => sum + share, 0);
    return (book.find(({ share }) => (left -= share) < 0) ?? book[0])?.move;
}
