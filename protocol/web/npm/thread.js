// SPDX-License-Identifier: GPL-3.0-only
// Runs an engine: a worker with the engine in WebAssembly. (For `hanxin web` another file of this name talks to the program.)
import { inNode, load, ofNode, place } from './load.js';

// true if pages that store the files work offline
export const offline = true;

// In the file for `hanxin web`, a function: there the program itself reviews games.
/** @type {((game: string, nodes: number, signal?: AbortSignal) => AsyncIterable<any>) | null} */
export const review = null;

// Sizes of a page's hash table in MB.
export const usualHash = 64;
export const mostHash = 512;

// A module with a single vector, to test whether vectors are supported.
const hasVectors = () =>
    WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]));

// true if the page can run the engine: its files have vectors
export const able = typeof WebAssembly === 'object' && hasVectors();

export const hasThreads = () => typeof SharedArrayBuffer !== 'undefined' && (inNode || globalThis.crossOriginIsolated === true);

// Returns the default number of search threads: all processors but one, which the page needs.
export async function usualThreads() {
    const cores = (inNode ? (await ofNode('node:os')).availableParallelism() : navigator.hardwareConcurrency) || 1;
    return Math.max(1, Math.min(8, cores - 1));
}

const files = {
    'single.js': new URL('./engine/single.js', import.meta.url),
    'threads.js': new URL('./engine/threads.js', import.meta.url),
    'single.wasm': new URL('./engine/single.wasm', import.meta.url),
    'single-scalar.wasm': new URL('./engine/single-scalar.wasm', import.meta.url),
    'threads.wasm': new URL('./engine/threads.wasm', import.meta.url),
    'threads-scalar.wasm': new URL('./engine/threads-scalar.wasm', import.meta.url),
    'hanxin.nnue': new URL('./engine/hanxin.nnue', import.meta.url),
    'hanxin.hxe': new URL('./engine/hanxin.hxe', import.meta.url),
    'hanxin.hxb': new URL('./engine/hanxin.hxb', import.meta.url),
};

// Data shared by all modules, in the order of protocol/web/engine.c. Only the net is required; the engine reports others that are missing.
/** @type {{ file: string, what: string, needed?: boolean }[]} */
const shares = [
    { file: 'hanxin.nnue', what: 'net is', needed: true },
    { file: 'hanxin.hxe', what: 'endgame tables are' },
    { file: 'hanxin.hxb', what: 'opening book is' },
];

async function loadShare(url, { file, what, needed = false }) {
    const bytes = load(place(files, file, url));
    return { what, bytes: await (needed ? bytes : bytes.catch(() => null)) };
}

// Data for the start of each worker of an engine; `shared`: with shared memory.
export async function prepare(url, shared) {
    if (typeof WebAssembly !== 'object')
        throw new Error('Hanxin needs WebAssembly, which is missing here');
    const name = shared ? 'threads' : 'single', kind = hasVectors() ? '' : '-scalar';
    // All are read at once but awaited in this order, so that the reported failure does not depend on chance.
    const program = load(place(files, `${name}${kind}.wasm`, url)), others = Promise.all(shares.map(share => loadShare(url, share)));
    others.catch(() => {}); // otherwise it counts as unhandled if the program fails first
    const module = await WebAssembly.compile(await program);
    return { script: place(files, `${name}.js`, url), module, parts: await others };
}

// Starts a worker: { post(line), end() }. `hear` receives { ready } once, { line } for each line, and { fault } on failure.
export async function open({ script, ...data }, hear) {
    const Thread = inNode ? (await ofNode('node:worker_threads')).Worker : Worker;
    const worker = new Thread(new URL(script));
    const broken = event => hear({ fault: event.message ?? 'its worker did not start' });
    if (inNode) {
        worker.on('message', hear);
        worker.on('error', broken);
    } else {
        worker.onmessage = event => hear(event.data);
        worker.onerror = broken;
    }
    worker.postMessage(data);
    return { post: line => worker.postMessage(line), end: () => worker.terminate() };
}
