// SPDX-License-Identifier: GPL-3.0-only
// A game of Xiangqi with its rules, variations and files, which answers at once. xiangqi.d.ts documents every function.
import { plainComment } from './notes.js';
import { loadRules } from './rules.js';
import * as tree from './tree.js';

let ask; // of the rules, once they are loaded

const oneLine = text => String(text ?? '').replace(/\s+/g, ' ').trim();
const colour = letter => (letter < 'a' ? 'red' : 'black');
const NOTATIONS = { iccs: 'move', wxf: 'wxf', english: 'english', chinese: 'chinese', traditional: 'traditional', vietnamese: 'vietnamese' }; // the rules' names of moves
const PLAIN = ['xqf', 'dhtmlxq']; // formats whose comments have no commands
const FORMATS = [...Object.keys(NOTATIONS), 'gb18030', ...PLAIN];

function checked(what, value, known) {
    if (!known.includes(value))
        throw new RangeError(`invalid ${what} '${value}': expected ${known.join(', ')}`);
    return value;
}

// Returns the name of the field of a move that contains the notation.
const fieldOf = (notation = 'iccs') => NOTATIONS[checked('notation', notation, Object.keys(NOTATIONS))];

// Returns the pieces of a FEN: letters by square.
function piecesOf(fen) {
    const pieces = new Map();
    fen.split(' ', 1)[0].split('/').forEach((rank, row) => {
        let file = 0;
        for (const letter of rank)
            if (letter >= '1' && letter <= '9')
                file += Number(letter);
            else
                pieces.set('abcdefghi'[file++] + (9 - row), letter);
    });
    return pieces;
}

function moveOf(names, before, after) {
    const pieces = piecesOf(before), from = names.move.slice(0, 2), to = names.move.slice(2, 4), piece = pieces.get(from), captured = pieces.get(to);
    const spelled = Object.fromEntries(Object.entries(NOTATIONS).map(([notation, field]) => [notation, names[field]]));
    return { color: colour(piece), from, to, piece: piece.toLowerCase(), ...(captured && { captured: captured.toLowerCase() }), ...spelled, before, after };
}

function contentOf(file) {
    if (typeof file !== 'string' && !(file instanceof Uint8Array) && !(file instanceof ArrayBuffer))
        throw new TypeError('expected the text or the bytes of a file; `await file.arrayBuffer()` returns the bytes of a File');
    return file;
}

class Game {
    static START = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

    tags = {};
    fault = '';
    lost = '';
    #options;
    #start = '';
    #moves = tree.node({}); // the root of the tree
    #at = []; // the path to the position on the board
    #unread = ''; // the game of a file as JSON, until it is needed: a file may have many games
    #known = null; // the rules' answer for the position

    constructor(fen = '', { rules = 'asian', limit = 120, lang = 'en' } = {}) {
        this.#options = { rules, limit, lang };
        this.load(fen);
    }

    // ---- requests to the rules ----

    #ask(command, lines, options = this.#options) {
        const { rules, limit, lang } = options, answer = ask([`${command} ${oneLine(lang)} ${oneLine(rules)} ${oneLine(limit)}`, ...lines]);
        if (answer.error !== undefined)
            throw new Error(answer.error);
        return answer;
    }

    #place(path = this.#path) {
        return [this.#start, tree.nodesOn(this.#root, path).map(({ move }) => move).join(' ')];
    }

    get #state() {
        return (this.#known ??= this.#ask('state', this.#place()));
    }

    // Sets the tree and the place in it.
    #set(root, path) {
        this.#moves = root;
        this.#at = path;
        this.#unread = '';
        this.#known = null;
    }

    #read() {
        if (!this.#unread)
            return;
        const root = tree.treeOf(JSON.parse(this.#unread));
        this.#set(root, tree.lineFrom(root, []));
    }

    get #root() {
        this.#read();
        return this.#moves;
    }

    get #path() {
        this.#read();
        return this.#at;
    }

    // ---- the position ----

    load(fen) {
        const { start } = this.#ask('state', [oneLine(fen), '']);
        this.#start = start;
        this.#set(tree.node({}), []);
        this.tags = {};
        this.fault = this.lost = '';
        return this;
    }

    reset() {
        return this.load('');
    }

    fen() {
        return this.#state.fen;
    }

    turn() {
        return this.#state.turn;
    }

    get(square) {
        const letter = piecesOf(this.fen()).get(square);
        return letter ? { square, type: letter.toLowerCase(), color: colour(letter) } : null;
    }

    board() {
        const pieces = piecesOf(this.fen());
        const at = square => ({ square, type: pieces.get(square).toLowerCase(), color: colour(pieces.get(square)) });
        return [...'9876543210'].map(rank => [...'abcdefghi'].map(file => (pieces.has(file + rank) ? at(file + rank) : null)));
    }

    ascii() {
        const pieces = piecesOf(this.fen());
        return [...'9876543210'].map(rank => `${rank} ${[...'abcdefghi'].map(file => pieces.get(file + rank) ?? '.').join(' ')}\n`).join('') + '  a b c d e f g h i';
    }

    isCheck() {
        return this.#state.check;
    }

    isCheckmate() {
        return this.#state.legal.length === 0 && this.#state.check;
    }

    isStalemate() {
        return this.#state.legal.length === 0 && !this.#state.check;
    }

    isDraw() {
        return this.#state.result === '1/2-1/2';
    }

    isGameOver() {
        return this.#state.result !== '*';
    }

    verdict(options = {}) {
        const { result, ending, summary, reason } = this.#ask('state', this.#place(), { ...this.#options, ...options });
        return { result, ending: ending || null, summary, reason };
    }

    opening() {
        return this.#state.opening;
    }

    // ---- moves ----

    moves({ square, verbose = false, notation } = {}) {
        const field = fieldOf(notation), before = this.fen();
        const found = this.#ask('moves', this.#place()).moves.filter(({ move }) => square === undefined || move.startsWith(square));
        return found.map(names => (verbose ? moveOf(names, before, names.fen) : names[field]));
    }

    move(move) {
        const text = oneLine(typeof move === 'object' && move ? `${move.from}${move.to}` : move);
        const { refused, ...names } = this.#ask('move', [...this.#place(), text]), before = this.fen();
        if (refused !== undefined)
            throw new Error(refused);
        this.#set(...tree.add(this.#root, this.#path, names));
        return moveOf(names, before, this.fen());
    }

    undo() {
        if (this.#path.length === 0)
            return null;
        const names = tree.nodeAt(this.#root, this.#path), after = this.fen();
        this.#set(tree.remove(this.#root, this.#path), this.#path.slice(0, -1));
        return moveOf(names, this.fen(), after);
    }

    history({ verbose = false, notation } = {}) {
        const field = fieldOf(notation), played = tree.nodesOn(this.#root, this.#path);
        if (!verbose)
            return played.map(node => node[field]);
        const fens = [0, ...played.keys()].map((_, ply) => this.#ask('state', this.#place(this.#path.slice(0, ply))).fen);
        return played.map((node, ply) => moveOf(node, fens[ply], fens[ply + 1]));
    }

    // ---- variations and comments ----

    get tree() {
        return this.#root;
    }

    get path() {
        return [...this.#path];
    }

    goTo(place) {
        const path = Array.isArray(place) ? [...place] : tree.lineFrom(this.#root, this.#path).slice(0, place);
        if (!tree.has(this.#root, path) || (!Array.isArray(place) && path.length !== place))
            throw new RangeError(`the game has no place ${JSON.stringify(place)}`);
        this.#set(this.#root, path);
        return this;
    }

    toEnd() {
        return this.goTo(tree.lineFrom(this.#root, this.#path));
    }

    getComment() {
        return tree.nodeAt(this.#root, this.#path).comment;
    }

    setComment(comment) {
        this.#moves = tree.edit(this.#root, this.#path, at => ({ ...at, comment: String(comment) }));
        return this;
    }

    setNags(nags) {
        this.#moves = tree.edit(this.#root, this.#path, at => ({ ...at, nags: [...nags] }));
        return this;
    }

    // ---- files ----

    // Takes over a game that was read (protocol/web/rules.h).
    #take({ fen, nodes, comment, tags, result, lost, fault }) {
        const { FEN: _1, Format: _2, Result: _3, SetUp: _4, ...others } = tags;
        this.#start = fen;
        this.#set(tree.node({}), []);
        this.#unread = JSON.stringify({ nodes, comment });
        this.tags = result === '*' ? others : { ...others, Result: result };
        this.lost = lost;
        this.fault = fault;
        return this;
    }

    loadFile(file, { name = '', number = 1 } = {}) {
        return this.#take(this.#ask('read', [String(number), oneLine(name), contentOf(file)]));
    }

    static parse(file, { name = '', ...options } = {}) {
        const blank = new Game('', options), { games } = blank.#ask('games', [oneLine(name), contentOf(file)]), found = games.filter(({ nodes }) => nodes);
        if (found.length === 0)
            throw new Error(games[0]?.fault ?? 'no game in it');
        return found.map(game => new Game('', options).#take(game));
    }

    write(format) {
        const result = this.tags.Result ?? this.#ask('state', this.#place(tree.lineFrom(this.#root, []))).result;
        const root = PLAIN.includes(checked('format', format, FORMATS)) ? tree.withComments(this.#root, plainComment) : this.#root;
        const { file, lost } = this.#ask('write', [format, tree.pgnOf(root, { tags: this.tags, start: this.#start, result })]);
        return { bytes: Uint8Array.from(file, character => character.charCodeAt(0)), lost };
    }

    pgn({ notation = 'iccs' } = {}) {
        fieldOf(notation);
        return new TextDecoder().decode(this.write(notation).bytes);
    }

    toXQF() {
        return this.write('xqf').bytes;
    }

    toDhtmlXQ() {
        return new TextDecoder().decode(this.write('dhtmlxq').bytes);
    }
}

export async function loadGame(url) {
    ask ??= await loadRules(url);
    return Game;
}
