// SPDX-License-Identifier: GPL-3.0-only
// Reviews. A review is part of the game's tree, in the form that `hanxin review --pgn` writes (bench/review/README.md of the sources): marks,
// Red's score in comments, and better lines as variations that begin with their score. So it is saved with the game, and everything on
// display is computed from the tree.
import { button, element, refill } from './dom.js';
import { moveNumber } from './moves.js';
import { pointsOf } from './graph.js';
import { kind, sign, worthOfEval } from './notes.js';
import { say } from './settings.js';
import { edit, flat, node, nodeAt, nodesOn, treeOf } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Path} Path */

/** @typedef {Record<string, string>} Words a text in each language */

/** The result for the position after `ply` moves, and for the last of these moves; a line of `hanxin review --stream`. `red` is Red's expected
 * score, from 0 to 1; lines of moves are separated by blanks.
 * @typedef {{ ply: number, score: string, red: number, lost?: number, mark?: string, nag?: number | null, words?: Words,
 *   better?: { score: string, moves: string, wxf: string, chinese: string } }} Result */

/** @typedef {{ moves: number, accuracy: number, only: number, inaccuracy: number, mistake: number, blunder: number }} Side */

const NAGS = [1, 2, 4, 6]; // marks that a review sets
export const LINE_MOST = 10; // maximum number of plies of a better line
const EVAL = '[%eval ';
const ACCURACY_SLOPE = 4.5;

/** Returns the parts of a comment: the user's text, then the score, and the sentence of the review. @param {string} text */
export function commentParts(text) {
    const from = text.indexOf(EVAL), to = text.indexOf(']', from);
    if (from < 0 || to < 0)
        return { own: text, score: '', sentence: '' };
    return { own: text.slice(0, from).trim(), score: text.slice(from + EVAL.length, to).trim(), sentence: text.slice(to + 1).trim() };
}

/** Returns true if a move has a mark as reviews set them. @param {Node} at */
export const hasMark = at => markOf(at) !== undefined;

/** Returns a comment with another text of the user. @param {string} text @param {string} own */
export function withOwnWords(text, own) {
    const { score, sentence } = commentParts(text);
    return [own, score && `${EVAL}${score}]`, sentence].filter(Boolean).join(' ');
}

/** Returns true if a game with these tags was reviewed by this program. @param {Record<string, string>} tags */
export const isReviewed = tags => (tags.Review ?? '').startsWith('Hanxin ');

/** @param {Node} at */
const isBetter = at => at.before.startsWith(EVAL);

// Returns true for a better line as the review wrote it. A line that the user has continued or annotated is the user's.
function isUntouched(from) {
    let plies = 1;
    if (!/^\[%eval [^\]]*\]$/.test(from.before))
        return false;
    for (let at = from; ; at = at.next[0], plies++)
        if (at.comment || at.nags.length || at.next.length > 1 || plies > LINE_MOST)
            return false;
        else if (!at.next.length)
            return true;
}

const markOf = at => at.nags.find(nag => NAGS.includes(nag));
const isMarked = at => NAGS.slice(1).includes(markOf(at) ?? 0);
const withoutEvals = text => text.replace(/\[%eval [^\]]*\] */g, '').trim();

/** Removes an earlier review from the line of the path, and all its scores and marks, so that it can be reviewed again. `whole`: the game was
 * reviewed by this program (isReviewed), so better lines, and texts after a score, are the review's. Returns the tree and the new path.
 * @param {Node} root @param {Path} path @param {boolean} whole @returns {[Node, Path]} */
export function forgetReview(root, path, whole) {
    const nodes = [root, ...nodesOn(root, path)], place = [...path];
    let made = root;
    for (let ply = path.length; ply >= 0; ply--) {
        const { said, ...at } = nodes[ply], onward = made, isOnward = i => i === path[ply];
        const isOurs = (child, i) => ply < path.length && whole && !isOnward(i) && isBetter(child);
        const rest = at.next.filter((child, i) => !(isOurs(child, i) && isUntouched(child)))
            .map(child => (child === nodes[ply + 1] ? onward : isOurs(child) ? { ...child, before: withoutEvals(child.before) } : child));
        if (ply < path.length)
            place[ply] = rest.indexOf(onward);
        made = ply === 0 ? { ...at, next: rest } : { ...at, next: rest, before: withoutEvals(at.before), nags: whole ? at.nags.filter(nag => !NAGS.includes(nag)) : at.nags,
            comment: whole ? commentParts(at.comment).own : withoutEvals(at.comment) };
    }
    return [made, place];
}

/** Returns the game without an earlier review of the line of the path, ready for results. The tag says from now on that texts after a score are
 * those of a review, even if it does not end. @param {{ root: Node, whole: Path, tags: Record<string, string> }} game */
export function beginReview({ root, whole, tags }) {
    const [made, path] = forgetReview(root, whole, isReviewed(tags)), { RedAccuracy, BlackAccuracy, ...rest } = tags;
    return { root: made, whole: path, tags: { ...rest, Review: 'Hanxin (not finished)' } };
}

// Returns the first node of a better line.
function lineOf({ score, moves, wxf, chinese }) {
    const names = [wxf.split(' '), chinese.split(' ')];
    return moves.split(' ').reduceRight((after, move, i) =>
        node({ move, wxf: names[0][i], chinese: names[1][i], before: i ? '' : `${EVAL}${score}]`, next: after ? [after] : [] }), /** @type {Node | null} */ (null));
}

/** Writes a result to the move at the end of the path: mark (`nag` null keeps that of the move), score, sentence, and the better line as the last variation. It replaces an earlier
 * result of the same review. The position before the first move has no place for a result.
 * @param {Node} root @param {Path} path @param {Result} result @param {string} lang */
export function applyReview(root, path, { score, nag, words, better }, lang) {
    const index = path.at(-1);
    if (index === undefined)
        return root;
    return edit(root, path.slice(0, -1), before => {
        const { said, ...at } = before.next[index], { own } = commentParts(at.comment);
        const made = { ...at, nags: nag === null ? at.nags : [...at.nags.filter(other => !NAGS.includes(other)), ...(nag ? [nag] : [])],
            comment: [own, `${EVAL}${score}]`, words?.[lang]].filter(Boolean).join(' '), ...(words && { said: words }) };
        const next = before.next.with(index, made).filter((child, i) => i <= index || !(isBetter(child) && isUntouched(child)));
        return { ...before, next: better ? [...next, lineOf(better)] : next };
    });
}

/** Returns the tree with the sentences of a review in a language, except for those that were changed since. @param {Node} root @param {string} lang */
export function inLanguage(root, lang) {
    const { nodes, comment } = flat(root), isIn = (/** @type {Words} */ said, text) => Object.values(said).includes(text);
    return treeOf({ comment, nodes: nodes.map(at => {
        const { own, score, sentence } = commentParts(at.comment ?? '');
        return at.said && isIn(at.said, sentence) ? { ...at, comment: [own, `${EVAL}${score}]`, at.said[lang]].filter(Boolean).join(' ') } : at;
    }) });
}

/** The end of a review, the last line of `hanxin review --stream`; Red first.
 * @typedef {{ stamp: Words, sides: { moves: number, accuracy: number, level?: Words }[], opening?: Words }} Summary */

/** Returns the tags of a reviewed game.
 * @param {Record<string, string>} tags @param {Summary} summary @param {string} lang @returns {Record<string, string>} */
export function reviewTags(tags, { stamp, sides, opening }, lang) {
    const [red, black] = sides.map(({ moves, accuracy }) => (moves ? { accuracy: accuracy.toFixed(1) } : {}));
    const { RedAccuracy, BlackAccuracy, ...rest } = tags;
    return { ...(opening ? { Opening: opening[lang] } : {}), Annotator: 'Hanxin', ...rest, Review: stamp[lang],
        ...(red.accuracy ? { RedAccuracy: red.accuracy } : {}), ...(black.accuracy ? { BlackAccuracy: black.accuracy } : {}) };
}

/** Returns what is known about the sides, Red first: number of reviewed moves, accuracy in per cent, and counts of the marks. The accuracy is that
 * of the review if the game contains it in its tags; otherwise it is computed from the scores, which is less exact.
 * @param {Node} root @param {Path} path @param {boolean} blackFirst @param {Record<string, string>} [tags] @returns {[Side, Side]} */
export function sidesOf(root, path, blackFirst, tags = {}) {
    const sides = [0, 1].map(() => ({ moves: 0, accuracy: 0, only: 0, inaccuracy: 0, mistake: 0, blunder: 0 }));
    const all = pointsOf(root, nodesOn(root, path), 'move', blackFirst ? 1 : 0), first = path.length ? betterOf(root, path.slice(0, 1)) : undefined;
    // The tree has no score of the start position. It is that of the better first move, or about that of the first move.
    all[0].worth = first ? worthOfEval(first.score, blackFirst) : all[1]?.worth;
    for (let ply = 1; ply < all.length; ply++) {
        const [from, to] = [all[ply - 1].worth, all[ply].worth], red = (ply % 2 === 1) !== blackFirst, side = sides[red ? 0 : 1];
        if (from === undefined || to === undefined)
            continue;
        side.moves++;
        side.accuracy += 100 * Math.exp(-ACCURACY_SLOPE * Math.max(0, red ? from - to : to - from));
        if (all[ply].kind)
            side[/** @type {string} */ (all[ply].kind)]++;
    }
    sides.forEach((side, i) => {
        const known = isReviewed(tags) ? Number(tags[i ? 'BlackAccuracy' : 'RedAccuracy']) : 0;
        side.accuracy = known || side.accuracy / (side.moves || 1);
    });
    return /** @type {[Side, Side]} */ (sides);
}

/** Returns the better line than the move at the end of the path, which is marked as a mistake: the path of its first move, its moves, and its score;
 * undefined if there is none.
 * @param {Node} root @param {Path} path @returns {{ path: Path, line: Node[], score: string } | undefined} */
export function betterOf(root, path) {
    if (!isMarked(nodeAt(root, path)))
        return undefined;
    const parent = path.slice(0, -1), { next } = nodeAt(root, parent), index = next.findIndex((child, i) => i !== path.at(-1) && isBetter(child));
    if (index < 0)
        return undefined;
    const line = [];
    for (let at = next[index]; at; at = at.next[0])
        line.push(at);
    return { path: [...parent, index], line, score: commentParts(next[index].before).score };
}

/** Returns the marked moves of the line that have a better line: path, ply (counted from 1), side, node, better line, and sentence.
 * @param {Node} root @param {Path} path @param {boolean} blackFirst */
export const mistakes = (root, path, blackFirst) => path.map((_, i) => path.slice(0, i + 1)).flatMap(place => {
    const at = nodeAt(root, place), better = betterOf(root, place), red = (place.length % 2 === 1) !== blackFirst;
    return better ? [{ path: place, ply: place.length, side: red ? 'red' : 'black', at, better, sentence: commentParts(at.comment).sentence }] : [];
});

// ---- the panel ----

/** @typedef {{ root: Node, path: Path, first: number, tags: Record<string, string>, notation: import('./tree.js').Notation, ready: boolean,
 *   progress: { pass: number, done: number, of: number } | null, fault?: string, at: number }} ReviewState
 * The reviewed line, which is `path`, and number of plies before it; `ready`: a review can begin; `progress`: of the review that runs; `at`: number of
 * moves on the board */
/** @typedef {{ onReview: () => void, onStop: () => void, onGo: (path: Path) => void, onExercise: (side: 'red' | 'black') => void }} ReviewCalls */

const COLUMNS = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder', 'only']);
const SIGN_OF = { inaccuracy: '?!', mistake: '?', blunder: '??', only: '!' };

// Returns a table with accuracy and counts of the sides.
function sidesTable(sides) {
    const head = element('tr', {}, element('td', {}), element('th', { scope: 'col', textContent: say('accuracy') }),
        ...COLUMNS.map(column => element('th', { scope: 'col' }, element('abbr', { title: say(`${column}Graph`), textContent: SIGN_OF[column] }))));
    const rows = sides.map((side, i) => side.moves > 0 && element('tr', {}, element('th', { scope: 'row', textContent: say(i ? 'black' : 'red') }),
        element('td', { textContent: say('percent', side.accuracy.toFixed(1)) }), ...COLUMNS.map(column => element('td', { textContent: String(side[column]) }))));
    return element('table', { className: 'sides' }, head, ...rows);
}

function mistakesList(found, notation, first, at, onGo) {
    return element('ol', { className: 'mistakes' }, ...found.map(({ path, ply, at: move, better, sentence }) => {
        const name = `${moveNumber(first + ply - 1)} ${move[notation] || move.move} ${sign(markOf(move) ?? 0)}`;
        const instead = say('betterWas', better.line.slice(0, 4).map(one => one[notation] || one.move).join(' '));
        const button = element('button', { type: 'button', value: `ply ${ply}` }, element('b', { textContent: name }), ' ', [sentence, instead].filter(Boolean).join(' · '));
        button.setAttribute('aria-current', String(ply === at));
        button.addEventListener('click', () => onGo(path));
        return element('li', { className: kind(markOf(move) ?? 0) }, button);
    }));
}

/** Draws the panel of the review. @param {HTMLElement} host @param {ReviewState} state @param {ReviewCalls} calls */
export function drawReview(host, { root, path, first, tags, notation, ready, progress, fault = '', at }, calls) {
    const sides = sidesOf(root, path, first === 1, tags), found = mistakes(root, path, first === 1), scored = sides[0].moves + sides[1].moves;
    // Some evaluations, which a file may have for other reasons, are no review.
    const isDone = scored > 0 && (isReviewed(tags) || found.length > 0 || 2 * scored > path.length);
    const key = [say('review'), notation, first, ready, path.length, progress, fault, at, sides, found.map(({ path, sentence, better }) => [path, sentence, better.line.map(({ move }) => move)])];
    refill(host, key, () => [
        fault && element('p', { className: 'fault', textContent: fault }),
        progress ? element('p', { className: 'progress' }, element('label', {}, say(progress.pass === 1 ? 'quickPass' : 'deepPass'), ' ', element('progress', { max: progress.of, value: progress.done })),
            ' ', button('review', say('stop'), calls.onStop))
            : element('p', { className: 'buttons' }, button('review', say(isDone ? 'reviewAgain' : 'review'), calls.onReview, !ready || !path.length),
                ...['red', 'black'].map(side => found.some(one => one.side === side) && button(side, say('findBetter', say(side)), () => calls.onExercise(/** @type {any} */ (side))))),
        isDone && sidesTable(sides),
        found.length > 0 && mistakesList(found, notation, first, at, calls.onGo),
        isDone && !progress && !found.length && element('p', { textContent: say('noMistakes') }),
    ].filter(Boolean));
}
