// SPDX-License-Identifier: GPL-3.0-only
// A game as a tree of moves.
//
// A tree never changes: an edit returns a new root, which shares all other nodes with the old one. So the history for undo is a list of roots.
// A place in a tree is a path: the index of the child to take at each node, from the root. Child 0 continues the line; the others begin
// variations.
//
/** @typedef {'move' | 'wxf' | 'chinese' | 'traditional' | 'english' | 'vietnamese'} Notation */
/** @typedef {Record<Notation, string>} Named a move in all notations; `move` is that of the rules (h2e2) */
/** @typedef {Named & { nags: number[], comment: string, before: string, next: Node[], said?: Record<string, string> }} Node
 * `before` is a comment before the move, `said` the sentence of a review in all languages. The root stands for the start position; it has no move, only a comment. */
/** @typedef {number[]} Path */

const TRADITIONAL = { 帅: '帥', 将: '將', 马: '馬', 车: '車', 进: '進', 后: '後' };

const LETTERS = { K: 'Tg', A: 'S', E: 'T', H: 'M', R: 'X', C: 'P', P: 'B' }, PLACES = { '+': 't', '-': 's' }, STEPS = { '+': '.', '.': '-', '-': '/' };

/** Returns a move in Vietnamese notation (notation.h). @param {Partial<Node>} fields */
function vietnameseOf({ move = '', wxf = '', chinese = '' }) {
    const [piece, which, step, goal] = wxf, letter = LETTERS[piece], end = STEPS[step] + goal;
    if (!/^[KAEHRCP1-9][1-9+-][-+.][1-9]$/.test(wxf) || letter && /^[一二三四五]/.test(chinese))
        return move; // one of four or five pawns on a file, or not in WXF
    if (letter)
        return letter + (chinese.startsWith('中') ? 'g' : PLACES[which] ?? which) + end;
    return `B${PLACES[which] ?? 'g'}${piece}${end}`; // two files have several pawns each
}

/** @param {Partial<Node>} fields @returns {Node} */
export const node = fields => ({ move: '', wxf: '', chinese: '', english: (fields.wxf ?? '').replace('.', '='), vietnamese: vietnameseOf(fields),
    traditional: (fields.chinese ?? '').replace(/[帅将马车进后]/g, sign => TRADITIONAL[sign]), nags: [], comment: '', before: '', next: [], ...fields });

/** @param {Node} root @param {Path} path @returns {Node} */
export const nodeAt = (root, path) => path.reduce((at, index) => at.next[index], root);

/** Returns true if the path leads to a node. @param {Node} root @param {Path} path */
export function has(root, path) {
    let at = root;
    return path.every(index => (at = at.next[index]) !== undefined);
}

/** Returns the nodes on a path, without the root. @param {Node} root @param {Path} path @returns {Node[]} */
export function nodesOn(root, path) {
    let at = root;
    return path.map(index => (at = at.next[index]));
}

/** Returns the path of a sequence of moves as far as the tree has it. @param {Node} root @param {string[]} moves @returns {Path} */
export function pathOf(root, moves) {
    const path = [];
    let at = root;
    for (const move of moves) {
        const index = at.next.findIndex(child => child.move === move);
        if (index < 0)
            break;
        path.push(index);
        at = at.next[index];
    }
    return path;
}

/** Returns the path continued to the end of its line. @param {Node} root @param {Path} path @returns {Path} */
export function lineFrom(root, path) {
    const whole = [...path];
    for (let at = nodeAt(root, path); at.next.length; at = at.next[0])
        whole.push(0);
    return whole;
}

/** Returns a tree in which `change` has replaced the node at the path. @param {Node} root @param {Path} path @param {(at: Node) => Node} change */
export function edit(root, path, change) {
    const passed = [root, ...nodesOn(root, path)];
    let made = change(/** @type {Node} */ (passed.pop()));
    for (let i = path.length - 1; i >= 0; i--)
        made = { ...passed[i], next: passed[i].next.with(path[i], made) };
    return made;
}

/** Adds a move after the path, if it is not there yet. Returns the tree and the path of the move.
 * @param {Node} root @param {Path} path @param {Partial<Node>} fields @returns {[Node, Path]} */
export function add(root, path, fields) {
    const { next } = nodeAt(root, path), found = next.findIndex(({ move }) => move === fields.move);
    if (found >= 0)
        return [root, [...path, found]];
    return [edit(root, path, at => ({ ...at, next: [...at.next, node(fields)] })), [...path, next.length]];
}

/** Removes a move and everything after it. @param {Node} root @param {Path} path */
export const remove = (root, path) => edit(root, path.slice(0, -1), at => ({ ...at, next: at.next.toSpliced(/** @type {number} */ (path.at(-1)), 1) }));

/** Removes everything after a place. @param {Node} root @param {Path} path */
export const cutAfter = (root, path) => edit(root, path, at => ({ ...at, next: [] }));

/** Moves the variation that contains the path before its neighbour; `most` times, or until it is the main line.
 * Returns the tree and the new path. @param {Node} root @param {Path} path @returns {[Node, Path]} */
export function promote(root, path, most = 1) {
    let tree = root, place = [...path];
    for (let ply = place.length - 1; ply >= 0 && most > 0; ply--) {
        const index = place[ply];
        if (index === 0)
            continue;
        tree = edit(tree, place.slice(0, ply), at => {
            const next = at.next.toSpliced(index, 1);
            return { ...at, next: next.toSpliced(most === Infinity ? 0 : index - 1, 0, at.next[index]) };
        });
        place = place.with(ply, most === Infinity ? 0 : index - 1);
        most--;
    }
    return [tree, place];
}

/** Returns the tree of a game that the rules have read (protocol/web/rules.h). @param {{ nodes: any[], comment: string }} read */
export function treeOf({ nodes, comment }) {
    const root = node({ comment }), all = [root];
    for (const { after, ...fields } of nodes) {
        const made = node(fields);
        all[after].next.push(made);
        all.push(made);
    }
    return root;
}

/** Returns the tree in the form that treeOf() takes, without empty fields. @param {Node} root */
export function flat(root) {
    const nodes = /** @type {any[]} */ ([]), waiting = /** @type {[Node, number][]} */ ([[root, 0]]);
    for (let i = 0; i < waiting.length; i++) // a list, not a stack, so that earlier children stay earlier
        for (const child of waiting[i][0].next) {
            const { next, nags, comment, before, traditional, vietnamese, ...names } = child; // node() makes these two names
            nodes.push({ after: waiting[i][1], ...names, ...(nags.length && { nags }), ...(comment && { comment }), ...(before && { before }) });
            waiting.push([child, nodes.length]);
        }
    return { nodes, comment: root.comment };
}

/** Returns a tree with changed comments. @param {Node} root @param {(text: string) => string} change @returns {Node} */
export function withComments(root, change) {
    const { nodes, comment } = flat(root);
    return treeOf({ nodes: nodes.map(at => ({ ...at, comment: change(at.comment ?? ''), before: change(at.before ?? '') })), comment: change(comment) });
}

/** Returns the main line as a tree of its own, without comments and marks. @param {Node} root */
export function mainLineOf(root) {
    return treeOf({ nodes: nodesOn(root, lineFrom(root, [])).map(({ move, wxf, chinese }, after) => ({ after, move, wxf, chinese })), comment: '' });
}

/** Returns the number of moves, comments and variations of a tree. @param {Node} root */
export function counts(root) {
    const count = { moves: 0, comments: 0, variations: 0 }, waiting = [root];
    for (let at; (at = waiting.pop());) {
        count.moves += at.move ? 1 : 0;
        count.comments += (at.comment ? 1 : 0) + (at.before ? 1 : 0);
        count.variations += Math.max(0, at.next.length - 1);
        waiting.push(...at.next);
    }
    return count;
}

const quoted = text => text.replace(/[\\"]/g, sign => `\\${sign}`).replace(/[\r\n]+/g, ' ');
const comment = text => (text ? [`{${text.replaceAll('}', ')').replace(/[\r\n]\[/g, ' [')}}`] : []);

/** Returns a game as PGN in ICCS notation, which the rules convert to all other formats. @param {Node} root
 * @param {{ tags: Record<string, string>, start: string, result: string }} about */
export function pgnOf(root, about) {
    const { tags, start, result } = about;
    const words = [], number = ply => `${Math.floor(ply / 2) + 1}.${ply % 2 ? '..' : ''}`;
    const first = / b/.test(start) ? 1 : 0;
    const remarks = at => [at.move, ...at.nags.map(nag => `$${nag}`), ...comment(at.comment)];
    // Writes the line that begins with this node. The variations that replace a move follow it.
    const line = (from, ply, siblings) => {
        let due = true; // a move number
        for (let at = from; at; [at, siblings] = [at.next[0], at.next.slice(1)], ply++) {
            words.push(...comment(at.before));
            if (due || ply % 2 === 0)
                words.push(number(ply));
            words.push(...remarks(at));
            due = Boolean(at.comment) || siblings.length > 0;
            for (const other of siblings) {
                words.push('(');
                line(other, ply, []);
                words.push(')');
            }
        }
    };
    words.push(...comment(root.comment));
    line(root.next[0], first, root.next.slice(1));
    const head = Object.entries({ ...tags, Result: result, ...(start ? { FEN: start } : {}) }).map(([name, value]) => `[${name} "${quoted(value)}"]\n`);
    return `${head.join('')}\n${words.join(' ')} ${result}\n`;
}
