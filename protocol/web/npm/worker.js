// SPDX-License-Identifier: GPL-3.0-only
// The engine's thread: a Web Worker in browsers, a worker thread in Node. Lines are exchanged as messages.
'use strict';

const inNode = typeof importScripts === 'undefined';
const port = inNode ? require('node:worker_threads').parentPort : self;
const ROOM = 32768; // bytes that the engine accepts at once

let feed;

// `script` is the address of the engine's script, empty if it is part of this file; `module` its compiled WebAssembly; `parts` the shared
// data (thread.js), of which an item without bytes is skipped.
async function begin({ script, module, parts }) {
    const place = address => (inNode ? require('node:url').fileURLToPath(address) : address);
    if (!inNode && script)
        importScripts(script);
    const make = inNode ? require(place(script)) : self.hanxin_module;
    const engine = await make({
        print: line => port.postMessage({ line }),
        printErr: text => port.postMessage({ fault: text }),
        locateFile: file => place(script.replace(/[^/]*$/, file)),
        mainScriptUrlOrBlob: place(script),
        instantiateWasm(imports, done) {
            WebAssembly.instantiate(module, imports).then(instance => done(instance, module), fail);
            return {};
        },
    });
    const heap = () => (engine.wasmMemory ? new Uint8Array(engine.wasmMemory.buffer) : engine.HEAPU8);
    for (const [i, { what, bytes }] of parts.entries()) {
        if (!bytes)
            continue;
        if (bytes.length !== engine._web_part_size(i))
            throw new Error(`the ${what} not what this engine was built for`);
        heap().set(bytes, engine._web_part(i));
    }
    const room = engine._malloc(ROOM), self_ = room && engine._web_new();
    if (!self_)
        throw new Error('no memory for the engine');
    feed = text => {
        const bytes = new TextEncoder().encode(text);
        for (let at = 0; at < bytes.length; at += ROOM) {
            const part = bytes.subarray(at, at + ROOM);
            heap().set(part, room);
            engine._web_feed(self_, room, part.length);
        }
    };
    port.postMessage({ ready: true });
}

function fail(error) {
    port.postMessage({ fault: String((error && error.message) || error) });
}

function receive(message) {
    if (typeof message === 'object') {
        begin(message).catch(fail);
        return;
    }
    try {
        feed(message + '\n');
    } catch (error) {
        fail(error);
    }
}

if (inNode)
    port.on('message', receive);
else
    port.onmessage = event => receive(event.data);
