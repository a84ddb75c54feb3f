// SPDX-License-Identifier: GPL-3.0-only
// The page's engine: one engine object for play, hints, reviews and analysis, and one search at a time.
import { Hanxin } from './hanxin.js';
import { faultWords } from './settings.js';
import { hasThreads, mostHash, usualHash } from './thread.js';

/** @typedef {{ fen?: string, moves?: string[] }} Position */
/** @typedef {import('./hanxin.js').Info} Info */
/** @typedef {{ level?: number, depth?: number, nodes?: number, movetime?: number, lines?: number, fresh?: boolean, signal?: AbortSignal }} Limits
 * `level` is the skill level, 20 (full strength) by default; `fresh`: with an empty hash table. */

export class Engine {
    /** The sentence that says why the engine cannot be used; '' while it can. */
    fault = '';
    /** A remark of the engine about the settings, such as a hash table that did not fit; '' if there is none. */
    remark = '';
    /** Number of searches that run or wait. */
    searches = 0;
    /** @type {Hanxin | null} */
    #hanxin = null;
    /** @type {Promise<void> | null} */
    #begun = null;
    #options = new Map(); // the values that the engine has
    #last = Promise.resolve(); // ends with the last search of the queue

    /** @param {{ set: { threads?: number | string, hash?: number | string }, onState?: () => void }} options
     * `set` contains the settings; the empty ones have their usual values. `onState` is called when the engine has started or failed, and
     * when `remark` changes. */
    constructor({ set, onState = () => {} }) {
        this.set = set;
        this.onState = onState;
    }

    /** True if a search can begin at once or after the searches in the queue. */
    get ready() {
        return this.#hanxin !== null;
    }

    /** The number of threads; 0 before the start. */
    get threads() {
        return this.#hanxin ? this.#options.get('Threads') : 0;
    }

    /** Ends the engine. */
    close() {
        this.#hanxin?.terminate();
        this.#hanxin = null;
        this.#begun = null;
    }

    /** Starts the engine, also again after a fault. Resolves when it is ready or has failed. */
    start() {
        return (this.#begun ??= this.#create());
    }

    async #create() {
        this.fault = this.remark = '';
        this.#options = new Map();
        try {
            const hanxin = await Hanxin.create({ hash: Math.min(512, this.#hash()), threads: hasThreads() ? Number(this.set.threads) || undefined : undefined });
            this.usual = hanxin.threads;
            this.#options.set('Threads', hanxin.threads);
            hanxin.onLine(line => line.startsWith('info string no memory') && this.#remark(line.slice('info string '.length)));
            hanxin.ended.then(error => this.#fail(error, hanxin));
            this.#hanxin = hanxin;
            this.onState();
        } catch (error) {
            this.#fail(error);
        }
    }

    #remark(words) {
        this.remark = words;
        this.onState();
    }

    #hash() {
        return Math.min(mostHash, Number(this.set.hash) || usualHash);
    }

    /** @param {any} error @param {Hanxin | null} hanxin the engine that it ended, which may not be the present one any more */
    #fail(error, hanxin = null) {
        if (hanxin !== this.#hanxin)
            return;
        this.fault = faultWords(error);
        this.close();
        this.onState();
    }

    // Brings the options of the engine in line with the settings.
    #configure(hanxin, level) {
        const threads = hanxin.multithreaded ? Number(this.set.threads) || this.usual : 1;
        for (const [name, value] of Object.entries({ Threads: threads, Hash: this.#hash(), 'Skill Level': level })) {
            if (this.#options.get(name) === value)
                continue;
            if (name === 'Hash')
                this.remark = '';
            this.#options.set(name, value);
            hanxin.setOption(name, value);
        }
    }

    // Runs `work` when the searches before it have ended. Returns null if the signal is aborted by then or at the end, or the engine has failed.
    #search({ level = 20, lines = 1, fresh = false, ...limits }, work) {
        const { signal } = limits, run = async () => {
            await this.#begun;
            const hanxin = this.#hanxin;
            if (!hanxin || signal?.aborted)
                return null;
            try {
                this.#configure(hanxin, level);
                if (fresh)
                    hanxin.setOption('Clear Hash');
                const found = await work(hanxin, { ...limits, multipv: lines });
                return signal?.aborted ? null : found;
            } catch (error) {
                if (error.name === 'AbortError')
                    return null;
                if (await hanxin.ready().then(() => true, () => false))
                    throw error; // an impossible position or limit
                this.#fail(error, hanxin);
                return null;
            }
        };
        this.searches++;
        const found = this.#last.then(run).finally(() => this.searches--);
        this.#last = found.then(() => {}, () => {});
        return found;
    }

    /** Searches for the best move. Resolves to null if `signal` was aborted or the engine has failed; `fault` then says why.
     * @param {Position} position @param {Limits} limits @returns {Promise<import('./hanxin.js').BestMove | null>} */
    bestMove(position, limits = {}) {
        return this.#search(limits, (hanxin, own) => hanxin.bestMove(position, own));
    }

    /** Calls `onInfo` for each principal variation found until a limit or `signal` ends the search. Resolves to true if a limit ended it.
     * @param {Position} position @param {Limits} limits @param {(info: Info) => void} onInfo @returns {Promise<true | null>} */
    analyse(position, limits, onInfo) {
        return this.#search(limits, async (hanxin, own) => {
            for await (const info of hanxin.analyse(position, own))
                if (!own.signal?.aborted)
                    onInfo(info);
            return true;
        });
    }
}

/** @param {HTMLSelectElement} select @param {[number | string, string][]} entries @param {number | string} value */
function fillSelect(select, entries, value) {
    select.replaceChildren(...entries.map(([number, text]) => new Option(text, String(number))));
    select.value = entries.some(([number]) => String(number) === String(value)) ? String(value) : '';
}

/** Fills the control for the number of threads: the usual number, or 1 to the number of processors. Disabled if there is no choice.
 * @param {HTMLSelectElement} select @param {{ threads?: number | string }} set @param {(key: string, value?: any) => string} say */
export function fillThreads(select, set, say) {
    const most = hasThreads() ? navigator.hardwareConcurrency || 1 : 1;
    fillSelect(select, [['', say('automatic')], ...Array.from({ length: most }, (_, i) => /** @type {[number, string]} */ ([i + 1, String(i + 1)]))], set.threads ?? '');
    select.disabled = most === 1;
}

/** Fills the control for the size of the hash table. @param {HTMLSelectElement} select @param {{ hash?: number | string }} set
 * @param {(key: string, value?: any) => string} say */
export function fillHash(select, set, say) {
    const sizes = [16, 32, 64, 128, 256, 512, 1024].filter(size => size <= mostHash);
    fillSelect(select, [['', say('automatic')], ...sizes.map(size => /** @type {[number, string]} */ ([size, `${size} MB`]))], set.hash ?? '');
}
