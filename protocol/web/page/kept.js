// SPDX-License-Identifier: GPL-3.0-only
// Keeps the game between visits: its tree and, apart from it, what changes with every step. Storing is immediate, so that nothing is lost
// when the page is closed.
import { Game } from './game.js';
import { stored, store } from './settings.js';
import { flat } from './tree.js';

const visit = Math.random(); // identifies this page, since other tabs store their games in the same place
let shown, isWhole; // the root that is stored, and whether there was room for it

/** Stores a game, with the time that is left and the lesson (Trainer.kept()), instead of the game of another tab if that was the last to store one. */
export function keepGame(game, left, lesson) {
    const { root, ...place } = game.remembered();
    if (shown !== root || !isMine()) {
        const kept = flat(root);
        isWhole = store('hanxin-tree', kept) || (keepFormer(), store('hanxin-tree', kept)); // the game before this one is less important
        if (!isWhole)
            store('hanxin-tree', undefined);
        shown = root;
    }
    store('hanxin-game', { ...place, left, lesson, visit, ...(isWhole ? {} : { moves: game.moves, cut: true }) });
}

/** True if this page was the last to store its game. */
export const isMine = () => stored('hanxin-game').visit === visit;

/** Stores the game that undo brings back, if there is one. @param {any} [state] */
export function keepFormer(state) {
    if (!store('hanxin-former', state ? Game.kept(state) : {}))
        store('hanxin-former', undefined);
}

const again = async kept => (kept.tree || kept.start || kept.moves?.length ? Game.again(kept) : null);

/** Returns the stored game: { state, left, lesson, cut }, where `cut` means that its variations and comments were lost; null if there is none. */
export async function keptGame() {
    const { visit: _, left, lesson, cut, ...kept } = stored('hanxin-game'), tree = stored('hanxin-tree');
    const state = await again({ ...kept, ...(tree.nodes && !kept.moves ? { tree } : {}) });
    return state && { state, left, lesson, cut: Boolean(cut) };
}

/** Returns the state of the game before that one, or null. */
export const keptFormer = () => again(stored('hanxin-former'));
