// SPDX-License-Identifier: GPL-3.0-only
// The engine's thread: a Web Worker in browsers, a worker thread in Node. Lines are exchanged as messages. web.mk appends this file to the
// scripts of Emscripten, which then are complete workers: bundlers carry each of them unchanged, under any name.
const inNode = typeof importScripts === 'undefined';
const port = inNode ? require('node:worker_threads').parentPort : self;
const address = inNode ? __filename : self.location.href; // of this script
const ROOM = 32768; // bytes that the engine accepts at once

let feed;

// `module` is the compiled WebAssembly; `parts` the shared data (thread.js), of which an item without bytes is skipped.
async function begin({ module, parts }) {
    const engine = await hanxin_module({
        print: line => port.postMessage({ line }),
        printErr: text => port.postMessage({ fault: text }),
        locateFile: () => address, // Emscripten's threads run this script, too
        mainScriptUrlOrBlob: address,
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

// Becomes one of Emscripten's threads, whose script has nothing left to load.
function becomeThread(message) {
    if (inNode)
        port.off('message', receive);
    beginThread(() => {});
    self.onmessage({ data: message });
}

function receive(message) {
    if (message.cmd === 'load') {
        becomeThread(message);
        return;
    }
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
