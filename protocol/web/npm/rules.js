// SPDX-License-Identifier: GPL-3.0-only
// The rules of Xiangqi without the engine: legal moves, refusals in words, verdicts, files of games; the opening book and the endgame tables.
// Answers at once, even during a search.
import factory from './engine/rules.mjs';
import { load, place } from './load.js';

const files = {
    'rules.wasm': new URL('./engine/rules.wasm', import.meta.url),
    'hanxin.hxb': new URL('./engine/hanxin.hxb', import.meta.url),
    'hanxin.hxe': new URL('./engine/hanxin.hxe', import.meta.url),
};
const modules = new Map(); // promises of modules, by address

async function open(url) {
    const wasm = await WebAssembly.compile(await load(place(files, 'rules.wasm', url)));
    return new Promise((resolve, reject) => {
        factory({
            instantiateWasm(imports, done) {
                WebAssembly.instantiate(wasm, imports).then(instance => done(instance, wasm)).catch(reject);
                return {};
            },
        }).then(resolve, reject);
    });
}

// The opening book and the endgame tables are separate files, each of which is only loaded when a request needs it.
const tables = [1, 'hanxin.hxe', 'the endgame tables are'];
const parts = { book: [0, 'hanxin.hxb', 'the opening book is'], table: tables, task: tables, practise: tables };

async function takePart(rules, url, [number, file, what]) {
    const bytes = await load(place(files, file, url));
    if (bytes.length !== rules._web_part_size(number))
        throw new Error(`${what} not the one that these rules were built for`);
    rules.HEAPU8.set(bytes, rules._web_part(number));
}

const bytesOf = line => (typeof line === 'string' ? new TextEncoder().encode(line) : line instanceof ArrayBuffer ? new Uint8Array(line) : line);

// Returns the answer of a module to a request.
function answer(rules, lines) {
    const pieces = lines.map(bytesOf), length = pieces.reduce((sum, piece) => sum + piece.length + 1, -1);
    const question = rules._malloc(length);
    if (!question)
        throw new Error('no memory for the rules');
    let at = question;
    for (const piece of pieces) {
        if (at > question)
            rules.HEAPU8[at++] = 10; // a line feed
        rules.HEAPU8.set(piece, at);
        at += piece.length;
    }
    const made = rules._web_ask(question, length);
    rules._free(question);
    if (!made)
        throw new Error('no memory for the rules');
    const text = new TextDecoder().decode(rules.HEAPU8.subarray(made, rules.HEAPU8.indexOf(0, made)));
    rules._free(made);
    return JSON.parse(text);
}

// Returns a promise of the module whose data is in that folder.
async function opened(url) {
    const key = String(url ?? '');
    if (!modules.has(key))
        modules.set(key, open(url));
    return modules.get(key).catch(error => {
        modules.delete(key);
        throw error;
    });
}

// Returns a promise of a function that answers requests at once, except those for the opening book and the endgame tables.
export async function loadRules(url) {
    const rules = await opened(url);
    return lines => answer(rules, lines);
}

// Sends a request of these lines to the rules (protocol/web/rules.h of the sources); the last may be the bytes of a file. Returns a
// promise of the answer, an object.
export async function ask(lines, url) {
    const rules = await opened(url), [request] = lines[0].trim().split(/\s+/, 1), taken = (rules.taken ??= {});
    if (Object.hasOwn(parts, request))
        await (taken[parts[request][1]] ??= takePart(rules, url, parts[request])).catch(error => {
            taken[parts[request][1]] = undefined; // retry at the next request
            throw error;
        });
    return answer(rules, lines);
}
