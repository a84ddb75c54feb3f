// SPDX-License-Identifier: GPL-3.0-only
// A game: its start position, its moves, and the number of moves played on the board. The engine's own rules (rules.js) judge it; a game
// contains no rules.
import { ask } from './rules.js';

const FILE_MOST = 32 << 20; // maximum number of bytes (HTTP_BODY_MOST in protocol/web/http.h)

export class Game {
    constructor() {
        this.start = '';
        this.moves = [];
        this.at = 0; // number of moves played on the board
        this.bookAt = 0; // number of moves after the engine's last book move; 0: none
        this.tags = {};
        this.ended = null; // { result, loser, how } of an end that the board does not show: time, resignation; only the result if read from a file
        this.opened = null; // { pgn, notes } of the file from which it was opened: the whole game; true if it has comments or variations
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

    // Returns the game as a file in a format of rules.h: { bytes, lost }, where `lost` is a clause about what the format cannot hold.
    // Comments and variations of an opened game are included, as far as its moves are still those of this game.
    async write(format, tags, lang) {
        const pgn = this.opened?.pgn ?? '', lines = Object.entries(pgn ? tags : { ...this.tags, ...tags });
        const { file, lost, error } = await ask([`write ${lang}`, format, this.start, this.moves.join(' '), this.result,
            ...lines.map(([name, value]) => `${name} ${value}`.replace(/\s+/g, ' ')), '', pgn]);
        if (error)
            throw new Error(error);
        return { bytes: Uint8Array.from(file, character => character.charCodeAt(0)), lost };
    }

    // Returns a FEN, optionally followed by `moves`, as a game that was read.
    static async readFen(text, lang) {
        const [fen, moves = ''] = text.replace(/\s+/g, ' ').split(/\bmoves\b/);
        const state = await ask([`state ${lang}`, fen.trim(), moves]);
        if (state.error)
            throw new Error(state.error);
        return { fen: state.start, moves: state.moves, tags: {}, result: '*', fault: '' };
    }

    // Returns the games in a file, which has a name and a size, or in a text: entries as in rules.h, with a function that returns the game.
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
            return [{ red: '', black: '', name, result: '*', plies: game.moves.length, found: true, fault: '', read: async () => game }];
        }
        return games.map(entry => ({ ...entry, name: entry.name || name, read: () => answered([`read ${lang}`, String(entry.number)]) }));
    }

    // Convert the game to its stored form and back; null if the stored form is invalid.
    kept() {
        const { start, moves, at, tags, ended, worth, opened } = this, most = 1000000; // browsers store about five million characters
        return structuredClone({ start, moves, at, tags, ended, worth, opened: opened?.pgn.length > most ? { ...opened, pgn: '' } : opened });
    }

    static async again(kept) {
        const game = Object.assign(new Game(), kept);
        if (kept.opened) // versions up to 1.0 stored the text of the file
            game.opened = { pgn: kept.opened.pgn ?? kept.opened.text ?? '', notes: kept.opened.notes };
        const { error } = await ask(['state en', String(game.start), [...game.moves].join(' ')]).catch(error => ({ error }));
        game.go(Number(game.at) || 0);
        return error ? null : game;
    }

    // Returns a game that was read, from its beginning.
    static from({ fen, moves, tags, result, pgn, comments, variations }) {
        const game = new Game(), opened = pgn ? { pgn, notes: comments + variations > 0 } : null;
        Object.assign(game, { start: fen, moves: [...moves], tags: { ...tags }, opened });
        for (const name of ['FEN', 'Format', 'Result', 'SetUp'])
            delete game.tags[name];
        if (result !== '*')
            game.ended = { result };
        return game;
    }
}
