// SPDX-License-Identifier: GPL-3.0-only
// A game: its start position, its moves, and the number of moves played on the board. The engine's own rules (rules.js) judge it; a game
// contains no rules.
import { ask } from './rules.js';

export class Game {
    constructor() {
        this.start = '';
        this.moves = [];
        this.at = 0; // number of moves played on the board
        this.bookAt = 0; // number of moves after the engine's last book move; 0: none
        this.tags = {};
        this.ended = null; // { result, loser, how } of an end that the board does not show: time, resignation; only the result if read from a file
        this.opened = null; // { text, moves, result, notes } of the text from which it was opened; notes: the text has more than moves and tags
        this.state = null; // state of the position on the board (rules.h)
        this.names = null; // names of all moves, in three notations
        this.worth = []; // review results of the start position and of the positions after each move (review.js)
    }

    // Updates the state of the game from the rules. Returns false if a later call has overtaken this one.
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

    // Returns true if this is the opened game, unchanged.
    get asOpened() {
        return this.opened !== null && this.opened.moves === this.moves.join(' ') && this.opened.result === (this.ended?.result ?? '*');
    }

    #cut(at) {
        this.moves.length = at;
        this.worth.length = Math.min(this.worth.length, at + 1);
    }

    // Returns true if the last move on the board was a book move of the engine.
    get byBook() {
        return this.at > 0 && this.bookAt === this.at;
    }

    // Plays a legal move and drops the later ones.
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

    // Returns { move }, the ICCS form of a move in any notation, or { refused }, the reason.
    async read(text, lang) {
        return ask([`move ${lang}`, this.start, this.moves.slice(0, this.at).join(' '), text.replace(/\s+/g, ' ')]);
    }

    // Returns the name of a move from one of its positions, in three notations.
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

    // Returns a FEN, optionally followed by `moves`, as a game that was read.
    static async readFen(text, lang) {
        const [fen, moves = ''] = text.replace(/\s+/g, ' ').split(/\bmoves\b/);
        const state = await ask([`state ${lang}`, fen.trim(), moves]);
        if (state.error)
            throw new Error(state.error);
        return { fen: state.start, moves: state.moves, tags: {}, result: '*', fault: '' };
    }

    // Returns the games of a text: PGN, or a FEN with optional moves.
    static async readAll(text, lang) {
        const line = text.trim();
        if (/^(position\s+)?(fen\s+)?\S+\/\S+\//.test(line) && !line.includes('['))
            return [await Game.readFen(line.replace(/^(position\s+)?(fen\s+)?/, ''), lang)];
        return (await ask([`read ${lang}`, text])).games.filter(game => game.moves.length || Object.keys(game.tags).length);
    }

    // Convert the game to its stored form and back; null if the stored form is invalid.
    kept() {
        const { start, moves, at, tags, ended, worth, opened } = this, most = 1000000; // browsers store about five million characters
        return structuredClone({ start, moves, at, tags, ended, worth, opened: opened?.text.length > most ? { ...opened, text: '' } : opened });
    }

    static async again(kept) {
        const game = Object.assign(new Game(), kept);
        const { error } = await ask(['state en', String(game.start), [...game.moves].join(' ')]).catch(error => ({ error }));
        game.go(Number(game.at) || 0);
        return error ? null : game;
    }

    // Returns one of those games, from its beginning.
    static from({ fen, moves, tags, result, text, notes }) {
        const game = new Game(), opened = text ? { text: text.trim() + '\n', moves: moves.join(' '), result,
            notes: notes || /\[DhtmlXQ_(move|comment)_?\d/i.test(text) } : null; // these are not read completely
        Object.assign(game, { start: fen, moves: [...moves], tags, opened });
        for (const name of ['FEN', 'Format', 'Result', 'SetUp'])
            delete game.tags[name];
        if (result !== '*')
            game.ended = { result };
        return game;
    }
}
