// SPDX-License-Identifier: GPL-3.0-only
// The rules of Xiangqi without the engine: legal moves, refusals in words, verdicts, files of games; the opening book and the endgame tables.
// Answers at once, even during a search.
import { load, place } from './load.js';

const module_ = new Map(); // promises of modules, by address

async function open(url) {
    const { default: factory } = await import(/* webpackIgnore: true */ /* @vite-ignore */ place(url, 'rules.mjs'));
    const wasm = await WebAssembly.compile(await load(place(url, 'rules.wasm')));
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
const parts = { book: [0, 'hanxin.hxb', 'the opening book is'], table: [1, 'hanxin.hxe', 'the endgame tables are'] };

async function takePart(rules, url, [number, file, what]) {
    const bytes = await load(place(url, file));
    if (bytes.length !== rules._web_part_size(number))
        throw new Error(`${what} not the one that these rules were built for`);
    rules.HEAPU8.set(bytes, rules._web_part(number));
}

// Sends a request of these lines to the rules (protocol/web/rules.h of the sources); the last may be the bytes of a file. Returns a
// promise of the answer, an object.
export async function ask(lines, url) {
    const key = String(url ?? '');
    if (!module_.has(key))
        module_.set(key, open(url));
    const rules = await module_.get(key).catch(error => {
        module_.delete(key);
        throw error;
    });
    const [request] = lines[0].trim().split(/\s+/, 1), taken = (rules.taken ??= {});
    if (Object.hasOwn(parts, request))
        await (taken[request] ??= takePart(rules, url, parts[request])).catch(error => {
            taken[request] = undefined; // retry at the next request
            throw error;
        });
    const bytes = new Uint8Array(await new Blob(lines.flatMap(line => [line, '\n']).slice(0, -1)).arrayBuffer());
    const question = rules._malloc(bytes.length || 1);
    if (!question)
        throw new Error('no memory for the rules');
    rules.HEAPU8.set(bytes, question);
    const answer = rules._web_ask(question, bytes.length);
    rules._free(question);
    if (!answer)
        throw new Error('no memory for the rules');
    const text = new TextDecoder().decode(rules.HEAPU8.subarray(answer, rules.HEAPU8.indexOf(0, answer)));
    rules._free(answer);
    return JSON.parse(text);
}
