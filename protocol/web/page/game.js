// SPDX-License-Identifier: GPL-3.0-only
// A game: where it began, its moves, and how far they are played on the board. What the rules say of it is asked of the engine's own
// rules (rules.js); a game holds no rules itself.
import { ask } from './rules.js';

export class Game {
    constructor() {
        this.start = '';
        this.moves = [];
        this.at = 0; // how many of the moves are on the board
        this.bookAt = 0; // behind which of them the engine last played from its book; 0: it has not
        this.tags = {};
        this.ended = null; // { result, loser, how } of an end that is not on the board: time, resignation; a file tells the result alone
        this.opened = null; // { text, moves, result, notes } of the text that it was opened from; notes: it has more than moves and tags
        this.state = null; // of the position on the board, as rules.h tells
        this.names = null; // of all moves, in three notations
        this.worth = []; // of the positions before the first move, behind it, ... as a review found (review.js)
    }

    // Asks the rules how the game stands. False if a later look has overtaken this one.
    async look(lang, rules) {
        const mine = (this.looking = Symbol());
        const head = `state ${lang} ${rules}`;
        const [state, names] = await Promise.all([
            ask([head, this.start, this.moves.slice(0, this.at).join(' ')]),
            ask([head, this.start, this.moves.join(' ')]),
        ]);
        if (mine !== this.looking)
            return false;
        if (state.error ?? names.error)
            throw new Error(state.error ?? names.error);
        this.state = state;
        this.names = names;
        return true;
    }

    get over() {
        return this.state !== null && (this.state.result !== '*' || (this.ended !== null && this.at === this.moves.length));
    }

    get result() {
        return this.ended ? this.ended.result : this.names?.result ?? '*';
    }

    // Is it the game that was opened, unchanged?
    get asOpened() {
        return this.opened !== null && this.opened.moves === this.moves.join(' ') && this.opened.result === (this.ended?.result ?? '*');
    }

    #cut(at) {
        this.moves.length = at;
        this.worth.length = Math.min(this.worth.length, at + 1);
    }

    // Was the last move on the board the engine's, from its book?
    get byBook() {
        return this.at > 0 && this.bookAt === this.at;
    }

    // Plays a legal move; what followed is forgotten.
    play(move, byBook = false) {
        this.#cut(this.at);
        this.moves.push(move);
        this.at++;
        this.bookAt = byBook ? this.at : 0;
        this.ended = null;
    }

    takeBack(count) {
        this.#cut(Math.max(0, this.at - count));
        this.at = this.moves.length;
        this.ended = null;
    }

    go(at) {
        this.at = Math.max(0, Math.min(this.moves.length, at));
    }

    // The move in words that the rules read: its ICCS form, or why it cannot be played: { move } or { refused }.
    async read(text, lang) {
        return ask([`move ${lang}`, this.start, this.moves.slice(0, this.at).join(' '), text.replace(/\s+/g, ' ')]);
    }

    // The name of a move from one of its positions, in three notations.
    async spell(ply, move) {
        const { moves, wxf, chinese } = await ask(['state en', this.start, [...this.moves.slice(0, ply), move].join(' ')]);
        return { moves: moves.at(-1), wxf: wxf.at(-1), chinese: chinese.at(-1) };
    }

    async pgn(notation, tags) {
        const lines = Object.entries({ ...this.tags, ...tags }).map(([name, value]) => `${name} ${value}`.replace(/\s+/g, ' '));
        const { pgn, error } = await ask(['write en', notation, this.start, this.moves.join(' '), this.result, ...lines]);
        if (error)
            throw new Error(error);
        return pgn;
    }

    // A FEN, perhaps with `moves` behind it, as a game that was read.
    static async readFen(text, lang) {
        const [fen, moves = ''] = text.replace(/\s+/g, ' ').split(/\bmoves\b/);
        const state = await ask([`state ${lang}`, fen.trim(), moves]);
        if (state.error)
            throw new Error(state.error);
        return { fen: state.start, moves: state.moves, tags: {}, result: '*', fault: '' };
    }

    // The games of a text, PGN or a FEN with moves perhaps.
    static async readAll(text, lang) {
        const line = text.trim();
        if (/^(position\s+)?(fen\s+)?\S+\/\S+\//.test(line) && !line.includes('['))
            return [await Game.readFen(line.replace(/^(position\s+)?(fen\s+)?/, ''), lang)];
        return (await ask([`read ${lang}`, text])).games.filter(game => game.moves.length || Object.keys(game.tags).length);
    }

    // What is kept of a game from visit to visit, and the game again; null if that makes no sense.
    kept() {
        const { start, moves, at, tags, ended, worth, opened } = this, most = 1000000; // a browser keeps five million characters or so
        return structuredClone({ start, moves, at, tags, ended, worth, opened: opened?.text.length > most ? { ...opened, text: '' } : opened });
    }

    static async again(kept) {
        const game = Object.assign(new Game(), kept);
        const { error } = await ask(['state en', String(game.start), [...game.moves].join(' ')]).catch(error => ({ error }));
        game.go(Number(game.at) || 0);
        return error ? null : game;
    }

    // As one of those games, from its beginning.
    static from({ fen, moves, tags, result, text, notes }) {
        const game = new Game(), opened = text ? { text: text.trim() + '\n', moves: moves.join(' '), result,
            notes: notes || /\[DhtmlXQ_(move|comment)_?\d/i.test(text) } : null; // of which not all is read
        Object.assign(game, { start: fen, moves: [...moves], tags, opened });
        for (const name of ['FEN', 'Format', 'Result', 'SetUp'])
            delete game.tags[name];
        if (result !== '*')
            game.ended = { result };
        return game;
    }
}
