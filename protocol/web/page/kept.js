// SPDX-License-Identifier: GPL-3.0-only
// Keeps the game between visits: its tree and, apart from it, what changes with every step. Storing is immediate, so that nothing is lost
// when the page is closed.
import { Game } from './game.js';
import { stored, store } from './settings.js';

const visit = Math.random(); // identifies this page, since other tabs store their games in the same place
let shown; // the root that is stored

/** Stores a game. Returns false if the browser has no room for its variations and comments. */
export function keepGame(game, left) {
    const { tree, ...place } = Game.kept(game.remembered());
    let whole = true;
    if (shown !== game.root) {
        whole = store('hanxin-tree', tree);
        if (!whole)
            store('hanxin-tree', undefined);
        shown = game.root;
    }
    store('hanxin-game', { ...place, left, visit, ...(stored('hanxin-tree').nodes ? {} : { moves: game.moves, cut: true }) });
    return whole;
}

/** True if this page was the last to store its game. */
export const isMine = () => stored('hanxin-game').visit === visit;

/** Stores the game that undo brings back. */
export function keepFormer(state) {
    store('hanxin-former', state ? Game.kept(state) : {});
}

const again = async kept => (kept.tree || kept.start || kept.moves?.length ? Game.again(kept) : null);

/** Returns the stored game: { state, left, cut }, where `cut` means that its variations and comments were lost; null if there is none. */
export async function keptGame() {
    const { visit: _, left, cut, ...kept } = stored('hanxin-game'), tree = stored('hanxin-tree');
    const state = await again({ ...kept, ...(tree.nodes && !kept.moves ? { tree } : {}) });
    return state && { state, left, cut: Boolean(cut) };
}

/** Returns the state of the game before that one, or null. */
export const keptFormer = () => again(stored('hanxin-former'));
