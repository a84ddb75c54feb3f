// SPDX-License-Identifier: GPL-3.0-only
// Hanxin, a Xiangqi engine, for browsers and Node. README.md explains its use, hanxin.d.ts documents every function.
import { ask } from './rules.js';
import { hasThreads, open, prepare, usualThreads } from './thread.js';

function whole(value, name, least, most) {
    if (value === undefined)
        return undefined;
    if (!Number.isInteger(value) || value < least || value > most)
        throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${typeof value === 'string' ? `the string '${value}'` : value}`);
    return value;
}

const POSITION = ['fen', 'moves'], LIMITS = ['depth', 'nodes', 'movetime', 'multipv', 'signal'];

// Throws unless the value is an object that has no members but these.
function checkMembers(value, what, names) {
    if (typeof value?.fen === 'function')
        throw new TypeError(`${what} must be an object with ${names.join(', ')}, such as { fen: game.fen() }`);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new TypeError(`${what} must be an object with ${names.join(', ')}, not ${JSON.stringify(value)}`);
    const wrong = Object.keys(value).find(name => !names.includes(name));
    if (wrong !== undefined)
        throw new TypeError(`${what}: unknown member '${wrong}', expected ${names.join(', ')}`);
}

function callable(listener) {
    if (typeof listener !== 'function')
        throw new TypeError(`onLine expects a function, not ${String(listener)}`);
    return listener;
}

// Errors of a listener must neither keep the line from other listeners nor end the engine.
function tell(listener, line) {
    const report = error => console.error('hanxin: a listener of onLine failed:', error);
    try {
        const done = listener(line);
        if (typeof done?.then === 'function')
            done.then(null, report);
    } catch (error) {
        report(error);
    }
}

const asMoves = moves => (Array.isArray(moves) ? moves.join(' ') : String(moves ?? '')).replace(/\s+/g, ' ').trim();
const ends = (line, end) => line.startsWith(end) || (end === 'bestmove' && line.startsWith('nobestmove'));
const oneLine = text => String(text ?? '').replace(/\s+/g, ' ').trim();

// Returns an `info` line with a score as an object, null for any other line.
export function parseInfo(line) {
    const words = line.split(/\s+/);
    if (words[0] !== 'info' || !words.includes('score'))
        return null;
    const info = { depth: 0, multipv: 1, score: {}, pv: [] };
    for (let i = 1; i < words.length; i++) {
        const word = words[i];
        if (word === 'string')
            return null;
        if (word === 'pv')
            info.pv = words.splice(i + 1);
        else if (word === 'score')
            info.score = /\d/.test(words[i + 1]) ? { cp: Number(words[i + 1]) } : { [words[i + 1]]: Number(words[i + 2]) }; // in the form of UCCI, and of UCI
        else if (word === 'lowerbound' || word === 'upperbound')
            info.score.bound = word === 'lowerbound' ? 'lower' : 'upper';
        else if (word === 'wdl')
            info.wdl = words.slice(i + 1, i + 4).map(Number);
        else if (['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'hashfull', 'time'].includes(word))
            info[word] = Number(words[i + 1]);
    }
    return info;
}

// Returns the answer of the rules, or throws its error.
async function asked(lines, url) {
    const answer = await ask(lines, url);
    if (answer.error !== undefined)
        throw new Error(answer.error);
    return answer;
}

// Returns an `option` line of UCI as an object.
function parseOption(line) {
    const [, name, type, rest] = /^option name (.+?) type (\w+)\s*(.*)$/.exec(line);
    const option = { name, type }, values = [...rest.matchAll(/\bvar (.*?)(?= var |$)/g)].map(([, value]) => value);
    for (const [, key, value] of rest.matchAll(/\b(default|min|max) (\S+)/g))
        option[key] = key === 'default' ? value : Number(value);
    return values.length ? { ...option, values } : option;
}

// Returns the number of letters to insert, delete or replace to get from one word to the other.
function distance(from, to) {
    let row = [...to, ''].map((_, i) => i);
    for (const [i, letter] of [...from].entries())
        row = row.reduce((made, above, j) => [...made, j === 0 ? i + 1 : Math.min(above + 1, made[j - 1] + 1, row[j - 1] + (to[j - 1] === letter ? 0 : 1))], []);
    return row.at(-1);
}

// Returns an error that says which options exist, the most similar one first.
function unknownOption(name, options) {
    const far = option => distance(name.toLowerCase(), option.toLowerCase()), names = options.map(option => option.name);
    const nearest = names.reduce((best, next) => (far(next) < far(best) ? next : best));
    return new Error(`unknown option '${name}': did you mean '${nearest}'? The options are ${names.join(', ')}`);
}

// Throws if the option cannot have this value.
function checkValue({ name, type, min, max, values }, value) {
    if (value === undefined && type !== 'button' && type !== 'string')
        throw new TypeError(`${name} needs a value`);
    if (type === 'spin')
        whole(/^\s*-?\d+\s*$/.test(value) ? Number(value) : value, name, min, max);
    const known = type === 'check' ? ['true', 'false'] : values;
    if (known && !known.includes(String(value).toLowerCase()))
        throw new RangeError(`${name} must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, not ${value}`);
}

export class Hanxin {
    #url;
    #worker = null;
    #files; // data for the start of a worker
    #queue = null; // lines that wait until the worker has started
    #silent = false; // the listeners have already received the id
    #listeners = new Set();
    #settings = new Map(); // setoption lines by name, to repeat for a new worker
    #position = 'position startpos';
    #busy = null; // beginning of the line that ends the current search or count
    #last = null; // the last PV line
    #stopping = false; // `stop` waits for a PV line
    #held = []; // lines that arrived during a search without threads; they would be lost with its worker
    #ucci = false; // the engine speaks UCCI
    #search = null; // the search of analyse() or bestMove()
    #multipv = 1;
    #fault = null; // the error that ended this engine
    #end; // resolves `ended`
    ended = new Promise(resolve => (this.#end = resolve));
    #waiting = new Set(); // each receives every line, and an Error when the engine has ended

    // Use Hanxin.create() instead.
    constructor(key, url, threads) {
        if (key !== Hanxin.#key)
            throw new TypeError('an engine is made by `await Hanxin.create()`');
        this.#url = url;
        this.threads = threads;
    }
    static #key = Symbol();

    static async create({ threads, hash, url, onLine, shared = hasThreads() } = {}) {
        whole(threads, 'threads', 1, 32);
        whole(hash, 'hash', 1, 512);
        if (onLine != null)
            callable(onLine);
        if (shared && !hasThreads())
            throw new Error('no shared memory here: the page is not cross-origin isolated');
        const engine = new Hanxin(Hanxin.#key, url, shared ? threads ?? (await usualThreads()) : 1);
        engine.multithreaded = shared;
        engine.note = shared
            ? `threads are granted; it uses ${engine.threads}`
            : `one thread, as there is no shared memory${hasThreads() ? ' wanted' : ' where a page is not cross-origin isolated'}`;
        engine.#files = await prepare(url, shared);
        if (onLine)
            engine.onLine(onLine);
        await engine.#begin();
        engine.setOption('Threads', engine.threads);
        engine.setOption('UCI_ShowWDL', true);
        if (hash !== undefined)
            engine.setOption('Hash', hash);
        await engine.ready();
        return engine;
    }

    // Starts a worker with the engine and its settings.
    async #begin() {
        this.#queue ??= [];
        let told, broken;
        const begun = new Promise((resolve, reject) => ([told, broken] = [resolve, reject]));
        const worker = await open(this.#files, message => {
            if (worker !== this.#worker)
                return;
            if (message.ready)
                told();
            else if (message.line !== undefined)
                this.#hear(message.line);
            else
                this.#fail(new Error(`the engine failed: ${message.fault}`), broken);
        });
        if (this.#fault) { // it has ended meanwhile
            worker.end();
            throw this.#fault;
        }
        this.#worker = worker;
        await begun;
        const options = [];
        await this.#exchange('uci', line => {
            if (line.startsWith('option '))
                options.push(parseOption(line));
            return line === 'uciok';
        }, line => worker.post(line));
        this.options = options;
        for (const line of this.#settings.values())
            worker.post(line);
        if (this.#ucci)
            await this.#exchange('ucci', line => line === 'ucciok', line => worker.post(line));
        for (const line of [this.#position, ...this.#queue])
            worker.post(line);
        this.#queue = null;
        this.#silent = false;
    }

    #post(line) {
        if (this.#queue)
            this.#queue.push(line);
        else
            this.#worker?.post(line);
    }

    #fail(error, reject) {
        this.#fault ??= error;
        this.#end(this.#fault);
        this.#worker?.end();
        this.#worker = null;
        for (const hear of [...this.#waiting])
            hear(error);
        reject?.(error);
    }

    #hear(line) {
        const info = parseInfo(line);
        if (info?.multipv === 1 && info.pv.length)
            this.#last = info;
        const over = this.#ended(line, this.#busy);
        if (over) {
            this.#busy = null;
            if (this.#worker)
                this.#release(); // before a listener sends more
        }
        for (const hear of [...this.#waiting])
            hear(line, info);
        for (const listener of this.#silent ? [] : [...this.#listeners])
            tell(listener, line);
        if (this.#stopping && this.#busy && this.#last && this.#worker)
            this.#restart();
    }

    // Returns true if the line ends the work named by `busy`. A stopped count also ends with a best move, a rejected bench with its reason.
    #ended(line, busy) {
        return Boolean(busy) && (ends(line, busy) || ends(line, 'bestmove') || (busy === 'Nodes/second' && ends(line, 'bench: ')));
    }

    #release() {
        this.#stopping = false;
        for (const line of this.#held.splice(0))
            this.#sendOne(line);
    }

    #alive() {
        if (!this.#worker)
            throw this.#fault ?? new Error('this engine was ended by terminate()');
    }

    // Sends a line. Returns a promise of the first answer that fits.
    #exchange(line, fits, post = text => this.#post(text)) {
        return new Promise((resolve, reject) => {
            const hear = answer => {
                const fault = answer instanceof Error;
                if (!fault && !fits(answer))
                    return;
                this.#waiting.delete(hear);
                (fault ? reject : resolve)(answer);
            };
            this.#waiting.add(hear);
            post(line);
        });
    }

    send(line) {
        this.#alive();
        const text = String(line);
        for (const part of text.split('\n'))
            this.#sendOne(part.trim());
    }

    #sendOne(line) {
        const word = line.split(/\s+/, 1)[0].toLowerCase();
        if (word === 'quit') {
            this.terminate();
            return;
        }
        if (!this.multithreaded && this.#busy && !['stop', 'ponderhit'].includes(word)) {
            this.#held.push(line);
            return;
        }
        if (word === 'uci' || word === 'ucci')
            this.#ucci = word === 'ucci';
        if (word === 'setoption')
            this.#settings.set(line.toLowerCase().replace(/^setoption\s+(name\s+)?/, '').replace(/\s+value\s.*$/, ''), line);
        if (word === 'position')
            this.#position = line;
        if (word === 'stop' && this.#busy && !this.multithreaded) {
            if (this.#last?.pv.length)
                this.#restart();
            else {
                this.#stopping = true; // stopped at the first PV line, which comes at once
                if (!this.#ucci)
                    this.#post('stop'); // without a legal move there is no PV line, and the engine waits for `stop`
            }
            return;
        }
        if (word === 'go' || word === 'bench') {
            this.#busy = word === 'bench' ? 'Nodes/second' : /\bperft\b/i.test(line) ? 'Nodes searched' : 'bestmove';
            this.#last = null;
            this.#stopping = false;
        }
        this.#post(line);
    }

    // Without threads the engine reads nothing during a search: it is terminated, the last PV line is its answer, and a new one starts.
    #restart() {
        const [best, reply] = this.#last.pv;
        this.#worker.end();
        this.#queue = [];
        this.#hear(`bestmove ${best}${reply ? ` ponder ${reply}` : ''}`);
        if (this.#fault)
            return; // a listener has ended the engine
        this.#silent = true;
        this.#begin().catch(error => this.#fail(error));
    }

    setOption(name, value) {
        const wanted = oneLine(name), option = this.options.find(known => known.name.toLowerCase() === wanted.toLowerCase());
        if (!option)
            throw unknownOption(wanted, this.options);
        checkValue(option, value);
        this.send(`setoption name ${option.name}` + (value === undefined ? '' : ` value ${oneLine(value)}`));
    }

    async ready() {
        this.#alive();
        await this.#exchange('isready', line => line === 'readyok', line => this.#sendOne(line));
    }

    // Waits until no search is running.
    async idle() {
        await this.ready(); // earlier commands have started
        const end = this.#busy;
        if (end)
            await this.#exchange('', line => this.#ended(line, end), () => {});
    }

    onLine(listener) {
        this.#listeners.add(callable(listener));
        return () => this.#listeners.delete(listener);
    }

    // Begins a search. Returns a promise of the object that follows it.
    async #start(position = {}, limits = {}) {
        checkMembers(position, 'position', POSITION);
        checkMembers(limits, 'limits', LIMITS);
        const { fen = '', moves = [] } = position, { depth, nodes, movetime, multipv = 1, signal } = limits;
        this.#alive();
        signal?.throwIfAborted();
        if (this.#search || this.#busy)
            throw new Error('the engine is searching: end that search first, or create another engine');
        const go = [
            ['depth', whole(depth, 'depth', 1, 100)],
            ['nodes', whole(nodes, 'nodes', 1, Number.MAX_SAFE_INTEGER)],
            ['movetime', whole(movetime, 'movetime', 1, 2 ** 31 - 1)],
        ].filter(([, value]) => value !== undefined);
        whole(multipv, 'multipv', 1, 128);
        const search = (this.#search = { lines: [], best: null, fault: null, wake: () => {} });
        let state;
        try {
            state = await asked(['state en', oneLine(fen), asMoves(moves)], this.#url);
            this.#alive();
        } catch (error) {
            this.#search = null;
            throw error;
        }
        if (this.#multipv !== multipv)
            this.setOption('MultiPV', multipv);
        this.#multipv = multipv;
        search.hear = (line, info) => {
            if (line instanceof Error)
                search.fault = line;
            else if (ends(line, 'bestmove'))
                search.best = line.split(/\s+/);
            else if (info)
                search.lines.push(info);
            search.wake();
        };
        search.stop = () => !search.best && this.#worker && this.send('stop');
        this.#waiting.add(search.hear);
        signal?.addEventListener('abort', search.stop, { once: true });
        search.end = () => {
            signal?.removeEventListener('abort', search.stop);
            this.#waiting.delete(search.hear);
            this.#search = null;
        };
        this.send(`position fen ${state.start}` + (state.moves.length ? ` moves ${state.moves.join(' ')}` : ''));
        this.send(go.length ? 'go ' + go.map(pair => pair.join(' ')).join(' ') : 'go infinite');
        if (signal?.aborted)
            search.stop();
        return search;
    }

    static async #news(search) {
        while (!search.lines.length && !search.best && !search.fault) // other lines wake it too, for example those of an engine that begins anew
            await new Promise(resolve => (search.wake = resolve));
    }

    async *analyse(position, limits) {
        const search = await this.#start(position, limits);
        try {
            for (;;) {
                await Hanxin.#news(search);
                if (search.lines.length)
                    yield search.lines.shift();
                else if (search.fault)
                    throw search.fault;
                else
                    return;
            }
        } finally {
            search.stop();
            while (!search.best && !search.fault) {
                search.lines.length = 0;
                await Hanxin.#news(search);
            }
            search.end();
        }
    }

    async bestMove(position, limits = {}) {
        checkMembers(limits, 'limits', LIMITS);
        const { depth, nodes, movetime, signal } = limits;
        const endless = depth === undefined && nodes === undefined && movetime === undefined;
        const search = await this.#start(position, endless && !signal ? { ...limits, movetime: 1000 } : limits);
        let info = null;
        try {
            while (!search.best && !search.fault) {
                await Hanxin.#news(search);
                for (const line of search.lines.splice(0))
                    info = line.multipv === 1 ? line : info;
            }
        } finally {
            search.end();
        }
        if (search.fault)
            throw search.fault;
        const [word, move, , ponder] = search.best; // after `ucci`, nobestmove has no second word
        return { move: word !== 'bestmove' || move === '(none)' ? null : move, ponder: ponder ?? null, info };
    }

    async legalMoves(fen = '') {
        if (typeof fen !== 'string')
            throw new TypeError('legalMoves expects a FEN');
        return (await asked(['state en', oneLine(fen), ''], this.#url)).legal;
    }

    async bookMoves({ fen = '', moves = [] } = {}) {
        const { book } = await asked(['book en', oneLine(fen), asMoves(moves)], this.#url);
        return book.map(({ move, share, score, mate }) => ({ move, share, score: score ?? null, mate: mate ?? null }));
    }

    async judge({ fen = '', moves = [], rules = 'asian', limit = 120, lang = 'en' } = {}) {
        const { result, ending, summary, reason, plies } = await asked(
            [`judge ${oneLine(lang)} ${oneLine(rules)} ${oneLine(limit)}`, oneLine(fen), asMoves(moves)], this.#url);
        return { result, ending: ending || null, summary, reason, plies };
    }

    terminate() {
        if (this.#worker)
            this.#fail(new Error('this engine was ended by terminate()'));
    }
}

export default Hanxin;
