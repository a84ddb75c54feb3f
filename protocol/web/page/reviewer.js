// SPDX-License-Identifier: GPL-3.0-only
// Reviews a game: for `hanxin web` with the program's own review, in WebAssembly with the page's engine and the rules of `hanxin review`
// (bench/review/review.c of the sources) on a smaller budget.
import { scoreOf, scoreText } from './analysis.js';
import { bookMoves } from './book.js';
import { expected } from './notes.js';
import { ask } from './rules.js';
import { review } from './thread.js';
import { LINE_MOST } from './review.js';
import { node, pgnOf } from './tree.js';

/** @typedef {import('./review.js').Result} Result */
/** @typedef {import('./review.js').Summary} Summary */
/** @typedef {{ start: string, moves: string[] }} Line a start position, '' for the usual one, and moves in ICCS */
/** @typedef {{ cp?: number, mate?: number }} Score for the side to move */
/** @typedef {{ score: Score, worth: number, line: string[], nodes: number, sure?: boolean }} Found a position: `worth` is the expected score of the side to
 * move; `line` is empty if the game is over; `nodes` is the limit of its last search */

/** Nodes per position: in the program, and in WebAssembly. */
const NATIVE_NODES = 200000, NODES = 100000, QUICK_NODES = 10000;

// Minimum losses of expected score, and numbers of the marks in PGN; as in `hanxin review`.
const MARKS = [['??', 4, 0.15], ['?', 2, 0.1], ['?!', 6, 0.05]];
const ONLY = ['!', 1], BLUNDER = 0.15;
const LONGER = 4; // factor by which apparent blunders are searched longer
const SURE = 1.5, FAR_BEYOND = 3.5; // uncertainties by which a loss must exceed the threshold if three searches found it, and if one is enough

/** Returns the uncertainty of a loss measured by searches of so many nodes. @param {number} nodes */
const noise = nodes => 0.05 * (400000 / Math.max(1000, nodes)) ** 0.25;

/** @param {Score} score @returns {number} */
export const worthOf = ({ cp = 0, mate }) => (mate === undefined ? expected(cp) : mate > 0 ? 1 : 0);
// True for mates and wins by the rules (engine/board/score.h of the sources).
/** @param {Score} score */
const isDecisive = ({ cp = 0, mate }) => mate !== undefined || Math.abs(cp) >= 29000 - 128;
/** @param {Score} score */
const uci = ({ cp, mate }) => (mate === undefined ? `cp ${cp}` : `mate ${mate}`);

// Returns a score from Red's point of view, as in `[%eval ...]`.
/** @param {Score} score @param {string} turn the side to move */
const evalText = (score, turn) => (score.mate === 0 ? '#' : scoreText(scoreOf(/** @type {any} */ ({ score }), turn)));

/** Returns what a move lost or missed in words, and the better line. `before` and `after` are the positions before and after it.
 * @param {Line} line the moves before it @param {string} move @param {Found} before @param {Found} after
 * @returns {Promise<{ words: import('./review.js').Words, better: { moves: string, wxf: string, chinese: string } }>} */
export async function explain({ start, moves }, move, before, after) {
    const answer = await ask(['explain en', start, moves.join(' '), move, uci(before.score), before.line.slice(0, LINE_MOST).join(' '), uci(after.score), after.line.join(' ')]);
    if (answer.error ?? answer.refused)
        throw new Error(answer.error ?? answer.refused);
    return answer;
}

// Returns the position of the rules' answer to `state`, if the game is over there.
/** @returns {Found | undefined} */
function overIn({ legal, result, turn }) {
    const red = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5 }[result];
    if (red === undefined)
        return undefined;
    const worth = turn === 'red' ? red : 1 - red;
    return { score: legal.length ? { cp: [-29000, 0, 29000][2 * worth] } : { mate: 0 }, worth, line: [], nodes: 0, sure: true };
}

/** Returns the loss of a move by the scores of the opening book; undefined if it lacks a score of the position or the move.
 * @param {any[]} book the moves of the position before it @param {string} played @param {any[]} replies the moves of the position after it */
export function bookLoss(book, played, replies) {
    const isKnown = (/** @type {any} */ { score, mate }) => score !== undefined || mate !== undefined;
    const best = (/** @type {any[]} */ entries) => Math.max(...entries.filter(isKnown).map(({ score, mate }) => worthOf({ cp: score, mate })));
    const own = book.filter(({ move }) => move === played), lost = best(book) - (own.some(isKnown) ? best(own) : 1 - best(replies));
    return Number.isFinite(lost) ? Math.max(0, lost) : undefined;
}

/** A review by the page's engine. */
class Review {
    /** Answers of the rules for all positions. @type {any[]} */
    states = [];
    /** The loss of each move by the scores of the opening book, which come from longer searches; undefined if it lacks them. @type {(number | undefined)[]} */
    bookLost = [];
    /** @type {Found[]} */
    found = [];
    /** @type {{ lost: number, mark: any[] | undefined }[]} */
    marks = [];

    /** @param {Line} line @param {import('./engine.js').Engine} engine @param {number} nodes @param {Calls} calls */
    constructor({ start, moves }, engine, nodes, { signal, onResult, onProgress = () => {} }) {
        this.start = start;
        this.moves = moves;
        this.engine = engine;
        this.nodes = nodes;
        this.signal = signal;
        this.onResult = onResult;
        this.onProgress = onProgress;
    }

    async look() {
        for (let ply = 0; ply <= this.moves.length; ply++) {
            const state = await ask(['state en', this.start, this.moves.slice(0, ply).join(' ')]);
            if (state.error)
                throw new Error(state.error);
            this.states.push(state);
        }
    }

    async lookUpBook() {
        const books = [];
        for (let ply = 0; ply <= this.moves.length; ply++)
            books.push(await bookMoves({ fen: this.start, moves: this.moves.slice(0, ply) }));
        this.bookLost = this.moves.map((played, ply) => bookLoss(books[ply], played, books[ply + 1]));
    }

    redMoves(ply) {
        return this.states[ply].turn === 'red';
    }

    // Returns the position for a search: without its history, unless that may decide the game, because a search takes a position that occurs for the
    // second time for a draw.
    position(ply) {
        const key = state => state.fen.split(' ', 2).join(' '), men = state => state.fen.split(' ')[0].replace(/[\d/]/g, '').length;
        const times = new Map();
        for (let i = ply; i >= 0 && men(this.states[i]) === men(this.states[ply]); i--)
            times.set(key(this.states[i]), (times.get(key(this.states[i])) ?? 0) + 1);
        const decides = [...times.values()].some(count => count >= 2);
        return decides ? { fen: this.start, moves: this.moves.slice(0, ply) } : { fen: this.states[ply].fen, moves: [] };
    }

    // Searches a position. Throws if aborted.
    /** @returns {Promise<Found>} */
    async search(ply, nodes, fresh = false) {
        const found = await this.engine.bestMove(this.position(ply), { nodes, fresh, signal: this.signal });
        if (!found?.info)
            throw this.signal?.aborted ? this.signal.reason : new Error(this.engine.fault || 'no result');
        const { score, pv } = found.info;
        return { score, worth: worthOf(score), line: pv[0] === found.move ? pv : [found.move], nodes };
    }

    value(ply) {
        const before = this.found[ply], after = this.found[ply + 1], own = { lost: 0, mark: /** @type {any[] | undefined} */ (undefined) };
        this.marks[ply] = own;
        if (!before || !after || before.line[0] === this.moves[ply])
            return;
        own.lost = Math.max(0, this.bookLost[ply] ?? before.worth - (1 - after.worth));
        const isMissed = (before.score.mate ?? 0) > 0 && worthOf(after.score) === 0 && after.score.mate === undefined; // a mate, while the game stays won
        own.mark = MARKS.find(([, , least]) => own.lost >= least) ?? (isMissed ? MARKS[2] : undefined);
    }

    isDoubtful(ply) {
        const { line, score } = this.found[ply];
        return line.length > 0 && score.mate === undefined;
    }

    // Returns the loss at which a move is surely a blunder.
    sureLoss(ply, deviations) {
        const searched = [ply, ply + 1].filter(at => this.isDoubtful(at)).map(at => this.found[at].nodes);
        return BLUNDER + (searched.length ? deviations * noise(Math.min(...searched)) : 0);
    }

    // Returns true for an apparent blunder that is not beyond doubt.
    isOpen(ply) {
        const { mark, lost } = this.marks[ply];
        return mark === MARKS[0] && lost < this.sureLoss(ply, FAR_BEYOND);
    }

    // Reports the result for the position after `ply` moves.
    async tell(ply, isFinal = false) {
        const found = this.found[ply], own = ply ? this.marks[ply - 1] : undefined, redMoves = this.redMoves(ply);
        /** @type {Result} */
        const result = { ply, score: evalText(found.score, this.states[ply].turn), red: redMoves ? found.worth : 1 - found.worth };
        if (own) {
            const mark = !isFinal && this.isOpen(ply - 1) ? MARKS[1] : own.mark;
            Object.assign(result, { lost: own.lost, mark: mark?.[0] ?? '', nag: mark?.[1] ?? 0 });
            const before = this.found[ply - 1];
            if (MARKS.includes(mark) && before.line.length) {
                const { words, better } = await explain({ start: this.start, moves: this.moves.slice(0, ply - 1) }, this.moves[ply - 1], before, found);
                Object.assign(result, { words, better: { score: evalText(before.score, this.states[ply - 1].turn), ...better } });
            }
        }
        if (!this.signal?.aborted)
            this.onResult(result);
    }

    // Searches all positions from the last to the first, so that each profits from the results of later ones.
    async pass(number, nodes) {
        const last = this.moves.length;
        for (let ply = last; ply >= 0; ply--) {
            this.found[ply] = (ply === last ? overIn(this.states[ply]) : undefined) ?? await this.search(ply, nodes);
            if (ply < last) {
                this.value(ply);
                await this.tell(ply + 1);
            }
            if (ply === 0)
                await this.tell(0);
            this.onProgress({ pass: number, done: last + 1 - ply, of: last + 1 });
        }
    }

    // Searches longer before and after each blunder that is not beyond doubt. No position is searched longer twice.
    async makeSure() {
        for (let ply = this.moves.length - 1; ply >= 0; ply--) {
            let news = false;
            for (let at = ply + 1; at >= ply && this.isOpen(ply); at--) {
                if (this.found[at].sure || !this.isDoubtful(at))
                    continue;
                this.found[at] = { ...await this.search(at, LONGER * this.nodes), sure: true };
                news = true;
                for (const changed of [at - 1, at].filter(one => one >= 0 && one < this.moves.length)) {
                    this.value(changed);
                    await this.tell(changed + 1);
                }
            }
            if (news)
                ply = Math.min(this.moves.length, ply + 2); // neighbours may be blunders now
        }
    }

    // Confirms the blunders that are still not beyond doubt by a search that starts from scratch. It must find the same loss.
    async confirm() {
        for (let ply = this.moves.length - 1; ply >= 0; ply--) {
            if (!this.isOpen(ply))
                continue;
            const least = this.sureLoss(ply, SURE);
            let { lost } = this.marks[ply], fresh = true;
            for (let at = ply + 1; at >= ply && lost >= least; at--) {
                if (!this.isDoubtful(at))
                    continue;
                lost += (await this.search(at, LONGER * this.nodes, fresh)).worth - this.found[at].worth;
                fresh = false;
            }
            if (lost < least)
                this.marks[ply].mark = MARKS[1];
            await this.tell(ply + 1, true);
        }
    }

    // Marks the only good moves: those played where every other move loses much. Not where the game is decided, nor for a recapture.
    async findOnlyMoves() {
        const men = ply => this.states[ply].fen.split(' ')[0].replace(/[\d/]/g, '').length;
        for (let ply = this.moves.length - 1; ply >= 0; ply--) {
            const { worth, score, line } = this.found[ply], move = this.moves[ply], last = this.moves[ply - 1];
            const takesBack = ply > 0 && men(ply) < men(ply - 1) && last.slice(2) === move.slice(2);
            if (line[0] !== move || worth < BLUNDER || isDecisive(score) || takesBack || this.states[ply].legal.length < 2)
                continue;
            let isOnly = true;
            for (const share of [0.1, 0.5]) { // the second of two lines needs about half of the nodes
                /** @type {Score | undefined} */
                let second;
                await this.engine.analyse(this.position(ply), { nodes: Math.round(share * this.nodes), lines: 2, signal: this.signal }, info => {
                    second = info.multipv === 2 ? info.score : second;
                });
                this.signal?.throwIfAborted();
                isOnly &&= second !== undefined && worth - worthOf(second) >= BLUNDER;
                if (!isOnly)
                    break;
            }
            if (isOnly) {
                this.marks[ply].mark = ONLY;
                await this.tell(ply + 1, true);
            }
        }
    }

    /** @returns {Summary} */
    summary() {
        const sides = [true, false].map(red => {
            const own = this.marks.filter((_, ply) => this.redMoves(ply) === red), count = own.length || 1;
            return { moves: own.length, lost: own.reduce((sum, { lost }) => sum + lost, 0) / count, accuracy: own.reduce((sum, { lost }) => sum + 100 * Math.exp(-4.5 * lost), 0) / count };
        });
        const stamp = { en: `Hanxin web, a position: ${this.nodes} nodes`, zh: `Hanxin web，每个局面：${this.nodes} 节点`,
            'zh-Hant': `Hanxin web，每個局面：${this.nodes} 節點`, vi: `Hanxin web, mỗi thế cờ: ${this.nodes} nút` };
        return { sides, stamp };
    }

    async run() {
        await this.look();
        await this.lookUpBook();
        if (this.nodes > QUICK_NODES)
            await this.pass(1, QUICK_NODES);
        await this.pass(2, this.nodes);
        await this.makeSure();
        await this.confirm();
        await this.findOnlyMoves();
        return this.summary();
    }
}

/** @typedef {{ signal?: AbortSignal, onResult: (result: Result) => void, onProgress?: (progress: { pass: number, done: number, of: number }) => void }} Calls
 * `onResult` gets each result when it changes, `onProgress` the number of positions searched in pass 1, the quick one, or 2 */

// Reviews with the program.
/** @param {Line} line @param {number} nodes @param {Calls} calls @returns {Promise<Summary>} */
async function reviewNatively({ start, moves }, nodes, { signal, onResult, onProgress = () => {} }) {
    const root = moves.reduceRight((next, move) => node({ move, next: next.move ? [next] : [] }), node({}));
    const game = pgnOf(node({ next: root.move ? [root] : [] }), { tags: {}, start, result: '*' });
    for await (const line of /** @type {any} */ (review)(game, nodes, signal)) {
        if (line.ply !== undefined)
            onResult(line);
        else if (line.done !== undefined)
            onProgress(line);
        else if (line.sides)
            return line;
    }
    throw new Error('the review has ended early');
}

/** Reviews a line of moves. Resolves to the summary, or to null if `signal` was aborted.
 * @param {Line} line @param {{ engine: import('./engine.js').Engine, nodes?: number } & Calls} options
 * `engine`: used in WebAssembly; `nodes`: per position @returns {Promise<Summary | null>} */
export async function reviewGame(line, { engine, nodes, ...calls }) {
    try {
        return await (review ? reviewNatively(line, nodes ?? NATIVE_NODES, calls) : new Review(line, engine, nodes ?? NODES, calls).run());
    } catch (error) {
        if (calls.signal?.aborted)
            return null;
        throw error;
    }
}

/** @typedef {{ lost: number, sentence: string, reply: string }} Judged the loss of expected score against the better move, what the move loses in
 * words, and the line that shows it, in ICCS */

// Returns the position after the moves, searched; that of a game that is over needs no search.
/** @param {Line} line @param {import('./engine.js').Engine} engine @param {number} nodes @param {AbortSignal} [signal] @returns {Promise<Found | null>} */
async function searched({ start, moves }, engine, nodes, signal) {
    const state = await ask(['state en', start, moves.join(' ')]);
    const over = overIn(state);
    if (over || state.error)
        return over ?? null;
    const found = await engine.bestMove({ fen: start, moves }, { nodes, signal });
    return found?.info ? { score: found.info.score, worth: worthOf(found.info.score), line: found.info.pv, nodes } : null;
}

/** Compares a move with a better one by equal searches of the positions after them. Resolves to null if aborted, or if the engine has failed.
 * @param {Line} line the moves before @param {string} move @param {string[]} better the better line in ICCS
 * @param {{ engine: import('./engine.js').Engine, lang: string, nodes?: number, least?: number, signal?: AbortSignal }} options
 * `nodes` of each search; if it leaves doubts and is still the least number, a longer one follows @returns {Promise<Judged | null>} */
export async function judgeMove({ start, moves }, move, better, { engine, lang, nodes = NODES, least = nodes, signal }) {
    const best = await searched({ start, moves: [...moves, better[0]] }, engine, nodes, signal);
    const own = best && await searched({ start, moves: [...moves, move] }, engine, nodes, signal);
    if (!best || !own)
        return null;
    const { cp = 0, mate } = best.score, lost = Math.max(0, own.worth - best.worth);
    if (lost >= MARKS[2][2] && lost < BLUNDER && nodes === least) // in doubt
        return judgeMove({ start, moves }, move, better, { engine, lang, nodes: LONGER * nodes, least, signal });
    const score = mate === undefined ? { cp: -cp } : { mate: mate > 0 ? -mate : 1 - mate };
    const { words } = await explain({ start, moves }, move, { ...best, score, line: better }, own);
    return { lost, sentence: lost < MARKS[2][2] ? '' : words[lang], reply: own.line.slice(0, LINE_MOST).join(' ') };
}
