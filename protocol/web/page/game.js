// SPDX-License-Identifier: GPL-3.0-only
// A game: its start position, its tree of moves (tree.js), and the place in it that the board shows. The engine's own rules (rules.js) judge it;
// a game contains no rules.
import { ask } from './rules.js';
import { plainComment } from './notes.js';
import * as tree from './tree.js';

const FILE_MOST = 32 << 20; // maximum number of bytes (HTTP_BODY_MOST in protocol/web/http.h)
const UNDO_MOST = 500;

// What undo and redo restore. Each game has another `id`. `seats` says who plays it and how: { mode, who, level, clock, left }.
const STATE = ['id', 'start', 'root', 'whole', 'at', 'tags', 'ended', 'seats'];
/** @returns {any} */
const empty = () => ({ id: Math.random(), start: '', root: tree.node({}), whole: [], at: 0, tags: {}, ended: null, seats: {} });

/** @typedef {{ result: string, plies?: number, loser?: 'red' | 'black', how?: string }} Ended an end that the board does not show: time,
 * resignation; only the result if read from a file. `plies` is its place in the main line, by default the last one */

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./tree.js').Path} Path */

export class Game {
    id = 0;
    start = '';
    /** @type {Node} */
    root = tree.node({});
    /** @type {Path} */
    whole = [];
    /** Number of moves of the line on display that are played on the board. */
    at = 0;
    /** @type {Record<string, string>} */
    tags = {};
    /** @type {Ended | null} */
    ended = null;
    /** @type {any} */
    seats = {};
    /** Number of moves after the engine's last book move; 0: none. */
    bookAt = 0;
    /** The rules' answer for the position on the board, and for the end of the main line. @type {any} */
    state = null;
    /** @type {any} */
    verdict = null;
    /** States for undo and redo. @type {any[]} */
    past = [];
    /** @type {any[]} */
    future = [];
    /** Changes with every move or edit, and with every other place. */
    version = 0;
    /** @type {symbol | undefined} */
    #looking;

    /** The path to the node on the board. `whole` is the path to the end of the line on display. */
    get path() {
        return this.whole.slice(0, this.at);
    }

    /** The path to the end of the main line. */
    mainLine() {
        return tree.lineFrom(this.root, []);
    }

    get node() {
        return tree.nodeAt(this.root, this.path);
    }

    get line() {
        return tree.nodesOn(this.root, this.whole);
    }

    get moves() {
        return this.line.map(({ move }) => move);
    }

    /** Returns the moves that lead to the position at a path, by default to that on the board. */
    movesTo(path = this.path) {
        return tree.nodesOn(this.root, path).map(({ move }) => move);
    }

    get isMainLine() {
        return this.whole.every(index => index === 0);
    }

    /** True if there is anything that a new game would replace. */
    get isBegun() {
        return this.root.next.length > 0 || this.root.comment !== '' || Object.keys(this.tags).length > 0 || !(this.start === '' || this.start.startsWith(XiangqiBoard.START));
    }

    /** Number of the first ply: 1 if Black moves first. */
    get first() {
        return / b\b/.test(this.start) ? 1 : 0;
    }

    /** The side to move on the board. */
    get turn() {
        return (this.first + this.at) % 2 ? 'black' : 'red';
    }

    /** Updates the state of the game from the rules, whose verdict is for a reader of that notation. Returns false if a later call has overtaken this one. */
    async look(lang, rules, notation) {
        const mine = (this.#looking = Symbol()), head = `state ${lang} ${rules} 120 ${notation}`;
        const [state, verdict] = await Promise.all([this.path, this.mainLine()].map(path => ask([head, this.start, this.movesTo(path).join(' ')])));
        if (mine !== this.#looking)
            return false;
        if (state.error ?? verdict.error)
            throw new Error(state.error ?? verdict.error);
        this.state = state;
        this.verdict = verdict;
        return true;
    }

    /** True if the game ended with the position on the board. */
    get over() {
        const { state, ended } = this;
        return state !== null && (state.result !== '*' || (ended !== null && this.isMainLine && this.at === (ended.plies ?? this.whole.length)));
    }

    get result() {
        return this.ended?.result ?? this.verdict?.result ?? '*';
    }

    /** True if the last move on the board was a book move of the engine. */
    get byBook() {
        return this.at > 0 && this.bookAt === this.at;
    }

    // ---- edits, each of which can be undone ----

    remembered() {
        return Object.fromEntries(STATE.map(name => [name, this[name]]));
    }

    /** Replaces a part of the state, so that undo brings it back. */
    change(more) {
        this.past = [...this.past, this.remembered()].slice(-UNDO_MOST);
        this.future = [];
        Object.assign(this, more);
        this.version++;
    }

    /** Replaces the tree and goes to a path, whose line is displayed to its end. The game has not ended any more if the moves up to its end
     * are others now. */
    #edit(root, path) {
        const { ended } = this, played = tree.nodesOn(this.root, this.mainLine()).slice(0, ended?.plies), others = tree.nodesOn(root, tree.lineFrom(root, []));
        const isSame = (ended?.plies !== undefined || played.length === others.length) && played.every(({ move }, ply) => others[ply]?.move === move);
        this.change({ root, ended: isSame ? ended : null });
        this.goTo(path);
    }

    undo() {
        this.#swap(this.past, this.future);
    }

    redo() {
        this.#swap(this.future, this.past);
    }

    #swap(from, to) {
        const other = from.pop();
        if (!other)
            return;
        to.push(this.remembered());
        Object.assign(this, other);
        this.version++;
    }

    /** Plays a legal move, given in all notations: as the next one of its line, or as a variation, which becomes the main line if `main`. */
    play(named, { byBook = false, main = false } = {}) {
        const { path, root } = this;
        let [made, place] = tree.add(root, path, named);
        if (main)
            [made, place] = tree.promote(made, place, Infinity);
        if (made === root)
            this.goTo(place);
        else
            this.#edit(made, place);
        if (main && made !== root)
            this.ended = null; // it goes on
        this.bookAt = byBook ? this.at : 0;
    }

    /** Plays a line, of which the tree may contain a part. */
    playLine(line) {
        let { root, path } = this;
        for (const named of line)
            [root, path] = tree.add(root, path, named);
        if (root === this.root)
            this.goTo(path);
        else
            this.#edit(root, path);
    }

    /** Removes the last moves before the place on the board, and everything after them. */
    takeBack(count) {
        const place = this.path.slice(0, Math.max(0, this.at - count));
        this.#edit(tree.remove(this.root, this.path.slice(0, place.length + 1)), place);
    }

    annotate(path, fields) {
        this.#edit(tree.edit(this.root, path, at => ({ ...at, ...fields })), this.path);
    }

    /** Changes fields of a node without an entry for undo. */
    amend(path, fields) {
        this.root = tree.edit(this.root, path, at => ({ ...at, ...fields }));
    }

    promote(path, most = 1) {
        const [root, place] = tree.promote(this.root, path, most);
        this.#edit(root, place);
    }

    remove(path) {
        this.#edit(tree.remove(this.root, path), path.slice(0, -1));
    }

    cutAfter(path) {
        this.#edit(tree.cutAfter(this.root, path), path);
    }

    // ---- the place on the board ----

    /** Goes along the line on display. */
    go(at) {
        this.at = Math.max(0, Math.min(this.whole.length, at));
        this.version++;
    }

    /** Goes to any node, and displays its line to the end. */
    goTo(path) {
        const isOnLine = path.length <= this.whole.length && path.every((index, ply) => index === this.whole[ply]) && tree.has(this.root, this.whole);
        this.whole = tree.lineFrom(this.root, isOnLine ? this.whole : path);
        this.at = path.length;
        this.version++;
    }

    /** Displays the main line, and on the board the same position, or the last one if that was in a variation. */
    goToMain() {
        const isOnMain = this.path.every(index => index === 0);
        this.whole = this.mainLine();
        this.go(isOnMain ? this.at : this.whole.length);
    }

    /** Goes to the next (1) or previous (-1) variation in place of the move on the board, if there is one. */
    goBeside(step) {
        const { path } = this, before = path.slice(0, -1), index = (path.at(-1) ?? 0) + step;
        if (path.length && tree.nodeAt(this.root, before).next[index])
            this.goTo([...before, index]);
    }

    // ---- requests to the rules ----

    /** Returns the move in all notations for a text in any notation, or { refused }, the reason, for a reader of that notation. */
    async read(text, lang, notation = 'iccs') {
        return ask([`move ${lang} asian 120 ${notation}`, this.start, this.movesTo().join(' '), text.replace(/\s+/g, ' ')]);
    }

    /** Returns the game as PGN in ICCS notation. */
    pgn(tags = {}, root = this.root) {
        return tree.pgnOf(root, { tags: { ...tags, ...this.tags }, start: this.start, result: this.result });
    }

    /** Returns the game as a file in a format of rules.h: { bytes, lost, braces }, where `lost` is a clause about what the format cannot hold, and `braces`
     * the number of `}` in comments, which are `)` in the file, because the rules get the game as PGN. */
    async write(format, tags, lang) {
        const { file, lost, error } = await ask([`write ${lang}`, format, this.pgn(tags, ['xqf', 'dhtmlxq'].includes(format) ? tree.withComments(this.root, plainComment) : this.root)]);
        if (error)
            throw new Error(error);
        let braces = 0;
        tree.withComments(this.root, text => (braces += text.split('}').length - 1, text));
        return { bytes: Uint8Array.from([...file], character => character.charCodeAt(0)), lost, braces };
    }

    /** Returns a FEN, optionally followed by `moves`, as a game that was read. */
    static async readFen(text, lang) {
        const [fen, moves = ''] = text.replace(/\s+/g, ' ').split(/\bmoves\b/);
        const state = await ask([`state ${lang}`, fen.trim(), moves]);
        if (state.error)
            throw new Error(state.error);
        const nodes = state.moves.map((move, i) => ({ after: i, move, wxf: state.wxf[i], chinese: state.chinese[i], english: state.english[i] }));
        return { fen: state.start, nodes, comment: '', tags: {}, result: '*', lost: '', fault: '' };
    }

    /** Returns the games in a file, which has a name and a size, or in a text: entries as in rules.h, with a function that returns the game. */
    static async list(source, lang, tooBig) {
        const name = (source.name ?? '').replace(/\s+/g, ' ');
        if ((source.size ?? source.length) > FILE_MOST)
            throw new Error(tooBig(name));
        const data = name ? await source.arrayBuffer().catch(error => { throw new Error(`${name}: ${error.message}`); }) : source;
        const answered = async lines => {
            const answer = await ask([...lines, name, data]);
            if (answer.error)
                throw new Error(answer.error);
            return answer;
        };
        const { games } = await answered([`list ${lang}`]), line = name ? '' : source.trim();
        if (!games.some(({ found }) => found) && /\S\/\S+\//.test(line) && !line.includes('\n')) { // a FEN in another form, such as in a link
            const game = await Game.readFen(line, lang);
            return [{ red: '', black: '', name, result: '*', plies: game.nodes.length, found: true, fault: '', read: async () => game }];
        }
        return games.map(entry => ({ ...entry, name: entry.name || name, read: () => answered([`read ${lang}`, String(entry.number)]) }));
    }

    /** Returns the state of a game that was read, from its beginning. */
    static stateOf({ fen, nodes, comment, tags, result }) {
        const root = tree.treeOf({ nodes, comment });
        const { FEN: _1, Format: _2, Result: _3, SetUp: _4, ...others } = tags;
        const whole = tree.lineFrom(root, []);
        return { ...empty(), start: fen, root, whole, tags: others, ended: result === '*' ? null : { result, plies: whole.length } };
    }

    /** Returns the state of a new game. */
    static newState(start = '') {
        return { ...empty(), start };
    }

    /** Returns the state of a new game that continues from the position on the board. */
    branch() {
        const { path, start } = this, nodes = tree.nodesOn(this.root, path).map(({ move, wxf, chinese, english }, after) => ({ after, move, wxf, chinese, english }));
        return { ...empty(), start, root: tree.treeOf({ nodes, comment: '' }), whole: path.map(() => 0), at: path.length };
    }

    /** Returns the moves of the line on display in a state. */
    static movesOf({ root, whole }) {
        return tree.nodesOn(root, whole).map(({ move }) => move);
    }

    // ---- storage ----

    /** Returns the stored form of a state. */
    static kept({ root, ...others }) {
        return { ...others, tree: tree.flat(root) };
    }

    /** Returns the state for its stored form, or null if that is invalid. */
    static async again(kept) {
        try {
            const { tree: stored, moves, at, ...others } = kept, state = { ...empty() };
            for (const name of STATE)
                if (others[name] !== undefined)
                    state[name] = others[name];
            if (stored)
                state.root = tree.treeOf({ nodes: stored.nodes, comment: stored.comment });
            else if (kept.opened?.pgn || kept.opened?.text) // stored by version 1.0
                Object.assign(state, Game.stateOf(await ask(['read en', '1', '', kept.opened.pgn ?? kept.opened.text])));
            else
                state.root = tree.treeOf(await Game.readFen(`${kept.start || XiangqiBoard.START} moves ${[...(moves ?? [])].join(' ')}`, 'en'));
            state.whole = tree.lineFrom(state.root, tree.has(state.root, state.whole) ? state.whole : []);
            state.at = Math.max(0, Math.min(state.whole.length, Number(at) || 0));
            const { error } = await ask(['state en', String(state.start), tree.nodesOn(state.root, state.whole).map(({ move }) => move).join(' ')]);
            return error ? null : state;
        } catch {
            return null;
        }
    }
}
