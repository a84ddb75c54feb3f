// SPDX-License-Identifier: GPL-3.0-only
// The opening book and the endgame tables, which the rules read.
import { ask } from './rules.js';
import { set } from './settings.js';

/** @typedef {{ fen: string, moves: string[] }} Place */

/** Returns the book's moves for this position; none if the book is unavailable, since the game must go on. @param {Place} from */
export async function bookMoves(from) {
    const { book } = await ask([`book ${set.lang}`, from.fen, from.moves.join(' ')]).catch(() => ({}));
    return book ?? [];
}

/** Returns a square mirrored left to right. @param {string} square */
export const mirrored = square => 'ihgfedcba'['abcdefghi'.indexOf(square[0])] + square[1];

/** Returns the book's moves without mirror images, if the position is its own: one move of each pair, with the sum of the shares.
 * @param {any[]} book @param {string} fen the position */
export function withoutMirrors(book, fen) {
    if (fen.split(' ')[0].split('/').some(rank => rank !== [...rank].reverse().join('')))
        return book;
    const imageOf = (/** @type {{ move: string }} */ { move }) => mirrored(move.slice(0, 2)) + mirrored(move.slice(2));
    return book.flatMap(entry => {
        const image = book.find(({ move }) => move !== entry.move && move === imageOf(entry));
        return !image ? [entry] : entry.move > image.move ? [{ ...entry, share: entry.share + image.share }] : [];
    });
}

/** Draws a move by its share. Returns undefined if there is none, or none in time: a slow server must not stop the game.
 * @param {Place} from @param {AbortSignal} signal */
export async function drawnMove(from, signal) {
    const patience = 1000, late = new Promise(resolve => {
        setTimeout(resolve, patience, []);
        signal.addEventListener('abort', () => resolve([]), { once: true });
    });
    const book = await Promise.race([bookMoves(from), late]);
    let left = Math.random() * book.reduce((sum, { share }) => sum + share, 0);
    return (book.find(({ share }) => (left -= share) < 0) ?? book[0])?.move;
}

/** Returns what the endgame tables know: the position in words, undefined if they do not cover it, and its known moves, best first.
 * @param {Place} from @param {string} fen the position after the moves */
export async function tableMoves(from, fen) {
    const attackers = fen.split(' ')[0].match(/[rnhcp]/gi)?.length ?? 0;
    if (attackers > 3) // the tables have two, and captures lead to them
        return { moves: [] };
    const { words, moves } = await ask([`table ${set.lang}`, from.fen, from.moves.join(' ')]).catch(() => ({}));
    return { words, moves: moves ?? [] };
}

/** Fills a host with a table of moves; hides it if there are none. A move is a button, whose data-move is the move in all notations as JSON.
 * @param {HTMLElement} host @param {string} caption @param {string[]} heads @param {{ named: any, name: string, cells: (Node | string)[] }[]} rows */
export function fillMoveTable(host, caption, heads, rows) {
    const made = (/** @type {string} */ kind, /** @type {(Node | string)[]} */ ...content) => {
        const element = document.createElement(kind);
        element.append(...content);
        return element;
    };
    const lines = rows.map(({ named, name, cells }) => {
        const button = made('button', name), { move, wxf, chinese, english } = named;
        button.dataset.move = JSON.stringify({ move, wxf, chinese, english });
        return made('tr', made('td', button), ...cells.map(cell => made('td', cell)));
    });
    host.hidden = !rows.length;
    host.classList.remove('old');
    const head = made('tr', ...heads.map(text => made('th', text)));
    for (const cell of head.children)
        cell.setAttribute('scope', 'col');
    host.replaceChildren(...host.hidden ? [] : [made('table', made('caption', caption), made('thead', head), made('tbody', ...lines))]);
}

/** Returns a bar for a share in per cent, with this text. @param {number} share @param {string} text @returns {HTMLElement} */
export function shareBar(share, text) {
    const bar = document.createElement('span'), part = bar.appendChild(document.createElement('i'));
    bar.className = 'share';
    part.style.width = `${share}%`;
    bar.append(text);
    return bar;
}
