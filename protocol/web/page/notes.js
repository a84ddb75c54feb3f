// SPDX-License-Identifier: GPL-3.0-only
// The commands in comments, such as `[%eval +0.35]`, and the marks of moves.

/** The signs of Numeric Annotation Glyphs. Those of a review have a kind (board.js). */
export const SIGNS = /** @type {Record<number, string>} */ ({ 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' });
/** @type {Record<number, string>} */
const KINDS = { 1: 'only', 2: 'mistake', 4: 'blunder', 6: 'inaccuracy' };

/** @param {number} nag */
export const sign = nag => SIGNS[nag] ?? `$${nag}`;
/** @param {number} nag */
export const kind = nag => KINDS[nag] ?? 'other';

const COMMAND = /\[%(\w+)\s+([^\]]*)\]\s*/g;

/** Returns the comment without its commands. @param {string} text */
export const commentWords = text => text.replace(COMMAND, '').trim();

/** Returns the value of a command in a comment; undefined if it is not there. @param {string} text @param {string} name */
export const commandOf = (text, name) => [...text.matchAll(COMMAND)].find(([, found]) => found === name)?.[2].trim();

/** Returns the comment with a command, in place of an earlier one of that name; without it if the value is empty.
 * @param {string} text @param {string} name @param {string} value */
function withCommand(text, name, value) {
    const rest = text.replace(COMMAND, (all, found) => (found === name ? '' : all)).trim();
    return [value && `[%${name} ${value}]`, rest].filter(Boolean).join(' ');
}

/** Returns a comment for formats without commands: scores as text, without arrows and circles. @param {string} text */
export const plainComment = text => text.replace(COMMAND, (all, name, value) => (name === 'eval' ? `(${value.trim()}) ` : '')).trim();

/** Returns the comment with other words and the same commands. @param {string} text @param {string} words */
export const withWords = (text, words) => [...[...text.matchAll(COMMAND)].map(([all]) => all.trim()), words.trim()].filter(Boolean).join(' ');

/** @typedef {{ from: string, to: string, colour: string }} Shape an arrow, or a circle if `from` is `to`; the colour is G, R, B or Y */

/** Returns the arrows and circles in a comment. @param {string} text @returns {Shape[]} */
export function shapesOf(text) {
    const list = (/** @type {string} */ name) => commandOf(text, name)?.split(/[\s,]+/) ?? [];
    return [...list('cal').filter(item => /^[GRBY]([a-i]\d){2}$/.test(item)).map(item => ({ colour: item[0], from: item.slice(1, 3), to: item.slice(3) })),
        ...list('csl').filter(item => /^[GRBY][a-i]\d$/.test(item)).map(item => ({ colour: item[0], from: item.slice(1), to: item.slice(1) }))];
}

/** Returns the comment with these arrows and circles in place of its own. @param {string} text @param {Shape[]} shapes */
export function withShapes(text, shapes) {
    const arrows = shapes.filter(({ from, to }) => to && from !== to), circles = shapes.filter(({ from, to }) => !to || from === to);
    return withCommand(withCommand(text, 'csl', circles.map(({ colour, from }) => colour + from).join()), 'cal', arrows.map(({ colour, from, to }) => colour + from + to).join());
}

/** Returns Red's expected score, from 0 to 1, for a score in centipawns (engine/board/score.c). @param {number} cp */
export function expected(cp) {
    const win = (/** @type {number} */ score) => 1 / (1 + Math.exp((220 - score) / 144));
    return (1 + win(cp) - win(-cp)) / 2;
}

/** Returns Red's expected score for the value of `[%eval ...]`, such as `+0.35`, `-M3`, `+T`, `+R` and `#`; undefined if it is none.
 * @param {string | undefined} value @param {boolean} redMoved the side that has just moved */
export function worthOfEval(value, redMoved) {
    const [, sign, mate, pawns] = /^([+-]?)(?:([#MRT])-?\d*|(\d+(?:\.\d*)?)$)/.exec(value ?? '') ?? [];
    if (pawns !== undefined)
        return expected((sign === '-' ? -100 : 100) * Number(pawns));
    if (!mate)
        return undefined;
    if (value === '#')
        return redMoved ? 1 : 0;
    return sign === '-' || /^#-/.test(value ?? '') ? 0 : 1;
}
